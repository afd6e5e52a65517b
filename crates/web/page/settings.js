// What stays from game to game and from visit to visit.

/** What the last game was played with. */
export const preferred = {
  opponent: localStorage.getItem("opponent") ?? "perfect",
  mistakes: Number(localStorage.getItem("mistakes") ?? 20),
  hidden: localStorage.getItem("answers") === "no",
  what: localStorage.getItem("what") ?? "near",
};

/** @param {"opponent" | "mistakes" | "hidden" | "what"} name @param {string | number | boolean} value */
export function prefer(name, value) {
  /** @type {Record<string, unknown>} */ (preferred)[name] = value;
  if (name === "hidden") localStorage.setItem("answers", value ? "no" : "yes");
  else localStorage.setItem(name, String(value));
}

/** Whether things may move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
