// Who plays: the user, the engine with a level, or a player of the literature.

class Settings {
  #levels;
  #players;
  #levelForPeople;

  constructor(about, changed) {
    this.#levels = about.levels;
    this.#levelForPeople = about.level_for_people;
    this.#players = new Map(about.players.map((player) => [player.name, player]));
    for (const color of ["X", "O"]) {
      const select = element(`player-${color}`);
      select.append(new Option("You", "you"), new Option("Emilia", "emilia"));
      const group = document.createElement("optgroup");
      group.label = "Players of the literature";
      for (const { name } of about.players) group.append(new Option(upper(name).replaceAll("-", " "), name));
      select.append(group);
      select.onchange = () => this.#tell(changed);
    }
    const level = element("level");
    level.min = this.#levels[0].level;
    level.max = this.#levels.at(-1).level;
    level.oninput = () => this.#tell(changed);
    element("book").onchange = () => this.#tell(changed);
    this.state = {};
  }

  get level() { return Number(element("level").value); }
  playerOf(color) { return element(`player-${color}`).value; }
  isUser(color) { return this.playerOf(color) === "you"; }

  // The name of the player of a colour, for a sentence.
  nameOf(color) {
    const player = this.playerOf(color);
    if (player === "you") return "You";
    return player === "emilia" ? `Emilia, level ${this.level}` : upper(player).replaceAll("-", " ");
  }

  // The request for a move of the player of a colour. For the user's colour the engine plays.
  moveRequest(color, position) {
    const player = this.playerOf(color);
    const request = { ask: "choose", position };
    if (player !== "you" && player !== "emilia") return { ...request, player };
    return { ...request, level: this.level, book: element("book").checked };
  }

  get state() {
    return { X: this.playerOf("X"), O: this.playerOf("O"), level: this.level, book: element("book").checked };
  }

  // What is missing or wrong becomes what it is at first: the user, black, against a level for people.
  set state({ X = "you", O = "emilia", level, book = true }) {
    for (const [color, player] of [["X", X], ["O", O]]) {
      const select = element(`player-${color}`);
      select.value = player;
      if (select.selectedIndex < 0) select.value = "you";
    }
    element("level").value = Number.isInteger(level) ? level : this.#levelForPeople;
    element("book").checked = book !== false;
    this.#describe();
  }

  #tell(changed) {
    this.#describe();
    changed();
  }

  #describe() {
    const { level, name, elo, depth, exact_at: exactAt, errs } = this.#levels[this.level - 1];
    const strength = elo === null ? `${level}, ${name}` : `${level}, ${name}, Elo ${elo}`;
    element("level-number").textContent = strength;
    element("level").setAttribute("aria-valuetext", strength);
    const parts = [`Looks ${counted(depth, "move")} ahead and plays the last ${exactAt} perfectly`];
    if (errs) parts.push("makes mistakes on purpose");
    if (level > 22) parts.push("may think for minutes");
    element("level-text").textContent = `${parts.join("; ")}.`;
    const told = ["X", "O"].map((color) => this.#players.get(this.playerOf(color))).filter(Boolean);
    const text = [...new Set(told)].map(({ name, description, source }) =>
      `${upper(name).replaceAll("-", " ")}: ${description} (${source}).`).join(" ");
    element("player-text").textContent = text;
    element("player-text").hidden = text === "";
    element("level-field").hidden = !["X", "O"].some((color) => this.playerOf(color) === "emilia");
  }
}
