// An instance of the module. The main thread and the workers run the same text, so it uses nothing from
// outside but what JavaScript has everywhere.

// `makeEmilia` is Emscripten's function. `tell` gets the results so far of a search, as text. With
// threads, `glue` and `thread` are Emscripten's scripts: blobs in browsers, paths in Node.
async function startInstance(makeEmilia, { module, threads, hash, glue, thread, tell = () => {} }) {
  const script = typeof thread === "object" ? URL.createObjectURL(thread) : thread;
  const emilia = await new Promise((resolve, reject) => {
    makeEmilia({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module)).catch(reject);
        return {};
      },
      tell,
      printErr() {}, // what it says of a trap the caller gets as an error
      // A search that plays and one that analyzes have threads of their own.
      workers: 2 * (threads - 1),
      mainScriptUrlOrBlob: glue,
      locateFile: (name) => script ?? name, // it asks for the module, too, which it has
    }).then(resolve, reject);
  });
  emilia._emilia_start(threads, hash);
  const longest = 64_000_000;
  return {
    memory: emilia.HEAP8.buffer,
    stop: emilia._emilia_stop(),
    // Answers a request; both are text.
    answer(request) {
      if (request.length > longest) {
        return JSON.stringify({ error: { message: `a request may have ${longest} characters, not ${request.length}` } });
      }
      const size = emilia.lengthBytesUTF8(request) + 1;
      const place = emilia._malloc(size);
      if (place === 0) return JSON.stringify({ error: { message: "there is not enough memory for the request" } });
      emilia.stringToUTF8(request, place, size);
      const answer = emilia.UTF8ToString(emilia._emilia_answer(place));
      emilia._free(place);
      return answer;
    },
  };
}
