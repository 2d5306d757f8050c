// The page's engine. One instance of the module runs in the page and answers at once what needs no
// search. Another one searches in a worker, so that the page stays alive.
//
// A worker can't receive a message while it searches: without shared memory, which browsers refuse to
// pages that were opened as files, nothing can tell the search to stop. So the page ends the whole
// worker and starts a new one. That takes a moment, to unpack the weights, and loses what the
// search has learned; but it stops at once, costs nothing while a search runs, and leaves every search
// the same as in the program. If the page searched in slices of time, it would begin each iteration
// that takes longer than a slice again and again.

function decode(text) {
  const bytes = atob(text.trim());
  return Uint8Array.from({ length: bytes.length }, (_, at) => bytes.charCodeAt(at));
}

// Returns the function of a new instance that answers requests. `tell` gets the results so far. The
// worker runs the text of this function.
async function startInstance(module, tell) {
  const emilia = await new Promise((resolve, reject) => {
    makeEmilia({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module)).catch(reject);
        return {};
      },
      tell,
    }).then(resolve, reject);
  });
  // A request is copied to the module's stack of 4 MB, with up to four bytes for each character.
  const longest = 500_000;
  const tooLong = JSON.stringify({ error: { message: "the text is far too long; one game or board at a time" } });
  return (request) =>
    request.length > longest ? tooLong : emilia.ccall("emilia_answer", "string", ["string"], [request]);
}

// The first message is the module, the others are requests.
function serve(startInstance) {
  // An error in a promise would not reach the page's `onerror`.
  const fail = (error) => setTimeout(() => { throw error; });
  onmessage = ({ data }) => {
    const instance = startInstance(data, (result) => postMessage({ result }));
    instance.then((answer) => answer('{"ask": "prepare"}')).catch(fail);
    onmessage = (message) => {
      instance.then((answer) => postMessage({ answer: answer(message.data) })).catch(fail);
    };
  };
}

// What a request is answered with if another one came before it was done.
class Stopped extends Error {}

class Engine {
  #module;
  #script; // the address of the worker's
  #rules;
  #worker; // null after a failure
  #pending = null; // the request that the worker works on

  static async load() {
    const engine = new Engine();
    const parts = [element("glue").textContent, `(${serve})(${startInstance});`];
    engine.#script = URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
    engine.#module = await WebAssembly.compile(decode(element("wasm").textContent));
    element("wasm").remove(); // megabytes of text
    engine.#startWorker();
    engine.#rules = await startInstance(engine.#module);
    return engine;
  }

  // Answers a request that needs no search. Throws an Error with the reason if it can't be done.
  ask(request) {
    return Engine.#unpack(this.#rules(JSON.stringify(request)));
  }

  // Answers a request that searches, and stops the one before. `tell` gets the results so far.
  search(request, tell = () => {}) {
    this.stop();
    if (!this.#worker) this.#startWorker();
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject, tell };
      this.#worker.postMessage(JSON.stringify({ ...request, progress: true }));
    });
  }

  stop() {
    if (!this.#pending) return;
    this.#worker.terminate();
    const { reject } = this.#pending;
    this.#pending = null;
    this.#startWorker();
    reject(new Stopped("stopped"));
  }

  static #unpack(text) {
    const answer = JSON.parse(text);
    if (answer.error !== undefined) throw new Error(answer.error.message);
    return answer.result;
  }

  #startWorker() {
    const worker = new Worker(this.#script);
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker || !this.#pending) return; // a worker that was ended just now
      if (data.result !== undefined) {
        this.#pending.tell(JSON.parse(data.result));
        return;
      }
      const { resolve, reject } = this.#pending;
      this.#pending = null;
      try {
        resolve(Engine.#unpack(data.answer));
      } catch (error) {
        reject(error);
      }
    };
    // Such as a lack of memory, or a trap in the module. A new worker waits for the next request,
    // because it may fail, too.
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker !== this.#worker) return;
      worker.terminate();
      this.#worker = null;
      const pending = this.#pending;
      this.#pending = null;
      pending?.reject(new Error(event.message || "the engine has failed"));
    };
    worker.postMessage(this.#module);
    this.#worker = worker;
  }
}
