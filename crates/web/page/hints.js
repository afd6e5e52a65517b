// A hint in two steps: first where to look, then what to do.

import { ask, withdrawn } from "./ask.js";
import { t } from "./words.js";

/** @typedef {import("./search.js").Answer} Answer */

/**
 * @param {ReturnType<typeof import("./board.js").board>} board
 * @param {(words: string) => void} say
 */
export function hinting(board, say) {
  let given = 0;
  return {
    /** Begins with a position. */
    begin: () => (given = 0),
    /**
     * Gives the next hint; returns what is known of the position then.
     * @param {import("./table.js").Table} table @param {Answer | null} known @param {AbortSignal} signal
     * @returns {Promise<Answer | null>}
     */
    async give(table, known, signal) {
      if (!table.mine) {
        say(t("There is no hint yet."));
        return known;
      }
      let answer = known;
      try {
        answer ??= /** @type {Answer} */ (await ask("solve", { ...table.about(), play: table.rule }, { signal }));
      } catch (error) {
        if (!withdrawn(error)) say(/** @type {Error} */ (error).message);
        return known;
      }
      const [move] = table.own(answer.winning_moves);
      if (!move) {
        say(table.moverWins(answer.outcome) === false ? t("No move wins against perfect play.") : t("There is no hint yet."));
        return answer;
      }
      given += 1;
      const pointed = board.hint(move.move, given > 1);
      say(given > 1 || !pointed ? t("Hint: {move}", { move: move.words || move.move }) : t("Look at the bright part of the board. Ask again for the move."));
      return answer;
    },
  };
}
