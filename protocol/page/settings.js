// Who plays: the user, the engine with a level, or a player of the literature.

class Settings {
  #engine;
  #levels;
  #players;
  #levelForPeople;
  #games = 0; // to which the level has adapted
  #next = null; // the level of the next game, if the last one has changed it

  constructor(engine, about, changed) {
    this.#engine = engine;
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
    level.oninput = () => {
      this.#next = null;
      this.#tell(changed);
    };
    element("adapt").onchange = () => this.#tell(changed);
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

  // Takes the result of a game, such as 44-20. Against a level that adapts it changes that of the next game.
  adapt(result) {
    const [color, ...others] = ["X", "O"].filter((side) => this.isUser(side));
    if (!element("adapt").checked || !color || others.length > 0 || this.playerOf(color === "X" ? "O" : "X") !== "emilia") return;
    const [black, white] = result.split("-").map(Number), lead = color === "X" ? black - white : white - black;
    const outcome = ["loss", "draw", "win"][Math.sign(lead) + 1];
    this.#next = { ...this.#engine.ask({ ask: "next_level", level: this.level, games: this.#games, outcome }), outcome };
    this.#describe();
  }

  // Begins another game, at the level that the last one has led to.
  beginGame() {
    if (!this.#next) return;
    element("level").value = this.#next.level;
    this.#games = this.#next.games;
    this.#next = null;
    this.#describe();
  }

  // What the next game will be like, as a sentence behind another one, if that is known.
  get outlook() {
    if (!this.#next || !element("adapt").checked) return "";
    const why = { win: "As you won", draw: "As it was a draw", loss: "As you lost" }[this.#next.outcome];
    return ` ${why}, your next game is against level ${this.#strengthOf(this.#next.level)}.`;
  }

  get state() {
    const adapt = { isOn: element("adapt").checked, games: this.#games, next: this.#next };
    return { X: this.playerOf("X"), O: this.playerOf("O"), level: this.level, book: element("book").checked, adapt };
  }

  // What is missing or wrong becomes what it is at first: the user, black, against a level for people.
  set state({ X = "you", O = "emilia", level, book = true, adapt }) {
    for (const [color, player] of [["X", X], ["O", O]]) {
      const select = element(`player-${color}`);
      select.value = player;
      if (select.selectedIndex < 0) select.value = "you";
    }
    element("level").value = Number.isInteger(level) ? level : this.#levelForPeople;
    element("book").checked = book !== false;
    element("adapt").checked = adapt?.isOn === true;
    this.#games = Number.isInteger(adapt?.games) ? adapt.games : 0;
    this.#next = this.#levels[adapt?.next?.level - 1] ? adapt.next : null;
    this.#describe();
  }

  #tell(changed) {
    this.#describe();
    changed();
  }

  #strengthOf(number) {
    const { level, name, elo } = this.#levels[number - 1];
    return elo === null ? `${level}, ${name}` : `${level}, ${name}, Elo ${elo}`;
  }

  #describe() {
    const { level, depth, exact_at: exactAt, errs } = this.#levels[this.level - 1], strength = this.#strengthOf(level);
    element("level-number").textContent = strength;
    element("level").setAttribute("aria-valuetext", strength);
    const parts = [`Looks ${counted(depth, "move")} ahead and plays the last ${exactAt} perfectly`];
    if (errs) parts.push("makes mistakes on purpose");
    if (level > 22) parts.push("may think for minutes");
    element("level-text").textContent = `${parts.join("; ")}.`;
    element("adapt-text").hidden = !element("adapt").checked;
    element("adapt-text").textContent = this.outlook.trim() || "The level rises after a game that you win and falls after one that you lose.";
    const told = ["X", "O"].map((color) => this.#players.get(this.playerOf(color))).filter(Boolean);
    const text = [...new Set(told)].map(({ name, description, source }) =>
      `${upper(name).replaceAll("-", " ")}: ${description} (${source}).`).join(" ");
    element("player-text").textContent = text;
    element("player-text").hidden = text === "";
    element("level-field").hidden = !["X", "O"].some((color) => this.playerOf(color) === "emilia");
  }
}
