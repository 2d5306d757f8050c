// Plays the game: draws it, takes the user's moves, and asks the engine for its moves, hints and
// scores. One search runs at a time; a new one stops the one before.

const evaluationSeconds = 30;
const hintSeconds = 1;

class Play {
  #engine;
  #match;
  #settings;
  #table = new Table((square) => this.#choose(square));
  #mode = "idle"; // idle, thinking, evaluating, hinting, busy (an analysis), or editing
  #result = null; // the scores of the shown position
  #sofar = null; // what the engine would play, while it thinks
  #hinted = null;
  #isNew = true; // whether the next move is the engine's first in this game
  #setUp = null; // the discs of the position that is being set up
  #before = null; // the game that the shown one has replaced, for undo

  constructor(engine, match, settings) {
    this.#engine = engine;
    this.#match = match;
    this.#settings = settings;
    element("undo").onclick = () => this.undo();
    element("redo").onclick = () => this.redo();
    element("hint").onclick = () => this.#hint();
    element("move-now").onclick = () => this.#moveNow();
    element("new").onclick = () => this.open({ start: usualStart }, "A new game. ");
    element("evaluate").onchange = () => this.update();
    element("set-up").onclick = () => this.#beginSetUp();
    element("set-up-bar").onsubmit = (event) => {
      event.preventDefault();
      this.#endSetUp();
    };
    element("clear").onclick = () => {
      this.#setUp.fill("-");
      this.#drawSetUp();
    };
    element("cancel-set-up").onclick = () => this.#leaveSetUp();
  }

  // Shows another game. Undo at its beginning shows the one before again.
  open(record, said = "") {
    const { record: before, shown, moves } = this.#match;
    this.#match.open(record);
    if (moves.length > 0) this.#before = { record: before, shown };
    this.#isNew = true;
    this.#leaveSetUp(said);
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
    this.#mode = "busy";
    this.#draw();
  }

  // After a change of the game or of the players: draws the page, saves it, and goes on.
  update(said = "") {
    if (this.#setUp) return;
    this.#stop();
    this.#result = this.#hinted = null;
    this.#mode = "idle";
    this.#save();
    this.#say(said + this.#situation());
    const { isLast, player, legal } = this.#match;
    if (isLast && legal.length > 0 && !this.#settings.isUser(player)) this.#think();
    else if (element("evaluate").checked && legal.length > 0) this.#evaluate();
    this.#draw();
  }

  // Goes back to the user's last turn; without a user to the last move. Before the first one is the game
  // that this one has replaced.
  undo() {
    if (this.#before && !this.#hasTurnBefore()) this.#goBack();
    else this.#goTo((index) => index - 1);
  }

  redo() { this.#goTo((index) => index + 1); }

  show(index) {
    this.#match.shown = index;
    this.update();
  }

  #goBack() {
    const { record, shown } = this.#before;
    this.#before = null;
    this.#match.open(record, shown);
    this.#isNew = true;
    this.update("This is the game before. ");
  }

  #goTo(next) {
    const last = this.#match.moves.length;
    const isInside = (index) => index >= 0 && index <= last;
    let index = next(this.#match.shown);
    while (isInside(next(index)) && !this.#isTurn(index)) index = next(index);
    if (isInside(index)) this.show(index);
  }

  // Whether undo and redo stop at a position: it is the user's turn, or there is no user.
  #isTurn(index) {
    const isUsers = (color) => this.#settings.isUser(color);
    return isUsers(this.#match.playerAt(index)) || !["X", "O"].some(isUsers);
  }

  #hasTurnBefore() {
    return Array.from({ length: this.#match.shown }, (_, index) => index).some((index) => this.#isTurn(index));
  }

  #choose(square) {
    if (this.#setUp) {
      const next = { "-": "X", X: "O", O: "-" }, index = squareNames.indexOf(square);
      this.#setUp[index] = next[this.#setUp[index]];
      this.#drawSetUp();
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
    const mover = this.#match.player;
    this.#match.play(move);
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
    const result = await this.#search("evaluating", request, (sofar) => { this.#result = sofar; });
    if (!result) return;
    this.#mode = "idle";
    this.#result = result;
    this.#draw();
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
      this.#result = result;
      if (element("evaluate").checked) this.#evaluate();
    }
    const best = result.moves[0];
    this.#hinted = best.move;
    this.#say(`Hint: ${best.move}, ${scoreText(best, best.score)} (${certaintyText(best)}).`);
    this.#draw();
  }

  #beginSetUp() {
    this.#stop();
    this.#mode = "editing";
    this.#setUp = [...this.#match.position.board];
    element("set-up-bar").elements["to-move"].value = this.#match.player;
    this.#say("Set up a position: a click changes a square from empty to black, white and empty.");
    this.#drawSetUp();
    element("squares").scrollIntoView({ block: "nearest" });
  }

  #endSetUp() {
    const start = `${this.#setUp.join("")} ${element("set-up-bar").elements["to-move"].value}`;
    try {
      this.open({ start }, "The position is set up. ");
    } catch ({ message }) {
      this.#say(`This can't be played: ${message}.`);
    }
  }

  #leaveSetUp(said = "") {
    this.#setUp = null;
    this.update(said);
  }

  #save() {
    const { record, shown } = this.#match;
    saved.write({ record, shown, settings: this.#settings.state, evaluate: element("evaluate").checked });
  }

  #say(text) { element("status").textContent = text; }

  // What there is to say about the shown position.
  #situation() {
    const { isOver, result, player, passed, note, shown } = this.#match;
    if (isOver) {
      const [black, white] = result.split("-").map(Number);
      const winner = black > white ? "Black wins" : "White wins";
      return `The game is over. ${black === white ? "A draw" : winner}, ${black}–${white}.`;
    }
    const pass = passed ? `${player === "X" ? "White" : "Black"} has no move and passes. ` : "";
    const remark = shown === 0 && note ? ` ${note}` : "";
    return `${pass}${upper(sides[player])} to move.${remark}`;
  }

  #draw() {
    if (this.#setUp) return;
    const match = this.#match, { legal, isLast } = match, mode = this.#mode;
    const canMove = mode !== "thinking" && mode !== "busy";
    const scores = mode !== "thinking" && element("evaluate").checked && this.#result ? this.#result.moves : [];
    this.#table.draw(match.position, { legal: canMove ? legal : [], previous: match.previous, scores, hinted: this.#hinted });
    this.#drawPlayers(match.position.discs);
    showScores(scores.length > 0 ? this.#result : null, mode === "evaluating");
    element("thinking").textContent = this.#thinkingText();
    showRecord(match, (index) => this.show(index), mode === "busy");
    element("opening").textContent = match.opening;
    element("set-up-bar").hidden = true;
    element("play-bar").hidden = false;
    const disabled = {
      undo: match.shown === 0 && !this.#before, redo: isLast, hint: legal.length === 0 || mode === "thinking" || mode === "hinting",
      "move-now": legal.length === 0 || (mode === "thinking" && !this.#sofar), new: false,
      analyze: match.moves.length === 0, open: false, "set-up": false,
    };
    for (const [id, isDisabled] of Object.entries(disabled)) element(id).disabled = isDisabled || mode === "busy";
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
    const board = this.#setUp.join("");
    this.#table.draw({ board }, { editing: true });
    this.#drawPlayers(["X", "O"].map((disc) => this.#setUp.filter((other) => other === disc).length));
    element("thinking").textContent = "";
    showScores(null);
    element("set-up-bar").hidden = false;
    element("play-bar").hidden = true;
    for (const id of ["analyze", "set-up"]) element(id).disabled = true;
  }
}

// The list of moves, each a button that shows the position after it.
function showRecord({ moves, shown }, choose, isDisabled) {
  const list = element("record");
  list.textContent = "";
  element("no-record").hidden = moves.length > 0;
  moves.forEach(({ move, player }, index) => {
    const button = append(append(list, "li"), "button");
    append(button, "small", String(index + 1));
    append(button, "i", "", `disc ${sides[player]}`);
    append(button, "span", move);
    button.setAttribute("aria-label", `${index + 1}. ${sides[player]} ${move}`);
    button.disabled = isDisabled;
    if (index === shown - 1) {
      button.setAttribute("aria-current", "true");
      list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight + button.offsetHeight + 8;
    }
    button.onclick = () => choose(index + 1);
  });
}
