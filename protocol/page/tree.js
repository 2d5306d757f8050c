// A game with its variations as nodes: a move, the position after it, what is said of it, and the nodes
// that follow. The first of these continues the line; the others are variations. As a list, which a file
// or the saved state holds, each node has the number of the one before.

// The marks of a move, and how a screen reader says them.
const marks = new Map([["!!", "brilliant"], ["!", "good"], ["!?", "interesting"], ["?!", "doubtful"], ["?", "bad"], ["??", "blunder"]]);

class TreeNode {
  comment = "";
  mark = "";
  value = null; // the score after the move in discs, for black
  children = [];
  visited = null; // the child that was shown last

  // The start has no parent and no move. Forced passes are part of the position.
  constructor(position, parent = null, move = "") {
    Object.assign(this, { position, parent, move });
    this.depth = parent ? parent.depth + 1 : 0;
  }

  get player() { return this.parent.position.player; } // who has moved
  // The nodes of the moves that lead here.
  get path() { return this.parent ? [...this.parent.path, this] : []; }
  get line() { return this.path.map(({ move }) => move).join(""); }
  // Whether there is nothing in the tree from here on but one line of moves.
  get isPlain() { return !this.comment && !this.mark && this.children.length <= 1 && this.children.every((child) => child.isPlain); }
  get all() { return [this, ...this.children.flatMap((child) => child.all)]; }

  childWith(move) { return this.children.find((child) => child.move === move); }

  detach() { this.parent.children = this.parent.children.filter((child) => child !== this); }

  // The tree from here on as a list.
  get list() {
    const all = this.all, numbers = new Map(all.map((node, number) => [node, number]));
    return all.map(({ parent, move, comment, mark, value }, number) => ({
      ...(number > 0 && { parent: numbers.get(parent), move }),
      ...(comment && { comment }), ...(mark && { mark }), ...(value !== null && { value }),
    }));
  }
}
