// The scores of the moves: a table, and a line about the search.

const rateText = (nodes, seconds) => {
  const rate = nodes / Math.max(seconds, 0.001);
  return rate < 1e6 ? `${Math.round(rate / 1000)} thousand nodes/s` : `${(rate / 1e6).toFixed(1)} million nodes/s`;
};

function searchText({ nodes, seconds }) {
  if (nodes === 0) return "";
  return `${nodes.toLocaleString("en")} nodes, ${rateText(nodes, seconds)}`;
}

// Shows the result of an evaluation; null removes the last one.
function showScores(result, running) {
  const body = element("scores");
  body.textContent = "";
  element("scores-list").hidden = !result;
  if (!result) {
    element("evaluation-text").textContent = "Scores are in discs for the side to move.";
    return;
  }
  const best = result.moves[0];
  for (const line of result.moves) {
    const row = body.insertRow();
    if (line.score === best.score) row.className = "best";
    for (const [text, kind] of [[line.move, "left"], [scoreText(line, line.score), ""], [certaintyText(line), "left"], [line.pv.join(" "), "left"]]) {
      const cell = row.insertCell();
      cell.textContent = text;
      cell.className = kind;
    }
  }
  const state = running ? "Searching" : "Done";
  const searched = result.moves.find((line) => line.certainty !== "book") ?? best;
  element("evaluation-text").textContent = `${state}: ${certaintyText(searched)}; ${searchText(result)}`;
}
