// The game so far: its moves with their marks, variations in parentheses, and a chart of the plies
// that are left. Everything that is known about a ply comes from the document of the position before.

import {h, put, s} from './dom.js';
import {unseen} from './moves.js';
import {MARK_WORDS, markOf, wordsOf} from './values.js';

/**
 * @typedef {import('./tree.js').Node} Node
 * @typedef {import('./tree.js').Tree} Tree
 * @typedef {import('./values.js').PositionDocument} PositionDocument
 * @typedef {(position: string) => PositionDocument | null} Known
 */

const CHART = {width: 460, height: 150, left: 36, right: 10, top: 12};

/** @param {Node} node */
function sideAt(node) {
  return /** @type {import('./rules.js').Side} */ (node.position.slice(-1));
}

export class History {
  /** @param {HTMLElement} list @param {HTMLElement} chart @param {(node: Node) => void} onGo */
  constructor(list, chart, onGo) {
    this.list = list;
    this.chart = chart;
    this.onGo = onGo;
  }

  /** @param {Tree} tree @param {Known} known @param {boolean} values */
  draw(tree, known, values) {
    put(this.list, ...(tree.root.children.length === 0
      ? [h('p', {class: 'note'}, 'No move has been made.')]
      : [h('div', {class: 'plies'}, this.#button(tree.root, tree, known, values, true), ...this.#after(tree.root, tree, known, values))]));
    const current = this.list.querySelector('[aria-current]');
    if (current instanceof HTMLElement && this.list.scrollHeight > this.list.clientHeight) {
      this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
    }
    this.#drawChart(tree, known, values);
  }

  /** @param {Node} node @param {Tree} tree @param {Known} known @param {boolean} values @returns {HTMLElement[]} */
  #after(node, tree, known, values) {
    /** @type {HTMLElement[]} */
    const out = [];
    for (let n = node; n.children.length > 0; n = n.children[0]) {
      const [main, ...others] = n.children;
      out.push(this.#button(main, tree, known, values, out.length === 0));
      for (const other of others) {
        out.push(h('span', {class: 'variation'}, '(', this.#button(other, tree, known, values, true), ...this.#after(other, tree, known, values), ')'));
      }
    }
    return out;
  }

  /** @param {Node} node @param {Tree} tree @param {Known} known @param {boolean} values @param {boolean} numbered */
  #button(node, tree, known, values, numbered) {
    const before = node.parent ? known(node.parent.position) : null;
    const mark = before && values ? markOf(before, node.move) : '';
    const side = node.parent ? sideAt(node.parent) : 'l';
    const number = node.parent && (numbered || node.ply % 2 === 1) ? `${Math.ceil(node.ply / 2)}.${node.ply % 2 === 0 ? '..' : ''}` : '';
    const text = node.parent ? node.move : 'start';
    return h('button', {
      type: 'button', class: `ply ${side === 'l' ? 'by-light' : 'by-dark'}${mark ? ` mark-${markName(mark)}` : ''}`,
      'aria-current': node === tree.current ? 'step' : null,
      title: mark ? MARK_WORDS[mark] : null,
      onclick: () => this.onGo(node),
    }, number ? h('span', {class: 'number'}, number) : null, text, mark ? h('b', {class: 'mark'}, mark) : null,
      node.parent ? unseen(`, ply ${node.ply} by ${side === 'l' ? 'light' : 'dark'}${mark ? `: ${MARK_WORDS[mark]}` : ''}`) : null);
  }

  /** @param {Tree} tree @param {Known} known @param {boolean} values */
  #drawChart(tree, known, values) {
    const line = tree.line();
    if (line.length < 2 || !values) {
      put(this.chart);
      return;
    }
    const points = line.map((node) => {
      const document = known(node.position);
      if (!document || document.value === 'unknown') return {node, document: null, up: 0, left: 0};
      const light = document.value === 'draw' ? 0 : document.winner === 'light' ? 1 : -1;
      return {node, document, up: light, left: document.plies ?? 0};
    });
    const most = Math.max(10, ...points.map((p) => p.left));
    const {width, height, left, right, top} = CHART;
    const middle = height / 2;
    const x = (/** @type {number} */ i) => left + ((width - left - right) * (i + 0.5)) / points.length;
    const tall = middle - top;
    const y = (/** @type {{up: number, left: number}} */ p) => middle - p.up * Math.max(3, (p.left / most) * tall);
    const bar = Math.max(2, ((width - left - right) / points.length) * 0.7);
    const svg = s('svg', {viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': chartWords(points)},
      s('text', {x: 4, y: top + 10, class: 'axis'}, 'light'),
      s('text', {x: 4, y: height - top, class: 'axis'}, 'dark'),
      s('line', {x1: left, x2: width - right, y1: middle, y2: middle, class: 'zero'}),
      ...points.map((p, i) => p.up === 0
        ? s('circle', {cx: x(i).toFixed(1), cy: middle, r: p.document ? 4 : 1.5, class: `point ${p.document ? 'draw' : 'open'}`})
        : s('rect', {x: (x(i) - bar / 2).toFixed(1), width: bar.toFixed(1), y: Math.min(middle, y(p)).toFixed(1), height: Math.abs(middle - y(p)).toFixed(1),
          class: `point ${p.up > 0 ? 'light' : 'dark'}${p.node === tree.current ? ' now' : ''}`})),
      ...points.map((p, i) => {
        const title = s('title', {}, `ply ${p.node.ply}${p.node.move ? ` ${p.node.move}` : ''}: ${p.document ? wordsOf({outcome: p.document.value, plies: p.document.plies}, sideAt(p.node)) : 'not known yet'}`);
        return s('rect', {x: (left + ((width - left - right) * i) / points.length).toFixed(1), y: 0, width: ((width - left - right) / points.length).toFixed(1), height,
          class: `pick${p.node === tree.current ? ' now' : ''}`, onclick: () => this.onGo(p.node)}, title);
      }));
    put(this.chart, svg, h('p', {class: 'note small'}, `Plies left after each ply, at most ${most}; above the line light wins, below it dark, on it the game is drawn.`));
  }
}

/** @param {string} mark */
function markName(mark) {
  return {'!': 'only', '?!': 'slow', '?': 'bad', '??': 'worse'}[mark] ?? 'none';
}

/** The chart as text. @param {{node: Node, document: PositionDocument | null, up: number, left: number}[]} points */
function chartWords(points) {
  const words = [];
  let last = '';
  for (const p of points) {
    const word = !p.document ? 'unknown' : p.up > 0 ? 'light wins' : p.up < 0 ? 'dark wins' : 'a draw';
    if (word !== last) words.push(`from ply ${p.node.ply} on ${word}`);
    last = word;
  }
  return `Chart of the plies left: ${words.join(', ')}.`;
}
