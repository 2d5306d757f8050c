// The package's classes. `platform`, `makeEmilia`, `requests` and `scripts` come from the build.

class EmiliaError extends Error {
  constructor({ message, path, allowed }) {
    super(message);
    this.name = "EmiliaError";
    if (path !== undefined) this.path = path;
    if (allowed !== undefined) this.allowed = allowed;
  }
}

function unpack(reply) {
  const { result, error } = JSON.parse(reply);
  if (error !== undefined) throw new EmiliaError(error);
  return result;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function shown(value) {
  if (typeof value === "string") return `'${value}'`;
  return typeof value === "object" && value !== null ? "an object of another kind" : String(value);
}

function checkRequest(request) {
  if (!isObject(request)) throw new TypeError(`a request is an object, not ${shown(request)}`);
}

// The values of the options with these names and defaults.
function take(options, defaults) {
  if (!isObject(options)) throw new TypeError(`options are an object, not ${shown(options)}`);
  const names = Object.keys(defaults);
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw new TypeError(`there is no option '${name}'; the options are ${names.join(", ")}`);
  }
  return Object.fromEntries(names.map((name) => [name, options[name] ?? defaults[name]]));
}

function checkNumber(name, value, greatest) {
  if (!Number.isInteger(value) || value < 1 || value > greatest) {
    throw new TypeError(`${name} must be a whole number from 1 to ${greatest}, not ${shown(value)}`);
  }
}

// Compiled modules by address, so that several engines share one. One that fails may be tried again.
const compiled = new Map();

// `source` is a module, its bytes, or its address.
function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  const address = String(source);
  if (!compiled.has(address)) {
    const module = platform.read(source).then((bytes) => WebAssembly.compile(bytes));
    module.catch(() => compiled.delete(address));
    compiled.set(address, module);
  }
  return compiled.get(address);
}

const checkSource = (wasm) => {
  const isFit = typeof wasm === "string" || [WebAssembly.Module, ArrayBuffer, URL].some((kind) => wasm instanceof kind);
  if (wasm !== undefined && !isFit && !ArrayBuffer.isView(wasm)) {
    throw new TypeError(`wasm must be an address, bytes or a WebAssembly.Module, not ${shown(wasm)}`);
  }
};

// The answer to a request, a promise, and the results so far until it comes, an async iterable.
class Search extends Promise {
  #sofar = null;
  #count = 0;
  #ended = false;
  #wake = [];

  static get [Symbol.species]() { return Promise; }

  // Returns a new search and the functions that report to it.
  static begin() {
    let resolve, reject;
    const search = new Search((...both) => { [resolve, reject] = both; });
    const end = (settle) => (value) => {
      search.#ended = true;
      settle(value);
      search.#wakeAll();
    };
    const tell = (sofar) => {
      search.#sofar = sofar;
      search.#count++;
      search.#wakeAll();
    };
    return { search, resolve: end(resolve), reject: end(reject), tell };
  }

  // Who is slower than the search gets the newest result and misses those between.
  async *[Symbol.asyncIterator]() {
    this.catch(() => {}); // a failure is thrown here
    let seen = 0;
    while (!this.#ended) {
      if (this.#count > seen) {
        seen = this.#count;
        yield this.#sofar;
      } else {
        await new Promise((resolve) => { this.#wake.push(resolve); });
      }
    }
    await this;
  }

  #wakeAll() {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

// An engine in a worker. It answers one request after the other; several engines work side by side.
//
// Where the memory is shared, a search stops when a byte there changes. Elsewhere nothing reaches a worker
// that searches, so the whole worker ends and a new one starts. That takes a moment, and what the search
// has learned is lost; but it costs a search nothing, and leaves it the same as in the program.
class Engine {
  #start; // what a worker needs to start
  #worker = null; // null after a failure
  #flag = null; // the byte that stops a search
  #ready = null; // how to tell that the worker has started
  #waiting = []; // requests
  #running = null;
  #closed = false;

  constructor(start) { this.#start = start; }

  static async create(options = {}) {
    const { threads, hash, prepare, wasm, folder } = take(options, { threads: 1, hash: 48, prepare: true, wasm: undefined, folder: undefined });
    checkNumber("threads", threads, 32);
    if (typeof prepare !== "boolean") throw new TypeError(`prepare must be true or false, not ${shown(prepare)}`);
    checkNumber("hash", hash, 512);
    checkSource(wasm);
    const isShared = threads > 1 && platform.hasThreads();
    const start = isShared ? await platform.withThreads(folder) : { script: scripts.worker, wasm: wasm ?? platform.address("wasm", folder) };
    const { script, wasm: source, ...others } = start;
    const engine = new Engine({ script, settings: { module: await compile(source), threads: isShared ? threads : 1, hash, prepare, ...others } });
    try {
      await engine.#startWorker();
    } catch (error) {
      engine.close();
      throw error;
    }
    return engine;
  }

  get threads() { return this.#start.settings.threads; }

  ask(request, options = {}) {
    const { search, ...job } = Search.begin();
    try {
      checkRequest(request);
      const { signal } = take(options, { signal: undefined });
      if (signal !== undefined && typeof signal.addEventListener !== "function") {
        throw new TypeError(`signal must be an AbortSignal, not ${shown(signal)}`);
      }
      const text = JSON.stringify({ progress: true, ...request });
      if (this.#closed) throw new Error("the engine is closed");
      if (signal?.aborted) throw signal.reason;
      this.#enqueue({ ...job, text, signal });
    } catch (error) {
      job.reject(error);
    }
    return search;
  }

  close() {
    this.#closed = true;
    this.#endWorker();
    const unanswered = [this.#running, ...this.#waiting].filter(Boolean);
    this.#running = null;
    this.#waiting = [];
    for (const job of unanswered) this.#finish(job, () => job.reject(new Error("the engine is closed")));
  }

  #enqueue(job) {
    job.abort = () => this.#abort(job);
    job.signal?.addEventListener("abort", job.abort);
    this.#waiting.push(job);
    this.#next();
  }

  #next() {
    if (this.#running || this.#waiting.length === 0) return;
    const job = this.#waiting.shift();
    this.#running = job;
    if (!this.#worker) this.#startWorker().catch(() => {}); // the request learns of a failure, too
    if (this.#running !== job) return; // the worker can't start
    if (this.#flag) Atomics.store(this.#flag, 0, 0);
    this.#worker.hold(true);
    this.#worker.post(job.text);
  }

  #abort(job) {
    this.#finish(job, () => job.reject(job.signal.reason));
    if (job !== this.#running) {
      this.#waiting = this.#waiting.filter((other) => other !== job);
    } else if (this.#flag) {
      Atomics.store(this.#flag, 0, 1); // the next request begins when this one is answered
    } else {
      this.#endWorker();
      this.#running = null;
      this.#startWorker().catch(() => {});
      this.#next();
    }
  }

  #finish(job, settle) {
    job.signal?.removeEventListener("abort", job.abort);
    settle();
  }

  #startWorker() {
    const { script, settings } = this.#start;
    const started = new Promise((resolve, reject) => { this.#ready = { resolve, reject }; });
    const ifCurrent = (act) => (value) => { if (worker === this.#worker) act(value); };
    let worker = null;
    try {
      worker = platform.startWorker(script, ifCurrent((message) => this.#receive(message)), ifCurrent((reason) => this.#fail(reason)));
      this.#worker = worker;
      worker.post(settings);
    } catch (error) { // such as a page's policy that forbids workers
      this.#fail(error.message);
    }
    return started;
  }

  #endWorker() {
    this.#worker?.end();
    this.#worker = this.#flag = null;
  }

  #receive({ ready, memory, stop, sofar, answer, failed }) {
    if (ready) {
      if (memory) this.#flag = new Int8Array(memory, stop, 1);
      this.#ready.resolve();
      if (!this.#running) this.#worker.hold(false);
    } else if (sofar !== undefined) {
      this.#running?.tell(JSON.parse(sofar));
    } else if (failed !== undefined) {
      this.#fail(failed);
    } else {
      const job = this.#running;
      this.#running = null;
      this.#worker.hold(false);
      this.#finish(job, () => {
        try {
          job.resolve(unpack(answer));
        } catch (error) {
          job.reject(error);
        }
      });
      this.#next();
    }
  }

  // Such as a lack of memory, or a trap in the module. A new worker starts with the next request, because
  // it may fail, too.
  #fail(reason) {
    const error = new Error(`the engine has failed: ${reason}`);
    this.#endWorker();
    this.#ready.reject(error);
    const job = this.#running;
    this.#running = null;
    if (job) this.#finish(job, () => job.reject(error));
    this.#next();
  }
}

// Answers what needs no search at once, in the thread of the caller.
class Rules {
  #answer;

  constructor(answer) { this.#answer = answer; }

  static async create(options = {}) {
    const { wasm, folder } = take(options, { wasm: undefined, folder: undefined });
    checkSource(wasm);
    const module = await compile(wasm ?? platform.address("wasm", folder));
    return new Rules((await startInstance(makeEmilia, { module, threads: 1, hash: 1 })).answer);
  }

  ask(request) {
    checkRequest(request);
    if (requests.searching.includes(request.ask)) {
      throw new TypeError(`'${request.ask}' searches, which would block this thread; ask an Engine`);
    }
    return unpack(this.#answer(JSON.stringify(request)));
  }
}

// A method for each request: `analyze_game` is analyzeGame.
const addMethods = (kind, names) => {
  for (const ask of names) {
    const name = ask.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    kind.prototype[name] = function (fields = {}, ...options) {
      return this.ask(isObject(fields) ? { ...fields, ask } : fields, ...options);
    };
  }
};
addMethods(Engine, [...requests.quick, ...requests.searching]);
addMethods(Rules, requests.quick);
