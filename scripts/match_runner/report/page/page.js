"use strict";
const match = JSON.parse(document.getElementById("data").textContent);
const element = (id) => document.getElementById(id);
const steps = [-9, -8, -7, -1, 1, 7, 8, 9];
let game = null;
let positions = [];
let shown = 0;

const squareOf = (name) => (name.charCodeAt(1) - 49) * 8 + name.charCodeAt(0) - 97;
const nameOf = (square) => "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);
const signed = (value, digits) => (value > 0 ? "+" : "") + value.toFixed(digits);

function flips(board, square, mover) {
  const flipped = [];
  if (board[square]) return flipped;
  for (const step of steps) {
    const line = [];
    let at = square;
    for (;;) {
      const column = at % 8;
      at += step;
      if (at < 0 || at > 63 || Math.abs((at % 8) - column) > 1 || !board[at]) break;
      if (board[at] === mover) { flipped.push(...line); break; }
      line.push(at);
    }
  }
  return flipped;
}

const canMove = (board, mover) => board.some((_, square) => flips(board, square, mover).length);

// Black is 1, white -1. The games were checked when they were played; the page only shows them.
function replay(moves) {
  let board = new Array(64).fill(0);
  board[28] = board[35] = 1;
  board[27] = board[36] = -1;
  let mover = 1;
  const result = [{ board, last: -1, mover: 0 }];
  for (let i = 0; i < moves.length; i += 2) {
    const square = squareOf(moves.slice(i, i + 2));
    if (!canMove(board, mover)) mover = -mover;
    const flipped = flips(board, square, mover);
    board = board.slice();
    for (const each of [square, ...flipped]) board[each] = mover;
    result.push({ board, last: square, mover });
    mover = -mover;
  }
  return result;
}

function drawBoard(position) {
  let parts = '<rect class="field" x="20" y="20" width="400" height="400" rx="4"/>';
  for (let i = 0; i <= 8; i++) {
    const at = 20 + 50 * i;
    parts += `<line x1="${at}" y1="20" x2="${at}" y2="420"/><line x1="20" y1="${at}" x2="420" y2="${at}"/>`;
  }
  for (const [x, y] of [[2, 2], [6, 2], [2, 6], [6, 6]]) {
    parts += `<circle class="star" cx="${20 + 50 * x}" cy="${20 + 50 * y}" r="4"/>`;
  }
  for (let i = 0; i < 8; i++) {
    parts += `<text x="${45 + 50 * i}" y="14" text-anchor="middle">${"abcdefgh"[i]}</text>`;
    parts += `<text x="10" y="${49 + 50 * i}" text-anchor="middle">${i + 1}</text>`;
  }
  position.board.forEach((disc, square) => {
    if (!disc) return;
    const x = 45 + 50 * (square % 8), y = 45 + 50 * Math.floor(square / 8);
    parts += `<circle class="${disc > 0 ? "black" : "white"}" cx="${x}" cy="${y}" r="21"/>`;
    if (square === position.last) parts += `<circle class="last" cx="${x}" cy="${y}" r="5"/>`;
  });
  element("board").innerHTML = parts;
}

// Draws the evaluations of both players, from black's view.
function drawEvaluation() {
  const most = Math.max(8, ...game.scores.map((score) => Math.abs(score === null ? 0 : score)));
  const points = game.scores.map((score, i) => score === null ? null
    : [8 + (i + 1) * 414 / 60, 45 - score * positions[i + 1].mover * 40 / most]);
  if (!points.some((point) => point)) { element("evaluation").innerHTML = ""; return; }
  let parts = `<line class="middle" x1="8" x2="422" y1="45" y2="45"/><text x="8" y="10">black +${most.toFixed(0)}</text><text x="8" y="88">white +${most.toFixed(0)}</text>`;
  [1, -1].forEach((mover) => {
    const line = points.filter((point, i) => point && positions[i + 1].mover === mover);
    parts += `<polyline fill="none" stroke="var(--${(mover > 0 ? game.black : game.white) === match.engines[0] ? "first" : "second"})" stroke-width="1.6" points="${line.map((p) => p.map((v) => v.toFixed(1)).join()).join(" ")}"/>`;
  });
  const x = 8 + shown * 414 / 60;
  parts += `<line class="axis" x1="${x}" x2="${x}" y1="2" y2="88"/><rect class="hit" x="0" y="0" width="430" height="90"/>`;
  element("evaluation").innerHTML = parts;
}

function describe() {
  const lines = [];
  if (shown > 0) {
    const position = positions[shown], mover = position.mover > 0 ? game.black : game.white;
    const score = game.scores[shown - 1], seconds = game.times[shown - 1];
    lines.push(`${shown}. ${nameOf(position.last)} by ${mover}` + (seconds === null ? ", opening" : `, ${seconds.toFixed(3)} s`)
      + (score === null ? "" : `, sees ${signed(score, 2)}`));
  }
  if (shown === positions.length - 1) {
    lines.push(game.loser ? `${game.loser} loses (${game.reason}): ${game.detail}` : `${game.black} ${signed(game.discs, 0)}`);
  }
  element("said").textContent = lines.join(" — ");
}

function show(number) {
  shown = Math.max(0, Math.min(positions.length - 1, number));
  const { board } = positions[shown];
  drawBoard(positions[shown]);
  element("black-count").textContent = board.filter((disc) => disc > 0).length;
  element("white-count").textContent = board.filter((disc) => disc < 0).length;
  drawEvaluation();
  describe();
  element("moves").querySelectorAll("a").forEach((link, i) => link.classList.toggle("now", i + 1 === shown));
}

// Scrolls only the list; the page keeps its position.
function scrollTo(row) {
  const list = element("games").closest(".list");
  const above = row.offsetTop - list.querySelector("thead").offsetHeight, below = row.offsetTop + row.offsetHeight;
  if (above < list.scrollTop) list.scrollTop = above;
  else if (below > list.scrollTop + list.clientHeight) list.scrollTop = below - list.clientHeight;
}

function choose(index, at) {
  game = match.games[index];
  positions = replay(game.moves);
  element("black-name").textContent = game.black;
  element("white-name").textContent = game.white;
  const moves = element("moves");
  moves.textContent = "";
  positions.slice(1).forEach((position, i) => {
    const link = document.createElement("a");
    link.textContent = nameOf(position.last);
    if (game.times[i] === null) link.className = "opening";
    link.onclick = () => show(i + 1);
    moves.append(link);
  });
  document.querySelectorAll("tr.chosen").forEach((row) => row.classList.remove("chosen"));
  const row = document.querySelector(`tr[data-game="${index}"]`);
  if (row) { row.classList.add("chosen"); scrollTo(row); }
  show(at === undefined ? positions.length - 1 : at);
}

const kept = {
  all: () => true,
  wins: (each) => each.points > 0,
  draws: (each) => each.points === 0,
  losses: (each) => each.points < 0,
  failures: (each) => each.loser !== null,
};

function resultText(each) {
  return each.discs === null ? (each.loser === each.black ? "0–1 " : "1–0 ") + each.reason : signed(each.discs, 0);
}

function fillList() {
  const body = element("games"), keep = kept[element("filter").value];
  body.textContent = "";
  match.games.forEach((each, index) => {
    if (!keep(each)) return;
    const row = body.insertRow();
    row.dataset.game = index;
    [each.number, each.black, each.white, resultText(each)].forEach((text) => { row.insertCell().textContent = text; });
    row.cells[1].className = row.cells[2].className = "left";
    row.onclick = () => choose(index);
  });
}

function chooseNext(direction) {
  const rows = [...element("games").rows];
  const next = rows[rows.findIndex((row) => row.classList.contains("chosen")) + direction];
  if (next) choose(Number(next.dataset.game));
}

const keys = {
  ArrowLeft: () => show(shown - 1), ArrowRight: () => show(shown + 1),
  ArrowUp: () => chooseNext(-1), ArrowDown: () => chooseNext(1),
  Home: () => show(0), End: () => show(positions.length - 1),
};
document.addEventListener("keydown", (event) => {
  if (!keys[event.key] || event.target.tagName === "SELECT" || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  keys[event.key]();
});
element("begin").onclick = () => show(0);
element("back").onclick = () => show(shown - 1);
element("forth").onclick = () => show(shown + 1);
element("end").onclick = () => show(positions.length - 1);
element("filter").onchange = fillList;
element("evaluation").onclick = (event) => {
  const box = element("evaluation").getBoundingClientRect();
  show(Math.round(((event.clientX - box.left) / box.width * 430 - 8) * 60 / 414));
};
fillList();
// A link such as report.html#3 or #3.40 opens a game, at a move.
const [wanted, at] = location.hash.slice(1).split(".").map(Number);
const index = match.games.findIndex((each) => each.number === wanted);
if (match.games.length) choose(Math.max(0, index), index >= 0 && at ? at : undefined);
