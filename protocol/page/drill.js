// Drills: asks positions of a file of problems, or puzzles that the engine makes from games, until all
// are right, and again on later days. The engine knows the rules; here is what the user has answered.

const mostPositions = 10_000;

// The day by the clock of this place.
function dayOf(date) {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

// What the browser keeps of drills. Where it refuses storage, the page keeps it as long as it is open.
const drillStorage = {
  kept: {},
  read(name) {
    try {
      return localStorage.getItem(`emilia-${name}`) ?? "";
    } catch {
      return drillStorage.kept[name] ?? "";
    }
  },
  write(name, text) {
    drillStorage.kept[name] = text;
    try {
      localStorage.setItem(`emilia-${name}`, text);
    } catch { // there is no storage, or no room
      element("drill-error").textContent = "This browser doesn't keep the answers: save them before you close the page.";
    }
  },
};

class Drill {
  #engine;
  #play;
  #table = new Table(element("drill-board"), element("drill-squares"), (square) => this.#choose(square));
  #name = ""; // of the problems
  #problems = "";
  #sitting = null; // the day, how long the log was when it began, how many positions, and the moves so far
  #reply = null; // the engine's to the sitting
  #isJudged = false; // whether the verdict on the last move is shown
  #games = []; // of the last file that was opened
  #before = ""; // the answers that a file has replaced

  constructor(engine, play) {
    this.#engine = engine;
    this.#play = play;
    const actions = {
      "start-drill": () => this.#start(), "leave-drill": () => this.#leave(), "drill-next": () => this.#goOn(), "drill-more": () => this.#begin(),
      "drill-show": () => this.#answer("show"), "drill-explore": () => this.#explore(), "make-puzzles": () => this.#make([play.namedRecord()], false),
      "make-all-puzzles": () => this.#make(this.#games, true), "stop-puzzles": () => engine.stop(), "load-answers": () => element("answers-file").click(),
      "save-answers": () => saveFile(this.#log, "drill.txt", "text/plain"), "restore-answers": () => this.#restore(),
      "save-problems": () => saveFile(this.#problems, "problems.obf", "text/plain"),
    };
    for (const [id, act] of Object.entries(actions)) element(id).onclick = act;
    element("answers-file").onchange = () => {
      const [file] = element("answers-file").files;
      if (file) this.#load(file);
      element("answers-file").value = "";
    };
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.#leave(); });
  }

  get #isShown() { return !element("drill-view").hidden; }
  get #log() { return drillStorage.read("answers"); }
  // Where the sitting stands, or where a new one of today would.
  #ask(sitting = { today: dayOf(new Date()), begin: this.#log.length, count: mostPositions, moves: [] }, problems = this.#problems) {
    const { today, begin, count, moves } = sitting;
    return this.#engine.ask({ ask: "drill", problems, log: this.#log.slice(0, begin), today, count, moves });
  }

  // Takes over what was kept, which may be damaged. If it may be shown, a sitting in which the page was left
  // goes on.
  resume(mayShow) {
    try {
      this.#engine.ask({ ask: "drill", problems: "", log: this.#log, today: dayOf(new Date()) });
    } catch ({ message }) {
      element("drill-error").textContent = `The answers that were kept are damaged (${message}) and are set aside.`;
      drillStorage.write("damaged-answers", this.#log);
      drillStorage.write("answers", "");
    }
    try {
      const { name, problems, sitting, isShown } = JSON.parse(drillStorage.read("drill"));
      this.#ask(undefined, problems ?? null);
      this.#take(name, problems);
      if (sitting?.today === dayOf(new Date())) this.#reply = this.#ask(sitting);
      if (this.#reply) this.#sitting = sitting;
      if (this.#reply && isShown && mayShow) this.#enter();
    } catch { // there is nothing, or nothing sound
      this.#reply = this.#sitting = null;
    }
    this.#drawCard();
  }

  #take(name, problems) {
    this.#name = String(name);
    this.#problems = problems;
    this.#sitting = this.#reply = null;
  }

  #save() {
    const state = { name: this.#name, problems: this.#problems, sitting: this.#sitting, isShown: this.#isShown };
    drillStorage.write("drill", JSON.stringify(state));
  }

  // Begins a drill of the problems in a file, and returns whether it has any. Throws an Error with the
  // reason if its name says that it should.
  open(text, name) {
    try {
      if (this.#ask(undefined, text).positions === 0) throw new Error("it has no problems");
    } catch (error) {
      if (/\.obf$/i.test(name)) throw error;
      return false;
    }
    this.#take(name, text);
    this.#begin();
    return true;
  }

  // Offers puzzles from games that were opened.
  offer(games) {
    this.#games = games;
    element("make-all-puzzles").hidden = games.length < 2;
    element("make-all-puzzles").textContent = `Puzzles from ${games.length} games`;
  }

  #start() {
    if (this.#sitting?.today === dayOf(new Date()) && this.#reply.left > 0) this.#enter();
    else this.#begin();
  }

  // Begins a new sitting.
  #begin() {
    const count = Math.min(mostPositions, Math.max(1, Math.floor(Number(element("drill-count").value)) || 1));
    this.#sitting = { today: dayOf(new Date()), begin: this.#log.length, count, moves: [] };
    this.#reply = this.#ask(this.#sitting);
    this.#enter();
  }

  #enter() {
    this.#isJudged = false;
    if (!this.#isShown) {
      this.#play.pause();
      element("play-view").hidden = true;
      element("drill-view").hidden = false;
      scrollTo(0, 0);
    }
    this.#save();
    this.#draw();
    this.#focus();
  }

  #leave() {
    if (!this.#isShown) return;
    element("drill-view").hidden = true;
    element("play-view").hidden = false;
    this.#save();
    this.#drawCard();
    this.#play.update();
    element("start-drill").focus();
  }

  #choose(square) {
    const { asked } = this.#reply;
    if (this.#isJudged || !asked) return;
    if (asked.moves.includes(square)) {
      this.#answer(square);
    } else {
      this.#table.refuse(square);
      element("drill-status").textContent = `${square} is not a legal move. ${this.#question}`;
    }
  }

  #answer(move) {
    const before = this.#reply.answers.length;
    this.#sitting.moves.push(move);
    this.#reply = this.#ask(this.#sitting);
    const added = this.#reply.answers.slice(before);
    if (added) drillStorage.write("answers", this.#log + added);
    this.#isJudged = true;
    this.#save();
    this.#draw();
    element("drill-next").focus();
  }

  #goOn() {
    this.#isJudged = false;
    this.#draw();
    this.#focus();
  }

  #focus() {
    if (this.#reply.asked) this.#table.focus();
    else element("leave-drill").focus();
  }

  // Opens the shown position beside the game.
  #explore() {
    const position = this.#isJudged ? this.#reply.verdict : this.#reply.asked;
    this.#leave();
    this.#play.openText(textOf(position));
  }

  // Makes puzzles from games: from one all of them, from many the hardest of each.
  async #make(games, isHardest) {
    const range = (name) => ["least", "most"].map((end) => Number(element(`${end}-${name}`).value));
    const request = { ask: "puzzles", goal: element("puzzle-goal").value, empties: range("empties"), hardness: range("hardness"), hardest: isHardest };
    const bar = element("puzzles-bar"), found = [];
    let said = "";
    this.#play.pause();
    element("drill-error").textContent = "";
    element("puzzles-progress").hidden = false;
    element("stop-puzzles").focus();
    try {
      for (const [number, game] of games.entries()) {
        const { puzzles } = await this.#engine.search({ ...request, game }, ({ done, all }) => { bar.value = (number + done / all) / games.length; });
        found.push(...puzzles.map(({ problem }) => problem));
      }
      if (found.length === 0) said = "There is no such puzzle; take more empty squares, another hardness or another game.";
    } catch (error) {
      said = error instanceof Stopped ? "The search for puzzles is stopped." : `No puzzles were made: ${error.message}.`;
    }
    element("puzzles-progress").hidden = true;
    this.#play.update();
    element("drill-error").textContent = said;
    if (found.length === 0) return;
    this.#take(games.length === 1 ? "Puzzles from a game" : `Puzzles from ${games.length} games`, found.join("\n"));
    this.#begin();
  }

  async #load(file) {
    try {
      const text = await textOfFile(file), log = text === "" || text.endsWith("\n") ? text : `${text}\n`;
      this.#engine.ask({ ask: "drill", problems: "", log, today: dayOf(new Date()) });
      this.#replaceLog(log);
      this.#offerBack(`The ${counted(log.split("\n").length - 1, "answer")} of ${file.name} are here now`);
    } catch ({ message }) {
      element("drill-error").textContent = `The answers can't be loaded: ${message}.`;
    }
  }

  #replaceLog(log) {
    this.#before = this.#log;
    this.#sitting = this.#reply = null;
    element("drill-error").textContent = "";
    drillStorage.write("answers", log);
    this.#save();
    this.#drawCard();
  }

  #restore() {
    this.#replaceLog(this.#before);
    this.#offerBack("");
  }

  #offerBack(text) {
    element("answers-notice").hidden = text === "";
    element("answers-text").textContent = text;
  }

  get #question() {
    const { asked, left, summary } = this.#reply;
    return asked ? `${asked.text} (${left} left)` : summary;
  }

  #drawCard() {
    const hasProblems = this.#problems !== "";
    for (const id of ["start-drill", "save-problems"]) element(id).disabled = !hasProblems;
    for (const id of ["make-puzzles", "make-all-puzzles", "load-answers", "save-answers"]) element(id).disabled = false;
    const isBegun = this.#sitting?.moves.length > 0 && this.#reply.left > 0;
    element("start-drill").textContent = isBegun ? `Continue (${this.#reply.left} left)` : "Start";
    if (!hasProblems) return;
    const { positions, left, summary } = this.#ask();
    element("drill-text").textContent = `${this.#name}: ${counted(positions, "position")}, ${left} to be asked today. ${left > 0 ? "" : summary}`;
  }

  #draw() {
    const { asked, verdict, answered, right, left } = this.#reply, judged = this.#isJudged ? verdict : null, position = judged ?? asked;
    element("drill-name").textContent = this.#name;
    element("drill-status").textContent = judged?.text ?? this.#question;
    element("drill-status").classList.toggle("error", judged !== null && !judged.right);
    element("drill-counts").textContent = `${answered} answered, ${right} of them right at once; ${left} left.`;
    element("drill-bar").value = answered + left > 0 ? answered / (answered + left) : 1;
    const scores = (judged?.scores ?? []).map((scored) => ({ ...scored, certainty: "exact" })).sort((a, b) => b.score - a.score);
    this.#table.draw(position ?? verdict ?? { board: usualStart.slice(0, 64) }, { legal: judged ? [] : asked?.moves, scores, chosen: judged?.move });
    this.#drawScores(scores, judged?.move);
    element("drill-show").hidden = judged !== null || !asked;
    element("drill-next").hidden = judged === null;
    element("drill-explore").hidden = !position;
    element("drill-more").hidden = judged !== null || Boolean(asked) || this.#ask().left === 0;
  }

  #drawScores(scores, move) {
    const body = element("drill-scores");
    body.textContent = "";
    element("drill-scores-list").hidden = scores.length === 0;
    for (const line of scores) {
      const row = body.insertRow();
      row.className = line.move === move ? "chosen" : "";
      for (const text of [line.move, scoreText(line, line.score), line.move === move ? "your move" : ""]) append(row, "td", text, "left");
    }
  }
}
