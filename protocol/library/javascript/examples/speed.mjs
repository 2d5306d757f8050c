// Measures how soon an engine answers and how fast it searches: node speed.mjs [THREADS]
import { Engine } from "emilia";

const begin = performance.now();
const engine = await Engine.create({ threads: Number(process.argv[2] ?? 1) });
await engine.evaluate({ position: "f5" });
const start = process.cpuUsage();
console.log(`the first evaluation came after ${Math.round(performance.now() - begin)} ms, ${Math.round((start.user + start.system) / 1e3)} ms of a processor`);
const position = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"; // problem 40 of the FFO test
for (let round = 1; round <= 3; round++) {
  const used = process.cpuUsage();
  const { nodes, seconds } = await engine.analyze({ position, goal: "exact", lines: 1, forget: true });
  const { user, system } = process.cpuUsage(used);
  const rates = [seconds, (user + system) / 1e6].map((time) => (nodes / time / 1e6).toFixed(1));
  console.log(`${nodes} nodes with ${engine.threads} threads: ${rates[0]} million a second, ${rates[1]} a second of a processor`);
}
