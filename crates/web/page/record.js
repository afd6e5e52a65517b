// The record of a game: a tree of positions joined by moves, and where we stand in it. Going back looks and never
// destroys; another move from an earlier position begins a variation. Knows no rules.

/** @typedef {"left" | "right"} Player */

/** A position in the record. */
export class Ply {
  /** @param {string} position @param {Player} player who is about to move @param {Ply | null} [parent] @param {string} [move] @param {string} [words] */
  constructor(position, player, parent = null, move = "", words = "") {
    this.position = position;
    this.player = player;
    this.parent = parent;
    this.move = move;
    this.words = words;
    /** @type {Ply[]} */
    this.children = [];
    /** The parts that were clicked to make the move. @type {string[]} */
    this.clicked = [];
    /** The child that was looked at last. @type {Ply | null} */
    this.chosen = null;
    /** Whether the player about to move wins; unknown until the server was asked. @type {boolean | undefined} */
    this.wins = undefined;
    /** @type {string | null | undefined} */
    this.value = undefined;
    /** Moves made up to here. @type {number} */
    this.depth = parent ? parent.depth + 1 : 0;
  }

  /** The positions from the start to this one. @returns {Ply[]} */
  get path() {
    return this.parent ? [...this.parent.path, this] : [this];
  }

  /** Whether the move that led here gave a win away. */
  get slip() {
    return this.parent?.wins === true && this.wins === true;
  }

  /** The position that was looked at last after this one. @returns {Ply | null} */
  get next() {
    return this.chosen ?? this.children[0] ?? null;
  }
}

export class Record {
  /** @param {string} position @param {Player} player who starts */
  constructor(position, player) {
    this.root = new Ply(position, player);
    this.now = this.root;
  }

  /** Makes a move: follows it where it was made before, else adds it. @param {{move: string, to: string, words?: string}} made @param {string[]} [clicked] */
  play({ move, to, words }, clicked = []) {
    const { now } = this;
    let next = now.children.find((ply) => ply.move === move);
    if (!next) {
      next = new Ply(to, other(now.player), now, move, words);
      next.clicked = clicked;
      now.children.push(next);
    }
    this.go(next);
    return next;
  }

  /** Looks at a position of the record. @param {Ply} ply */
  go(ply) {
    this.now = ply;
    const path = ply.path;
    path.forEach((one, i) => (one.chosen = path[i + 1] ?? one.chosen));
  }

  /** The line through the current position, from the start to its end. @returns {Ply[]} */
  get line() {
    const line = this.now.path;
    for (let next = this.now.next; next; next = next.next) line.push(next);
    return line;
  }

  /** All positions, in the order in which they are written. @returns {Ply[]} */
  get plies() {
    const found = [this.root];
    walk(this.root, (ply) => found.push(ply), () => {});
    return found;
  }

  /** The moves as words in a row, variations in brackets of their own. */
  get moves() {
    /** @type {string[]} */
    const words = [];
    walk(this.root, (ply) => words.push(ply.move), (bracket) => words.push(bracket));
    return words;
  }

  /** The number of the current position. */
  get at() {
    return this.plies.indexOf(this.now);
  }

  /**
   * The position with a number among moves that are all in this record; null when one of them is not.
   * @param {string[]} moves @param {number} at
   */
  find(moves, at) {
    const plies = [this.root];
    /** @type {{here: Ply, before: Ply}[]} */
    const open = [];
    let [here, before] = [this.root, this.root];
    for (const word of moves) {
      if (word === "(") {
        open.push({ here, before });
        here = before;
      } else if (word === ")") {
        ({ here, before } = open.pop() ?? { here, before });
      } else {
        const next = here.children.find((ply) => ply.move === word);
        if (!next) return null;
        [before, here] = [here, next];
        plies.push(next);
      }
    }
    return plies[at] ?? null;
  }

  /** Forgets who wins, because the play rule has changed. */
  forget() {
    for (const ply of this.plies) ply.wins = ply.value = undefined;
  }

  /**
   * The record that the server has replayed.
   * @param {{position: string, turn: Player, plies: {parent: number, move: string, words?: string, position: string}[]}} told
   * @param {number} at
   */
  static replayed(told, at) {
    const record = new Record(told.position, told.turn);
    const found = [record.root];
    for (const { parent, move, words, position } of told.plies) {
      const from = found[parent];
      if (!from) continue;
      const ply = new Ply(position, other(from.player), from, move, words);
      from.children.push(ply);
      found.push(ply);
    }
    record.go(found[at] ?? record.root);
    return record;
  }
}

/**
 * Visits the positions after one: the main line, and after each of its moves the other moves in brackets.
 * @param {Ply} ply @param {(ply: Ply) => void} visit @param {(bracket: "(" | ")") => void} bracket
 */
function walk(ply, visit, bracket) {
  for (let at = ply; at.children.length; at = /** @type {Ply} */ (at.children[0])) {
    const [main, ...others] = at.children;
    visit(/** @type {Ply} */ (main));
    for (const other of others) {
      bracket("(");
      visit(other);
      walk(other, visit, bracket);
      bracket(")");
    }
  }
}

/** @param {Player} player @returns {Player} */
export function other(player) {
  return player === "left" ? "right" : "left";
}
