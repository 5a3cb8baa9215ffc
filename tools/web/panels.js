// What the panels beside the board show: the review of a game, puzzles, and the same position under
// every rule set. Each function draws into an element and leaves all decisions to its caller.

import {h, put} from './dom.js';
import {parseRules, sideName} from './rules.js';
import {inlineBadge} from './sphere.js';
import {MARK_WORDS, bestMove, compareValues, pliesText, valueOf, valueOfMove, wordsOf} from './values.js';

/**
 * @typedef {import('./source.js').Review} Review
 * @typedef {import('./source.js').ReviewedSide} ReviewedSide
 * @typedef {import('./source.js').Puzzle} Puzzle
 * @typedef {import('./values.js').PositionDocument} PositionDocument
 */

/** @param {ReviewedSide} side */
function marksOf(side) {
  return side.marks ?? side;
}

/** @param {HTMLElement} root @param {Review} review @param {(ply: number) => void} onGo  goes to the position before that ply */
export function drawReview(root, review, onGo) {
  const marks = /** @type {const} */ (['??', '?', '?!', '!']);
  const row = (/** @type {string} */ name, /** @type {ReviewedSide} */ side) => h('tr', {},
    h('th', {scope: 'row'}, name),
    ...marks.map((mark) => h('td', {}, String(marksOf(side)[mark] ?? 0))),
    h('td', {}, side.kept === null || side.kept === undefined ? '–' : `${Math.round(side.kept * 100)}%`));
  const notable = review.moves.filter((move) => move.mark !== '');
  put(root,
    h('p', {class: 'verdict'}, review.decided_at === null || review.decided_at === undefined
      ? 'The outcome was never settled by a mistake.'
      : review.decided_at === 0 ? 'The outcome never changed from the first position on.'
        : `The outcome was settled by ply ${review.decided_at}: it never changed after it.`),
    h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Marks of both sides'}, h('table', {},
      h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, 'Side'),
        ...marks.map((mark) => h('th', {scope: 'col', title: MARK_WORDS[mark]}, mark)), h('th', {scope: 'col', title: 'share of moves that kept the outcome'}, 'kept'))),
      h('tbody', {}, row('Light', review.light), row('Dark', review.dark)))),
    notable.length === 0 ? h('p', {class: 'note'}, 'No move earned a mark.') : h('ol', {class: 'notable'}, ...notable.map((move) => {
      const side = move.side === 'light' ? 'l' : 'd';
      return h('li', {}, h('button', {type: 'button', onclick: () => onGo(move.ply)},
        h('b', {}, `${move.ply}. ${sideName(side)} ${move.move} ${move.mark}`),
        h('span', {}, move.mark === '!' ? 'The only move that keeps the outcome.'
          : `${wordsOf({outcome: move.result, plies: null}, side)}; ${move.best.length === 1 ? 'the best move was' : 'the best moves were'} ${move.best.slice(0, 4).join(', ')}` +
            `${move.best.length > 4 ? ` and ${move.best.length - 4} more` : ''}: ${wordsOf({outcome: move.best_result, plies: null}, side)}.`)));
    })));
}

/** What a puzzle asks for. @param {Puzzle} puzzle */
export function puzzleTask(puzzle) {
  const side = puzzle.position.endsWith('d') ? 'Dark' : 'Light';
  if (puzzle.value === 'win') return `${side} to move wins${puzzle.plies ? ` in ${pliesText(puzzle.plies)}` : ''}. Find the move.`;
  if (puzzle.value === 'draw') return `${side} to move holds a draw. Find the move.`;
  return `${side} to move is lost. Find what resists longest${puzzle.plies ? `: ${pliesText(puzzle.plies)}` : ''}.`;
}

/**
 * @typedef {object} PuzzleState
 * @property {Puzzle[]} puzzles
 * @property {number} open       -1 for none
 * @property {string | null} tried
 * @property {boolean} shown     is the solution shown?
 */

/** @param {HTMLElement} root @param {PuzzleState} state
 * @param {{open: (i: number) => void, close: () => void, again: () => void, show: () => void}} on */
export function drawPuzzles(root, state, on) {
  const {puzzles, open} = state;
  const button = (/** @type {string} */ text, /** @type {() => void} */ act, kind = '') => h('button', {type: 'button', class: kind, onclick: act}, text);
  if (puzzles.length === 0) {
    put(root, h('p', {class: 'note'}, 'This server has no puzzles.'));
    return;
  }
  const puzzle = puzzles[open];
  if (!puzzle) {
    put(root, h('p', {class: 'note'}, `${puzzles.length} positions in which the right move is hard to find. The solution stays hidden until you ask.`),
      h('ol', {class: 'puzzle-list'}, ...puzzles.map((one, i) => h('li', {}, h('button', {type: 'button', onclick: () => on.open(i)},
        h('b', {}, `Puzzle ${i + 1}`), h('span', {}, `${one.rules}: ${puzzleTask(one)}`))))));
    return;
  }
  const right = state.tried !== null && puzzle.best.includes(state.tried);
  put(root, h('h3', {}, `Puzzle ${open + 1} of ${puzzles.length}`),
    h('p', {class: 'task'}, puzzleTask(puzzle)),
    h('p', {class: 'note'}, `Rules: ${puzzle.rules}. Make the move on the board.`),
    h('div', {role: 'status'}, state.tried === null ? null
      : right ? h('p', {class: 'good'}, `${state.tried} is right.`) : h('p', {class: 'bad'}, `${state.tried} is not the move.`)),
    state.shown ? h('p', {class: 'solution'}, `Solution: ${puzzle.best.join(', ')}.${puzzle.note ? ` ${puzzle.note}` : ''}`) : null,
    h('div', {class: 'row'},
      state.tried !== null && !right ? button('Try again', on.again, 'strong') : null,
      state.shown ? null : button('Show the solution', on.show),
      button('Next puzzle', () => on.open((open + 1) % puzzles.length), right ? 'strong' : ''),
      button('Close', on.close)));
}

/** How the rule set differs from another, with the clauses of the rules. @param {string} from @param {string} to */
export function clausesThatDiffer(from, to) {
  const a = parseRules(from);
  const b = parseRules(to);
  const words = [];
  if (a.family !== b.family) {
    words.push({
      children: 'nothing is taken back (clause 4)',
      standard: 'a square takes spheres back, a line does not (clause 4)',
      advanced: 'a square or a line takes spheres back (clause 4)',
    }[b.family]);
  }
  if (a.recoverMin !== b.recoverMin && b.family !== 'children' && (a.family !== 'children' || b.recoverMin === 0)) {
    words.push(b.recoverMin === 0 ? 'one may take nothing back (clause 5)' : 'at least one sphere must be taken back (clause 5)');
  }
  if (a.mayRaise !== b.mayRaise) {
    words.push(b.mayRaise ? 'a side without a reserve may still raise (clause 6)' : 'a side without a reserve has lost (clause 6)');
  }
  return words;
}

/** @param {HTMLElement} root @param {PositionDocument[]} documents @param {string} rules those now on the board @param {(rules: string) => void} onSwitch */
export function drawComparison(root, documents, rules, onSwitch) {
  const here = documents.find((document) => document.rules === rules);
  put(root, documents.length < 2 ? h('p', {class: 'note'}, 'The server holds one rule set only, so there is nothing to compare.') : null,
    h('ul', {class: 'compared'}, ...documents.map((document) => {
      const side = document.mover === 'light' ? 'l' : 'd';
      const value = valueOf(document);
      const best = bestMove(document.moves);
      const equal = best ? document.moves.filter((move) => compareValues(valueOfMove(move), valueOfMove(best)) === 0) : [];
      const mine = document.rules === rules;
      const changed = here && !mine && (here.value !== document.value || here.plies !== document.plies);
      const clauses = mine ? [] : clausesThatDiffer(rules, document.rules);
      return h('li', {class: mine ? 'here' : changed ? 'changed' : ''},
        h('div', {class: 'row between'}, h('b', {}, document.rules),
          mine ? h('span', {class: 'note'}, 'on the board') : h('button', {type: 'button', 'aria-label': `Switch to ${document.rules}`, onclick: () => onSwitch(document.rules)}, 'Switch')),
        h('p', {class: 'verdict'}, inlineBadge(value), wordsOf(value, side)),
        equal.length > 0 && document.value !== 'unknown'
          ? h('p', {}, `Best: ${equal.slice(0, 6).map((move) => move.move).join(', ')}${equal.length > 6 ? ` and ${equal.length - 6} more` : ''}`) : null,
        clauses.length > 0 ? h('p', {class: 'note'}, `Differs: ${clauses.join('; ')}.`) : null,
        here && !mine ? h('p', {class: changed ? 'bad' : 'note'}, here.value !== document.value ? 'Another outcome.' : changed ? 'The same outcome, another distance.' : 'The same value.') : null);
    })));
}
