// The opponent's move, chosen by the server, which tells nothing but the move.

import { ask } from "./ask.js";

/**
 * @param {import("./table.js").Table} table
 * @param {AbortSignal} signal
 * @returns {Promise<import("./board.js").Move | null>} null when there is none
 */
export async function answerOf(table, signal) {
  const slips = table.opponent === "random" || (table.opponent === "mistakes" && Math.random() * 100 < table.mistakes);
  const style = slips ? "random" : table.opponent === "tricky" ? "tricky" : "perfect";
  const seed = Math.floor(Math.random() * 1e9);
  const told = await ask("reply", { ...table.about(), play: table.rule, turn: table.now.player, style, seed }, { signal });
  return told.move ? told : null;
}
