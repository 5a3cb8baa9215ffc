// The pyramid in perspective: a picture beside the board, turned by quarters. It is drawn from back
// to front; nothing in it can be clicked, everything it shows stands on the board too.

import {attribute, put, s, still} from './dom.js';
import {CELLS, CELL_COUNT, LEVEL_SIDES, countOf, isPlayable} from './rules.js';
import {sphere} from './sphere.js';

/** @typedef {import('./rules.js').Position} Position */

const PITCH = 0.5;
const DISTANCE = 9;
const SCALE = 590;
const YAW = -0.42;

/** @param {number} cell its centre; the spheres have diameter 1 */
function centreOf(cell) {
  const {level, column, row} = CELLS[cell];
  const middle = (LEVEL_SIDES[level] - 1) / 2;
  return {x: column - middle, y: row - middle, z: 0.5 + level * Math.SQRT1_2};
}

/** A point in space on the drawing; `depth` grows towards the back. @param {{x: number, y: number, z: number}} p @param {number} yaw */
function project(p, yaw) {
  const x = p.x * Math.cos(yaw) - p.y * Math.sin(yaw);
  const back = p.x * Math.sin(yaw) + p.y * Math.cos(yaw);
  const z = p.z - 0.75;
  const depth = DISTANCE + back * Math.cos(PITCH) - z * Math.sin(PITCH);
  const scale = SCALE / depth;
  return {x: x * scale, y: -(z * Math.cos(PITCH) + back * Math.sin(PITCH)) * scale, depth, scale};
}

export class Pyramid {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.svg = s('svg', {viewBox: '-250 -150 500 368', role: 'img', 'aria-label': 'The pyramid in perspective', class: 'pyramid'});
    this.board = s('g');
    this.balls = s('g');
    this.svg.append(this.board, this.balls);
    root.append(this.svg);
    this.yaw = YAW;
    this.frame = 0;
    /** @type {Position | null} */
    this.position = null;
    /** @type {number[]} */
    this.marked = [];
  }

  /** @param {Position} position @param {number} turn quarters @param {number[]} marked cells of the last move */
  draw(position, turn, marked) {
    this.position = position;
    this.marked = marked;
    attribute(this.svg, 'aria-label',
      `The pyramid in perspective: ${countOf(position.light)} light and ${countOf(position.dark)} dark spheres, the highest on level ${this.#height() || 'none'}.`);
    const goal = YAW + (turn * Math.PI) / 2;
    const turns = Math.round((this.yaw - goal) / (2 * Math.PI));
    this.#turnTo(goal + turns * 2 * Math.PI);
  }

  #height() {
    const p = /** @type {Position} */ (this.position);
    let height = 0;
    for (let cell = 0; cell < CELL_COUNT; ++cell) if ((p.light | p.dark) & (1 << cell)) height = CELLS[cell].level + 1;
    return height;
  }

  /** @param {number} goal */
  #turnTo(goal) {
    cancelAnimationFrame(this.frame);
    const start = this.yaw;
    if (still() || Math.abs(goal - start) < 0.01) {
      this.yaw = goal;
      this.#paint();
      return;
    }
    const began = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = Math.min(1, Math.max(0, (now - began) / 450));
      this.yaw = start + (goal - start) * (1 - (1 - t) ** 3);
      this.#paint();
      if (t < 1) this.frame = requestAnimationFrame(step);
    };
    this.#paint();
    this.frame = requestAnimationFrame(step);
  }

  #paint() {
    const p = this.position;
    if (!p) return;
    const {yaw} = this;
    const half = 2.28;
    const corner = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z) => project({x, y, z}, yaw);
    const path = (/** @type {{x: number, y: number}[]} */ points) =>
      `M${points.map((q) => `${q.x.toFixed(1)} ${q.y.toFixed(1)}`).join('L')}Z`;
    const around = [[-half, -half], [half, -half], [half, half], [-half, half]];
    const faces = around.map(([x, y], i) => {
      const [x2, y2] = around[(i + 1) % 4];
      const points = [corner(x, y, 0), corner(x2, y2, 0), corner(x2, y2, -0.42), corner(x, y, -0.42)];
      return {points, depth: points[0].depth + points[1].depth};
    }).sort((a, b) => b.depth - a.depth).slice(2);
    const dimples = CELLS.filter(({level}) => level === 0).map((_, cell) => {
      const c = centreOf(cell);
      const at = project({...c, z: 0}, yaw);
      return s('ellipse', {cx: at.x.toFixed(1), cy: at.y.toFixed(1), rx: (0.36 * at.scale).toFixed(1), ry: (0.36 * at.scale * Math.sin(PITCH + 0.06)).toFixed(1), class: 'hole'});
    });
    put(this.board,
      s('ellipse', {cx: 4, cy: 108, rx: 240, ry: 92, fill: 'url(#shadow)', opacity: 0.5}),
      ...faces.map((face, i) => s('path', {d: path(face.points), class: i === 0 ? 'side-far' : 'side-near'})),
      s('path', {d: path(around.map(([x, y]) => corner(x, y, 0))), class: 'top'}),
      ...dimples);
    const occupied = p.light | p.dark;
    const drawn = [];
    for (let cell = 0; cell < CELL_COUNT; ++cell) {
      const at = project(centreOf(cell), yaw);
      if (occupied & (1 << cell)) {
        const side = p.light & (1 << cell) ? 'l' : 'd';
        const under = CELLS[cell].level === 0
          ? s('ellipse', {cx: 2, cy: 0.42 * at.scale, rx: 0.56 * at.scale, ry: 0.34 * at.scale, fill: 'url(#shadow)'}) : null;
        drawn.push({depth: at.depth, node: s('g', {transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`}, under,
          sphere(side, 0.5 * at.scale, cell),
          this.marked.includes(cell) ? s('circle', {r: 0.5 * at.scale, class: 'last-mark'}) : null)});
      } else if (CELLS[cell].level > 0 && isPlayable(cell, occupied)) {
        drawn.push({depth: at.depth, node: s('circle', {cx: at.x, cy: at.y, r: 0.47 * at.scale, class: 'ghost'})});
      }
    }
    drawn.sort((a, b) => b.depth - a.depth);
    put(this.balls, ...drawn.map((one) => one.node));
  }
}
