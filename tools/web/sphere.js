// Wooden things as SVG: spheres of maple and walnut, and the badge that carries a value. Gradients
// that all drawings use stand once in the page (`drawDefinitions`).

import {s} from './dom.js';
import {signOf} from './values.js';

/** @typedef {import('./values.js').Value} Value */

/** The gradients; call once, before anything else is drawn. */
export function drawDefinitions() {
  const stop = (/** @type {string} */ offset, /** @type {string} */ colour, /** @type {number} */ opacity) =>
    s('stop', {offset, 'stop-color': colour, 'stop-opacity': opacity});
  document.body.append(
    s('svg', {width: 0, height: 0, class: 'definitions', 'aria-hidden': 'true', focusable: 'false'},
      s('defs', {},
        s('radialGradient', {id: 'shade', cx: '36%', cy: '30%', r: '76%'},
          stop('0', '#fff', 0.3), stop('.3', '#fff', 0), stop('.62', '#1a0d04', 0.12), stop('.9', '#1a0d04', 0.5), stop('1', '#1a0d04', 0.68)),
        s('radialGradient', {id: 'shine', cx: '50%', cy: '50%', r: '50%'}, stop('0', '#fff', 0.85), stop('.4', '#fff', 0.3), stop('1', '#fff', 0)),
        s('radialGradient', {id: 'bounce', cx: '66%', cy: '84%', r: '34%'}, stop('0', '#ffd9a8', 0.28), stop('1', '#ffd9a8', 0)),
        s('radialGradient', {id: 'dimple', cx: '50%', cy: '42%', r: '56%'},
          stop('0', '#1c0d04', 0.58), stop('.72', '#1c0d04', 0.4), stop('.9', '#1c0d04', 0.22), stop('1', '#1c0d04', 0)),
        s('radialGradient', {id: 'shadow', cx: '50%', cy: '50%', r: '50%'}, stop('0', '#000', 0.6), stop('.62', '#000', 0.34), stop('1', '#000', 0)),
        s('linearGradient', {id: 'edge', x1: '0', y1: '0', x2: '0', y2: '1'}, stop('0', '#7a4a26', 1), stop('1', '#3c210f', 1)),
      )));
}

/** A sphere of radius `r` around 0, 0. @param {'l' | 'd'} side @param {number} r @param {number} [variant] which way its grain runs */
export function sphere(side, r, variant = 0) {
  return s('g', {class: `sphere ${side === 'l' ? 'maple' : 'walnut'}`},
    s('image', {
      href: side === 'l' ? 'maple.svg' : 'walnut.svg', x: -r, y: -r, width: 2 * r, height: 2 * r,
      transform: `rotate(${(variant * 67) % 360})`,
    }),
    s('circle', {r, fill: 'url(#shade)'}),
    s('circle', {r, fill: 'url(#bounce)'}),
    s('ellipse', {cx: -0.34 * r, cy: -0.44 * r, rx: 0.3 * r, ry: 0.2 * r, fill: 'url(#shine)', transform: `rotate(-32 ${-0.34 * r} ${-0.44 * r})`,
      opacity: side === 'l' ? 0.85 : 0.55}),
  );
}

/** Outlines within a square from -1 to 1: sign and shape say what colour says. */
const SHAPES = {
  win: 'M0 -1 L.88 -.42 L.88 .82 Q.88 .9 .8 .9 L-.8 .9 Q-.88 .9 -.88 .82 L-.88 -.42 Z',
  loss: 'M0 1 L.88 .42 L.88 -.82 Q.88 -.9 .8 -.9 L-.8 -.9 Q-.88 -.9 -.88 -.82 L-.88 .42 Z',
  draw: 'M-.78 -.86 L.78 -.86 Q.86 -.86 .86 -.78 L.86 .78 Q.86 .86 .78 .86 L-.78 .86 Q-.86 .86 -.86 .78 L-.86 -.78 Q-.86 -.86 -.78 -.86 Z',
  unknown: 'M0 -.9 A.9 .9 0 1 1 0 .9 A.9 .9 0 1 1 0 -.9 Z',
};

/** A value as a badge of radius `r` around 0, 0. @param {Value} value @param {number} r @param {boolean} [best] */
export function badge(value, r, best = false) {
  const sign = signOf(value);
  const size = r * (sign.length > 2 ? 0.74 : sign.length > 1 ? 0.92 : 1.1);
  const shift = value.outcome === 'win' ? 0.13 * r : value.outcome === 'loss' ? -0.13 * r : 0;
  return s('g', {class: `badge ${value.outcome}${best ? ' best' : ''}`, 'aria-hidden': 'true'},
    best ? s('path', {d: SHAPES[value.outcome], class: 'halo', transform: `scale(${r * 1.2})`}) : null,
    s('path', {d: SHAPES[value.outcome], transform: `scale(${r})`}),
    s('text', {y: shift, 'font-size': size.toFixed(1), dy: '.36em', 'text-anchor': 'middle'}, sign),
  );
}

/** The same badge as a picture in a line of text. @param {Value} value @param {boolean} [best] */
export function inlineBadge(value, best = false) {
  return s('svg', {viewBox: '-24.5 -24.5 49 49', class: 'inline-badge', 'aria-hidden': 'true', focusable: 'false'}, badge(value, 20, best));
}
