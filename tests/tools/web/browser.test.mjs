// The page in real browsers: the cases that people meet, and the faults that users of other such
// pages reported. PYLOS_WEB_URL is the base address of a running `pylos serve`; without it the mock
// server is started (PYLOS_BIN and PYLOS_WEB_DATA say with which command and databases).
// PYLOS_WEB_BROWSERS=chrome,firefox chooses. What is missing is said, and its tests are skipped.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {after, before, beforeEach, describe, test} from 'node:test';

import {launch, programOf, puppeteer} from './browsers.mjs';
import {startMock} from './mock_server.mjs';
import {startProxy} from './proxy.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const MANY = 'LDLLDDDLLDDLLLLL/LL.LL.... l'; // 1,265 moves under advanced+min0
const GAME = '1b2.1a1.1c2.1b3.1c3.1b1.1d1.1c1';
const names = /** @type {import('./browsers.mjs').BrowserName[]} */ ((process.env.PYLOS_WEB_BROWSERS ?? 'chrome,firefox').split(','));

/** @type {string} why all is skipped, if it is */
let missing = '';
/** @type {{url: string, close?: () => Promise<void>} | null} */
let server = null;
/** @type {string[]} */
let served = [];
if (!(await puppeteer())) missing = 'puppeteer-core is not installed: run scripts/test-web.sh';
else if (process.env.PYLOS_WEB_URL) server = {url: process.env.PYLOS_WEB_URL};
else {
  try {
    server = await startMock({data: process.env.PYLOS_WEB_DATA, pylos: process.env.PYLOS_BIN});
  } catch (error) {
    missing = `${/** @type {Error} */ (error).message}: run scripts/test-web.sh`;
  }
}
if (server) {
  const answer = await (await fetch(new URL('api/v1/', server.url))).json();
  served = (answer.games ?? answer).map((/** @type {{rules: string}} */ game) => game.rules);
}
after(async () => server?.close?.());

for (const name of names) {
  const skip = missing || (programOf(name) ? false : `${name} is not installed: run scripts/test-web.sh`);
  describe(name, {skip}, () => suite(name));
}

/** @param {import('./browsers.mjs').BrowserName} name */
function suite(name) {
  /** @type {Awaited<ReturnType<typeof launch>>} */
  let browser;
  /** @type {Awaited<ReturnType<typeof startProxy>>} */
  let proxy;
  /** @type {Page} */
  let page;
  /** @type {string[]} */
  let faults = [];
  let allowFaults = false;

  before(async () => {
    proxy = await startProxy(/** @type {any} */ (server).url);
    browser = await launch(name);
  });
  after(async () => {
    await browser?.close();
    await proxy?.stop();
  });
  beforeEach(async () => {
    await page?.close();
    Object.assign(proxy.moods, {delay: () => 0, status: () => 0, asked: []});
    faults = [];
    allowFaults = false;
    page = await browser.browser.newPage();
    await page.setViewport({width: 1280, height: 900});
    page.on('pageerror', (error) => faults.push(`error: ${/** @type {Error} */ (error).message}`));
    page.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(proxy.url) && !url.startsWith('data:') && !url.startsWith('about:') && !url.startsWith('moz-')) faults.push(`another host: ${url}`);
    });
  });

  /** A test; afterwards nothing may stand in the console and no other host may have been asked.
   * @param {string} title @param {() => Promise<void>} body @param {{needs?: string[]}} [options] */
  function check(title, body, {needs = []} = {}) {
    const lacking = needs.filter((rules) => !served.includes(rules));
    test(title, {timeout: 180000, skip: lacking.length > 0 ? `the server has no ${lacking.join(', ')}` : false}, async () => {
      await body();
      if (!allowFaults) assert.deepEqual(faults, []);
    });
  }

  const open = async (hash = '#rules=children') => {
    await page.goto(`${proxy.url}${hash}`);
    await settled();
  };
  /** The values of the position are there, and the computer does not think. */
  const settled = () => page.waitForFunction(() => {
    const title = document.querySelector('#verdict');
    return title !== null && title.textContent !== 'Pylos' && !/Asking|not known/.test(title.textContent ?? '') &&
      !document.querySelector('#levels')?.hasAttribute('aria-busy') && !/thinking/.test(document.querySelector('#turn-words')?.textContent ?? '');
  }, {timeout: 20000});
  const text = (/** @type {string} */ selector) => page.$eval(selector, (element) => (element.textContent ?? '').trim());
  const label = (/** @type {string} */ cell) => page.$eval(`[data-cell="${cell}"]`, (element) => element.getAttribute('aria-label') ?? '');
  const click = async (/** @type {string} */ cell) => {
    const at = await page.$eval(`[data-cell="${cell}"] .ground`, (element) => {
      element.scrollIntoView({block: 'center'});
      const box = element.getBoundingClientRect();
      return {x: box.x + box.width / 2, y: box.y + box.height / 2};
    });
    await page.mouse.click(at.x, at.y);
  };
  const press = (/** @type {string} */ id) => page.$eval(`#${id}`, (element) => /** @type {HTMLElement} */ (element).click());
  const plies = () => page.$$eval('#history .ply', (buttons) => buttons.slice(1).map((b) => (b.textContent ?? '').replace(/^\d+\.(\.\.)?/, '').replace(/[!?]*,.*$/, '')));
  const current = () => page.$eval('#history [aria-current]', (b) => (b.textContent ?? '').replace(/^\d+\.(\.\.)?/, '').replace(/[!?]*,.*$/, '')).catch(() => 'start');
  const hash = () => page.evaluate(() => location.hash);
  const until = (/** @type {string} */ expression) => page.waitForFunction(expression, {timeout: 20000});

  check('first paint: the values of the empty board are in the page, without an answer', async () => {
    proxy.moods.delay = (path) => (path.startsWith('/api/') ? 60000 : 0);
    for (const [rules, words] of [['standard', 'Dark wins in 40 plies'], ['advanced', 'Draw'], ['advanced+min0+mayraise', 'Dark wins in 46 plies']]) {
      await page.goto('about:blank');
      await page.goto(`${proxy.url}#rules=${rules}`);
      await until(`document.querySelector('#verdict').textContent.endsWith('${words}')`);
      assert.match(await label('1b2'), /^1b2, empty, place here: best, (dark wins in \d+ plies|draw)$/);
      assert.equal((await page.$$('#levels .badge')).length, 16);
    }
  });

  check('a whole game against the computer by clicks', async () => {
    await open('#rules=children&dark=3');
    let last = '';
    for (let turn = 0; turn < 40; ++turn) {
      await settled();
      if (/has won/.test(await text('#verdict'))) break;
      const cell = await page.$eval('.cell.active', (element) => element.getAttribute('data-cell') ?? '');
      await click(cell);
      if (!(await page.$eval('#building', (element) => /** @type {HTMLElement} */ (element).hidden))) {
        await click(await page.$eval('.cell.active', (element) => element.getAttribute('data-cell') ?? ''));
      }
      const before = last;
      await page.waitForFunction((old) => location.hash !== old, {timeout: 20000}, before);
      last = await hash();
    }
    await settled();
    assert.match(await text('#verdict'), /(Light|Dark) has won/);
    assert.match(await text('#counts'), /over/);
    const made = await plies();
    assert.ok(made.length >= 16, `${made.length} plies`);
    await page.waitForFunction(() => !document.querySelector('.chart .point.open'), {timeout: 20000});
    const unknown = await page.$$eval('.chart title', (titles) => titles.filter((t) => /not known/.test(t.textContent ?? '')).length);
    assert.equal(unknown, 0, 'the last move, too, has its value');
  }, {needs: ['children']});

  check('undo against the computer takes back two plies, and none of it is lost', async () => {
    await open('#rules=children&dark=perfect');
    await click('1b2');
    await settled();
    await until(`document.querySelectorAll('#history .ply').length === 3`);
    await click(await page.$eval('.cell.active', (element) => element.getAttribute('data-cell') ?? ''));
    await until(`document.querySelectorAll('#history .ply').length === 5`);
    await settled();
    const made = await plies();
    await press('undo');
    assert.equal(await current(), made[1]);
    await press('undo');
    assert.equal(await page.$eval('#history [aria-current]', (b) => b.textContent), 'start');
    await press('undo');
    assert.deepEqual(await plies(), made, 'undo of the first move leaves the game as it is');
    await press('redo');
    await press('redo');
    assert.equal(await current(), made[3]);
    assert.match(await text('#turn-words'), /Light to move/);
  }, {needs: ['children']});

  check('undo while the computer thinks cancels its move', async () => {
    await open('#rules=children&dark=5');
    proxy.moods.delay = (path) => (path.includes('/play') ? 900 : 0);
    await click('1b2');
    await until(`/thinking/.test(document.querySelector('#turn-words').textContent)`);
    await page.keyboard.press('u');
    await until(`/Light to move/.test(document.querySelector('#turn-words').textContent)`);
    await new Promise((done) => setTimeout(done, 1600));
    assert.deepEqual(await plies(), ['1b2'], 'no move of the computer has come after the undo');
    assert.equal(await page.$eval('#history [aria-current]', (b) => b.textContent), 'start');
    await click('1a1');
    await until(`document.querySelectorAll('#history .ply').length === 4`);
    await settled();
    assert.match(await text('#turn-words'), /Light to move/);
  }, {needs: ['children']});

  check('the computer plays first, and both sides', async () => {
    await open('#rules=children');
    await page.select('#light', '2');
    await until(`document.querySelectorAll('#history .ply').length === 2`);
    await settled();
    await press('undo');
    assert.equal(await page.$eval('#history [aria-current]', (b) => b.textContent), 'start');
    assert.match(await text('#think'), /Let the computer move/);
    await page.select('#dark', 'perfect');
    await until(`document.querySelectorAll('#history .ply').length >= 5`);
    await press('think');
    await settled();
    const n = (await plies()).length;
    await new Promise((done) => setTimeout(done, 900));
    assert.equal((await plies()).length, n, 'stopped');
  }, {needs: ['children']});

  check('Back is undo, Forward redo, and a link opens the same view', async () => {
    await open('#rules=children');
    for (const cell of ['1b2', '1a1', '1c2']) {
      await click(cell);
      await settled();
    }
    assert.deepEqual(await plies(), ['1b2', '1a1', '1c2']);
    await page.evaluate(() => history.back());
    await until(`!location.hash.includes('1c2')`);
    await settled();
    assert.deepEqual(await plies(), ['1b2', '1a1']);
    await page.evaluate(() => history.forward());
    await until(`location.hash.includes('1c2')`);
    await page.evaluate(() => history.go(-3));
    await until(`!location.hash.includes('game')`);
    assert.equal(new URL(page.url()).pathname, '/', 'Back has not left the page');
    await page.evaluate(() => history.go(2));
    await until(`location.hash.includes('1a1')`);
    await click('1d1');
    await settled();
    await press('turn');
    const address = page.url();
    const seen = {verdict: await text('#verdict'), plies: await plies(), label: await label('1c3'), place: await page.$eval('[data-cell="1a1"]', (c) => c.getAttribute('transform'))};
    const other = await browser.browser.newPage();
    const old = page;
    page = other;
    await page.setViewport({width: 1280, height: 900});
    await page.goto(address);
    await settled();
    assert.deepEqual({verdict: await text('#verdict'), plies: await plies(), label: await label('1c3'), place: await page.$eval('[data-cell="1a1"]', (c) => c.getAttribute('transform'))}, seen);
    await old.close();
  }, {needs: ['children']});

  check('Back in a game against the computer leads to the own turn', async () => {
    await open('#rules=children&dark=1');
    await click('1b2');
    await until(`document.querySelectorAll('#history .ply').length === 3`);
    await settled();
    await page.evaluate(() => history.back());
    await until(`!location.hash.includes('game')`);
    await new Promise((done) => setTimeout(done, 900));
    assert.ok(!(await hash()).includes('game'), 'the computer does not answer a move that was taken back');
    assert.match(await text('#turn-words'), /Light to move/);
  }, {needs: ['children']});

  check('variations are kept, shown, and in the address', async () => {
    await open(`#rules=children&game=${GAME}`);
    await page.keyboard.press('u');
    await page.keyboard.press('u');
    await click('1d4');
    await settled();
    assert.match(await hash(), /1d1\(1d4\*\)\.1c1/);
    assert.match(await text('#history'), /\(.*1d4.*\)/);
    await press('promote');
    assert.match(await hash(), /1d4\*\(1d1\.1c1\)/);
    await press('remove');
    assert.ok(!(await hash()).includes('1d4'));
  }, {needs: ['children']});

  check('an editor session: nothing flips by itself, faults are said', async () => {
    await open(`#rules=children&game=${GAME}`);
    const before = await page.$$eval('#levels .cell', (cells) => cells.map((c) => (c.querySelector('.maple') ? 'L' : c.querySelector('.walnut') ? 'D' : '.')).join(''));
    await press('tab-edit');
    const shown = () => page.$$eval('#levels .cell', (cells) => cells.map((c) => (c.querySelector('.maple') ? 'L' : c.querySelector('.walnut') ? 'D' : '.')).join(''));
    const field = () => page.$eval('#edit-text', (input) => /** @type {HTMLInputElement} */ (input).value);
    assert.equal(await shown(), before);
    const start = await field();
    assert.ok(start.endsWith(' l'));
    await press('edit-swap');
    assert.equal(await field(), start.replace(/[LD]/g, (c) => (c === 'L' ? 'D' : 'L')), 'colours only; the side to move stays');
    await press('edit-swap');
    await press('edit-mirror');
    await press('edit-mirror');
    for (let i = 0; i < 4; ++i) await press('edit-rotate');
    assert.equal(await field(), start);
    await click('2a3');
    assert.match(await text('#edit-faults'), /2a3 has no support: .* (are|is) empty/);
    await press('edit-use');
    assert.match(await text('#verdict'), /Editing/, 'what is no position is not used');
    await click('2a3');
    assert.match(await text('#edit-faults'), /legal position/);
    await page.$eval('#edit-text', (input) => {
      /** @type {HTMLInputElement} */ (input).value = 'LD.Q............';
      input.dispatchEvent(new Event('input', {bubbles: true}));
    });
    assert.match(await text('#edit-faults'), /side to move is missing.*Unknown character 'Q' in column 4/);
    await page.$eval('#edit-text', (input) => {
      /** @type {HTMLInputElement} */ (input).value = 'LDLD.....L...... d';
      input.dispatchEvent(new Event('input', {bubbles: true}));
    });
    await press('edit-use');
    await settled();
    assert.match(await text('#turn-words'), /Dark to move/);
    assert.equal((await shown()).slice(0, 16), 'LDLD.....L......');
    assert.match(await hash(), /start=LDLD\.\.\.\.\.L\.\.\.\.\.\._d/);
    await page.evaluate(() => history.back());
    await until(`!location.hash.includes('start')`);
  }, {needs: ['children']});

  check('a puzzle: hidden until asked, a wrong move, the right one', async () => {
    const puzzles = await (await fetch(`${proxy.url}api/v1/puzzles`)).json();
    const list = puzzles.puzzles ?? puzzles;
    await open('#rules=children&tab=puzzles');
    if (list.length === 0) {
      await until(`/no puzzles/.test(document.querySelector('#puzzles').textContent)`);
      return;
    }
    await page.waitForSelector('.puzzle-list button');
    await page.$eval('.puzzle-list button', (b) => /** @type {HTMLElement} */ (b).click());
    await until(`/Find/.test(document.querySelector('#puzzles').textContent)`);
    assert.equal((await page.$$('#levels .badge')).length, 0, 'no value gives it away');
    assert.match(await text('#verdict'), /hidden/);
    assert.ok(!(await text('#puzzles')).includes('Solution'));
    await settled();
    const {best} = list[0];
    // A wrong move first: any cell that can be chosen and does not begin the solution.
    const wrong = await page.$$eval('.cell.active', (cells, first) => cells.map((c) => c.getAttribute('data-cell') ?? '').find((c) => !first.includes(c)) ?? '', best.map((/** @type {string} */ m) => m.split(/[-x]/)[0]));
    await click(wrong);
    for (let i = 0; i < 3 && !(await page.$eval('#building', (b) => /** @type {HTMLElement} */ (b).hidden)); ++i) {
      const finish = await page.$('#finish');
      if (finish) await press('finish');
      else await click(await page.$eval('.cell.active', (c) => c.getAttribute('data-cell') ?? ''));
    }
    await until(`/is not the move/.test(document.querySelector('#puzzles').textContent)`);
    await page.$$eval('#puzzles button', (buttons) => buttons.find((b) => b.textContent === 'Try again')?.click());
    await settled();
    await page.$$eval('#puzzles button', (buttons) => buttons.find((b) => b.textContent === 'Show the solution')?.click());
    await until(`/Solution/.test(document.querySelector('#puzzles').textContent)`);
    await settled();
    assert.ok((await text('#puzzles')).includes(best[0]));
    await page.keyboard.press(' ');
    await until(`/is right/.test(document.querySelector('#puzzles').textContent)`);
  }, {needs: ['children']});

  check('keyboard only: move, choose, best move, undo, redo, turn, help', async () => {
    await open('#rules=children');
    await page.keyboard.press('ArrowRight');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? document.activeElement?.id ?? '');
    assert.equal(await focused(), '1a1');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), '1b2');
    await page.keyboard.press('Enter');
    await settled();
    assert.deepEqual(await plies(), ['1b2']);
    assert.match(await text('#spoken'), /light played 1b2\. dark to move: dark wins in \d+ plies/i);
    assert.equal(await focused(), '1b2', 'the focus stays');
    for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowRight');
    assert.match(await focused(), /^2/, 'arrows go on to the next level');
    await page.keyboard.press(' ');
    await settled();
    assert.equal((await plies()).length, 2);
    await page.keyboard.press('u');
    assert.equal(await current(), '1b2');
    await page.keyboard.press('r');
    assert.notEqual(await current(), '1b2');
    await page.keyboard.press('f');
    assert.match(await hash(), /turn=1/);
    await page.keyboard.press('?');
    assert.ok(await page.$('dialog[open]'));
    await page.keyboard.press('u');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    assert.equal((await plies()).length, 2);
    await page.keyboard.press('v');
    assert.equal((await page.$$('#levels .badge')).length, 0);
    await page.focus('#tab-moves');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'tab-edit');
    await page.focus('#edit-text');
    await page.keyboard.type('u');
    assert.equal((await plies()).length, 2, 'a letter in a field is a letter');
  }, {needs: ['children']});

  check('recoveries cell by cell, with the value that each step leads to', async () => {
    const p = 'LLL.LL..DDD...../L........ l';
    await open(`#rules=standard&start=${p.replace(' ', '_')}`);
    const document_ = await (await fetch(`${proxy.url}api/v1/standard/position?p=${p.replace(' ', '_')}`)).json();
    await click('1c2');
    assert.match(await text('#building'), /completes a formation/);
    assert.equal((await page.$('#finish')), null, 'standard: something must be taken back');
    const active = () => page.$$eval('.cell.active', (cells) => cells.map((c) => c.getAttribute('data-cell')).sort());
    assert.deepEqual(await active(), ['1c1', '1c2', '2a1']);
    const best = document_.moves.filter((/** @type {any} */ m) => m.to === '1c2' && m.recovered.includes('2a1'))[0];
    const words = best.value === 'draw' ? 'draw' : `${best.result === 'win' ? 'light' : 'dark'} wins in ${best.plies + 1} pl`;
    assert.ok((await label('2a1')).includes(words), `${await label('2a1')} says ${words}`);
    await click('2a1');
    assert.deepEqual(await active(), ['1a1', '1a2', '1b1', '1b2', '1c1', '1c2']);
    assert.ok(await page.$('#finish'));
    await page.keyboard.press('Escape');
    assert.deepEqual(await plies(), []);
    await click('1c2');
    await click('2a1');
    await click('1a1');
    await settled();
    assert.deepEqual(await plies(), ['1c2x1a1x2a1']);
  }, {needs: ['standard']});

  check('a raise: the sphere shows its best value, and goes where one says', async () => {
    await open('#rules=standard&start=LLDLDDLDLDLD...._l');
    assert.match(await label('1b1'), /light, pick it up to raise it: best, light wins in 25 plies/);
    await click('1b1');
    assert.match(await text('#building'), /1b1 is picked up/);
    assert.match(await label('2a2'), /put it here: best, light wins in 25 plies/);
    await click('1b1');
    assert.ok(await page.$eval('#building', (b) => /** @type {HTMLElement} */ (b).hidden), 'a second click puts it back');
    await click('1b1');
    await click('2a2');
    await settled();
    assert.deepEqual(await plies(), ['1b1-2a2']);
    assert.match(await text('#verdict'), /Light wins in 24 plies/);
  }, {needs: ['standard']});

  check('all moves: grouped, best first, slowest loss first, each once, a won position offers wins', async () => {
    await open('#rules=standard&start=LLDLDDLDLDLD...._l');
    const groups = await page.$$eval('#moves .group', (sections) => sections.map((one) => ({
      title: one.querySelector('h3 span')?.textContent, small: one.querySelector('small')?.textContent,
      leads: [...one.querySelectorAll('li > .move')].map((b) => b.textContent ?? ''),
      moves: [...one.querySelectorAll('.move')].map((b) => b.getAttribute('data-move')),
    })));
    assert.equal(groups[0].title, 'Light wins');
    const number = (/** @type {string} */ words) => Number(/wins in (\d+) pl/.exec(words)?.[1]);
    assert.deepEqual(groups[0].leads.map(number), groups[0].leads.map(number).sort((a, b) => a - b));
    const losses = groups[groups.length - 1];
    assert.equal(losses.title, 'Dark wins');
    assert.deepEqual(losses.leads.map(number), losses.leads.map(number).sort((a, b) => b - a));
    const all = groups.flatMap((g) => g.moves);
    const document_ = await (await fetch(`${proxy.url}api/v1/standard/position?p=LLDLDDLDLDLD...._l`)).json();
    assert.equal(all.length, document_.moves.length);
    assert.equal(new Set(all).size, all.length);
    assert.match(await text('#counts'), new RegExp(`^${all.length} legal moves for light: \\d+ win, \\d+ draw, \\d+ lose$`));
    assert.match(await text('#verdict'), /Light wins in 25 plies/);
    await page.$eval('#moves .move', (b) => /** @type {HTMLElement} */ (b).click());
    await settled();
    assert.equal((await plies()).length, 1);
  }, {needs: ['standard']});

  check('1,265 moves in one list, quickly', async () => {
    await open(`#rules=advanced%2Bmin0&start=${MANY.replace(' ', '_')}`);
    assert.match(await text('#counts'), /^1265 legal moves/);
    assert.equal((await page.$$('#moves .move')).length, 1265);
    const draw = await page.evaluate(async () => {
      const began = performance.now();
      document.getElementById('values')?.click();
      document.getElementById('values')?.click();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - began;
    });
    assert.ok(draw < 1500, `${draw} ms to draw the list anew`);
    await page.$$eval('#moves .move', (buttons) => /** @type {HTMLElement} */ (buttons[1264]).click());
    await settled();
    assert.equal((await plies()).length, 1);
  }, {needs: ['advanced+min0']});

  check('rules switched in mid-game: the position stays', async () => {
    await open(`#rules=children&game=${GAME}`);
    await page.select('#rules', 'standard');
    await settled();
    assert.equal((await plies()).length, 8, 'the moves are legal there too');
    await open('#rules=children&game=1a1.1d4.1b1.1d3.1a2.1d2.1b2');
    await page.select('#rules', 'standard');
    await settled();
    assert.match(await text('#message'), /not legal under standard.*Ply 7/);
    assert.deepEqual(await plies(), []);
    assert.match(await hash(), /start=LL\.\.LL\.D\.\.\.D\.\.\.D_d/);
  }, {needs: ['children', 'standard']});

  check('the same position under every rule set, with the clause that differs', async () => {
    await open(`#rules=standard&game=${GAME}&tab=compare`);
    await until(`document.querySelectorAll('.compared li').length >= 2`);
    assert.match(await text('#compare'), /children[\s\S]*Differs: nothing is taken back \(clause 4\)/);
    await page.$$eval('.compared button', (buttons) => buttons.find((b) => b.getAttribute('aria-label') === 'Switch to children')?.click());
    await until(`location.hash.includes('rules=children')`);
    await until(`/children/.test(document.querySelector('.compared li.here')?.textContent)`);
    assert.equal((await plies()).length, 8);
  }, {needs: ['children', 'standard']});

  check('server stopped and started again: said, and Retry helps', async () => {
    allowFaults = true;
    await open('#rules=children');
    await proxy.stop();
    await click('1b2');
    await until(`/does not answer/.test(document.querySelector('#message').textContent)`);
    assert.match(await text('#verdict'), /No value/);
    await click('1a1');
    assert.deepEqual(await plies(), ['1b2', '1a1'], 'one can go on without values');
    await until(`!document.querySelector('#message').hidden`);
    await proxy.start();
    await press('retry');
    await settled();
    assert.match(await text('#verdict'), /wins in \d+ plies/);
    assert.ok(await page.$eval('#message', (m) => /** @type {HTMLElement} */ (m).hidden));
    proxy.moods.status = (path) => (path.includes('/play') ? 500 : 0);
    await page.select('#light', '1');
    await until(`/computer has not moved/.test(document.querySelector('#message').textContent)`);
    proxy.moods.status = () => 0;
    await press('retry');
    await until(`document.querySelectorAll('#history .ply').length === 4`);
  }, {needs: ['children']});

  check('a game that the server does not hold: its words are shown', async () => {
    allowFaults = true;
    proxy.moods.status = (path) => (path.includes('/position') ? 422 : 0);
    await page.goto(`${proxy.url}#rules=children&game=1b2`);
    await until(`/The server says: status 422/.test(document.querySelector('#message').textContent)`);
    assert.equal(await page.$('#retry'), null, 'asking again would not help');
  }, {needs: ['children']});

  check('a stale answer never lands on a newer position', async () => {
    await open('#rules=children');
    // The answer for the position after 1b2 comes late, the one after 1b2 1a1 at once.
    proxy.moods.delay = (path) => (path.includes('/position') && /p=\.\.\.\.\.L\.{10}_d/.test(path) ? 1500 : 0);
    await click('1b2');
    await page.waitForFunction(() => location.hash.includes('1b2'));
    await click('1a1');
    await settled();
    const words = await text('#verdict');
    const moves = await text('#counts');
    await new Promise((done) => setTimeout(done, 2000));
    assert.equal(await text('#verdict'), words);
    assert.equal(await text('#counts'), moves);
    assert.match(moves, /14 legal moves for light/);
    assert.match(await text('#turn-words'), /Light to move, ply 3/);
  }, {needs: ['children']});

  check('undo while an answer is awaited: nothing stays busy', async () => {
    await open('#rules=children');
    proxy.moods.delay = (path) => (path.includes('/position') ? 2500 : 0);
    await click('1b2');
    await until(`/Asking/.test(document.querySelector('#verdict').textContent)`);
    await page.keyboard.press('u');
    await settled();
    assert.match(await text('#verdict'), /Dark wins in 36 plies/);
  }, {needs: ['children']});

  check('looking about while the computer thinks does not stop it, and makes it move only when it should', async () => {
    await open('#rules=children&dark=2');
    proxy.moods.delay = (path) => (path.includes('/play') ? 1200 : 0);
    await click('1b2');
    await until(`/thinking/.test(document.querySelector('#turn-words').textContent)`);
    await press('tab-compare');
    await press('turn');
    await page.keyboard.press(' ');
    await until(`document.querySelectorAll('#history .ply').length === 3`);
    await settled();
    assert.equal((await plies()).length, 2, 'nobody has moved for the computer');
    await page.$$eval('#history .ply', (buttons) => /** @type {HTMLElement} */ (buttons[1]).click());
    await press('values');
    await new Promise((done) => setTimeout(done, 1800));
    assert.equal(await current(), '1b2', 'a position that one looks at is left alone');
  }, {needs: ['children']});

  check('a game that the server does not hold is named as such', async () => {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/')) request.respond({contentType: 'application/json', body: '{"games":[{"rules":"children"}]}'});
      else request.continue();
    });
    await page.goto(proxy.url);
    await until(`location.hash === '#rules=children'`);
    await until(`/first move only/.test(document.querySelector('#rules option[value=standard]').textContent)`);
  }, {needs: ['children']});

  check('slow answers: the page says that it asks', async () => {
    proxy.moods.delay = (path) => (path.includes('/position') ? 1200 : 0);
    await page.goto(`${proxy.url}#rules=children&game=1b2`);
    await until(`/Asking/.test(document.querySelector('#verdict').textContent)`);
    assert.ok(await page.$eval('#levels', (l) => l.hasAttribute('aria-busy')));
    await settled();
  }, {needs: ['children']});

  check('review of a pasted game', async () => {
    await open('#rules=children&tab=review');
    const fill = async (/** @type {string} */ game) => {
      await page.$eval('#review-text', (area, value) => {
        /** @type {HTMLTextAreaElement} */ (area).value = value;
      }, game);
      await page.$eval('#review-form', (form) => /** @type {HTMLFormElement} */ (form).requestSubmit());
    };
    await fill('1. 1b2 1b2');
    await until(`/Ply 2: 1b2 is not legal: 1b2 is occupied/.test(document.querySelector('#review-error').textContent)`);
    await fill('rules standard\n1. 1b2 1a1 {a comment} 2. 1c2 1b3 3. 1c3 1b1, 1d1 1c1');
    await until(`document.querySelectorAll('#review table').length === 1`);
    await settled();
    assert.equal((await plies()).length, 8);
    assert.match(await hash(), /rules=standard/);
    assert.equal(await page.$eval('#review-error', (e) => e.textContent), '');
    await until(`document.querySelectorAll('#history .mark').length === document.querySelectorAll('.notable b').length`);
    const marks = await page.$$eval('#history .ply', (b) => b.map((x) => x.querySelector('.mark')?.textContent ?? '').filter(Boolean));
    const notable = await page.$$eval('.notable b', (b) => b.map((x) => (x.textContent ?? '').split(' ').pop() ?? ''));
    assert.deepEqual(marks, notable, 'the marks of the page are those of the server');
    await page.$eval('.notable button', (b) => /** @type {HTMLElement} */ (b).click());
    assert.ok((await hash()).includes('*'));
  }, {needs: ['children', 'standard']});

  check('answers: verdicts, map of first moves, links into the board', async () => {
    await open('#rules=advanced&page=answers').catch(() => {});
    await page.waitForSelector('.answer');
    const words = await text('#answers');
    for (const title of ['Who wins?', 'Which first move?', 'Does it end?', 'When is it decided?', 'Must I take back?']) assert.ok(words.includes(title), title);
    assert.match(words, /dark wins in 46 plies/);
    assert.equal((await page.$$('.first-moves .badge')).length, 16);
    await page.select('#rules', 'children');
    await until(`/Under children, dark wins/.test(document.querySelector('#answers').textContent)`);
    await page.$$eval('#answers a', (links) => links.find((a) => /perfect game/.test(a.textContent ?? ''))?.click());
    await until(`document.querySelectorAll('#history .ply').length === 37`);
    await settled();
    assert.match(await text('#verdict'), /Dark has won/);
  }, {needs: ['children']});

  check('a damaged address is said, and leaves a page that works', async () => {
    await open('#rules=children&game=1b2.1b2&turn=7');
    assert.match(await text('#message'), /Ply 2: 1b2 is not legal/);
    await click('1a1');
    assert.deepEqual(await plies(), ['1a1']);
  }, {needs: ['children']});

  check('motion shows where a sphere went; none for who prefers none', async () => {
    await open('#rules=children');
    await page.evaluate(() => {
      const seen = /** @type {any} */ (window);
      seen.flights = 0;
      new MutationObserver((changes) => changes.forEach((c) => c.addedNodes.forEach((n) => {
        if (n instanceof Element && n.classList.contains('flying')) ++seen.flights;
      }))).observe(document.body, {childList: true});
    });
    await click('1b2');
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).flights), 1);
    await page.waitForFunction(() => !document.querySelector('.flying'));
    const still = await page.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]).then(() => true, () => false);
    if (!still || !(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches))) return;
    await click('1a1');
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).flights), 1);
  }, {needs: ['children']});

  check('from 360 px on: nothing overflows, targets of 40 px', async () => {
    for (const width of [360, 768, 1440, 2200]) {
      await page.setViewport({width, height: 800});
      for (const view of [`#rules=children&game=${GAME}`, '#rules=children&page=answers', '#rules=children&tab=edit']) {
        await page.goto('about:blank');
        await page.goto(proxy.url + view);
        await new Promise((done) => setTimeout(done, 300));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${view} at ${width}: ${wide} px too wide`);
        const small = await page.evaluate(() => [...document.querySelectorAll('button, select, summary, input, textarea, .cell .touch')]
          .filter((e) => e.getClientRects().length > 0)
          .map((e) => ({box: e.getBoundingClientRect(), what: e.outerHTML.slice(0, 90)}))
          .filter(({box}) => Math.min(box.width, box.height) < 39.9).map(({box, what}) => `${box.width}x${box.height} ${what}`));
        assert.deepEqual(small, [], `${view} at ${width}`);
      }
    }
  }, {needs: ['children']});

  check('axe-core finds nothing, light and dark, wide and narrow', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const theme of ['light', 'dark']) {
      for (const view of [`#rules=children&game=${GAME}`, '#rules=children&tab=edit', '#rules=children&tab=review', '#rules=children&tab=puzzles',
        '#rules=children&tab=compare', '#rules=children&page=answers', 'help']) {
        await page.setViewport({width: view.includes('edit') ? 360 : 1280, height: 900});
        await page.goto('about:blank');
        await page.goto(proxy.url + (view === 'help' ? '#rules=children' : view));
        await page.evaluate((t) => (document.documentElement.dataset.theme = t), theme);
        await new Promise((done) => setTimeout(done, 500));
        if (view === 'help') await press('open-help');
        // The page's policy forbids inline scripts; the driver's own evaluation does not count.
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
          const result = await /** @type {any} */ (window).axe.run(document, {resultTypes: ['violations']});
          return result.violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => `${n.target.join(' ')} ${n.any.map((/** @type {any} */ a) => a.message).join(' ')}`).join('; ')}`);
        });
        assert.deepEqual(found, [], `${view}, ${theme}`);
      }
    }
  }, {needs: ['children']});
}
