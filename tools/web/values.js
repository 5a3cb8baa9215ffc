// Values as people read them: words, signs, the order of moves, marks. A value is seen from the
// side to move, as in the document of a position; the value of a move is seen from the side that
// makes it, and its plies count the move itself: `win in 1` ends the game.

import {otherSide, sideName} from './rules.js';

/**
 * @typedef {import('./rules.js').Side} Side
 * @typedef {'win' | 'loss' | 'draw' | 'unknown'} Outcome
 * @typedef {{outcome: Outcome, plies: number | null}} Value
 * @typedef {object} MoveDocument       a move in the document of a position
 * @property {string} move
 * @property {'place' | 'raise'} kind
 * @property {string} to
 * @property {string | null} [from]
 * @property {string[]} recovered
 * @property {Outcome} result           for the side that makes it
 * @property {number | null} plies_left
 * @property {string} position          after it
 * @property {Outcome} value            of that position, for its side to move
 * @property {number | null} plies
 * @property {string | null} [same_as]
 * @typedef {object} PositionDocument
 * @property {string} rules
 * @property {string} position
 * @property {'light' | 'dark'} mover
 * @property {boolean} over
 * @property {Outcome} value
 * @property {number | null} plies
 * @property {'light' | 'dark' | null} winner
 * @property {MoveDocument[]} moves
 */

/** @type {Value} */
export const UNKNOWN = {outcome: 'unknown', plies: null};

const OPPOSITE = /** @type {const} */ ({win: 'loss', loss: 'win', draw: 'draw', unknown: 'unknown'});

/** The value of a move for the side that makes it. @param {MoveDocument} move @returns {Value} */
export function valueOfMove(move) {
  return {outcome: OPPOSITE[move.value], plies: move.plies === null ? null : move.plies + 1};
}

/** The value of a position for its side to move. @param {PositionDocument} document @returns {Value} */
export function valueOf(document) {
  return {outcome: document.value, plies: document.plies};
}

const RANK = {win: 3, draw: 2, unknown: 1, loss: 0};

/** Below zero when `a` is the better one: fast wins, then draws, then slow losses. @param {Value} a @param {Value} b */
export function compareValues(a, b) {
  if (a.outcome !== b.outcome) return RANK[b.outcome] - RANK[a.outcome];
  const difference = (a.plies ?? 0) - (b.plies ?? 0);
  return a.outcome === 'loss' ? -difference : difference;
}

/** `+25`, `−24`, `=`, `?`. @param {Value} value */
export function signOf({outcome, plies}) {
  if (outcome === 'win') return `+${plies ?? ''}`;
  if (outcome === 'loss') return `\u2212${plies ?? ''}`;
  return outcome === 'draw' ? '=' : '?';
}

/** @param {number} n */
export function pliesText(n) {
  return n === 1 ? '1 ply' : `${n} plies`;
}

/** `light wins in 25 plies`, seen from `side`. @param {Value} value @param {Side} side */
export function wordsOf({outcome, plies}, side) {
  if (outcome === 'draw') return 'draw';
  if (outcome === 'unknown') return 'value unknown';
  const winner = sideName(outcome === 'win' ? side : otherSide(side));
  if (plies === null) return `${winner} wins`;
  return plies === 0 ? `${winner} has won` : `${winner} wins in ${pliesText(plies)}`;
}

/** Moves with the same result, best first.
 * @typedef {{lead: MoveDocument, same: MoveDocument[], value: Value}} MoveClass
 * @typedef {{outcome: Outcome, count: number, classes: MoveClass[]}} MoveGroup */

/** All moves by outcome, best first; those that lead to the same position up to symmetry stand
 * under the first of them. @param {MoveDocument[]} moves @returns {MoveGroup[]} */
export function groupMoves(moves) {
  /** @type {Map<string, MoveClass>} */
  const classes = new Map();
  for (const move of moves) {
    const lead = move.same_as ? classes.get(move.same_as) : undefined;
    if (lead) lead.same.push(move);
    else classes.set(move.move, {lead: move, same: [], value: valueOfMove(move)});
  }
  const sorted = [...classes.values()].sort((a, b) => compareValues(a.value, b.value));
  /** @type {MoveGroup[]} */
  const groups = [];
  for (const one of sorted) {
    let group = groups[groups.length - 1];
    if (group?.outcome !== one.value.outcome) {
      group = {outcome: one.value.outcome, count: 0, classes: []};
      groups.push(group);
    }
    group.count += 1 + one.same.length;
    group.classes.push(one);
  }
  return groups;
}

/** The best of some moves, or null. @param {MoveDocument[]} moves @returns {MoveDocument | null} */
export function bestMove(moves) {
  return moves.reduce(
    (/** @type {MoveDocument | null} */ best, move) =>
      best === null || compareValues(valueOfMove(move), valueOfMove(best)) < 0 ? move : best,
    null,
  );
}

/** @typedef {'' | '!' | '?!' | '?' | '??'} Mark */

/** What each mark says. @type {Record<Exclude<Mark, ''>, string>} */
export const MARK_WORDS = {
  '!': 'the only move that keeps the outcome',
  '?!': 'the outcome is kept, ten plies or more are given away',
  '?': 'the outcome falls to or from a draw',
  '??': 'a win is thrown away',
};

/** The mark that a move of the document earns. @param {PositionDocument} document @param {string} text @returns {Mark} */
export function markOf(document, text) {
  const made = document.moves.find((m) => m.move === text);
  const best = bestMove(document.moves);
  if (!made || !best) return '';
  const now = valueOfMove(made);
  const top = valueOfMove(best);
  if (now.outcome === 'unknown' || top.outcome === 'unknown') return '';
  if (now.outcome !== top.outcome) return top.outcome === 'win' && now.outcome === 'loss' ? '??' : '?';
  if (now.plies !== null && top.plies !== null && Math.abs(now.plies - top.plies) >= 10) return '?!';
  const keeping = document.moves.filter((m) => valueOfMove(m).outcome === top.outcome);
  return top.outcome !== 'loss' && keeping.length === 1 && document.moves.length > 1 ? '!' : '';
}
