// Building a position by hand. The server says how a position can be edited; no game is known here.

import { ask, withdrawn } from "./ask.js";
import { graph6, numbers, plain, sketch } from "./sketch.js";
import { complaint, el, field } from "./view.js";
import { t } from "./words.js";

/**
 * Opens the editor that fits a position. What has been built is shown on the board itself; a drawing takes its place.
 * @param {HTMLElement} place
 * @param {{position: string, rules?: string}} about
 * @param {{done: (position: string) => void, close: () => void, show: (svg: string) => void, cover: () => void}} game
 * @param {AbortSignal} signal ends when the position at the table changes
 */
export async function openEditor(place, about, game, signal) {
  /** @type {any} */
  let told;
  try {
    told = await ask("editor", about, { signal });
  } catch (error) {
    if (withdrawn(error)) return;
    return place.replaceChildren(complaint(/** @type {any} */ (error)));
  }
  const trouble = el("div", {});
  const notation = el("input", { type: "text", spellcheck: false, autocomplete: "off", value: told.position });
  let shown = 0;
  /** Shows what has been built. */
  async function look() {
    const mine = ++shown;
    try {
      const drawn = await ask("draw", { ...about, position: notation.value }, { signal });
      if (mine !== shown) return;
      game.show(drawn.svg);
      trouble.replaceChildren();
    } catch (error) {
      if (mine === shown && !withdrawn(error)) trouble.replaceChildren(complaint(/** @type {any} */ (error)));
    }
  }
  /** @param {string} body */
  const built = (body) => {
    notation.value = told.head + body;
    look();
  };
  notation.addEventListener("input", look);
  const tool = { heaps, cells, graph, arcs, sketch: drawing, text: () => "" }[/** @type {"heaps"} */ (told.kind)](told, built);
  place.replaceChildren(
    el("section", { class: "editor", "aria-label": t("Edit") },
      el("h2", {}, t("Build a position")), tool,
      trouble,
      el("div", { class: "bar" }, field(t("Position"), notation),
        el("button", { type: "button", class: "main", id: "done", onclick: () => game.done(notation.value.trim()) }, t("Play this")),
        el("button", { type: "button", class: "quiet", onclick: game.close }, t("Close")))),
  );
  if (["graph", "arcs", "sketch"].includes(told.kind)) game.cover();
  look();
}

/** @param {{heaps: number[], more: boolean}} told @param {(body: string) => void} built */
function heaps(told, built) {
  const sizes = [...told.heaps];
  const place = el("div", { class: "heaps" });
  function show() {
    const rows = sizes.map((size, i) => {
      const control = el("input", { type: "number", min: "0", value: String(size) });
      control.addEventListener("input", () => {
        sizes[i] = Math.max(0, Math.floor(Number(control.value) || 0));
        built(sizes.join(","));
      });
      const remove = el("button", { type: "button", class: "quiet", "aria-label": t("Remove heap {number}", { number: i + 1 }), onclick: () => (sizes.splice(i, 1), show()) }, "×");
      return el("div", { class: "heap" }, field(t("Heap {number}", { number: i + 1 }), control), told.more && sizes.length > 1 ? remove : "");
    });
    const add = el("button", { type: "button", id: "add", onclick: () => (sizes.push(1), show()) }, t("Add a heap"));
    place.replaceChildren(...rows, told.more ? add : "");
    built(sizes.join(","));
  }
  show();
  return place;
}

/** @param {{rows: string[], separator: string, alphabet: string[]}} told @param {(body: string) => void} built */
function cells(told, built) {
  const rows = told.rows.map((row) => [...row]);
  const grid = el("div", { class: "cells" });
  const blank = told.alphabet.find((letter) => ".-_0".includes(letter)) ?? told.alphabet[0] ?? ".";
  const body = () => rows.map((row) => row.join("")).join(told.separator);
  function show() {
    grid.replaceChildren(
      ...rows.map((row, y) => el("div", { class: "row" }, ...row.map((letter, x) => {
        const cell = el("button", { type: "button", class: "cell", "aria-label": t("row {row}, column {column}: {letter}", { row: y + 1, column: x + 1, letter }) }, letter);
        cell.addEventListener("click", () => {
          const next = told.alphabet[(told.alphabet.indexOf(row[x] ?? "") + 1) % told.alphabet.length] ?? blank;
          row[x] = next;
          cell.textContent = next;
          cell.setAttribute("aria-label", t("row {row}, column {column}: {letter}", { row: y + 1, column: x + 1, letter: next }));
          built(body());
        });
        return cell;
      }))),
    );
    built(body());
  }
  /** @param {string} label @param {() => void} action */
  const button = (label, action) => el("button", { type: "button", onclick: () => (action(), show()) }, label);
  show();
  return el("div", {}, grid,
    el("div", { class: "controls" },
      button(t("Add a column"), () => rows.forEach((row) => row.push(blank))),
      button(t("Remove a column"), () => rows.forEach((row) => row.length > 1 && row.pop())),
      button(t("Add a row"), () => rows.push((rows[0] ?? [blank]).map(() => blank))),
      button(t("Remove a row"), () => rows.length > 1 && rows.pop())));
}

/** @param {{vertices: number, edges: [number, number][], most: number}} told @param {(body: string) => void} built */
function graph(told, built) {
  /** @type {ReturnType<typeof sketch> | null} */
  let drawing = null;
  const changed = () => {
    const now = drawing?.graph();
    if (now) built(graph6(now.vertices, now.joins));
  };
  drawing = sketch({ directed: false, names: numbers(told.vertices), joins: told.edges.map(([a, b]) => [a, b, 0]), kinds: plain(false), most: told.most, changed });
  return drawing.element;
}

/** @param {{stand: "ground" | "order", vertices: string[], joins: [number, number, number][], kinds: import("./sketch.js").Kind[], nothing: string, most: number}} told @param {(body: string) => void} built */
function drawing(told, built) {
  /** @type {ReturnType<typeof sketch> | null} */
  let drawing = null;
  const changed = () => drawing && built(drawing.body());
  drawing = sketch({ ...told, names: told.vertices, directed: told.stand === "order", changed });
  return drawing.element;
}

/** A digraph and the vertex of the token. @param {{vertices: string[], arcs: [number, number][], token: number, most: number}} told @param {(body: string) => void} built */
function arcs(told, built) {
  const place = el("select", { id: "token" });
  /** @type {ReturnType<typeof sketch> | null} */
  let drawing = null;
  const changed = () => {
    if (!drawing) return;
    const names = drawing.names();
    place.replaceChildren(...names.map((name, i) => el("option", { value: String(i), selected: i === drawing?.token() }, name)));
    built(`${drawing.body()}@${names[drawing.token()] ?? ""}`);
  };
  place.addEventListener("change", () => drawing?.put(Number(place.value)));
  drawing = sketch({ stand: "arcs", directed: true, names: told.vertices, joins: told.arcs.map(([a, b]) => [a, b, 0]), kinds: plain(true), most: told.most, token: told.token, changed });
  changed();
  return el("div", {}, drawing.element, el("div", { class: "bar" }, field(t("The token stands on"), place)));
}
