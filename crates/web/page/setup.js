// Setting up a position by its notation; what cannot be read leaves the game as it is.

import { writeGame } from "./address.js";
import { ask, withdrawn } from "./ask.js";
import { meant, suggestions } from "./catalogue.js";
import { withRules } from "./own.js";
import { complaint, el, field, select } from "./view.js";
import { t } from "./words.js";

/**
 * @param {import("./address.js").Game} asked
 * @param {{table: () => import("./table.js").Table | null, begin: (hash: string) => void, rule: (rule: string) => void}} play
 * @param {AbortSignal} leaving ends with the view
 */
export function setupForm(asked, play, leaving) {
  let working = new AbortController();
  leaving.addEventListener("abort", () => working.abort());
  const input = el("input", { type: "text", id: "position", value: asked.position, spellcheck: false, autocomplete: "off", autocapitalize: "off", "aria-describedby": "trouble" });
  const trouble = el("div", { id: "trouble" });
  const element = el("form", { class: "bar", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), setUp(input.value.trim())) },
    field(t("Position"), input),
    el("button", { type: "submit", class: "main" }, t("Set up")),
    field(t("Play rule"), select([["normal", t("normal: who cannot move loses")], ["misere", t("misère: who cannot move wins")]], asked.rule, play.rule)));

  /** Says what is wrong and what may have been meant. @param {unknown} error @param {string} typed */
  async function refuse(error, typed) {
    if (withdrawn(error)) return;
    const { exact, others } = await meant(typed);
    if (leaving.aborted) return;
    if (exact) return void setUp(exact);
    trouble.replaceChildren(complaint(/** @type {any} */ (error)), suggestions(others));
  }

  /** Begins a game from a position; says whether it could be read. @param {string} position @returns {Promise<boolean>} */
  async function setUp(position) {
    working.abort();
    working = new AbortController();
    try {
      const told = await ask("replay", { position, ...withRules(asked.rules) }, { signal: working.signal });
      const { rule, opponent, mistakes, hidden } = play.table() ?? asked;
      trouble.replaceChildren();
      play.begin(writeGame({ position: told.position, rule, turn: "left", moves: [], at: 0, opponent, mistakes, you: "left", hidden, rules: asked.rules }));
      return true;
    } catch (error) {
      await refuse(error, position);
      return false;
    }
  }

  return { element, trouble, refuse, setUp, show: (/** @type {string} */ position) => (input.value = position) };
}
