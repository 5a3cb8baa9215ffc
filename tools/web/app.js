// The page: holds what is shown, asks the source, and draws. One rule keeps answers in their place:
// a question belongs to a position, and the moment the position changes the question is aborted.

import {LEVELS, TABS, formatAddress, freshView, parseAddress} from './address.js';
import {drawAnswers} from './answers.js';
import {Board} from './board.js';
import {NOTHING, choices, choose, isNothing, provisional} from './build.js';
import {attribute, byId, h, put, s} from './dom.js';
import {Editor} from './editor.js';
import {FIRST} from './first.js';
import {History} from './history.js';
import {MoveList, moveLabel, spoken} from './moves.js';
import {drawComparison, drawPuzzles, drawReview} from './panels.js';
import {Pyramid} from './pyramid.js';
import {
  CELL_COUNT, EMPTY, RULE_SETS, applyMove, canonicalText, cellByName, cellName, formatPosition, isOver, isPlayable, legalMoves, makeMove,
  otherSide, parseGameText, parseMove, parsePosition, parseRules, playMoves, reserveOf, sideName,
} from './rules.js';
import {SourceError, isAbort, openSource} from './source.js';
import {badge, drawDefinitions, inlineBadge, sphere} from './sphere.js';
import {Tree} from './tree.js';
import {MARK_WORDS, UNKNOWN, bestMove, compareValues, valueOf, valueOfMove, wordsOf} from './values.js';

/**
 * @typedef {import('./address.js').View} View
 * @typedef {import('./rules.js').Position} Position
 * @typedef {import('./rules.js').Side} Side
 * @typedef {import('./values.js').MoveDocument} MoveDocument
 * @typedef {import('./values.js').PositionDocument} PositionDocument
 * @typedef {import('./board.js').CellLook} CellLook
 * @typedef {import('./tree.js').Node} Node
 */

const START = formatPosition(EMPTY);
const source = openSource(new URL('.', location.href).href);

/** @type {View} */
let view = freshView();
let partial = NOTHING;
/** @type {MoveDocument | null} a move that is pointed at in the list */
let previewed = null;
let hinted = false;
let pointed = /** @type {number | null} */ (null);
/** @type {{text: string, retry: (() => void) | null, asking?: boolean} | null} `asking`: the next answer settles it */
let fault = null;
/** What is said when the values of the position arrive. */
let announce = speakPosition;
let asking = /** @type {AbortController | null} */ (null);
let thinking = /** @type {AbortController | null} */ (null);
let following = /** @type {AbortController | null} */ (null);
let slow = false;
let review = /** @type {import('./source.js').Review | null} */ (null);
const puzzles = {puzzles: /** @type {import('./source.js').Puzzle[]} */ ([]), loaded: false, open: -1, tried: /** @type {string | null} */ (null), shown: false};
let seed = Math.floor(Math.random() * 2 ** 31);

drawDefinitions();
const board = new Board(byId('levels'), onCell, onPoint);
const pyramid = new Pyramid(byId('pyramid'));
const moveList = new MoveList(byId('moves'), (move) => playByHand(move), (move) => {
  if (move === previewed) return;
  previewed = move;
  drawBoard();
});
const history = new History(byId('history'), byId('chart'), (node) => goTo(node));
const editor = new Editor(() => drawBoard(), (position) => {
  leavePuzzle();
  change((v) => {
    v.tree = new Tree(formatPosition(position));
    v.tab = 'moves';
  });
});

// The position and what is known about it

function rules() {
  return parseRules(view.rules);
}

/** @param {string} text */
function isTurnOf(text) {
  return /** @type {Side} */ (text.slice(-1));
}

/** The first position of a rule set, whose values are part of the page. @param {string} name @returns {PositionDocument | null} */
function firstDocument(name) {
  const game = FIRST[name];
  if (!game) return null;
  /** @type {Map<string, string>} */
  const leads = new Map();
  const moves = game.moves.map(([move, value, plies]) => {
    const to = cellByName(move);
    const after = applyMove(EMPTY, makeMove(-1, to, []));
    const key = canonicalText(after);
    const lead = leads.get(key) ?? null;
    if (!lead) leads.set(key, move);
    const result = /** @type {const} */ ({win: 'loss', loss: 'win', draw: 'draw'})[/** @type {'win' | 'loss' | 'draw'} */ (value)];
    return /** @type {MoveDocument} */ ({
      move, kind: 'place', to: move, from: null, recovered: [], result, plies_left: plies, position: formatPosition(after),
      value: /** @type {import('./values.js').Outcome} */ (value), plies, same_as: lead,
    });
  });
  const value = /** @type {import('./values.js').Outcome} */ (game.value);
  return {rules: name, position: START, mover: 'light', over: false, value, plies: game.plies,
    winner: value === 'win' ? 'light' : value === 'loss' ? 'dark' : null, moves: moves.sort((a, b) => compareValues(valueOfMove(a), valueOfMove(b)))};
}

/** @param {string} position @returns {PositionDocument | null} */
function known(position) {
  return source.known(view.rules, position) ?? (position === START ? firstDocument(view.rules) : null);
}

/** The same form without values: it keeps the page usable while none are there. @param {string} text @returns {PositionDocument} */
function bareDocument(text) {
  const p = parsePosition(text);
  const over = isOver(p, rules());
  return {
    rules: view.rules, position: text, mover: sideName(p.side) === 'light' ? 'light' : 'dark', over,
    value: over ? 'loss' : 'unknown', plies: over ? 0 : null, winner: over ? (p.side === 'l' ? 'dark' : 'light') : null,
    moves: legalMoves(p, rules()).map((move) => ({
      move: move.text, kind: move.kind, to: cellName(move.to), from: move.from < 0 ? null : cellName(move.from), recovered: move.recovered.map(cellName),
      result: 'unknown', plies_left: null, position: formatPosition(applyMove(p, move)), value: 'unknown', plies: null, same_as: null,
    })),
  };
}

/** @type {{key: string, document: PositionDocument}} */
let bare = {key: '', document: /** @type {any} */ (null)};

function currentDocument() {
  const text = view.tree.current.position;
  const document = known(text);
  if (document) return document;
  const key = `${view.rules} ${text}`;
  if (bare.key !== key) bare = {key, document: bareDocument(text)};
  return bare.document;
}

/** Asks for the current position; an older question is aborted. */
async function ask() {
  asking?.abort();
  asking = null;
  const text = view.tree.current.position;
  if (known(text)) {
    follow();
    return;
  }
  const mine = new AbortController();
  asking = mine;
  const timer = setTimeout(() => {
    slow = asking === mine;
    drawHeadline();
  }, 200);
  try {
    const document = await source.position(view.rules, text, mine.signal);
    if (asking !== mine) return;
    if (document.position !== text) throw new SourceError('The server answered for another position.', {status: 502});
    if (fault?.asking) fault = null;
    asking = null;
    slow = false;
    draw();
    announce();
    follow();
  } catch (error) {
    if (asking !== mine || isAbort(error)) return;
    asking = null;
    slow = false;
    fail(error, () => ask());
  } finally {
    clearTimeout(timer);
  }
}

/** Asks for the rest of the line, one position after the other, for marks and chart. */
async function follow() {
  following?.abort();
  const mine = new AbortController();
  following = mine;
  const line = [...new Set([...view.tree.path().reverse(), ...view.tree.line()])].filter((node) => !known(node.position));
  try {
    for (const node of line.slice(0, 200)) {
      await source.position(view.rules, node.position, mine.signal);
      if (following !== mine) return;
      drawHistory();
    }
  } catch {
    // Marks can wait: the position on the board is asked for again, and says what is wrong.
  }
}

/** @param {unknown} error @param {(() => void) | null} retry */
function fail(error, retry) {
  const passing = !(error instanceof SourceError) || error.passing;
  const wait = error instanceof SourceError ? error.retryAfter : 0;
  fault = {text: `${/** @type {Error} */ (error).message}${wait > 0 ? ` Ask again in ${wait} s.` : ''}`, retry: passing ? retry : null, asking: true};
  draw();
}

// Changes

/** Changes the view, writes it into the address, draws it and asks what is not known.
 * @param {(view: View) => void} how @param {{replace?: boolean, keepFault?: boolean}} [options] */
function change(how, {replace = false, keepFault = false} = {}) {
  const before = view.tree.current;
  stopThinking();
  how(view);
  arrive(before, keepFault);
  const address = `#${formatAddress(view)}`;
  if (address !== location.hash) window.history[replace ? 'replaceState' : 'pushState'](null, '', address);
  draw();
  ask();
}

/** Changes how things are shown: the computer, when it thinks, goes on with it. @param {(view: View) => void} how @param {boolean} replace */
function adjust(how, replace) {
  const busy = thinking !== null;
  change(how, {replace, keepFault: true});
  if (busy) think();
}

/** What must not outlive a change of the position. @param {Node | null} before @param {boolean} keepFault */
function arrive(before, keepFault) {
  if (!keepFault) fault = null;
  asking?.abort();
  asking = null;
  slow = false;
  partial = NOTHING;
  previewed = null;
  if (before !== view.tree.current) hinted = false;
}

function readAddress() {
  stopThinking();
  const {view: next, faults} = parseAddress(location.hash);
  view = next;
  announce = speakPosition;
  arrive(null, false);
  if (faults.length > 0) fault = {text: `The address holds what cannot be read. ${faults.join(' ')}`, retry: null};
  if (view.tab === 'edit') editor.open(parsePosition(view.tree.current.position));
  if (view.tab === 'puzzles') openPuzzleFromAddress();
  draw();
  ask();
}

/** A move made by a person. @param {string} move @param {boolean} [byClicks] its steps were shown while it was built */
function playByHand(move, byClicks = false) {
  if (thinking) return;
  const before = view.tree.current;
  const made = partial;
  change((v) => v.tree.play(move, rules()));
  showMotion(before, view.tree.current, byClicks ? made : NOTHING);
  speakMove(view.tree.current);
  if (view.puzzle >= 0 && before === view.tree.root) {
    puzzles.tried = view.tree.current.move;
    drawPanel();
  }
  think();
}

/** @param {Node} node */
function goTo(node) {
  if (node === view.tree.current) return;
  const before = view.tree.current;
  change((v) => {
    v.tree.go(node);
    if (v.tab === 'edit') v.tab = 'moves';
  });
  if (node.parent === before) showMotion(before, node, NOTHING);
  speakPosition();
}

/** Who plays the side: a level, or null for a person. @param {Side} side */
function computerOf(side) {
  const player = side === 'l' ? view.light : view.dark;
  return player === 'you' ? null : player;
}

/** Is exactly one side played by the computer? */
function onePerson() {
  return (computerOf('l') === null) !== (computerOf('d') === null);
}

function undo() {
  if (!isNothing(partial)) {
    partial = NOTHING;
    drawBoard();
    return;
  }
  const node = view.tree.current;
  if (!node.parent) return;
  // Against the computer a person takes back up to the own last move: the computer's reply too,
  // when it has been made.
  const two = onePerson() && computerOf(isTurnOf(node.position)) === null && node.parent.parent;
  goTo(two || node.parent);
}

function redo() {
  const next = view.tree.next();
  if (!next) return;
  const two = onePerson() && computerOf(isTurnOf(next.position)) !== null ? view.tree.visited.get(next) ?? next.children[0] : null;
  goTo(two ?? next);
}

function playBest() {
  const document = currentDocument();
  const best = bestMove(document.moves);
  if (!best || valueOfMove(best).outcome === 'unknown') {
    speak(document.over ? 'The game is over.' : 'The best move is not known.');
    return;
  }
  playByHand(best.move);
}

function newGame() {
  seed = Math.floor(Math.random() * 2 ** 31);
  leavePuzzle();
  change((v) => (v.tree = new Tree(START)));
  think();
}

/** Puts another rule set under the position; the moves so far stay when they are legal there. @param {string} name */
function switchRules(name) {
  if (name === view.rules) return;
  let lost = '';
  leavePuzzle();
  const busy = thinking !== null;
  change((v) => {
    v.rules = parseRules(name).text;
    try {
      v.tree = Tree.fromText(v.tree.root.position, v.tree.toText(), rules());
    } catch (error) {
      lost = `The game so far is not legal under ${name}, so the position stays and a new game begins from it. ${/** @type {Error} */ (error).message}.`;
      v.tree = new Tree(v.tree.current.position);
    }
  });
  if (lost) {
    fault = {text: lost, retry: null};
    draw();
  }
  speakPosition();
  if (busy) think();
}

// The computer

function stopThinking() {
  thinking?.abort();
  thinking = null;
}

/** Lets the computer move when it is its turn, and again when it plays both sides. */
async function think() {
  stopThinking();
  const node = view.tree.current;
  const side = isTurnOf(node.position);
  const level = computerOf(side);
  if (level === null || view.page !== 'explore' || currentDocument().over) {
    drawControls();
    return;
  }
  const mine = new AbortController();
  thinking = mine;
  drawHeadline();
  drawControls();
  try {
    const [move] = await Promise.all([
      source.play(view.rules, node.position, level, (seed + node.ply) % 2 ** 31, mine.signal),
      new Promise((resolve) => setTimeout(resolve, 500)),
    ]);
    if (thinking !== mine || view.tree.current !== node) return;
    parseMove(move, parsePosition(node.position), rules());
    // The reply stands in the same entry of the browser's history as the move it answers, so that
    // Back leads to the person's turn.
    change((v) => v.tree.play(move, rules()), {replace: true});
    showMotion(node, view.tree.current, NOTHING);
    speakMove(view.tree.current);
    think();
  } catch (error) {
    if (thinking !== mine || isAbort(error)) return;
    thinking = null;
    fault = {text: `The computer has not moved. ${/** @type {Error} */ (error).message}`, retry: () => {
      fault = null;
      draw();
      think();
    }};
    draw();
  }
}

// Clicks on the board

/** @param {number} cell */
function onCell(cell) {
  if (view.tab === 'edit') {
    editor.paint(cell);
    return;
  }
  if (thinking) return;
  const p = parsePosition(view.tree.current.position);
  const {moves} = currentDocument();
  const {next} = choices(p, moves, partial);
  if (!next.has(cell)) {
    if (partial.from === cell || partial.to === cell || partial.taken.includes(cell)) cancelBuilding();
    return;
  }
  const before = partial;
  const chosen = choose(p, moves, before, cell);
  const after = choices(p, moves, chosen);
  showStep(p.side, before, chosen);
  if (after.done && after.next.size === 0) {
    partial = chosen;
    playByHand(after.done.move, true);
    return;
  }
  partial = chosen;
  drawBoard();
  const what = chosen.to < 0 ? `${cellName(cell)} picked up. Choose where it goes.`
    : chosen.taken.length === 0 ? `On ${cellName(chosen.to)}. Choose a sphere to take back${after.done ? ', or finish the move' : ''}.`
      : `${cellName(cell)} taken back. Choose another, or finish the move.`;
  speak(what);
}

function cancelBuilding() {
  partial = NOTHING;
  drawBoard();
}

/** @param {number | null} cell */
function onPoint(cell) {
  if (cell === pointed) return;
  pointed = cell;
  drawPointed();
}

// Motion

/** The middle of a reserve, where spheres come from and go to. @param {Side} side */
function reserveBox(side) {
  const box = byId(`reserve-${side}`).getBoundingClientRect();
  return new DOMRect(box.x + box.width / 2 - 9, box.y + box.height / 2 - 9, 18, 18);
}

/** Shows how one step of a move goes. @param {Side} side @param {import('./build.js').Partial} before @param {import('./build.js').Partial} after */
function showStep(side, before, after) {
  if (after.to >= 0 && before.to < 0) {
    const stays = !after.taken.includes(after.to);
    board.fly(side, after.from >= 0 ? board.box(after.from) : reserveBox(side), board.box(after.to), stays ? after.to : null);
  }
  for (const cell of after.taken) if (!before.taken.includes(cell)) board.fly(side, board.box(cell), reserveBox(side), null);
}

/** Shows how the spheres of a move go. @param {Node} before @param {Node} after @param {import('./build.js').Partial} made what was shown while it was built */
function showMotion(before, after, made) {
  if (after.parent !== before) return;
  const move = parseMove(after.move, parsePosition(before.position), rules());
  showStep(isTurnOf(before.position), made, {from: move.from, to: move.to, taken: move.recovered});
}

// Words for those who listen

/** @param {string} text */
function speak(text) {
  byId('spoken').textContent = text;
}

function positionWords() {
  const document = currentDocument();
  const side = isTurnOf(document.position);
  if (document.over) return `${sideName(otherSide(side))} has won.`;
  const value = view.values ? `: ${wordsOf(valueOf(document), side)}` : '';
  return `${sideName(side)} to move${value}.`;
}

function speakPosition() {
  announce = speakPosition;
  speak(positionWords());
}

/** @param {Node} node */
function speakMove(node) {
  if (!node.parent) return;
  announce = () => speakMove(node);
  speak(`${sideName(isTurnOf(node.parent.position))} played ${node.move}. ${positionWords()}`);
}

// Drawing

function draw() {
  const explore = view.page === 'explore';
  byId('explore').hidden = !explore;
  byId('answers-page').hidden = explore;
  byId('explore').classList.toggle('editing', view.tab === 'edit');
  attribute(byId('page-explore'), 'aria-current', explore ? 'page' : null);
  attribute(byId('page-answers'), 'aria-current', explore ? null : 'page');
  /** @type {HTMLSelectElement} */ (byId('rules')).value = view.rules;
  document.title = explore ? `Pylos, solved: ${view.rules}` : `Pylos, solved: answers (${view.rules})`;
  if (!explore) {
    drawAnswersPage();
    return;
  }
  drawBoard();
  drawControls();
  drawPanel();
  drawHistory();
}

function drawHeadline() {
  const document = currentDocument();
  const side = isTurnOf(document.position);
  const value = valueOf(document);
  const title = byId('verdict');
  const words = wordsOf(value, side);
  if (view.tab === 'edit') put(title, 'Editing');
  else if (document.over) put(title, inlineBadge({outcome: 'win', plies: null}), `${sideName(otherSide(side)) === 'light' ? 'Light' : 'Dark'} has won`);
  else if (!view.values) put(title, 'Values are hidden');
  else if (document.value === 'unknown') put(title, inlineBadge(UNKNOWN), fault ? 'No value' : slow ? 'Asking …' : 'Value not known');
  else put(title, inlineBadge(value), words[0].toUpperCase() + words.slice(1));
  attribute(title, 'class', document.over ? 'over' : document.value);
  const who = side === 'l' ? 'Light' : 'Dark';
  byId('turn-words').textContent = view.tab === 'edit' ? 'Click the cells; the position is used when you say so.'
    : document.over ? `${who} is to move and has no ${reserveOf(parsePosition(document.position), side) === 0 ? 'sphere in reserve' : 'legal move'}.`
      : thinking ? `${who} (${playerName(computerOf(side))}) is thinking …` : `${who} to move, ply ${view.tree.current.ply + 1}`;
  attribute(byId('levels'), 'aria-busy', asking ? 'true' : null);
}

/** @param {string | null} level */
function playerName(level) {
  return level === null ? 'you' : level === 'perfect' ? 'perfect computer' : `computer, level ${level}`;
}

/** What a listener hears about a cell. @param {number} cell @param {CellLook} look @param {string} action */
function cellWords(cell, look, action) {
  const holds = look.sphere ? sideName(look.sphere) : look.ground === 'high' ? 'empty, no support' : 'empty';
  return `${cellName(cell)}, ${holds}${action ? `, ${action}` : ''}`;
}

function drawBoard() {
  const editing = view.tab === 'edit';
  const doc = currentDocument();
  const p = parsePosition(doc.position);
  const show = editing ? editor.draft : provisional(p, partial);
  const occupied = show.light | show.dark;
  const {next, done} = editing ? {next: new Map(), done: null} : choices(p, doc.moves, partial);
  const best = bestMove(doc.moves);
  const last = !editing && view.tree.current.parent
    ? parseMove(view.tree.current.move, parsePosition(view.tree.current.parent.position), rules()) : null;
  const hint = hinted && best && isNothing(partial) ? best : null;
  const outline = previewed ?? hint;
  const valued = view.values && !editing;
  /** @type {CellLook[]} */
  const looks = [];
  for (let cell = 0; cell < CELL_COUNT; ++cell) {
    const bit = 1 << cell;
    const held = show.light & bit ? 'l' : show.dark & bit ? 'd' : null;
    const choice = next.get(cell);
    const value = choice ? valueOfMove(choice) : null;
    const isBest = !!value && !!best && value.outcome !== 'unknown' && compareValues(value, valueOfMove(best)) === 0;
    const classes = [];
    if (last?.to === cell && isNothing(partial)) classes.push('last');
    if ((last?.from === cell || last?.recovered.includes(cell)) && !held) classes.push('left');
    if (partial.to === cell) classes.push('picked');
    if (partial.from === cell || partial.taken.includes(cell)) classes.push('lifted');
    if (outline) {
      const name = cellName(cell);
      if (outline.to === name || outline.from === name) classes.push('outlined');
      if (outline.recovered.includes(name)) classes.push('outlined-back');
    }
    if (editing && held && !faultless(show, cell)) classes.push('fault');
    const active = editing || (next.has(cell) && !thinking);
    /** @type {CellLook} */
    const look = {
      sphere: held, ground: held ? 'filled' : isPlayable(cell, occupied) ? 'playable' : 'high',
      value: valued && value ? value : null, best: isBest, active, classes: classes.join(' '), label: '',
    };
    const action = !choice ? '' : partial.to >= 0 ? 'take it back' : held ? 'pick it up to raise it' : partial.from >= 0 ? 'put it here' : 'place here';
    look.label = cellWords(cell, look, action + (action && valued && value ? `: ${isBest ? 'best, ' : ''}${wordsOf(value, p.side)}` : ''));
    looks.push(look);
  }
  board.draw(view.turn, looks);
  pyramid.draw(show, view.turn, last && isNothing(partial) ? [last.to] : []);
  drawBuilding(p, done, next);
  drawReserves(show);
  drawPointed();
  drawHeadline();
  drawMessage();
}

/** @param {Position} p @param {number} cell */
function faultless(p, cell) {
  return isPlayable(cell, (p.light | p.dark) & ~(1 << cell));
}

/** @param {Position} p @param {MoveDocument | null} done @param {Map<number, MoveDocument>} next */
function drawBuilding(p, done, next) {
  const root = byId('building');
  root.hidden = isNothing(partial);
  if (root.hidden) {
    put(root);
    return;
  }
  const text = partial.to < 0 ? `${cellName(partial.from)} is picked up: choose where it goes.`
    : partial.taken.length === 0 ? `${cellName(partial.to)} completes a formation: choose a sphere to take back.`
      : `${partial.taken.map(cellName).join(' and ')} taken back${next.size > 0 ? ': choose another, or finish.' : '.'}`;
  put(root, h('span', {}, text),
    done ? h('button', {type: 'button', class: 'strong', id: 'finish', onclick: () => playByHand(done.move, true)},
      view.values ? inlineBadge(valueOfMove(done)) : null, partial.taken.length === 0 ? 'Take nothing back' : 'Finish', view.values ? h('span', {class: 'hidden'}, `: ${wordsOf(valueOfMove(done), p.side)}`) : null) : null,
    h('button', {type: 'button', id: 'restart', onclick: cancelBuilding}, 'Start the move again'));
}

/** @param {Position} p */
function drawReserves(p) {
  for (const side of /** @type {Side[]} */ (['l', 'd'])) {
    const n = Math.max(0, reserveOf(p, side));
    const root = byId(`reserve-${side}`);
    attribute(root, 'aria-label', `${n} in reserve`);
    if (root.dataset.n !== String(n)) {
      root.dataset.n = String(n);
      put(root, s('svg', {viewBox: '0 0 330 24', class: 'reserve-picture', 'aria-hidden': 'true'},
        ...Array.from({length: n}, (_, i) => s('g', {transform: `translate(${12 + i * 19.4} 12)`}, sphere(side, 9.4, i))),
        s('text', {x: 328, y: 12, dy: '.36em', 'text-anchor': 'end'}, String(n))));
    }
    attribute(byId(`player-${side}`), 'class', `player${p.side === side ? ' to-move' : ''}`);
    const select = /** @type {HTMLSelectElement} */ (byId(side === 'l' ? 'light' : 'dark'));
    select.value = side === 'l' ? view.light : view.dark;
  }
}

function drawPointed() {
  const label = pointed === null ? null : board.cells[pointed].group.getAttribute('aria-label');
  byId('pointed').textContent = label ?? (previewed ? spoken(previewed) : '');
}

function drawMessage() {
  const root = byId('message');
  const key = fault ? fault.text : '';
  if (root.dataset.text === key) return;
  root.dataset.text = key;
  root.hidden = !fault;
  if (!fault) {
    put(root);
    return;
  }
  const {retry} = fault;
  put(root, h('span', {}, fault.text), retry ? h('button', {type: 'button', id: 'retry', onclick: () => {
    fault = null;
    draw();
    retry();
  }}, 'Retry') : h('button', {type: 'button', 'aria-label': 'Close this message', onclick: () => {
    fault = null;
    draw();
  }}, '✕'));
}

function drawControls() {
  const document = currentDocument();
  const disable = (/** @type {string} */ id, /** @type {boolean} */ off) => attribute(byId(id), 'aria-disabled', off ? 'true' : null);
  disable('undo', !view.tree.current.parent && isNothing(partial));
  disable('redo', !view.tree.next());
  disable('best', document.over || document.value === 'unknown');
  disable('hint', document.over || document.value === 'unknown');
  attribute(byId('values'), 'aria-pressed', String(view.values));
  attribute(byId('hint'), 'aria-pressed', String(hinted));
  const waits = computerOf(isTurnOf(document.position)) !== null && !document.over;
  const button = byId('think');
  button.hidden = !waits;
  button.textContent = thinking ? 'Stop' : 'Let the computer move';
  const node = view.tree.current;
  byId('promote').hidden = !view.tree.path().some((n) => n.parent && n.parent.children[0] !== n);
  byId('remove').hidden = !node.parent;
}

function drawHistory() {
  history.draw(view.tree, known, view.values && view.puzzle < 0);
}

function drawPanel() {
  for (const tab of TABS) {
    attribute(byId(`tab-${tab}`), 'aria-selected', String(tab === view.tab));
    attribute(byId(`tab-${tab}`), 'tabindex', tab === view.tab ? 0 : -1);
    byId(`panel-${tab}`).hidden = tab !== view.tab;
  }
  const document = currentDocument();
  if (view.tab === 'moves') {
    const side = isTurnOf(document.position);
    const counts = {win: 0, draw: 0, loss: 0, unknown: 0};
    for (const move of document.moves) ++counts[valueOfMove(move).outcome];
    const n = document.moves.length;
    byId('counts').textContent = document.over ? 'The game is over: there are no moves.'
      : !view.values || counts.unknown === n ? `${n} legal ${n === 1 ? 'move' : 'moves'}`
        : `${n} legal ${n === 1 ? 'move' : 'moves'} for ${sideName(side)}: ${counts.win} win, ${counts.draw} draw, ${counts.loss} lose`;
    moveList.draw(document.moves, side, view.values, `${view.rules} ${document.position} ${document.value} ${view.values}`);
  } else if (view.tab === 'puzzles') {
    drawPuzzlePanel();
  } else if (view.tab === 'compare') {
    compare();
  } else if (view.tab === 'review' && review) {
    drawReview(byId('review'), review, (ply) => {
      const line = view.tree.line();
      const node = line[Math.min(ply - 1, line.length - 1)];
      if (node) goTo(node);
    });
  }
}

// Puzzles

async function loadPuzzles() {
  if (puzzles.loaded) return;
  try {
    puzzles.puzzles = (await source.puzzles()).filter((puzzle) => {
      try {
        parseRules(puzzle.rules);
        parsePosition(puzzle.position);
        return true;
      } catch {
        return false;
      }
    });
    puzzles.loaded = true;
  } catch (error) {
    put(byId('puzzles'), h('p', {class: 'bad'}, /** @type {Error} */ (error).message),
      h('button', {type: 'button', onclick: () => loadPuzzles().then(drawPuzzlePanel)}, 'Retry'));
  }
}

function drawPuzzlePanel() {
  if (!puzzles.loaded) {
    loadPuzzles().then(() => {
      if (puzzles.loaded) drawPuzzlePanel();
    });
    return;
  }
  drawPuzzles(byId('puzzles'), {...puzzles, open: view.puzzle}, {
    open: openPuzzle,
    close: () => {
      leavePuzzle();
      change((v) => (v.tree = new Tree(v.tree.root.position)));
    },
    again: () => {
      puzzles.tried = null;
      goTo(view.tree.root);
    },
    show: () => {
      puzzles.shown = true;
      change((v) => (v.values = true), {replace: true});
    },
  });
}

/** @param {number} i */
function openPuzzle(i) {
  const puzzle = puzzles.puzzles[i];
  if (!puzzle) return;
  puzzles.tried = null;
  puzzles.shown = false;
  change((v) => {
    v.rules = puzzle.rules;
    v.tree = new Tree(formatPosition(parsePosition(puzzle.position)));
    v.values = false;
    v.light = 'you';
    v.dark = 'you';
    v.puzzle = i;
  });
}

function openPuzzleFromAddress() {
  puzzles.tried = view.puzzle >= 0 ? view.tree.path()[1]?.move ?? null : null;
  puzzles.shown = view.puzzle >= 0 && view.values;
}

function leavePuzzle() {
  if (view.puzzle < 0) return;
  view.puzzle = -1;
  view.values = true;
}

// The same position under every rule set

let comparing = /** @type {AbortController | null} */ (null);
let compared = '';

async function compare() {
  const position = view.tree.current.position;
  const key = `${view.rules} ${position}`;
  if (compared === key) return;
  comparing?.abort();
  const mine = new AbortController();
  comparing = mine;
  compared = key;
  const root = byId('compare');
  if (root.childElementCount === 0) put(root, h('p', {class: 'note'}, 'Asking …'));
  try {
    const documents = await source.compare(position, mine.signal);
    if (comparing !== mine) return;
    drawComparison(root, documents.filter((document) => isKnownRules(document.rules)), view.rules, switchRules);
  } catch (error) {
    if (comparing !== mine || isAbort(error)) return;
    compared = '';
    put(root, h('p', {class: 'bad'}, /** @type {Error} */ (error).message), h('button', {type: 'button', onclick: compare}, 'Retry'));
  }
}

/** @param {string} name */
function isKnownRules(name) {
  try {
    parseRules(name);
    return true;
  } catch {
    return false;
  }
}

// Review

/** @param {string} text */
async function reviewGame(text) {
  const error = byId('review-error');
  put(error);
  try {
    const game = parseGameText(text);
    const name = game.rules ?? view.rules;
    const start = game.start ?? START;
    const made = playMoves(parsePosition(start), game.moves, parseRules(name));
    if (made.length === 0) throw new Error('There is no move in this text.');
    put(byId('review'), h('p', {class: 'note'}, 'Asking …'));
    const moves = made.map((one) => one.move.text);
    const record = `[rules ${name}] [start ${start}]\n${moves.join(' ')}\n`;
    const answer = await source.review(name, record);
    review = answer;
    change((v) => {
      v.rules = name;
      v.tree = Tree.fromText(start, moves.join('.'), parseRules(name));
      v.tab = 'review';
      v.puzzle = -1;
      v.values = true;
    });
  } catch (problem) {
    put(byId('review'));
    put(error, h('p', {class: 'bad'}, /** @type {Error} */ (problem).message));
  }
}

/** The game on the board as a record that others can read. */
function record() {
  const moves = view.tree.line().slice(1).map((node) => node.move);
  const start = view.tree.root.position === START ? '' : ` start ${view.tree.root.position}`;
  return `rules ${view.rules}${start}\n${moves.join(' ')}`;
}

// Answers

let answers = /** @type {import('./answers.js').Answers | null} */ (null);

async function drawAnswersPage() {
  try {
    answers ??= await (await fetch('answers.json')).json();
    if (view.page === 'answers' && answers) drawAnswers(byId('answers'), answers, view.rules);
  } catch {
    put(byId('answers'), h('p', {class: 'bad'}, 'The answers could not be loaded.'), h('button', {type: 'button', onclick: drawAnswersPage}, 'Retry'));
  }
}

// Controls

/** @param {string} id @param {() => void} act */
function onClick(id, act) {
  byId(id).addEventListener('click', () => {
    if (byId(id).getAttribute('aria-disabled') !== 'true') act();
  });
}

/** @param {-1 | 1} quarters */
function turnBoard(quarters) {
  adjust((v) => (v.turn = (v.turn + quarters + 4) % 4), true);
}

function toggleValues() {
  adjust((v) => (v.values = !v.values), true);
}

function showHint() {
  hinted = !hinted;
  const best = bestMove(currentDocument().moves);
  drawBoard();
  drawControls();
  if (hinted && best) {
    speak(`Best: ${spoken(best)}.`);
    byId('pointed').replaceChildren('Best: ', moveLabel(best));
  }
}

/** @param {import('./address.js').Tab} tab */
function openTab(tab) {
  if (tab !== 'edit') {
    adjust((v) => (v.tab = tab), false);
    return;
  }
  editor.open(parsePosition(view.tree.current.position));
  change((v) => (v.tab = tab));
}

function openHelp() {
  /** @type {HTMLDialogElement} */ (byId('help')).showModal();
}

function setUp() {
  const select = /** @type {HTMLSelectElement} */ (byId('rules'));
  for (const family of ['children', 'standard', 'advanced']) {
    select.append(h('optgroup', {label: family}, ...RULE_SETS.filter((name) => name.startsWith(family)).map((name) => h('option', {value: name}, name))));
  }
  select.addEventListener('change', () => switchRules(select.value));
  for (const side of /** @type {const} */ (['light', 'dark'])) {
    const player = /** @type {HTMLSelectElement} */ (byId(side));
    player.append(h('option', {value: 'you'}, 'you'), ...LEVELS.map((level) => h('option', {value: level}, level === 'perfect' ? 'perfect' : `level ${level}`)));
    player.addEventListener('change', () => {
      change((v) => (v[side] = player.value));
      think();
    });
  }
  onClick('undo', undo);
  onClick('redo', redo);
  onClick('best', playBest);
  onClick('hint', showHint);
  onClick('values', toggleValues);
  onClick('turn', () => turnBoard(1));
  onClick('turn-left', () => turnBoard(-1));
  onClick('turn-right', () => turnBoard(1));
  onClick('new', newGame);
  onClick('think', () => {
    if (thinking) {
      stopThinking();
      draw();
    } else {
      fault = null;
      think();
    }
  });
  onClick('promote', () => change((v) => v.tree.promote(v.tree.current)));
  onClick('remove', () => change((v) => v.tree.remove(v.tree.current)));
  onClick('copy', () => {
    const say = (/** @type {string} */ words) => {
      speak(words);
      byId('pointed').textContent = words;
    };
    const failed = () => say('The browser does not let the page copy. The Review panel shows the moves as text.');
    if (navigator.clipboard) navigator.clipboard.writeText(record()).then(() => say('The moves are copied.'), failed);
    else failed();
  });
  onClick('open-help', openHelp);
  onClick('page-explore', () => change((v) => (v.page = 'explore')));
  onClick('page-answers', () => change((v) => (v.page = 'answers')));
  onClick('edit-cancel', () => openTab('moves'));
  byId('skip').addEventListener('click', (event) => {
    event.preventDefault();
    board.focus(board.focused);
  });
  byId('review-form').addEventListener('submit', (event) => {
    event.preventDefault();
    reviewGame(/** @type {HTMLTextAreaElement} */ (byId('review-text')).value);
  });
  onClick('review-current', () => {
    const text = /** @type {HTMLTextAreaElement} */ (byId('review-text'));
    text.value = record();
    text.focus();
  });
  for (const tab of TABS) onClick(`tab-${tab}`, () => openTab(tab));
  document.querySelector('[role=tablist]')?.addEventListener('keydown', (event) => {
    const key = /** @type {KeyboardEvent} */ (event).key;
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    openTab(TABS[(TABS.indexOf(view.tab) + step + TABS.length) % TABS.length]);
    byId(`tab-${view.tab}`).focus();
  });

  /** @type {[import('./values.js').Value, string][]} */
  const legend = [
    [{outcome: 'win', plies: 25}, 'the side to move wins in 25 plies'],
    [{outcome: 'draw', plies: null}, 'a draw: with best play the game never ends'],
    [{outcome: 'loss', plies: 24}, 'the side to move loses in 24 plies'],
    [UNKNOWN, 'the value is not known'],
  ];
  put(byId('legend'), ...legend.map(([value, words]) => h('li', {}, s('svg', {viewBox: '-30 -30 60 60', class: 'inline-badge', 'aria-hidden': 'true'}, badge(value, 24)), words)));
  put(byId('mark-list'), ...Object.entries(MARK_WORDS).map(([mark, words]) => h('li', {}, h('b', {}, mark), ` ${words}`)));

  const theme = localStorageItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
  onClick('theme', () => {
    const dark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.theme = dark ? 'light' : 'dark';
    try {
      localStorage.setItem('theme', document.documentElement.dataset.theme);
    } catch {
      // Where nothing may be stored the choice lasts as long as the page.
    }
  });

  document.addEventListener('keydown', onKey);
  window.addEventListener('popstate', readAddress);
}

/** @param {string} key */
function localStorageItem(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest('input, textarea, select, dialog[open]')) return;
  if (event.key === ' ' && target.closest('button, summary, a')) return;
  if (view.page !== 'explore' && event.key !== '?') return;
  if (view.tab === 'edit' && event.key !== '?' && event.key !== 'f' && !event.key.startsWith('Arrow')) return;
  const act = {
    ' ': playBest, u: undo, r: redo, f: () => turnBoard(1), h: showHint, v: toggleValues, n: newGame, '?': openHelp,
    Escape: () => (isNothing(partial) ? undefined : cancelBuilding()),
  }[event.key];
  if (!act) {
    if (event.key.startsWith('Arrow') && target === document.body) {
      board.focus(board.focused);
      event.preventDefault();
    }
    return;
  }
  event.preventDefault();
  act();
}

/** Asks which games the server holds: the others are named as such, and without a wish in the
 * address the page begins with one that it holds. */
async function learnGames() {
  try {
    const served = (await source.games()).map((game) => game.rules);
    for (const option of /** @type {HTMLSelectElement} */ (byId('rules')).options) {
      if (!served.includes(option.value)) option.textContent = `${option.value} (first move only)`;
    }
    const first = RULE_SETS.find((name) => served.includes(name));
    if (first && !served.includes(view.rules) && !location.hash.includes('rules=')) change((v) => (v.rules = first), {replace: true});
  } catch {
    // The first question about a position says what is wrong.
  }
}

setUp();
readAddress();
learnGames();
