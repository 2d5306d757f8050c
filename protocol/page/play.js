// Plays the game: draws it, takes the user's moves, and asks the engine for its moves, hints and
// scores. One search runs at a time; a new one stops the one before. While the user explores, both sides
// are his, and the game stays as it is.

const evaluationSeconds = 30;
const hintSeconds = 1;

class Play {
  #engine;
  #match;
  #settings;
  #table = new Table(element("play-board"), element("squares"), (square) => this.choose(square));
  #mode = "idle"; // idle, thinking, evaluating, hinting, busy (an analysis), or editing
  #result = null; // the scores of the shown position
  #sofar = null; // what the engine would play, while it thinks
  #hinted = null;
  #isNew = true; // whether the next move is the engine's first in this game
  #before = null; // the game that the shown one has replaced, for undo
  #isExploring = false;
  #isRecord = false; // whether the game comes from elsewhere: a move in the middle doesn't change it
  #isCounted = false; // whether the level has adapted to the result of this game
  #isVisiting = false; // whether a link shows it: what is saved stays until the user plays
  #analyzed = null; // the last analysis
  #setUp;
  #explorer;
  #clocks;
  changed = () => {}; // called when another position is on view

  constructor(engine, match, settings) {
    this.#engine = engine;
    this.#match = match;
    this.#settings = settings;
    this.#setUp = new SetUp(() => this.#drawSetUp(), (start) => this.#endSetUp(start), () => this.#leaveSetUp());
    this.#explorer = new Explorer(match, (node) => this.#showNode(node), () => this.#rememberRemarks());
    this.#clocks = new Clocks(() => this.update(), () => this.#save(),
      (color) => this.#say(`${upper(sides[color])}'s time is up. ${this.#situation()}`));
    element("undo").onclick = () => this.undo();
    element("redo").onclick = () => this.redo();
    element("hint").onclick = () => this.#hint();
    element("move-now").onclick = () => this.#moveNow();
    element("new").onclick = () => this.open({ start: usualStart }, "A new game. ", { told: "New game started" });
    element("notice-undo").onclick = () => this.#goBack();
    element("explore").onclick = () => (this.#isExploring ? this.#leaveExploring() : this.explore(this.#match.shown));
    element("promote").onclick = () => {
      this.#match.promote();
      this.#isVisiting = false;
      this.update("This line is the game now. ");
    };
    element("remove").onclick = () => this.#remove();
    element("turn").onclick = () => {
      view.turns = (view.turns + 1) % 4;
      this.#save();
      if (this.#setUp.isOpen) this.#drawSetUp();
      else this.#draw();
    };
    element("evaluate").onchange = () => this.update();
    element("set-up").onclick = () => this.#beginSetUp();
  }

  // Shows another game. Undo at its beginning shows the one before again.
  open(record, said = "", { tree, shown, isRecord = false, isVisiting = false, told = "Another game is open" } = {}) {
    const before = this.#state, isLost = this.#match.moves.length > 0 || before.tree.length > 0;
    this.#match.open(record, shown, { tree });
    if (isLost) this.#before = before;
    this.#isNew = true;
    this.#isExploring = false;
    this.#isRecord = isRecord;
    this.#isCounted = false;
    this.#isVisiting = isVisiting;
    this.#settings.beginGame();
    this.#clocks.reset();
    this.#offerUndo(isLost ? told : "");
    this.#leaveSetUp(said);
  }

  // Takes over a saved state. Throws an Error if its game can't be read.
  restore({ record, shown, tree, node, isExploring, isRecord, isCounted, clocks }) {
    this.#match.open(record, shown, { tree, node });
    this.#isExploring = isExploring === true || !this.#match.isInGame;
    this.#isRecord = isRecord === true;
    this.#isCounted = isCounted === true;
    this.#isVisiting = false;
    this.#clocks.state = clocks ?? {};
    this.#isNew = true;
  }

  get #state() {
    return { ...this.#match.state, isExploring: this.#isExploring, isRecord: this.#isRecord, isCounted: this.#isCounted, clocks: this.#clocks.state };
  }

  // Opens what a text holds, for the user to look at, and returns all its games. Throws an Error if it can't
  // be read.
  openText(text, isVisiting = false) {
    const { games, understood, tree } = this.#engine.ask({ ask: "read", text });
    this.openRecord(games[0], `Opened ${games.length > 1 ? "the first of " : ""}${understood}. `, { tree, isVisiting });
    return games;
  }

  // Opens a game for the user to look at. Throws an Error if it can't be played.
  openRecord(record, said, options) {
    const before = this.#settings.state;
    this.#settings.state = { ...before, X: "you", O: "you" };
    try {
      this.open(record, said, { ...options, isRecord: true });
    } catch (error) {
      this.#settings.state = before;
      throw error;
    }
  }

  // The game with the names of its players, as far as they are known.
  namedRecord() {
    const names = {};
    for (const color of ["X", "O"]) names[color] = this.#match.record.names[color] || this.#settings.nameOf(color);
    const isKnown = names.X !== "You" || names.O !== "You";
    return isKnown ? { ...this.#match.record, names } : this.#match.record;
  }

  // Stops what runs, for an analysis, and is quiet until `update`.
  pause() {
    this.#stop();
    this.#clocks.run(null);
    this.#mode = "busy";
    this.#draw();
    this.#drawMoves();
  }

  // After a change of the game or of the players: draws the page, saves it, and goes on.
  update(said = "") {
    if (this.#setUp.isOpen) return;
    this.#stop();
    this.#result = this.#hinted = null;
    this.#mode = "idle";
    this.#adapt();
    this.#save();
    this.#say(said + this.#situation());
    const { isLast, player, legal, moves } = this.#match;
    const isLive = isLast && !this.#isExploring && legal.length > 0;
    this.#clocks.run(isLive && moves.length > 0 ? player : null);
    if (isLive && !this.#settings.isUser(player)) this.#think();
    else if (element("evaluate").checked && legal.length > 0) this.#evaluate();
    this.#draw();
    this.#drawMoves();
    this.changed();
  }

  // Lets the level of the next game adapt to the result of this one, once.
  #adapt() {
    const { isOver, isLast, result } = this.#match;
    if (!isOver || !isLast || this.#isCounted || this.#isRecord) return;
    this.#isCounted = true;
    this.#settings.adapt(result);
  }

  // Begins to explore at a position of the game, perhaps with a move.
  explore(index, move = "") {
    this.#match.shown = index;
    this.#isExploring = true;
    if (this.#match.legal.includes(move)) this.#play(move);
    else this.update("Every move can be tried here; the game stays as it is. ");
  }

  // Keeps the analysis of the game, so that the user can come back to it.
  set analyzed(analyzed) {
    this.#analyzed = analyzed;
    this.#match.rememberGame(analyzed);
  }

  // The last analysis, if it is of this game.
  get analyzed() {
    const { start, moves } = this.#match.record;
    return this.#analyzed?.start === start && this.#analyzed.record === moves ? this.#analyzed : null;
  }

  #leaveExploring() {
    this.#match.returnToGame();
    this.#isExploring = false;
    this.update("Back in the game. ");
  }

  #showNode(node) {
    for (let child = node; child.parent; child = child.parent) child.parent.visited = child;
    this.#match.node = node;
    if (!this.#match.isInGame) this.#isExploring = true;
    this.update();
  }

  #remove() {
    const before = this.#state;
    this.#match.remove();
    this.#isVisiting = false;
    this.#before = before;
    this.#offerUndo("The variation is deleted");
    this.update();
  }

  #rememberRemarks() {
    this.#isVisiting = false;
    this.#save();
    this.#drawMoves();
  }

  // Offers to go back to the game before; without a text it offers nothing.
  #offerUndo(text) {
    element("notice").hidden = text === "";
    element("notice-text").textContent = text;
  }

  // Goes back to the user's last turn; without a user to the last move. Before the first one is the game
  // that this one has replaced.
  undo() {
    const { parent } = this.#match.node;
    if (this.#isExploring && parent) this.#showNode(parent);
    else if (this.#before && !this.#hasTurnBefore()) this.#goBack();
    else this.#goTo((index) => index - 1);
  }

  redo() {
    if (this.#isExploring) this.#showNode(nextOf(this.#match.node));
    else this.#goTo((index) => index + 1);
  }

  #goBack() {
    const before = this.#before;
    this.#before = null;
    this.#offerUndo("");
    this.restore(before);
    this.update("This is the game before. ");
  }

  #goTo(next) {
    const last = this.#match.moves.length;
    const isInside = (index) => index >= 0 && index <= last;
    let index = next(this.#match.shown);
    while (isInside(next(index)) && !this.#isTurn(index)) index = next(index);
    if (isInside(index)) this.#showNode(this.#match.game[index]);
  }

  // Whether undo and redo stop at a position: it is the user's turn, or there is no user.
  #isTurn(index) {
    const isUsers = (color) => this.#settings.isUser(color);
    return isUsers(this.#match.playerAt(index)) || !["X", "O"].some(isUsers);
  }

  #hasTurnBefore() {
    return Array.from({ length: this.#match.shown }, (_, index) => index).some((index) => this.#isTurn(index));
  }

  // Plays or tries a move, if it can be played now.
  choose(square) {
    if (this.#setUp.isOpen) {
      this.#setUp.change(square);
      return;
    }
    const match = this.#match;
    if (this.#mode === "busy") return;
    if (this.#mode === "thinking") {
      this.#say(`It is ${sides[match.player]}'s turn: ${this.#settings.nameOf(match.player)} thinks.`);
    } else if (!match.legal.includes(square)) {
      this.#table.refuse(square);
      const why = match.legal.length === 0 ? "the game is over" : `no legal move for ${sides[match.player]}`;
      this.#say(`${square}: ${why}. ${this.#situation()}`);
    } else {
      this.#play(square);
    }
  }

  #play(move) {
    const match = this.#match, mover = match.player;
    this.#isVisiting = false;
    if (this.#settings.isUser(mover)) this.#offerUndo("");
    if (this.#isRecord && !match.isLast) this.#isExploring = true;
    if (this.#isExploring) match.explore(move);
    else match.play(move);
    this.update(`${upper(sides[mover])} plays ${move}. `);
  }

  async #search(mode, request, tell) {
    this.#mode = mode;
    try {
      return await this.#engine.search(request, (result) => {
        tell(result);
        this.#draw();
      });
    } catch (error) {
      if (error instanceof Stopped) return null;
      this.#mode = "idle";
      this.#say(`The engine can't go on: ${error.message}.`);
      this.#draw();
      return null;
    }
  }

  #stop() {
    this.#sofar = null;
    this.#engine.stop();
  }

  async #think() {
    const request = { ...this.#settings.moveRequest(this.#match.player, this.#match.text), forget: this.#isNew };
    this.#isNew = false;
    const chosen = await this.#search("thinking", request, (result) => { this.#sofar = result; });
    if (chosen) this.#play(chosen.move);
  }

  // Ends the engine's thinking with the best move so far, or has it move for the user.
  #moveNow() {
    const sofar = this.#sofar;
    if (this.#mode === "thinking") {
      if (!sofar) return;
      this.#stop();
      this.#play(sofar.move);
      return;
    }
    this.#stop();
    this.#think();
    this.#draw();
  }

  async #evaluate() {
    const request = { ask: "analyze", position: this.#match.text, seconds: evaluationSeconds, book: true };
    const result = await this.#search("evaluating", request, (sofar) => {
      this.#result = sofar;
      this.#match.remember(sofar);
    });
    if (!result) return;
    this.#mode = "idle";
    this.#remember(result);
    this.#draw();
  }

  #remember(result) {
    this.#result = result;
    this.#match.remember(result);
    this.#save();
    this.#drawMoves();
  }

  async #hint() {
    let result = this.#result;
    if (!result) {
      this.#stop();
      const request = { ask: "analyze", position: this.#match.text, seconds: hintSeconds, book: true };
      const hinting = this.#search("hinting", request, () => {});
      this.#draw();
      result = await hinting;
      if (!result) return;
      this.#mode = "idle";
      this.#remember(result);
      if (element("evaluate").checked) this.#evaluate();
    }
    const best = result.moves[0];
    this.#hinted = best.move;
    this.#say(`Hint: ${best.move}, ${scoreText(best, best.score)} (${certaintyText(best)}).`);
    this.#draw();
  }

  #beginSetUp() {
    this.#stop();
    this.#clocks.run(null);
    this.#mode = "editing";
    this.#offerUndo("");
    this.#say("Set up a position: a click changes a square from empty to black, white and empty.");
    this.#setUp.begin(this.#match.position);
  }

  #endSetUp(start) {
    try {
      this.open({ start }, "The position is set up. ");
    } catch ({ message }) {
      this.#say(`This can't be played: ${message}.`);
    }
  }

  #leaveSetUp(said = "") {
    this.#setUp.end();
    this.update(said);
  }

  #save() {
    const link = linkOf(this.#match);
    if (this.#isVisiting) saved.show(link);
    else saved.write({ ...this.#state, settings: this.#settings.state, evaluate: element("evaluate").checked, turns: view.turns }, link);
  }

  #say(text) { element("status").textContent = text; }

  // What there is to say about the shown position, and about the next game.
  #situation() { return this.#match.situation + (this.#match.isOver ? this.#settings.outlook : ""); }

  #draw() {
    if (this.#setUp.isOpen) return;
    const match = this.#match, { legal, isLast } = match, mode = this.#mode;
    const canMove = mode !== "thinking" && mode !== "busy";
    const scores = mode !== "thinking" && element("evaluate").checked && this.#result ? this.#result.moves : [];
    this.#table.draw(match.position, { legal: canMove ? legal : [], previous: match.previous, scores, hinted: this.#hinted });
    this.#drawPlayers(match.position.discs);
    showScores(scores.length > 0 ? this.#result : null, mode === "evaluating");
    element("thinking").textContent = this.#thinkingText();
    element("set-up-bar").hidden = true;
    element("play-bar").hidden = false;
    const disabled = {
      undo: match.shown === 0 && !this.#before, redo: this.#isExploring ? !nextOf(match.node) : isLast,
      hint: legal.length === 0 || mode === "thinking" || mode === "hinting",
      "move-now": legal.length === 0 || (mode === "thinking" && !this.#sofar), new: false,
      explore: false, analyze: match.moves.length === 0, open: false, "open-file": false, "set-up": false,
    };
    for (const [id, isDisabled] of Object.entries(disabled)) element(id).disabled = isDisabled || mode === "busy";
  }

  // Draws the moves of the game and of its variations.
  #drawMoves() {
    const match = this.#match, isBusy = this.#mode === "busy";
    const hasFocus = ["record", "variations"].some((id) => element(id).contains(document.activeElement));
    this.#explorer.draw(this.#isExploring, isBusy);
    if (hasFocus) document.querySelector("#record [aria-current], #variations [aria-current]")?.focus({ preventScroll: true });
    element("opening").textContent = match.opening;
    element("explore").textContent = this.#isExploring ? "Back to the game" : "Explore";
    element("to-analysis").hidden = !this.analyzed;
  }

  #thinkingText() {
    if (this.#mode === "hinting") return "Looking for a hint…";
    if (this.#mode !== "thinking") return "";
    const name = this.#settings.isUser(this.#match.player) ? "Emilia" : this.#settings.nameOf(this.#match.player);
    if (!this.#sofar?.line) return `${name} thinks…`;
    const { line } = this.#sofar;
    return `${name} thinks: ${line.move} ${scoreText(line, line.score)}, ${certaintyText(line)}; ${searchText(this.#sofar)}`;
  }

  #drawPlayers(discs) {
    ["X", "O"].forEach((color, which) => {
      const place = element(`play-${sides[color]}`);
      const recorded = this.#settings.isUser(color) ? this.#match.record.names[color] : "";
      place.querySelector("b").textContent = recorded || this.#settings.nameOf(color);
      place.querySelector("span").textContent = discs[which];
      place.classList.toggle("to-move", !this.#match.isOver && this.#match.player === color);
    });
  }

  #drawSetUp() {
    this.#table.draw({ board: this.#setUp.board }, { editing: true });
    this.#drawPlayers(this.#setUp.counts);
    element("thinking").textContent = "";
    showScores(null);
    element("set-up-bar").hidden = false;
    element("play-bar").hidden = true;
    for (const id of ["analyze", "set-up"]) element(id).disabled = true;
  }
}
