// Keeping and passing on: the link, a saved game, pictures, code to embed.

import { readFile, writeFile, writeGame } from "./address.js";
import { ask } from "./ask.js";
import { bytes, download, fileName, upload } from "./files.js";
import { el } from "./view.js";
import { t } from "./words.js";

/** The kinds of pictures, with their media types. @type {[string, string][]} */
const PICTURES = [["svg", "image/svg+xml"], ["png", "image/png"], ["pdf", "application/pdf"]];

/**
 * The menu.
 * @param {{table: () => import("./table.js").Table | null, pictures: () => [string, object][], load: (address: string) => void, say: (words: string) => void}} play
 */
export function shareMenu(play) {
  /** @param {string} id @param {string} label @param {() => void} action */
  const item = (id, label, action) => el("button", { type: "button", id, onclick: action }, label);
  const embed = el("textarea", { rows: "3", readonly: true, hidden: true, "aria-label": t("Code to embed") });

  async function share() {
    const table = play.table();
    if (!table) return;
    const link = `${location.origin}${location.pathname}#${writeGame(table.game)}`;
    try {
      await navigator.clipboard.writeText(link);
      play.say(t("The link is copied."));
    } catch {
      play.say(link);
    }
  }

  function save() {
    const table = play.table();
    if (table) download(`${fileName(table.record.root.position)}.json`, "application/json", writeFile(table.game));
  }

  const load = () => upload(".json,application/json", (text) => {
    const game = readFile(text);
    if (game) play.load(writeGame(game));
    else play.say(t("This file is not a saved game."));
  });

  /** @param {string} what @param {object} question @param {string} format @param {string} type */
  async function picture(what, question, format, type) {
    try {
      const dark = document.documentElement.dataset["theme"] === "dark";
      const drawn = await ask("draw", { ...question, whole: true, format, theme: dark ? "dark" : "light" });
      download(`${fileName(drawn.position)}-${what}.${format}`, type, format === "svg" ? drawn.svg : bytes(drawn.file));
    } catch (error) {
      play.say(/** @type {Error} */ (error).message);
    }
  }

  async function code() {
    const [, question] = play.pictures()[0] ?? [];
    if (!question) return;
    const drawn = await ask("draw", { ...question, whole: true });
    embed.value = `<figure>${drawn.svg.trim()}<figcaption>${drawn.position.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</figcaption></figure>`;
    embed.hidden = false;
    embed.select();
    try {
      await navigator.clipboard.writeText(embed.value);
      play.say(t("The code is copied."));
    } catch {
      play.say(t("Copy the code below."));
    }
  }

  const rows = el("div", { class: "pictures" });
  const menu = el("details", { class: "menu" }, el("summary", {}, t("Save and share")),
    el("div", { class: "controls" }, item("share", t("Copy link"), share), item("save", t("Save the game"), save), item("load", t("Load a game"), load), item("embed", t("Code to embed"), code)),
    rows, embed);
  menu.addEventListener("toggle", () => {
    rows.replaceChildren(...play.pictures().map(([what, question]) => el("p", {}, `${t(what)}: `,
      ...PICTURES.map(([format, type]) => el("button", { type: "button", class: "quiet", onclick: () => picture(what, question, format, type) }, format.toUpperCase())))));
  });
  return { element: menu, share };
}
