// Who sits where, who is about to move, and who is winning, always in the words of the players at this table.

import { announce, el } from "./view.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./record.js").Player} Player */

/** What a player is called. @param {Table} table @param {Player} player */
export function nameOf(table, player) {
  if (table.opponent !== "person") return player === table.you ? t("You") : t("Computer");
  if (table.partisan) return player === "left" ? t("Left") : t("Right");
  return player === table.record.root.player ? t("Player 1") : t("Player 2");
}

/**
 * The two players, the one about to move marked.
 * @param {Table} table @param {boolean} over
 */
export function players(table, over) {
  const start = table.record.root.player;
  const sides = /** @type {Player[]} */ (table.partisan ? ["left", "right"] : [start, start === "left" ? "right" : "left"]);
  return sides.map((player) => {
    const notes = [];
    if (table.partisan && table.opponent !== "person") notes.push(player === "left" ? t("Left") : t("Right"));
    if (table.partisan) notes.push(player === "left" ? t("blue") : t("red"));
    if (player === start) notes.push(t("starts"));
    const turn = !over && table.now.player === player;
    return el("span", { class: `player ${table.partisan ? player : "either"}${turn ? " turn-mark" : ""}` },
      el("span", { class: "chip", "aria-hidden": "true" }), el("strong", {}, nameOf(table, player)), notes.length ? el("span", { class: "note" }, ` (${notes.join(", ")})`) : "",
      turn ? el("span", { class: "tomove" }, t("to move")) : "");
  });
}

/** Whose turn it is. @param {Table} table */
export function turnWords(table) {
  if (table.opponent !== "person") return table.mine ? t("It is your turn.") : t("The computer is about to move.");
  return t("{player} is about to move.", { player: nameOf(table, table.now.player) });
}

/**
 * Who wins or has won.
 * @param {Table} table @param {boolean} over @param {boolean} wins whether the player about to move wins
 */
export function verdict(table, over, wins) {
  const winner = wins ? table.now.player : table.now.player === "left" ? "right" : "left";
  if (table.opponent === "person") {
    const player = nameOf(table, winner);
    return over ? t("{player} has won!", { player }) : t("{player} is winning.", { player });
  }
  if (winner === table.you) return over ? t("You have won!") : t("You are winning.");
  return over ? t("The computer has won.") : t("The computer is winning.");
}

/** Whether the position stood in this play before, with the same player about to move. @param {Table} table */
function cameBack({ now }) {
  for (let ply = now.parent; ply; ply = ply.parent) if (ply.position === now.position && ply.player === now.player) return true;
  return false;
}

/** The place where the verdict stands. */
export function status() {
  const element = el("div", { class: "status", tabindex: "-1" });
  const line = el("div", { class: "players" });
  let said = "";
  return {
    element,
    line,
    /** Forgets what was said, so that the next verdict is heard. */
    fresh: () => (said = ""),
    /**
     * @param {Table} table
     * @param {{over: boolean, wins: boolean | null, draw: boolean, value: string | null, left?: number | null, shown: boolean}} found
     */
    show(table, { over, wins, draw, value, left, shown }) {
      line.replaceChildren(...players(table, over));
      const turn = over ? t("The game is over: there is no move left.") : turnWords(table);
      let [words, mood] = [t("Nobody knows yet who is winning."), "open"];
      if (draw) words = t("With best play nobody wins.");
      if (wins !== null) {
        words = verdict(table, over, wins);
        mood = table.opponent === "person" ? "open" : wins === table.mine ? "good" : "bad";
      }
      const hidden = !shown && !over;
      if (hidden) [words, mood] = [turn, "open"];
      const sign = { good: "✓", bad: "✗", open: "•" }[mood] ?? "";
      element.className = `status ${mood}`;
      const told = hidden ? "" : turn;
      const notes = [];
      if (!hidden && !over && typeof left === "number") notes.push(t("{count} moves, when the winner hurries and the loser stalls", { count: left }));
      if (!over && cameBack(table)) notes.push(t("This position was there before."));
      element.replaceChildren(
        el("p", { class: "verdict" }, el("span", { class: "sign", "aria-hidden": "true" }, sign), words),
        el("p", { class: "turn" }, told, !hidden && value && !over ? el("span", { class: "value", title: value }, ` ${t("Value")}: ${value}`) : ""),
        ...notes.map((words) => el("p", { class: "turn" }, words)),
      );
      if (words !== said && (wins !== null || over || hidden)) {
        said = words;
        announce((table.now.move ? `${table.now.words || table.now.move}. ` : "") + words);
      }
    },
    /** Says something in the second line. @param {string} words */
    say(words) {
      element.querySelector(".turn")?.replaceChildren(words);
      announce(words);
    },
  };
}
