// Finds the mistakes of a game: node mistakes.mjs f5d6c3…
import { Engine } from "emilia";

const engine = await Engine.create({ threads: 2 });
const search = engine.analyzeGame({ game: process.argv[2], depth: 10 });
for await (const { done, all } of search) process.stderr.write(`\r${done} of ${all} moves`);
process.stderr.write("\n");
for (const { number, move, loss, best } of (await search).moves) {
  if (loss >= 1) console.log(`${number}. ${move} loses ${loss.toFixed(1)} discs; ${best} is better`);
}
