// Playing: puts the parts of the view together, and passes on what happens at the table.

import { about } from "./about.js";
import { readGame, sameStart, writeGame } from "./address.js";
import { ask, atAGlance, Problem, whenActed, withdrawn } from "./ask.js";
import { board as makeBoard } from "./board.js";
import { controls as makeControls } from "./controls.js";
import { openEditor } from "./editor.js";
import { graphView } from "./graphview.js";
import { hinting } from "./hints.js";
import { Known } from "./known.js";
import { seen } from "./motion.js";
import { movesList } from "./moveslist.js";
import { answerOf } from "./opponent.js";
import { options } from "./options.js";
import { withRules } from "./own.js";
import { present } from "./present.js";
import { Record } from "./record.js";
import { recordView } from "./recordview.js";
import { MOVES, revealing, WHY, WINNER } from "./reveal.js";
import { judging, searching } from "./search.js";
import { setupForm } from "./setup.js";
import { shareMenu } from "./share.js";
import { nameOf, status as makeStatus } from "./status.js";
import { Table } from "./table.js";
import { tour } from "./tour.js";
import { complaint, el } from "./view.js";
import { t } from "./words.js";

/** @typedef {import("./board.js").Move} Move */
/** @typedef {import("./record.js").Ply} Ply */

/** How long the opponent seems to think. */
const PAUSE = 450;

/**
 * The playing view.
 * @param {HTMLElement} place
 * @param {URLSearchParams} address
 * @param {(hash: string, anew: boolean) => void} tell puts the game into the address, as a new step of the history or not
 * @param {AbortSignal} leaving ends with the view
 */
export function play(place, address, tell, leaving) {
  const asked = readGame(address);
  /** @type {Table | null} */
  let table = null;
  /** @type {Known | null} */
  let known = null;
  /** Ends what is asked about the position at the table. */
  let working = new AbortController();
  /** Ends what the opponent is thinking about. */
  let thinking = new AbortController();
  let moving = false;

  const boardPlace = el("div", { class: "board" });
  const editorPlace = el("div", { class: "editor-place" });
  const optionsPlace = el("div", {});
  const status = makeStatus();
  const board = makeBoard(boardPlace, choose);
  const reveal = revealing(() => (show(), seek()));
  const list = movesList((label) => choose(label, []), page);
  const record = recordView(look);
  const reason = searching(() => (table ? t("“The first player” is whoever is about to move: {player}.", { player: nameOf(table, table.now.player) }) : ""));
  const hints = hinting(board, status.say);
  const graph = graphView(jump, explore);
  const rules = about();
  const menu = shareMenu({ table: () => table, pictures, load: (hash) => (location.hash = hash), say: status.say });
  const setup = setupForm(asked, { table: () => table, begin: (hash) => (location.hash = hash), rule: changeRule }, leaving);
  const go = el("button", { type: "button", id: "computer", hidden: true, onclick: () => reply(true) }, t("Let the computer move"));
  const controls = makeControls([
    ["hint", t("Hint"), "h", hint],
    ["undo", t("Take back"), "u", () => table?.earlier && look(table.earlier)],
    ["redo", t("Redo"), "r", () => table?.later && look(table.later)],
    ["swap", t("Swap sides"), "s", swap],
    ["restart", t("Restart"), "n", () => table && look(table.record.root)],
    ["edit", t("Edit"), "e", edit],
    ["explore", t("Explore"), "x", () => explore()],
    ["present", t("Present"), "p", () => present()],
  ], go);
  const cards = el("div", { class: "table" },
    el("section", { class: "card play-card", "aria-label": t("Board") }, status.line, status.element, boardPlace, reveal.element, editorPlace, controls.element, optionsPlace, menu.element),
    el("div", { class: "column side" }, record.element, list.element, reason.element),
    el("div", { class: "column more" }, graph.element, rules.element));
  place.replaceChildren(rules.heading, setup.element, setup.trouble, tour(), cards);

  /** Begins with the game of the address. */
  async function begin() {
    const { position, turn, moves, at, rules: own } = asked;
    const glance = atAGlance();
    try {
      const told = await ask("replay", { position, turn, moves, ...withRules(own) }, { signal: leaving });
      table = new Table(asked, Record.replayed(told, at), told);
      if (told.refused) setup.trouble.replaceChildren(complaint({ message: t("The record breaks the rules at “{move}”; what follows there is left out.", { move: told.refused }) }));
    } catch (error) {
      if (withdrawn(error) || (glance && later(error, begin))) return;
      cards.hidden = true;
      return setup.refuse(error, position);
    }
    rules.show(table.games);
    showOptions();
    await refresh(false);
  }

  /** Says that a question at a glance had no time, and repeats it after a click; says whether that was so. @param {unknown} error @param {() => void} again */
  function later(error, again) {
    if (!(error instanceof Problem) || !error.undecided) return false;
    setup.trouble.replaceChildren(complaint(error));
    whenActed(() => leaving.aborted || (setup.trouble.replaceChildren(), again()));
    return true;
  }

  function showOptions() {
    if (!table) return;
    optionsPlace.replaceChildren(options(table, {
      opponent: () => (keep(), show(), reply()),
      sides: () => (keep(), refresh(false)),
      start: (turn, you) => table && (location.hash = writeGame({ ...table.game, moves: [], at: 0, turn, you })),
      hidden: () => (keep(), refresh(false)),
    }));
  }

  /** @param {string} rule */
  function changeRule(rule) {
    if (!table) return;
    table.rule = rule === "misere" ? "misere" : "normal";
    table.record.forget();
    keep();
    refresh(false);
  }

  /** Keeps the address up to date. @param {boolean} [anew] */
  const keep = (anew = false) => table && tell(writeGame(table.game), anew);

  /** Shows the current position and asks everything about it. @param {boolean} animated */
  async function refresh(animated) {
    if (!table || leaving.aborted) return;
    thinking.abort();
    working.abort();
    working = new AbortController();
    const next = new Known(table, working.signal);
    const glance = atAGlance();
    const focused = board.focused() || list.focused();
    // While the server works, the rest of the page follows.
    const loading = next.load();
    boardPlace.setAttribute("aria-busy", "true");
    closeEditor();
    reveal.begin(table.hidden);
    hints.begin();
    status.fresh();
    setup.show(table.now.position);
    record.show(table, !table.hidden);
    document.title = `${table.now.position} · Grundy`;
    try {
      const drawn = await loading;
      known = next;
      board.show(drawn, animated);
      showPosition();
      boardPlace.setAttribute("aria-busy", "false");
      if (focused) known.over ? status.element.focus() : board.focus();
      moving = false;
      if (glance && known.late) whenActed(() => next.signal.aborted || refresh(false));
      seen().then(() => void (next.signal.aborted || seek()));
    } catch (error) {
      if (withdrawn(error)) return;
      moving = false;
      boardPlace.setAttribute("aria-busy", "false");
      if (glance && later(error, () => next.signal.aborted || refresh(false))) return;
      if (!table.loose && table.now.parent) {
        // Moves that are too many to be played again: the position is asked about by its notation.
        table.loose = true;
        return refresh(animated);
      }
      setup.trouble.replaceChildren(complaint(/** @type {Problem} */ (error)));
    }
  }

  /** Shows what is known so far, in the record too. */
  function show() {
    showPosition();
    if (table) record.show(table, !table.hidden);
  }

  function showPosition() {
    if (!table || !known) return;
    const { over, wins, draw, answer, moves, whole, from, total, unlisted } = known;
    const remoteness = reveal.sees(MOVES) ? answer?.remoteness ?? null : null;
    const left = remoteness !== null && typeof remoteness === "object" ? remoteness[table.now.player] : remoteness;
    status.show(table, { over, wins, draw, value: reveal.sees(MOVES) ? answer?.value ?? null : null, left, shown: reveal.sees(WINNER) });
    const judged = reveal.sees(MOVES) && known.judged;
    board.allow(table.mine ? (whole ? moves : null) : [], judged);
    list.show(moves, { judged, mine: table.mine, from, total, unlisted });
    controls.disable({ undo: !table.earlier, redo: !table.later, hint: over, swap: table.opponent === "person" });
    go.hidden = table.mine || !table.now.children.length || over;
    reveal.show(table.hidden && !over);
  }

  /** Asks for what may be seen, and lets the opponent think. */
  async function seek() {
    if (!table || !known) return;
    const here = known;
    const { signal } = here;
    const again = () => signal.aborted || ((here.answer = null), seek());
    // Where the moves are to be asked for again, everything is.
    const glance = atAGlance() && !here.late;
    reply();
    if (reveal.sees(WHY)) graph.draw(table, signal);
    else (graph.hide(), reason.clear());
    // Who has won is no secret.
    if (!reveal.sees(WINNER) && !here.over) return;
    try {
      const answer = here.answer ?? (await reason.solve(table, signal, reveal.sees(WHY)));
      if (signal.aborted) return;
      if (glance && !answer.complete) whenActed(again);
      here.learn(answer);
      show();
      if (reveal.sees(MOVES)) {
        if (!(await here.list(true, reason.progress)) && glance) whenActed(again);
        show();
      }
      if (reveal.sees(WHY)) await reason.explain(table, answer, signal);
      if (!table.hidden && (await judging(table, signal))) record.show(table, true);
    } catch (error) {
      if (signal.aborted) return;
      if (glance && error instanceof Problem && error.undecided) whenActed(again);
      reason.stopped(error, again);
      show();
    }
  }

  /** Lists the moves from a number on. @param {number} from */
  async function page(from) {
    if (!known) return;
    const here = known;
    here.from = from;
    try {
      await here.list(reveal.sees(MOVES), reason.progress);
      if (here === known) show();
    } catch (error) {
      if (!withdrawn(error)) throw error;
    }
  }

  /** The person at the page makes a move. @param {string} label @param {string[]} path */
  async function choose(label, path) {
    // What is on the screen until the next picture comes is not where we stand.
    if (!table?.mine || !known || known.ply !== table.now || moving) return;
    moving = true;
    try {
      const move = await known.move(label);
      if (move) await make(move, path);
      else show();
    } catch (error) {
      status.say(/** @type {Error} */ (error).message);
    } finally {
      moving = false;
    }
  }

  /** @param {Move} move @param {string[]} path */
  async function make(move, path) {
    if (!table) return;
    table.record.play(move, path);
    const done = refresh(true);
    keep(true);
    await done;
  }

  /** The opponent moves, if it is its turn and nothing has been played from here yet. @param {boolean} [asked] */
  function reply(asked = false) {
    thinking.abort();
    thinking = new AbortController();
    if (!table || leaving.aborted || table.mine || known?.over || (table.now.children.length && !asked)) return;
    const { signal } = thinking;
    setTimeout(async () => {
      if (signal.aborted) return;
      try {
        const move = table && (await answerOf(table, signal));
        if (move && !signal.aborted) await make(move, []);
      } catch (error) {
        if (!withdrawn(error)) status.say(/** @type {Error} */ (error).message);
      }
    }, asked ? 0 : PAUSE);
  }

  /** Looks at a position of the record. @param {Ply} ply */
  function look(ply) {
    if (!table || moving) return;
    table.record.go(ply);
    refresh(true);
    keep(true);
  }

  /** Goes to a position of the graph: along the record if it is there, by a move if it is an option, else beside it. @param {string} position */
  function jump(position) {
    if (!table) return;
    const seen = [...table.record.line, ...table.record.plies].find((ply) => ply.position === position);
    const option = table.mine && known?.moves?.find((move) => move.to === position);
    if (seen) look(seen);
    else if (option) choose(option.move, []);
    else explore(position);
  }

  /** Opens positions side by side. @param {string} [position] */
  function explore(position) {
    const here = table?.now.position ?? "";
    const shown = [here, ...(position && position !== here ? [position] : [])].join("\n");
    location.hash = new URLSearchParams({ explore: shown, ...(table?.rule === "misere" ? { rule: "misere" } : {}), ...withRules(asked.rules) }).toString();
  }

  /** First where to look, then what to do. */
  async function hint() {
    if (table && known?.ply === table.now && !known.over) known.answer = await hints.give(table, known.answer, working.signal);
  }

  function swap() {
    if (!table || table.opponent === "person") return;
    table.swap();
    keep();
    showOptions();
    show();
    reply();
  }

  function closeEditor() {
    editorPlace.replaceChildren();
    boardPlace.hidden = false;
  }

  async function edit() {
    const close = () => refresh(false);
    if (editorPlace.childElementCount) return close();
    // Nobody moves while a position is built.
    thinking.abort();
    if (table) await openEditor(editorPlace, { position: table.now.position, ...withRules(asked.rules) }, { done: async (position) => (await setup.setUp(position)) && close(), close, show: board.look, cover: () => (boardPlace.hidden = true) }, working.signal);
  }

  /** The pictures that can be kept. @returns {[string, object][]} */
  function pictures() {
    if (!table) return [];
    /** @type {[string, object][]} */
    const found = [["Board", table.about()]];
    if (reveal.sees(WHY)) found.push(["State graph", graph.question(table)]);
    if (reveal.sees(WHY) && table.partisan) found.push(["Thermograph", { ...table.about(), what: "thermograph" }]);
    return found;
  }

  leaving.addEventListener("abort", () => {
    working.abort();
    thinking.abort();
    controls.leave();
    present(false);
  });
  begin();
  return {
    /** Goes where the address says, if that is a position of this game. @param {URLSearchParams} next */
    visit(next) {
      const wanted = readGame(next);
      const ply = table && sameStart(wanted, table.game) ? table.record.find(wanted.moves, wanted.at) : null;
      if (!table || !ply) return false;
      table.record.go(ply);
      Object.assign(table, { opponent: wanted.opponent, mistakes: wanted.mistakes, you: wanted.you, hidden: wanted.hidden });
      showOptions();
      keep();
      refresh(true);
      return true;
    },
  };
}
