// The buttons under the board and their keys.

import { el } from "./view.js";
import { t } from "./words.js";

/**
 * @param {[string, string, string, () => void][]} actions each with its id, name and key
 * @param {...Node} more
 */
export function controls(actions, ...more) {
  const element = el("div", { class: "controls", role: "group", "aria-label": t("Game") },
    ...actions.map(([id, label, key, action]) => el("button", { type: "button", id, title: `${label} (${key})`, "aria-keyshortcuts": key, onclick: action }, label)), ...more);
  /** @param {KeyboardEvent} event */
  function shortcut(event) {
    if (!element.isConnected || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
    actions.find(([, , key]) => key === event.key)?.[3]();
  }
  document.addEventListener("keydown", shortcut);
  return {
    element,
    /** @param {Record<string, boolean>} off which buttons are out of use */
    disable(off) {
      for (const [id, yes] of Object.entries(off)) element.querySelector(`#${id}`)?.toggleAttribute("disabled", yes);
    },
    leave: () => document.removeEventListener("keydown", shortcut),
  };
}
