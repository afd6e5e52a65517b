// All games with their pictures, in groups; finding one by any of its names; building a sum.

import { answersTo, games, meant, suggestions } from "./catalogue.js";
import { ask } from "./ask.js";
import { complaint, el, still } from "./view.js";
import { t } from "./words.js";

/** @typedef {import("./catalogue.js").Game} Game */

/** @param {string} position */
const link = (position) => `#${new URLSearchParams({ p: position })}`;

/**
 * The page of all games.
 * @param {HTMLElement} place
 * @param {URLSearchParams} _address
 * @param {AbortSignal} signal ends with the view
 */
export async function pick(place, _address, signal) {
  const found = await games();
  if (signal.aborted) return;
  document.title = `${t("Games")} · Grundy`;
  const search = el("input", { type: "search", id: "search", placeholder: t("nim, chomp, kayles …"), spellcheck: false });
  const typed = el("input", { type: "text", id: "typed", placeholder: "nim:3,4,5 + nim:1,2", spellcheck: false, autocomplete: "off", autocapitalize: "off", "aria-describedby": "trouble" });
  const trouble = el("div", { id: "trouble" });
  const nothing = el("p", { class: "note", role: "status" });

  /** Adds a position to the sum that is typed. @param {string} position */
  function add(position) {
    typed.value = typed.value.trim() ? `${typed.value.trim()} + ${position}` : position;
    typed.focus();
  }

  const cards = new Map(found.map((game) => [game, card(game, add)]));
  const groups = [...new Set(found.map((game) => game.group))].map((group) => {
    const list = found.filter((game) => game.group === group);
    return { list, element: el("section", {}, el("h2", {}, t(group)), el("ul", { class: "gallery" }, ...list.map((game) => /** @type {HTMLElement} */ (cards.get(game))))) };
  });

  /** A way to each group. */
  const ways = el("div", { class: "ways", role: "group", "aria-label": t("Groups of games") }, ...groups.map(({ list, element }) => el("button", { type: "button", class: "quiet", onclick: () => {
    const heading = /** @type {HTMLElement} */ (element.firstElementChild);
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    element.scrollIntoView({ block: "start" });
  } }, t(list[0]?.group ?? ""))));

  search.addEventListener("input", () => {
    let any = false;
    for (const { list, element } of groups) {
      for (const game of list) /** @type {HTMLElement} */ (cards.get(game)).hidden = !answersTo(game, search.value);
      element.hidden = list.every((game) => cards.get(game)?.hidden);
      any ||= !element.hidden;
    }
    nothing.textContent = any ? "" : t("No game goes by this name.");
  });

  /** @param {Event} event */
  async function go(event) {
    event.preventDefault();
    const text = typed.value.trim();
    if (!text) return;
    try {
      await ask("replay", { position: text });
      location.hash = new URLSearchParams({ p: text }).toString();
    } catch (error) {
      const { exact, others } = await meant(text);
      if (exact) return void (location.hash = new URLSearchParams({ p: exact }).toString());
      trouble.replaceChildren(complaint(/** @type {any} */ (error)), suggestions(others));
    }
  }

  place.replaceChildren(
    el("div", { class: "hero" },
      el("h1", {}, t("Who wins, why, and with which move?")),
      el("p", {}, t("Pick a game and play it against perfect play, or type any position, or a sum of them."))),
    el("form", { class: "bar", onsubmit: go },
      el("label", { class: "field" }, el("span", {}, t("Position")), typed),
      el("button", { type: "submit", class: "main" }, t("Play")),
      el("label", { class: "field narrow" }, el("span", {}, t("Find a game")), search)),
    trouble, ways, nothing,
    ...groups.map((group) => group.element),
  );
}

/** @param {Game} game @param {(position: string) => void} add */
function card(game, add) {
  const example = game.examples[0] ?? `${game.name}:`;
  return el(
    "li",
    { class: "game" },
    el("a", { class: "face", href: link(example) },
      el("span", { class: "thumb", "aria-hidden": "true" }, game.picture ? still(game.picture) : game.name),
      el("span", { class: "name" }, t(game.title))),
    el("p", {}, t(game.summary)),
    el("details", {}, el("summary", {}, t("Rules and theorems")),
      el("p", {}, t(game.rules)),
      el("p", {}, el("strong", {}, `${t("Notation")}: `), t(game.notation)),
      ...game.theorems.map((theorem) => el("p", { class: "theorem" }, t(theorem.statement), " ", el("cite", {}, theorem.literature))),
      el("p", {}, ...game.examples.flatMap((example) => [el("a", { href: link(example) }, example), " "]))),
    el("p", { class: "foot" }, el("code", {}, game.name), el("button", { type: "button", class: "quiet", onclick: () => add(example) }, t("Add to a sum"))),
  );
}
