// Presentation: the board large, without controls, in full screen where the browser allows it.

import { el } from "./view.js";
import { t } from "./words.js";

/** Whether the page is being presented. */
export const presenting = () => document.body.classList.contains("present");

/** Begins or ends a presentation. @param {boolean} [on] */
export async function present(on = !presenting()) {
  document.body.classList.toggle("present", on);
  document.getElementById("unpresent")?.remove();
  if (!on) {
    if (document.fullscreenElement) await document.exitFullscreen();
    return;
  }
  document.body.append(el("button", { type: "button", id: "unpresent", class: "quiet", title: "Esc", onclick: () => present(false) }, t("End the presentation")));
  try {
    await document.documentElement.requestFullscreen();
  } catch {
    // Where full screen is not allowed, the large board fills the window.
  }
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && presenting()) present(false);
});
addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && presenting()) present(false);
});
