// The table at which a game is played: its record, who sits on which side, what may be seen. Knows no rules.

import { withRules } from "./own.js";
import { prefer } from "./settings.js";
import { other, Record } from "./record.js";

/** @typedef {import("./address.js").Game} Game */
/** @typedef {import("./record.js").Ply} Ply */
/** @typedef {import("./record.js").Player} Player */

export class Table {
  /**
   * @param {Game} game
   * @param {Record} record
   * @param {{kind: string, games: string[]}} told
   */
  constructor(game, record, told) {
    this.record = record;
    this.rule = game.rule;
    this.opponent = game.opponent;
    this.mistakes = game.mistakes;
    /** @type {Player} */
    this.you = game.you;
    this.hidden = game.hidden;
    this.rules = game.rules;
    this.kind = told.kind;
    this.games = told.games;
    /** Whether positions are asked about without the moves that led to them, because these are too many to list. */
    this.loose = false;
  }

  /** @returns {Ply} */
  get now() {
    return this.record.now;
  }

  get partisan() {
    return this.kind === "partisan";
  }

  /** Whether a person makes the moves of a player. @param {Player} player */
  byPerson(player) {
    return this.opponent === "person" || player === this.you;
  }

  /** Whether the person at this page is about to move. */
  get mine() {
    return this.byPerson(this.now.player);
  }

  /** The game as the address and a file hold it. @returns {Game} */
  get game() {
    const { record, rule, opponent, mistakes, you, hidden, rules } = this;
    return { position: record.root.position, rule, turn: record.root.player, moves: record.moves, at: record.at, opponent, mistakes, you, hidden, rules };
  }

  /**
   * What a question about a position of the record says: the start and the moves, so that things keep their names.
   * @param {Ply} [ply]
   */
  about(ply = this.now) {
    const rules = withRules(this.rules);
    if (this.loose || !ply.parent) return { position: ply.position, ...rules };
    const played = ply.path.slice(1).map((one) => ({ move: one.move, ...(this.partisan ? { player: one.parent?.player } : {}), ...(one.clicked.length ? { path: one.clicked } : {}) }));
    return { position: this.record.root.position, played, ...rules };
  }

  /** The moves of the player about to move. @template {{player?: string}} M @param {M[]} list @returns {M[]} */
  own(list) {
    return list.filter((move) => !move.player || move.player === this.now.player);
  }

  /** Whether the player about to move wins; null where nobody knows or nobody does. @param {string} outcome @param {Ply} [ply] */
  moverWins(outcome, ply = this.now) {
    if (outcome === "undecided" || this.moverDraws(outcome, ply)) return null;
    return outcome === "first" || outcome.split("-")[0] === ply.player;
  }

  /** Whether the player about to move has a draw at best: `left-first` is Left's win when Left starts, else a draw. @param {string} outcome @param {Ply} [ply] */
  moverDraws(outcome, ply = this.now) {
    const [winner, when] = outcome.split("-");
    return outcome === "draw" || (when === "first" && winner !== ply.player) || (when === "second" && winner === ply.player);
  }

  /** The last position before this one where a person was about to move, else the start. @returns {Ply | null} */
  get earlier() {
    let ply = this.now.parent;
    while (ply?.parent && !this.byPerson(ply.player)) ply = ply.parent;
    return ply;
  }

  /** The next position of the line where a person is about to move, else the end. @returns {Ply | null} */
  get later() {
    let ply = this.now.next;
    while (ply?.next && !this.byPerson(ply.player)) ply = ply.next;
    return ply;
  }

  /** @param {string} opponent */
  against(opponent) {
    this.opponent = /** @type {import("./address.js").Opponent} */ (opponent);
    prefer("opponent", opponent);
  }

  /** The person at the page takes the other side. */
  swap() {
    this.you = other(this.you);
  }
}
