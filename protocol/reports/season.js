// The games of a season: their list, and for a player what was lost when. The fragment of the address has
// the player, so a link can open his page, and the browser's back works.

const season = JSON.parse(element("data").textContent);
const phases = [["opening", 1, 20], ["midgame", 21, 40], ["endgame", 41, 60]];
const nameOf = (game, side) => game.names[side] || upper(sides[side]);
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
const mean = (numbers) => (numbers.length === 0 ? 0 : sum(numbers) / numbers.length);

// The discs of "44-20" by side; null for another result.
function discsOf(result) {
  const found = /^(\d+)-(\d+)$/.exec(result);
  return found && { X: Number(found[1]), O: Number(found[2]) };
}

function lossOf(game, side, first = 1, last = 60) {
  return sum(game.moves.filter(([number, player]) => player === side && number >= first && number <= last).map(([, , , , lost]) => lost));
}

// A game as one of its players sees it.
function seenBy(game, side) {
  const other = side === "X" ? "O" : "X", discs = discsOf(game.result);
  const lead = discs && discs[side] - discs[other];
  return {
    game, side, opponent: nameOf(game, other), lead, points: lead === null ? null : (Math.sign(lead) + 1) / 2,
    phases: phases.map(([, first, last]) => lossOf(game, side, first, last)), loss: lossOf(game, side),
  };
}

const allSeen = season.games.flatMap((game) => ["X", "O"].map((side) => ({ name: nameOf(game, side), ...seenBy(game, side) })));
const players = [...new Set(allSeen.map(({ name }) => name))].sort((a, b) => a.localeCompare(b));

const lostText = (discs) => discs.toFixed(1);
const resultText = ({ lead }) => (lead === null ? "?" : signed(lead, 0));
const gameText = (game) => `${nameOf(game, "X")} – ${nameOf(game, "O")}`;

// Columns of the list: heading, text, what it is sorted by, whether it is text.
const gameLink = (game) => ({ link: game.page, text: gameText(game) });
const common = [
  ["date", ({ game }) => game.date, ({ game }) => game.date, true],
  ["event", ({ game }) => game.event, ({ game }) => game.event, true],
];
const opening = ["opening", ({ game }) => game.opening, ({ game }) => game.opening, true];
const columnsOfAll = [
  ...common, ["game", ({ game }) => gameLink(game), ({ game }) => gameText(game), true],
  ["result", ({ game }) => game.result, ({ lead }) => lead ?? 0], opening,
  ["black lost", ({ loss }) => lostText(loss), ({ loss }) => loss],
  ["white lost", ({ game }) => lostText(lossOf(game, "O")), ({ game }) => lossOf(game, "O")],
];
const columnsOfPlayer = [
  ...common, ["game", ({ game }) => gameLink(game), ({ opponent }) => opponent, true],
  ["disc", ({ side }) => sides[side], ({ side }) => side, true],
  ["result", resultText, ({ lead }) => lead ?? 0], opening,
  ...phases.map(([phase], at) => [phase, (seen) => lostText(seen.phases[at]), (seen) => seen.phases[at]]),
  ["lost", ({ loss }) => lostText(loss), ({ loss }) => loss],
];

function addCell(row, content, isText) {
  const cell = append(row, "td", "", isText ? "left" : "");
  if (typeof content === "string") {
    cell.textContent = content;
  } else {
    append(cell, "a", content.text).href = content.link;
  }
}

let sorting = { column: 0, descending: true };

function showGames(seen, columns) {
  element("games-count").textContent = counted(seen.length, "game");
  element("columns").textContent = element("games").textContent = "";
  columns.forEach(([heading, , , isText], at) => {
    const head = append(element("columns"), "th", "", isText ? "left" : "");
    if (at === sorting.column) head.ariaSort = sorting.descending ? "descending" : "ascending";
    append(head, "button", heading).onclick = () => {
      sorting = { column: at, descending: at === sorting.column ? !sorting.descending : !isText };
      showGames(seen, columns);
    };
  });
  const [, , key] = columns[sorting.column];
  const order = (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
  const sorted = [...seen].sort((a, b) => (sorting.descending ? order(b, a) : order(a, b)));
  for (const each of sorted) {
    const row = append(element("games"), "tr");
    for (const [, text, , isText] of columns) addCell(row, text(each), isText);
  }
}

function showTiles(seen, name) {
  element("tiles").textContent = "";
  const tile = (value, label) => {
    const node = append(element("tiles"), "div", "", "tile");
    append(node, "b", value);
    append(node, "span", label);
  };
  const decided = seen.filter(({ points }) => points !== null);
  tile(String(name === "" ? season.games.length : seen.length), "games");
  if (name !== "") tile(`${sum(decided.map(({ points }) => points))} of ${decided.length}`, "points");
  tile(lostText(mean(seen.map(({ loss }) => loss))), name === "" ? "discs lost a game and player" : "discs lost a game");
  phases.forEach(([phase, first, last], at) => tile(lostText(mean(seen.map((each) => each.phases[at]))), `in the ${phase}, moves ${first} to ${last}`));
}

// What a player lost and won, by what `keyOf` says of a game.
function showGroup(heading, seen, keyOf) {
  const groups = new Map();
  for (const each of seen) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  const card = append(element("groups"), "section", "", "card");
  append(card, "h2", `By ${heading}`);
  const table = append(append(card, "div", "", "list"), "table");
  const head = append(append(table, "thead"), "tr");
  append(head, "th", heading, "left");
  for (const column of ["games", "points", "lost"]) append(head, "th", column);
  const body = append(table, "tbody");
  for (const [key, games] of [...groups].sort(([, a], [, b]) => b.length - a.length)) {
    const row = append(body, "tr"), points = games.map((each) => each.points).filter((point) => point !== null);
    append(row, "td", key, "left");
    append(row, "td", String(games.length));
    append(row, "td", points.length === 0 ? "?" : `${(100 * mean(points)).toFixed(0)} %`);
    append(row, "td", lostText(mean(games.map(({ loss }) => loss))));
  }
}

function showTrend(seen) {
  const svg = element("trend"), games = [...seen].sort((a, b) => (a.game.date < b.game.date ? -1 : a.game.date > b.game.date ? 1 : 0));
  svg.textContent = "";
  element("trend-card").hidden = games.length < 2;
  if (games.length < 2) return;
  const most = Math.max(10, ...games.map(({ loss }) => loss));
  const x = (at) => 30 + (960 * at) / (games.length - 1), y = (loss) => 185 - (170 * loss) / most;
  for (const level of [0, most / 2, most]) {
    draw(svg, "line", { class: "axis", x1: 30, x2: 990, y1: y(level), y2: y(level) });
    draw(svg, "text", { x: 26, y: y(level) + 4, "text-anchor": "end" }, level.toFixed(0));
  }
  games.forEach(({ game, loss }, at) => {
    const dot = draw(svg, "circle", { class: "game", cx: x(at), cy: y(loss), r: 3 });
    draw(dot, "title", {}, `${game.date} ${gameText(game)}: ${lostText(loss)}`);
  });
  const means = games.map((_, at) => mean(games.slice(Math.max(0, at - 9), at + 1).map(({ loss }) => loss)));
  draw(svg, "polyline", { class: "black", points: means.map((loss, at) => `${x(at)},${y(loss)}`).join(" ") });
}

function showWorst(seen) {
  const body = element("worst");
  body.textContent = "";
  const moves = seen.flatMap(({ game, side }) => game.moves.filter(([, player]) => player === side).map((move) => ({ game, side, move })));
  moves.sort((a, b) => b.move[4] - a.move[4]);
  for (const { game, side, move: [number, , played, best, lost] } of moves.slice(0, 20)) {
    if (lost <= 0) break;
    const row = append(body, "tr");
    addCell(row, { link: `${game.page}#${number}`, text: gameText(game) }, true);
    addCell(row, nameOf(game, side), true);
    addCell(row, String(number));
    addCell(row, played, true);
    addCell(row, best, true);
    addCell(row, lostText(lost));
  }
}

const hashOf = (name) => (name === "" ? "" : `#player=${encodeURIComponent(name)}`);

function playerInAddress() {
  try {
    const name = decodeURIComponent(/^#player=(.*)$/.exec(location.hash)?.[1] ?? "");
    return players.includes(name) ? name : "";
  } catch {
    return ""; // a damaged link
  }
}

function show() {
  const name = playerInAddress(), seen = name === "" ? allSeen : allSeen.filter((each) => each.name === name);
  element("player").value = name;
  element("title").textContent = document.title = name === "" ? "A season" : name;
  const dates = season.games.map(({ date }) => date).filter((date) => date !== "").sort();
  element("subtitle").textContent = dates.length === 0 ? "" : `${dates[0]} to ${dates[dates.length - 1]}`;
  showTiles(seen, name);
  showTrend(name === "" ? [] : seen);
  element("groups").textContent = "";
  if (name !== "") {
    showGroup("opening", seen, ({ game }) => game.opening || "no name");
    showGroup("colour", seen, ({ side }) => sides[side]);
    showGroup("opponent", seen, ({ opponent }) => opponent);
  }
  sorting = { column: 0, descending: true };
  showGames(name === "" ? seen.filter(({ side }) => side === "X") : seen, name === "" ? columnsOfAll : columnsOfPlayer);
  showWorst(seen);
}

for (const name of ["", ...players]) append(element("player"), "option", name === "" ? "everybody" : name).value = name;
element("player").onchange = () => {
  history.pushState(null, "", location.pathname + location.search + hashOf(element("player").value));
  show();
};
window.onhashchange = window.onpopstate = show;
show();
