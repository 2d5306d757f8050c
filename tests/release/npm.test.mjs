// The installed package in Node. Run by test_npm.py.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";
import { promisify } from "node:util";
import { Engine, EmiliaError, Rules } from "emilia";

for (const threads of [1, 2, 3]) {
  test(`a search with ${threads} threads deepens, can be stopped, and leaves the next alone`, async () => {
    const engine = await Engine.create({ threads });
    const depths = [];
    const search = engine.analyze({ position: "f5d6c3d3c4f4f6f3", depth: 14, lines: 1 });
    for await (const { moves } of search) depths.push(moves[0].depth);
    assert.deepEqual(depths, [...depths].sort((a, b) => a - b));
    assert.equal((await search).interrupted, false);
    const stopper = new AbortController();
    await assert.rejects(async () => {
      for await (const sofar of engine.analyze({ position: "f5", depth: 60 }, { signal: stopper.signal })) {
        assert.equal(sofar.moves.length, 3);
        stopper.abort();
      }
    }, { name: "AbortError" });
    const { moves, interrupted } = await engine.analyze({ position: "f5", depth: 4 });
    assert.deepEqual([moves.length, interrupted], [3, false]);
    engine.close();
  });

  test(`playing and analyzing by turns works with ${threads} threads`, async () => {
    const engine = await Engine.create({ threads, hash: 4 });
    for (let game = "f5d6"; game.length < 24;) {
      const { move } = await engine.choose({ position: game, level: 8, book: false, forget: game.length === 4 });
      const { moves } = await engine.analyze({ position: game, depth: 6 });
      assert.ok(moves.some((line) => line.move === move));
      game += move;
    }
    engine.close();
  });
}

test("a thousand positions are evaluated as one by one", async () => {
  const engine = await Engine.create();
  const positions = Array.from({ length: 1000 }, (_, index) => ["f5", "f5d6", "f5f6"][index % 3]);
  const { scores } = await engine.evaluate({ positions });
  const single = await Promise.all(positions.slice(0, 3).map((position) => engine.evaluate({ position })));
  assert.deepEqual(scores.slice(0, 3), single.map(({ score }) => score));
  assert.equal(scores.length, 1000);
  engine.close();
});

for (const threads of [1, 2]) {
  test(`a wrong request is refused with the place and what is allowed, with ${threads} threads`, async () => {
    const engine = await Engine.create({ threads });
    await assert.rejects(engine.analyze({ position: "f5", depth: 99 }), (error) => error instanceof EmiliaError
      && error.path === "/depth" && error.allowed === "1 to 60");
    await assert.rejects(engine.analyze({ position: 5 }), { path: "/position" });
    await assert.rejects(engine.ask({ ask: "cook" }), { path: "/ask", allowed: /evaluate, analyze, / });
    await assert.rejects(engine.ask({}), { path: "/ask" });
    await assert.rejects(engine.about({ nothing: 1 }), { path: "/nothing" });
    assert.equal((await engine.analyze({ position: "f5", depth: 4 })).moves.length, 3);
    engine.close();
  });
}

test("rules know the game at once", async () => {
  const rules = await Rules.create();
  assert.deepEqual(rules.moves({ position: "f5" }).moves, ["f4", "d6", "f6"]);
  assert.equal(rules.write({ game: "f5d6", format: "moves" }).text, "f5d6");
  assert.equal(rules.read({ text: "1. f5 d6" }).games[0].moves, "f5d6");
  assert.throws(() => rules.moves({ position: "f5f5" }), { name: "EmiliaError", path: "/position" });
});

test("the games of a file are opened and looked up", async () => {
  const engine = await Engine.create(), rules = await Rules.create();
  const opened = await engine.openGames({ name: "games.txt", text: "f5d6c3d3\nc4e3f6e6\nf5f6e6f4\n" });
  assert.deepEqual([opened.games, opened.all, opened.positions], [3, 3, 15]);
  const { games, moves, list } = await engine.games({ position: "f5", count: 1 });
  assert.equal(games, 3);
  assert.deepEqual(moves.map(({ move, games: times }) => [move, times]), [["d6", 2], ["f6", 1]]);
  assert.deepEqual(list.map(({ game, file }) => [game, file]), [[1, "games.txt"]]);
  await assert.rejects(engine.openGames({ name: "none.txt", text: "none" }), { path: "/text" });
  assert.equal((await engine.games()).all, 3);
  assert.equal(rules.games().all, 0); // each engine has its own
  assert.equal(rules.openGames({ name: "one.txt", base64: btoa("f5d6\n") }).all, 1);
  engine.close();
});

test("CommonJS has the same engine", async () => {
  const common = createRequire(import.meta.url)("emilia");
  const engine = await common.Engine.create({ threads: 2 });
  assert.equal((await engine.moves({ position: "f5" })).moves.length, 3);
  engine.close();
});

test("the package leaves the process its own handlers of errors", async () => {
  const script = `import { Engine, Rules } from "emilia"; await Rules.create(); await Engine.create();
    console.log(process.listenerCount("uncaughtException"), process.listenerCount("unhandledRejection"));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  assert.equal(stdout, "0 0\n");
});
