// The list of moves: every move can be made here too, by name, page by page.

import { el } from "./view.js";
import { count, t } from "./words.js";

/** @typedef {import("./board.js").Move} Move */

/** Moves shown at once. */
const PAGE = 60;

/**
 * @param {(label: string) => void} chosen
 * @param {(from: number) => void} more asks for the moves from a number on
 */
export function movesList(chosen, more) {
  const place = el("div", { class: "moves" });
  const element = el("section", { class: "card moves-card", "aria-label": t("Moves") }, el("h2", {}, t("Moves")), place);

  /** @param {Move} move @param {boolean} judged @param {boolean} mine */
  function item(move, judged, mine) {
    const known = judged && move.wins !== undefined;
    const sign = known ? el("span", { class: "sign", "aria-hidden": "true" }, move.wins ? "✓" : "✗") : "";
    const told = known ? el("span", { class: "sr" }, move.wins ? `, ${t("wins")}` : `, ${t("loses")}`) : "";
    const value = known && move.value ? el("span", { class: "value", title: move.value }, move.value) : "";
    // Names are notation, the same in every language, because they can be typed; the words stand beside them.
    const words = move.words && move.words !== move.move ? el("small", { class: "words" }, move.words) : "";
    return el("li", {}, el("button", { type: "button", class: known ? (move.wins ? "move win" : "move lose") : "move", disabled: !mine, onclick: (/** @type {MouseEvent} */ event) => event.detail > 1 || chosen(move.move) }, sign, el("span", { class: "label" }, move.move, words), told, value));
  }

  return {
    element,
    /**
     * @param {Move[] | null} moves null when they are too many to list
     * @param {{judged: boolean, mine: boolean, from: number, total: number, unlisted: string | null}} how
     */
    show(moves, { judged, mine, from, total, unlisted }) {
      element.hidden = moves !== null && !moves.length;
      if (!moves) return place.replaceChildren(el("p", { class: "note" }, unlisted ?? "", el("br"), t("Click on the board or type a position.")));
      const shown = moves.slice(0, PAGE);
      const rest = total - from - shown.length;
      const pages = el("p", { class: "pages" },
        from > 0 ? el("button", { type: "button", class: "quiet", id: "fewer", onclick: () => more(Math.max(0, from - PAGE)) }, t("earlier moves")) : "",
        rest > 0 ? el("span", { class: "note" }, t("and {count} more", { count: count(rest) })) : "",
        rest > 0 ? el("button", { type: "button", class: "quiet", id: "more", onclick: () => more(from + PAGE) }, t("show them")) : "");
      place.replaceChildren(el("ul", {}, ...shown.map((move) => item(move, judged, mine))), rest > 0 || from > 0 ? pages : "");
    },
    focused: () => place.contains(document.activeElement),
  };
}
