const analyzed = JSON.parse(element("data").textContent);
document.title = analyzed.title;
connectViewer();
document.addEventListener("keydown", followKey);
// A link such as report.html#23 opens the game at a move.
showGame(analyzed, Math.max(0, analyzed.moves.findIndex((move) => String(move.number) === location.hash.slice(1))));
