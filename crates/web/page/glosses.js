// One line for each word of the theory that a text uses.

import { el } from "./view.js";
import { t } from "./words.js";

/** The words, with what they mean. @returns {[string, string][]} */
const all = () => [
  [t("nim-sum"), t("add binary numbers column by column without carrying: 1 and 1 make 0")],
  [t("nimber"), t("the size of the Nim heap that a position is worth")],
  ["mex", t("the least whole number that is missing from a set")],
  [t("kernel"), t("the positions from which whoever has to move loses")],
  [t("cold"), t("nobody wants to move: the value is a number")],
  [t("hot"), t("both players gain by moving first")],
  [t("temperature"), t("how much a move is worth to whoever makes it")],
  [t("canonical form"), t("the simplest game of the same value")],
  [t("orbit"), t("moves that a symmetry of the position turns into each other")],
  [t("misère"), t("whoever cannot move wins")],
];

/** The glosses of the words that occur in a text. @param {string} text */
export function glosses(text) {
  const low = text.toLowerCase();
  const found = all().filter(([word]) => low.includes(word.toLowerCase()));
  if (!found.length) return "";
  return el("dl", { class: "glosses" }, ...found.flatMap(([word, meaning]) => [el("dt", {}, word), el("dd", {}, meaning)]));
}
