// A choice among several moves that one gesture stands for.

import { el } from "./view.js";
import { t } from "./words.js";

/**
 * @param {string[]} labels
 * @param {(label: string) => string} name
 * @param {(label: string) => void} chosen
 */
export function offer(labels, name, chosen) {
  const dialog = el("dialog", { class: "offer", "aria-label": t("Which move?") });
  const close = () => dialog.close();
  const choices = labels.map((label) => el("button", { type: "button", onclick: () => (close(), chosen(label)) }, name(label)));
  dialog.append(el("h2", {}, t("Which move?")), el("div", { class: "choices" }, ...choices), el("button", { type: "button", class: "quiet", onclick: close }, t("Cancel")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
