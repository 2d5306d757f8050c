// The package in Node: requests in their order, stopped, refused, and workers that die. The module is
// fake_module.js. Run by test_javascript_package.py.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { promisify } from "node:util";
import { Engine, EmiliaError, Rules } from "emilia";

const common = createRequire(import.meta.url)("emilia");
const kinds = [["one thread", { threads: 1 }], ["two threads", { threads: 2 }]];

async function withEngine(options, use) {
  const engine = await Engine.create(options);
  try {
    await use(engine);
  } finally {
    engine.close();
  }
}

const begun = async (search) => {
  for await (const sofar of search) return sofar;
  return null;
};

for (const [name, options] of kinds) {
  test(`an engine with ${name} answers requests in their order`, () => withEngine(options, async (engine) => {
    assert.equal(engine.threads, options.threads);
    const order = [];
    const searches = [1, 2, 3].map((number) => engine.analyze({ number }).then((answer) => order.push(answer.number)));
    await Promise.all(searches);
    assert.deepEqual(order, [1, 2, 3]);
    assert.deepEqual(await engine.analyzeGame({}), { progress: true, ask: "analyze_game" });
  }));

  test(`a signal stops a search with ${name} and the next request is answered`, () => withEngine(options, async (engine) => {
    const stopper = new AbortController();
    const search = engine.ask({ ask: "wait" }, { signal: stopper.signal });
    const next = engine.moves({ number: 7 });
    assert.deepEqual(await begun(search), { time: 0 });
    stopper.abort();
    await assert.rejects(search, { name: "AbortError" });
    assert.equal((await next).number, 7);
  }));

  test(`a signal ends the iteration over a search with ${name}`, () => withEngine(options, async (engine) => {
    const stopper = new AbortController();
    const seen = [];
    await assert.rejects(async () => {
      for await (const sofar of engine.ask({ ask: "wait" }, { signal: stopper.signal })) {
        seen.push(sofar);
        stopper.abort(new Error("enough"));
      }
    }, { message: "enough" });
    assert.deepEqual(seen, [{ time: 0 }]);
  }));

  test(`a request that waits behind another is taken back with ${name}`, () => withEngine(options, async (engine) => {
    const [first, second] = [new AbortController(), new AbortController()];
    const running = engine.ask({ ask: "wait" }, { signal: first.signal });
    const waiting = engine.ask({ ask: "wait" }, { signal: second.signal });
    await begun(running);
    second.abort();
    await assert.rejects(waiting, { name: "AbortError" });
    first.abort();
    await assert.rejects(running, { name: "AbortError" });
    assert.equal((await engine.moves({ number: 1 })).number, 1);
  }));

  test(`a trap in the module with ${name} is reported and the next request has a new worker`, () => withEngine(options, async (engine) => {
    const [trap, after] = [engine.ask({ ask: "trap" }), engine.moves({ number: 1 })];
    await assert.rejects(trap, { message: "the engine has failed: unreachable" });
    assert.equal((await after).number, 1);
  }));

  test(`a worker with ${name} that ends is reported and the next request has a new one`, () => withEngine(options, async (engine) => {
    await assert.rejects(engine.ask({ ask: "exit" }), { message: "the engine has failed: the worker has ended with status 3" });
    assert.equal((await engine.moves({ number: 1 })).number, 1);
  }));
}

test("a signal that was aborted before is obeyed before anything is sent", () => withEngine({}, async (engine) => {
  await assert.rejects(engine.ask({ ask: "wait" }, { signal: AbortSignal.abort() }), { name: "AbortError" });
  await assert.rejects(engine.analyze({}, { signal: AbortSignal.abort("no time") }), (reason) => reason === "no time");
  assert.equal((await engine.moves({ number: 1 })).number, 1);
}));

test("a signal after the answer changes nothing", () => withEngine({}, async (engine) => {
  const stopper = new AbortController();
  assert.equal((await engine.moves({ number: 1 }, { signal: stopper.signal })).number, 1);
  stopper.abort();
  assert.equal((await engine.moves({ number: 2 })).number, 2);
}));

test("the results so far come in their order and a slow reader gets the newest", () => withEngine({}, async (engine) => {
  const times = [];
  const search = engine.ask({ ask: "tell", times: 1000 });
  for await (const { time } of search) {
    times.push(time);
    await new Promise((resolve) => { setTimeout(resolve, 1); });
  }
  assert.deepEqual(times, [...times].sort((a, b) => a - b));
  assert.ok(times.length < 1000);
  assert.deepEqual(await search, {});
}));

test("the iteration over a request that is refused throws why", () => withEngine({}, async (engine) => {
  await assert.rejects(async () => { for await (const sofar of engine.ask({ ask: "refuse" })) assert.fail(sofar); },
    (error) => error instanceof EmiliaError && error.path === "/depth" && error.allowed === "1 to 60");
}));

test("an engine is prepared at once unless its options say no", async () => {
  for (const prepare of [true, false]) {
    await withEngine({ prepare }, async (engine) => {
      assert.equal((await engine.ask({ ask: "prepared" })).times, prepare ? 1 : 0);
    });
  }
});

test("what is no request and what is no option are refused with what they may be", async () => {
  await withEngine({}, async (engine) => {
    for (const request of [undefined, null, 7, "about", ["about"]]) {
      await assert.rejects(engine.ask(request), { name: "TypeError", message: /^a request is an object, not / });
    }
    await assert.rejects(engine.analyze("f5"), { name: "TypeError", message: "a request is an object, not 'f5'" });
    await assert.rejects(engine.analyze({ nodes: 1n }), { name: "TypeError" });
    for (const signal of [true, "now", {}]) {
      await assert.rejects(engine.about({}, { signal }), { name: "TypeError", message: /^signal must be an AbortSignal, not / });
    }
    await assert.rejects(engine.about({}, { timeout: 1 }), { message: "there is no option 'timeout'; the options are signal" });
    await assert.rejects(engine.read({ text: "x".repeat(65_000_000) }), { message: /^a request may have 64000000 characters, not 65/ });
    await assert.rejects(engine.read({ text: "x".repeat(3_500_000) }), { message: "there is not enough memory for the request" });
  });
  for (const threads of [0, -1, 1.5, NaN, "2", 33, true]) {
    await assert.rejects(Engine.create({ threads }), { name: "TypeError", message: /^threads must be a whole number from 1 to 32, not / });
  }
  await assert.rejects(Engine.create({ hash: 0 }), { message: "hash must be a whole number from 1 to 512, not 0" });
  await assert.rejects(Engine.create({ prepare: 1 }), { message: "prepare must be true or false, not 1" });
  await assert.rejects(Engine.create({ wasm: 7 }), { message: "wasm must be an address, bytes or a WebAssembly.Module, not 7" });
  await assert.rejects(Engine.create({ thread: 2 }), { message: "there is no option 'thread'; the options are threads, hash, prepare, wasm, folder" });
  await assert.rejects(Engine.create(2), { message: "options are an object, not 2" });
  await assert.rejects(Rules.create({ wasm: {} }), { name: "TypeError" });
});

test("a module that is missing or damaged is reported", async () => {
  await assert.rejects(Engine.create({ wasm: "/nowhere/emilia.wasm" }), { code: "ENOENT" });
  await assert.rejects(Engine.create({ folder: "/nowhere", threads: 2 }), { code: "ENOENT" });
  await assert.rejects(Engine.create({ wasm: new Uint8Array(8) }), WebAssembly.CompileError);
  await assert.rejects(Rules.create({ wasm: new Uint8Array(8) }), WebAssembly.CompileError);
});

test("the module may be given as an address, bytes or compiled", async () => {
  const file = new URL("node_modules/emilia/emilia.wasm", `file://${process.cwd()}/`);
  const bytes = await readFile(file);
  for (const options of [{ wasm: file }, { wasm: file.href }, { wasm: bytes }, { wasm: new WebAssembly.Module(bytes) },
    { folder: "node_modules/emilia" }, { folder: new URL(".", file) }]) {
    assert.equal((await Rules.create(options)).moves({ number: 1 }).number, 1);
    await withEngine(options, async (engine) => assert.equal((await engine.moves({ number: 1 })).number, 1));
  }
});

test("an engine that was closed answers nothing more, and closing it twice is no error", async () => {
  const engine = await Engine.create();
  const [running, waiting] = [engine.ask({ ask: "wait" }), engine.moves({})];
  engine.close();
  engine.close();
  for (const search of [running, waiting, engine.about()]) await assert.rejects(search, { message: "the engine is closed" });
});

test("several engines work side by side", async () => {
  const engines = await Promise.all([1, 2, 3].map(() => Engine.create()));
  const stopper = new AbortController();
  const running = engines[0].ask({ ask: "wait" }, { signal: stopper.signal });
  await begun(running);
  for (const engine of engines.slice(1)) assert.equal((await engine.moves({ number: 1 })).number, 1);
  stopper.abort();
  await assert.rejects(running, { name: "AbortError" });
  for (const engine of engines) engine.close();
});

test("rules answer at once and refuse what searches", async () => {
  const rules = await Rules.create();
  assert.deepEqual(rules.moves({ number: 1 }), { number: 1, ask: "moves" });
  assert.equal(rules.analyze, undefined);
  assert.throws(() => rules.ask({ ask: "analyze" }), { message: "'analyze' searches, which would block this thread; ask an Engine" });
  assert.throws(() => rules.ask({ ask: "refuse" }), EmiliaError);
  assert.throws(() => rules.moves(7), { message: "a request is an object, not 7" });
});

test("CommonJS has the same classes", async () => {
  assert.deepEqual(Object.keys(common).sort(), ["EmiliaError", "Engine", "Rules"]);
  for (const threads of [1, 2]) {
    const engine = await common.Engine.create({ threads });
    assert.equal((await engine.moves({ number: 1 })).number, 1);
    engine.close();
  }
});

test("an idle engine does not keep the process alive", async () => {
  const script = 'import { Engine } from "emilia"; const engine = await Engine.create({ threads: 2 }); await engine.about(); console.log("done");';
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { timeout: 60_000 });
  assert.equal(stdout, "done\n");
});
