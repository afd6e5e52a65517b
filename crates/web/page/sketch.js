// Drawing vertices and joins by hand: click the paper for a vertex, two vertices for a join, a join to take it away. The
// text below says the same and can be typed. Which kinds of joins there are, and how they are written, is told from
// outside.

import { layout } from "./layout.js";
import { announce, el } from "./view.js";
import { t } from "./words.js";

const NS = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [520, 340];
const SOIL = HEIGHT - 26;

/** @typedef {{x: number, y: number}} Spot */
/** @typedef {[number, number, number]} Join from, to, kind */
/** @typedef {{name: string, class: string, dash: string, written: string}} Kind */
/** @typedef {"free" | "ground" | "order" | "arcs"} Stand */

/**
 * A sketch.
 * @param {{stand?: Stand, names: string[], joins: Join[], kinds: Kind[], directed: boolean, most: number, nothing?: string, token?: number, changed: () => void}} options
 */
export function sketch(options) {
  const stand = options.stand ?? "free";
  /** Whether vertices have names of their own; else they are numbered. */
  const own = stand === "order" || stand === "arcs";
  const names = [...options.names];
  /** @type {Join[]} */
  let joins = options.joins.map(([a, b, kind]) => [a, b, kind]);
  /** @type {Spot[]} */
  let spots = tidied();
  let kind = 0;
  let chosen = -1;
  /** @type {Set<number>} */
  let marked = new Set();
  /** The vertex with the token, where there is one. */
  let token = options.token ?? -1;

  const paper = document.createElementNS(NS, "svg");
  paper.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  paper.setAttribute("class", "gd sketch");
  paper.setAttribute("role", "group");
  paper.setAttribute("aria-label", t("Drawing; the text below says the same"));
  const typed = el("textarea", { rows: "3", spellcheck: false });
  const complaint = el("p", { class: "note refused", role: "alert" });

  function tidied() {
    return layout(stand, names.length, joins, { left: 30, right: WIDTH - 30, top: 34, bottom: stand === "ground" ? SOIL : HEIGHT - 34 });
  }

  /** A name that no vertex has: the next number, or the next letter where letters are in use. */
  function fresh() {
    const letters = own && (!names.length || names.some((name) => /^[a-z]$/.test(name))) ? [..."abcdefghijklmnopqrstuvwxyz"] : [];
    const numbers = Array.from({ length: names.length + 1 }, (_, i) => String(stand === "ground" ? i : i + 1));
    return [...letters, ...numbers].find((name) => !names.includes(name)) ?? "";
  }

  /** Whether one vertex can be reached from another along the joins. @param {number} from @param {number} to */
  function leads(from, to) {
    const [seen, open] = [new Set([from]), [from]];
    while (open.length) {
      const at = open.pop();
      for (const [a, b] of joins) if (a === at && !seen.has(b)) (seen.add(b), open.push(b));
    }
    return seen.has(to);
  }

  /** Adds a join if that is allowed; says so if not. @param {number} a @param {number} b @param {number} kind */
  function add(a, b, kind) {
    if (stand === "order" && leads(b, a)) return refuse(t("This would close a circle, so it is refused."));
    joins.push([a, b, kind]);
  }

  /** @param {string} words */
  function refuse(words) {
    complaint.textContent = words;
    announce(words);
  }

  /** Joins two vertices, or takes the join away; parallel ones are taken away one by one. @param {number} a @param {number} b */
  function link(a, b) {
    const at = stand === "ground" ? -1 : joins.findIndex(([x, y]) => (x === a && y === b) || (!options.directed && x === b && y === a));
    complaint.textContent = "";
    if (at >= 0) joins.splice(at, 1);
    else add(a, b, kind);
    update();
  }

  /** @param {number} vertex */
  function remove(vertex) {
    if (stand === "ground" && vertex === 0) return;
    spots.splice(vertex, 1);
    names.splice(vertex, 1);
    if (!own) names.forEach((_, i) => (names[i] = String(stand === "ground" ? i : i + 1)));
    joins = joins.filter(([a, b]) => a !== vertex && b !== vertex).map(([a, b, kind]) => [a - Number(a > vertex), b - Number(b > vertex), kind]);
    chosen = -1;
    if (token === vertex) token = names.length ? 0 : -1;
    else if (token > vertex) token -= 1;
    update();
    focus(Math.min(vertex, names.length - 1));
  }

  /** @param {Spot} [spot] */
  function grow(spot) {
    if (names.length >= options.most) return refuse(t("There is no room for more."));
    names.push(fresh());
    spots.push(spot ?? free());
    chosen = -1;
    update();
  }

  /** A place with no vertex near it. */
  function free() {
    const near = (/** @type {Spot} */ a) => spots.some((b) => Math.hypot(a.x - b.x, a.y - b.y) < 45);
    for (let y = 40; y < SOIL - 30; y += 50) for (let x = 40; x < WIDTH - 30; x += 50) if (!near({ x, y })) return { x, y };
    return { x: WIDTH / 2, y: HEIGHT / 2 };
  }

  /** @param {number} vertex */
  const focus = (vertex) => /** @type {SVGElement | null} */ (paper.querySelector(`[data-vertex="${vertex}"]`))?.focus();

  /** @param {number} vertex */
  function touch(vertex) {
    const from = chosen;
    chosen = from < 0 ? vertex : -1;
    if (from >= 0 && from !== vertex) link(from, vertex);
    else draw();
    focus(vertex);
  }

  /** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
  function shape(tag, attributes, text) {
    const element = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    if (text !== undefined) element.textContent = text;
    return element;
  }

  function draw() {
    paper.replaceChildren(shape("rect", { width: WIDTH, height: HEIGHT, class: "paper" }));
    joins.forEach((_, i) => paper.append(line(i)));
    spots.forEach((spot, i) => paper.append(dot(spot, i)));
  }

  /** What something does when it is clicked or entered, or deleted. @param {Element} part @param {() => void} use @param {() => void} drop */
  function act(part, use, drop) {
    part.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (!["Enter", " ", "Delete", "Backspace"].includes(key)) return;
      event.preventDefault();
      (key === "Enter" || key === " " ? use : drop)();
    });
    part.addEventListener("click", (event) => {
      event.stopPropagation();
      use();
    });
  }

  /** How a join is written. @param {Join} join */
  const written = ([a, b, kind]) => (options.kinds[kind]?.written ?? "").replace("{from}", names[a] ?? "").replace("{to}", names[b] ?? "");

  /** Where the ends of a join stand: on the ground, straight below the other end. @param {number} i @returns {[Spot, Spot, number]} */
  function ends(i) {
    const [a = 0, b = 0] = joins[i] ?? [];
    const same = joins.map(([x, y], at) => ({ x, y, at })).filter(({ x, y }) => (x === a && y === b) || (x === b && y === a));
    const aside = (same.findIndex(({ at }) => at === i) - (same.length - 1) / 2) * (a > b && stand === "ground" ? -1 : 1);
    const [from, to] = [{ .../** @type {Spot} */ (spots[a]) }, { .../** @type {Spot} */ (spots[b]) }];
    if (stand === "ground" && (a === 0) !== (b === 0)) {
      const [foot, head] = a === 0 ? [from, to] : [to, from];
      Object.assign(foot, { x: head.x + 26 * aside, y: SOIL });
      return [from, to, 0];
    }
    return [from, to, aside * (options.directed && same.length === 2 ? 0.4 : 1)];
  }

  /** @param {number} i */
  function line(i) {
    const [a = 0, b = 0, kind = 0] = joins[i] ?? [];
    const look = options.kinds[kind];
    const name = look?.name ? `${written([a, b, kind])}, ${t(look.name)}` : written([a, b, kind]);
    const group = shape("g", { class: "edge", role: "button", tabindex: 0, "aria-label": t("take away {join}", { join: name }), "data-join": i });
    const [from, to, aside] = ends(i);
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const middle = { x: (from.x + to.x) / 2 - uy * 40 * aside, y: (from.y + to.y) / 2 + ux * 40 * aside };
    const toward = Math.hypot(to.x - middle.x, to.y - middle.y) || 1;
    const [vx, vy] = [(to.x - middle.x) / toward, (to.y - middle.y) / toward];
    const tip = options.directed ? { x: to.x - 15 * vx, y: to.y - 15 * vy } : to;
    const path = a === b ? ring(from, aside) : `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${tip.x} ${tip.y}`;
    group.append(shape("path", { d: path, class: "hit" }), shape("path", { d: path, class: `${look?.class} o`, "stroke-width": options.kinds.length > 1 ? 4 : 2, "stroke-dasharray": look?.dash ?? "" }));
    if (options.directed) {
      const points = [[tip.x, tip.y], [tip.x - 11 * vx - 5 * vy, tip.y - 11 * vy + 5 * vx], [tip.x - 11 * vx + 5 * vy, tip.y - 11 * vy - 5 * vx]];
      group.append(shape("polygon", { points: points.map((p) => p.join(",")).join(" "), class: `${look?.class} s`, "stroke-width": 0 }));
    }
    const drop = () => {
      joins.splice(i, 1);
      complaint.textContent = "";
      update();
    };
    act(group, drop, drop);
    return group;
  }

  /** A loop at a vertex, or an arch on the ground. @param {Spot} at @param {number} aside */
  function ring(at, aside) {
    const x = at.x + 60 * aside;
    return stand === "ground" && at.y >= SOIL ? `M${x - 30} ${at.y}C${x - 30} ${at.y - 60} ${x + 30} ${at.y - 60} ${x + 30} ${at.y}` : `M${at.x} ${at.y}C${x - 45} ${at.y - 60} ${x + 45} ${at.y - 60} ${at.x} ${at.y}`;
  }

  /** @param {Spot} spot @param {number} i */
  function dot(spot, i) {
    const soil = stand === "ground" && i === 0;
    const name = soil ? t("the ground") : t("vertex {number}", { number: names[i] ?? "" });
    const group = shape("g", { class: "node", role: "button", tabindex: 0, "aria-label": marked.has(i) ? `${name}, ${t("in the kernel")}` : token === i ? `${name}, ${t("the token stands here")}` : name, "aria-pressed": String(chosen === i), "data-vertex": i });
    const role = chosen === i ? "highlight" : marked.has(i) ? "kernel" : soil ? "ground" : "plain";
    if (soil) group.append(shape("rect", { x: 4, y: SOIL, width: WIDTH - 8, height: HEIGHT - SOIL - 4, rx: 5, class: role, "stroke-width": 2 }));
    else if (marked.has(i)) group.append(shape("rect", { x: spot.x - 15, y: spot.y - 15, width: 30, height: 30, class: role, "stroke-width": 3 }));
    else group.append(shape("circle", { cx: spot.x, cy: spot.y, r: 14, class: role, "stroke-width": 2 }));
    const label = soil ? name : names[i] ?? "";
    group.append(shape("text", { x: soil ? WIDTH / 2 : spot.x, y: soil ? SOIL + 16 : spot.y + 5, "text-anchor": "middle", "font-size": label.length > 3 && !soil ? 10 : 13, class: role }, label));
    if (token === i) group.append(shape("circle", { cx: spot.x + 12, cy: spot.y - 12, r: 7, class: "highlight", "stroke-width": 3 }));
    let moved = false;
    act(group, () => moved || touch(i), () => remove(i));
    if (!soil) drag(group, i, (now) => (moved = now));
    return group;
  }

  /** Lets a vertex be dragged. @param {SVGElement} group @param {number} i @param {(moved: boolean) => void} tell */
  function drag(group, i, tell) {
    group.addEventListener("pointerdown", (event) => {
      const start = where(event);
      let moved = false;
      tell(false);
      group.setPointerCapture(event.pointerId);
      const follow = (/** @type {PointerEvent} */ event) => {
        const at = where(event);
        if (!moved && Math.hypot(at.x - start.x, at.y - start.y) < 9) return;
        moved = true;
        tell(true);
        spots[i] = at;
        group.setAttribute("transform", `translate(${at.x - start.x} ${at.y - start.y})`);
      };
      group.addEventListener("pointermove", follow);
      group.addEventListener("pointerup", () => {
        group.removeEventListener("pointermove", follow);
        if (moved) draw();
      }, { once: true });
    });
  }

  /** @param {PointerEvent | MouseEvent} event @returns {Spot} */
  function where(event) {
    const box = paper.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.x) * WIDTH) / box.width, ((event.clientY - box.y) * HEIGHT) / box.height];
    const low = stand === "ground" ? SOIL - 22 : HEIGHT - 16;
    return { x: Math.min(Math.max(x, 16), WIDTH - 16), y: Math.min(Math.max(y, 16), low) };
  }

  paper.addEventListener("click", (event) => grow(where(event)));

  /** The whole as it is written: joins, and vertices without any where these count. */
  function body() {
    const lone = names.filter((_, i) => own && !joins.some(([a, b]) => a === i || b === i));
    const items = [...joins.map(written), ...lone];
    return items.length ? items.join(",") : options.nothing ?? "";
  }

  /** @param {boolean} [quiet] */
  function update(quiet = false) {
    marked = new Set();
    if (options.token !== undefined) token = Math.min(Math.max(token, 0), names.length - 1);
    if (!quiet) typed.value = body().replaceAll(",", ", ");
    draw();
    options.changed();
  }

  /** The number of a vertex by its name; a new one where there is room. @param {string} name */
  function numbered(name) {
    const at = names.indexOf(name);
    if (at >= 0) return at;
    if (!own) {
      const wanted = Number(name) - Number(stand === "free");
      if (!Number.isInteger(wanted) || wanted < 0 || wanted >= options.most) return -1;
      while (names.length <= wanted) (names.push(fresh()), spots.push(free()));
      return wanted;
    }
    if (names.length >= options.most || !/^[\p{L}\p{N}_.'%:/-]+$/u.test(name)) return -1;
    spots.push(free());
    return names.push(name) - 1;
  }

  /** Patterns of the kinds, longest first, so that one ending does not hide another. */
  const patterns = options.kinds.map(({ written }, kind) => {
    const plain = written.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
    return { kind, pattern: new RegExp(`^${plain.replace("{from}", "([^<>]+?)").replace("{to}", "([^<>]+?)")}$`, "u") };
  });

  typed.addEventListener("input", () => {
    joins = [];
    complaint.textContent = "";
    if (own) names.splice(0), spots.splice(0);
    for (const item of typed.value.split(/[,\s]+/).filter(Boolean)) {
      const found = patterns.map(({ kind, pattern }) => ({ kind, match: pattern.exec(item) })).find(({ match }) => match);
      if (!found?.match) {
        if (own) numbered(item);
        continue;
      }
      const [a, b] = [numbered(found.match[1] ?? ""), numbered(found.match[2] ?? "")];
      const twice = stand !== "ground" && ((a === b && stand !== "arcs") || joins.some(([x, y]) => (x === a && y === b) || (!options.directed && x === b && y === a)));
      if (a >= 0 && b >= 0 && !twice) add(a, b, found.kind);
    }
    if (own) spots = tidied();
    update(true);
  });
  update();

  const radios = options.kinds.map(({ name, class: role, dash }, i) => {
    const radio = el("input", { type: "radio", name: "kind", value: String(i), checked: i === 0 });
    radio.addEventListener("change", () => (kind = i));
    const sample = shape("svg", { class: "gd swatch", viewBox: "0 0 40 10", "aria-hidden": "true" });
    sample.append(shape("path", { d: "M3 5H37", class: `${role} o`, "stroke-width": 4, "stroke-dasharray": dash }));
    return el("label", { class: "check" }, radio, sample, el("span", {}, t(name)));
  });
  const help = {
    free: t("Click the paper for a vertex, two vertices for an edge, an edge to take it away; Delete removes a vertex."),
    ground: t("Click the paper for a vertex, then two vertices, or a vertex and the ground, for an edge of the chosen colour; click an edge to take it away; Delete removes a vertex."),
    arcs: t("Click the paper for a vertex, two vertices for an arc from the first to the second, an arc to take it away; Delete removes a vertex."),
    order: t("Click the paper for an element, then two elements to put the first below the second; click an arrow to take it away; Delete removes an element."),
  }[stand];
  return {
    element: el("div", { class: "sketching" },
      el("p", { class: "note" }, help),
      radios.length > 1 ? el("fieldset", { class: "kinds" }, el("legend", {}, t("Colour of new edges")), ...radios) : "",
      paper, complaint,
      el("div", { class: "controls" },
        el("button", { type: "button", id: "grow", onclick: () => grow() }, stand === "order" ? t("Add an element") : t("Add a vertex")),
        el("button", { type: "button", id: "tidy", onclick: () => ((spots = tidied()), draw()) }, t("Tidy up"))),
      el("div", { class: "bar" }, el("label", { class: "field" }, el("span", {}, stand === "order" ? t("Relations") : options.directed ? t("Arcs") : t("Edges")), typed))),
    graph: () => ({ vertices: names.length, joins }),
    names: () => [...names],
    token: () => token,
    /** Puts the token on a vertex. @param {number} vertex */
    put(vertex) {
      token = vertex;
      draw();
      options.changed();
    },
    body,
    /** Marks some vertices. @param {number[]} vertices */
    mark(vertices) {
      marked = new Set(vertices);
      draw();
    },
  };
}

/** The one kind of join of a plain graph. @param {boolean} directed @returns {Kind[]} */
export const plain = (directed) => [{ name: "", class: "plain", dash: "", written: directed ? "{from}>{to}" : "{from}-{to}" }];

/** The names 1, 2, 3, …. @param {number} count */
export const numbers = (count) => Array.from({ length: count }, (_, i) => String(i + 1));

/**
 * A graph in graph6, the notation that every game on graphs takes.
 * @param {number} vertices at most 62
 * @param {Join[]} joins
 */
export function graph6(vertices, joins) {
  const joined = new Set(joins.map(([a, b]) => `${Math.min(a, b)},${Math.max(a, b)}`));
  let bits = "";
  for (let b = 1; b < vertices; b++) for (let a = 0; a < b; a++) bits += joined.has(`${a},${b}`) ? "1" : "0";
  let text = String.fromCharCode(63 + vertices);
  for (let i = 0; i < bits.length; i += 6) text += String.fromCharCode(63 + parseInt(bits.slice(i, i + 6).padEnd(6, "0"), 2));
  return `g6:${text}`;
}
