"use strict";
// What every page with a board needs: elements, numbers as text, the drawing of a board, and keys.

const sides = { X: "black", O: "white" };
const element = (id) => document.getElementById(id);

const upper = (word) => word[0].toUpperCase() + word.slice(1);
const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function signed(value, digits) {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value < 0 ? "−" : "+") + text;
}

function append(parent, tag, text = "", kind = "") {
  const node = document.createElement(tag);
  if (kind) node.className = kind;
  node.textContent = text;
  parent.append(node);
  return node;
}

function draw(svg, tag, attributes, text = "") {
  const node = document.createElementNS(svg.namespaceURI, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  svg.append(node);
  return node;
}

// The squares from a1, b1, … to h8.
const squareNames = Array.from({ length: 64 }, (_, index) => "abcdefgh"[index % 8] + (Math.floor(index / 8) + 1));
// By how many right angles boards are turned clockwise.
const view = { turns: 0 };

// Where a square is drawn: its column and row, from 0.
function drawnAt(name) {
  let [column, row] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
  for (let turn = 0; turn < view.turns; turn++) [column, row] = [7 - row, column];
  return [column, row];
}

// The square that is drawn at a column and a row.
function squareAt(column, row) {
  for (let turn = 0; turn < view.turns; turn++) [column, row] = [row, 7 - column];
  return squareNames[8 * row + column];
}

const centre = (index) => 45 + 50 * index;
const placeOf = (name) => drawnAt(name).map(centre);

// Draws an empty board with its coordinates.
function drawSquares(svg) {
  svg.textContent = "";
  draw(svg, "rect", { x: 20, y: 20, width: 400, height: 400, rx: 4 });
  for (let i = 0; i <= 8; i++) {
    const at = 20 + 50 * i;
    draw(svg, "line", { x1: at, y1: 20, x2: at, y2: 420 });
    draw(svg, "line", { x1: 20, y1: at, x2: 420, y2: at });
  }
  for (const x of [120, 320]) for (const y of [120, 320]) draw(svg, "circle", { class: "star", cx: x, cy: y, r: 4 });
  const shared = (first, second) => (first[0] === second[0] ? first[0] : first[1]);
  for (let i = 0; i < 8; i++) {
    draw(svg, "text", { x: centre(i), y: 14, "text-anchor": "middle" }, shared(squareAt(i, 0), squareAt(i, 1)));
    draw(svg, "text", { x: 10, y: centre(i) + 4, "text-anchor": "middle" }, shared(squareAt(0, i), squareAt(1, i)));
  }
}

// Draws the discs of a board string.
function drawDiscs(svg, board) {
  [...board].forEach((disc, square) => {
    if (!sides[disc]) return;
    const [cx, cy] = placeOf(squareNames[square]);
    draw(svg, "circle", { class: sides[disc], cx, cy, r: 21 });
  });
}

function drawPreviousMove(svg, move) {
  const [x, y] = placeOf(move);
  draw(svg, "circle", { class: "before", cx: x, cy: y, r: 5 });
}

function drawScore(svg, move, text, isBest) {
  const [x, y] = placeOf(move);
  return draw(svg, "text", { class: isBest ? "hint best" : "hint", x, y: y + 5, "text-anchor": "middle" }, text);
}

// Whole discs if exact; only the outcome if nothing else is known.
function scoreText(move, score, digits = 2) {
  if (move.certainty === "wld") return score > 0 ? "win" : score < 0 ? "loss" : "draw";
  return signed(score, move.certainty === "exact" ? 0 : digits);
}

// A score for a square of the board.
const shortScore = (move, score) => scoreText(move, score, Math.abs(score) < 9.95 ? 1 : 0);

function certaintyText(move) {
  if (move.certainty === "exact") return "exact";
  if (move.certainty === "wld") return "outcome only";
  if (move.certainty === "book") return "from the book";
  if (move.certainty === "none") return "not searched";
  return `depth ${move.depth}${move.certainty === "full-width" ? ", full width" : ` at ${move.certainty}`}`;
}

// Shows beside the board how many discs each side has, and the board as text.
function tellBoard({ board, discs, player }) {
  element("black-count").textContent = discs[0];
  element("white-count").textContent = discs[1];
  element("board-text").value = `${board} ${player}`;
  element("copy").textContent = "Copy board";
}

function connectCopy() {
  element("copy").onclick = async () => {
    const text = element("board-text");
    try {
      await navigator.clipboard.writeText(text.value);
    } catch { // the browser denies the clipboard; the user can press Ctrl-C
      text.select();
      return;
    }
    element("copy").textContent = "Copied";
  };
}

// Does what `keys` has for a key, unless the key is for a field or for the browser.
function obeyKey(keys, event) {
  if (!keys[event.key] || event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  keys[event.key]();
}
