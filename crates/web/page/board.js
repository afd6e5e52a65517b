// The board: a picture whose parts are clicked in the order that a move's gesture says. Which moves there are is what the
// rules say, not what the picture says.

import { rects, transition } from "./motion.js";
import { offer } from "./offer.js";
import { picture, still } from "./view.js";
import { t } from "./words.js";

/** @typedef {{move: string, words?: string, to: string, player?: string, wins?: boolean, value?: string | null}} Move */
/** A way to make a move on the board: the parts to click in order, and what is then gone or elsewhere. */
/** @typedef {{move: string, path: string[], takes: string[], slides: string[]}} Gesture */
/** @typedef {{svg: string, gestures?: Gesture[]}} Drawn */

/**
 * A board.
 * @param {HTMLElement} place
 * @param {(label: string, path: string[]) => void} chosen
 */
export function board(place, chosen) {
  /** @type {SVGSVGElement | null} */
  let image = null;
  /** @type {Map<string, SVGGElement>} */
  let parts = new Map();
  /** @type {Gesture[]} */
  let gestures = [];
  /** The gestures of moves that can be made now. @type {Gesture[]} */
  let legal = [];
  /** @type {Map<string, Move>} */
  let known = new Map();
  /** @type {string[]} */
  let clicked = [];
  let marked = false;
  /** Pixels for a unit of the picture, at least. */
  let scale = 0;

  /** @param {Gesture} gesture @param {string[]} path */
  const begins = (gesture, path) => path.every((key, i) => gesture.path[i] === key);

  /** The gestures that go on with a part. @param {string} key */
  const after = (key) => legal.filter((gesture) => begins(gesture, [...clicked, key]));

  /** @param {Gesture[]} list */
  const labels = (list) => [...new Set(list.map((gesture) => gesture.move))];

  /** @param {string} key @param {boolean} [again] @returns {void} */
  function click(key, again = false) {
    const fits = after(key);
    if (!fits.length) {
      if (!clicked.length) return;
      // A click elsewhere begins anew.
      clicked = [];
      update();
      return again ? undefined : click(key, true);
    }
    const path = [...clicked, key];
    const whole = labels(fits.filter((gesture) => gesture.path.length === path.length));
    if (!whole.length) {
      clicked = path;
      return update();
    }
    clicked = [];
    // The parts stay as they are until the move is made and the next picture comes.
    if (whole.length === 1) return chosen(whole[0] ?? "", path);
    offer(whole, (label) => known.get(label)?.words ?? label, (label) => chosen(label, path));
    update();
  }

  /** @param {SVGGElement} part @param {string} key */
  function listen(part, key) {
    // The second click of a double click is not meant for what stands there after a move; in the midst of one it is.
    part.addEventListener("click", (event) => (event.detail > 1 && !clicked.length) || click(key));
    part.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        if (!event.repeat) click(key);
      } else if (event.key === "Escape" && clicked.length) {
        clicked = [];
        update();
      } else if (event.key.startsWith("Arrow")) {
        event.preventDefault();
        neighbour(part, event.key)?.focus();
      }
    });
    for (const name of ["pointerenter", "focus"]) part.addEventListener(name, () => preview(key));
    for (const name of ["pointerleave", "blur"]) part.addEventListener(name, () => preview(null));
    part.addEventListener("focus", () => parts.forEach((other) => reachable(other, other === part)));
  }

  /** @param {SVGGElement} part @param {boolean} yes */
  const reachable = (part, yes) => part.setAttribute("tabindex", yes ? "0" : "-1");

  /** Shows exactly what would be taken, where one move is left. @param {string | null} key */
  function preview(key) {
    const fits = key === null ? [] : after(key);
    const only = labels(fits).length === 1 ? fits[0] : undefined;
    const [gone, elsewhere] = [new Set(only?.takes), new Set(only?.slides)];
    for (const thing of image?.querySelectorAll("[data-key]") ?? []) {
      const name = /** @type {SVGElement} */ (thing).dataset["key"] ?? "";
      thing.classList.toggle("doomed", gone.has(name));
      thing.classList.toggle("going", elsewhere.has(name));
    }
  }

  /** The nearest usable part in the direction of an arrow key. @param {SVGGElement} from @param {string} key */
  function neighbour(from, key) {
    const middle = (/** @type {SVGGElement} */ part) => {
      const box = part.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x = 0, y = 0] = middle(from);
    let best = null;
    let least = Infinity;
    for (const part of parts.values()) {
      if (part === from || part.classList.contains("off")) continue;
      const [px = 0, py = 0] = middle(part);
      const along = { ArrowLeft: x - px, ArrowRight: px - x, ArrowUp: y - py, ArrowDown: py - y }[key] ?? 0;
      const across = Math.abs(key === "ArrowLeft" || key === "ArrowRight" ? py - y : px - x);
      if (along > 1 && along + 2 * across < least) [best, least] = [part, along + 2 * across];
    }
    return best;
  }

  /** Says of every part whether it can be used now. */
  function update() {
    preview(null);
    const usable = new Map(legal.filter((gesture) => begins(gesture, clicked)).map((gesture) => [gesture.path[clicked.length] ?? "", /** @type {Gesture[]} */ ([])]));
    for (const gesture of legal) if (begins(gesture, clicked)) usable.get(gesture.path[clicked.length] ?? "")?.push(gesture);
    let first = true;
    for (const [key, part] of parts) {
      const fits = usable.get(key) ?? [];
      const moves = labels(fits).map((label) => known.get(label));
      const wins = marked && moves.some((move) => move?.wins);
      const judged = marked && moves.some((move) => move?.wins !== undefined);
      const only = moves.length === 1 ? moves[0] ?? null : null;
      part.classList.toggle("off", !fits.length);
      part.classList.toggle("wins", wins);
      part.classList.toggle("clicked", clicked.includes(key));
      part.setAttribute("aria-disabled", String(!fits.length));
      const name = (only && (only.words || only.move)) ?? part.querySelector(":scope > title")?.textContent ?? "";
      part.setAttribute("aria-label", judged ? `${name}: ${wins ? t("wins") : t("loses")}` : name);
      reachable(part, fits.length > 0 && first);
      if (fits.length) first = false;
    }
  }

  /**
   * Lets the picture use the room there is, without making its parts too small to touch.
   * @param {SVGSVGElement} next
   * @param {SVGSVGElement | null} [old] one of the same game: its parts had the same size
   */
  function size(next, old) {
    const { width, height } = next.viewBox.baseVal;
    next.removeAttribute("width");
    next.removeAttribute("height");
    if (old?.viewBox.baseVal.width !== width) scale = least(next);
    const narrow = Math.min(width * scale, WIDEST);
    next.style.maxWidth = `${Math.max(width * 2.4, 180)}px`;
    next.style.minWidth = `${narrow}px`;
    // As high as it is then: a picture that had to be lower would be drawn small in the middle of a wide space.
    next.style.minHeight = `${(narrow * height) / width}px`;
  }

  return {
    /**
     * Shows a picture; what has the same key in the one before slides, fades or appears.
     * @param {Drawn} drawn
     * @param {boolean} moving
     */
    show(drawn, moving) {
      const before = image && moving ? rects(image) : null;
      const old = image;
      image = picture(drawn.svg);
      image.setAttribute("tabindex", "-1");
      place.replaceChildren(image);
      size(image, before && old);
      parts = new Map();
      const found = /** @type {SVGGElement[]} */ ([...image.querySelectorAll(".part")]);
      found.forEach((part, i) => {
        const key = (part.dataset["key"] ??= `#${i}`);
        parts.set(key, part);
        listen(part, key);
      });
      gestures = drawn.gestures?.length ? drawn.gestures : found.flatMap((part) => (part.dataset["move"] ?? "").split("\n").filter(Boolean).map((move) => ({ move, path: [part.dataset["key"] ?? ""], takes: [], slides: [] })));
      legal = [];
      clicked = [];
      if (before && old) transition(old, image, before);
    },
    /**
     * Says which moves can be made now; all others are out of use.
     * @param {Move[] | null} moves null when the rules were not asked for all of them
     * @param {boolean} marks whether winning moves are marked
     */
    allow(moves, marks) {
      known = new Map((moves ?? []).map((move) => [move.move, move]));
      legal = moves ? gestures.filter((gesture) => known.has(gesture.move)) : gestures;
      marked = marks;
      clicked = [];
      update();
    },
    /** Shows a picture that is only looked at. @param {string} svg */
    look(svg) {
      parts = new Map();
      legal = gestures = [];
      image = still(svg);
      place.replaceChildren(image);
      size(image);
    },
    /** Points at the neighbourhood of a move, or at the move itself. @param {string} label @param {boolean} exact */
    hint(label, exact) {
      const gesture = legal.find((one) => one.move === label);
      const part = parts.get(gesture?.path[0] ?? "");
      parts.forEach((other) => other.classList.toggle("hint", exact && other === part));
      image?.querySelector(".spot")?.remove();
      if (!image || !part) return false;
      if (exact) part.focus();
      else image.prepend(spotlight(image, part));
      return true;
    },
    /** Whether the focus is on the board. */
    focused: () => Boolean(image?.contains(document.activeElement)),
    /** Puts the focus on a part that can be used, else on the board. */
    focus() {
      const usable = [...parts.values()].find((part) => part.getAttribute("tabindex") === "0" && !part.classList.contains("off"));
      (usable ?? image)?.focus({ preventScroll: true });
    },
    /** Whether every move has a way to be made on the board. @param {Move[]} moves */
    covers: (moves) => moves.every((move) => gestures.some((gesture) => gesture.move === move.move)),
  };
}

/** Pixels that a finger needs, and how many a picture may ask for so that every part has them. */
const [FINGER, WIDEST] = [24, 4800];

/** The least scale at which all parts of a picture can be touched; joins are thin, but wide to touch. @param {SVGSVGElement} image */
function least(image) {
  let scale = 0.5;
  for (const part of /** @type {NodeListOf<SVGGElement>} */ (image.querySelectorAll(".part"))) {
    if (part.querySelector(".hit")) continue;
    const { width, height } = part.getBBox();
    const small = Math.min(width, height);
    if (small > 0) scale = Math.max(scale, (FINGER + 0.1) / small);
  }
  return Math.min(scale, 1.2);
}

/**
 * A light on the part of the board around a thing, wide enough not to give it away.
 * @param {SVGSVGElement} image @param {SVGGElement} part
 */
function spotlight(image, part) {
  const { width, height } = image.viewBox.baseVal;
  const box = part.getBBox();
  const light = document.createElementNS("http://www.w3.org/2000/svg", "ellipse");
  for (const [name, value] of Object.entries({ class: "spot", cx: box.x + box.width / 2, cy: box.y + box.height / 2, rx: Math.max(width / 4, box.width), ry: Math.max(height / 3, box.height) })) light.setAttribute(name, String(value));
  return light;
}
