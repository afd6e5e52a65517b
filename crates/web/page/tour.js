// A short tour at the first visit.

import { el } from "./view.js";
import { t } from "./words.js";

/** The card of the tour, empty for those who have seen it. */
export function tour() {
  if (localStorage.getItem("tour") === "seen") return "";
  const steps = [
    t("Click a part of the board to move: pointing at it shows what would be taken. Moves in several steps are clicked one after the other."),
    t("The line above the board says who is winning. Hide the answers to think for yourself; a hint first shows where to look."),
    t("Every move is kept in the record. Going back only looks; another move from there begins a variation."),
    t("The picture shows where the game can go. Squares are the kernel: move there and you win."),
  ];
  const words = el("p", {}, steps[0] ?? "");
  const count = el("span", { class: "note" });
  let at = 0;
  const next = el("button", { type: "button", id: "tour-next", onclick: () => (at + 1 < steps.length ? ((at += 1), show()) : close()) });
  const card = el("section", { class: "card tour", id: "tour", "aria-label": t("A short tour") }, words, el("div", { class: "controls" }, next, el("button", { type: "button", class: "quiet", id: "tour-close", onclick: close }, t("Close")), count));
  function show() {
    words.textContent = steps[at] ?? "";
    next.textContent = at + 1 < steps.length ? t("Next") : t("Done");
    count.textContent = `${at + 1} / ${steps.length}`;
  }
  function close() {
    localStorage.setItem("tour", "seen");
    card.remove();
  }
  show();
  return card;
}
