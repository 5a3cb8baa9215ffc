// A server for the development and the tests of the page, until or beside `pylos serve`: it serves
// tools/web and answers the API truly, with values that the command `pylos probe` reads from
// databases. Usage:
//
//   node mock_server.mjs [--port N] [--pylos PATH] [--data DIR]
//
// DIR holds RULES.pylos files; build/release/tools/pylos and build/web-data unless given.
import {spawn} from 'node:child_process';
import {existsSync, readFileSync, readdirSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {dirname, extname, join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

import {
  EMPTY, PositionError, RULE_SETS, applyMove, canonicalText, cellName, formatPosition, isOver, legalMoves, parseGameText, parseMove, parsePosition,
  parseRules, playMoves, reserveOf, sideName, otherSide,
} from '../../../tools/web/rules.js';
import {bestMove, compareValues, markOf, valueOf, valueOfMove} from '../../../tools/web/values.js';

/**
 * @typedef {import('../../../tools/web/values.js').PositionDocument} PositionDocument
 * @typedef {import('../../../tools/web/values.js').MoveDocument} MoveDocument
 */

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const PAGE = join(ROOT, 'tools/web');
const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml', '.json': 'application/json',
});
const POLICY = "default-src 'self'; img-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** An answer that is an error object with a status. */
class HttpError extends Error {
  /** @param {number} status @param {string} code @param {string} message */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** One database, read by a `pylos probe` that stays and answers line by line. */
class Database {
  /** @param {string} pylos @param {string} file */
  constructor(pylos, file) {
    this.file = file;
    this.child = spawn(pylos, ['probe', file, '--json', '--threads', '1'], {stdio: ['pipe', 'pipe', 'inherit']});
    /** @type {((line: string) => void)[]} */
    this.waiting = [];
    createInterface({input: this.child.stdout}).on('line', (line) => this.waiting.shift()?.(line));
  }

  /** @param {string} position @returns {Promise<any>} */
  ask(position) {
    return new Promise((done) => {
      this.waiting.push((line) => done(JSON.parse(line)));
      this.child.stdin.write(`${position}\n`);
    });
  }

  close() {
    this.child.stdin.end();
  }
}

/** @param {string} rules @param {Database} database @param {string} text @returns {Promise<PositionDocument>} */
async function documentOf(rules, database, text) {
  const p = parsePosition(text);
  const answer = await database.ask(formatPosition(p));
  /** @type {Map<string, string>} */
  const leads = new Map();
  const legal = new Map(legalMoves(p, parseRules(rules)).map((move) => [move.text, move]));
  const over = isOver(p, parseRules(rules));
  const moves = (over ? [] : answer.moves).map((/** @type {any} */ m) => {
    const move = legal.get(m.move);
    if (!move) throw new Error(`pylos and rules.js disagree: ${text} ${m.move}`);
    const after = applyMove(p, move);
    const key = canonicalText(after);
    const lead = leads.get(key) ?? null;
    if (!lead) leads.set(key, m.move);
    const result = /** @type {any} */ ({win: 'loss', loss: 'win', draw: 'draw', unknown: 'unknown'})[m.value];
    return {
      move: m.move, kind: move.kind, to: cellName(move.to), from: move.from < 0 ? null : cellName(move.from), recovered: move.recovered.map(cellName),
      result, plies_left: m.plies, position: formatPosition(after), value: m.value, plies: m.plies, same_as: lead,
    };
  });
  if (moves.length !== legal.size) throw new Error(`pylos and rules.js disagree about the number of moves of ${text}`);
  return /** @type {any} */ ({
    rules, base: 4, position: formatPosition(p), mover: sideName(p.side), reserves: {light: reserveOf(p, 'l'), dark: reserveOf(p, 'd')}, over,
    value: answer.value, plies: answer.plies, winner: answer.winner, moves,
  });
}

/** A random number from 0 to below 1, from a seed. @param {number} seed */
function chance(seed) {
  let z = (seed + 0x6d2b79f5) | 0;
  z = Math.imul(z ^ (z >>> 15), z | 1);
  z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
  return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
}

/** The move of a level: it sees so many plies and nothing beyond. @param {PositionDocument} document @param {string} level @param {number} seed */
function moveOfLevel(document, level, seed) {
  const {moves} = document;
  if (level === 'perfect') return /** @type {MoveDocument} */ (bestMove(moves)).move;
  const sight = Number(level);
  const seen = moves.map((move) => ({move, value: valueOfMove(move)}));
  const near = (/** @type {string} */ outcome) => seen.filter(({value}) => value.outcome === outcome && (value.plies ?? 99) <= sight);
  const wins = near('win').sort((a, b) => compareValues(a.value, b.value));
  if (wins.length > 0) return wins[0].move.move;
  const losses = new Set(near('loss').map(({move}) => move.move));
  const open = moves.filter((move) => !losses.has(move.move));
  const side = document.mover === 'light' ? 'l' : 'd';
  const gain = (/** @type {MoveDocument} */ move) => {
    const after = parsePosition(move.position);
    return reserveOf(after, side) - reserveOf(after, otherSide(side));
  };
  const from = open.length > 0 ? open : moves;
  const most = Math.max(...from.map(gain));
  const equal = from.filter((move) => gain(move) === most);
  return equal[Math.floor(chance(seed) * equal.length)].move;
}

/** @param {string} text */
function position(text) {
  try {
    return formatPosition(parsePosition(text));
  } catch (error) {
    throw new HttpError(400, 'bad_position', error instanceof PositionError ? error.message : String(error));
  }
}

/** @param {{port?: number, pylos?: string, data?: string}} [options] @returns {Promise<{url: string, rules: string[], close: () => Promise<void>}>} */
export async function startMock({port = 0, pylos = join(ROOT, 'build/release/tools/pylos'), data = join(ROOT, 'build/web-data')} = {}) {
  /** @type {Map<string, Database>} */
  const games = new Map();
  for (const rules of RULE_SETS) {
    const file = join(data, `${rules}.pylos`);
    if (existsSync(file)) games.set(rules, new Database(pylos, file));
  }
  if (games.size === 0) throw new Error(`no database in ${data}`);

  /** @param {string} rules */
  const game = (rules) => {
    const database = games.get(rules);
    if (!database) throw new HttpError(404, 'unknown_rules', `the rule set '${rules}' is not served; these are: ${[...games.keys()].join(', ')}`);
    return database;
  };
  const entry = async (/** @type {string} */ rules) => {
    const {value, plies} = await documentOf(rules, game(rules), formatPosition(EMPTY));
    return {rules, verdict: value, plies, metric: 'distance', checksum: '0', bytes: statSync(game(rules).file).size};
  };

  /** The puzzles: positions of data/suite.txt that exactly one move wins. */
  const puzzles = readFileSync(join(ROOT, 'data/suite.txt'), 'utf8').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => {
    const [at, rules, value, plies, best] = line.split('; ');
    return {position: at, rules, value, plies: plies === '-' ? null : Number(plies), best: best.split(' '), note: ''};
  }).filter((puzzle) => games.has(puzzle.rules) && puzzle.value === 'win' && puzzle.best.length === 1).slice(0, 30);

  /** @param {URL} url @param {string} method @param {string} body */
  async function answer(url, method, body) {
    const parts = decodeURIComponent(url.pathname).split('/').slice(3);
    const field = (/** @type {string} */ name) => url.searchParams.get(name) ?? '';
    if (parts[0] === '') return {games: await Promise.all([...games.keys()].map(entry))};
    if (parts[0] === 'puzzles') return puzzles;
    if (parts[0] === 'compare') {
      const at = position(field('p'));
      return {position: at, games: await Promise.all([...games].map(([rules, database]) => documentOf(rules, database, at)))};
    }
    const rules = parts[0].replaceAll(' ', '+');
    const database = game(rules);
    if (parts.length === 1) return entry(rules);
    if (parts[1] === 'position') return documentOf(rules, database, position(field('p')));
    if (parts[1] === 'play') {
      const document = await documentOf(rules, database, position(field('p')));
      if (document.over) throw new HttpError(400, 'game_over', 'the game is over');
      if (field('level') !== 'perfect' && !/^([1-9]|1[0-2])$/.test(field('level'))) throw new HttpError(400, 'bad_level', `'${field('level')}' is no level`);
      const move = moveOfLevel(document, field('level'), Number(field('seed')) || 0);
      return {move, position: document.moves.find((m) => m.move === move)?.position, level: field('level')};
    }
    if (parts[1] === 'review') {
      if (method !== 'POST') throw new HttpError(405, 'method', 'review takes POST');
      return reviewOf(rules, database, body);
    }
    throw new HttpError(404, 'unknown_path', `'${url.pathname}' is not served`);
  }

  const server = createServer((request, response) => {
    const chunks = /** @type {Buffer[]} */ ([]);
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      // In a path a plus is a plus; the query is read as such too.
      const url = new URL((request.url ?? '/').replaceAll('+', '%2B'), 'http://mock');
      response.setHeader('Content-Security-Policy', POLICY);
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Cache-Control', 'no-store');
      try {
        if (url.pathname.startsWith('/api/v1/')) {
          const text = JSON.stringify(await answer(url, request.method ?? 'GET', Buffer.concat(chunks).toString('utf8')));
          response.setHeader('Content-Type', 'application/json');
          response.end(text);
          return;
        }
        const name = url.pathname === '/' ? 'index.html' : url.pathname.slice(1);
        if (!readdirSync(PAGE).includes(name)) throw new HttpError(404, 'unknown_path', `'${url.pathname}' is not served`);
        response.setHeader('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream');
        response.end(readFileSync(join(PAGE, name)));
      } catch (error) {
        const status = error instanceof HttpError ? error.status : 500;
        response.statusCode = status;
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify({error: {code: error instanceof HttpError ? error.code : 'failed', message: /** @type {Error} */ (error).message}}));
      }
    });
  });
  await new Promise((done) => server.listen(port, '127.0.0.1', () => done(null)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}/`,
    rules: [...games.keys()],
    async close() {
      for (const database of games.values()) database.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** @param {string} rules @param {Database} database @param {string} text */
async function reviewOf(rules, database, text) {
  const {start, moves} = parseGameText(text);
  let made;
  const first = start ? parsePosition(start) : EMPTY;
  try {
    made = playMoves(first, moves, parseRules(rules));
  } catch (error) {
    throw new HttpError(400, 'bad_game', /** @type {Error} */ (error).message);
  }
  const sides = {light: {'??': 0, '?': 0, '?!': 0, '!': 0, kept: 0, moves: 0}, dark: {'??': 0, '?': 0, '?!': 0, '!': 0, kept: 0, moves: 0}};
  const out = [];
  let decided = 0;
  let winner = /** @type {string | null | undefined} */ (undefined);
  let at = formatPosition(first);
  for (const [i, one] of made.entries()) {
    const document = await documentOf(rules, database, at);
    const now = document.value === 'draw' ? null : document.winner;
    if (winner !== undefined && winner !== now) decided = i;
    winner = now;
    parseMove(one.move.text, parsePosition(at), parseRules(rules));
    const move = /** @type {MoveDocument} */ (document.moves.find((m) => m.move === one.move.text));
    const mark = markOf(document, move.move);
    const side = sides[document.mover];
    ++side.moves;
    if (mark) ++side[mark];
    if (valueOfMove(move).outcome === document.value) ++side.kept;
    const best = /** @type {MoveDocument} */ (bestMove(document.moves));
    out.push({
      ply: i + 1, side: document.mover, move: move.move, position: at, result: move.result, plies_left: move.plies_left,
      best_result: best.result, best_plies_left: best.plies_left, mark,
      best: document.moves.filter((m) => compareValues(valueOfMove(m), valueOfMove(best)) === 0).map((m) => m.move),
    });
    at = formatPosition(one.position);
  }
  const last = await documentOf(rules, database, at);
  const final = valueOf(last).outcome === 'draw' ? null : last.winner;
  if (winner !== undefined && winner !== final) decided = made.length;
  const share = (/** @type {typeof sides.light} */ side) => ({...side, kept: side.moves === 0 ? null : side.kept / side.moves, moves: undefined});
  return {rules, base: 4, moves: out, light: share(sides.light), dark: share(sides.dark), decided_at: decided};
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = /** @type {Record<string, string>} */ ({});
  for (let i = 2; i + 1 < process.argv.length; i += 2) options[process.argv[i].replace('--', '')] = process.argv[i + 1];
  const mock = await startMock({...options, port: Number(options.port ?? 8080)});
  console.log(`listening on ${mock.url} (${mock.rules.join(', ')})`);
}
