// The rules and examples of the games on the board.

import { games } from "./catalogue.js";
import { OWN } from "./own.js";
import { el } from "./view.js";
import { t } from "./words.js";

/** The card about the games of a position. */
export function about() {
  const place = el("div", {});
  const heading = el("h1", { class: "game-name" });
  const element = el("section", { class: "card about-card", "aria-label": t("Rules") }, place);
  return {
    element,
    heading,
    /** @param {string[]} names */
    async show(names) {
      const all = await games();
      const found = [...new Set(names)].flatMap((name) => all.filter((game) => game.name === name));
      element.hidden = !found.length;
      heading.textContent = names.map((name) => t(all.find((game) => game.name === name)?.title ?? (name === OWN ? "A game of your own" : name))).join(" + ");
      place.replaceChildren(...found.flatMap((game) => [
        el("h2", {}, t(game.title)),
        el("p", {}, t(game.rules)),
        el("p", { class: "note" }, `${t("Notation")}: `, t(game.notation)),
        el("p", {}, `${t("Examples")}: `, ...game.examples.flatMap((example) => [el("a", { href: `#${new URLSearchParams({ p: example })}` }, example), " "])),
        game.theorems.length ? el("details", {}, el("summary", {}, t("Theorems")), ...game.theorems.map((theorem) => el("p", { class: "theorem" }, t(theorem.statement), " ", el("cite", {}, theorem.literature)))) : "",
      ]));
    },
  };
}
