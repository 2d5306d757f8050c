// node client.mjs PROGRAM
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const emilia = spawn(process.argv[2], ["--protocol", "json"], { stdio: ["pipe", "pipe", "inherit"] });
const replies = new Map();
let requests = 0;
createInterface({ input: emilia.stdout }).on("line", (line) => {
  const { id, result, error } = JSON.parse(line);
  const { resolve, reject } = replies.get(id);
  if (error) reject(new Error(error.message)); else resolve(result);
});
const ask = (request) => new Promise((resolve, reject) => {
  replies.set(++requests, { resolve, reject });
  emilia.stdin.write(`${JSON.stringify({ id: requests, ...request })}\n`);
});
const deep = ask({ ask: "analyze", position: "f5d6c3", lines: 2, depth: 10 });
const quick = ask({ ask: "evaluate", positions: ["f5d6", "f5f6", "f5f4"] });
for (const result of await Promise.all([deep, quick])) console.log(JSON.stringify(result.scores ?? result.moves));
emilia.stdin.end();
