// Drawing a graph by hand: click the paper for a vertex, drag or click two vertices for an edge. The list of edges below
// says the same in words and can be typed.

import { el } from "./view.js";
import { t } from "./words.js";

const NS = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [520, 340];

/** @typedef {{x: number, y: number}} Spot */

/**
 * A sketch of a graph.
 * @param {{directed: boolean, vertices: number, edges: [number, number][], changed: () => void}} options
 */
export function sketch(options) {
  /** @type {Spot[]} */
  const spots = [];
  /** @type {[number, number][]} */
  let edges = options.edges.map(([a, b]) => [a, b]);
  let chosen = -1;
  /** @type {Set<number>} */
  let marked = new Set();
  for (let i = 0; i < options.vertices; i++) spots.push(round(i, options.vertices));

  const paper = document.createElementNS(NS, "svg");
  paper.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  paper.setAttribute("class", "gd sketch");
  paper.setAttribute("role", "group");
  paper.setAttribute("aria-label", t("Drawing of a graph; the list of edges below says the same"));
  const typed = el("textarea", { rows: "3", spellcheck: false });
  const order = el("input", { type: "number", min: "0", max: "62", value: String(spots.length) });

  /** @param {number} i @param {number} n @returns {Spot} */
  function round(i, n) {
    const angle = (2 * Math.PI * i) / Math.max(n, 1) - Math.PI / 2;
    return { x: WIDTH / 2 + 130 * Math.cos(angle), y: HEIGHT / 2 + 130 * Math.sin(angle) };
  }

  /** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
  function shape(tag, attributes, text) {
    const element = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    if (text !== undefined) element.textContent = text;
    return element;
  }

  /** @param {number} a @param {number} b */
  const place = (a, b) => edges.findIndex(([x, y]) => (x === a && y === b) || (!options.directed && x === b && y === a));

  /** Adds an edge, or takes it away. @param {number} a @param {number} b */
  function toggle(a, b) {
    if (a === b) return;
    const at = place(a, b);
    if (at >= 0) edges.splice(at, 1);
    else edges.push([a, b]);
    update();
  }

  /** @param {number} vertex */
  function remove(vertex) {
    spots.splice(vertex, 1);
    edges = edges.filter(([a, b]) => a !== vertex && b !== vertex).map(([a, b]) => [a - Number(a > vertex), b - Number(b > vertex)]);
    chosen = -1;
    update();
  }

  /** @param {number} vertex */
  function touch(vertex) {
    if (chosen < 0) chosen = vertex;
    else {
      const from = chosen;
      chosen = -1;
      if (from !== vertex) return toggle(from, vertex);
    }
    draw();
    /** @type {SVGElement | null} */ (paper.querySelector(`[data-vertex="${vertex}"]`))?.focus();
  }

  function draw() {
    paper.replaceChildren(shape("rect", { width: WIDTH, height: HEIGHT, class: "paper" }));
    edges.forEach(([a, b]) => paper.append(line(a, b)));
    spots.forEach((spot, i) => paper.append(dot(spot, i)));
  }

  /** @param {number} a @param {number} b */
  function line(a, b) {
    const [from, to] = [spots[a], spots[b]];
    const group = shape("g", { class: "edge" });
    if (!from || !to) return group;
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const shift = options.directed && place(b, a) >= 0 ? 5 : 0;
    const start = { x: from.x + ux * 15 - uy * shift, y: from.y + uy * 15 + ux * shift };
    const end = { x: to.x - ux * 15 - uy * shift, y: to.y - uy * 15 + ux * shift };
    const path = `M${start.x} ${start.y}L${end.x} ${end.y}`;
    group.append(shape("path", { d: path, class: "hit" }), shape("path", { d: path, class: "plain o", "stroke-width": 2 }));
    if (options.directed) {
      const points = [[end.x, end.y], [end.x - 11 * ux - 5 * uy, end.y - 11 * uy + 5 * ux], [end.x - 11 * ux + 5 * uy, end.y - 11 * uy - 5 * ux]];
      group.append(shape("polygon", { points: points.map((p) => p.join(",")).join(" "), class: "plain s", "stroke-width": 0 }));
    }
    group.addEventListener("click", (event) => {
      event.stopPropagation();
      toggle(a, b);
    });
    return group;
  }

  /** @param {Spot} spot @param {number} i */
  function dot(spot, i) {
    const name = t("vertex {number}", { number: i + 1 });
    const group = shape("g", { class: "node", role: "button", tabindex: 0, "aria-label": marked.has(i) ? `${name}, ${t("in the kernel")}` : name, "aria-pressed": String(chosen === i), "data-vertex": i });
    const role = chosen === i ? "highlight" : marked.has(i) ? "kernel" : "plain";
    if (marked.has(i)) group.append(shape("rect", { x: spot.x - 15, y: spot.y - 15, width: 30, height: 30, class: role, "stroke-width": 3 }));
    else group.append(shape("circle", { cx: spot.x, cy: spot.y, r: 14, class: role, "stroke-width": 2 }));
    group.append(shape("text", { x: spot.x, y: spot.y + 5, "text-anchor": "middle", "font-size": 13, class: "plain" }, String(i + 1)));
    group.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (key === "Enter" || key === " ") {
        event.preventDefault();
        touch(i);
      } else if (key === "Delete" || key === "Backspace") remove(i);
    });
    let moved = false;
    group.addEventListener("pointerdown", (event) => {
      const { pointerId } = /** @type {PointerEvent} */ (event);
      moved = false;
      group.setPointerCapture(pointerId);
      const follow = (/** @type {Event} */ event) => {
        const at = where(/** @type {PointerEvent} */ (event));
        if (!moved && Math.hypot(at.x - spot.x, at.y - spot.y) < 9) return;
        moved = true;
        spots[i] = at;
        group.querySelectorAll("circle").forEach((circle) => (circle.setAttribute("cx", String(at.x)), circle.setAttribute("cy", String(at.y))));
      };
      group.addEventListener("pointermove", follow);
      group.addEventListener("pointerup", () => {
        group.removeEventListener("pointermove", follow);
        if (moved) draw();
      }, { once: true });
    });
    group.addEventListener("click", (event) => {
      event.stopPropagation();
      if (!moved) touch(i);
    });
    return group;
  }

  /** @param {PointerEvent | MouseEvent} event @returns {Spot} */
  function where(event) {
    const box = paper.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.x) * WIDTH) / box.width, ((event.clientY - box.y) * HEIGHT) / box.height];
    return { x: Math.min(Math.max(x, 16), WIDTH - 16), y: Math.min(Math.max(y, 16), HEIGHT - 16) };
  }

  paper.addEventListener("click", (event) => {
    if (spots.length >= 62) return;
    spots.push(where(event));
    chosen = -1;
    update();
  });

  /** @param {boolean} [quiet] */
  function update(quiet = false) {
    marked = new Set();
    order.value = String(spots.length);
    if (!quiet) typed.value = edges.map(([a, b]) => `${a + 1}${options.directed ? ">" : "-"}${b + 1}`).join(" ");
    draw();
    options.changed();
  }

  typed.addEventListener("input", () => {
    const found = [...typed.value.matchAll(/(\d+)\s*[->]\s*(\d+)/g)].map((match) => [Number(match[1]) - 1, Number(match[2]) - 1]);
    edges = [];
    for (const [a = -1, b = -1] of found) {
      if (a < 0 || b < 0 || a === b || a >= 62 || b >= 62) continue;
      while (spots.length <= Math.max(a, b)) spots.push(round(spots.length, Math.max(a, b) + 1));
      if (place(a, b) < 0) edges.push([a, b]);
    }
    update(true);
  });
  order.addEventListener("change", () => {
    const wanted = Math.min(Math.max(Number(order.value) || 0, 0), 62);
    while (spots.length < wanted) spots.push(round(spots.length, wanted));
    while (spots.length > wanted) remove(spots.length - 1);
    update();
  });
  update();

  return {
    element: el("div", { class: "sketching" },
      el("p", { class: "note" }, t("Click the paper for a vertex, two vertices for an edge, an edge to take it away; Delete removes a vertex.")),
      paper,
      el("div", { class: "bar" }, el("label", { class: "field narrow" }, el("span", {}, t("Vertices")), order), el("label", { class: "field" }, el("span", {}, t("Edges")), typed))),
    graph: () => ({ vertices: spots.length, edges }),
    /** Marks some vertices. @param {number[]} vertices */
    mark(vertices) {
      marked = new Set(vertices);
      draw();
    },
  };
}

/**
 * A graph in graph6, the notation that every game on graphs takes.
 * @param {number} vertices at most 62
 * @param {[number, number][]} edges
 */
export function graph6(vertices, edges) {
  const joined = new Set(edges.map(([a, b]) => `${Math.min(a, b)},${Math.max(a, b)}`));
  let bits = "";
  for (let b = 1; b < vertices; b++) for (let a = 0; a < b; a++) bits += joined.has(`${a},${b}`) ? "1" : "0";
  let text = String.fromCharCode(63 + vertices);
  for (let i = 0; i < bits.length; i += 6) text += String.fromCharCode(63 + parseInt(bits.slice(i, i + 6).padEnd(6, "0"), 2));
  return `g6:${text}`;
}
