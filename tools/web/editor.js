// The editor: a draft of a position, which may be wrong while it is made, and says why. Nothing in
// it changes by itself: each button changes what its name says and nothing else.

import {attribute, byId, h, put} from './dom.js';
import {PositionError, faultsOf, formatPosition, parsePosition, reserveOf, transform} from './rules.js';

/**
 * @typedef {import('./rules.js').Position} Position
 * @typedef {'l' | 'd' | 'none'} Brush
 */

export class Editor {
  /** @param {() => void} onChange @param {(position: Position) => void} onUse */
  constructor(onChange, onUse) {
    /** @type {Position} */
    this.draft = {light: 0, dark: 0, side: 'l'};
    /** @type {Brush} */
    this.brush = 'l';
    this.onChange = onChange;
    this.onUse = onUse;
    this.text = /** @type {HTMLInputElement} */ (byId('edit-text'));
    /** @type {string[]} */
    this.textFaults = [];
    for (const button of document.querySelectorAll('[data-brush]')) {
      button.addEventListener('click', () => {
        this.brush = /** @type {Brush} */ (button.getAttribute('data-brush'));
        this.#draw();
      });
    }
    for (const button of document.querySelectorAll('[data-edit-side]')) {
      button.addEventListener('click', () => this.#set({...this.draft, side: button.getAttribute('data-edit-side') === 'd' ? 'd' : 'l'}));
    }
    const on = (/** @type {string} */ id, /** @type {() => Position} */ change) => byId(id).addEventListener('click', () => this.#set(change()));
    on('edit-swap', () => ({light: this.draft.dark, dark: this.draft.light, side: this.draft.side}));
    on('edit-mirror', () => transform(this.draft, 4));
    on('edit-rotate', () => transform(this.draft, 1));
    on('edit-clear', () => ({light: 0, dark: 0, side: this.draft.side}));
    this.text.addEventListener('input', () => {
      try {
        this.draft = parsePosition(this.text.value);
        this.textFaults = [];
      } catch (error) {
        this.textFaults = error instanceof PositionError ? error.faults : [String(error)];
      }
      this.#draw(false);
      this.onChange();
    });
    byId('edit-form').addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.faults().length === 0) this.onUse(this.draft);
    });
  }

  /** Starts from a position. @param {Position} position */
  open(position) {
    this.#set(position);
  }

  /** What a click on a cell does. @param {number} cell */
  paint(cell) {
    const bit = 1 << cell;
    const has = this.draft.light & bit ? 'l' : this.draft.dark & bit ? 'd' : 'none';
    const brush = has === this.brush ? 'none' : this.brush;
    this.#set({
      light: brush === 'l' ? this.draft.light | bit : this.draft.light & ~bit,
      dark: brush === 'd' ? this.draft.dark | bit : this.draft.dark & ~bit,
      side: this.draft.side,
    });
  }

  faults() {
    return this.textFaults.length > 0 ? this.textFaults : faultsOf(this.draft.light, this.draft.dark);
  }

  /** @param {Position} draft */
  #set(draft) {
    this.draft = draft;
    this.textFaults = [];
    this.#draw();
    this.onChange();
  }

  #draw(withText = true) {
    if (withText) this.text.value = formatPosition(this.draft);
    for (const button of document.querySelectorAll('[data-brush]')) {
      attribute(button, 'aria-pressed', String(button.getAttribute('data-brush') === this.brush));
    }
    for (const button of document.querySelectorAll('[data-edit-side]')) {
      attribute(button, 'aria-pressed', String(button.getAttribute('data-edit-side') === this.draft.side));
    }
    const faults = this.faults();
    put(byId('edit-faults'), ...(faults.length === 0
      ? [h('p', {class: 'good'}, `A legal position. Reserves: light ${reserveOf(this.draft, 'l')}, dark ${reserveOf(this.draft, 'd')}.`)]
      : [h('p', {class: 'bad'}, 'This is no position yet:'), h('ul', {}, ...faults.map((fault) => h('li', {}, fault)))]));
    attribute(this.text, 'aria-invalid', faults.length > 0 ? 'true' : null);
    attribute(byId('edit-use'), 'aria-disabled', faults.length > 0 ? 'true' : null);
  }
}
