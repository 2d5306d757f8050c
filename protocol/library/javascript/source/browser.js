// What the package needs of a browser.

const platform = {
  // Bundlers find the files by these expressions.
  address(name, folder) {
    if (folder !== undefined) return new URL(files[name], new URL(`${folder}/`, location.href));
    return here[name]();
  },

  hasThreads: () => globalThis.crossOriginIsolated === true,

  async withThreads(folder) {
    const blob = async (name) => new Blob([await platform.read(platform.address(name, folder))], { type: "text/javascript" });
    const [glue, thread] = await Promise.all([blob("glue"), blob("thread")]);
    return { script: (await glue.text()) + scripts.serve, wasm: platform.address("threads", folder), glue, thread };
  },

  async read(address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} can't be loaded: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
  },

  startWorker(script, receive, fail) {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(address);
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message || "the worker can't run");
    };
    return {
      post: (message) => worker.postMessage(message),
      hold() {},
      end() {
        worker.terminate();
        URL.revokeObjectURL(address);
      },
    };
  },
};
