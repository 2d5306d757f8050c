// Analyzes the game and shows it as the report page does. From there every move can be tried.

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

  const enter = (index) => {
    scrolled = scrollY;
    views.play.hidden = true;
    views.analysis.hidden = false;
    scrollTo(0, 0);
    showGame(play.analyzed, index);
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
      match.returnToGame();
      play.analyzed = analyzed;
      enter(match.shown);
    } catch (error) {
      said = error instanceof Stopped ? "The analysis is stopped. " : `The analysis has failed: ${error.message}. `;
    }
    progress.hidden = true;
    play.update(said);
  };
  element("stop-analysis").onclick = () => engine.stop();
  element("back-to-game").onclick = leave;
  element("to-analysis").onclick = () => {
    match.returnToGame();
    enter(match.shown);
  };
  const explore = (move) => {
    leave();
    play.explore(shown, move);
    element("explore").focus({ preventScroll: true });
  };
  element("explore-here").onclick = () => explore();
  element("board").onclick = (event) => {
    const box = element("board").getBoundingClientRect();
    const [column, row] = [event.clientX - box.x, event.clientY - box.y].map((at) => Math.floor((at / box.width * 424 - 20) / 50));
    if (Math.min(column, row) >= 0 && Math.max(column, row) < 8) explore(squareAt(column, row));
  };
  connectViewer();
  document.addEventListener("keydown", (event) => {
    if (views.analysis.hidden) return;
    if (event.key === "Escape") leave();
    else followKey(event);
  });
}
