// Rules of somebody's own that come with an address: they are shown first, and run when a person at this page says so.

import { el } from "./view.js";
import { t } from "./words.js";

/** What the game of such rules is called, before the colon. */
export const OWN = "mine";

/** The most that is taken, here and by the server. */
export const LONGEST = 20_000;

const KEY = "trusted";

/** The rules that a person at this page, in this tab, let run. @returns {string[]} */
function trusted() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Whether rules may run. @param {string} rules */
export const mayRun = (rules) => !rules || trusted().includes(rules);

/** Lets rules run; some of those before are kept. @param {string} rules */
export function letRun(rules) {
  if (!mayRun(rules)) sessionStorage.setItem(KEY, JSON.stringify([...trusted().slice(-9), rules]));
}

/** The rules as a part of a question. @param {string} rules @returns {Record<string, string>} */
export const withRules = (rules) => (rules ? { rules } : {});

/**
 * Shows rules that nobody at this page has let run yet.
 * @param {HTMLElement} place @param {string} rules @param {() => void} go
 */
export function gate(place, rules, go) {
  document.title = `${t("A game of somebody's own")} · Grundy`;
  place.replaceChildren(el("section", { class: "tool", "aria-label": t("A game of somebody's own") },
    el("h1", {}, t("A game of somebody's own")),
    el("p", {}, t("This link brings rules that somebody wrote. Nothing has been run yet. They are worked out by the server of this page within its limits, and can read no file.")),
    el("pre", { class: "source", tabindex: "0", role: "group", "aria-label": t("Rules") }, rules.slice(0, LONGEST)),
    el("div", { class: "controls" }, el("button", { type: "button", class: "main", id: "run", onclick: () => (letRun(rules), go()) }, t("Run these rules")))));
}
