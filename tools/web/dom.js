// Making elements without writing markup.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Record<string, any>} Properties  `on…` is a listener, `class` and `aria-…` are attributes */

/** @param {Element} element @param {Properties} properties @param {(Node | string | null)[]} children */
function fill(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== null) element.append(child);
}

/** An HTML element. @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Properties} [properties]
 * @param {...(Node | string | null)} children @returns {HTMLElementTagNameMap[K]} */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, properties, children);
  return element;
}

/** An SVG element. @template {keyof SVGElementTagNameMap} K @param {K} tag @param {Properties} [properties]
 * @param {...(Node | string | null)} children @returns {SVGElementTagNameMap[K]} */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, properties, children);
  return element;
}

/** The element of the page with that id. @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element '${id}'`);
  return element;
}

/** Sets an attribute only when it changes; null removes it. @param {Element} element @param {string} name @param {string | number | null} value */
export function attribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Replaces what stands in an element. @param {Element} element @param {...(Node | string | null)} children */
export function put(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null));
}

/** Does the reader want no motion? */
export function still() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** 12,507,810,089 @param {number} n */
export function grouped(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}
