// The page: navigation, language, light and dark. The address after # says what is shown.

import { pick } from "./picker.js";
import { play } from "./play.js";
import { bracelet, calculator, cubes, kernel, sequence } from "./tools.js";
import { el, select } from "./view.js";
import { LANGUAGES, language, preferredLanguage, speak, t } from "./words.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {ReturnType<typeof play> | null} */
let game = null;

/** The views besides playing, with their names. @returns {[string, string, (place: HTMLElement, address: URLSearchParams) => void][]} */
const views = () => [
  ["games", t("Games"), pick],
  ["calculator", t("Values"), calculator],
  ["sequence", t("Sequences"), sequence],
  ["kernel", t("Kernels"), kernel],
  ["cubes", t("Cubes"), cubes],
  ["bracelet", t("Bracelets"), bracelet],
];

/** Shows what the address asks for. */
function route() {
  const address = new URLSearchParams(location.hash.slice(1));
  if (address.has("p")) {
    if (game && (game.holds(address) || game.visit(address))) return;
    game?.leave();
    game = null;
    game = play(main, address, moved);
    return current("games");
  }
  game?.leave();
  game = null;
  const name = location.hash.slice(1).split(/[=&]/)[0] || "games";
  const view = views().find(([id]) => id === name) ?? views()[0];
  if (view) {
    current(view[0]);
    view[2](main, address);
  }
}

/** @param {string} name */
function current(name) {
  for (const link of document.querySelectorAll("#nav a")) {
    if (link.getAttribute("href") === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/**
 * Puts a position into the address. The first one replaces an empty address, later ones make history.
 * @param {string} position @param {string} rule @param {string} player
 */
function moved(position, rule, player) {
  const address = new URLSearchParams({ p: position });
  if (rule !== "normal") address.set("rule", rule);
  if (player !== "left") address.set("turn", player);
  const hash = `#${address}`;
  if (hash === location.hash) return;
  const old = new URLSearchParams(location.hash.slice(1));
  if (!game || (game.holds(address) && old.get("p") === position)) history.replaceState(null, "", hash);
  else if (game.holds(address)) history.pushState(null, "", hash);
  else location.hash = hash;
}

function frame() {
  const nav = /** @type {HTMLElement} */ (document.getElementById("nav"));
  nav.replaceChildren(...views().map(([id, label]) => el("a", { href: `#${id}` }, label)));
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
  await speak(wanted);
  frame();
  game?.leave();
  game = null;
  route();
  document.getElementById("language")?.focus();
}

/** @param {string} theme */
function dress(theme) {
  localStorage.setItem("theme", theme);
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

dress(localStorage.getItem("theme") ?? "auto");
await speak(preferredLanguage());
frame();
addEventListener("hashchange", route);
addEventListener("popstate", route);
route();
