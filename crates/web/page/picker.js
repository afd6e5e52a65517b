// All games with their pictures.

import { el, still } from "./view.js";
import { t } from "./words.js";

/** @typedef {{name: string, summary: string, rules: string, notation: string, theorems: {statement: string, literature: string}[], examples: string[], picture: string | null}} Game */

/** @type {Promise<Game[]> | null} */
let list = null;

/** The catalogue. */
export function games() {
  list ??= fetch("/api/games").then((response) => response.json());
  return list;
}

/**
 * The page of all games.
 * @param {HTMLElement} place
 */
export async function pick(place) {
  const found = await games();
  document.title = `${t("Games")} · Grundy`;
  const search = el("input", { type: "search", id: "search", placeholder: t("nim, chomp, kayles …"), spellcheck: false });
  const typed = el("input", { type: "text", id: "typed", placeholder: "nim:3,4,5 + nim:1,2", spellcheck: false, autocomplete: "off" });
  const cards = found.map(card);
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    cards.forEach((card, i) => (card.hidden = !`${found[i]?.name} ${t(found[i]?.summary ?? "")}`.toLowerCase().includes(wanted)));
  });
  place.replaceChildren(
    el("div", { class: "hero" },
      el("h1", {}, t("Who wins, why, and with which move?")),
      el("p", {}, t("Pick a game and play it against perfect play, or type any position, or a sum of them."))),
    el("form", { class: "bar", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (typed.value.trim()) location.hash = new URLSearchParams({ p: typed.value.trim() }).toString();
    } },
      el("label", { class: "field" }, el("span", {}, t("Position")), typed),
      el("button", { type: "submit", class: "main" }, t("Play")),
      el("label", { class: "field narrow" }, el("span", {}, t("Find a game")), search)),
    el("ul", { class: "gallery" }, ...cards),
  );
}

/** @param {Game} game */
function card(game) {
  const example = game.examples[0] ?? `${game.name}:`;
  const link = (/** @type {string} */ position) => `#${new URLSearchParams({ p: position })}`;
  return el(
    "li",
    { class: "game" },
    el("a", { class: "face", href: link(example) },
      el("span", { class: "thumb", "aria-hidden": "true" }, game.picture ? still(game.picture) : game.name),
      el("span", { class: "name" }, game.name)),
    el("p", {}, t(game.summary)),
    el("details", {}, el("summary", {}, t("Rules and theorems")),
      el("p", {}, t(game.rules)),
      el("p", {}, el("strong", {}, `${t("Notation")}: `), t(game.notation)),
      ...game.theorems.map((theorem) => el("p", { class: "theorem" }, t(theorem.statement), " ", el("cite", {}, theorem.literature))),
      el("p", {}, ...game.examples.flatMap((example) => [el("a", { href: link(example) }, example), " "]))),
  );
}
