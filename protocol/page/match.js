// The game that is played, with its variations, and the position that is shown. A record is its start and
// its moves without passes. The engine knows the rules.

const usualStart = "---------------------------OX------XO--------------------------- X";
const textOf = ({ board, player }) => `${board} ${player}`;

class Match {
  #engine;
  #known; // the engine's answer about the game
  #root;
  #game; // the nodes of the game, the start first

  constructor(engine) {
    this.#engine = engine;
    this.open({ start: usualStart, moves: "" });
  }

  // Takes over a game, `shown` moves of which are played; all of them if `shown` is no number of its
  // moves. `tree`, a list, has its variations, and `node` is the number of the one that is shown. Throws
  // an Error if there is an illegal move, or no disc.
  open({ start = usualStart, moves = "", names = {}, event = "", date = "" }, shown, { tree = [], node } = {}) {
    if (/^-{64}/.test(start)) throw new Error("the board is empty, and a game needs discs");
    const record = { start, moves, names: { X: names.X ?? "", O: names.O ?? "" }, event, date };
    const known = this.#engine.ask({ ask: "positions", game: record });
    const root = new TreeNode(known.positions[0]);
    const nodes = [root];
    tree.forEach(({ parent, move, comment, mark, value }, number) => {
      if (number > 0) nodes.push(this.#follow(nodes[parent], move));
      if (typeof comment === "string") nodes[number].comment = comment;
      if (marks.has(mark)) nodes[number].mark = mark;
      if (Number.isFinite(value)) nodes[number].value = value;
    });
    this.#root = root;
    this.#lay(record, known);
    if (Number.isInteger(shown) && shown >= 0 && shown <= this.moves.length) this.node = this.#game[shown];
    if (nodes[node]) this.node = nodes[node];
  }

  // Makes the moves the game, which its last position ends. What else the tree has becomes variations.
  #lay(record, known) {
    this.record = { ...record, moves: known.record };
    this.#known = known;
    this.#game = [this.#root];
    known.moves.forEach(({ move }, index) => {
      const before = this.#game[index];
      const node = before.childWith(move) ?? new TreeNode(known.positions[index + 1], before, move);
      before.children = [node, ...before.children.filter((child) => child !== node)];
      this.#game.push(node);
    });
    this.node = this.#game.at(-1);
  }

  // The node after a move, new or known.
  #follow(node, move) {
    const known = node.childWith(move);
    if (known) return known;
    const { positions } = this.#engine.ask({ ask: "positions", game: { start: textOf(node.position), moves: move } });
    if (positions.length !== 2) throw new Error(`'${move}' is no move`);
    const child = new TreeNode(positions[1], node, move);
    node.children.push(child);
    return child;
  }

  get moves() { return this.#known.moves; }
  get game() { return this.#game; }
  get position() { return this.node.position; }
  get text() { return textOf(this.position); }
  get player() { return this.position.player; }
  get legal() { return this.position.moves; }
  // The number of moves that lead to the shown position.
  get shown() { return this.node.depth; }
  set shown(index) { this.node = this.#game[index]; }
  get isLast() { return this.node === this.#game.at(-1); }
  get isInGame() { return this.#game[this.node.depth] === this.node; }
  get isOver() { return (this.isLast || !this.isInGame) && this.legal.length === 0; }
  get result() { return this.isInGame ? this.#known.result : this.#ask("positions").result; }
  get opening() { return this.isInGame ? this.#known.opening : this.#ask("opening").name; }
  get note() { return this.#known.note; }
  get previous() { return this.node.move || null; }
  // Whether the opponent of the side to move had to pass.
  get passed() { return this.shown > 0 && this.legal.length > 0 && this.node.player === this.player; }
  // What there is to say about the shown position.
  get situation() {
    const { isOver, player, passed, note, shown } = this;
    if (isOver) {
      const [black, white] = this.result.split("-").map(Number);
      const winner = black > white ? "Black wins" : "White wins";
      return `The game is over. ${black === white ? "A draw" : winner}, ${black}–${white}.`;
    }
    const pass = passed ? `${player === "X" ? "White" : "Black"} has no move and passes. ` : "";
    const remark = shown === 0 && note ? ` ${note}` : "";
    return `${pass}${upper(sides[player])} to move.${remark}`;
  }
  // Whom position number `index` asks for a move.
  playerAt(index) { return this.#game[index].position.player; }

  #ask(ask) { return this.#engine.ask({ ask, game: { start: this.record.start, moves: this.node.line } }); }

  // Whether there are variations, notes or marks.
  get isAnnotated() { return !this.#root.isPlain || this.#game.at(-1).children.length > 0; }
  // The tree as a list; empty if the game is all there is.
  get tree() { return this.isAnnotated || this.#root.all.some(({ value }) => value !== null) ? this.#root.list : []; }
  // What `open` takes.
  get state() {
    const { record, shown, tree } = this;
    return { record, shown, tree, node: tree.length > 0 ? this.#root.all.indexOf(this.node) : undefined };
  }

  // Plays a legal move in the shown position of the game. What came after it is forgotten, unless there are
  // remarks or variations, which stay as variations.
  play(move) {
    const { node } = this, isSame = this.#game[this.shown + 1]?.move === move;
    const forgotten = this.#game[this.shown + (isSame ? 2 : 1)];
    if (forgotten?.isPlain && this.#game.at(-1).children.length === 0) forgotten.detach();
    this.#change(node.line + move);
  }

  // Tries a legal move in the shown position, which leaves the game as it is.
  explore(move) { this.node = this.#follow(this.node, move); }

  // Makes the line of the shown position the game, to its end.
  promote() {
    const { node } = this;
    let last = node;
    while (last.children.length > 0) last = last.children[0];
    this.#change(last.line);
    this.node = node;
  }

  // Forgets the shown variation from its shown move on.
  remove() {
    const { node } = this;
    node.detach();
    this.node = node.parent;
  }

  #change(moves) {
    const record = { ...this.record, moves };
    this.#lay(record, this.#engine.ask({ ask: "positions", game: record }));
  }

  // Back to the move at which the game was left.
  returnToGame() { while (!this.isInGame) this.node = this.node.parent; }

  // Remembers the scores of an analysis of the game.
  rememberGame({ moves }) {
    moves.forEach(({ player, score, certainty }, index) => {
      if (certainty !== "wld") this.#game[index + 1].value = player === "X" ? score : -score;
    });
  }

  // Remembers the scores that a search has found for moves of the tree. An outcome is no score in discs.
  remember({ moves }) {
    const { node } = this, { player } = node.position;
    const forBlack = ({ score }) => (player === "X" ? score : -score);
    const isScore = ({ certainty }) => certainty !== "wld" && certainty !== "none";
    for (const line of moves.filter(isScore)) {
      const child = node.childWith(line.move);
      if (child) child.value = forBlack(line);
    }
    if (node.parent && moves.length > 0 && isScore(moves[0])) node.value = forBlack(moves[0]);
  }
}
