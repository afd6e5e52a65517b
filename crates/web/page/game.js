// A game in progress: a line of positions and where we stand in it. Knows no rules.

/** @typedef {{position: string, player: string, move?: string, value?: string | null, wins?: boolean}} Ply */
/** @typedef {"perfect" | "mistakes" | "random" | "person"} Opponent */

export class Line {
  /** @param {string} position @param {string} player who is about to move */
  constructor(position, player) {
    /** @type {Ply[]} */
    this.plies = [{ position, player }];
    this.at = 0;
  }

  /** The current position. @returns {Ply} */
  get now() {
    return /** @type {Ply} */ (this.plies[this.at]);
  }

  /** The position it started from. @returns {Ply} */
  get start() {
    return /** @type {Ply} */ (this.plies[0]);
  }

  /** Makes a move. @param {string} move @param {string} to */
  play(move, to) {
    this.plies.length = this.at + 1;
    this.plies.push({ position: to, player: other(this.now.player), move });
    this.at += 1;
  }

  /** Steps back or forth; says whether it could. @param {number} steps */
  step(steps) {
    const to = this.at + steps;
    if (to < 0 || to >= this.plies.length || !steps) return false;
    this.at = to;
    return true;
  }

  /** The positions before the current one. */
  past() {
    return this.plies.slice(0, this.at).map((ply) => ply.position);
  }
}

/** @param {string} player */
export function other(player) {
  return player === "left" ? "right" : "left";
}

/** @template T @param {T[]} list @returns {T | undefined} */
export function any(list) {
  return list[Math.floor(Math.random() * list.length)];
}
