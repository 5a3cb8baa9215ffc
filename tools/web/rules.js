// The rules of Pylos for the page: cells, positions, moves and games, as data/RULES.md says in
// numbered clauses. Sets of cells are 30-bit masks. A move is legal when `legalMoves` lists it;
// nothing else here decides that. Values are not known here: they come from a source (source.js).

/**
 * @typedef {'l' | 'd'} Side  light or dark
 * @typedef {object} Rules
 * @property {string} text       as it is written, for instance `standard+min0`
 * @property {'children' | 'standard' | 'advanced'} family
 * @property {0 | 1} recoverMin  clause 5
 * @property {boolean} mayRaise  clause 6: a side without a reserve may still raise
 * @typedef {object} Position
 * @property {number} light  mask of the light spheres
 * @property {number} dark   mask of the dark spheres
 * @property {Side} side     the side to move
 * @typedef {object} Move
 * @property {'place' | 'raise'} kind
 * @property {number} to           cell
 * @property {number} from         cell, -1 for a place
 * @property {number[]} recovered  cells, ascending
 * @property {string} text
 */

export const BASE = 4;
export const CELL_COUNT = 30;
export const SPHERES_PER_SIDE = 15;
export const FULL = 2 ** CELL_COUNT - 1;

/** Side of each level in cells, the lowest first. */
export const LEVEL_SIDES = [4, 3, 2, 1];
const LEVEL_STARTS = [0, 16, 25, 29];

/** @type {{level: number, column: number, row: number}[]} where each cell is; all from 0 */
export const CELLS = LEVEL_SIDES.flatMap((side, level) =>
  Array.from({length: side * side}, (_, i) => ({level, column: i % side, row: Math.floor(i / side)})),
);

/** The number of the cell at level, column, row, all from 0.
 * @param {number} level @param {number} column @param {number} row */
export function cellAt(level, column, row) {
  return LEVEL_STARTS[level] + row * LEVEL_SIDES[level] + column;
}

/** @param {number} cell */
export function cellName(cell) {
  const {level, column, row} = CELLS[cell];
  return `${level + 1}${'abcd'[column]}${row + 1}`;
}

const CELL_BY_NAME = new Map(CELLS.map((_, cell) => [cellName(cell), cell]));

/** The cell of that name, or -1. @param {string} name */
export function cellByName(name) {
  return CELL_BY_NAME.get(name) ?? -1;
}

/** The 2x2 block with its lowest column and row there. @param {number} level @param {number} c @param {number} r */
function block(level, c, r) {
  const at = (/** @type {number} */ dc, /** @type {number} */ dr) => 1 << cellAt(level, c + dc, r + dr);
  return at(0, 0) | at(1, 0) | at(0, 1) | at(1, 1);
}

/** @type {number[]} the four cells that a cell rests on; 0 on level 1 */
export const SUPPORTS = CELLS.map(({level, column, row}) => (level === 0 ? 0 : block(level - 1, column, row)));

/** @type {number[]} the cells that rest on a cell */
export const ABOVE = CELLS.map((_, cell) =>
  SUPPORTS.reduce((set, support, upper) => (support & (1 << cell) ? set | (1 << upper) : set), 0),
);

/** @type {number[]} all 2x2 blocks: the supports of the upper cells */
const SQUARES = SUPPORTS.filter((set) => set !== 0);

/** @type {number[]} the rows and columns of levels 1 and 2 */
const LINES = [0, 1].flatMap((level) => {
  const side = LEVEL_SIDES[level];
  const along = Array.from({length: side}, (_, i) => i);
  return along.flatMap((i) => [
    along.reduce((set, j) => set | (1 << cellAt(level, j, i)), 0),
    along.reduce((set, j) => set | (1 << cellAt(level, i, j)), 0),
  ]);
});

/** @param {number} set @returns {number[]} its cells, ascending */
export function cellsOf(set) {
  const cells = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) cells.push(31 - Math.clz32(rest & -rest));
  return cells;
}

/** @param {number} set */
export function countOf(set) {
  let n = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) ++n;
  return n;
}

// Rule sets

/** The ten games, in the order in which the page lists them. */
export const RULE_SETS = [
  'children', 'children+mayraise',
  'standard', 'standard+min0', 'standard+mayraise', 'standard+min0+mayraise',
  'advanced', 'advanced+min0', 'advanced+mayraise', 'advanced+min0+mayraise',
];

/** Reads the name of a rule set; throws an Error that says what is wrong. @param {string} text @returns {Rules} */
export function parseRules(text) {
  const [name, ...options] = text.split('+');
  const family = name === 'mature' ? 'advanced' : name;
  if (family !== 'children' && family !== 'standard' && family !== 'advanced') {
    throw new Error(`'${text}' is no rule set: it begins with children, standard or advanced`);
  }
  for (const option of options) {
    if (option !== 'min0' && option !== 'mayraise') {
      throw new Error(`'${option}' is no option of a rule set: min0 and mayraise are`);
    }
  }
  const min0 = options.includes('min0');
  if (min0 && family === 'children') throw new Error('children has no recoveries, and so no option min0');
  const mayRaise = options.includes('mayraise');
  return {
    text: family + (min0 ? '+min0' : '') + (mayRaise ? '+mayraise' : ''),
    family,
    recoverMin: min0 ? 0 : 1,
    mayRaise,
  };
}

// Positions

/** @type {Position} */
export const EMPTY = {light: 0, dark: 0, side: 'l'};

/** @param {Side} side @returns {Side} */
export function otherSide(side) {
  return side === 'l' ? 'd' : 'l';
}

/** @param {Side} side */
export function sideName(side) {
  return side === 'l' ? 'light' : 'dark';
}

/** @param {Position} p @param {Side} side */
export function spheresOf(p, side) {
  return side === 'l' ? p.light : p.dark;
}

/** Spheres that a side has not on the board. @param {Position} p @param {Side} side */
export function reserveOf(p, side) {
  return SPHERES_PER_SIDE - countOf(spheresOf(p, side));
}

/** Is the cell empty and supported when `occupied` is filled? @param {number} cell @param {number} occupied */
export function isPlayable(cell, occupied) {
  return !(occupied & (1 << cell)) && (SUPPORTS[cell] & ~occupied) === 0;
}

/** Does nothing rest on the cell? @param {number} cell @param {number} occupied */
export function isFree(cell, occupied) {
  return (ABOVE[cell] & occupied) === 0;
}

/** What keeps this from being a position, one sentence each; empty when nothing does.
 * @param {number} light @param {number} dark @returns {string[]} */
export function faultsOf(light, dark) {
  const faults = [];
  const occupied = light | dark;
  for (const cell of cellsOf(occupied)) {
    const missing = cellsOf(SUPPORTS[cell] & ~occupied);
    if (missing.length > 0) {
      faults.push(`The sphere on ${cellName(cell)} has no support: ${missing.map(cellName).join(', ')} ` +
        `${missing.length === 1 ? 'is' : 'are'} empty.`);
    }
  }
  for (const [name, set] of /** @type {[string, number][]} */ ([['Light', light], ['Dark', dark]])) {
    const n = countOf(set);
    if (n > SPHERES_PER_SIDE) faults.push(`${name} has ${n} spheres on the board: a side owns ${SPHERES_PER_SIDE}.`);
  }
  return faults;
}

/** A text that is no position; `faults` names every fault, one sentence each. */
export class PositionError extends Error {
  /** @param {string[]} faults */
  constructor(faults) {
    super(faults.join(' '));
    this.faults = faults;
  }
}

/** Reads a position; throws PositionError. @param {string} input @returns {Position} */
export function parsePosition(input) {
  const text = input.trim();
  const match = /^(.*?)[ _]([^ _]*)$/.exec(text);
  /** @type {string[]} */
  const faults = [];
  if (!match) faults.push('The side to move is missing: end with a space and l (light) or d (dark).');
  const side = match ? match[2] : 'l';
  if (side !== 'l' && side !== 'd') faults.push(`The side to move is l (light) or d (dark), not '${side}'.`);
  const board = match ? match[1] : text;
  const levels = board.split('/');
  if (levels.length > LEVEL_SIDES.length) faults.push(`There are ${levels.length} levels: four is the most.`);
  let light = 0;
  let dark = 0;
  let column = 1;
  levels.slice(0, LEVEL_SIDES.length).forEach((level, k) => {
    const cells = LEVEL_SIDES[k] ** 2;
    if (level.length !== cells) faults.push(`Level ${k + 1} has ${level.length} cells: it takes ${cells}.`);
    [...level].forEach((c, i) => {
      if (!'LD.'.includes(c)) faults.push(`Unknown character '${c}' in column ${column + i}: L, D and . are known.`);
      if (i >= cells) return;
      const bit = 1 << (LEVEL_STARTS[k] + i);
      if (c === 'L') light |= bit;
      if (c === 'D') dark |= bit;
    });
    column += level.length + 1;
  });
  if (faults.length === 0) faults.push(...faultsOf(light, dark));
  if (faults.length > 0) throw new PositionError(faults);
  return {light, dark, side: /** @type {Side} */ (side)};
}

/** The shortest text of a position. @param {Position} p */
export function formatPosition(p) {
  const text = CELLS.map((_, cell) => (p.light & (1 << cell) ? 'L' : p.dark & (1 << cell) ? 'D' : '.')).join('');
  const levels = LEVEL_STARTS.map((start, k) => text.slice(start, start + LEVEL_SIDES[k] ** 2));
  while (levels.length > 1 && !/[LD]/.test(levels[levels.length - 1])) levels.pop();
  return `${levels.join('/')} ${p.side}`;
}

// Symmetries

/** For each of the eight symmetries of the square the image of every cell: 0 to 3 turn by that many
 * quarters counterclockwise, 4 to 7 mirror left and right first. */
export const SYMMETRIES = Array.from({length: 8}, (_, s) =>
  CELLS.map(({level, column, row}) => {
    const last = LEVEL_SIDES[level] - 1;
    let [c, r] = s >= 4 ? [last - column, row] : [column, row];
    for (let i = 0; i < s % 4; ++i) [c, r] = [last - r, c];
    return cellAt(level, c, r);
  }),
);

/** @param {number} set @param {number} s */
function imageOf(set, s) {
  return cellsOf(set).reduce((image, cell) => image | (1 << SYMMETRIES[s][cell]), 0);
}

/** The position under symmetry `s`. @param {Position} p @param {number} s @returns {Position} */
export function transform(p, s) {
  return {light: imageOf(p.light, s), dark: imageOf(p.dark, s), side: p.side};
}

/** The same text for positions that are the same up to symmetry. @param {Position} p */
export function canonicalText(p) {
  return SYMMETRIES.map((_, s) => formatPosition(transform(p, s))).sort()[0];
}

// Moves

/** @param {number} from @param {number} to @param {number[]} recovered @returns {Move} */
export function makeMove(from, to, recovered) {
  const text = (from < 0 ? '' : `${cellName(from)}-`) + cellName(to) + recovered.map((c) => `x${cellName(c)}`).join('');
  return {kind: from < 0 ? 'place' : 'raise', to, from, recovered, text};
}

/** Does `own` complete a formation that contains the cell? @param {Rules} rules @param {number} own @param {number} cell */
export function completesFormation(rules, own, cell) {
  const bit = 1 << cell;
  const complete = (/** @type {number} */ set) => (set & bit) !== 0 && (set & ~own) === 0;
  if (rules.family === 'children') return false;
  return SQUARES.some(complete) || (rules.family === 'advanced' && LINES.some(complete));
}

/** Adds the move once for each set of spheres that clauses 4 and 5 let the side recover.
 * @param {Move[]} moves @param {Rules} rules @param {number} own @param {number} other @param {number} from @param {number} to */
function addWithRecoveries(moves, rules, own, other, from, to) {
  if (!completesFormation(rules, own, to)) {
    moves.push(makeMove(from, to, []));
    return;
  }
  if (rules.recoverMin === 0) moves.push(makeMove(from, to, []));
  const occupied = own | other;
  /** @type {Set<number>} */
  const pairs = new Set();
  for (const first of cellsOf(own).filter((c) => isFree(c, occupied))) {
    moves.push(makeMove(from, to, [first]));
    const rest = occupied & ~(1 << first);
    for (const second of cellsOf(own & ~(1 << first)).filter((c) => isFree(c, rest))) {
      pairs.add((1 << first) | (1 << second));
    }
  }
  for (const pair of pairs) moves.push(makeMove(from, to, cellsOf(pair)));
}

/** Places, raises and their recoveries, whether or not clause 6 has ended the game.
 * @param {Position} p @param {Rules} rules @returns {Move[]} */
export function generateMoves(p, rules) {
  /** @type {Move[]} */
  const moves = [];
  const own = spheresOf(p, p.side);
  const other = spheresOf(p, otherSide(p.side));
  const occupied = own | other;
  if (reserveOf(p, p.side) > 0) {
    for (let to = 0; to < CELL_COUNT; ++to) {
      if (isPlayable(to, occupied)) addWithRecoveries(moves, rules, own | (1 << to), other, -1, to);
    }
  }
  for (const from of cellsOf(own).filter((c) => isFree(c, occupied))) {
    const lifted = own & ~(1 << from);
    for (let to = LEVEL_STARTS[CELLS[from].level + 1] ?? CELL_COUNT; to < CELL_COUNT; ++to) {
      if (isPlayable(to, lifted | other)) addWithRecoveries(moves, rules, lifted | (1 << to), other, from, to);
    }
  }
  return moves;
}

/** Has clause 6 ended the game, so that the side to move has lost? @param {Position} p @param {Rules} rules */
export function isOver(p, rules) {
  if (reserveOf(p, p.side) > 0) return false;
  return !rules.mayRaise || generateMoves(p, rules).length === 0;
}

/** All legal moves; none when the game is over. @param {Position} p @param {Rules} rules */
export function legalMoves(p, rules) {
  return isOver(p, rules) ? [] : generateMoves(p, rules);
}

/** The position after a legal move. @param {Position} p @param {Move} move @returns {Position} */
export function applyMove(p, move) {
  let own = spheresOf(p, p.side);
  if (move.from >= 0) own &= ~(1 << move.from);
  own |= 1 << move.to;
  for (const cell of move.recovered) own &= ~(1 << cell);
  return p.side === 'l' ? {light: own, dark: p.dark, side: 'd'} : {light: p.light, dark: own, side: 'l'};
}

/** Why a well-written move is not listed, in a few words. @param {Move} move @param {Position} p @param {Rules} rules */
function reasonAgainst(move, p, rules) {
  const occupied = p.light | p.dark;
  if (isOver(p, rules)) return 'the game is over';
  if (occupied & (1 << move.to)) return `${cellName(move.to)} is occupied`;
  if (move.from < 0) {
    if (!isPlayable(move.to, occupied)) return `${cellName(move.to)} has no support`;
    if (reserveOf(p, p.side) === 0) return 'the reserve is empty';
  } else {
    if (!(spheresOf(p, p.side) & (1 << move.from))) return `${cellName(move.from)} holds no ${sideName(p.side)} sphere`;
    if (!isFree(move.from, occupied)) return `a sphere rests on ${cellName(move.from)}`;
    if (CELLS[move.to].level <= CELLS[move.from].level) return 'a raise goes to a higher level';
    if (!isPlayable(move.to, occupied & ~(1 << move.from))) return `${cellName(move.to)} has no support`;
  }
  const after = spheresOf(applyMove(p, makeMove(move.from, move.to, [])), p.side);
  const completes = completesFormation(rules, after, move.to);
  if (move.recovered.length > 0 && !completes) return 'it completes no formation, so nothing is taken back';
  if (completes && move.recovered.length < rules.recoverMin) return 'it completes a formation, so one or two spheres are taken back';
  if (move.recovered.length > 2) return 'two spheres at most are taken back';
  return 'those spheres cannot be taken back';
}

/** Reads a legal move; the recovered spheres may come in any order. Throws an Error with the reason.
 * @param {string} text @param {Position} p @param {Rules} rules @returns {Move} */
export function parseMove(text, p, rules) {
  const match = /^(?:([1-4][a-d][1-4])-)?([1-4][a-d][1-4])((?:x[1-4][a-d][1-4])*)$/.exec(text);
  const cells = match ? [match[1], match[2], ...match[3].split('x').slice(1)].filter(Boolean).map(cellByName) : [-1];
  if (!match || cells.includes(-1)) throw new Error(`'${text}' is no move: 1d4, 1a1-2b2 and 1d4x1c3x1d4 are`);
  const from = match[1] ? cellByName(match[1]) : -1;
  const recovered = cells.slice(match[1] ? 2 : 1).sort((a, b) => a - b);
  const move = makeMove(from, cellByName(match[2]), recovered);
  const legal = legalMoves(p, rules).find((m) => m.text === move.text);
  if (!legal) throw new Error(`${text} is not legal: ${reasonAgainst(move, p, rules)}`);
  return legal;
}

// Game records

/** Reads a game record without playing it. Throws an Error for a wrong first line.
 * @param {string} input @returns {{rules: string | null, start: string | null, moves: string[]}} */
export function parseGameText(input) {
  let text = input.replace(/^\uFEFF/, '').replace(/\r/g, '').replace(/\{[^}]*\}/g, ' ').replace(/^[ \t]*#.*$/gm, ' ');
  let rules = null;
  let start = null;
  const header = /^\s*(?:\[?rules\s+([a-z0-9+]+)\]?)?\s*(?:\[?start\s+([LD./]+[ _][ld])\]?)?/.exec(text);
  if (header && (header[1] || header[2])) {
    rules = header[1] ? parseRules(header[1]).text : null;
    start = header[2] ? formatPosition(parsePosition(header[2])) : null;
    text = text.slice(header[0].length);
  }
  const moves = text.split(/[\s,]+/).map((word) => word.replace(/^\d+\.+/, '')).filter((word) => word !== '');
  return {rules, start, moves};
}

/** Plays moves from a position; throws an Error that names the ply and the reason.
 * @param {Position} start @param {string[]} texts @param {Rules} rules @returns {{move: Move, position: Position}[]} */
export function playMoves(start, texts, rules) {
  let position = start;
  return texts.map((text, i) => {
    try {
      const move = parseMove(text, position, rules);
      position = applyMove(position, move);
      return {move, position};
    } catch (error) {
      throw new Error(`Ply ${i + 1}: ${/** @type {Error} */ (error).message}`);
    }
  });
}
