// The board on which one plays: a drawing, and 64 buttons over it for mouse, keys and screen readers.

class Table {
  #svg;
  #grid;
  #buttons = [];
  #drawn = ""; // the discs of the last drawing

  // The drawing and the place of the buttons; `choose` gets the name of a square that was clicked.
  constructor(svg, grid, choose) {
    this.#svg = svg;
    this.#grid = grid;
    for (let row = 0; row < 8; row++) {
      const line = append(this.#grid, "div");
      line.setAttribute("role", "row");
      for (let column = 0; column < 8; column++) {
        const button = append(line, "button");
        button.setAttribute("role", "gridcell");
        button.tabIndex = -1;
        button.onclick = () => {
          this.#giveFocusTo(button);
          choose(button.dataset.square);
        };
        this.#buttons.push(button);
      }
    }
    this.#buttonOf("d3").tabIndex = 0;
    this.#grid.addEventListener("keydown", (event) => this.#followKey(event));
  }

  // Gives the focus to the square that Tab would reach.
  focus() { this.#buttons.find((button) => button.tabIndex === 0).focus({ preventScroll: true }); }

  #buttonOf(name) {
    const [column, row] = drawnAt(name);
    return this.#buttons[8 * row + column];
  }

  // Only one square can be reached by Tab; the arrows move from there.
  #giveFocusTo(button) {
    for (const other of this.#buttons) other.tabIndex = other === button ? 0 : -1;
    button.focus();
  }

  #followKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = this.#buttons.indexOf(event.target);
    const [column, row] = [index % 8, Math.floor(index / 8)];
    const place = {
      ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row], ArrowUp: [column, row - 1],
      ArrowDown: [column, row + 1], Home: [0, row], End: [7, row], PageUp: [column, 0], PageDown: [column, 7],
    }[event.key];
    if (!place) return;
    event.preventDefault();
    const inside = (at) => Math.min(7, Math.max(0, at));
    this.#giveFocusTo(this.#buttons[8 * inside(place[1]) + inside(place[0])]);
  }

  // Draws a position. `marks` may have: legal, moves that can be clicked; previous, the move that led
  // here; scores, of the engine's moves; hinted, a move to point out; chosen, the user's move that was
  // judged; editing, whether discs are set up.
  draw({ board }, { legal = [], previous = null, scores = [], hinted = null, chosen = null, editing = false }) {
    drawSquares(this.#svg);
    drawDiscs(this.#svg, board);
    this.#turnDiscs(board);
    if (previous) drawPreviousMove(this.#svg, previous);
    const scored = new Map(scores.map((line) => [line.move, line]));
    for (const move of legal) {
      const [x, y] = placeOf(move);
      if (!scored.has(move)) draw(this.#svg, "circle", { class: "legal", cx: x, cy: y, r: 6 });
    }
    for (const line of scores) drawScore(this.#svg, line.move, shortScore(line, line.score), line.score === scores[0].score);
    for (const [name, kind] of [[hinted, "hinted"], [chosen, "judged"]]) {
      if (!squareNames.includes(name)) continue;
      const [x, y] = placeOf(name);
      draw(this.#svg, "circle", { class: kind, cx: x, cy: y, r: 22 });
    }
    this.#grid.classList.toggle("editing", editing);
    squareNames.forEach((name, index) => {
      const button = this.#buttonOf(name), line = scored.get(name);
      const parts = [name, sides[board[index]] ?? "empty"];
      if (legal.includes(name)) parts.push("legal move");
      if (line) parts.push(scoreText(line, line.score));
      if (name === hinted) parts.push("hint");
      if (name === chosen) parts.push("your move");
      if (name === previous) parts.push("last move");
      button.dataset.square = name;
      button.setAttribute("aria-label", parts.join(", "));
      button.classList.toggle("legal", legal.includes(name));
    });
  }

  // Discs that have changed their colour since the last drawing turn around.
  #turnDiscs(board) {
    const before = this.#drawn;
    this.#drawn = board;
    const discs = [...this.#svg.querySelectorAll("circle.black, circle.white")];
    const occupied = [...board].flatMap((disc, index) => (sides[disc] ? [index] : []));
    occupied.forEach((index, at) => {
      const turned = sides[before[index]] && before[index] !== board[index];
      if (turned) discs[at].classList.add("turned");
    });
  }

  refuse(name) {
    const button = this.#buttonOf(name);
    button.classList.add("refused");
    button.onanimationend = () => button.classList.remove("refused");
  }
}
