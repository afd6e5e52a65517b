// Words in the reader's language. The English sentence is the key.

/** @typedef {Record<string, string | number>} Gaps */

export const LANGUAGES = /** @type {const} */ ([["en", "English"], ["es", "Español"], ["ca", "Català"]]);

/** @type {Record<string, string>} */
let sentences = {};
let code = "en";
/** @type {Template[]} */
let templates = [];

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
 * Fetches the sentences of a language and uses it from now on.
 * @param {string} wanted
 */
export async function speak(wanted) {
  if (wanted !== "en") {
    const response = await fetch(`/api/messages/${wanted}`);
    sentences = response.ok ? await response.json() : {};
  } else {
    sentences = {};
  }
  templates = Object.keys(sentences).filter((english) => english.includes("{")).map(cut);
  code = wanted;
  document.documentElement.lang = wanted;
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

/** @typedef {{english: string, pieces: string[], names: string[], weight: number}} Template */

/** A template cut at its gaps. @param {string} english @returns {Template} */
function cut(english) {
  const parts = english.split(/\{(.*?)\}/);
  const pieces = parts.filter((_, i) => i % 2 === 0);
  return { english, pieces, names: parts.filter((_, i) => i % 2), weight: pieces.join("").replace(/[^\p{L}]/gu, "").length };
}

/** What fills the gaps of a template when it gives the sentence. @param {Template} template @param {string} sentence */
function fillings({ pieces }, sentence) {
  const [first = "", last = ""] = [pieces[0], pieces[pieces.length - 1]];
  if (!sentence.startsWith(first) || !sentence.endsWith(last) || sentence.length < first.length + last.length) return null;
  let rest = sentence.slice(first.length, sentence.length - last.length);
  const found = [];
  for (const piece of pieces.slice(1, -1)) {
    const at = rest.indexOf(piece);
    if (at < 0) return null;
    found.push(rest.slice(0, at));
    rest = rest.slice(at + piece.length);
  }
  return [...found, rest];
}

/**
 * A sentence whose gaps are filled already, in the language in use; the same where no template fits. Of several that fit,
 * the one with the most letters of its own wins.
 * @param {string} english
 */
export function say(english) {
  if (sentences[english]) return t(english);
  let best = null;
  for (const template of templates) {
    if (template.weight < 5 || (best && best.template.weight >= template.weight)) continue;
    const found = fillings(template, english);
    if (found) best = { template, found };
  }
  return best ? t(best.template.english, Object.fromEntries(best.template.names.map((name, i) => [name, best.found[i] ?? ""]))) : english;
}

/**
 * What a move is called in the language in use; empty where its name says as much. Names are notation, the same in every
 * language, because they can be typed; this only stands beside them.
 * @param {string} label
 */
export function moveWords(label) {
  if (code === "en") return "";
  const [, part = "", name = label] = /^([a-z-]+(?:#\d+)?: )(.*)$/.exec(label) ?? [];
  const said = say(`move: ${name}`).replace("move: ", "");
  return said === name ? "" : part + said;
}

/**
 * A whole number with the digits grouped as usual in the language.
 * @param {number} number
 */
export function count(number) {
  return new Intl.NumberFormat(code).format(number);
}
