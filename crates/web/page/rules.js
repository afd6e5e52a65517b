// A game of somebody's own: its rules are written here, the board and the state graph follow.

import { ask, Problem, withdrawn } from "./ask.js";
import { board as makeBoard } from "./board.js";
import { get } from "./connection.js";
import { download, fileName, upload } from "./files.js";
import { caption, labels } from "./labels.js";
import { LONGEST, OWN, letRun, mayRun } from "./own.js";
import { frame } from "./panzoom.js";
import { source, told } from "./source.js";
import { announce, complaint, el, field, picture, select } from "./view.js";
import { outcomeWords, t } from "./words.js";

/** How long after a key the rules are read. */
const PAUSE = 400;

/** What rules can begin with: the file and its name. @returns {[string, string][]} */
const beginnings = () => [["strip", t("a row of cells")], ["grid", t("a board of cells")], ["numbers", t("heaps and numbers")], ["functions", t("functions")]];

/** The rules that begin in a way. @param {string} name */
const beginning = async (name) => (await get(`/start/${name}.py`)).text();

/**
 * @param {HTMLElement} place
 * @param {URLSearchParams} address
 * @param {AbortSignal} leaving ends with the view
 */
export async function ownGame(place, address, leaving) {
  document.title = `${t("A game of your own")} · Grundy`;
  const linked = address.get("rules");
  const writing = source(linked ?? (await beginning("strip")), LONGEST, typed);
  if (leaving.aborted) return;
  // Rules that came with a link wait for a click; what is typed here runs as it is typed.
  let running = linked === null || mayRun(linked);
  let at = address.get("at") ?? "";
  /** Positions before this one, for the way back. @type {string[]} */
  let before = [];
  /** @type {string[]} */
  let starts = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  let working = new AbortController();
  leaving.addEventListener("abort", () => {
    clearTimeout(waiting);
    working.abort();
  });

  const mistake = el("div", { id: "mistake", role: "status" });
  const about = el("p", { class: "note", id: "engine" });
  const verdict = el("p", { class: "verdict" });
  const boardPlace = el("div", { class: "board" });
  const list = el("div", { class: "moves" });
  const stage = frame(t("State graph"));
  const input = el("input", { type: "text", id: "position", spellcheck: false, autocomplete: "off", autocapitalize: "off" });
  const choice = select([], "", (value) => move(value));
  choice.id = "starts";
  const board = makeBoard(boardPlace, (label) => play(label));
  /** @type {import("./board.js").Move[]} */
  let moves = [];
  const back = el("button", { type: "button", id: "undo", disabled: true, onclick: () => {
    const last = before.pop();
    if (last) (at = last), work(true);
  } }, t("Take back"));
  const go = el("button", { type: "button", class: "main", id: "play", onclick: () => (location.hash = new URLSearchParams({ p: at, rules: writing.value }).toString()) }, t("Play this"));
  const run = el("button", { type: "button", class: "main", id: "run", hidden: running, onclick: () => {
    running = true;
    run.hidden = true;
    work();
  } }, t("Run these rules"));
  const seen = el("div", { class: "column", hidden: !running },
    el("section", { class: "card", "aria-label": t("Board") },
      el("div", { class: "bar" }, field(t("Begin with"), choice), field(t("Position"), input)),
      verdict, boardPlace, el("div", { class: "controls" }, back, go)),
    el("section", { class: "card moves-card", "aria-label": t("Moves") }, el("h2", {}, t("Moves")), list),
    el("section", { class: "card graph-card", "aria-label": t("Where the game can go") }, el("h2", {}, t("Where the game can go")), stage.element));

  const keep = () => history.replaceState(null, "", `#${new URLSearchParams({ write: "", ...(at ? { at } : {}), rules: writing.value })}`);

  function typed() {
    running = true;
    run.hidden = true;
    seen.classList.add("stale");
    clearTimeout(waiting);
    waiting = setTimeout(work, PAUSE);
  }

  /** Goes to another position. @param {string} position */
  function move(position) {
    if (at && at !== position) before.push(at);
    at = position;
    work(true);
  }

  /** @param {string} label */
  function play(label) {
    const found = moves.find((one) => one.move === label);
    if (found) move(found.to);
  }

  input.addEventListener("change", () => move(input.value.trim()));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") (event.preventDefault(), input.blur());
  });

  /** Reads the rules and shows what they make of the position. @param {boolean} [animated] */
  async function work(animated = false) {
    clearTimeout(waiting);
    const rules = writing.value;
    letRun(rules);
    keep();
    working.abort();
    working = new AbortController();
    const { signal } = working;
    seen.hidden = false;
    seen.classList.add("stale");
    try {
      const found = await read(rules, signal);
      if (!found) return;
      const { position } = found;
      const drawn = await ask("draw", { position, rules }, { signal });
      moves = found.moves;
      board.show(drawn, animated);
      board.allow(moves, false);
      list.replaceChildren(el("ul", {}, ...moves.slice(0, 200).map((one) => el("li", {}, el("button", { type: "button", class: `move ${one.player ?? ""}`, onclick: () => play(one.move) }, el("span", { class: "label" }, one.words ?? one.move))))));
      if (!moves.length) list.replaceChildren(el("p", { class: "note" }, t("The game is over: there is no move left.")));
      seen.classList.remove("stale");
      await Promise.all([judge(position, rules, signal), graph(position, rules, signal)]);
    } catch (error) {
      if (withdrawn(error)) return;
      seen.classList.remove("stale");
      mistake.replaceChildren(complaint(/** @type {Problem} */ (error)));
    }
  }

  /** Asks what is wrong with the rules; null when something is. @param {string} rules @param {AbortSignal} signal */
  async function read(rules, signal) {
    const prefix = `${OWN}:`;
    const position = at.startsWith(prefix) ? at.slice(prefix.length) : at;
    let found = await ask("rules", { rules, ...(position ? { position } : {}) }, { signal });
    if (position && found.mistake && found.mistake.line === null && !before.length && document.activeElement === writing.text) {
      // Other rules have other positions.
      at = "";
      found = await ask("rules", { rules }, { signal });
    }
    writing.mark(found.mistake?.line ?? null);
    go.disabled = Boolean(found.mistake) || !found.position;
    about.textContent = found.engine ? `${found.engine}${found.ends ? ` · ${t("every play ends")}` : ""}` : "";
    if (found.starts.length) starts = found.starts;
    if (found.mistake) {
      mistake.replaceChildren(told(found.mistake, writing.go));
      verdict.textContent = "";
      return null;
    }
    mistake.replaceChildren();
    if (!found.position) {
      mistake.replaceChildren(el("p", { class: "note" }, t("The rules give no position to begin with: write one above the board, or `examples` into the rules.")));
      return null;
    }
    at = found.position;
    keep();
    input.value = at;
    back.disabled = !before.length;
    choice.replaceChildren(...[...new Set([at, ...starts])].map((start) => el("option", { value: start, selected: start === at }, start.slice(prefix.length))));
    return found;
  }

  /** @param {string} position @param {string} rules @param {AbortSignal} signal */
  async function judge(position, rules, signal) {
    verdict.textContent = "…";
    const answer = await ask("solve", { position, rules }, { signal }).catch((error) => {
      if (withdrawn(error)) throw error;
      return { told: /** @type {Error} */ (error).message };
    });
    verdict.replaceChildren(answer.told ?? outcomeWords(answer.outcome), answer.value ? el("span", { class: "value", title: answer.value }, ` = ${answer.value}`) : "");
    announce(verdict.textContent ?? "");
    if (!answer.winning_moves) return;
    const winning = new Set(answer.winning_moves.map((/** @type {import("./board.js").Move} */ one) => `${one.player ?? ""} ${one.move}`));
    moves = moves.map((one) => ({ ...one, wins: winning.has(`${one.player ?? ""} ${one.move}`) }));
    board.allow(moves, answer.complete);
  }

  /** @param {string} position @param {string} rules @param {AbortSignal} signal */
  async function graph(position, rules, signal) {
    try {
      const drawn = await ask("draw", { position, rules, what: "near", most: 18 }, { signal });
      const image = picture(drawn.svg);
      caption(image);
      for (const node of /** @type {NodeListOf<SVGElement>} */ (image.querySelectorAll("[data-node]"))) {
        const visit = () => move(node.dataset["node"] ?? "");
        node.addEventListener("click", visit);
        node.addEventListener("keydown", (event) => event.key === "Enter" && visit());
      }
      stage.show(image, true, labels(image));
    } catch (error) {
      if (withdrawn(error)) throw error;
      stage.say(el("p", { class: "note" }, /** @type {Error} */ (error).message));
    }
  }

  async function share() {
    const link = `${location.origin}${location.pathname}#${new URLSearchParams({ write: "", ...(at ? { at } : {}), rules: writing.value })}`;
    try {
      await navigator.clipboard.writeText(link);
      announce(t("The link is copied."));
      shared.textContent = t("The link is copied.");
    } catch {
      shared.textContent = link;
    }
  }
  const shared = el("p", { class: "note", id: "shared", role: "status" });

  /** Begins with other rules. @param {string} rules */
  function begin(rules) {
    writing.value = rules.slice(0, LONGEST);
    at = "";
    before = [];
    typed();
  }

  place.replaceChildren(
    el("h1", {}, t("A game of your own")),
    el("p", {}, t("Write the rules in the syntax of Python: patterns of cells, what becomes of numbers, or functions. The board, the winner and the state graph follow as you type.")),
    el("div", { class: "halves" },
      el("section", { class: "card", "aria-label": t("Rules") },
        el("div", { class: "card-head" }, el("h2", {}, el("label", { for: "source" }, t("Rules"))),
          el("div", { class: "controls", role: "group", "aria-label": t("Begin with") }, ...beginnings().map(([name, label]) => el("button", { type: "button", class: "quiet", "data-start": name, onclick: async () => begin(await beginning(name)) }, label)))),
        writing.element, mistake, about,
        el("div", { class: "controls" }, run,
          el("button", { type: "button", id: "share", onclick: share }, t("Copy link")),
          el("button", { type: "button", id: "download", onclick: () => download(`${fileName(/^name = "(.*)"/m.exec(writing.value)?.[1] ?? OWN)}.py`, "text/x-python", writing.value) }, t("Download")),
          el("button", { type: "button", id: "upload", onclick: () => upload(".py,text/x-python,text/plain", begin) }, t("Open a file"))),
        shared),
      seen));
  if (!running) mistake.replaceChildren(el("p", { class: "note" }, t("This link brings rules that somebody wrote. Nothing has been run yet. They are worked out by the server of this page within its limits, and can read no file.")));
  else work();
}
