// The words in a state graph: captions of nodes, and names of positions where the zoom leaves room for them.

const NS = "http://www.w3.org/2000/svg";

/** Pixels: captions that would be smaller are left out, and names are shown in this size. */
const [LEAST, SIZE] = [5, 12];

/** @param {SVGSVGElement} image */
const nodes = (image) => /** @type {SVGGElement[]} */ ([...image.querySelectorAll(".node[data-node]")]);

/** A layer of words that belong to the picture alone. @param {Element[]} words */
function layer(...words) {
  const group = document.createElementNS(NS, "g");
  group.setAttribute("aria-hidden", "true");
  group.setAttribute("class", "letters");
  group.append(...words);
  return group;
}

/**
 * What a node says is its caption, which its name contains; the letters on its small board are part of the picture and lie
 * over it.
 * @param {SVGSVGElement} image
 */
export function caption(image) {
  for (const node of nodes(image)) {
    const letters = [...node.querySelectorAll("text")].slice(0, -1);
    if (letters.length) node.after(layer(...letters));
    for (const told of node.querySelectorAll(":scope :not(g) > title, :scope > g title, desc")) told.remove();
  }
}

/** @param {SVGGElement} node */
function place(node) {
  const frame = node.querySelector("rect, circle, polygon, path");
  const box = frame instanceof SVGGraphicsElement ? frame : node;
  /** @param {string} name */
  const number = (name) => Number(box.getAttribute(name) ?? 0);
  const [width, height] = [number("width"), number("height")];
  return { x: number("x") + width / 2, y: number("y") + height / 2, height, width };
}

/**
 * Names of positions below those nodes that have no board, each shown when the zoom gives it room beside its neighbours.
 * @param {SVGSVGElement} image
 * @returns {(scale: number) => void} told how many pixels a unit of the picture has
 */
export function labels(image) {
  const found = nodes(image).map((node) => ({ node, name: (node.getAttribute("aria-label") ?? "").replace(/ = [^=]*$/, ""), ...place(node) }));
  // What is more than a value has a board or its name already.
  const bare = found.filter(({ node }) => node.querySelectorAll(":scope > :not(title, text)").length <= 2 && !node.nextElementSibling?.classList.contains("letters"));
  // How far it is to the next node on each side of the row.
  /** @type {Map<number, number[]>} */
  const rows = new Map();
  for (const { x, y } of found) {
    const row = Math.round(y / 8);
    rows.set(row, [...(rows.get(row) ?? []), x]);
  }
  for (const row of rows.values()) row.sort((a, b) => a - b);
  const named = bare.map(({ node, name, x, y, height, width }) => {
    const row = rows.get(Math.round(y / 8)) ?? [];
    const at = row.indexOf(x);
    const room = Math.min(x - (row[at - 1] ?? -Infinity), (row[at + 1] ?? Infinity) - x);
    const text = document.createElementNS(NS, "text");
    text.textContent = name;
    for (const [key, value] of Object.entries({ x, y: y + height / 2, "text-anchor": "middle", class: "place" })) text.setAttribute(key, String(value));
    return { node, text, room, below: y + height / 2, letters: [...name].length, width };
  });
  if (named.length) image.append(layer(...named.map(({ text }) => text)));
  return (scale) => {
    const size = SIZE / scale;
    image.classList.toggle("far", scale * 10 < LEAST);
    for (const { text, room, below, letters, width } of named) {
      const shown = scale > 0.5 && letters * 0.62 * size < Math.max(room - size / 2, width);
      text.toggleAttribute("hidden", !shown);
      if (!shown) continue;
      text.setAttribute("font-size", size.toFixed(2));
      text.setAttribute("y", (below + size * 1.25).toFixed(2));
    }
  };
}
