// How much of the answers is seen: all of it, or step by step when they are hidden.

import { el } from "./view.js";
import { t } from "./words.js";

/** The steps: who wins, which moves, why. */
export const [WINNER, MOVES, WHY] = /** @type {const} */ ([1, 2, 3]);

/** @param {() => void} uncovered told when more may be seen */
export function revealing(uncovered) {
  const element = el("div", { class: "controls reveals" });
  let stage = 0;
  return {
    element,
    /** Begins with a position. @param {boolean} hidden */
    begin: (hidden) => (stage = hidden ? 0 : WHY),
    /** Whether a step may be seen. @param {number} step */
    sees: (step) => stage >= step,
    /** Offers the next step, where there is one. @param {boolean} hidden */
    show(hidden) {
      const next = [t("Reveal who wins"), t("Reveal the winning moves"), t("Reveal why")][stage];
      const button = el("button", { type: "button", id: "reveal", class: "main", onclick: () => ((stage += 1), uncovered()) }, next);
      element.replaceChildren(hidden && next ? button : "");
    },
  };
}
