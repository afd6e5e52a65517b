// The values through the game, as a small chart.

import { t } from "./words.js";

const NS = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
function shape(tag, attributes, text) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * The height of a value in the chart: nimbers by size, other values by who wins.
 * @param {import("./record.js").Ply} ply
 */
function height(ply) {
  const value = ply.value;
  if (value === "0") return 0;
  const nimber = /^\*(\d+)$/.exec(value ?? "");
  if (value === "*") return 1;
  if (nimber) return Number(nimber[1]);
  return ply.wins === undefined ? null : ply.wins ? 1 : 0;
}

/**
 * @param {import("./record.js").Ply[]} plies
 * @param {number} at
 * @param {(index: number) => void} jump
 */
export function chart(plies, at, jump) {
  const known = plies.map(height);
  const top = Math.max(1, ...known.map((one) => one ?? 0));
  const step = Math.min(56, Math.max(22, 560 / plies.length));
  const [width, tall] = [step * (plies.length - 1) + 60, 130];
  const x = (/** @type {number} */ i) => 30 + i * step;
  const y = (/** @type {number} */ value) => 96 - (value / top) * 66;
  const image = /** @type {SVGSVGElement} */ (shape("svg", { class: "gd chart", viewBox: `0 0 ${width} ${tall}`, role: "group", "aria-label": t("Values through the game") }));
  image.append(shape("line", { x1: 12, x2: width - 12, y1: y(0), y2: y(0), class: "faint", "stroke-width": 1 }));
  const points = known.map((value, i) => (value === null ? "" : `${x(i)},${y(value)}`)).filter(Boolean);
  if (points.length > 1) image.append(shape("polyline", { points: points.join(" "), class: "muted o", "stroke-width": 2 }));
  plies.forEach((ply, i) => {
    const value = known[i] ?? null;
    // What is seen, the number and the value, comes first in what is heard.
    const label = `${i} ${ply.value ?? (value === null ? "?" : "")}: ${ply.words || ply.move || ply.position}`;
    const group = shape("g", { class: "node", role: "button", tabindex: 0, "aria-label": label });
    group.append(shape("title", {}, label));
    const role = i === at ? "highlight" : ply.wins === false || value === 0 ? "kernel" : "winning";
    group.append(shape("text", { x: x(i), y: 120, "text-anchor": "middle", "font-size": 11, class: "muted" }, `${i} `));
    if (value === null) {
      group.append(shape("text", { x: x(i), y: 74, "text-anchor": "middle", "font-size": 14, class: "muted" }, "?"));
    } else if (value === 0) {
      group.append(shape("rect", { x: x(i) - 8, y: y(0) - 8, width: 16, height: 16, class: role, "stroke-width": 2 }));
    } else {
      group.append(shape("circle", { cx: x(i), cy: y(value), r: 8, class: role, "stroke-width": 2 }));
    }
    const shown = ply.value ?? "";
    group.append(shape("text", { x: x(i), y: y(value ?? 0) - 14, "text-anchor": "middle", "font-size": 12, class: "plain" }, shown.length > 5 ? "…" : shown));
    group.addEventListener("click", () => jump(i));
    group.addEventListener("keydown", (event) => {
      if (/** @type {KeyboardEvent} */ (event).key === "Enter" || /** @type {KeyboardEvent} */ (event).key === " ") {
        event.preventDefault();
        jump(i);
      }
    });
    image.append(group);
  });
  image.style.width = `${width}px`;
  return image;
}
