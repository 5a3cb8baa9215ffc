// The board: the four levels side by side, each cell with what stands on it and the value that a
// click leads to. The drawing is made once and then only changed, so that focus stays where it is.

import {attribute, h, put, s, still} from './dom.js';
import {CELLS, CELL_COUNT, LEVEL_SIDES, SYMMETRIES, cellName} from './rules.js';
import {badge, sphere} from './sphere.js';

/**
 * @typedef {import('./rules.js').Position} Position
 * @typedef {import('./values.js').Value} Value
 * @typedef {object} CellLook
 * @property {'l' | 'd' | null} sphere
 * @property {'filled' | 'playable' | 'high'} ground  `high`: nothing supports it yet
 * @property {Value | null} value     what choosing it leads to, null when nothing is shown
 * @property {boolean} best
 * @property {boolean} active         may it be chosen?
 * @property {string} classes         further classes: last, picked, taken, hint, preview, fault
 * @property {string} label           for screen readers
 */

const UNIT = 100;
const MARGIN = 26;
const RADIUS = 46;

export class Board {
  /** @param {HTMLElement} root @param {(cell: number) => void} onChoose @param {(cell: number | null) => void} onPoint */
  constructor(root, onChoose, onPoint) {
    this.root = root;
    this.turn = 0;
    this.focused = 0;
    /** @type {{group: SVGGElement, ground: SVGElement, ball: SVGGElement, mark: SVGElement, value: SVGGElement, ring: SVGElement, held: string, shown: string}[]} */
    this.cells = [];
    /** @type {SVGTextElement[][]} */
    this.names = [];
    LEVEL_SIDES.forEach((side, level) => root.append(this.#level(side, level)));
    root.addEventListener('click', (event) => {
      const cell = this.#cellOf(event.target);
      if (cell !== null) {
        this.focus(cell, false);
        onChoose(cell);
      }
    });
    root.addEventListener('keydown', (event) => {
      const cell = this.#cellOf(event.target);
      if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Enter') onChoose(cell);
      else if (event.key.startsWith('Arrow')) this.#move(cell, event.key);
      else return;
      event.preventDefault();
    });
    for (const type of ['pointerover', 'focusin']) root.addEventListener(type, (event) => onPoint(this.#cellOf(event.target)));
    for (const type of ['pointerleave', 'focusout']) root.addEventListener(type, () => onPoint(null));
  }

  /** @param {number} side @param {number} level */
  #level(side, level) {
    const size = side * UNIT + 2 * MARGIN;
    const svg = s('svg', {viewBox: `0 0 ${size} ${size}`, role: 'group', 'aria-label': `Level ${level + 1}`, class: 'plate'},
      s('defs', {}, s('clipPath', {id: `plate-${level}`}, s('rect', {width: size, height: size, rx: 18}))),
      s('rect', {x: 0, y: 5, width: size, height: size - 5, rx: 18, fill: 'url(#edge)'}),
      s('g', {'clip-path': `url(#plate-${level})`},
        s('image', {href: 'board.svg', width: 480, height: 480, x: -level * 12, y: -level * 20, preserveAspectRatio: 'xMidYMid slice'})),
      s('rect', {x: 2, y: 2, width: size - 4, height: size - 8, rx: 16, class: 'rim'}),
    );
    const names = Array.from({length: 2 * side}, () => s('text', {class: 'coordinate', 'aria-hidden': 'true', 'text-anchor': 'middle', dy: '.36em'}));
    this.names.push(names);
    svg.append(...names);
    CELLS.forEach((where, cell) => {
      if (where.level !== level) return;
      const group = s('g', {class: 'cell', role: 'button', tabindex: -1, 'data-cell': cellName(cell)});
      const ground = s('circle', {r: RADIUS, class: 'ground'});
      const ball = s('g', {class: 'ball'});
      const mark = s('circle', {r: RADIUS + 1, class: 'mark'});
      const value = s('g', {class: 'value'});
      const ring = s('circle', {r: RADIUS + 2, class: 'ring'});
      group.append(s('rect', {x: -50, y: -50, width: 100, height: 100, class: 'touch'}), ground, ball, mark, value, ring);
      svg.append(group);
      this.cells[cell] = {group, ground, ball, mark, value, ring, held: '', shown: ''};
    });
    return h('div', {class: `level level-${level + 1}`}, svg, h('div', {class: 'level-name', 'aria-hidden': 'true'}, `level ${level + 1}`));
  }

  /** @param {EventTarget | null} target */
  #cellOf(target) {
    const group = target instanceof Element ? target.closest('.cell') : null;
    const cell = group ? this.cells.findIndex((c) => c.group === group) : -1;
    return cell < 0 ? null : cell;
  }

  /** Where a cell is drawn, column and row from the top left of its level. @param {number} cell */
  #place(cell) {
    const {level, column, row} = CELLS[SYMMETRIES[this.turn][cell]];
    return {level, x: MARGIN + (column + 0.5) * UNIT, y: MARGIN + (LEVEL_SIDES[level] - row - 0.5) * UNIT};
  }

  /** @param {number} turn quarters @param {CellLook[]} looks one for each cell */
  draw(turn, looks) {
    if (turn !== this.turn || this.names[0][0].textContent === '') {
      this.turn = turn;
      this.#drawNames();
    }
    looks.forEach((look, cell) => {
      const parts = this.cells[cell];
      const {x, y} = this.#place(cell);
      attribute(parts.group, 'transform', `translate(${x} ${y})`);
      attribute(parts.group, 'class', `cell ${look.ground} ${look.classes}${look.active ? ' active' : ''}`);
      attribute(parts.group, 'aria-label', look.label);
      attribute(parts.group, 'aria-disabled', look.active ? null : 'true');
      attribute(parts.group, 'tabindex', cell === this.focused ? 0 : -1);
      if (parts.held !== (look.sphere ?? '')) {
        parts.held = look.sphere ?? '';
        put(parts.ball, ...(look.sphere ? [s('ellipse', {cx: 3, cy: 7, rx: 51, ry: 50, fill: 'url(#shadow)'}), sphere(look.sphere, RADIUS, cell)] : []));
      }
      const shown = look.value ? `${look.value.outcome} ${look.value.plies} ${look.best} ${look.sphere}` : '';
      if (parts.shown !== shown) {
        parts.shown = shown;
        put(parts.value, look.value ? badge(look.value, look.sphere ? 26 : 34, look.best) : null);
        attribute(parts.value, 'transform', look.sphere ? 'translate(0 15)' : null);
      }
    });
  }

  #drawNames() {
    this.names.forEach((texts, level) => {
      const side = LEVEL_SIDES[level];
      const size = side * UNIT + 2 * MARGIN;
      const across = this.turn % 2 === 0;
      for (let i = 0; i < side; ++i) {
        const x = MARGIN + (i + 0.5) * UNIT;
        // The name of a column or row is read off a cell that is drawn there.
        const below = this.#cellDrawnAt(level, i, 0);
        const left = this.#cellDrawnAt(level, 0, i);
        const letter = (/** @type {number} */ cell, /** @type {boolean} */ column) => cellName(cell)[column ? 1 : 2];
        texts[i].textContent = letter(below, across);
        texts[side + i].textContent = letter(left, !across);
        attribute(texts[i], 'x', x);
        attribute(texts[i], 'y', size - MARGIN / 2 - 3);
        attribute(texts[side + i], 'x', MARGIN / 2 + 1);
        attribute(texts[side + i], 'y', MARGIN + (side - i - 0.5) * UNIT);
      }
    });
  }

  /** @param {number} level @param {number} column @param {number} row as drawn, from the bottom left */
  #cellDrawnAt(level, column, row) {
    return CELLS.findIndex((_, cell) => {
      const to = CELLS[SYMMETRIES[this.turn][cell]];
      return to.level === level && to.column === column && to.row === row;
    });
  }

  /** @param {number} cell @param {boolean} [move] give it the keyboard too */
  focus(cell, move = true) {
    attribute(this.cells[this.focused].group, 'tabindex', -1);
    this.focused = cell;
    attribute(this.cells[cell].group, 'tabindex', 0);
    if (move) this.cells[cell].group.focus();
  }

  /** Moves the focus to the nearest cell in that direction, on this level or the next.
   * @param {number} cell @param {string} key */
  #move(cell, key) {
    const [dx, dy] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[key] ?? [0, 0];
    const centre = (/** @type {number} */ c) => {
      const box = this.cells[c].ground.getBoundingClientRect();
      return {x: box.x + box.width / 2, y: box.y + box.height / 2};
    };
    const here = centre(cell);
    let best = -1;
    let least = Infinity;
    for (let other = 0; other < CELL_COUNT; ++other) {
      if (other === cell) continue;
      const there = centre(other);
      const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
      const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
      if (along < 2 || across > along * 1.6) continue;
      const cost = along + 2 * across;
      if (cost < least) [best, least] = [other, cost];
    }
    if (best >= 0) this.focus(best);
  }

  /** The middle of a cell on the screen. @param {number} cell */
  box(cell) {
    return this.cells[cell].ground.getBoundingClientRect();
  }

  /** Shows a sphere on its way; the sphere at its end stays hidden until it arrives.
   * @param {'l' | 'd'} side @param {DOMRect} from @param {DOMRect} to @param {number | null} cell where it ends, null for a reserve */
  fly(side, from, to, cell) {
    if (still() || from.width === 0 || to.width === 0) return;
    const size = Math.max(to.width, from.width, 24);
    const flying = s('svg', {viewBox: '-50 -50 100 100', class: 'flying', width: size, height: size, 'aria-hidden': 'true'}, sphere(side, 46, cell ?? 0));
    document.body.append(flying);
    const at = (/** @type {DOMRect} */ box, /** @type {number} */ lift) =>
      `translate(${box.x + box.width / 2 - size / 2 + scrollX}px, ${box.y + box.height / 2 - size / 2 + scrollY - lift}px) scale(${box.width / size})`;
    const ball = cell === null ? null : this.cells[cell].ball;
    ball?.classList.add('arriving');
    const middle = new DOMRect((from.x + to.x) / 2, (from.y + to.y) / 2, (from.width + to.width) / 2, (from.height + to.height) / 2);
    const motion = flying.animate(
      [{transform: at(from, 0)}, {transform: at(middle, 46), offset: 0.5}, {transform: at(to, 0)}],
      {duration: 420, easing: 'cubic-bezier(.35,.1,.3,1)'},
    );
    const end = () => {
      flying.remove();
      ball?.classList.remove('arriving');
    };
    motion.finished.then(end, end);
  }
}
