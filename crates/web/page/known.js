// What is known of the position at the table: its picture, its moves, who wins. Asked anew for every position.

import { ask, withdrawn } from "./ask.js";

/** @typedef {import("./board.js").Move} Move */
/** @typedef {import("./search.js").Answer} Answer */

export class Known {
  /** @param {import("./table.js").Table} table @param {AbortSignal} signal */
  constructor(table, signal) {
    this.table = table;
    this.signal = signal;
    this.ply = table.now;
    /** The moves of the player about to move; null when they are too many to list. @type {Move[] | null} */
    this.moves = null;
    /** Whether the list holds all of them: one that was cut short does not say that the rest is forbidden. */
    this.whole = true;
    /** Why they cannot be listed, if they cannot. @type {string | null} */
    this.unlisted = null;
    /** How many there are, and from which number on they are listed. */
    this.total = 0;
    this.from = 0;
    /** Whether the moves could not be listed in time. */
    this.late = false;
    /** Whether the list says who wins after each move. */
    this.judged = false;
    /** @type {Answer | null} */
    this.answer = null;
  }

  /** Whether the game is over. */
  get over() {
    return this.moves !== null && this.moves.length === 0;
  }

  /** Whether the player about to move wins; null while nobody knows. */
  get wins() {
    if (this.answer) return this.table.moverWins(this.answer.outcome);
    return this.over ? this.table.rule === "misere" : null;
  }

  /** Whether nobody wins. */
  get draw() {
    return this.answer !== null && this.table.moverDraws(this.answer.outcome);
  }

  /** Asks for the picture and the moves, in one question; gives the picture. @returns {Promise<import("./board.js").Drawn>} */
  async load() {
    const { table, signal } = this;
    const drawn = await ask("draw", { ...table.about(), moves: true }, { signal });
    const { moves, total, unlisted, late } = drawn.listed;
    this.moves = moves && table.own(moves);
    this.unlisted = unlisted ?? null;
    this.late = late;
    this.whole = moves !== null && moves.length === total;
    this.total = this.moves && this.whole ? this.moves.length : total;
    return drawn;
  }

  /** Keeps who wins in the record too. @param {Answer} answer */
  learn(answer) {
    this.answer = answer;
    if (answer.complete) this.mark(answer.winning_moves);
    this.ply.value = answer.value;
    this.ply.wins = this.table.moverWins(answer.outcome) ?? undefined;
  }

  /** Marks the winning moves, where all of them are known; those that were not listed come first. @param {Move[]} winning */
  mark(winning) {
    const own = new Map(this.table.own(winning).map((move) => [move.move, { ...move, wins: true }]));
    if (!this.moves) {
      // Of moves that are too many to list, those that matter.
      if (own.size) [this.moves, this.total, this.whole, this.judged] = [[...own.values()], own.size, false, true];
      return;
    }
    const listed = this.moves.map((move) => ({ ...move, wins: own.delete(move.move) }));
    // A later page keeps to its own moves.
    this.moves = [...(this.from ? [] : own.values()), ...listed].sort((a, b) => Number(b.wins) - Number(a.wins));
    this.judged = true;
  }

  /** Asks for a page of the moves, judged or not; says whether that could be done. @param {boolean} values @param {(progress: import("./ask.js").Progress) => void} progress */
  async list(values, progress) {
    if (!this.moves || this.unlisted) return true;
    const { table, signal, from } = this;
    try {
      const told = await ask("moves", { ...table.about(), play: table.rule, values, from, limit: 2000 }, { signal, progress });
      // Another page was asked for meanwhile: its answer is the one to show, whichever comes last.
      if (this.from !== from) return true;
      this.moves = table.own(told.moves);
      if (this.whole && !from) this.total = this.moves.length;
      this.judged = values;
      return true;
    } catch (error) {
      // Moves that cannot be judged stay listed as they are.
      if (withdrawn(error)) throw error;
      return false;
    }
  }

  /** A move by its name, listed or not. @param {string} label @returns {Promise<Move | undefined>} */
  async move(label) {
    const { table, signal } = this;
    const there = this.moves?.find((move) => move.move === label) ?? this.answer?.winning_moves.find((move) => move.move === label);
    if (there) return there;
    const told = await ask("moves", { ...table.about(), values: false, only: label }, { signal });
    return table.own(/** @type {Move[]} */ (told.moves))[0];
  }
}
