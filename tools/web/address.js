// The page's address: everything that another person needs to see the same view stands after the
// `#`, as `key=value` pairs. Reading never fails as a whole: what cannot be read is named and left out.

import {EMPTY, formatPosition, parsePosition, parseRules} from './rules.js';
import {Tree} from './tree.js';

/**
 * @typedef {'explore' | 'answers'} Page
 * @typedef {'moves' | 'edit' | 'review' | 'puzzles' | 'compare'} Tab
 * @typedef {object} View
 * @property {string} rules
 * @property {Tree} tree
 * @property {Page} page
 * @property {Tab} tab
 * @property {number} turn          quarters by which the board is turned, 0 to 3
 * @property {boolean} values       are values shown?
 * @property {string} light         who plays light: 'you', '1' to '12' or 'perfect'
 * @property {string} dark
 * @property {number} puzzle        number of the open puzzle, -1 for none
 */

/** @type {Tab[]} */
export const TABS = ['moves', 'edit', 'review', 'puzzles', 'compare'];
export const LEVELS = [...Array.from({length: 12}, (_, i) => String(i + 1)), 'perfect'];
const START = formatPosition(EMPTY);

/** @returns {View} */
export function freshView() {
  return {rules: 'standard', tree: new Tree(START), page: 'explore', tab: 'moves', turn: 0, values: true, light: 'you', dark: 'you', puzzle: -1};
}

/** What stands after the `#`; what is as usual is left out. @param {View} view */
export function formatAddress(view) {
  const fields = [`rules=${view.rules}`];
  if (view.page !== 'explore') fields.push(`page=${view.page}`);
  if (view.tree.root.position !== START) fields.push(`start=${view.tree.root.position.replace(' ', '_')}`);
  const game = view.tree.toText();
  if (game !== '*') fields.push(`game=${game}`);
  if (view.tab !== 'moves') fields.push(`tab=${view.tab}`);
  if (view.turn !== 0) fields.push(`turn=${view.turn}`);
  if (!view.values) fields.push('values=off');
  if (view.light !== 'you') fields.push(`light=${view.light}`);
  if (view.dark !== 'you') fields.push(`dark=${view.dark}`);
  if (view.puzzle >= 0) fields.push(`puzzle=${view.puzzle + 1}`);
  return fields.join('&');
}

/** @param {string} text with or without the `#` @returns {{view: View, faults: string[]}} */
export function parseAddress(text) {
  const view = freshView();
  /** @type {string[]} */
  const faults = [];
  /** @type {Map<string, string>} */
  const fields = new Map();
  for (const pair of text.replace(/^#/, '').split('&').filter(Boolean)) {
    const at = pair.indexOf('=');
    let value = pair.slice(at + 1);
    try {
      value = decodeURIComponent(value);
    } catch {
      // A stray % stays as it is.
    }
    fields.set(at < 0 ? pair : pair.slice(0, at), value);
  }
  /** Runs `read` on a field when it is there, and keeps its fault. @param {string} key @param {(value: string) => void} read */
  const take = (key, read) => {
    const value = fields.get(key);
    if (value === undefined) return;
    try {
      read(value);
    } catch (error) {
      faults.push(/** @type {Error} */ (error).message);
    }
  };
  /** @template T @param {string} what @param {readonly T[]} allowed @param {T} value @returns {T} */
  const oneOf = (what, allowed, value) => {
    if (!allowed.includes(value)) throw new Error(`'${value}' is no ${what}.`);
    return value;
  };
  take('rules', (value) => (view.rules = parseRules(value).text));
  take('start', (value) => (view.tree = new Tree(formatPosition(parsePosition(value)))));
  take('game', (value) => (view.tree = Tree.fromText(view.tree.root.position, value, parseRules(view.rules))));
  take('page', (value) => (view.page = oneOf('page', /** @type {Page[]} */ (['explore', 'answers']), /** @type {Page} */ (value))));
  take('tab', (value) => (view.tab = oneOf('tab', TABS, /** @type {Tab} */ (value))));
  take('turn', (value) => (view.turn = Number(oneOf('turn', ['0', '1', '2', '3'], value))));
  take('values', (value) => (view.values = oneOf('setting of values', ['on', 'off'], value) === 'on'));
  take('light', (value) => (view.light = oneOf('player', ['you', ...LEVELS], value)));
  take('dark', (value) => (view.dark = oneOf('player', ['you', ...LEVELS], value)));
  take('puzzle', (value) => (view.puzzle = /^[1-9]\d{0,4}$/.test(value) ? Number(value) - 1 : -1));
  return {view, faults};
}
