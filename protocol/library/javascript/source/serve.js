// What a worker does. The first message says how to start the instance; the others are requests.

function serve(makeEmilia, startInstance) {
  const inNode = typeof importScripts === "undefined";
  const port = inNode ? require("node:worker_threads").parentPort : self;
  if (typeof crypto === "undefined") globalThis.crypto = require("node:crypto").webcrypto; // Node 18
  const fail = (error) => port.postMessage({ failed: String(error?.message ?? error) });
  port.onmessage = ({ data }) => {
    const instance = startInstance(makeEmilia, { ...data, tell: (sofar) => port.postMessage({ sofar }) });
    instance.then(({ memory, stop, answer }) => {
      port.postMessage({ ready: true, ...(memory instanceof ArrayBuffer ? {} : { memory, stop }) });
      if (data.prepare) answer('{"ask": "prepare"}'); // so that the first search need not wait for the weights
    }).catch(fail);
    port.onmessage = (message) => {
      instance.then(({ answer }) => port.postMessage({ answer: answer(message.data) })).catch(fail);
    };
  };
}
