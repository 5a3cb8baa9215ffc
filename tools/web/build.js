// A move while it is built by clicks: the cells that may be chosen next, each with the best value
// it can lead to. Works on the moves of a document, so that what may be clicked is what is legal.

import {cellByName, isFree, spheresOf} from './rules.js';
import {bestMove} from './values.js';

/**
 * @typedef {import('./values.js').MoveDocument} MoveDocument
 * @typedef {import('./rules.js').Position} Position
 * @typedef {object} Partial   what is chosen so far
 * @property {number} from     the sphere picked up, or -1
 * @property {number} to       where it (or one from the reserve) was put, or -1
 * @property {number[]} taken  the spheres taken back, in the order chosen
 * @typedef {object} Choices
 * @property {Map<number, MoveDocument>} next  the best move that each cell can lead to
 * @property {MoveDocument | null} done        the move that is complete as it stands
 */

/** @type {Partial} */
export const NOTHING = {from: -1, to: -1, taken: []};

/** @param {Partial} partial */
export function isNothing(partial) {
  return partial.from < 0 && partial.to < 0;
}

/** The position with the chosen steps made, the turn not yet passed. @param {Position} p @param {Partial} partial @returns {Position} */
export function provisional(p, partial) {
  let own = spheresOf(p, p.side);
  if (partial.from >= 0) own &= ~(1 << partial.from);
  if (partial.to >= 0) own |= 1 << partial.to;
  for (const cell of partial.taken) own &= ~(1 << cell);
  return p.side === 'l' ? {...p, light: own} : {...p, dark: own};
}

/** @param {MoveDocument} move */
function cellsOfMove(move) {
  return {from: move.from ? cellByName(move.from) : -1, to: cellByName(move.to), recovered: move.recovered.map(cellByName)};
}

/** What may be chosen next. @param {Position} p @param {MoveDocument[]} moves @param {Partial} partial @returns {Choices} */
export function choices(p, moves, partial) {
  /** @type {Map<number, MoveDocument[]>} */
  const lists = new Map();
  const add = (/** @type {number} */ cell, /** @type {MoveDocument} */ move) => {
    const list = lists.get(cell);
    if (list) list.push(move);
    else lists.set(cell, [move]);
  };
  const now = provisional(p, partial);
  const occupied = now.light | now.dark;
  /** @type {MoveDocument | null} */
  let done = null;
  for (const move of moves) {
    const cells = cellsOfMove(move);
    if (partial.to < 0) {
      if (partial.from < 0) add(cells.from >= 0 ? cells.from : cells.to, move);
      else if (cells.from === partial.from) add(cells.to, move);
      continue;
    }
    if (cells.to !== partial.to || cells.from !== partial.from) continue;
    if (!partial.taken.every((cell) => cells.recovered.includes(cell))) continue;
    if (cells.recovered.length === partial.taken.length) done = move;
    for (const cell of cells.recovered) {
      if (!partial.taken.includes(cell) && isFree(cell, occupied)) add(cell, move);
    }
  }
  const next = new Map([...lists].map(([cell, list]) => [cell, /** @type {MoveDocument} */ (bestMove(list))]));
  return {next, done};
}

/** The next state after a cell is chosen. @param {Position} p @param {MoveDocument[]} moves @param {Partial} partial @param {number} cell
 * @returns {Partial} */
export function choose(p, moves, partial, cell) {
  if (partial.to >= 0) return {...partial, taken: [...partial.taken, cell]};
  if (partial.from >= 0) return {...partial, to: cell};
  const own = spheresOf(p, p.side) & (1 << cell);
  return own ? {...partial, from: cell} : {...partial, to: cell};
}
