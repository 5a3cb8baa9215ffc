// tools/web/rules.js against tests/data: numbers by programs that share no code with this project.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import * as R from '../../../tools/web/rules.js';

const data = new URL('../../data/', import.meta.url);
const MASK = (1n << 64n) - 1n;

/** @param {bigint} key */
function splitmix64(key) {
  let z = (key + 0x9e3779b97f4a7c15n) & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

/** @param {R.Position} p */
function keyOf(p) {
  let key = 0n;
  for (const cell of R.cellsOf(p.light)) key |= 1n << BigInt(2 * cell);
  for (const cell of R.cellsOf(p.dark)) key |= 2n << BigInt(2 * cell);
  return key;
}

/** @param {string} hex @param {string} turn @returns {R.Position} */
function fromKey(hex, turn) {
  const key = BigInt(`0x${hex}`);
  let light = 0;
  let dark = 0;
  for (let cell = 0; cell < R.CELL_COUNT; ++cell) {
    const bits = Number((key >> BigInt(2 * cell)) & 3n);
    if (bits === 1) light |= 1 << cell;
    if (bits === 2) dark |= 1 << cell;
  }
  return {light, dark, side: turn === 'L' ? 'l' : 'd'};
}

/** Moves, those with one and two recoveries, different positions after them and their checksum. */
function summary(/** @type {R.Position} */ p, /** @type {string} */ rules) {
  const moves = R.generateMoves(p, R.parseRules(rules));
  assert.equal(new Set(moves.map((m) => m.text)).size, moves.length, 'a move is listed twice');
  const keys = new Set(moves.map((m) => keyOf(R.applyMove(p, m))));
  let sum = 0n;
  for (const key of keys) sum = (sum + splitmix64(key)) & MASK;
  const taking = (/** @type {number} */ n) => moves.filter((m) => m.recovered.length === n).length;
  return [moves.length, taking(1), taking(2), keys.size, sum.toString(16).padStart(16, '0')].map(String);
}

/** @param {string} name */
function rows(name) {
  return readFileSync(new URL(name, data), 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
}

test('perft agrees with tests/data/perft.csv', () => {
  let checked = 0;
  for (const row of rows('perft.csv').slice(1)) {
    const [name, min, plies, sequences, distinct, , checksum] = row.split(',');
    if (Number(sequences) > 1e6) continue;
    const rules = R.parseRules(name + (name !== 'children' && min === '0' ? '+min0' : ''));
    let level = new Map([[R.formatPosition(R.EMPTY), 1]]);
    for (let ply = 0; ply < Number(plies); ++ply) {
      const next = new Map();
      for (const [text, ways] of level) {
        const p = R.parsePosition(text);
        for (const move of R.legalMoves(p, rules)) {
          const after = R.formatPosition(R.applyMove(p, move));
          next.set(after, (next.get(after) ?? 0) + ways);
        }
      }
      level = next;
    }
    const total = [...level.values()].reduce((a, b) => a + b, 0);
    let sum = 0n;
    for (const text of level.keys()) sum = (sum + splitmix64(keyOf(R.parsePosition(text)))) & MASK;
    assert.deepEqual([total, level.size, sum.toString(16).padStart(16, '0')], [Number(sequences), Number(distinct), checksum], row);
    ++checked;
  }
  assert.ok(checked >= 5, `${checked} lines checked`);
});

test('positions of random games: standard, min 1 and min 0', () => {
  for (const row of rows('positions_standard.txt')) {
    const f = row.split(' ');
    const p = fromKey(f[0], f[1]);
    assert.deepEqual([R.reserveOf(p, 'l'), R.reserveOf(p, 'd')].map(String), [f[2], f[3]], row);
    const min1 = summary(p, 'standard');
    assert.deepEqual(min1, [f[6], f[7], f[8], f[10], f[11]], row);
    const min0 = summary(p, 'standard+min0');
    assert.deepEqual([min0[0], min0[3], min0[4]], [f[12], f[13], f[14]], row);
  }
});

test('positions of random games: children and advanced', () => {
  for (const row of rows('positions_children_advanced.txt')) {
    const f = row.split(' ');
    const p = fromKey(f[0], f[1]);
    assert.deepEqual(summary(p, 'children'), f.slice(2, 7), row);
    assert.deepEqual(summary(p, 'advanced'), f.slice(7, 12), row);
    assert.deepEqual(R.parsePosition(R.formatPosition(p)), p);
  }
});

test('clause 6: an empty reserve loses, or may still raise', () => {
  const p = R.parsePosition('LLLLDDDDLLLLDDDD/LDLLDL.../ l'.replace('/ ', ' '));
  assert.equal(R.isOver(p, R.parseRules('standard')), false);
  const spent = R.parsePosition('LLDDLLDDLLDDLLDD/LLLDLDLD. l'); // 13 and 11: still a reserve
  assert.equal(R.isOver(spent, R.parseRules('standard')), false);
  const empty = R.parsePosition('LLDDLLDDLLDDLLDD/LLLDLLLDL d');
  assert.equal(R.isOver(empty, R.parseRules('standard')), false);
  const light = {...empty, side: /** @type {R.Side} */ ('l')};
  assert.equal(R.reserveOf(light, 'l'), 0);
  assert.equal(R.isOver(light, R.parseRules('standard')), true);
  assert.deepEqual(R.legalMoves(light, R.parseRules('standard')), []);
  assert.equal(R.isOver(light, R.parseRules('standard+mayraise')), false);
  assert.ok(R.legalMoves(light, R.parseRules('standard+mayraise')).every((m) => m.kind === 'raise'));
});

test('a bad position names every fault', () => {
  assert.throws(() => R.parsePosition('L..Q............'), (/** @type {R.PositionError} */ e) =>
    e.faults.some((f) => f.includes('side to move is missing')) && e.faults.some((f) => f.includes("'Q' in column 4")));
  assert.throws(() => R.parsePosition('..../.. x'), (/** @type {R.PositionError} */ e) => e.faults.length === 3);
  assert.throws(() => R.parsePosition('................/L........ l'), /2a1 has no support: 1a1, 1b1, 1a2, 1b2 are empty/);
  assert.throws(() => R.parsePosition('LLLLLLLLLLLLLLLL l'), /Light has 16 spheres/);
  assert.equal(R.formatPosition(R.parsePosition('L.............../........._d')), 'L............... d');
});

test('rule sets', () => {
  assert.equal(R.RULE_SETS.length, 10);
  for (const name of R.RULE_SETS) assert.equal(R.parseRules(name).text, name);
  assert.equal(R.parseRules('mature+mayraise+min0').text, 'advanced+min0+mayraise');
  for (const bad of ['', 'chess', 'children+min0', 'standard+min2']) assert.throws(() => R.parseRules(bad));
});

test('symmetries form a group and keep supports', () => {
  assert.equal(new Set(R.SYMMETRIES.map(String)).size, 8);
  for (const s of R.SYMMETRIES) {
    assert.equal(new Set(s).size, R.CELL_COUNT);
    for (const t of R.SYMMETRIES) assert.ok(R.SYMMETRIES.some((u) => u.every((x, i) => x === s[t[i]])));
    R.SUPPORTS.forEach((set, cell) => {
      const image = R.cellsOf(set).reduce((m, c) => m | (1 << s[c]), 0);
      assert.equal(image, R.SUPPORTS[s[cell]]);
    });
  }
  const p = R.parsePosition('L..D............ l');
  assert.equal(R.canonicalText(p), R.canonicalText(R.transform(p, 5)));
});

test('moves are read in any order, and a refusal says why', () => {
  const rules = R.parseRules('standard');
  const p = R.parsePosition('LL..L...D..DD..D l');
  assert.equal(R.parseMove('1b2x1b2x1a1', p, rules).text, '1b2x1a1x1b2');
  const refuse = (/** @type {string} */ text, /** @type {RegExp} */ why) => assert.throws(() => R.parseMove(text, p, rules), why);
  refuse('1b2', /completes a formation/);
  refuse('1c2x1a1', /completes no formation/);
  refuse('1a1', /occupied/);
  refuse('2a1', /no support/);
  refuse('1a1-1b2', /higher level/);
  refuse('1d1-2a1', /no light sphere/);
  refuse('1b2x1a1x1b1x1a2', /two spheres at most/);
  refuse('hello', /no move/);
  refuse('2d4', /no move/);
});

test('game records', () => {
  const game = R.parseGameText('\uFEFFrules standard start LL..L...D..DD..D l\r\n1. 1b2x1a1 {good}, 1a1\n2.1d2 # no');
  assert.deepEqual(game, {rules: 'standard', start: 'LL..L...D..DD..D l', moves: ['1b2x1a1', '1a1', '1d2', '#', 'no']});
  const bare = R.parseGameText('1b2 1a1,1c2');
  assert.deepEqual(bare, {rules: null, start: null, moves: ['1b2', '1a1', '1c2']});
  assert.throws(() => R.playMoves(R.EMPTY, ['1b2', '1b2'], R.parseRules('standard')), /Ply 2: 1b2 is not legal: 1b2 is occupied/);
  assert.equal(R.playMoves(R.EMPTY, bare.moves, R.parseRules('standard')).length, 3);
});
