// The page's engine: the package for JavaScript with the module that the page carries, or with the files
// beside a served page. Its rules answer at once; its searches run in a worker, so that the page stays
// alive.

const mostThreads = 16;

function decode(text) {
  const bytes = atob(text.trim());
  return Uint8Array.from({ length: bytes.length }, (_, at) => bytes.charCodeAt(at));
}

// What a search is answered with if another one came before it was done.
class Stopped extends Error {}

class PageEngine {
  #rules;
  #engine;
  #module; // for another engine
  #games = null; // an engine for the requests about many games, once there are some
  #stopper = new AbortController();

  static async load() {
    const page = new PageEngine();
    const carried = element("wasm").textContent;
    element("wasm").remove(); // megabytes of text
    // A served page has the module beside it, also the one with threads.
    const module = carried ? { wasm: await WebAssembly.compile(decode(carried)) } : { folder: "." };
    const threads = carried ? 1 : Math.min(navigator.hardwareConcurrency, mostThreads);
    page.#module = module;
    [page.#rules, page.#engine] = await Promise.all([Rules.create(module), Engine.create({ ...module, threads })]);
    return page;
  }

  // Answers a request that needs no search. Throws an Error with the reason if it can't be done.
  ask(request) { return this.#rules.ask(request); }

  // Answers a request that searches, and stops the one before. `tell` gets the results so far.
  async search(request, tell = () => {}) {
    this.stop();
    const search = this.#engine.ask(request, { signal: this.#stopper.signal });
    for await (const sofar of search) tell(sofar);
    return search;
  }

  // Answers a request about many games. They are in a worker of their own, which no search stops.
  async askGames(request) {
    this.#games ??= Engine.create({ ...this.#module, prepare: false });
    const games = this.#games;
    try {
      return await (await games).ask(request);
    } catch (error) {
      if (!(error instanceof EmiliaError) && games === this.#games) this.closeGames();
      throw error;
    }
  }

  // Frees the memory of the games.
  closeGames() {
    this.#games?.then((games) => games.close(), () => {});
    this.#games = null;
  }

  stop() {
    this.#stopper.abort(new Stopped("stopped"));
    this.#stopper = new AbortController();
  }
}
