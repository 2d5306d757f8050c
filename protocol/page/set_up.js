// Sets up a position: a click changes a square from empty to black, white and empty.

class SetUp {
  #discs = null; // null unless a position is being set up
  #changed;

  // `changed` is called after each change, `done` with the position as text, `cancelled` without it.
  constructor(changed, done, cancelled) {
    this.#changed = changed;
    element("set-up-bar").onsubmit = (event) => {
      event.preventDefault();
      done(`${this.#discs.join("")} ${element("set-up-bar").elements["to-move"].value}`);
    };
    element("clear").onclick = () => {
      this.#discs.fill("-");
      changed();
    };
    element("cancel-set-up").onclick = cancelled;
  }

  get isOpen() { return this.#discs !== null; }
  get board() { return this.#discs.join(""); }
  get counts() { return ["X", "O"].map((disc) => this.#discs.filter((other) => other === disc).length); }

  begin({ board, player }) {
    this.#discs = [...board];
    element("set-up-bar").elements["to-move"].value = player;
    this.#changed();
    element("squares").scrollIntoView({ block: "nearest" });
  }

  change(square) {
    const next = { "-": "X", X: "O", O: "-" }, index = squareNames.indexOf(square);
    this.#discs[index] = next[this.#discs[index]];
    this.#changed();
  }

  end() { this.#discs = null; }
}
