// Programs that the types of the package accept; after each @ts-expect-error one that they refuse.
import { EmiliaError, Engine, Rules, type AnalyzeResult, type Search } from "emilia";

export async function right(signal: AbortSignal): Promise<number> {
  const engine = await Engine.create({ threads: 2, hash: 64 });
  const search: Search<AnalyzeResult, AnalyzeResult> = engine.analyze({ position: "f5", depth: 8 }, { signal });
  for await (const sofar of search) console.log(sofar.moves[0]?.score, sofar.nodes);
  const { moves } = await search;
  const game = await engine.analyzeGame({ game: { moves: "f5d6" }, seconds: 0.1 });
  const { version } = await engine.about();
  const { score } = await engine.evaluate({ position: "f5" });
  const asked = await engine.ask({ ask: "choose", position: "f5", level: 3 });
  engine.close();
  const rules = await Rules.create();
  const legal: string[] = rules.moves({ position: "f5" }).moves;
  return moves.length + game.moves.length + version.length + (score ?? 0) + asked.move.length + legal.length;
}

export async function wrong(engine: Engine, rules: Rules, error: EmiliaError): Promise<void> {
  // @ts-expect-error a position is missing
  await engine.analyze({ depth: 8 });
  // @ts-expect-error a depth is a number
  await engine.analyze({ position: "f5", depth: "deep" });
  // @ts-expect-error there is no such request
  await engine.ask({ ask: "cook" });
  // @ts-expect-error a signal cancels, not a request
  await engine.cancel({ request: 1 });
  // @ts-expect-error rules don't search
  rules.analyze({ position: "f5" });
  // @ts-expect-error there is no such option
  await Engine.create({ thread: 2 });
  // @ts-expect-error an engine is created
  new Engine();
  // @ts-expect-error the path is for reading
  error.path = "";
}
