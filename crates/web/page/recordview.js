// The record beside the board: moves in pairs, variations in brackets, marks where a win was given away.

import { chart } from "./chart.js";
import { nameOf } from "./status.js";
import { el } from "./view.js";
import { t } from "./words.js";

/** @typedef {import("./record.js").Ply} Ply */
/** @typedef {import("./table.js").Table} Table */

/**
 * @param {(ply: Ply) => void} go
 */
export function recordView(go) {
  const list = el("div", { class: "record", tabindex: "0", role: "group", "aria-label": t("Moves played") });
  const plot = el("div", { class: "chart-place" });
  /** @param {string} id @param {string} sign @param {string} label @param {() => Ply | null | undefined} where */
  const step = (id, sign, label, where) => el("button", { type: "button", id, title: label, "aria-label": label, onclick: () => {
    const ply = where();
    if (ply) go(ply);
  } }, sign);
  /** @type {Table | null} */
  let shown = null;
  const line = () => shown?.record.line ?? [];
  const controls = el("div", { class: "steps", role: "group", "aria-label": t("Look at earlier and later positions") },
    step("first", "|◀", t("to the start"), () => line()[0]),
    step("back", "◀", t("one move back"), () => shown?.now.parent),
    step("forward", "▶", t("one move on"), () => shown?.now.next),
    step("last", "▶|", t("to the end"), () => line().at(-1)));
  const element = el("section", { class: "card record-card", "aria-label": t("Record") }, el("div", { class: "card-head" }, el("h2", {}, t("Record")), controls), list, plot);

  /** @param {Ply} ply @param {boolean} numbered @param {boolean} judged */
  function button(ply, numbered, judged) {
    const slip = judged && ply.slip;
    const table = /** @type {Table} */ (shown);
    const who = nameOf(table, /** @type {Ply} */ (ply.parent).player);
    const number = numbered || ply.depth % 2 ? `${Math.ceil(ply.depth / 2)}${ply.depth % 2 ? "." : "…"} ` : "";
    const tint = table.partisan ? ply.parent?.player : "";
    const mark = slip ? el("span", { class: "slip", title: t("{player} gave the win away here", { player: who }) }, "?", el("span", { class: "sr" }, t("{player} gave the win away here", { player: who }))) : "";
    return el("button", { type: "button", class: `ply ${tint}`, "aria-current": ply === table.now ? "true" : undefined, onclick: () => go(ply) },
      number ? el("span", { class: "number" }, number) : "", el("span", { class: "label" }, ply.words || ply.move), mark);
  }

  /** The moves after a position in a row, for a variation. @param {Ply} first @param {boolean} judged @returns {Node[]} */
  function inline(first, judged) {
    /** @type {Node[]} */
    const found = [button(first, true, judged)];
    for (let at = first; at.children.length; at = /** @type {Ply} */ (at.children[0])) found.push(...after(at, judged));
    return found;
  }

  /** The main move after a position, and the others in brackets. @param {Ply} at @param {boolean} judged @returns {Node[]} */
  function after(at, judged) {
    const [main, ...others] = at.children;
    if (!main) return [];
    return [button(main, others.length > 0, judged), ...others.map((one) => el("span", { class: "variation" }, "(", ...inline(one, judged), ")"))];
  }

  return {
    element,
    /** @param {Table} table @param {boolean} judged whether slips and values may be seen */
    show(table, judged) {
      shown = table;
      const { record } = table;
      /** @type {Node[]} */
      const found = [];
      for (let at = record.root; at.children.length; at = /** @type {Ply} */ (at.children[0])) found.push(...after(at, judged));
      const start = el("button", { type: "button", class: "ply start", "aria-current": record.now === record.root ? "true" : undefined, onclick: () => go(record.root) }, t("Start"));
      list.replaceChildren(start, ...found);
      // Where the current move stands is asked for when the browser has worked it out anyway.
      requestAnimationFrame(() => {
        const current = list.querySelector("[aria-current]");
        if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
      });
      const whole = record.line;
      const values = judged && whole.filter((ply) => ply.wins !== undefined).length > 1;
      plot.replaceChildren(...(values ? [chart(whole, whole.indexOf(record.now), (index) => whole[index] && go(whole[index]))] : []));
      controls.querySelector("#back")?.toggleAttribute("disabled", !record.now.parent);
      controls.querySelector("#first")?.toggleAttribute("disabled", !record.now.parent);
      controls.querySelector("#forward")?.toggleAttribute("disabled", !record.now.next);
      controls.querySelector("#last")?.toggleAttribute("disabled", !record.now.next);
      element.hidden = record.plies.length < 2;
    },
  };
}
