// Where the vertices of a sketch stand at first.

/** @typedef {import("./sketch.js").Spot} Spot */
/** @typedef {import("./sketch.js").Join} Join */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Frame */

/**
 * Places: in a circle, in rows above the ground by distance from it, or in rows upwards along the joins.
 * @param {import("./sketch.js").Stand} stand
 * @param {number} count
 * @param {Join[]} joins
 * @param {Frame} frame
 * @returns {Spot[]}
 */
export function layout(stand, count, joins, frame) {
  if (stand === "free" || stand === "arcs") return circle(count, frame);
  const levels = stand === "ground" ? distances(count, joins) : heights(count, joins);
  const highest = Math.max(1, ...levels);
  const step = Math.min(80, (frame.bottom - frame.top) / highest);
  /** @type {Spot[]} */
  const spots = Array.from({ length: count }, () => ({ x: 0, y: 0 }));
  for (let level = 0; level <= highest; level++) {
    const row = levels.flatMap((at, vertex) => (at === level ? [vertex] : []));
    // Each vertex as near as can be to the middle of those it stands on.
    const pull = (/** @type {number} */ vertex) => {
      const below = joins.flatMap(([a, b]) => (b === vertex ? [a] : a === vertex ? [b] : [])).filter((other) => (levels[other] ?? 0) < level);
      const xs = below.map((other) => spots[other]?.x ?? 0);
      return xs.length ? xs.reduce((a, b) => a + b, 0) / xs.length : 0;
    };
    const order = row.map((vertex) => ({ vertex, pull: level ? pull(vertex) : 0 })).sort((a, b) => a.pull - b.pull || a.vertex - b.vertex);
    order.forEach(({ vertex }, i) => (spots[vertex] = { x: frame.left + ((i + 0.5) * (frame.right - frame.left)) / order.length, y: frame.bottom - step * level }));
  }
  return spots;
}

/** @param {number} count @param {Frame} frame @returns {Spot[]} */
function circle(count, { left, right, top, bottom }) {
  const [x, y, radius] = [(left + right) / 2, (top + bottom) / 2, Math.min(right - left, bottom - top) / 2];
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / Math.max(count, 1) - Math.PI / 2;
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
  });
}

/** The distance of each vertex from the first; what hangs on nothing stands one step up. @param {number} count @param {Join[]} joins */
function distances(count, joins) {
  const far = Array.from({ length: count }, (_, i) => (i ? Infinity : 0));
  for (let round = 0; round < count; round++) {
    for (const [a, b] of joins) {
      far[a] = Math.min(far[a] ?? Infinity, (far[b] ?? Infinity) + 1);
      far[b] = Math.min(far[b] ?? Infinity, (far[a] ?? Infinity) + 1);
    }
  }
  return far.map((distance) => (distance === Infinity ? 1 : distance));
}

/** The length of the longest chain below each vertex. @param {number} count @param {Join[]} joins */
function heights(count, joins) {
  const high = Array.from({ length: count }, () => 0);
  for (let round = 0; round < count; round++) for (const [a, b] of joins) high[b] = Math.max(high[b] ?? 0, (high[a] ?? 0) + 1);
  return high;
}
