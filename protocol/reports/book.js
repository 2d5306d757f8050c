// Shows a part of an opening book: a position, its moves, and the line that leads to it. The fragment
// of the address has the line, so the browser's own back, forward and reload work.

const book = JSON.parse(element("data").textContent);
const pass = 64;
const other = { X: "O", O: "X" };

// Positions are stored in one of eight symmetries. A place is a position as a line reaches it:
// `squares` says on which square of the board each of its squares is shown.

const start = { position: book.positions[0], squares: Array.from({ length: 64 }, (_, square) => square), player: book.player, opening: book.opening };

// Where a symmetry moves a square, see engine/board/symmetry.h.
function turned(square, symmetry) {
  const column = symmetry & 1 ? 7 - (square % 8) : square % 8;
  const row = symmetry & 2 ? 7 - (square >> 3) : square >> 3;
  return symmetry & 4 ? 8 * column + row : 8 * row + column;
}

const nameOf = (square) => (square === pass ? "pa" : "abcdefgh"[square % 8] + (1 + (square >> 3)));
const shownMove = (move) => (move === "pa" ? "pass" : move);

function movesAt({ position, squares }) {
  return position.moves.map(([square, value, depth, games, next, symmetry]) => (
    { move: nameOf(square === pass ? pass : squares[square]), score: value / 100, depth, games, next, symmetry }));
}

const canFollow = ({ next }) => next !== undefined;

function placeAfter({ squares, player, opening }, { next, symmetry }) {
  const position = book.positions[next];
  return {
    position, squares: squares.map((_, square) => squares[turned(square, symmetry)]),
    player: other[player], opening: position.name || opening,
  };
}

// The board in the form of the report's positions.
function boardAt({ position, squares, player }) {
  const colors = { X: player, O: other[player], "-": "-" }, board = [];
  [...position.board].forEach((disc, square) => { board[squares[square]] = colors[disc]; });
  const discs = ["X", "O"].map((color) => board.filter((disc) => disc === color).length);
  return { board: board.join(""), player, discs };
}

// The places along a line, as far as the page knows it.
function placesOf(moves) {
  const places = [start];
  for (const move of moves) {
    const known = movesAt(places[places.length - 1]).find((each) => each.move === move && canFollow(each));
    if (!known) break;
    places.push(placeAfter(places[places.length - 1], known));
  }
  return places;
}

let line = []; // the moves to the shown place
let ahead = []; // the moves after it that were taken back
let place = start;

// The drawing of a place.

function drawBoard(shown, moves) {
  const svg = element("board");
  drawSquares(svg);
  drawDiscs(svg, shown.board);
  const previous = line.length > 0 ? line[line.length - 1] : book.start[book.start.length - 1];
  if (previous && previous !== "pa") drawPreviousMove(svg, previous);
  for (const each of moves) {
    if (each.move === "pa") continue;
    if (canFollow(each)) drawTarget(svg, each.move);
    const text = drawScore(svg, each.move, shortScore(each, each.score), each.score === moves[0].score);
    text.classList.toggle("out", !canFollow(each));
  }
  const scores = moves.map((each) => `${shownMove(each.move)} ${signed(each.score, 2)}`);
  svg.setAttribute("aria-label", `The board: black ${counted(shown.discs[0], "disc")}, white ${counted(shown.discs[1], "disc")}. Moves: ${scores.join(", ")}.`);
}

function drawTarget(svg, move) {
  const [x, y] = placeOf(move);
  const target = draw(svg, "rect", { class: "target", x: x - 25, y: y - 25, width: 50, height: 50 });
  target.onclick = () => goTo([...line, move]);
}

const withCommas = (number) => number.toLocaleString("en");

function describe(moves) {
  const said = element("said"), { position, player } = place;
  said.textContent = "";
  append(append(said, "div"), "b", `${upper(sides[player])} to move, ${signed(moves[0].score, 2)}${position.solved ? ", solved" : ""}`);
  if (position.games) {
    const [won, drawn, lost] = position.games.map(withCommas);
    append(said, "div", `${upper(sides[player])} won ${won} games, drew ${drawn} and lost ${lost}`, "told");
  }
}

function fillMoves(moves) {
  const body = element("moves");
  const hadFocus = body.contains(document.activeElement);
  body.textContent = "";
  for (const each of moves) addMove(body, each, each.score === moves[0].score);
  element("left-out").hidden = moves.every(canFollow);
  if (hadFocus) (body.querySelector("button") || element("back")).focus();
}

function addMove(body, { move, score, depth, games, next }, isBest) {
  const row = body.insertRow(), played = row.insertCell();
  played.className = "left";
  if (next === undefined) {
    played.textContent = shownMove(move);
    row.className = "out";
  } else {
    append(played, "button", shownMove(move));
    row.onclick = () => goTo([...line, move]);
  }
  const name = next === undefined ? "" : book.positions[next].name || "";
  for (const [text, kind] of [[signed(score, 2), isBest ? "best" : ""], [depth], [withCommas(games)], [name, "left"]]) {
    const cell = row.insertCell();
    cell.textContent = text;
    cell.className = kind || "";
  }
}

// The line as buttons, with the moves that were taken back.
function fillWay() {
  const list = element("way");
  const hadFocus = list.contains(document.activeElement);
  list.textContent = "";
  const whole = [...line, ...ahead];
  for (let count = 0; count <= whole.length; count++) {
    const text = count > 0 ? shownMove(whole[count - 1]) : book.start.join("") || "start";
    const button = append(append(list, "li"), "button", text, count > line.length ? "ahead" : "");
    button.onclick = () => goTo(whole.slice(0, count));
    if (count !== line.length) continue;
    button.setAttribute("aria-current", "true");
    if (hadFocus) button.focus();
  }
}

// Navigation.

function showLine(moves) {
  const places = placesOf(moves), whole = [...line, ...ahead];
  line = moves.slice(0, places.length - 1);
  const isOnTheWay = line.every((move, index) => move === whole[index]);
  ahead = isOnTheWay ? whole.slice(line.length) : [];
  place = places[line.length];
  const shown = boardAt(place), known = movesAt(place);
  drawBoard(shown, known);
  tellBoard(shown);
  element("opening").textContent = place.opening;
  element("place").textContent = `After ${counted(shown.discs[0] + shown.discs[1] - 4, "move")}`;
  element("first").disabled = element("back").disabled = line.length === 0;
  element("forward").disabled = element("last").disabled = !moveAhead();
  describe(known);
  fillMoves(known);
  fillWay();
}

// The move that was taken back, or else the best one that can be followed.
const moveAhead = () => ahead[0] ?? movesAt(place).find(canFollow)?.move;

const goTo = (moves) => { location.hash = moves.join(""); };

// The end of the line that was taken back, or else of the best line from here.
function lastLine() {
  const moves = [...line, ...ahead];
  if (ahead.length > 0) return moves;
  for (let end = place; ;) {
    const best = movesAt(end).find(canFollow);
    if (!best) return moves;
    moves.push(best.move);
    end = placeAfter(end, best);
  }
}

const keys = {
  ArrowLeft: () => goTo(line.slice(0, -1)), ArrowRight: () => { if (moveAhead()) goTo([...line, moveAhead()]); },
  ArrowUp: () => chooseMove(-1), ArrowDown: () => chooseMove(1),
  Home: () => goTo([]), End: () => goTo(lastLine()),
};

// Gives the focus to the next or previous move of the table that can be followed.
function chooseMove(step) {
  const buttons = [...element("moves").querySelectorAll("button")];
  const index = buttons.indexOf(document.activeElement) + step;
  buttons[Math.max(0, Math.min(buttons.length - 1, index))]?.focus();
}

const showFragment = () => showLine(location.hash.slice(1).match(/[a-h][1-8]|pa/g) || []);

document.title = book.start.length > 0 ? `The opening book after ${book.start.join("")}` : "The opening book";
element("title").textContent = document.title;
element("subtitle").textContent = `${withCommas(book.positions.length)} of ${withCommas(book.book_size)} positions, those nearest to best play`;
element("first").onclick = keys.Home;
element("back").onclick = keys.ArrowLeft;
element("forward").onclick = keys.ArrowRight;
element("last").onclick = keys.End;
connectCopy();
document.addEventListener("keydown", (event) => obeyKey(keys, event));
addEventListener("hashchange", showFragment);
showFragment();
