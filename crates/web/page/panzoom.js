// Zoom and pan of a large picture by wheel, drag, buttons and keys.

import { t } from "./words.js";
import { el } from "./view.js";

/** Pixels for a unit of a picture, at least, where all of it is shown at first. */
const READABLE = 0.4;

/**
 * A frame around a picture that can be zoomed and moved.
 * @param {string} name what the picture shows
 */
export function frame(name) {
  const stage = el("div", { class: "stage", tabindex: "0", role: "region", "aria-label": name });
  /** @type {SVGSVGElement | null} */
  let image = null;
  let whole = { x: 0, y: 0, width: 1, height: 1 };
  let seen = { ...whole };
  /** Told how many pixels a unit of the picture has. @type {(scale: number) => void} */
  let scaled = () => {};

  function apply() {
    image?.setAttribute("viewBox", `${seen.x} ${seen.y} ${seen.width} ${seen.height}`);
    const box = stage.getBoundingClientRect();
    scaled(Math.min(box.width / seen.width, box.height / seen.height));
  }

  /** @param {number} factor @param {number} [cx] @param {number} [cy] */
  function zoom(factor, cx = 0.5, cy = 0.5) {
    const width = Math.min(Math.max(seen.width * factor, whole.width / 60), whole.width * 3);
    const ratio = width / seen.width;
    seen.x += seen.width * (1 - ratio) * cx;
    seen.y += seen.height * (1 - ratio) * cy;
    seen.width = width;
    seen.height *= ratio;
    apply();
  }

  /** @param {number} dx @param {number} dy */
  function pan(dx, dy) {
    seen.x += dx * seen.width;
    seen.y += dy * seen.height;
    apply();
  }

  stage.addEventListener("wheel", (event) => {
    // The wheel belongs to the page; with a key it zooms.
    if (!event.ctrlKey && !event.metaKey && !event.altKey) return;
    event.preventDefault();
    const box = stage.getBoundingClientRect();
    zoom(Math.exp(event.deltaY / 400), (event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height);
  }, { passive: false });

  /** @type {{x: number, y: number, moved: boolean} | null} */
  let drag = null;
  stage.addEventListener("pointerdown", (event) => {
    if (event.button === 0) drag = { x: event.clientX, y: event.clientY, moved: false };
  });
  stage.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < 5) return;
    if (!drag.moved) stage.setPointerCapture(event.pointerId);
    const box = stage.getBoundingClientRect();
    const scale = Math.max(seen.width / box.width, seen.height / box.height);
    seen.x -= dx * scale;
    seen.y -= dy * scale;
    drag = { x: event.clientX, y: event.clientY, moved: true };
    apply();
  });
  stage.addEventListener("pointerup", () => setTimeout(() => (drag = null)));
  stage.addEventListener("pointercancel", () => (drag = null));
  stage.addEventListener("click", (event) => {
    if (drag?.moved) event.stopPropagation();
  }, true);
  stage.addEventListener("keydown", (event) => {
    if (event.target !== stage) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25), 0: () => fit(),
      ArrowLeft: () => pan(-0.1, 0), ArrowRight: () => pan(0.1, 0), ArrowUp: () => pan(0, -0.1), ArrowDown: () => pan(0, 0.1),
    };
    const action = keys[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });

  function fit() {
    seen = { ...whole };
    apply();
  }

  /** Shows the current position in the middle when the whole would be too small to read. */
  function centre() {
    fit();
    const current = image?.querySelector(".current, .highlight");
    const box = stage.getBoundingClientRect();
    if (!(current instanceof SVGGraphicsElement) || !box.width) return;
    const readable = Math.max(box.width, 320) * 1.35;
    if (whole.width <= readable * 1.4 && whole.height <= box.height * 1.9) return;
    const at = current.getBBox();
    const width = Math.min(readable, Math.max(whole.width, (whole.height * box.width) / box.height));
    const height = (width * box.height) / box.width;
    // Options lie below the position, so it stands in the upper part, and nothing is wasted beyond the edges.
    const within = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ wish) => (high < low ? (low + high) / 2 : Math.min(Math.max(wish, low), high));
    seen = {
      x: within(whole.x, whole.x + whole.width - width, at.x + at.width / 2 - width / 2),
      y: within(whole.y, whole.y + whole.height - height, at.y + at.height / 2 - height / 5),
      width,
      height,
    };
    apply();
  }

  /** @param {string} sign @param {string} label @param {() => void} action */
  const button = (sign, label, action) => el("button", { type: "button", title: label, "aria-label": label, onclick: action }, sign);
  const controls = el(
    "div",
    { class: "zoom" },
    button("+", t("zoom in"), () => zoom(0.7)),
    button("−", t("zoom out"), () => zoom(1.4)),
    button("◎", t("centre on the position"), centre),
    button("⤢", t("show everything"), fit),
  );

  return {
    element: el("div", { class: "panzoom" }, stage, controls),
    /**
     * @param {SVGSVGElement} next
     * @param {boolean} [all] whether all of it is shown at first
     * @param {(scale: number) => void} [told] told how large it is shown
     */
    show(next, all = false, told = () => {}) {
      image = next;
      scaled = told;
      const box = next.viewBox.baseVal;
      whole = { x: box.x, y: box.y, width: box.width, height: box.height };
      next.removeAttribute("width");
      next.removeAttribute("height");
      // The frame is measured while it is empty, which costs nothing.
      stage.replaceChildren();
      // What is wide and low needs no high frame.
      const wide = stage.getBoundingClientRect().width;
      // On a phone the whole would be too small to read.
      const fits = all && wide > whole.width * READABLE;
      stage.style.height = fits ? `min(${Math.round((whole.height * wide) / whole.width + 12)}px, clamp(18rem, 52vh, 34rem))` : "";
      fit();
      stage.append(next);
      if (!fits) centre();
    },
    /** @param {Node} node */
    say(node) {
      image = null;
      stage.replaceChildren(node);
    },
  };
}
