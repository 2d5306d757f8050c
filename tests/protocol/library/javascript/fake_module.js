// What Emscripten makes of the engine, as far as the package knows it, but with answers that tests need.
// A memory that is shared has a byte that stops `wait`.
function makeEmilia({ instantiateWasm, tell, workers }) {
  const memory = workers > 0 ? new SharedArrayBuffer(8) : new ArrayBuffer(8);
  const isStopped = () => Atomics.load(new Int8Array(memory), 4) === 1;
  let text = "", prepared = 0;
  const answers = {
    prepare: () => ({ times: ++prepared }),
    prepared: () => ({ times: prepared }),
    trap() { throw new WebAssembly.RuntimeError("unreachable"); },
    exit: () => process.exit(3),
    tell({ times }) {
      for (let time = 1; time <= times; time++) tell(JSON.stringify({ time }));
      return {};
    },
    wait() {
      tell('{"time": 0}');
      while (!isStopped()) { /* as a search does */ }
      return { stopped: true };
    },
    refuse() { throw Object.assign(new Error("depth is wrong"), { path: "/depth", allowed: "1 to 60" }); },
  };
  const answer = () => {
    const request = JSON.parse(text);
    try {
      return JSON.stringify({ result: (answers[request.ask] ?? ((echo) => echo))(request) });
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      return JSON.stringify({ error: { message: error.message, path: error.path, allowed: error.allowed } });
    }
  };
  const module = {
    HEAP8: new Int8Array(memory), _emilia_start() {}, _emilia_stop: () => 4, _emilia_answer: answer,
    _malloc: (size) => (size > 3_000_000 ? 0 : 1), _free() {}, lengthBytesUTF8: (request) => request.length,
    stringToUTF8(request) { text = request; }, UTF8ToString: (same) => same,
  };
  return new Promise((resolve) => { instantiateWasm({}, () => resolve(module)); });
}
