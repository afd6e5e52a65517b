// Asking who wins and why: with progress and a way to cancel, and for the whole record in the background.

import { ask, withdrawn } from "./ask.js";
import { calm } from "./motion.js";
import { announce, el } from "./view.js";
import { why } from "./why.js";
import { count, language, t } from "./words.js";

/** @typedef {import("./board.js").Move} Move */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {{outcome: string, value: string | null, winning_moves: Move[], remoteness?: number | {left: number | null, right: number | null} | null, complete: boolean, reason: string, kind: string, method: string, stats: {positions: number, seconds: number}}} Answer */

/** The card with the reason, and the search that finds it. @param {() => string} first who the first player is, in a sentence */
export function searching(first) {
  const card = why();
  let cancel = new AbortController();
  let late = false;
  const stop = el("button", { type: "button", id: "cancel", onclick: () => cancel.abort() }, t("Cancel"));

  /** @param {import("./ask.js").Progress} told */
  function progress(told) {
    // What was cancelled is not shown again by a question that is still under way.
    if (cancel.signal.aborted) return;
    late = true;
    const words = told.waiting ? t("waiting for other questions") : t("searching: {positions} positions, {seconds} s", { positions: count(told.positions ?? 0), seconds: Math.round(told.seconds ?? 0) });
    if (!stop.isConnected) card.say(el("p", { class: "progress" }, el("progress", { "aria-label": t("Searching") }), " ", el("span", {}), " ", stop));
    const place = card.place.querySelector(".progress span");
    if (place) place.textContent = words;
  }

  return {
    element: card.element,
    clear: card.clear,
    progress,
    /**
     * Who wins.
     * @param {Table} table @param {AbortSignal} signal @param {boolean} shown whether the reason may be seen
     * @returns {Promise<Answer>}
     */
    async solve(table, signal, shown) {
      cancel = new AbortController();
      late = false;
      signal.addEventListener("abort", () => cancel.abort());
      if (shown) card.say(el("p", { class: "note" }, "…"));
      const answer = await ask("solve", { ...table.about(), play: table.rule, lang: language() }, { signal: cancel.signal, progress });
      await calm();
      if (shown && !signal.aborted) card.show(first(), [answer.reason], answer.reason);
      return answer;
    },
    /** Why. @param {Table} table @param {Answer} answer @param {AbortSignal} signal */
    async explain(table, answer, signal) {
      const quietly = (/** @type {unknown} */ error) => (withdrawn(error) ? Promise.reject(error) : null);
      const explained = await ask("explain", { ...table.about(), play: table.rule, lang: language() }, { signal: cancel.signal, progress }).catch(quietly);
      card.show(first(), explained?.explanation ?? [answer.reason], answer.reason);
      if (!table.partisan) return;
      const found = await ask("draw", { ...table.about(), what: "thermograph" }, { signal }).catch(quietly);
      if (found) card.showValue(found);
    },
    /** Says why there is no answer. @param {unknown} error @param {() => void} again */
    stopped(error, again) {
      const words = withdrawn(error) ? t("The search was cancelled.") : /** @type {Error} */ (error).message;
      card.say(el("p", { class: "note", id: "stopped" }, words), el("button", { type: "button", onclick: again }, t("Search again")));
      if (late || withdrawn(error)) announce(words);
    },
  };
}

/** What a position of the record may cost that nobody is looking at. */
const ASIDE = { time: 400 };

/**
 * Asks who wins each position of the record that is not known yet; says whether anything was found.
 * @param {Table} table @param {AbortSignal} signal
 */
export async function judging(table, signal) {
  let found = false;
  for (const ply of table.record.plies) {
    if (ply.wins !== undefined) continue;
    try {
      const answer = await ask("solve", { ...table.about(ply), play: table.rule, budget: ASIDE }, { signal });
      ply.value = answer.value;
      ply.wins = table.moverWins(answer.outcome, ply) ?? undefined;
      found = true;
    } catch (error) {
      if (withdrawn(error)) throw error;
    }
  }
  return found;
}
