// The page's engine: the package for JavaScript with the module that the page carries. Its rules answer at
// once; its searches run in a worker, so that the page stays alive.

function decode(text) {
  const bytes = atob(text.trim());
  return Uint8Array.from({ length: bytes.length }, (_, at) => bytes.charCodeAt(at));
}

// What a search is answered with if another one came before it was done.
class Stopped extends Error {}

class PageEngine {
  #rules;
  #engine;
  #stopper = new AbortController();

  static async load() {
    const page = new PageEngine();
    const wasm = await WebAssembly.compile(decode(element("wasm").textContent));
    element("wasm").remove(); // megabytes of text
    [page.#rules, page.#engine] = await Promise.all([Rules.create({ wasm }), Engine.create({ wasm })]);
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

  stop() {
    this.#stopper.abort(new Stopped("stopped"));
    this.#stopper = new AbortController();
  }
}
