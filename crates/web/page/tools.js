// The tools beside the games: values, sequences, kernels, cubes, bracelets.

import { ask, withdrawn } from "./ask.js";
import { numbers, plain, sketch } from "./sketch.js";
import { complaint, el, field, picture } from "./view.js";
import { count, t } from "./words.js";

/**
 * A view with a heading, a form and a place for its answer.
 * @param {HTMLElement} place
 * @param {{title: string, about: string, fields: Node[], examples?: [string, () => void][], ask: (signal: AbortSignal) => Promise<Node[]>}} tool
 */
function show(place, tool) {
  document.title = `${tool.title} · Grundy`;
  const answer = el("div", { class: "answer", id: "answer", role: "status" });
  let working = new AbortController();
  async function run() {
    working.abort();
    working = new AbortController();
    const { signal } = working;
    try {
      const found = await tool.ask(signal);
      if (!signal.aborted) answer.replaceChildren(...found);
    } catch (error) {
      if (!withdrawn(error) && !signal.aborted) answer.replaceChildren(complaint(/** @type {any} */ (error)));
    }
  }
  const examples = (tool.examples ?? []).map(([label, set]) => el("button", { type: "button", class: "quiet", onclick: () => (set(), run()) }, label));
  place.replaceChildren(
    el("div", { class: "tool" },
      el("h1", {}, tool.title),
      el("p", {}, tool.about),
      el("form", { class: "bar", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), run()) }, ...tool.fields, el("button", { type: "submit", class: "main", id: "go" }, t("Answer"))),
      examples.length ? el("p", { class: "examples" }, `${t("Examples")}: `, ...examples) : "",
      answer),
  );
  run();
  return run;
}

/** @param {string} value @param {string} id */
const text = (value, id) => el("input", { type: "text", id, value, spellcheck: false, autocomplete: "off", autocapitalize: "off" });

/** Puts what is asked into the address. @param {string} tool @param {string} value */
const remember = (tool, value) => history.replaceState(null, "", `#${new URLSearchParams({ [tool]: value })}`);

/** @param {HTMLElement} place @param {URLSearchParams} address */
export function calculator(place, address) {
  const input = text(address.get("calculator") || "{1|-1} + *2", "expression");
  /** @param {string} expression @returns {[string, () => void]} */
  const example = (expression) => [expression, () => (input.value = expression)];
  show(place, {
    title: t("Value calculator"),
    about: t("Values of partisan games: numbers, nimbers, ups, switches, sums, comparisons, and positions of any game."),
    fields: [field(t("Expression"), input)],
    examples: [example("{1|-1} + *2"), example("^ + ^*"), example("{0|{0|-2}}"), example("1/2 < {1|0}"), example("nim:3,5 + *6")],
    async ask(signal) {
      remember("calculator", input.value);
      const found = await ask("eval", { expression: input.value }, { signal });
      const rows = Object.entries(found.properties ?? {}).map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, t(name)), el("td", {}, String(value))));
      return [
        el("p", { class: "big", id: "value" }, found.value),
        rows.length ? el("table", { class: "facts" }, ...rows) : el("span"),
        found.svg ? el("div", { class: "plot" }, picture(found.svg)) : el("span"),
      ];
    },
  });
}

/** @param {HTMLElement} place @param {URLSearchParams} address */
export function sequence(place, address) {
  const rule = text(address.get("sequence") || "octal(0.77)", "rule");
  const to = el("input", { type: "number", min: "1", max: "100000", value: "150" });
  /** @param {string} code @returns {[string, () => void]} */
  const example = (code) => [code, () => (rule.value = code)];
  show(place, {
    title: t("Nimber sequences"),
    about: t("The nimbers of single heaps under a rule of taking and breaking, and the period where it is proved."),
    fields: [field(t("Rule"), rule), field(t("Up to heap"), to)],
    examples: [example("octal(0.77)"), example("octal(0.137)"), example("octal(0.07)"), example("subtract(1,2,5)"), example("grundy")],
    async ask(signal) {
      remember("sequence", rule.value);
      const found = await ask("sequence", { rule: rule.value, to: Number(to.value) || 100 }, { signal });
      const period = found.period
        ? t("period {period} from heap {preperiod} on, proved", { period: count(found.period.period), preperiod: count(found.period.preperiod) }) + (found.period.saltus ? `, ${t("growing by {saltus}", { saltus: found.period.saltus })}` : "")
        : t("no period is proved yet up to here");
      return [
        el("p", { class: "big", id: "period" }, period),
        el("div", { class: "plot long", tabindex: "0", role: "group", "aria-label": t("Nimber sequences") }, picture(found.svg)),
        el("details", {}, el("summary", {}, t("The numbers")), el("p", { class: "numbers" }, found.nimbers.join(" "))),
      ];
    },
  });
}

/** @param {HTMLElement} place */
export function kernel(place) {
  /** @type {(() => void) | null} */
  let run = null;
  /** @type {import("./sketch.js").Join[]} */
  const joins = [[0, 1, 0], [1, 2, 0], [2, 3, 0], [3, 4, 0], [4, 5, 0], [5, 0, 0], [0, 3, 0]];
  const drawing = sketch({ directed: true, names: numbers(6), joins, kinds: plain(true), most: 99, changed: () => run?.() });
  run = show(place, {
    title: t("Kernel of a graph"),
    about: t("A kernel has no arc inside, and every vertex outside has an arc into it. Draw a directed graph."),
    fields: [drawing.element],
    async ask(signal) {
      const { vertices, joins } = drawing.graph();
      const found = await ask("kernel", { vertices, arcs: joins.map(([a, b]) => [a, b]), count: true }, { signal });
      drawing.mark(found.kernel ?? []);
      const words = found.kernel ? t("The kernel is {set}.", { set: `{${found.kernel.map((/** @type {number} */ v) => v + 1).join(", ")}}` }) : t("This graph has no kernel.");
      return [
        el("p", { class: "big", id: "kernel" }, words),
        el("p", {}, found.reason),
        found.count ? el("p", {}, t("number of kernels: {count}", { count: found.count })) : el("span"),
      ];
    },
  });
}

/** @param {HTMLElement} place @param {URLSearchParams} address */
export function cubes(place, address) {
  const input = el("textarea", { id: "cubes", rows: "4", spellcheck: false }, address.get("cubes") || "B-G, G-G, B-V\nB-N, B-G, B-V\nN-N, B-V, N-G\nG-G, V-N, N-G");
  show(place, {
    title: t("Coloured cubes"),
    about: t("Stack the cubes so that each side of the column shows every colour once. One cube a line, its three pairs of opposite faces."),
    fields: [field(t("Cubes"), input)],
    async ask(signal) {
      remember("cubes", input.value);
      const found = await ask("cubes", { cubes: input.value }, { signal });
      return [
        el("p", { class: "big" }, t("{factors} canonical factors, {solutions} ways to stack", { factors: found.factors, solutions: count(found.count) })),
        el("div", { class: "plot" }, picture(found.svg)),
        found.solutions.length ? el("p", { class: "note" }, t("Each column below: the cubes from the top, with front, back, left and right.")) : el("span"),
        el("div", { class: "columns" }, ...found.solutions.map((/** @type {string} */ column) => el("pre", {}, column))),
      ];
    },
  });
}

/** @param {HTMLElement} place */
export function bracelet(place) {
  const colours = el("input", { type: "number", min: "1", max: "9", value: "2" });
  const length = el("input", { type: "number", min: "1", max: "12", value: "4" });
  show(place, {
    title: t("Bracelets"),
    about: t("The longest bracelet in which no run of beads of the given length occurs twice (de Bruijn)."),
    fields: [field(t("Colours"), colours), field(t("Length of a run"), length)],
    async ask(signal) {
      const found = await ask("bracelet", { colours: Number(colours.value), length: Number(length.value) }, { signal });
      return [
        el("p", { class: "big numbers", id: "beads" }, found.bracelet),
        found.svg ? el("div", { class: "plot ring" }, picture(found.svg)) : el("span"),
        el("p", {}, t("{beads} beads; there are {count} such bracelets", { beads: count(found.beads), count: found.count })),
      ];
    },
  });
}
