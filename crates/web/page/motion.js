// What changed from one picture to the next: things keep their keys, so they slide, fade and appear.

import { still } from "./settings.js";

/** How long a change takes. */
const TIME = 260;

/** When the last change is over. */
let end = 0;

/** Waits until nothing moves, so that what can wait does not take its frames. @returns {Promise<void>} */
export const calm = () => new Promise((go) => setTimeout(go, Math.max(0, end - performance.now())));

/** Waits until what was shown last is on the screen; in a tab that nobody sees, a moment. @returns {Promise<void>} */
export const seen = () => new Promise((go) => {
  requestAnimationFrame(() => setTimeout(go));
  setTimeout(go, 100);
});

/** @param {SVGSVGElement} image */
const things = (image) => /** @type {SVGGElement[]} */ ([...image.querySelectorAll("[data-key]:not(.handle)")]);

/** Where the things of a picture stand on the screen. @param {SVGSVGElement} image */
export function rects(image) {
  return new Map(things(image).map((thing) => [thing.dataset["key"] ?? "", thing.getBoundingClientRect()]));
}

/**
 * Moves from an old picture to the one that has taken its place.
 * @param {SVGSVGElement} old
 * @param {SVGSVGElement} next
 * @param {Map<string, DOMRect>} before
 */
export function transition(old, next, before) {
  if (still() || !next.viewBox.baseVal.width) return;
  const scale = next.viewBox.baseVal.width / (next.getBoundingClientRect().width || 1);
  end = performance.now() + TIME;
  // All places are read before anything begins to move; else every one would be worked out anew.
  const after = things(next).map((thing) => ({ thing, key: thing.dataset["key"] ?? "", to: thing.getBoundingClientRect() }));
  const present = new Set(after.map(({ key }) => key));
  for (const { thing, key, to } of after) {
    const from = before.get(key);
    if (!from) {
      thing.animate([{ opacity: 0 }, { opacity: 1 }], { duration: TIME, easing: "ease-out" });
      continue;
    }
    const [dx, dy] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
    if (Math.hypot(dx, dy) > 1.5) thing.animate([{ transform: `translate(${dx * scale}px, ${dy * scale}px)` }, { transform: "none" }], { duration: TIME, easing: "ease-in-out" });
  }
  if (![...present].some((key) => before.has(key))) return;
  for (const thing of things(old)) {
    if (present.has(thing.dataset["key"] ?? "")) continue;
    leave(next, thing);
  }
}

/** Lets a thing of the old picture fade away over the new one. @param {SVGSVGElement} image @param {SVGGElement} thing */
function leave(image, thing) {
  const gone = /** @type {SVGGElement} */ (thing.cloneNode(true));
  for (const name of ["data-key", "data-move", "role", "tabindex", "aria-label", "aria-disabled"]) gone.removeAttribute(name);
  gone.setAttribute("class", "leaving");
  gone.setAttribute("aria-hidden", "true");
  image.append(gone);
  const fading = gone.animate([{ opacity: 1 }, { opacity: 0, transform: "translateY(10px)" }], { duration: TIME, easing: "ease-in" });
  fading.finished.finally(() => gone.remove());
}
