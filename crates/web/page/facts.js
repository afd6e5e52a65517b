// What can be said of a graph without playing on it.

import { ask } from "./ask.js";
import { remember, show, text } from "./tools.js";
import { el, field, picture } from "./view.js";
import { t } from "./words.js";

/** Lines of a fact that are seen at once. */
const FEW = 12;

/** @typedef {{key: string, heading: string, lines: string[]}} Fact */

/** What is so, in as many lines as fit, the rest on request. @param {string[]} lines */
function told(lines) {
  const line = (/** @type {string} */ words) => el("div", {}, words);
  if (lines.length <= FEW) return el("td", {}, ...lines.map(line));
  const rest = el("details", {}, el("summary", {}, t("and {count} more", { count: lines.length - FEW })), ...lines.slice(FEW).map(line));
  return el("td", {}, ...lines.slice(0, FEW).map(line), rest);
}

/** @param {HTMLElement} place @param {URLSearchParams} address @param {AbortSignal} leaving */
export function facts(place, address, leaving) {
  const graph = text(address.get("facts") || "a>b,b>c,c>a,c>d,d>e,e>d", "graph");
  const without = text(address.get("without") ?? "", "without");
  const from = text(address.get("from") ?? "", "from");
  const to = text(address.get("to") ?? "", "to");
  for (const small of [without, from, to]) small.classList.add("short");
  const steps = el("input", { type: "checkbox", id: "steps", checked: address.get("steps") === "1" });
  /** @param {string} value @returns {[string, () => void]} */
  const example = (value) => [value, () => {
    graph.value = value;
    for (const small of [without, from, to]) small.value = "";
  }];
  show(place, {
    title: t("Facts of a graph"),
    about: t("Degrees, cycles, components, two sides, shortest paths and Euler circuits of a graph such as petersen, grid(3,4) or 1-2,2-3, or of arcs such as a>b,b>c."),
    fields: [field(t("Graph"), graph), field(t("Without the vertices"), without), field(t("Path from"), from), field(t("to"), to), el("label", { class: "check" }, steps, el("span", {}, t("Show how the circuit is joined")))],
    examples: ["petersen", "grid(3,4)", "complete(5)", "1-2,2-3,3-1,3-4", "a>b,b>c,c>a,c>d"].map(example),
    async ask(signal) {
      /** @type {Record<string, string>} */
      const asked = { without: without.value, from: from.value, to: to.value };
      remember({ facts: graph.value, ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value)), ...(steps.checked ? { steps: "1" } : {}) });
      const found = await ask("facts", { graph: graph.value, ...asked, steps: steps.checked }, { signal });
      const kind = found.directed ? t("digraph") : t("graph");
      return [
        el("p", { class: "big", id: "summary" }, `${kind}: ${found.summary}`),
        el("div", { class: "pictures-side" },
          found.svg ? el("figure", { class: "plot" }, picture(found.svg)) : el("p", { class: "note" }, t("The graph is too large for a picture.")),
          found.condensation ? el("figure", { class: "plot" }, picture(found.condensation), el("figcaption", { class: "note" }, t("Its strong components, with an arc where arcs lead from one to another."))) : ""),
        el("table", { class: "facts" }, el("tbody", {}, ...found.facts.map((/** @type {Fact} */ fact) => el("tr", { "data-fact": fact.key }, el("th", { scope: "row" }, fact.heading), told(fact.lines))))),
      ];
    },
  }, leaving);
}
