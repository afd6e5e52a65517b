// What the address says of a game: the start, the moves, the opponent, who starts, what is hidden. A saved game is a file
// with the same fields.

import { preferred } from "./settings.js";

/** @typedef {"perfect" | "tricky" | "mistakes" | "random" | "person"} Opponent */
/**
 * @typedef {object} Game
 * @property {string} position the start
 * @property {"normal" | "misere"} rule
 * @property {import("./record.js").Player} turn who starts
 * @property {string[]} moves
 * @property {number} at the position that is looked at
 * @property {Opponent} opponent
 * @property {number} mistakes in a hundred
 * @property {import("./record.js").Player} you the side of the person at the page
 * @property {boolean} hidden whether the answers are hidden
 * @property {string} rules the rules of a game of somebody's own; empty for the games of the catalogue
 */

/** Between two moves; `%` and this sign are written as their numbers inside a move. */
const BREAK = "!";

/** @param {URLSearchParams} address @returns {Game} */
export function readGame(address) {
  const moves = address.get("m");
  const hidden = address.get("hide");
  return {
    position: address.get("p") ?? "",
    rule: address.get("rule") === "misere" ? "misere" : "normal",
    turn: side(address.get("turn")),
    moves: moves ? moves.split(BREAK).map(bare) : [],
    at: Number(address.get("at") ?? 0) || 0,
    opponent: /** @type {Opponent} */ (address.get("opp") ?? preferred.opponent),
    mistakes: Number(address.get("err") ?? preferred.mistakes),
    you: side(address.get("you") ?? address.get("turn")),
    hidden: hidden === null ? preferred.hidden : hidden === "1",
    rules: address.get("rules") ?? "",
  };
}

/** @param {Game} game */
export function writeGame(game) {
  const address = new URLSearchParams({ p: game.position });
  if (game.rule !== "normal") address.set("rule", game.rule);
  if (game.turn !== "left") address.set("turn", game.turn);
  if (game.moves.length) address.set("m", game.moves.map(dressed).join(BREAK));
  if (game.at) address.set("at", String(game.at));
  address.set("opp", game.opponent);
  if (game.opponent === "mistakes") address.set("err", String(game.mistakes));
  if (game.you !== game.turn) address.set("you", game.you);
  if (game.hidden) address.set("hide", "1");
  if (game.rules) address.set("rules", game.rules);
  return address.toString();
}

/** Whether two addresses speak of games from the same start under the same rule. @param {Game} a @param {Game} b */
export function sameStart(a, b) {
  return a.position === b.position && a.rule === b.rule && a.turn === b.turn && a.rules === b.rules;
}

/** @param {string | null} text @returns {import("./record.js").Player} */
const side = (text) => (text === "right" ? "right" : "left");

/** @param {string} move */
const dressed = (move) => move.replaceAll("%", "%25").replaceAll(BREAK, "%21");

/** @param {string} move */
const bare = (move) => move.replaceAll("%21", BREAK).replaceAll("%25", "%");

/** A game as the text of a file. @param {Game} game */
export function writeFile(game) {
  return `${JSON.stringify({ grundy: "game", version: 1, ...game }, null, 2)}\n`;
}

/**
 * Reads the text of a file; null when it is not a saved game.
 * @param {string} text
 * @returns {Game | null}
 */
export function readFile(text) {
  try {
    const told = JSON.parse(text);
    if (told?.grundy !== "game" || typeof told.position !== "string" || !Array.isArray(told.moves)) return null;
    const address = new URLSearchParams({ p: told.position, rule: String(told.rule), turn: String(told.turn), at: String(told.at), opp: String(told.opponent), err: String(told.mistakes), you: String(told.you), hide: told.hidden ? "1" : "0", rules: typeof told.rules === "string" ? told.rules : "" });
    return { ...readGame(address), moves: told.moves.map(String) };
  } catch {
    return null;
  }
}
