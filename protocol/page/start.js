// Starts the page.

function connectBench(engine, play) {
  const button = element("bench"), told = element("bench-result");
  button.onclick = async () => {
    play.pause();
    button.disabled = true;
    told.textContent = "…";
    try {
      const { nodes, seconds } = await engine.search({ ask: "bench" });
      told.textContent = `${nodes.toLocaleString("en")} nodes in ${seconds.toFixed(2)} s, ${rateText(nodes, seconds)}`;
    } catch (error) {
      told.textContent = error instanceof Stopped ? "" : error.message;
    }
    button.disabled = false;
    play.update();
  };
  button.disabled = false;
}

// A state may come from another version of the page, or be damaged.
function restore(state, play, settings) {
  settings.state = state?.settings ?? {};
  element("evaluate").checked = state?.evaluate === true;
  if ([1, 2, 3].includes(state?.turns)) view.turns = state.turns;
  if (!state) return "";
  try {
    play.restore(state);
    return "";
  } catch {
    return "The saved game can't be read. ";
  }
}

// Opens what a link says.
function visit(play, link) {
  try {
    play.openText(textOfLink(link), true);
  } catch ({ message }) {
    play.update(`The link can't be read: ${message}. `);
  }
}

async function start() {
  const engine = await PageEngine.load();
  const about = engine.ask({ ask: "about" });
  element("version").textContent = about.version;
  const match = new Match(engine);
  let play = null;
  const settings = new Settings(engine, about, () => play.update());
  play = new Play(engine, match, settings);
  const drill = new Drill(engine, play);
  connectExchange(engine, match, play, new Games(engine, match, play), drill);
  connectAnalysis(engine, match, play);
  connectBench(engine, play);
  const { state, link } = saved.read();
  const said = restore(state, play, settings);
  if (link) visit(play, link);
  else play.update(said);
  drill.resume(!link);
  addEventListener("hashchange", () => {
    const { link: other } = saved.read();
    if (!other || other === linkOf(match)) return;
    backToGame();
    visit(play, other);
  });
}

keepOffline().catch(() => {}); // a browser may forbid it, and the page works without

start().catch((error) => {
  const old = typeof WebAssembly === "undefined" || error instanceof WebAssembly.CompileError;
  element("status").textContent = old ? "This browser is too old for the engine: it needs WebAssembly with vectors."
    : `The engine can't start: ${error.message}`;
});
