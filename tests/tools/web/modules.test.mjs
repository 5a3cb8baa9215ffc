// The modules of the page that need no browser.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readFileSync, readdirSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {test} from 'node:test';

import {formatAddress, freshView, parseAddress} from '../../../tools/web/address.js';
import {NOTHING, choices, choose, provisional} from '../../../tools/web/build.js';
import {FIRST} from '../../../tools/web/first.js';
import {EMPTY, RULE_SETS, cellByName, cellName, formatPosition, legalMoves, parsePosition, parseRules} from '../../../tools/web/rules.js';
import {SourceError, cached, httpSource, isAbort} from '../../../tools/web/source.js';
import {Tree} from '../../../tools/web/tree.js';
import {compareValues, groupMoves, markOf, signOf, valueOfMove, wordsOf} from '../../../tools/web/values.js';

/** @typedef {import('../../../tools/web/values.js').MoveDocument} MoveDocument */

const PAGE = new URL('../../../tools/web/', import.meta.url);
const STANDARD = parseRules('standard');
const START = formatPosition(EMPTY);

/** A move with a made-up value of the position after it. @param {string} move @param {any} value @param {number | null} plies @param {string | null} [same_as]
 * @returns {MoveDocument} */
const made = (move, value, plies, same_as = null) => ({
  move, kind: 'place', to: move, from: null, recovered: [], result: 'unknown', plies_left: null, position: '', value, plies, same_as,
});
/** @param {MoveDocument[]} moves @returns {any} */
const documentWith = (moves) => ({rules: 'standard', position: START, mover: 'light', over: false, value: 'win', plies: 1, winner: 'light', moves});

/** Every legal move as a document whose values differ: the checks of choices need an order. @param {string} text @param {string} rules */
function documentsOf(text, rules) {
  const p = parsePosition(text);
  return legalMoves(p, parseRules(rules)).map((move, i) => /** @type {MoveDocument} */ ({
    ...made(move.text, 'loss', 2 * i), to: cellName(move.to), from: move.from < 0 ? null : cellName(move.from), kind: move.kind, recovered: move.recovered.map(cellName),
  }));
}

test('values: a best move of a won position is a win, plies count the move', () => {
  const best = made('1a1', 'loss', 0);
  assert.deepEqual(valueOfMove(best), {outcome: 'win', plies: 1});
  assert.equal(signOf(valueOfMove(best)), '+1');
  assert.equal(wordsOf(valueOfMove(best), 'd'), 'dark wins in 1 ply');
  assert.equal(wordsOf({outcome: 'loss', plies: 24}, 'l'), 'dark wins in 24 plies');
  assert.equal(wordsOf({outcome: 'loss', plies: 0}, 'l'), 'dark has won');
  assert.equal(signOf({outcome: 'draw', plies: null}), '=');
  assert.equal(signOf({outcome: 'loss', plies: 24}), '\u221224');
});

test('values: fast wins first, then draws, then slow losses; each move once', () => {
  const moves = [made('1a1', 'win', 5), made('1b1', 'win', 9), made('1c1', 'draw', null), made('1d1', 'loss', 8), made('1a2', 'loss', 2), made('1b2', 'win', 9, '1b1')];
  const groups = groupMoves(moves);
  assert.deepEqual(groups.map((g) => [g.outcome, g.count, g.classes.map((c) => c.lead.move)]),
    [['win', 2, ['1a2', '1d1']], ['draw', 1, ['1c1']], ['loss', 3, ['1b1', '1a1']]]);
  assert.deepEqual(groups[2].classes[0].same.map((m) => m.move), ['1b2']);
  const listed = groups.flatMap((g) => g.classes.flatMap((c) => [c.lead, ...c.same]));
  assert.equal(new Set(listed).size, moves.length);
});

test('values: a lead that comes later in the list does not lose its twin', () => {
  const groups = groupMoves([made('1b1', 'win', 3, '1a1'), made('1a1', 'win', 3)]);
  assert.equal(groups[0].count, 2);
});

test('values: marks', () => {
  const mark = (/** @type {MoveDocument[]} */ moves) => markOf(documentWith(moves), '1a1');
  assert.equal(mark([made('1a1', 'win', 3), made('1b1', 'loss', 2)]), '??');
  assert.equal(mark([made('1a1', 'draw', null), made('1b1', 'loss', 2)]), '?');
  assert.equal(mark([made('1a1', 'win', 3), made('1b1', 'draw', null)]), '?');
  assert.equal(mark([made('1a1', 'loss', 12), made('1b1', 'loss', 2)]), '?!');
  assert.equal(mark([made('1a1', 'loss', 10), made('1b1', 'loss', 2)]), '');
  assert.equal(mark([made('1a1', 'win', 3), made('1b1', 'win', 13)]), '?!');
  assert.equal(mark([made('1a1', 'loss', 2), made('1b1', 'win', 3)]), '!');
  assert.equal(mark([made('1a1', 'loss', 2)]), '');
  assert.equal(mark([made('1a1', 'win', 5), made('1b1', 'win', 3)]), '');
  assert.equal(mark([made('1a1', 'unknown', null), made('1b1', 'win', 3)]), '');
});

test('building: every legal move can be clicked together, nothing else, in many positions', () => {
  for (const [text, rules] of [
    ['LL..L...D..DD..D l', 'standard'], ['LL..L...D..DD..D l', 'standard+min0'], ['LLLDLLLDDDDDLDLD/L.L.L.... l', 'standard'],
    ['LLDLDDLDLDLD.... l', 'standard'], ['LLL.DD.DD....... l', 'advanced'], ['LLDDLLDDDDLLDDLL/LL.L..... l', 'advanced+min0'],
  ]) {
    const p = parsePosition(text);
    const moves = documentsOf(text, rules);
    const reached = new Set();
    /** @param {import('../../../tools/web/build.js').Partial} partial */
    const walk = (partial) => {
      const {next, done} = choices(p, moves, partial);
      if (done) reached.add(done.move);
      assert.ok(done || next.size > 0, `a dead end in ${text}`);
      for (const [cell, best] of next) {
        const chosen = choose(p, moves, partial, cell);
        const after = choices(p, moves, chosen);
        const within = [after.done, ...after.next.values()].filter((m) => m !== null);
        assert.ok(within.some((m) => m.move === best.move), `${text}: ${cellName(cell)} shows a value that it does not lead to`);
        walk(chosen);
      }
    };
    walk(NOTHING);
    assert.deepEqual([...reached].sort(), moves.map((m) => m.move).sort(), text);
  }
});

test('building: the second sphere appears when the first, which rested on it, is taken', () => {
  const text = 'LLL.LL..DDD...../L........ l';
  const p = parsePosition(text);
  const moves = documentsOf(text, 'standard');
  const at = (/** @type {string} */ name) => cellByName(name);
  const names = (/** @type {import('../../../tools/web/build.js').Partial} */ partial) => [...choices(p, moves, partial).next.keys()].map(cellName).sort();
  const placed = choose(p, moves, NOTHING, at('1c2'));
  assert.ok(provisional(p, placed).light & (1 << at('1c2')));
  assert.equal(choices(p, moves, placed).done, null, 'at least one must be taken back');
  assert.deepEqual(names(placed), ['1c1', '1c2', '2a1']);
  const taken = choose(p, moves, placed, at('2a1'));
  assert.deepEqual(names(taken), ['1a1', '1a2', '1b1', '1b2', '1c1', '1c2']);
  assert.equal(choices(p, moves, taken).done?.move, '1c2x2a1');
});

test('tree: variations are kept, redo follows the way one came', () => {
  const tree = new Tree(START);
  for (const move of ['1b2', '1a1', '1c2']) tree.play(move, STANDARD);
  tree.go(/** @type {any} */ (tree.current.parent));
  tree.play('1d1', STANDARD);
  tree.play('1d2', STANDARD);
  assert.equal(tree.toText(), '1b2.1a1.1c2(1d1.1d2*)');
  const again = Tree.fromText(START, tree.toText(), STANDARD);
  assert.equal(again.toText(), tree.toText());
  assert.equal(again.current.position, tree.current.position);
  again.go(again.root);
  assert.deepEqual(again.line().slice(1).map((n) => n.move), ['1b2', '1a1', '1d1', '1d2']);
  assert.equal(again.toText(), '*1b2.1a1.1c2(1d1.1d2)');
  again.go(again.line()[4]);
  again.promote(again.current);
  assert.equal(again.toText(), '1b2.1a1.1d1(1c2).1d2*');
  again.remove(again.line()[3]);
  assert.equal(again.toText(), '1b2.1a1*.1c2');
  const deep = '1b2(1a1.1c1(1b1.1c2)).1a1(1d1*.1c1).1c2';
  assert.equal(Tree.fromText(START, deep, STANDARD).toText(), deep);
});

test('tree: a wrong text names ply and reason', () => {
  assert.throws(() => Tree.fromText(START, '1b2.1b2', STANDARD), /Ply 2: 1b2 is not legal: 1b2 is occupied/);
  for (const bad of ['(1b2)', '1b2)', '1b2(1a1']) assert.throws(() => Tree.fromText(START, bad, STANDARD));
});

test('address: what is written is read, what is wrong is named', () => {
  const view = freshView();
  assert.equal(formatAddress(view), 'rules=standard');
  Object.assign(view, {rules: 'standard+min0', tab: 'compare', turn: 3, values: false, light: '7', dark: 'perfect', puzzle: 2});
  view.tree = Tree.fromText('L............... d', '1b1.1c1(1d1*)', parseRules('standard+min0'));
  const text = formatAddress(view);
  const back = parseAddress(`#${text}`);
  assert.deepEqual(back.faults, []);
  assert.equal(formatAddress(back.view), text);
  assert.ok(!/[^\x21-\x7e]/.test(text), text);
  const wrong = parseAddress('#rules=chess&start=QQ&game=1b2.1b2&tab=none&turn=9&light=13&%E0');
  assert.equal(wrong.faults.length, 6);
  assert.equal(wrong.view.rules, 'standard');
});

test('first.js and answers.json are what data/results gives', () => {
  const run = spawnSync('python3', [new URL('../../../scripts/web_data.py', import.meta.url).pathname, '--check'], {encoding: 'utf8'});
  assert.equal(run.status, 0, run.stderr);
  assert.deepEqual(Object.keys(FIRST).sort(), [...RULE_SETS].sort());
  for (const name of RULE_SETS) {
    const legal = legalMoves(EMPTY, parseRules(name));
    assert.deepEqual(FIRST[name].moves.map(([move]) => move).sort(), legal.map((m) => m.text).sort());
    // The value of the empty board is that of its best move.
    const best = FIRST[name].moves.map(([move, value, plies]) => valueOfMove(made(move, value, plies))).sort(compareValues)[0];
    assert.deepEqual(best, {outcome: FIRST[name].value, plies: FIRST[name].plies});
  }
});

test('the page is small, flat, and asks nobody else', () => {
  let bytes = 0;
  for (const name of readdirSync(PAGE)) {
    const file = new URL(name, PAGE);
    assert.ok(statSync(file).isFile(), `${name} is a file`);
    bytes += statSync(file).size;
    const text = readFileSync(file, 'utf8').replaceAll('http://www.w3.org/2000/svg', '');
    assert.ok(!/https?:\/\//.test(text), `${name} names another host`);
    if (name.endsWith('.html')) {
      assert.ok(!/<script(?![^>]*src=)/.test(text) && !/ style=| on[a-z]+=/.test(text), 'inline script or style');
    }
    if (name.endsWith('.js')) assert.ok(!/innerHTML|outerHTML|insertAdjacentHTML|eval\(|setAttribute\('style'/.test(text), name);
  }
  assert.ok(bytes < 300000, `${bytes} bytes`);
});

// The source of values

/** @param {import('node:http').RequestListener} answer @param {(url: string) => Promise<void>} use */
async function withServer(answer, use) {
  const server = createServer(answer);
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
  try {
    await use(`http://127.0.0.1:${/** @type {any} */ (server.address()).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const answerFor = (/** @type {string} */ p) => JSON.stringify(/** @type {any} */ ({...documentWith([]), position: p}));

test('source: plus and space in addresses, equal questions share a request, answers are kept', async () => {
  /** @type {string[]} */
  const asked = [];
  await withServer((request, response) => {
    asked.push(request.url ?? '');
    setTimeout(() => response.end(answerFor('x')), 20);
  }, async (url) => {
    const source = cached(httpSource(url), 2);
    await Promise.all([source.position('standard+min0', 'L............... d'), source.position('standard+min0', 'L............... d')]);
    assert.deepEqual(asked, ['/api/v1/standard%2Bmin0/position?p=L..............._d']);
    await source.position('standard+min0', 'L............... d');
    assert.equal(asked.length, 1);
    await source.position('standard', 'b');
    await source.position('standard', 'c');
    assert.equal(source.known('standard+min0', 'L............... d'), null, 'the oldest of three is forgotten');
    assert.ok(source.known('standard', 'c'));
  });
});

test('source: a request ends only when the last one who waits has left', async () => {
  let closed = 0;
  await withServer((request, response) => {
    request.on('close', () => (closed += 1));
    setTimeout(() => response.end(answerFor('x')), 150);
  }, async (url) => {
    const source = cached(httpSource(url));
    const one = new AbortController();
    const two = new AbortController();
    const first = source.position('standard', 'x', one.signal);
    const second = source.position('standard', 'x', two.signal);
    one.abort();
    await assert.rejects(first, isAbort);
    assert.equal((await second).position, 'x');
    const third = source.position('standard', 'y', one.signal);
    await assert.rejects(third, isAbort, 'an aborted signal asks nothing');
    const late = new AbortController();
    const fourth = source.position('standard', 'z', late.signal);
    setTimeout(() => late.abort(), 30);
    await assert.rejects(fourth, isAbort);
    assert.equal(source.known('standard', 'z'), null);
  });
  assert.ok(closed >= 1);
});

test('source: every failure is a plain sentence', async () => {
  const cases = /** @type {[number, Record<string, string>, string, RegExp, boolean][]} */ ([
    [400, {}, '{"error":{"code":"bad_position","message":"unknown character"}}', /The server says: unknown character/, false],
    [404, {}, 'not json', /status 404/, false],
    [429, {'Retry-After': '7'}, '{}', /status 429/, true],
    [500, {}, '{"error":{"message":"a damaged block"}}', /a damaged block/, true],
    [200, {}, '<html>', /does not understand/, true],
    [200, {}, '{"moves":1}', /does not understand/, true],
  ]);
  for (const [status, headers, body, words, passing] of cases) {
    await withServer((_, response) => {
      response.writeHead(status, headers);
      response.end(body);
    }, async (url) => {
      await assert.rejects(cached(httpSource(url)).position('standard', 'x'), (/** @type {SourceError} */ error) => {
        assert.match(error.message, words);
        assert.equal(error.passing, passing, body);
        if (status === 429) assert.equal(error.retryAfter, 7);
        return true;
      });
    });
  }
  await assert.rejects(httpSource('http://127.0.0.1:9/').games(), /The server does not answer/);
});
