// Why it is so: the verdict, the argument with its working, the theorem, and the words that need a gloss.

import { glosses } from "./glosses.js";
import { el, picture } from "./view.js";
import { t } from "./words.js";

/** A line of working: it stands in columns. @param {string} line */
const working = (line) => /^\s|^⊕|^\d+ +=/.test(line);

/**
 * The lines of an explanation, those that stand in columns together.
 * @param {string[]} lines
 */
export function argument(lines) {
  /** @type {HTMLElement[]} */
  const found = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (!working(line)) found.push(el("p", {}, line));
    else if (last?.tagName === "PRE") last.append(`\n${line}`);
    else found.push(el("pre", { class: "working" }, line));
  }
  return found;
}

/** The card with the reason. */
export function why() {
  const place = el("div", { class: "why", tabindex: "0", role: "group", "aria-label": t("Why") });
  const value = el("div", { class: "values" });
  const element = el("section", { class: "card why-card", "aria-label": t("Why") }, el("h2", {}, t("Why")), place, value);
  return {
    element,
    place,
    /** @param {string} first who is about to move, in a sentence @param {string[]} lines @param {string} reason */
    show(first, lines, reason) {
      element.hidden = false;
      const words = [...lines, reason].join("\n");
      const theorem = lines.includes(reason) ? "" : el("p", { class: "theorem" }, reason);
      place.replaceChildren(el("div", { class: "reason", id: "reason" }, el("p", { class: "note" }, first), ...argument(lines), theorem), glosses(words));
    },
    /** The canonical form and the thermograph. @param {{value?: string | null, svg: string}} found */
    showValue(found) {
      value.replaceChildren(el("h3", {}, t("Canonical form")), el("p", { class: "canonical" }, found.value ?? ""), el("h3", {}, t("Thermograph")), el("div", { class: "plot" }, picture(found.svg)));
    },
    /** @param {Node[]} nodes */
    say(...nodes) {
      element.hidden = false;
      place.replaceChildren(...nodes);
    },
    clear() {
      place.replaceChildren();
      value.replaceChildren();
      element.hidden = true;
    },
  };
}
