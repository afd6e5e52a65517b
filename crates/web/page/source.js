// A place to write rules: lines are numbered, a mistake is marked at its line, and an indented line is followed by another.

import { el } from "./view.js";
import { t } from "./words.js";

/** @typedef {{line: number | null, column: number, problem: string, help: string}} Mistake */

/**
 * @param {string} value
 * @param {number} most letters at most
 * @param {() => void} changed
 */
export function source(value, most, changed) {
  const numbers = el("div", { class: "lines", "aria-hidden": "true" });
  const text = el("textarea", { id: "source", class: "source", rows: "16", spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off", maxLength: most, "aria-describedby": "mistake" });
  text.value = value;
  /** @type {number | null} */
  let marked = null;

  function count() {
    const lines = text.value.split("\n").length;
    numbers.replaceChildren(...Array.from({ length: lines }, (_, i) => el("div", { class: i + 1 === marked ? "wrong" : "" }, String(i + 1))));
    numbers.scrollTop = text.scrollTop;
  }

  text.addEventListener("scroll", () => (numbers.scrollTop = text.scrollTop));
  text.addEventListener("input", () => {
    count();
    changed();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey || text.selectionStart !== text.selectionEnd) return;
    const before = text.value.slice(0, text.selectionStart);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const indent = (/^[ \t]*/.exec(line)?.[0] ?? "") + (/[:([{]\s*$/.test(line) ? "    " : "");
    if (!indent) return;
    event.preventDefault();
    text.setRangeText(`\n${indent}`, text.selectionStart, text.selectionEnd, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  });
  count();

  return {
    element: el("div", { class: "writing" }, numbers, text),
    text,
    get value() {
      return text.value;
    },
    set value(next) {
      text.value = next;
      marked = null;
      count();
    },
    /** Marks the line of a mistake; null for none. @param {number | null} line */
    mark(line) {
      marked = line;
      text.setAttribute("aria-invalid", String(line !== null));
      count();
    },
    /** Goes to a place of the text. @param {number} line @param {number} column both from 1 */
    go(line, column) {
      const lines = text.value.split("\n");
      const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + Math.min(Math.max(column - 1, 0), lines[line - 1]?.length ?? 0);
      text.focus();
      text.setSelectionRange(at, at);
      text.scrollTop = Math.max(0, (line - 4) * (text.scrollHeight / Math.max(lines.length, 1)));
    },
  };
}

/**
 * A mistake in words, with a way to its line.
 * @param {Mistake} mistake @param {(line: number, column: number) => void} go
 */
export function told(mistake, go) {
  const { line, column, problem, help } = mistake;
  const where = line === null ? t("The position, column {column}", { column }) : t("Line {line}, column {column}", { line, column });
  return el("div", { class: "complaint" }, line === null ? el("strong", {}, where) : el("button", { type: "button", class: "quiet", id: "wrong", onclick: () => go(line, column) }, where), `: ${problem}`, help ? el("div", {}, help) : "");
}
