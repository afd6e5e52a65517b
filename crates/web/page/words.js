// Words in the reader's language. The English sentence is the key.

import { get } from "./connection.js";

/** @typedef {Record<string, string | number>} Gaps */

export const LANGUAGES = /** @type {const} */ ([["en", "English"], ["es", "Español"], ["ca", "Català"]]);

/** @type {Record<string, string>} */
let sentences = {};
let code = "en";
/** The language that was asked for last. */
let wish = "en";

/** The language in use. */
export function language() {
  return code;
}

/** The language of an earlier visit, else of the browser, else English. */
export function preferredLanguage() {
  const known = LANGUAGES.map(([code]) => String(code));
  const wishes = [localStorage.getItem("language"), ...navigator.languages];
  for (const wish of wishes) {
    const short = (wish ?? "").slice(0, 2).toLowerCase();
    if (known.includes(short)) return short;
  }
  return "en";
}

/**
 * Fetches the sentences of a language and uses it from now on; says whether no other was asked for meanwhile.
 * @param {string} wanted
 */
export async function speak(wanted) {
  wish = wanted;
  const response = wanted === "en" ? null : await get(`/api/messages/${wanted}`);
  const told = response?.ok ? await response.json() : {};
  if (wish !== wanted) return false;
  [sentences, code] = [told, wanted];
  document.documentElement.lang = wanted;
  return true;
}

/**
 * A sentence in the language in use, its gaps filled.
 * @param {string} english
 * @param {Gaps} [gaps]
 */
export function t(english, gaps = {}) {
  const template = sentences[english] ?? english;
  return template.replace(/\{(\w+)\}/g, (gap, name) => String(gaps[name] ?? gap));
}

/**
 * A whole number with the digits grouped as usual in the language.
 * @param {number} number
 */
export function count(number) {
  return new Intl.NumberFormat(code).format(number);
}

/** Who wins, as the server names it, in words. @param {string} outcome */
export function outcomeWords(outcome) {
  const words = { first: t("first wins"), second: t("second wins"), left: t("{player} is winning.", { player: t("Left") }), right: t("{player} is winning.", { player: t("Right") }), draw: t("With best play nobody wins.") };
  return words[/** @type {"first"} */ (outcome)] ?? (outcome.includes("-") ? t(outcome) : null) ?? t("Nobody knows yet who is winning.");
}
