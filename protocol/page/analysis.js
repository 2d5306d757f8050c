// Analyzes the game and shows it as the report page does.

function connectAnalysis(engine, match, play) {
  const progress = element("analysis-progress"), bar = element("analysis-bar");
  const views = { play: element("play-view"), analysis: element("analysis-view") };
  let scrolled = 0;

  const leave = () => {
    if (views.analysis.hidden) return;
    views.analysis.hidden = true;
    views.play.hidden = false;
    scrollTo(0, scrolled);
    element("analyze").focus({ preventScroll: true });
  };

  const enter = (analyzed, index) => {
    scrolled = scrollY;
    views.play.hidden = true;
    views.analysis.hidden = false;
    scrollTo(0, 0);
    showGame(analyzed, index);
    element("back-to-game").focus();
  };

  element("analyze").onclick = async () => {
    play.pause();
    progress.hidden = false;
    bar.max = match.moves.length;
    bar.value = 0;
    element("status").textContent = "Analyzing the game…";
    element("stop-analysis").focus();
    let said = "";
    try {
      const seconds = Number(element("analysis-seconds").value);
      const request = { ask: "analyze_game", game: play.namedRecord(), lines: 4, seconds };
      const analyzed = await engine.search(request, ({ done, all }) => {
        bar.value = done;
        element("thinking").textContent = `${done} of ${counted(all, "move")} analyzed, from the end`;
      });
      enter(analyzed, match.shown);
    } catch (error) {
      said = error instanceof Stopped ? "The analysis is stopped. " : `The analysis has failed: ${error.message}. `;
    }
    progress.hidden = true;
    play.update(said);
  };
  element("stop-analysis").onclick = () => engine.stop();
  element("back-to-game").onclick = leave;
  connectViewer();
  document.addEventListener("keydown", (event) => {
    if (views.analysis.hidden) return;
    if (event.key === "Escape") leave();
    else followKey(event);
  });
}
