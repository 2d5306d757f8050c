// The game that is played: its start, its moves without passes, and the position that is shown. The
// engine knows the rules; after each change it tells all positions.

const usualStart = "---------------------------OX------XO--------------------------- X";

class Match {
  #engine;
  #known; // the engine's answer about the game

  constructor(engine) {
    this.#engine = engine;
    this.open({ start: usualStart, moves: "" });
  }

  // Takes over a game, `shown` moves of which are played; all of them if `shown` is no number of its
  // moves. Throws an Error if it has an illegal move, or no disc.
  open({ start, moves = "", names = {}, event = "", date = "" }, shown) {
    if (/^-{64}/.test(start)) throw new Error("the board is empty, and a game needs discs");
    const record = { start, moves, names: { X: names.X ?? "", O: names.O ?? "" }, event, date };
    const known = this.#engine.ask({ ask: "positions", game: record });
    this.record = { ...record, moves: known.record };
    this.#known = known;
    const last = known.moves.length;
    this.shown = Number.isInteger(shown) && shown >= 0 && shown <= last ? shown : last;
  }

  get moves() { return this.#known.moves; }
  get position() { return this.#known.positions[this.shown]; }
  get text() { return `${this.position.board} ${this.position.player}`; }
  get player() { return this.position.player; }
  get legal() { return this.position.moves; }
  get isLast() { return this.shown === this.moves.length; }
  get isOver() { return this.isLast && this.#known.over; }
  get result() { return this.#known.result; }
  get opening() { return this.#known.opening; }
  get note() { return this.#known.note; }
  get previous() { return this.moves[this.shown - 1]?.move ?? null; }
  // Whether the opponent of the side to move had to pass.
  get passed() { return this.shown > 0 && !this.#noMoves() && this.moves[this.shown - 1].player === this.player; }
  // Whom position number `index` asks for a move.
  playerAt(index) { return this.#known.positions[index].player; }

  #noMoves() { return this.legal.length === 0; }

  // Plays a legal move in the shown position; what came after it is forgotten.
  play(move) {
    const kept = this.moves.slice(0, this.shown).map((played) => played.move).join("");
    this.open({ ...this.record, moves: kept + move });
  }
}
