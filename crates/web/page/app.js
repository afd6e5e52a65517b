// The page: navigation, language, light and dark. The address after # says what is shown.

import { games } from "./catalogue.js";
import { pick } from "./picker.js";
import { play } from "./play.js";
import { explorer } from "./explorer.js";
import { facts } from "./facts.js";
import { gate, mayRun } from "./own.js";
import { ownGame } from "./rules.js";
import { bracelet, cubes, kernel, sequence } from "./tools.js";
import { el, select } from "./view.js";
import { worksheet } from "./worksheet.js";
import { LANGUAGES, language, preferredLanguage, speak, t } from "./words.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {ReturnType<typeof play> | null} */
let game = null;
/** Ends with the view: an answer that comes later is not for what is shown by then. */
let shown = new AbortController();

/** The views besides playing, with their names. @returns {[string, string, (place: HTMLElement, address: URLSearchParams, signal: AbortSignal) => void][]} */
const views = () => [
  ["games", t("Games"), pick],
  ["explore", t("Explorer"), explorer],
  ["write", t("Own games"), ownGame],
  ["calculator", t("Values"), worksheet],
  ["sequence", t("Sequences"), sequence],
  ["kernel", t("Kernels"), kernel],
  ["facts", t("Graphs"), facts],
  ["cubes", t("Cubes"), cubes],
  ["bracelet", t("Bracelets"), bracelet],
];

/** Shows what the address asks for. @param {boolean} [anew] whether everything is shown again, in other words */
function route(anew = false) {
  const address = new URLSearchParams(location.hash.slice(1));
  const rules = address.get("rules") ?? "";
  const foreign = !mayRun(rules) && !address.has("write");
  if (game && !anew && !foreign && address.has("p") && game.visit(address)) return;
  shown.abort();
  shown = new AbortController();
  game = null;
  if (foreign) {
    current("write");
    return gate(main, rules, () => route(true));
  }
  if (address.has("p")) {
    game = play(main, address, tell, shown.signal);
    return current("games");
  }
  const name = location.hash.slice(1).split(/[=&]/)[0] || "games";
  const view = views().find(([id]) => id === name) ?? views()[0];
  if (view) {
    current(view[0]);
    view[2](main, address, shown.signal);
  }
}

/** @param {string} name */
function current(name) {
  for (const link of document.querySelectorAll("#nav a")) {
    if (link.getAttribute("href") !== `./#${name}`) {
      link.removeAttribute("aria-current");
      continue;
    }
    link.setAttribute("aria-current", "page");
    // Where the names do not fit beside each other, the current one is among those that are seen.
    const nav = link.parentElement;
    if (nav && link instanceof HTMLElement) nav.scrollLeft = link.offsetLeft - nav.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
  }
}

/**
 * Puts a game into the address: a move makes history, everything else only corrects it.
 * @param {string} hash @param {boolean} anew
 */
function tell(hash, anew) {
  if (`#${hash}` === location.hash) return;
  if (anew) history.pushState(null, "", `#${hash}`);
  else history.replaceState(null, "", `#${hash}`);
}

function frame() {
  const nav = /** @type {HTMLElement} */ (document.getElementById("nav"));
  nav.replaceChildren(...views().map(([id, label]) => el("a", { href: `./#${id}` }, label)));
  const skip = /** @type {HTMLElement} */ (document.getElementById("skip"));
  skip.textContent = t("Skip to the content");
  skip.onclick = (event) => (event.preventDefault(), main.focus());
  const tongue = select(LANGUAGES, language(), change);
  tongue.id = "language";
  tongue.setAttribute("aria-label", t("Language"));
  const themes = select([["auto", t("Auto")], ["light", t("Light")], ["dark", t("Dark")]], localStorage.getItem("theme") ?? "auto", dress);
  themes.id = "theme";
  themes.setAttribute("aria-label", t("Colours"));
  /** @type {HTMLElement} */ (document.getElementById("settings")).replaceChildren(tongue, themes);
}

/** @param {string} wanted */
async function change(wanted) {
  localStorage.setItem("language", wanted);
  if (!(await speak(wanted))) return;
  frame();
  route(true);
  document.getElementById("language")?.focus();
}

/** @param {string} theme */
function dress(theme) {
  localStorage.setItem("theme", theme);
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

dress(localStorage.getItem("theme") ?? "auto");
// Every view needs them; asked for now, they come while the sentences do.
games();
await speak(preferredLanguage());
frame();
// Going back or forth, and a link followed, both change the part after #.
addEventListener("popstate", () => route());
route();
