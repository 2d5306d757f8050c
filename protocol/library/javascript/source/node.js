// What the package needs of Node. An idle engine doesn't keep the process alive.

const platform = {
  address(name, folder) {
    if (folder !== undefined) return join(folder instanceof URL ? fileURLToPath(folder) : String(folder), files[name]);
    return fileURLToPath(here[name]());
  },

  hasThreads: () => true,

  async withThreads(folder) {
    const [glue, thread, wasm] = ["glue", "thread", "threads"].map((name) => platform.address(name, folder));
    return { script: (await readFile(glue, "utf8")) + scripts.serve, wasm, glue, thread };
  },

  read: (address) => readFile(address instanceof URL || !/^file:/.test(address) ? address : new URL(address)),

  startWorker(script, receive, fail) {
    const worker = new Worker(script, { eval: true, execArgv: [] });
    worker.on("message", receive);
    worker.on("error", (error) => fail(error.message));
    worker.on("exit", (status) => fail(`the worker has ended with status ${status}`));
    return {
      post: (message) => worker.postMessage(message),
      hold: (isBusy) => { if (isBusy) worker.ref(); else worker.unref(); },
      end: () => { worker.terminate(); },
    };
  },
};
