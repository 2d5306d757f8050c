// Shows an analyzed game: the board, graphs, mistakes and moves.

let game, positions, moves, end;
// The number of the shown position; the page describes the move played in it.
let shown = 0;

const lossText = (move) => move.loss.toFixed(move.certainty === "exact" || move.certainty === "wld" ? 0 : 2);
const bestScore = (move) => move.score + move.loss;
const forBlack = (move, score) => (move.player === "X" ? score : -score);
// Of moves that lose nothing the page names the played one: a symmetric move isn't better.
const bestMove = (move) => (move.loss > 0 ? move.best : move.move);
const isMistake = (move) => move.loss >= 1;
const lossClass = (move) => (move.turning_point ? "lost turning" : isMistake(move) ? "lost" : "");

// The board.

function drawBoard() {
  const svg = element("board");
  drawSquares(svg);
  drawDiscs(svg, positions[shown].board);
  if (shown > 0) drawPreviousMove(svg, moves[shown - 1].move);
  if (shown < moves.length) drawHints(svg, moves[shown]);
  svg.setAttribute("aria-label", boardLabel());
}

function drawHints(svg, move) {
  const [x, y] = placeOf(move.move);
  draw(svg, "circle", { class: `ring ${sides[move.player]}`, cx: x, cy: y, r: 21 });
  const hints = [...move.hints];
  if (!hints.some((hint) => hint.move === move.move)) hints.push({ move: move.move, score: move.score });
  for (const hint of hints) drawScore(svg, hint.move, shortScore(move, hint.score), hint.score === hints[0].score);
}

function boardLabel() {
  const { discs } = positions[shown];
  const label = `The board ${placeText()}: black ${counted(discs[0], "disc")}, white ${counted(discs[1], "disc")}.`;
  if (shown === moves.length) return label;
  const hints = moves[shown].hints.map((hint) => `${hint.move} ${scoreText(moves[shown], hint.score)}`);
  return `${label} Best moves: ${hints.join(", ")}.`;
}

// The description of the move.

const placeText = () => (shown < moves.length ? `at move ${moves[shown].number} of ${moves[moves.length - 1].number}`
  : `after ${counted(moves.length, "move")}`);
const resultText = () => game.result.replace("-", "–");

function comparison(move) {
  if (move.move === move.best) return "The best move";
  if (move.loss === 0) return `As good as ${move.best}`;
  return `Best: ${move.best}, ${scoreText(move, bestScore(move))}`;
}

function describe() {
  const said = element("said");
  said.textContent = "";
  element("line").textContent = "";
  element("place").textContent = upper(placeText());
  if (shown === moves.length) {
    const over = resultText() ? `The game is over: ${resultText()}.` : "The game is over.";
    append(said, "div", game.finished ? over : `The record ends here, with ${sides[positions[end].player]} to move.`);
    return;
  }
  const move = moves[shown], side = sides[move.player];
  const first = append(said, "div");
  append(first, "b", `${move.number}. ${upper(side)} plays ${move.move}`);
  first.append(`, ${scoreText(move, move.score)}${move.loss > 0 ? ", " : ""}`);
  if (move.loss > 0) append(first, "span", `${lossText(move)} lost`, lossClass(move));
  if (move.turning_point) first.append(", a turning point");
  append(said, "div", comparison(move), "told");
  const passed = shown > 0 && moves[shown - 1].player === move.player;
  const pass = passed ? `; ${side === "black" ? "white" : "black"} had to pass before` : "";
  append(said, "div", upper(certaintyText(move) + pass), "told");
  element("line").textContent = move.pv.join(" ");
}

// The graphs. Each is drawn as wide as its element, so that text has the same size on a phone; a
// change of the width draws them again.

const edge = { left: 34, right: 8, top: 8, bottom: 18 };

function graphOf(svg, low, high, step, tickText) {
  const width = svg.clientWidth, height = svg.clientHeight;
  const column = (width - edge.left - edge.right) / positions.length;
  const x = (index) => edge.left + (index + 0.5) * column;
  const y = (value) => edge.top + (high - value) / (high - low) * (height - edge.top - edge.bottom);
  svg.textContent = "";
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const band = { y: edge.top, height: height - edge.top - edge.bottom };
  const here = draw(svg, "rect", { class: "here", ...band, width: Math.max(3, column) });
  for (let tick = low; tick <= high; tick += step) {
    draw(svg, "line", { class: tick === 0 ? "zero" : "axis", x1: edge.left, x2: width - edge.right, y1: y(tick), y2: y(tick) });
    draw(svg, "text", { x: edge.left - 6, y: y(tick) + 4, "text-anchor": "end" }, tickText(tick));
  }
  const apart = moves.length > 24 ? 10 : moves.length > 12 ? 5 : 1;
  moves.forEach(({ number }, index) => {
    const named = number % apart === 0 || (index === 0 && number % apart < 0.8 * apart);
    if (named) draw(svg, "text", { x: x(index), y: height - 4, "text-anchor": "middle" }, String(number));
  });
  const follow = (event) => show(Math.floor((event.clientX - svg.getBoundingClientRect().left - edge.left) / column));
  svg.onpointerdown = (event) => {
    svg.setPointerCapture(event.pointerId);
    follow(event);
  };
  svg.onpointermove = (event) => { if (svg.hasPointerCapture(event.pointerId)) follow(event); };
  const point = () => here.setAttribute("x", x(shown) - Math.max(3, column) / 2);
  return { svg, x, y, column, band, point };
}

const stepFor = (most, steps) => steps.find((step) => most / step <= 3) || steps[steps.length - 1];

function drawEvaluation() {
  const values = moves.flatMap((move) => [forBlack(move, move.score), forBlack(move, bestScore(move))]);
  const highest = Math.max(2, ...values), lowest = Math.min(-2, ...values);
  const step = stepFor(Math.max(highest, -lowest), [2, 4, 8, 16, 32]);
  const graph = graphOf(element("evaluation"), Math.floor(lowest / step) * step, Math.ceil(highest / step) * step, step, (tick) => signed(tick, 0));
  const { svg, x, y, column, band } = graph;
  const sure = moves.findLastIndex((move) => move.certainty !== "exact") + 1;
  if (sure < moves.length) {
    const from = x(sure) - column / 2;
    svg.prepend(draw(svg, "rect", { class: "certain", ...band, x: from, width: svg.clientWidth - edge.right - from }));
    draw(svg, "text", { x: from + 4, y: edge.top + 11 }, "exact");
  }
  const width = Math.min(24, Math.max(1, column - (column > 6 ? 2 : 1)));
  moves.forEach((move, index) => {
    const value = forBlack(move, move.score), best = forBlack(move, bestScore(move));
    const kind = `bar-${value > 0 ? "black" : "white"}${move.certainty === "exact" ? "" : " estimate"}`;
    draw(svg, "rect", { class: kind, x: x(index) - width / 2, y: y(Math.max(0, value)), width, height: Math.abs(y(value) - y(0)) });
    if (!isMistake(move)) return;
    draw(svg, "line", { class: "fall", x1: x(index), x2: x(index), y1: y(best), y2: y(value) });
    draw(svg, "circle", { class: "mistake", cx: x(index), cy: y(value), r: Math.min(4, column / 2 + 1) });
  });
  return graph;
}

function drawPair(id, steps, most) {
  const values = positions.map((position) => position[id]);
  const step = stepFor(most, steps);
  const graph = graphOf(element(id), 0, Math.ceil(most / step) * step, step, String);
  ["black", "white"].forEach((side, which) => {
    const points = values.map((pair, index) => `${graph.x(index).toFixed(1)},${graph.y(pair[which]).toFixed(1)}`);
    draw(graph.svg, "polyline", { class: side, points: points.join(" ") });
  });
  return graph;
}

let graphs = [];

function drawGraphs() {
  graphs = [];
  if (!game || moves.length === 0 || element("graphs").clientWidth === 0) return; // nothing to see
  const mostMoves = Math.max(5, ...positions.flatMap((position) => position.mobility));
  const mostDiscs = Math.max(16, ...positions.flatMap((position) => position.discs));
  graphs = [drawEvaluation(), drawPair("mobility", [5, 10, 20], mostMoves), drawPair("discs", [16, 32], mostDiscs)];
  graphs.forEach(pointAt);
}

function valueText(id) {
  if (id !== "evaluation") return `black ${positions[shown][id][0]}, white ${positions[shown][id][1]}`;
  if (shown === moves.length) return "the end";
  return `${scoreText(moves[shown], moves[shown].score)} for ${sides[moves[shown].player]}`;
}

function pointAt(graph) {
  const { svg } = graph;
  graph.point();
  svg.setAttribute("aria-valuemin", 0);
  svg.setAttribute("aria-valuemax", end);
  svg.setAttribute("aria-valuenow", shown);
  svg.setAttribute("aria-valuetext", `${upper(placeText())}: ${valueText(svg.id)}`);
}

// The tables.

function addRow(body, index, cells) {
  const move = moves[index], row = body.insertRow();
  row.dataset.index = index;
  row.insertCell().textContent = move.number;
  const played = row.insertCell();
  played.className = "left";
  const disc = append(played, "i", "", `disc ${sides[move.player]}`);
  disc.setAttribute("role", "img");
  disc.setAttribute("aria-label", sides[move.player]);
  append(played, "button", move.move);
  for (const [text, kind] of cells) {
    const cell = row.insertCell();
    cell.textContent = text;
    cell.className = kind || "";
  }
  row.onclick = () => {
    show(index);
    element("viewer").scrollIntoView({ block: "nearest" });
  };
}

function fillTables() {
  for (const id of ["moves", "mistakes"]) element(id).textContent = "";
  const indices = moves.map((_, index) => index);
  for (const index of indices) {
    const move = moves[index];
    addRow(element("moves"), index, [
      [scoreText(move, move.score)], [bestMove(move), bestMove(move) === move.move ? "left equal" : "left"],
      [move.loss > 0 ? lossText(move) : "", lossClass(move)],
      [move.certainty]]);
  }
  const mistakes = indices.filter((index) => isMistake(moves[index])).sort((a, b) => moves[b].loss - moves[a].loss || a - b);
  for (const index of mistakes) {
    const move = moves[index];
    addRow(element("mistakes"), index, [
      [scoreText(move, move.score)], [move.best, "left"], [scoreText(move, bestScore(move))], [lossText(move), lossClass(move)]]);
  }
  element("mistakes").closest(".list").hidden = mistakes.length === 0;
  element("no-mistakes").hidden = mistakes.length > 0;
  for (const id of ["graphs", "mistakes-card", "moves-card"]) element(id).hidden = moves.length === 0;
}

// Scrolls only the list of moves; the page keeps its position.
function keepInSight(row) {
  const list = row.closest(".list");
  const above = row.offsetTop - list.querySelector("thead").offsetHeight, below = row.offsetTop + row.offsetHeight;
  if (above < list.scrollTop) list.scrollTop = above;
  else if (below > list.scrollTop + list.clientHeight) list.scrollTop = below - list.clientHeight;
}

function markRows() {
  for (const row of document.querySelectorAll("tr[data-index]")) {
    const chosen = Number(row.dataset.index) === shown;
    row.classList.toggle("chosen", chosen);
    if (chosen) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
    if (chosen && row.parentNode === element("moves")) keepInSight(row);
  }
}

// The head of the page.

function addTile(value, label) {
  const tile = append(element("tiles"), "div", "", "tile");
  append(tile, "b", value);
  append(tile, "span", label);
}

function fillHead() {
  element("title").textContent = game.title;
  element("subtitle").textContent = [game.event, game.date].filter(Boolean).join(", ");
  element("note").textContent = game.note;
  element("note").hidden = !game.note;
  element("black-name").textContent = game.names.X;
  element("white-name").textContent = game.names.O;
  element("tiles").textContent = "";
  if (game.result) addTile(resultText(), "result");
  if (game.opening) addTile(game.opening, "opening");
  if (moves.length === 0) return;
  for (const [letter, side] of Object.entries(sides)) addTile(game.players[letter].loss.toFixed(2), `discs lost by ${side}`);
}

// Navigation.

function show(number) {
  shown = Math.max(0, Math.min(end, number));
  drawBoard();
  tellBoard(positions[shown]);
  element("first").disabled = element("back").disabled = shown === 0;
  element("forward").disabled = element("last").disabled = shown === end;
  describe();
  graphs.forEach(pointAt);
  markRows();
}

const keys = {
  ArrowLeft: () => show(shown - 1), ArrowRight: () => show(shown + 1),
  ArrowUp: () => show(shown - 10), ArrowDown: () => show(shown + 10),
  Home: () => show(0), End: () => show(end),
};

const followKey = (event) => obeyKey(keys, event);

function connectViewer() {
  element("first").onclick = keys.Home;
  element("back").onclick = keys.ArrowLeft;
  element("forward").onclick = keys.ArrowRight;
  element("last").onclick = keys.End;
  connectCopy();
  new ResizeObserver(drawGraphs).observe(element("graphs"));
}

// Shows a game at one of its positions, in place of the game before, if any.
function showGame(analyzed, number = 0) {
  game = analyzed;
  ({ positions, moves } = game);
  end = positions.length - 1;
  shown = 0;
  fillHead();
  fillTables();
  drawGraphs();
  show(number);
}
