// The games of files that the user has opened: which of them come to the position on view, what was
// played there, and a list from which a game opens. They stay until the page is left.

const gamesAtOnce = 20, mostListed = 1000;
// In base64 such a file fits into a request.
const longestFile = 45_000_000;

const fileSize = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
const grouped = (number) => number.toLocaleString("en");
const groupedGames = (number) => `${grouped(number)} game${number === 1 ? "" : "s"}`;
const yearsText = ([first, last]) => (first === last ? String(first) : `${first}–${last}`);
const pointsText = ({ points }) => (points === null ? "?" : `${Math.round(points)} %`);
const discsText = ({ discs }) => (discs === null ? "?" : signed(discs, 1));

const recordOf = ({ start = usualStart, moves, black, white, event, date }) => ({ start, moves, names: { X: black, O: white }, event, date });

class Unreadable extends Error {}

// The bytes of a file in base64.
function contentsOf(file) {
  return new Promise((resolve, reject) => {
    if (file.size > longestFile) {
      throw new Unreadable(`'${file.name}' has ${fileSize(file.size)}; the page reads up to ${fileSize(longestFile)}, the program for the command line more`);
    }
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(new Unreadable(`'${file.name}' can't be read: ${reader.error.message}`));
    reader.readAsDataURL(file);
  });
}

class Games {
  #engine;
  #match;
  #play;
  #all = 0; // games that are open
  #listed = gamesAtOnce;
  #openings = 0; // how many times files have been opened
  #lookUps = 0;

  constructor(engine, match, play) {
    this.#engine = engine;
    this.#match = match;
    this.#play = play;
    play.changed = () => this.lookUp();
    element("games-player").oninput = element("games-years").onchange = () => this.lookUp();
    element("games-more").onclick = () => this.lookUp(this.#listed + gamesAtOnce);
    element("games-close").onclick = () => {
      this.#close();
      element("open-file").focus();
    };
  }

  // Opens the games of files in place of those that are open, and returns up to `mostListed` of them. Throws
  // an Error if there are none.
  async open(files) {
    const opening = ++this.#openings, problems = [];
    let opened = null, read = 0;
    // The names come first: a base gets them when it is read.
    const isNames = ({ name }) => /\.(jou|trn)$/i.test(name);
    const ordered = [...files].sort((one, other) => isNames(other) - isNames(one));
    for (const [index, file] of ordered.entries()) {
      element("files-text").textContent = `Reading '${file.name}', file ${index + 1} of ${ordered.length}…`;
      const answer = await this.#openFile(file, opened !== null, problems);
      if (opening !== this.#openings) return []; // the user has opened others
      if (!answer?.games) continue;
      opened = answer;
      ++read;
    }
    this.#tell(opened, read, problems);
    if (!opened) throw new Error(problems[0]);
    if (opened.all > 1) {
      this.#all = opened.all;
      element("games").hidden = false;
      await this.lookUp();
      element("games").scrollIntoView({ block: "nearest" });
    }
    const { list } = await this.#engine.askGames({ ask: "games", count: mostListed });
    if (opened.all > 1) return list.map(recordOf);
    this.#close();
    this.#openGame(list[0], `Opened the game of '${list[0].file}'. `);
    return [];
  }

  // Opens one file, and returns the answer; null if it can't be opened.
  async #openFile(file, add, problems) {
    try {
      const base64 = await contentsOf(file);
      const answer = await this.#engine.askGames({ ask: "open_games", name: file.name, base64, add });
      problems.push(...answer.problems, ...answer.notes);
      if (answer.more_problems > 0) problems.push(`'${file.name}' has ${grouped(answer.more_problems)} more problems`);
      return answer;
    } catch (error) {
      if (!(error instanceof EmiliaError || error instanceof Unreadable)) { // the worker has ended
        this.#close();
        throw error;
      }
      problems.push(error.message);
      return null;
    }
  }

  #tell(opened, read, problems) {
    element("files-text").textContent = !opened ? ""
      : `${groupedGames(opened.all)} of ${counted(read, "file")} with ${grouped(opened.positions)} positions can be looked up until you leave or reload the page.`;
    const list = element("files-problems");
    list.hidden = problems.length < (opened ? 1 : 2);
    list.querySelector("summary").textContent = counted(problems.length, "message");
    const items = list.querySelector("ul");
    items.textContent = "";
    for (const problem of problems) append(items, "li", problem);
  }

  #close() {
    this.#all = 0;
    ++this.#openings;
    this.#engine.closeGames();
    element("games").hidden = true;
    element("files-text").textContent = "";
    element("files-problems").hidden = true;
  }

  // Looks up the position on view, and lists that many games.
  async lookUp(listed = gamesAtOnce) {
    if (this.#all === 0) return;
    const lookUp = ++this.#lookUps, error = element("games-error");
    this.#listed = listed;
    const filters = { player: element("games-player").value.trim(), years: element("games-years").value.trim() };
    const request = { ask: "games", position: this.#match.text, count: listed };
    for (const [name, value] of Object.entries(filters)) if (value) request[name] = value;
    try {
      const found = await this.#engine.askGames(request);
      if (lookUp !== this.#lookUps || this.#all === 0) return;
      error.textContent = "";
      this.#draw(found);
    } catch (failure) {
      if (lookUp !== this.#lookUps || this.#all === 0) return;
      if (failure instanceof EmiliaError) {
        error.textContent = `${upper(failure.message)}.`;
        return;
      }
      this.#close();
      element("text-error").textContent = `The games can't be looked up any more: ${failure.message}. Open them again.`;
    }
  }

  #draw(found) {
    const { games, all, moves, list } = found;
    element("games-count").textContent = groupedGames(all);
    element("games-text").textContent = this.#summary(found);
    element("games-moves-list").hidden = moves.length === 0;
    element("games-moves").textContent = "";
    for (const next of moves) this.#drawMove(next);
    element("games-list").hidden = games === 0;
    element("games-rows").textContent = "";
    for (const game of list) this.#drawGame(game);
    element("games-more").hidden = list.length === games || list.length === mostListed;
    element("games-more").textContent = `More of ${groupedGames(games)}`;
  }

  #summary({ games, black, white }) {
    if (games === 0) return "None of these games comes to this position.";
    const scored = (tally) => `${pointsText(tally)} and ${discsText(tally)} discs`;
    const comes = `${groupedGames(games)} come${games === 1 ? "s" : ""} to this position`;
    if (!white) return `${comes}. Black scored ${scored(black)}.`;
    const sides = [["black", black], ["white", white]].filter(([, { games: played }]) => played > 0);
    return `${comes}. ${sides.map(([side, tally]) => `The player scored ${scored(tally)} with ${side}`).join("; ")}.`;
  }

  #drawMove(next) {
    const { move, games, most_by: most, years } = next;
    const row = element("games-moves").insertRow(), cell = row.insertCell();
    cell.className = "left";
    if (move === null) cell.textContent = "end";
    else append(cell, "button", move).setAttribute("aria-label", `Play ${move}, ${groupedGames(games)}`);
    for (const text of [grouped(games), pointsText(next), discsText(next)]) row.insertCell().textContent = text;
    const by = row.insertCell();
    by.className = "left by";
    if (most) append(by, "span", most.games === 1 ? most.name : `${most.name}, ${grouped(most.games)} times`);
    if (years) append(by, "small", yearsText(years));
    if (move !== null) row.onclick = () => this.#play.choose(move);
  }

  #drawGame(game) {
    const { date, event, black, white, score, opening } = game;
    const row = element("games-rows").insertRow(), cell = row.insertCell();
    cell.className = "left by";
    append(cell, "button", `${black || "Black"} – ${white || "White"}`);
    const where = [event, opening].filter(Boolean).join(", ");
    if (where) append(cell, "small", where);
    row.insertCell().textContent = score;
    row.insertCell().textContent = date;
    row.onclick = () => {
      const discsOf = (text) => text.slice(0, 64).replaceAll("-", "").length;
      const shown = discsOf(this.#match.position.board) - discsOf(game.start ?? usualStart);
      this.#openGame(game, "Opened a game of the list, at this position. ", shown);
    };
  }

  // Opens a game after its move number `shown`, or at its end.
  #openGame(game, said, shown) {
    this.#play.openRecord(recordOf(game), said, { shown });
  }
}
