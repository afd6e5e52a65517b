// The explorer: positions side by side, each with its value and its options; any option can be opened beside them.

import { ask, atAGlance, Problem, whenActed, withdrawn } from "./ask.js";
import { withRules } from "./own.js";
import { complaint, el, field, still } from "./view.js";
import { count, outcomeWords, t } from "./words.js";

/** @typedef {import("./board.js").Move} Move */

/** Options of a position that are listed. */
const MOST = 24;

/**
 * @param {HTMLElement} place
 * @param {URLSearchParams} address
 * @param {AbortSignal} leaving ends with the view
 */
export function explorer(place, address, leaving) {
  document.title = `${t("Explorer")} · Grundy`;
  const rule = address.get("rule") === "misere" ? "misere" : "normal";
  const rules = withRules(address.get("rules") ?? "");
  const more = { ...(rule === "misere" ? { rule } : {}), ...rules };
  const positions = (address.get("explore") || "domineering:2x3").split("\n").filter(Boolean);
  const row = el("div", { class: "explorer" });
  const input = el("input", { type: "text", id: "position", spellcheck: false, autocomplete: "off", autocapitalize: "off", placeholder: "nim:3,4,5" });

  const keep = () => history.replaceState(null, "", `#${new URLSearchParams({ explore: positions.join("\n"), ...more })}`);

  /** Opens a position beside those that are there. @param {string} position @param {number} [after] */
  function open(position, after = positions.length - 1) {
    const there = positions.indexOf(position);
    if (there < 0) {
      positions.splice(after + 1, 0, position);
      row.children[after]?.after(card(position));
      if (after < 0 || positions.length === 1) row.prepend(card(position));
      keep();
    }
    const shown = /** @type {HTMLElement | undefined} */ (row.children[positions.indexOf(position)]);
    shown?.scrollIntoView({ block: "nearest", inline: "nearest" });
    shown?.focus({ preventScroll: true });
  }

  /** @param {string} position */
  function card(position) {
    const body = el("div", {}, el("p", { class: "note" }, "…"));
    const working = new AbortController();
    leaving.addEventListener("abort", () => working.abort());
    const close = el("button", { type: "button", class: "quiet", "aria-label": t("Close {position}", { position }), onclick: () => {
      working.abort();
      positions.splice(positions.indexOf(position), 1);
      element.remove();
      keep();
    } }, "×");
    const element = el("section", { class: "card position", tabindex: "-1", "aria-label": position },
      el("div", { class: "card-head" }, el("h2", {}, el("code", {}, position)), close), body);
    fill(body, position, working);
    return element;
  }

  /** @param {HTMLElement} body @param {string} position @param {AbortController} working */
  async function fill(body, position, working) {
    const { signal } = working;
    const words = el("span", {});
    const waiting = el("p", { class: "progress" }, el("progress", { "aria-label": t("Searching") }), " ", words, " ", el("button", { type: "button", onclick: () => working.abort() }, t("Cancel")));
    /** @param {import("./ask.js").Progress} told */
    const progress = (told) => {
      words.textContent = told.waiting ? t("waiting for other questions") : t("searching: {positions} positions, {seconds} s", { positions: count(told.positions ?? 0), seconds: Math.round(told.seconds ?? 0) });
      if (!waiting.isConnected && !signal.aborted) body.append(waiting);
    };
    const glance = atAGlance();
    try {
      const drawn = await ask("draw", { position, ...rules }, { signal });
      body.replaceChildren(el("div", { class: "small-board" }, still(drawn.svg)));
      const answer = await ask("solve", { position, play: rule, ...rules }, { signal, progress });
      if (glance && !answer.complete) whenActed(() => signal.aborted || fill(body, position, working));
      const told = el("p", {}, el("strong", {}, outcomeWords(answer.outcome)), answer.value ? el("span", { class: "value", title: answer.value }, ` = ${answer.value}`) : "");
      const lists = el("div", { class: "lists" }, el("p", { class: "note" }, "…"));
      body.replaceChildren(el("div", { class: "small-board" }, still(drawn.svg)), told, lists, el("p", {}, el("a", { href: `#${new URLSearchParams({ p: position, ...more })}` }, t("Play this"))));
      const found = await ask("moves", { position, play: rule, limit: 200, ...rules }, { signal, progress });
      const partisan = found.kind === "partisan";
      const sides = partisan ? [["left", t("Left's options")], ["right", t("Right's options")]] : [["", t("Options")]];
      lists.replaceChildren(...sides.flatMap(([player, heading]) => options(position, found.moves.filter((/** @type {Move} */ move) => !player || move.player === player), heading ?? "", player ?? "")));
    } catch (error) {
      if (withdrawn(error)) return body.append(el("p", { class: "note" }, t("The search was cancelled.")));
      if (!body.querySelector(".small-board")) body.replaceChildren();
      if (glance && error instanceof Problem && error.undecided) whenActed(() => signal.aborted || fill(body, position, working));
      body.append(complaint(/** @type {any} */ (error)));
    } finally {
      waiting.remove();
    }
  }

  /** The options of one side, each value once. @param {string} position @param {Move[]} moves @param {string} heading @param {string} player */
  function options(position, moves, heading, player) {
    if (!moves.length) return [];
    const items = moves.slice(0, MOST).map((move) => el("li", {}, el("button", { type: "button", class: `option ${player}`, title: move.move, onclick: () => open(move.to, positions.indexOf(position)) },
      el("span", { class: "sign", "aria-hidden": "true" }, move.wins ? "✓" : ""), el("span", { class: "label" }, move.words || move.move), move.value ? el("span", { class: "value" }, move.value) : "")));
    const rest = moves.length - items.length;
    return [el("h3", {}, heading), el("ul", { class: "options-list" }, ...items), rest > 0 ? el("p", { class: "note" }, t("and {count} more", { count: rest })) : ""];
  }

  row.replaceChildren(...positions.map(card));
  place.replaceChildren(
    el("h1", {}, t("Explorer")),
    el("p", {}, t("Positions side by side, with their values and options. Click an option to open it beside its position.")),
    el("form", { class: "bar", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (input.value.trim()) open(input.value.trim());
      input.value = "";
    } }, field(t("Position"), input), el("button", { type: "submit", class: "main" }, t("Open"))),
    row);
}
