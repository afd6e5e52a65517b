// The tools beside the games: values, sequences, kernels, cubes, bracelets.

import { ask, withdrawn } from "./ask.js";
import { numbers, plain, sketch } from "./sketch.js";
import { complaint, el, field, picture } from "./view.js";
import { count, t } from "./words.js";

/**
 * A view with a heading, a form and a place for its answer.
 * @param {HTMLElement} place
 * @param {{title: string, about: string, fields: Node[], examples?: [string, () => void][], ask: (signal: AbortSignal) => Promise<Node[]>}} tool
 * @param {AbortSignal} leaving ends with the view
 */
export function show(place, tool, leaving) {
  document.title = `${tool.title} · Grundy`;
  const answer = el("div", { class: "answer", id: "answer", role: "status" });
  let working = new AbortController();
  leaving.addEventListener("abort", () => working.abort());
  async function run() {
    working.abort();
    working = new AbortController();
    const { signal } = working;
    const mine = working;
    // An old answer shall not stand beside a new question.
    answer.classList.add("stale");
    const late = setTimeout(() => answer.replaceChildren(el("p", { class: "progress" }, el("progress", { "aria-label": t("Searching") }), " ", el("button", { type: "button", id: "cancel", onclick: () => mine.abort() }, t("Cancel")))), 400);
    try {
      const found = await tool.ask(signal);
      if (!signal.aborted) answer.replaceChildren(...found);
    } catch (error) {
      if (working !== mine) return;
      answer.replaceChildren(withdrawn(error) ? el("p", { class: "note" }, t("The search was cancelled.")) : complaint(/** @type {any} */ (error)));
    } finally {
      clearTimeout(late);
      if (working === mine) answer.classList.remove("stale");
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
export const text = (value, id) => el("input", { type: "text", id, value, spellcheck: false, autocomplete: "off", autocapitalize: "off" });

/** Puts what is asked into the address. @param {Record<string, string>} state */
export const remember = (state) => history.replaceState(null, "", `#${new URLSearchParams(state)}`);

/** @param {HTMLElement} place @param {URLSearchParams} address @param {AbortSignal} leaving */
export function sequence(place, address, leaving) {
  const rule = text(address.get("sequence") || "octal(0.77)", "rule");
  const to = el("input", { type: "number", min: "1", max: "100000", value: address.get("to") ?? "150" });
  /** @param {string} code @returns {[string, () => void]} */
  const example = (code) => [code, () => (rule.value = code)];
  show(place, {
    title: t("Nimber sequences"),
    about: t("The nimbers of single heaps under a rule of taking and breaking, and the period where it is proved."),
    fields: [field(t("Rule"), rule), field(t("Up to heap"), to)],
    examples: [example("octal(0.77)"), example("octal(0.137)"), example("octal(0.07)"), example("subtract(1,2,5)"), example("grundy")],
    async ask(signal) {
      remember({ sequence: rule.value, to: to.value });
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
  }, leaving);
}

/** The arcs of the kernel tool as text, and back. @param {import("./sketch.js").Join[]} joins */
const written = (joins) => joins.map(([a, b]) => `${a + 1}>${b + 1}`).join(",");

/** @param {string} text @returns {import("./sketch.js").Join[]} */
const readArcs = (text) => text.split(",").flatMap((arc) => {
  const [a, b] = arc.split(">").map(Number);
  return a && b && a < 100 && b < 100 ? [/** @type {import("./sketch.js").Join} */ ([a - 1, b - 1, 0])] : [];
});

/** @param {HTMLElement} place @param {URLSearchParams} address @param {AbortSignal} leaving */
export function kernel(place, address, leaving) {
  /** @type {(() => void) | null} */
  let run = null;
  const joins = readArcs(address.get("kernel") || "1>2,2>3,3>4,4>5,5>6,6>1,1>4");
  const size = Math.max(Number(address.get("vertices") ?? 0) || 0, ...joins.flatMap(([a, b]) => [a + 1, b + 1]));
  const drawing = sketch({ directed: true, names: numbers(Math.min(size, 99)), joins, kinds: plain(true), most: 99, changed: () => run?.() });
  run = show(place, {
    title: t("Kernel of a graph"),
    about: t("A kernel has no arc inside, and every vertex outside has an arc into it. Draw a directed graph."),
    fields: [drawing.element],
    async ask(signal) {
      const { vertices, joins } = drawing.graph();
      remember({ kernel: written(joins), vertices: String(vertices) });
      const found = await ask("kernel", { vertices, arcs: joins.map(([a, b]) => [a, b]), count: true }, { signal });
      drawing.mark(found.kernel ?? []);
      const words = found.kernel ? t("The kernel is {set}.", { set: `{${found.kernel.map((/** @type {number} */ v) => v + 1).join(", ")}}` }) : t("This graph has no kernel.");
      return [
        el("p", { class: "big", id: "kernel" }, words),
        el("p", {}, found.reason),
        found.count ? el("p", {}, t("number of kernels: {count}", { count: found.count })) : el("span"),
      ];
    },
  }, leaving);
}

/** @param {HTMLElement} place @param {URLSearchParams} address @param {AbortSignal} leaving */
export function cubes(place, address, leaving) {
  const input = el("textarea", { id: "cubes", rows: "4", spellcheck: false }, address.get("cubes") || "B-G, G-G, B-V\nB-N, B-G, B-V\nN-N, B-V, N-G\nG-G, V-N, N-G");
  show(place, {
    title: t("Coloured cubes"),
    about: t("Stack the cubes so that each side of the column shows every colour once. One cube a line, its three pairs of opposite faces."),
    fields: [field(t("Cubes"), input)],
    async ask(signal) {
      remember({ cubes: input.value });
      const found = await ask("cubes", { cubes: input.value }, { signal });
      return [
        el("p", { class: "big" }, t("{factors} canonical factors, {solutions} ways to stack", { factors: found.factors, solutions: count(found.count) })),
        el("div", { class: "plot" }, picture(found.svg)),
        found.solutions.length ? el("p", { class: "note" }, t("Each column below: the cubes from the top, with front, back, left and right.")) : el("span"),
        el("div", { class: "columns" }, ...found.solutions.map((/** @type {string} */ column) => el("pre", {}, column))),
      ];
    },
  }, leaving);
}

/** @param {HTMLElement} place @param {URLSearchParams} address @param {AbortSignal} leaving */
export function bracelet(place, address, leaving) {
  const colours = el("input", { type: "number", min: "1", max: "9", value: address.get("bracelet") || "2" });
  const length = el("input", { type: "number", min: "1", max: "12", value: address.get("length") ?? "4" });
  show(place, {
    title: t("Bracelets"),
    about: t("The longest bracelet in which no run of beads of the given length occurs twice (de Bruijn)."),
    fields: [field(t("Colours"), colours), field(t("Length of a run"), length)],
    async ask(signal) {
      remember({ bracelet: colours.value, length: length.value });
      const found = await ask("bracelet", { colours: Number(colours.value), length: Number(length.value) }, { signal });
      return [
        el("p", { class: "big numbers", id: "beads" }, found.bracelet),
        found.svg ? el("div", { class: "plot ring" }, picture(found.svg)) : el("span"),
        el("p", {}, t("{beads} beads; there are {count} such bracelets", { beads: count(found.beads), count: found.count })),
      ];
    },
  }, leaving);
}
