// The page of answers: who wins, which first move, does it end, when is it decided, must one take
// back. Its figures stand in answers.json, which scripts/web_data.py makes from data/results.

import {grouped, h, put, s} from './dom.js';
import {FIRST} from './first.js';
import {CELLS, cellByName} from './rules.js';
import {badge, inlineBadge} from './sphere.js';
import {wordsOf} from './values.js';

/**
 * @typedef {import('./values.js').Outcome} Outcome
 * @typedef {object} Answer
 * @property {string} rules
 * @property {Outcome} value
 * @property {number | null} plies
 * @property {'light' | 'dark' | null} winner
 * @property {{win: number, loss: number, draw: number, total: number}} counts
 * @property {number} longest
 * @property {string[]} line
 * @property {string} line_end
 * @property {{plies: number, position: string}} farthest
 * @property {{counts: {win: number, loss: number, draw: number, total: number}, moves: {mean: number, most: number}, one_winning_move: number,
 *   zugzwang: number, longest_win: {plies: number, position: string}, by_spheres: number[][]}} reachable
 * @typedef {{games: Answer[], must_recover: {first: string, second: string, positions: number, differ: number}}} Answers
 */

const OPPOSITE = /** @type {Record<string, Outcome>} */ ({win: 'loss', loss: 'win', draw: 'draw', unknown: 'unknown'});
const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(share < 0.01 ? 2 : 1)}%`;

/** The first moves of a rule set on a small board. @param {string} rules @returns {SVGSVGElement} */
function firstMoves(rules) {
  const game = FIRST[rules];
  const values = game.moves.map(([move, value, plies]) => ({cell: cellByName(move), value: {outcome: OPPOSITE[value], plies: plies === null ? null : plies + 1}}));
  const words = values.map(({cell, value}) => `${game.moves.find(([move]) => cellByName(move) === cell)?.[0]} ${wordsOf(value, 'l')}`);
  const best = game.value === 'draw' ? (/** @type {Outcome} */ o) => o === 'draw' : () => false;
  const longest = Math.max(...values.map(({value}) => (value.outcome === 'loss' ? value.plies ?? 0 : 0)));
  return s('svg', {viewBox: '0 0 440 440', class: 'first-moves', role: 'img', 'aria-label': `First moves under ${rules}: ${words.join(', ')}`},
    s('image', {href: 'board.svg', width: 440, height: 440, preserveAspectRatio: 'xMidYMid slice'}),
    ...values.map(({cell, value}) => {
      const {column, row} = CELLS[cell];
      const top = best(value.outcome) || (game.value === 'loss' && value.plies === longest);
      return s('g', {transform: `translate(${20 + 100 * (column + 0.5)} ${20 + 100 * (3.5 - row)})`},
        s('circle', {r: 46, fill: 'url(#dimple)'}), badge(value, 33, top));
    }));
}

/** Shares of won, drawn and lost positions by spheres on the board. @param {Answer} game */
function decided(game) {
  const rows = game.reachable.by_spheres;
  const x = (/** @type {number} */ spheres) => 40 + spheres * 18;
  const y = (/** @type {number} */ share) => 10 + share * 150;
  return s('svg', {viewBox: '0 0 620 200', class: 'shares', role: 'img',
    'aria-label': `Shares of won, drawn and lost positions by spheres on the board under ${game.rules}. With 10 spheres ${percent(rows[10][1])} are won for the side to move, with 20 ${percent(rows[20][1])}.`},
    ...rows.flatMap(([spheres, win, draw, loss]) => [
      s('rect', {x: x(spheres), y: y(0), width: 16, height: win * 150, class: 'win'}),
      s('rect', {x: x(spheres), y: y(win), width: 16, height: draw * 150, class: 'draw'}),
      s('rect', {x: x(spheres), y: y(win + draw), width: 16, height: loss * 150, class: 'loss'}),
      spheres % 5 === 0 ? s('text', {x: x(spheres) + 8, y: 178, 'text-anchor': 'middle'}, String(spheres)) : s('g'),
    ]),
    s('text', {x: 0, y: 22}, 'won'), s('text', {x: 0, y: 158}, 'lost'), s('text', {x: 320, y: 196, 'text-anchor': 'middle'}, 'spheres on the board'));
}

/** @param {HTMLElement} root @param {Answers} answers @param {string} rules */
export function drawAnswers(root, answers, rules) {
  const link = (/** @type {Record<string, string>} */ fields, /** @type {string} */ text) =>
    h('a', {href: `#${Object.entries(fields).map(([key, value]) => `${key}=${value}`).join('&')}`}, text);
  const game = answers.games.find((one) => one.rules === rules) ?? answers.games[0];
  const name = game.rules;
  const {reachable} = game;
  const must = answers.must_recover;
  const by = (/** @type {string} */ one) => answers.games.find((g) => g.rules === one);
  const section = (/** @type {string} */ title, /** @type {(Node | string | null)[]} */ ...children) => h('section', {class: 'answer'}, h('h3', {}, title), ...children);
  const verdict = (/** @type {Answer | undefined} */ one) => (one ? wordsOf({outcome: one.value, plies: one.plies}, 'l') : 'not known');
  const best = reachable.by_spheres.reduce((a, b) => (b[4] > a[4] && b[0] <= 24 ? b : a));
  put(root,
    section('Who wins?',
      h('p', {class: 'big'}, game.winner ? `Under ${name}, ${game.winner} wins.` : `Under ${name}, nobody does: it is a draw.`),
      h('p', {}, game.winner ? `Light moves first, and with perfect play from both sides ${game.winner} wins in ${game.plies} plies (a ply is one move of one side).`
        : 'With perfect play from both sides neither can force the other, and the game goes round for ever.'),
      h('p', {class: 'note'}, 'All positions of each game, counted as won, lost or drawn for the side to move:'),
      h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Verdicts of all rule sets'}, h('table', {},
        h('thead', {}, h('tr', {}, ...['rule set', 'from the empty board', 'positions won', 'lost', 'drawn', 'longest win or loss'].map((t) => h('th', {scope: 'col'}, t)))),
        h('tbody', {}, ...answers.games.map((one) => h('tr', {class: one.rules === name ? 'here' : ''},
          h('th', {scope: 'row'}, link({rules: one.rules, page: 'answers'}, one.rules)), h('td', {}, verdict(one)),
          h('td', {class: 'n'}, grouped(one.counts.win)), h('td', {class: 'n'}, grouped(one.counts.loss)), h('td', {class: 'n'}, grouped(one.counts.draw)), h('td', {class: 'n'}, `${one.longest} plies`))))))),
    section('Which first move?',
      h('div', {class: 'beside'}, firstMoves(name), h('div', {},
        h('p', {}, `Each cell shows what light's first move there leads to under ${name}. ${game.winner === 'dark'
          ? 'All of them lose; the ringed ones resist longest.' : 'The ringed ones keep the draw.'}`),
        h('p', {class: 'legend'}, ...(/** @type {Outcome[]} */ (['win', 'draw', 'loss'])).map((outcome) => h('span', {}, inlineBadge({outcome, plies: outcome === 'draw' ? null : 9}),
          {win: 'the side that moves wins in 9 plies', draw: 'a draw', loss: 'it loses in 9 plies'}[/** @type {'win' | 'draw' | 'loss'} */ (outcome)]))),
        h('p', {}, link({rules: name}, 'Explore from the empty board'), '; ',
          link({rules: name, game: game.line.join('.') + ''}, `walk through ${game.winner ? 'a perfect game' : 'a perfect game up to its repetition'} (${game.line.length} plies)`), '.')))),
    section('Does it end?',
      h('p', {}, game.counts.draw === 0
        ? 'Always. Without recoveries every move adds a sphere to the pyramid or lifts one higher, so no position ever comes back, and no position is a draw.'
        : `Not always: spheres that are taken back can bring a position round again. ${percent(reachable.counts.draw / reachable.counts.total)} of the ${grouped(reachable.counts.total)} positions that can arise are draws by endless play.`),
      h('p', {}, `The longest forced win takes ${reachable.longest_win.plies} plies: `,
        link({rules: name, start: reachable.longest_win.position.replace(' ', '_')}, 'see it on the board'),
        `. The position farthest from the empty board is ${game.farthest.plies} plies away: `,
        link({rules: name, start: game.farthest.position.replace(' ', '_')}, 'look at it'), '.')),
    section('When is it decided?',
      h('p', {}, game.winner ? 'For perfect players before the first move. For people never so early: ' : 'Between perfect players never. For people soon: ',
        `there are ${reachable.moves.mean.toFixed(1)} moves on average (${grouped(reachable.moves.most)} at most), and in ${percent(reachable.one_winning_move)} of the won positions exactly one of them wins. ` +
        `Among positions with up to 24 spheres that share is highest with ${best[0]}: ${percent(best[4])}.`),
      decided(game),
      h('p', {}, `In ${percent(reachable.zugzwang)} of the lost positions whoever moves loses: the side to move would win if it could pass.`)),
    section('Must I take back?',
      h('p', {}, `In the standard game the answer changes nothing at the start: ${verdict(by('standard'))} either way. In the advanced game it decides. ` +
        `Where one may take nothing back, ${verdict(by('advanced+min0'))}; where one must, as the maker's leaflet says, the game is a ${by('advanced')?.value === 'draw' ? 'draw' : 'decided one'}.`),
      h('p', {}, `${must.first} and ${must.second} disagree about the outcome of ${grouped(must.differ)} of ${grouped(must.positions)} positions that can arise (${percent(must.differ / must.positions)}). `,
        link({rules: must.first, tab: 'compare'}, 'Compare the rule sets on the board'), '.'),
      h('p', {class: 'note'}, `All figures are exact. They come from complete solutions of the ten games.`)));
}
