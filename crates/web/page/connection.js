// When the server is gone: says so, keeps everything, and tries until it is back.

import { announce, el } from "./view.js";
import { t } from "./words.js";

/** How often the server is tried. */
const BEAT = 700;

/** @type {Promise<void> | null} */
let waiting = null;

/**
 * Waits until the server answers again.
 * @param {AbortSignal} [signal] a withdrawn question waits no longer
 */
export async function whenBack(signal) {
  waiting ??= tryAgain().finally(() => (waiting = null));
  await Promise.race([waiting, withdrawnBy(signal)]);
}

/** Gets a file of the server, as soon as it answers. @param {string} address */
export async function get(address) {
  for (;;) {
    try {
      return await fetch(address);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await whenBack();
    }
  }
}

/** @param {AbortSignal} [signal] @returns {Promise<never>} */
function withdrawnBy(signal) {
  return new Promise((_, reject) => {
    const stop = () => reject(new DOMException("withdrawn", "AbortError"));
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}

async function tryAgain() {
  const words = t("The server does not answer. The game is kept; trying again …");
  const banner = el("p", { class: "gone", id: "gone", role: "alert" }, words);
  document.body.prepend(banner);
  for (;;) {
    await new Promise((done) => setTimeout(done, BEAT));
    try {
      const answer = await fetch("/icon.svg", { cache: "no-store" });
      if (answer.ok) break;
    } catch {
      // Still gone.
    }
  }
  banner.remove();
  announce(t("The server is back."));
}
