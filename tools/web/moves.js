// The list of all moves: grouped by outcome, best first, those that are the same up to symmetry
// folded under the first of them.

import {h, put} from './dom.js';
import {inlineBadge} from './sphere.js';
import {groupMoves, wordsOf} from './values.js';

/**
 * @typedef {import('./values.js').MoveDocument} MoveDocument
 * @typedef {import('./values.js').Outcome} Outcome
 * @typedef {import('./rules.js').Side} Side
 */

const MINUS = '\u2212';

/** `place 1d4, take back 1c3 and 1d4`. @param {MoveDocument} move */
export function spoken(move) {
  const action = move.from ? `raise ${move.from} to ${move.to}` : `place ${move.to}`;
  return move.recovered.length > 0 ? `${action}, take back ${move.recovered.join(' and ')}` : action;
}

/** Text for listeners only. @param {string} text */
export function unseen(text) {
  return h('span', {class: 'hidden'}, text);
}

/** A move as it is shown: its parts set apart, its signs as words for listeners. @param {MoveDocument} move */
export function moveLabel(move) {
  return h('span', {class: 'move-label'},
    move.from ? h('span', {class: 'raise'}, move.from, h('span', {'aria-hidden': 'true'}, '\u2192'), unseen(' to ')) : null,
    h('b', {}, move.to),
    ...move.recovered.map((cell) => h('span', {class: 'taken-back'}, unseen(' takes back '), h('span', {'aria-hidden': 'true'}, ` ${MINUS}`), cell)));
}

/** @param {Outcome} outcome @param {Side} side */
function heading(outcome, side) {
  const names = side === 'l' ? ['light', 'dark'] : ['dark', 'light'];
  if (outcome === 'win') return `${names[0]} wins`;
  if (outcome === 'loss') return `${names[1]} wins`;
  return outcome === 'draw' ? 'Draw' : 'Value not known';
}

/** What the heading says already, and what a row adds to it. @param {string} words */
function shortWords(words) {
  const at = words.search(/\d+ pl/);
  return at < 0 ? [words, ''] : [words.slice(0, at), words.slice(at)];
}

export class MoveList {
  /** @param {HTMLElement} root @param {(move: string) => void} onPlay @param {(move: MoveDocument | null) => void} onPoint */
  constructor(root, onPlay, onPoint) {
    this.root = root;
    /** @type {Map<string, MoveDocument>} */
    this.moves = new Map();
    this.shown = '';
    const moveOf = (/** @type {Event} */ event) => {
      const button = event.target instanceof Element ? event.target.closest('button[data-move]') : null;
      return button instanceof HTMLElement ? button.dataset.move ?? null : null;
    };
    root.addEventListener('click', (event) => {
      const move = moveOf(event);
      if (move) onPlay(move);
    });
    for (const type of ['pointerover', 'focusin']) {
      root.addEventListener(type, (event) => onPoint(this.moves.get(moveOf(event) ?? '') ?? null));
    }
    for (const type of ['pointerleave', 'focusout']) root.addEventListener(type, () => onPoint(null));
  }

  /** @param {MoveDocument[]} moves @param {Side} side @param {boolean} values are values shown? @param {string} key changes when the list does */
  draw(moves, side, values, key) {
    if (key === this.shown) return;
    this.shown = key;
    this.moves = new Map(moves.map((move) => [move.move, move]));
    if (!values) {
      put(this.root, h('p', {class: 'note'}, `${moves.length} legal ${moves.length === 1 ? 'move' : 'moves'}. Values are hidden.`));
      return;
    }
    const groups = groupMoves(moves);
    put(this.root, ...groups.map((group) => {
      const word = heading(group.outcome, side);
      const folded = group.count - group.classes.length;
      return h('section', {class: `group ${group.outcome}`},
        h('h3', {}, h('span', {}, word[0].toUpperCase() + word.slice(1)),
          h('small', {}, `${group.count} ${group.count === 1 ? 'move' : 'moves'}${folded > 0 ? `, ${group.classes.length} different` : ''}`)),
        h('ul', {class: moves.length > 150 ? 'long' : null}, ...group.classes.map((one) => {
          const top = group === groups[0] && group.outcome !== 'unknown' && one.value.plies === group.classes[0].value.plies;
          return h('li', {},
            this.#button(one.lead, side, inlineBadge(one.value, top), wordsOf(one.value, side)),
            one.same.length > 0 ? h('details', {class: 'fold'},
              h('summary', {}, `+${one.same.length} same`, unseen(` as ${one.lead.move} up to symmetry`)),
              h('div', {}, ...one.same.map((move) => this.#button(move, side, null, wordsOf(one.value, side))))) : null);
        })));
    }));
  }

  /** @param {MoveDocument} move @param {Side} side @param {SVGElement | null} picture @param {string} words */
  #button(move, side, picture, words) {
    const [before, after] = shortWords(words);
    return h('button', {type: 'button', class: 'move', 'data-move': move.move},
      picture, moveLabel(move), unseen(`: ${before}`), picture ? h('span', {class: 'words'}, after) : unseen(after));
  }
}
