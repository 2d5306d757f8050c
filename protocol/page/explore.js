// Shows the moves of a game and its variations, moves among them by keys, and takes down what the user says of a move.

const valueText = (node) => {
  const value = node.player === "X" ? node.value : -node.value;
  return signed(value, Number.isInteger(value) ? 0 : 1);
};

class Explorer {
  #match;
  #show;
  // What the list of variations shows: the start of the tree, the rest as text, and the button of each node. It
  // is drawn again only if that changes, because thousands of buttons take long.
  #start = null;
  #drawn = "";
  #buttons = new Map();
  #reached = null; // the button in the list that Tab reaches

  // `show` gets the node that the user chooses; `changed` is called when he has said something of a move.
  constructor(match, show, changed) {
    this.#match = match;
    this.#show = show;
    element("comment").oninput = () => {
      match.node.comment = element("comment").value;
      changed();
    };
    element("mark").onchange = () => {
      match.node.mark = element("mark").value;
      changed();
    };
    for (const [mark, name] of marks) element("mark").append(new Option(`${mark} ${name}`, mark));
    for (const id of ["record", "variations"]) element(id).addEventListener("keydown", (event) => this.#followKey(event));
  }

  // The first move of the next variation, or of the one before, of the shown line. `step` is 1 or -1.
  #beside(step) {
    for (let node = this.#match.node; node.parent; node = node.parent) {
      const { children } = node.parent, other = children[children.indexOf(node) + step];
      if (other) return other;
    }
    return null;
  }

  #followKey(event) {
    const { node, game } = this.#match;
    const next = { ArrowLeft: () => node.parent, ArrowRight: () => nextOf(node), ArrowUp: () => this.#beside(-1),
      ArrowDown: () => this.#beside(1), Home: () => game[0], End: () => game.at(-1) }[event.key];
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const chosen = next();
    if (!chosen) return;
    this.#show(chosen);
    const button = document.querySelector("#record [aria-current], #variations [aria-current]");
    (button ?? element("record").querySelector("button"))?.focus();
  }

  draw(isExploring, isDisabled) {
    const { node, isInGame } = this.#match;
    this.#drawRecord(isDisabled);
    this.#drawVariations(isDisabled);
    const isWriting = element("remarks").contains(document.activeElement);
    element("remarks").hidden = !isExploring && !node.comment && !node.mark && !isWriting;
    element("remarks-head").textContent = node.parent ? `Move ${node.depth}, ${node.move}` : "The start";
    if (element("comment").value !== node.comment) element("comment").value = node.comment;
    element("mark").value = node.mark;
    element("mark").disabled = !node.parent || isDisabled;
    element("comment").disabled = isDisabled;
    for (const id of ["promote", "remove"]) element(id).disabled = isInGame || isDisabled;
  }

  #drawRecord(isDisabled) {
    const { node: shown, game } = this.#match, list = element("record");
    list.textContent = "";
    element("no-record").hidden = game.length > 1;
    for (const node of game.slice(1)) {
      const button = drawMove(append(list, "li"), node, shown, this.#show);
      button.disabled = isDisabled;
      if (node === shown) list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight + button.offsetHeight + 8;
    }
  }

  #drawVariations(isDisabled) {
    const { node, game, tree } = this.#match, list = element("variations");
    const drawn = JSON.stringify([isDisabled, game.length, tree]);
    if (game[0] !== this.#start || drawn !== this.#drawn) {
      [this.#start, this.#drawn, this.#reached] = [game[0], drawn, null];
      this.#buttons.clear();
      list.textContent = "";
      game.forEach((before, index) => this.#drawBranches(list, before, game[index + 1], isDisabled));
      list.hidden = this.#buttons.size === 0;
    }
    this.#reached?.removeAttribute("aria-current");
    this.#reached?.setAttribute("tabindex", "-1");
    const shown = this.#buttons.get(node);
    this.#reached = shown ?? this.#buttons.values().next().value;
    this.#reached?.setAttribute("tabindex", "0");
    if (!shown) return;
    shown.setAttribute("aria-current", "true");
    const above = shown.offsetTop - list.offsetTop, below = above + shown.offsetHeight;
    if (above < list.scrollTop) list.scrollTop = above;
    else if (below > list.scrollTop + list.clientHeight) list.scrollTop = below - list.clientHeight;
  }

  // Draws the lines that leave another one behind a node, each with those that leave it in turn.
  #drawBranches(list, before, followed, isDisabled) {
    for (const first of before.children) {
      if (first === followed) continue;
      const item = append(list, "li"), line = [];
      for (let node = first; node; node = node.children[0]) line.push(node);
      for (const node of line) this.#drawMove(item, node, isDisabled);
      const inner = document.createElement("ul");
      for (const node of line) this.#drawBranches(inner, node, node.children[0], isDisabled);
      if (inner.childElementCount > 0) item.append(inner);
    }
  }

  #drawMove(item, node, isDisabled) {
    const button = drawMove(item, node, null, this.#show);
    button.disabled = isDisabled;
    button.tabIndex = -1;
    this.#buttons.set(node, button);
    if (node.comment) append(item, "q", node.comment);
  }
}

// The move that follows: that of the line that was shown last, or the first.
const nextOf = ({ children, visited }) => (children.includes(visited) ? visited : children[0] ?? null);

// Draws a move with its mark and value as a button that shows the position after it.
function drawMove(parent, node, shown, choose) {
  const button = append(parent, "button"), label = [`${node.depth}. ${sides[node.player]} ${node.move}`];
  append(button, "small", String(node.depth));
  append(button, "i", "", `disc ${sides[node.player]}`);
  append(button, "span", node.move);
  if (node.mark) {
    append(button, "b", node.mark);
    label.push(marks.get(node.mark));
  }
  if (node.value !== null) {
    append(button, "small", valueText(node), "value");
    label.push(valueText(node));
  }
  if (node.comment) label.push(node.comment);
  button.classList.toggle("noted", node.comment !== "");
  button.setAttribute("aria-label", label.join(", "));
  if (node === shown) button.setAttribute("aria-current", "true");
  button.onclick = () => choose(node);
  return button;
}
