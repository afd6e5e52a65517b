// The board: a picture whose parts carry moves. Which parts can be used is what the rules say, not what the picture says.

import { t } from "./words.js";
import { el, picture } from "./view.js";

/** @typedef {{move: string, words?: string, to: string, player?: string, wins?: boolean, value?: string | null}} Move */

/**
 * Shows a board.
 * @param {HTMLElement} place
 * @param {string} svg
 * @param {(label: string) => void} chosen
 */
export function showBoard(place, svg, chosen) {
  const image = picture(svg);
  const width = image.viewBox.baseVal.width;
  image.style.maxWidth = `${Math.max(width * 1.8, 140)}px`;
  image.removeAttribute("width");
  image.removeAttribute("height");
  place.replaceChildren(image);
  const parts = /** @type {SVGGElement[]} */ ([...image.querySelectorAll("[data-move]")]);
  for (const part of parts) {
    part.addEventListener("click", () => use(part));
    part.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        use(part);
      } else if (event.key.startsWith("Arrow")) {
        event.preventDefault();
        neighbour(part, event.key)?.focus();
      }
    });
    part.addEventListener("focus", () => parts.forEach((other) => reachable(other, other === part)));
  }

  /** @param {SVGGElement} part */
  function use(part) {
    const labels = usable(part);
    if (labels.length === 1) chosen(labels[0] ?? "");
    else if (labels.length > 1) offer(labels, chosen);
  }

  /** @param {SVGGElement} part */
  const usable = (part) => (part.dataset["usable"] ?? "").split("\n").filter(Boolean);

  /** @param {SVGGElement} part @param {boolean} yes */
  const reachable = (part, yes) => part.setAttribute("tabindex", yes ? "0" : "-1");

  /** The nearest usable part in the direction of an arrow key. @param {SVGGElement} from @param {string} key */
  function neighbour(from, key) {
    const middle = (/** @type {SVGGElement} */ part) => {
      const box = part.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x = 0, y = 0] = middle(from);
    let best = null;
    let least = Infinity;
    for (const part of parts) {
      if (part === from || !usable(part).length) continue;
      const [px = 0, py = 0] = middle(part);
      const along = { ArrowLeft: x - px, ArrowRight: px - x, ArrowUp: y - py, ArrowDown: py - y }[key] ?? 0;
      const across = Math.abs(key === "ArrowLeft" || key === "ArrowRight" ? py - y : px - x);
      if (along > 1 && along + 2 * across < least) [best, least] = [part, along + 2 * across];
    }
    return best;
  }

  return {
    /**
     * Says which moves can be made now; all others are out of use.
     * @param {Move[] | null} moves null when the rules were not asked
     * @param {boolean} marked whether winning moves are marked
     */
    allow(moves, marked) {
      let first = true;
      for (const part of parts) {
        const carried = (part.dataset["move"] ?? "").split("\n");
        const found = moves ? moves.filter((move) => carried.includes(move.move)) : [];
        const labels = moves ? found.map((move) => move.move) : carried;
        part.dataset["usable"] = labels.join("\n");
        const wins = marked && found.some((move) => move.wins);
        const judged = marked && found.some((move) => move.wins !== undefined);
        part.classList.toggle("off", !labels.length);
        part.classList.toggle("dim", !labels.length && Boolean(moves?.length));
        part.classList.toggle("wins", wins);
        part.setAttribute("aria-disabled", String(!labels.length));
        const name = labels.length === 1 ? labels[0] : part.querySelector("title")?.textContent;
        part.setAttribute("aria-label", judged ? `${name}: ${wins ? t("wins") : t("loses")}` : name ?? "");
        reachable(part, labels.length > 0 && first);
        if (labels.length) first = false;
      }
    },
    /** Marks the parts that carry a move. @param {string} label */
    hint(label) {
      const part = parts.find((part) => usable(part).includes(label));
      parts.forEach((other) => other.classList.toggle("hint", other === part));
      part?.focus();
    },
    /** Whether the focus is on the board. */
    focused: () => image.contains(document.activeElement),
    focus: () => parts.find((part) => usable(part).length)?.focus(),
  };
}

/**
 * Offers several moves of one part.
 * @param {string[]} labels
 * @param {(label: string) => void} chosen
 */
function offer(labels, chosen) {
  const dialog = el("dialog", { class: "offer", "aria-label": t("Which move?") });
  const close = () => dialog.close();
  const choices = labels.map((label) => el("button", { type: "button", onclick: () => (close(), chosen(label)) }, label));
  dialog.append(el("h2", {}, t("Which move?")), el("div", { class: "choices" }, ...choices), el("button", { type: "button", class: "quiet", onclick: close }, t("Cancel")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
