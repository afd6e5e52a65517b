// Playing: the board, who is winning and why, the moves, the state graph, the chart.

import { ask, Problem, whenActed, withdrawn } from "./ask.js";
import { showBoard } from "./board.js";
import { chart } from "./chart.js";
import { openEditor } from "./editor.js";
import { any, Line } from "./game.js";
import { frame } from "./panzoom.js";
import { announce, complaint, el, field, picture, select } from "./view.js";
import { count, language, t } from "./words.js";

/** @typedef {import("./board.js").Move} Move */
/** @typedef {{outcome: string, value: string | null, winning_moves: Move[], complete: boolean, reason: string, kind: string, method: string, stats: {positions: number, seconds: number}}} Answer */

/** Settings that stay from game to game. */
const settings = {
  /** @type {import("./game.js").Opponent} */
  opponent: /** @type {any} */ (localStorage.getItem("opponent") ?? "perfect"),
  mistakes: Number(localStorage.getItem("mistakes") ?? 20),
  answers: localStorage.getItem("answers") !== "no",
  what: localStorage.getItem("what") ?? "near",
};

/** @param {string} name @param {string | number | boolean} value */
function keep(name, value) {
  localStorage.setItem(name, value === false ? "no" : String(value));
}

/**
 * The words for a move beside its name, where they say more. Names are notation, the same in every language, because they
 * can be typed.
 * @param {Move} move
 */
function beside(move) {
  return move.words && move.words !== move.move ? el("small", { class: "words" }, move.words) : "";
}

/** How long the opponent seems to think. */
const PAUSE = 450;

/**
 * The playing view.
 * @param {HTMLElement} place
 * @param {URLSearchParams} address
 * @param {(position: string, rule: string, player: string) => void} moved told when the address is to change
 */
export function play(place, address, moved) {
  const rule = address.get("rule") === "misere" ? "misere" : "normal";
  let line = new Line(address.get("p") ?? "", address.get("turn") === "right" ? "right" : "left");
  let working = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let thinking;
  /** @type {Move[] | null} */
  let moves = null;
  /** @type {Answer | null} */
  let answer = null;
  let kind = "impartial";
  let human = "first";
  /** @type {ReturnType<typeof showBoard> | null} */
  let board = null;
  let said = "";

  const input = el("input", { type: "text", id: "position", value: line.now.position, spellcheck: false, autocomplete: "off", autocapitalize: "off", "aria-describedby": "trouble" });
  const trouble = el("div", { id: "trouble" });
  const status = el("div", { class: "status" });
  const boardPlace = el("div", { class: "board" });
  const editorPlace = el("div", { class: "editor-place" });
  const movesPlace = el("div", { class: "moves" });
  const whyPlace = el("div", { class: "why", tabindex: "0", role: "group", "aria-label": t("Why") });
  const chartPlace = el("div", { class: "chart-place" });
  const graph = frame(t("State graph"));
  const valuePlace = el("div", { class: "values" });
  const graphNote = el("p", { class: "note" });

  const form = el(
    "form",
    { class: "bar", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), moved(input.value.trim(), rule, "left")) },
    field(t("Position"), input),
    field(t("Play rule"), select([["normal", t("normal: who cannot move loses")], ["misere", t("misère: who cannot move wins")]], rule, (value) => moved(line.now.position, value, line.now.player))),
    el("button", { type: "submit", class: "main" }, t("Set up")),
  );

  /** @param {string} id @param {string} label @param {string} key @param {() => void} action */
  const button = (id, label, key, action) => el("button", { type: "button", id, title: `${label} (${key})`, "aria-keyshortcuts": key, onclick: action }, label);
  const controls = el(
    "div",
    { class: "controls", role: "group", "aria-label": t("Game") },
    button("hint", t("Hint"), "h", hint),
    button("undo", t("Undo"), "u", () => back(-1)),
    button("redo", t("Redo"), "r", () => back(1)),
    button("swap", t("Swap sides"), "s", swap),
    button("restart", t("Restart"), "n", restart),
    button("edit", t("Edit"), "e", edit),
    button("share", t("Copy link"), "c", share),
  );
  const mistakes = el("input", { type: "range", min: "0", max: "100", step: "5", value: String(settings.mistakes) });
  const mistakesField = field("", mistakes);
  const mistakesLabel = /** @type {HTMLElement} */ (mistakesField.firstElementChild);
  mistakes.addEventListener("input", () => {
    settings.mistakes = Number(mistakes.value);
    keep("mistakes", settings.mistakes);
    showMistakes();
  });
  function showMistakes() {
    mistakesLabel.textContent = t("Mistakes: {share} %", { share: settings.mistakes });
    mistakesField.hidden = settings.opponent !== "mistakes";
  }
  showMistakes();
  const opponent = select(
    [["perfect", t("plays perfectly")], ["mistakes", t("makes mistakes")], ["random", t("plays at random")], ["person", t("a second person")]],
    settings.opponent,
    (value) => {
      settings.opponent = /** @type {any} */ (value);
      keep("opponent", value);
      showMistakes();
      judge();
      reply();
    },
  );
  opponent.id = "opponent";
  const answers = el("input", { type: "checkbox", id: "answers", checked: settings.answers });
  answers.addEventListener("change", () => {
    settings.answers = answers.checked;
    keep("answers", settings.answers);
    refresh();
  });
  const what = select([["near", t("State graph, near")], ["graph", t("State graph, wide")], ["tree", t("Game tree")]], settings.what, (value) => {
    settings.what = value;
    keep("what", value);
    drawGraph(working.signal);
  });

  place.replaceChildren(
    form,
    trouble,
    el(
      "div",
      { class: "table" },
      el("div", { class: "column" },
        el("section", { class: "card play", "aria-label": t("Board") }, status, boardPlace, editorPlace, controls,
          el("div", { class: "options" }, field(t("Opponent"), opponent), mistakesField, el("label", { class: "check" }, answers, el("span", {}, t("Show the answers"))))),
        el("section", { class: "card", "aria-label": t("Moves") }, el("h2", {}, t("Moves")), movesPlace)),
      el("div", { class: "column" },
        el("section", { class: "card", "aria-label": t("State graph") }, el("div", { class: "card-head" }, el("h2", {}, t("Where the game can go")), field(t("Picture"), what)), graph.element, graphNote),
        el("section", { class: "card", "aria-label": t("Why") }, el("h2", {}, t("Why")), whyPlace, valuePlace)),
      el("section", { class: "card wide", "aria-label": t("Values through the game") }, el("h2", {}, t("Values through the game")), chartPlace),
    ),
  );

  document.addEventListener("keydown", shortcut);
  /** @param {KeyboardEvent} event */
  function shortcut(event) {
    if (!place.isConnected || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
    /** @type {Record<string, () => void>} */
    const keys = { h: hint, u: () => back(-1), r: () => back(1), s: swap, n: restart, e: edit, c: share };
    keys[event.key]?.();
  }

  /** Whether the person at this page is about to move. */
  const mine = () => settings.opponent === "person" || (line.at % 2 === 0) === (human === "first");

  /** The moves of the player about to move. @param {Move[]} list */
  const ownMoves = (list) => list.filter((move) => !move.player || move.player === line.now.player);

  /** Shows the current position and asks everything about it. */
  async function refresh() {
    working.abort();
    working = new AbortController();
    clearTimeout(thinking);
    const { signal } = working;
    const { position } = line.now;
    moves = answer = null;
    said = "";
    input.value = position;
    moved(position, rule, line.now.player);
    trouble.replaceChildren();
    const focused = board?.focused() ?? false;
    try {
      const [drawn, bare] = await Promise.all([
        ask("draw", { position }, { signal }),
        ask("moves", { position, values: false }, { signal }).catch((error) => (error instanceof Problem && error.status === 422 && !error.shown ? null : Promise.reject(error))),
      ]);
      document.title = `${position} · Grundy`;
      board = showBoard(boardPlace, drawn.svg, choose);
      kind = bare?.kind ?? kind;
      moves = bare ? ownMoves(bare.moves) : null;
      board.allow(mine() ? moves : [], false);
      if (focused) board.focus();
      showMoves(bare === null);
      judge();
      drawChart();
      solve(signal);
      drawGraph(signal);
    } catch (error) {
      if (withdrawn(error)) return;
      trouble.replaceChildren(complaint(/** @type {Problem} */ (error)));
      status.replaceChildren();
    }
  }

  /** Asks who wins and what each move is worth. @param {AbortSignal} signal */
  async function solve(signal) {
    const { position } = line.now;
    const ply = line.now;
    let late = false;
    const stop = el("button", { type: "button", id: "cancel" }, t("Cancel"));
    const cancel = new AbortController();
    stop.addEventListener("click", () => cancel.abort());
    signal.addEventListener("abort", () => cancel.abort());
    /** @param {import("./ask.js").Progress} told */
    const progress = (told) => {
      late = true;
      const words = told.waiting ? t("waiting for other questions") : t("searching: {positions} positions, {seconds} s", { positions: count(told.positions ?? 0), seconds: Math.round(told.seconds ?? 0) });
      if (!stop.isConnected) whyPlace.replaceChildren(el("p", { class: "progress" }, el("progress", { "aria-label": t("Searching") }), " ", el("span", {}), " ", stop));
      const place = whyPlace.querySelector(".progress span");
      if (place) place.textContent = words;
    };
    const options = { signal: cancel.signal, progress };
    whyPlace.replaceChildren(el("p", { class: "note" }, "…"));
    try {
      answer = await ask("solve", { position, play: rule, lang: language() }, options);
      if (!answer) return;
      if (!answer.complete) whenActed(() => signal.aborted || solve(signal));
      kind = answer.kind;
      ply.value = answer.value;
      ply.wins = moverWins(answer.outcome) ?? undefined;
      judge();
      showWhy([answer.reason]);
      drawChart();
      reply();
      const [judged, explained] = await Promise.all([
        moves ? ask("moves", { position, play: rule }, options).catch((error) => (withdrawn(error) ? Promise.reject(error) : null)) : null,
        ask("explain", { position, play: rule, lang: language() }, options).catch((error) => (withdrawn(error) ? Promise.reject(error) : null)),
      ]);
      if (judged) {
        moves = ownMoves(judged.moves);
        board?.allow(mine() ? moves : [], settings.answers);
        showMoves(false);
      }
      showWhy(explained?.explanation ?? [answer.reason]);
      if (kind === "partisan") showValue(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem && error.undecided) whenActed(() => signal.aborted || solve(signal));
      const words = withdrawn(error) ? t("The search was cancelled.") : /** @type {Error} */ (error).message;
      whyPlace.replaceChildren(el("p", { class: "note", id: "stopped" }, words), el("button", { type: "button", onclick: () => solve(signal) }, t("Search again")));
      if (late || withdrawn(error)) announce(words);
      judge();
      reply();
    }
  }

  /** Whether the player about to move wins; null where nobody knows or nobody does. @param {string} outcome */
  function moverWins(outcome) {
    if (outcome === "undecided" || moverDraws(outcome)) return null;
    return outcome === "first" || outcome.split("-")[0] === line.now.player;
  }

  /** Whether the player about to move can have a draw at best: `left-first` is Left's win when Left starts, otherwise a draw. @param {string} outcome */
  function moverDraws(outcome) {
    const [winner, when] = outcome.split("-");
    return outcome === "draw" || (when === "first" && winner !== line.now.player) || (when === "second" && winner === line.now.player);
  }

  /** Says who is winning. */
  function judge() {
    const over = moves !== null && moves.length === 0;
    const wins = answer ? moverWins(answer.outcome) : over ? rule === "misere" : null;
    const me = mine();
    let words = t("Nobody knows yet who is winning.");
    let mood = "open";
    if (answer && moverDraws(answer.outcome)) words = over ? t("The game is a draw.") : t("The game is a draw, if both play well.");
    if (wins !== null) {
      words = verdict(over, wins, me);
      mood = settings.opponent === "person" ? "open" : wins === me ? "good" : "bad";
    }
    const turn = over ? t("The game is over: there is no move left.") : turnWords(me);
    const hidden = !settings.answers && !over;
    if (hidden) [words, mood] = [turn, "open"];
    const sign = { good: "✓", bad: "✗", open: "•" }[mood] ?? "";
    status.className = `status ${mood}`;
    status.replaceChildren(
      el("p", { class: "verdict" }, el("span", { class: "sign", "aria-hidden": "true" }, sign), words),
      el("p", { class: "turn" }, hidden ? "" : turn, !hidden && answer?.value && !over ? el("span", { class: "value" }, ` ${t("Value")}: ${answer.value}`) : ""),
    );
    if (words !== said && (wins !== null || over)) {
      said = words;
      const last = line.now.move ? `${line.now.move}. ` : "";
      announce(last + words);
    }
    button_state();
  }

  /** @param {boolean} me */
  function turnWords(me) {
    if (settings.opponent === "person") {
      if (kind === "partisan") return line.now.player === "left" ? t("Left is about to move.") : t("Right is about to move.");
      return line.at % 2 === 0 ? t("The first player is about to move.") : t("The second player is about to move.");
    }
    return me ? t("It is your turn.") : t("The computer is about to move.");
  }

  /** @param {boolean} over @param {boolean} wins whether the player about to move wins @param {boolean} me */
  function verdict(over, wins, me) {
    if (settings.opponent !== "person") {
      if (wins === me) return over ? t("You have won!") : t("You are winning.");
      return over ? t("The computer has won.") : t("The computer is winning.");
    }
    if (kind === "partisan") {
      if ((line.now.player === "left") === wins) return over ? t("Left has won!") : t("Left is winning.");
      return over ? t("Right has won!") : t("Right is winning.");
    }
    if ((line.at % 2 === 0) === wins) return over ? t("The first player has won!") : t("The first player is winning.");
    return over ? t("The second player has won!") : t("The second player is winning.");
  }

  function button_state() {
    /** @param {string} id @param {boolean} off */
    const set = (id, off) => controls.querySelector(`#${id}`)?.toggleAttribute("disabled", off);
    set("undo", line.at === 0);
    set("redo", line.at + 1 >= line.plies.length);
    set("hint", moves !== null && moves.length === 0);
    set("swap", settings.opponent === "person");
  }

  /** @param {boolean} many */
  function showMoves(many) {
    if (many) return movesPlace.replaceChildren(el("p", { class: "note" }, t("There are too many moves to list; click on the board or type a position.")));
    const list = moves ?? [];
    if (!list.length) return movesPlace.replaceChildren(el("p", { class: "note" }, t("There is no move left.")));
    const shown = list.slice(0, 300);
    const items = shown.map((move) => {
      const judged = settings.answers && move.wins !== undefined;
      const sign = judged ? el("span", { class: "sign", "aria-hidden": "true" }, move.wins ? "✓" : "✗") : "";
      const told = judged ? el("span", { class: "sr" }, move.wins ? `, ${t("wins")}` : `, ${t("loses")}`) : "";
      const value = judged && move.value ? el("span", { class: "value" }, move.value) : "";
      return el("li", {}, el("button", { type: "button", class: judged ? (move.wins ? "move win" : "move lose") : "move", disabled: !mine(), onclick: () => choose(move.move) }, sign, el("span", { class: "label" }, move.move, beside(move)), told, value));
    });
    const rest = list.length - shown.length;
    movesPlace.replaceChildren(el("ul", {}, ...items), rest > 0 ? el("p", { class: "note" }, t("and {count} more", { count: count(rest) })) : "");
  }

  /** @param {string[]} lines */
  function showWhy(lines) {
    if (!settings.answers) return whyPlace.replaceChildren(el("p", { class: "note" }, t("The answers are hidden.")));
    whyPlace.replaceChildren(el("div", { class: "reason", id: "reason" }, ...lines.map((text) => el("p", { class: /^\s|[⊕=→]/.test(text) ? "working" : "" }, text))));
  }

  /** The canonical form and the thermograph. @param {AbortSignal} signal */
  async function showValue(signal) {
    valuePlace.replaceChildren();
    try {
      const found = await ask("draw", { position: line.now.position, what: "thermograph" }, { signal });
      valuePlace.replaceChildren(el("h3", {}, t("Canonical form")), el("p", { class: "canonical" }, found.value ?? ""), el("h3", {}, t("Thermograph")), el("div", { class: "plot" }, picture(found.svg)));
    } catch (error) {
      if (!withdrawn(error)) valuePlace.replaceChildren(el("p", { class: "note" }, /** @type {Error} */ (error).message));
    }
  }

  /** @param {AbortSignal} signal */
  async function drawGraph(signal) {
    if (!settings.answers) return graph.say(el("p", { class: "note" }, t("The answers are hidden.")));
    const [what, most] = { near: ["graph", 24], graph: ["graph", 400], tree: ["tree", 300] }[settings.what] ?? ["graph", 24];
    const question = { position: line.now.position, what, play: rule, turn: line.now.player, line: line.past(), most };
    try {
      const drawn = await ask("draw", question, { signal });
      const image = picture(drawn.svg);
      for (const node of image.querySelectorAll("[data-node]")) {
        const go = () => jump(/** @type {SVGElement} */ (node).dataset["node"] ?? "");
        node.addEventListener("click", go);
        node.addEventListener("keydown", (event) => {
          if (/** @type {KeyboardEvent} */ (event).key === "Enter") go();
        });
      }
      graph.show(image);
      graphNote.textContent = drawn.whole ? t("Squares are the kernel: whoever has to move from there loses.") : t("Only what is near is drawn. Squares are the kernel: whoever has to move from there loses.");
    } catch (error) {
      if (!withdrawn(error)) graph.say(el("p", { class: "note" }, /** @type {Error} */ (error).message));
    }
  }

  /** Goes to a position of the graph: along the line if it is there, by a move if it is an option, else anew. @param {string} position */
  function jump(position) {
    const known = line.plies.findIndex((ply) => ply.position === position);
    const option = moves?.find((move) => move.to === position);
    if (known >= 0) line.at = known;
    else if (option) line.play(option.move, option.to);
    else line = new Line(position, line.now.player);
    refresh();
  }

  function drawChart() {
    if (!settings.answers) return chartPlace.replaceChildren();
    chartPlace.replaceChildren(chart(line.plies, line.at, (index) => {
      line.at = index;
      refresh();
    }));
  }

  /** The person at the page makes a move. @param {string} label */
  async function choose(label) {
    if (!mine()) return;
    await make(label);
  }

  /** @param {string} label */
  async function make(label) {
    const position = line.now.position;
    let found = moves?.find((move) => move.move === label) ?? answer?.winning_moves.find((move) => move.move === label);
    if (!found) {
      const asked = await ask("moves", { position, values: false, only: label }).catch(() => null);
      found = asked ? ownMoves(asked.moves)[0] : undefined;
    }
    if (!found || line.now.position !== position) return;
    line.play(found.move, found.to);
    await refresh();
  }

  /** The opponent moves, if it is its turn and it knows enough. */
  function reply() {
    clearTimeout(thinking);
    if (mine() || (moves && !moves.length)) return;
    thinking = setTimeout(() => {
      const winning = answer ? ownMoves(answer.winning_moves) : [];
      const slips = settings.opponent === "random" || (settings.opponent === "mistakes" && Math.random() * 100 < settings.mistakes);
      const move = (!slips && any(winning)) || any(moves ?? winning);
      if (move) make(move.move);
    }, PAUSE);
  }

  /** @param {number} steps */
  function back(steps) {
    if (!line.step(steps)) return;
    // Against the computer, go on until it is the person's turn again.
    if (!mine() && !line.step(steps) && steps < 0) line.step(-steps);
    refresh();
  }

  function hint() {
    const winning = answer ? ownMoves(answer.winning_moves) : [];
    const move = winning[0];
    if (!answer || !mine()) return announce(t("There is no hint yet."));
    if (!move) {
      const words = t("No move wins against perfect play.");
      announce(words);
      status.querySelector(".turn")?.replaceChildren(words);
      return;
    }
    status.querySelector(".turn")?.replaceChildren(t("Hint: {move}", { move: move.move }));
    announce(t("Hint: {move}", { move: move.move }));
    board?.hint(move.move);
  }

  function swap() {
    human = human === "first" ? "second" : "first";
    board?.allow(mine() ? moves : [], settings.answers && moves?.[0]?.wins !== undefined);
    showMoves(moves === null);
    judge();
    reply();
  }

  function restart() {
    line = new Line(line.start.position, line.start.player);
    refresh();
  }

  async function edit() {
    if (editorPlace.childElementCount) return editorPlace.replaceChildren();
    await openEditor(editorPlace, line.now.position, (position) => {
      editorPlace.replaceChildren();
      moved(position, rule, "left");
    });
  }

  async function share() {
    try {
      await navigator.clipboard.writeText(location.href);
      announce(t("The link is copied."));
      status.querySelector(".turn")?.replaceChildren(t("The link is copied."));
    } catch {
      status.querySelector(".turn")?.replaceChildren(location.href);
    }
  }

  refresh();
  return {
    /** Ends the view. */
    leave() {
      working.abort();
      clearTimeout(thinking);
      document.removeEventListener("keydown", shortcut);
    },
    /** Whether the address only says where this game already stands. @param {URLSearchParams} next */
    holds: (next) => next.get("p") === line.now.position && (next.get("rule") ?? "normal") === rule,
    /** Goes to a position that the address names, if this game has been there. @param {URLSearchParams} next */
    visit(next) {
      const known = line.plies.findIndex((ply) => ply.position === next.get("p"));
      if (known < 0 || (next.get("rule") ?? "normal") !== rule) return false;
      line.at = known;
      refresh();
      return true;
    },
  };
}
