// The catalogue of games as the server lists it, and how a game is found by what people call it.

/** @typedef {{name: string, title: string, group: string, also: string[], summary: string, rules: string, notation: string, theorems: {statement: string, literature: string}[], examples: string[], picture: string | null}} Game */

import { ask } from "./ask.js";
import { get } from "./connection.js";
import { el } from "./view.js";
import { t } from "./words.js";

/** @type {Promise<Game[]> | null} */
let list = null;

/** All games. */
export function games() {
  list ??= get("/api/games").then((response) => response.json());
  list.catch(() => (list = null));
  return list;
}

/** Letters without accents, small. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether a game answers to a search. @param {Game} game @param {string} wanted */
export function answersTo(game, wanted) {
  const words = plain([game.name, t(game.title), game.title, t(game.summary), t(game.group), ...game.also, ...game.also.map((word) => t(word))].join(" "));
  return plain(wanted).split(/\s+/).every((word) => words.includes(word));
}

/**
 * What somebody may have meant who typed this instead of a position: the example of a game that was only named, and the
 * same position of games that go by the same name.
 * @param {string} typed
 * @returns {Promise<{exact: string | null, others: string[]}>}
 */
export async function meant(typed) {
  const all = await games();
  const [name = "", ...rest] = typed.trim().split(":");
  const called = plain(name.replace(/\(.*/, "").trim());
  if (!called) return { exact: null, others: [] };
  const alike = all.filter((game) => game.also.some((word) => plain(word) === called) && game.name !== called);
  if (rest.length) return { exact: null, others: await readable(alike.map((game) => `${game.name}:${rest.join(":")}`)) };
  const named = all.filter((game) => game.name === called || plain(game.title) === called || plain(t(game.title)) === called);
  const found = [...named, ...alike, ...all.filter((game) => answersTo(game, called))];
  const examples = [...new Set(found)].flatMap((game) => game.examples.slice(0, 1));
  return { exact: named[0]?.examples[0] ?? null, others: examples.slice(0, 6) };
}

/** Those of some texts that are positions. @param {string[]} texts */
async function readable(texts) {
  const read = await Promise.allSettled(texts.map((position) => ask("replay", { position })));
  return texts.filter((_, i) => read[i]?.status === "fulfilled");
}

/** Links to what may have been meant. @param {string[]} positions */
export function suggestions(positions) {
  if (!positions.length) return "";
  return el("p", {}, `${t("Did you mean")}:`, ...positions.flatMap((position) => [" ", el("a", { href: `#${new URLSearchParams({ p: position })}` }, position)]));
}
