// The worksheet: lines of values that may name their results, shown with the signs of the literature as they are typed.

import { ask, withdrawn } from "./ask.js";
import { download } from "./files.js";
import { complaint, el, picture } from "./view.js";
import { outcomeWords, t } from "./words.js";

/** @typedef {{plain: string, shown: string, outcome: string | null, error: string | null}} Row */

/** What a first visit shows. */
const BEGINNING = "g = {1|-1}\ng + *2\n^ + ^*";

/** How long after a key the server is asked. */
const PAUSE = 250;

/**
 * @param {HTMLElement} place
 * @param {URLSearchParams} address
 * @param {AbortSignal} leaving ends with the view
 */
export function worksheet(place, address, leaving) {
  document.title = `${t("Values")} · Grundy`;
  const lines = (address.get("calculator") || BEGINNING).split("\n");
  let at = Math.min(Number(address.get("line") ?? lines.length - 1) || 0, lines.length - 1);
  const sheet = el("ol", { class: "sheet" });
  const close = el("div", { class: "closely", id: "closely", role: "status" });
  const help = el("div", { class: "functions" });
  let working = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  /** @type {Row[]} */
  let rows = [];

  leaving.addEventListener("abort", () => {
    clearTimeout(waiting);
    working.abort();
  });

  const keep = () => history.replaceState(null, "", `#${new URLSearchParams({ calculator: lines.join("\n"), line: String(at) })}`);

  /** Asks about all lines; what was answered before is grey until then. */
  async function work() {
    working.abort();
    working = new AbortController();
    const { signal } = working;
    keep();
    sheet.classList.add("stale");
    close.classList.add("stale");
    const stop = setTimeout(() => close.replaceChildren(el("p", { class: "progress" }, el("progress", { "aria-label": t("Searching") }), " ", el("button", { type: "button", id: "cancel", onclick: () => working.abort() }, t("Cancel")))), 400);
    try {
      const told = await ask("worksheet", { lines, closely: at }, { signal });
      rows = told.rows;
      [...sheet.children].forEach((item, i) => result(/** @type {HTMLElement} */ (item), rows[i]));
      closely(told.closely, rows[at]);
    } catch (error) {
      // A question that a newer one took the place of says nothing.
      if (working.signal !== signal) return;
      if (withdrawn(error)) close.replaceChildren(el("p", { class: "note" }, t("The search was cancelled.")));
      else close.replaceChildren(complaint(/** @type {any} */ (error)));
    } finally {
      clearTimeout(stop);
      if (!signal.aborted) {
        sheet.classList.remove("stale");
        close.classList.remove("stale");
      }
    }
  }

  /** @param {HTMLElement} item @param {Row | undefined} row */
  function result(item, row) {
    const output = /** @type {HTMLElement} */ (item.querySelector("output"));
    output.replaceChildren(row?.error ? el("pre", { class: "complaint" }, row.error) : el("span", { class: "value" }, row?.shown ?? ""), row?.outcome ? el("span", { class: "note" }, ` ${outcomeWords(row.outcome)}`) : "");
  }

  /** @param {{properties: Record<string, string>, svg: string, left: string[], right: string[]} | undefined} told @param {Row | undefined} row */
  function closely(told, row) {
    if (!told) return close.replaceChildren();
    const facts = Object.entries(told.properties).map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, t(name)), el("td", {}, String(value))));
    const sides = el("tr", {}, el("th", { scope: "row" }, t("canonical form")), el("td", {}, `{ ${told.left.join(", ")} | ${told.right.join(", ")} }`));
    close.replaceChildren(el("p", { class: "big", id: "value" }, row?.shown ?? ""), el("table", { class: "facts" }, sides, ...facts), el("div", { class: "plot" }, picture(told.svg)));
  }

  /** @param {number} i */
  function line(i) {
    const input = el("input", { type: "text", class: "line", value: lines[i] ?? "", spellcheck: false, autocomplete: "off", autocapitalize: "off", "aria-label": t("Line {number}", { number: i + 1 }) });
    const output = el("output", {});
    input.addEventListener("input", () => {
      lines[i] = input.value;
      at = i;
      clearTimeout(waiting);
      waiting = setTimeout(work, PAUSE);
    });
    input.addEventListener("focus", () => {
      if (at === i) return;
      at = i;
      work();
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        lines.splice(i + 1, 0, "");
        show(i + 1);
      } else if (event.key === "Backspace" && !input.value && lines.length > 1) {
        event.preventDefault();
        lines.splice(i, 1);
        show(Math.max(0, i - 1));
      } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
        const next = sheet.children[i + (event.key === "ArrowUp" ? -1 : 1)]?.querySelector("input");
        if (next) (event.preventDefault(), next.focus());
      }
    });
    return el("li", {}, input, output);
  }

  /** Shows all lines again and goes to one of them. @param {number} [focus] */
  function show(focus) {
    sheet.replaceChildren(...lines.map((_, i) => line(i)));
    if (focus !== undefined) {
      at = focus;
      /** @type {HTMLElement | null | undefined} */ (sheet.children[focus]?.querySelector("input"))?.focus();
    }
    clearTimeout(waiting);
    work();
  }

  async function functions() {
    if (help.childElementCount) return help.replaceChildren();
    const told = await ask("worksheet", { lines: [], help: true });
    help.replaceChildren(el("dl", {}, ...told.functions.flatMap((/** @type {{signature: string, about: string, example: string, prints: string}} */ one) => [
      el("dt", {}, el("code", {}, one.signature)),
      el("dd", {}, one.about, " ", el("button", { type: "button", class: "quiet", onclick: () => (lines.push(one.example), show(lines.length - 1)) }, `${one.example} → ${one.prints}`))])));
  }

  /** @param {string} text */
  const example = (text) => el("button", { type: "button", class: "quiet", onclick: () => (lines.push(text), show(lines.length - 1)) }, text);

  place.replaceChildren(el("div", { class: "tool" },
    el("h1", {}, t("Worksheet of values")),
    el("p", {}, t("One value a line: numbers, nimbers, ups, switches, sums, comparisons, positions of any game. name = value keeps a result.")),
    sheet,
    el("div", { class: "controls" },
      el("button", { type: "button", id: "line", onclick: () => (lines.push(""), show(lines.length - 1)) }, t("Add a line")),
      el("button", { type: "button", id: "functions", onclick: functions }, t("Functions")),
      el("button", { type: "button", onclick: () => download("worksheet.txt", "text/plain", lines.map((text, i) => `${text}\n  ${rows[i]?.error ?? rows[i]?.shown ?? ""}\n`).join("")) }, t("Save as text"))),
    el("p", { class: "examples" }, `${t("Examples")}: `, ...["{0|{0|-2}}", "1/2 < {1|0}", "nim:3,5 + *6", "domineering:2x3"].map(example)),
    help, close));
  show();
}
