// A game with its variations: a tree of positions, each reached from its parent by a move. The
// first child of a node continues its line; the others are variations, and none is ever lost.
//
// As text (it stands in the page's address): moves separated by `.`; after a move its alternatives,
// each line of them in parentheses; `*` after the move that led to the current position, or first.

import {applyMove, formatPosition, parseMove, parsePosition} from './rules.js';

/**
 * @typedef {import('./rules.js').Rules} Rules
 * @typedef {object} Node
 * @property {string} move        how it was reached, '' for the start
 * @property {string} position
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {number} ply         moves since the start
 */

export class Tree {
  /** @param {string} start a position's text */
  constructor(start) {
    /** @type {Node} */
    this.root = {move: '', position: start, parent: null, children: [], ply: 0};
    this.current = this.root;
    /** @type {Map<Node, Node>} the child last visited, so that redo follows the way one came */
    this.visited = new Map();
  }

  /** Makes `node` the current one. @param {Node} node */
  go(node) {
    this.current = node;
    for (let n = node; n.parent; n = n.parent) this.visited.set(n.parent, n);
  }

  /** Plays a legal move at the current node: follows it where it is known, else adds it. Throws an
   * Error when it is not legal. @param {string} text @param {Rules} rules */
  play(text, rules) {
    this.go(this.add(this.current, text, rules));
  }

  /** @param {Node} node @param {string} text @param {Rules} rules @returns {Node} */
  add(node, text, rules) {
    const position = parsePosition(node.position);
    const move = parseMove(text, position, rules);
    const known = node.children.find((child) => child.move === move.text);
    if (known) return known;
    const child = {move: move.text, position: formatPosition(applyMove(position, move)), parent: node, children: [], ply: node.ply + 1};
    node.children.push(child);
    return child;
  }

  /** The node that redo leads to, or null. */
  next() {
    return this.visited.get(this.current) ?? this.current.children[0] ?? null;
  }

  /** The line through the current node, from the start to its end, the start included. */
  line() {
    const line = this.path();
    for (let node = this.next(); node; node = this.visited.get(node) ?? node.children[0] ?? null) line.push(node);
    return line;
  }

  /** From the start to the current node, both included. @returns {Node[]} */
  path() {
    const path = [];
    for (let node = /** @type {Node | null} */ (this.current); node; node = node.parent) path.unshift(node);
    return path;
  }

  /** Makes a variation the main line of its parent. @param {Node} node */
  promote(node) {
    for (let n = node; n.parent; n = n.parent) {
      const siblings = n.parent.children;
      siblings.splice(siblings.indexOf(n), 1);
      siblings.unshift(n);
    }
  }

  /** Removes a node with all after it; the current node moves to its parent when it was among them. @param {Node} node */
  remove(node) {
    const {parent} = node;
    if (!parent) return;
    if (this.path().includes(node)) this.current = parent;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (this.visited.get(parent) === node) this.visited.delete(parent);
  }

  toText() {
    const mark = (/** @type {Node} */ node) => node.move + (node === this.current ? '*' : '');
    /** @param {Node} node @returns {string[]} the moves after it */
    const after = (node) => {
      /** @type {string[]} */
      const words = [];
      for (let n = node; n.children.length > 0; n = n.children[0]) {
        const [main, ...others] = n.children;
        words.push(mark(main) + others.map((other) => `(${[mark(other), ...after(other)].join('.')})`).join(''));
      }
      return words;
    };
    return (this.current === this.root ? '*' : '') + after(this.root).join('.');
  }

  /** Reads what `toText` wrote; a text without `*` is read to its end. Throws an Error that names the
   * ply and the reason. @param {string} start @param {string} text @param {Rules} rules */
  static fromText(start, text, rules) {
    const tree = new Tree(start);
    const words = text.match(/[()*]|[^.()*\s]+/g) ?? [];
    let node = tree.root;
    let marked = /** @type {Node | null} */ (null);
    /** @type {Node[]} */
    const stack = [];
    for (const word of words) {
      if (word === '(') {
        if (!node.parent) throw new Error('A variation stands before the first move.');
        stack.push(node);
        node = node.parent;
      } else if (word === ')') {
        const back = stack.pop();
        if (!back) throw new Error('A variation ends that did not begin.');
        node = back;
      } else if (word === '*') {
        marked = node;
      } else {
        try {
          node = tree.add(node, word, rules);
        } catch (error) {
          throw new Error(`Ply ${node.ply + 1}: ${/** @type {Error} */ (error).message}`);
        }
      }
    }
    if (stack.length > 0) throw new Error('A variation does not end.');
    tree.go(marked ?? node);
    return tree;
  }
}
