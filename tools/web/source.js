// A source of values: whatever answers questions about positions. The page knows only the type
// `Source`; `openSource` finds out which maker fits. Today that is the HTTP API of `pylos serve`;
// a static file read by ranges can be another, with the same answers.
//
// Every question takes an AbortSignal. A failed question throws SourceError with a plain sentence.

/**
 * @typedef {import('./values.js').PositionDocument} PositionDocument
 * @typedef {import('./values.js').Outcome} Outcome
 * @typedef {object} GameEntry        a game that the source holds
 * @property {string} rules
 * @property {Outcome} [verdict]
 * @property {number | null} [plies]
 * @property {string} [metric]
 * @property {string} [checksum]
 * @property {number} [bytes]
 * @typedef {object} ReviewedMove
 * @property {number} ply
 * @property {'light' | 'dark'} side
 * @property {string} move
 * @property {string} position
 * @property {Outcome} result
 * @property {number | null} plies_left
 * @property {Outcome} best_result
 * @property {number | null} best_plies_left
 * @property {import('./values.js').Mark} mark
 * @property {string[]} best
 * @typedef {{'??'?: number, '?'?: number, '?!'?: number, '!'?: number, kept: number | null, [key: string]: any}} ReviewedSide
 * @typedef {object} Review
 * @property {string} rules
 * @property {ReviewedMove[]} moves
 * @property {ReviewedSide} light
 * @property {ReviewedSide} dark
 * @property {number | null} decided_at
 * @typedef {object} Puzzle
 * @property {string} position
 * @property {string} rules
 * @property {Outcome} value
 * @property {number | null} plies
 * @property {string[]} best
 * @property {string} [note]
 * @typedef {object} Source
 * @property {string} kind
 * @property {(signal?: AbortSignal) => Promise<GameEntry[]>} games
 * @property {(rules: string, position: string, signal?: AbortSignal) => Promise<PositionDocument>} position
 * @property {(rules: string, position: string, level: string, seed: number, signal?: AbortSignal) => Promise<string>} play
 * @property {(rules: string, game: string, signal?: AbortSignal) => Promise<Review>} review
 * @property {(position: string, signal?: AbortSignal) => Promise<PositionDocument[]>} compare
 * @property {(signal?: AbortSignal) => Promise<Puzzle[]>} puzzles
 */

/** A question without an answer. */
export class SourceError extends Error {
  /** @param {string} message @param {{code?: string, status?: number, retryAfter?: number}} [about] */
  constructor(message, {code = 'failed', status = 0, retryAfter = 0} = {}) {
    super(message);
    this.code = code;
    this.status = status;
    /** seconds after which to ask again, 0 when nobody said */
    this.retryAfter = retryAfter;
  }

  /** May the same question have an answer later? */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** A document must at least be the one that was asked for. @param {any} document @returns {PositionDocument} */
function checked(document) {
  if (!document || typeof document.position !== 'string' || !Array.isArray(document.moves)) {
    throw new SourceError('The server sent an answer that this page does not understand.', {code: 'bad_answer', status: 502});
  }
  return document;
}

/** How long one question may take. */
const TIMEOUT_MS = 30000;

/** The HTTP API below `base`, such as `/`. @param {string} base @returns {Source} */
export function httpSource(base) {
  const api = new URL('api/v1/', base);

  /** @param {string} path @param {RequestInit} [init] */
  async function ask(path, init = {}) {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const stop = new AbortController();
    const give = () => stop.abort(new SourceError('The server took too long to answer.'));
    const cancel = () => stop.abort(new DOMException('aborted', 'AbortError'));
    timeout.addEventListener('abort', give);
    init.signal?.addEventListener('abort', cancel);
    if (init.signal?.aborted) cancel();
    try {
      let response;
      try {
        response = await fetch(new URL(path, api), {...init, signal: stop.signal});
      } catch (error) {
        if (stop.signal.aborted) throw stop.signal.reason;
        throw new SourceError('The server does not answer.');
      }
      let body;
      try {
        body = await response.json();
      } catch (error) {
        if (stop.signal.aborted) throw stop.signal.reason;
        body = null;
      }
      if (!response.ok) {
        const fault = body?.error ?? {};
        const about = {code: fault.code, status: response.status, retryAfter: Number(response.headers.get('Retry-After')) || 0};
        throw new SourceError(fault.message ? `The server says: ${fault.message}` : `The server answered with status ${response.status}.`, about);
      }
      if (body === null) throw new SourceError('The server sent an answer that this page does not understand.', {code: 'bad_answer', status: 502});
      return body;
    } finally {
      timeout.removeEventListener('abort', give);
      init.signal?.removeEventListener('abort', cancel);
    }
  }

  const at = (/** @type {string} */ rules) => rules.replaceAll('+', '%2B');
  const query = (/** @type {Record<string, string | number>} */ fields) =>
    Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(String(value).replace(' ', '_'))}`).join('&');

  return {
    kind: 'http',
    async games(signal) {
      const answer = await ask('', {signal});
      return Array.isArray(answer) ? answer : answer.games ?? [];
    },
    async position(rules, position, signal) {
      return checked(await ask(`${at(rules)}/position?${query({p: position})}`, {signal}));
    },
    async play(rules, position, level, seed, signal) {
      return (await ask(`${at(rules)}/play?${query({p: position, level, seed})}`, {signal})).move;
    },
    async review(rules, game, signal) {
      return ask(`${at(rules)}/review`, {method: 'POST', body: game, headers: {'Content-Type': 'text/plain'}, signal});
    },
    async compare(position, signal) {
      const answer = await ask(`compare?${query({p: position})}`, {signal});
      return (answer.games ?? []).map(checked);
    },
    async puzzles(signal) {
      const answer = await ask('puzzles', {signal});
      return Array.isArray(answer) ? answer : answer.puzzles ?? [];
    },
  };
}

/** Keeps the last `size` documents, and lets equal questions that come together share one request:
 * the request is aborted only when nobody waits for it any more.
 * @param {Source} source @param {number} [size] @returns {Source & {known: (rules: string, position: string) => PositionDocument | null}} */
export function cached(source, size = 400) {
  /** @type {Map<string, PositionDocument>} */
  const documents = new Map();
  /** @type {Map<string, {promise: Promise<PositionDocument>, waiting: number, stop: AbortController}>} */
  const underWay = new Map();

  /** @param {string} key @param {PositionDocument} document */
  function keep(key, document) {
    documents.delete(key);
    documents.set(key, document);
    if (documents.size > size) documents.delete(/** @type {string} */ (documents.keys().next().value));
  }

  /** @param {string} rules @param {string} position */
  function known(rules, position) {
    const key = `${rules} ${position}`;
    const document = documents.get(key) ?? null;
    if (document) keep(key, document);
    return document;
  }

  return {
    ...source,
    known,
    position(rules, position, signal) {
      const document = known(rules, position);
      if (document) return Promise.resolve(document);
      if (signal?.aborted) return Promise.reject(new DOMException('aborted', 'AbortError'));
      const key = `${rules} ${position}`;
      let shared = underWay.get(key);
      if (!shared) {
        const stop = new AbortController();
        const promise = source.position(rules, position, stop.signal).then((answer) => {
          keep(key, answer);
          return answer;
        });
        const mine = {promise, waiting: 0, stop};
        const forget = () => {
          if (underWay.get(key) === mine) underWay.delete(key);
        };
        promise.then(forget, forget);
        underWay.set(key, mine);
        shared = mine;
      }
      const mine = shared;
      ++mine.waiting;
      return new Promise((resolve, reject) => {
        const leave = () => {
          if (--mine.waiting === 0) {
            if (underWay.get(key) === mine) underWay.delete(key);
            mine.stop.abort();
          }
          reject(new DOMException('aborted', 'AbortError'));
        };
        signal?.addEventListener('abort', leave, {once: true});
        mine.promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
      });
    },
  };
}

/** The source that this page has. @param {string} base  the page's address */
export function openSource(base) {
  return cached(httpSource(base));
}
