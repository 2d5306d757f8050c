// Made by make_documents.py from requests.schema.json.

/** Chosen by the client; the reply carries it. It may be used again once the reply has come. */
export type Id = string | number | boolean | null;

/** `f5`; a pass is `pa`. */
export type Square = string;

/** `X` is black, `O` is white. */
export type Color = "X" | "O";

/**
 * A board, moves, or whatever `read` takes. A board lists the 64 squares a1, b1, … h8, black `X`,
 * white `O`, empty `-`, and then the side to move, `X` or `O`. Moves begin at the usual start:
 * `f5d6c3`; an empty text is the usual start. Forced passes may be left out.
 */
export type Position = string;

/** A game. */
export interface Game {
  /** The position that the game starts from; left out: the usual start. */
  start?: Position;
  /** The moves: `f5d6c3`. Forced passes may be left out. */
  moves?: string;
  /** The players' names. */
  names?: {
    /** Black. */
    X?: string;
    /** White. */
    O?: string;
  };
  /** The tournament. */
  event?: string;
  /** The date, as the record has it. */
  date?: string;
}

/**
 * A game with its variations, as a list of nodes. The first node is the start, without `parent` and
 * `move`. The first node that follows another continues its line; the others are variations.
 */
export type Tree = Node[];

/** A move of a tree and what is said of it. */
export interface Node {
  /** The number of the node before, which is smaller than this node's; 0 is the start. */
  parent?: number;
  /** The move. A tree leaves out passes. */
  move?: Square;
  /** A comment, in one line or several. */
  comment?: string;
  /** What somebody thinks of the move. */
  mark?: "!!" | "!" | "!?" | "?!" | "?" | "??";
  /** The score after the move in discs, for black. From -64 to 64. */
  value?: number;
}

/** A game, or a text: moves from the usual start, a board, or whatever `read` takes. */
export type GameOrMoves = Position | Game;

/** What every request may have. */
export interface Asked {
  id?: Id;
  /** Whether to report what is known so far while a search runs. Default: false. */
  progress?: boolean;
}

/** What ends a search; the first limit reached counts. */
export interface Limits {
  /** Seconds from the begin of the search; of a game, for each position. From 0.001 to 10000000. */
  seconds?: number;
  /** Positions searched. From 1 to 9223372036854775807. */
  nodes?: number;
  /** Plies, also in the endgame; one that reaches the end of the game is exact. From 1 to 60. */
  depth?: number;
  /** Strength; sets the depth and from where the endgame is solved. From 1 to 60. */
  level?: number;
}

/** The evaluation of one position or of many, without a search. */
export interface EvaluateRequest extends Asked {
  ask: "evaluate";
  /** One position. */
  position?: Position;
  /** Many positions, in place of `position`. */
  positions?: Position[];
}

/** Discs for the side to move; of a finished game its final score. */
export interface EvaluateResult {
  /** The score of `position`. From -64 to 64. */
  score?: number;
  /** The scores of `positions`, in their order. */
  scores?: number[];
}

/** Scores the moves of a position, best first. Without limits it searches as level 21 does. */
export interface AnalyzeRequest extends Asked, Limits {
  ask: "analyze";
  position: Position;
  /** Scores only the best moves, this many; left out: all. From 1 to 64. */
  lines?: number;
  /**
   * `outcome` solves for win, draw or loss, `exact` for discs, however long it takes; they have
   * limits of seconds and nodes only. Default: "score".
   */
  goal?: "score" | "outcome" | "exact";
  /** How sure the midgame search is of what it leaves out, in percent; left out: by level. */
  confidence?: 63 | 81 | 93 | 99 | 100;
  /** Whether scores of the opening book replace those of shallower searches. Default: false. */
  book?: boolean;
  /**
   * Whether to forget earlier searches first, so that the result depends on this request alone.
   * Default: false.
   */
  forget?: boolean;
}

/** A move and what is known of it. Scores are in discs for the side to move. */
export interface Line {
  move: Square;
  /** Discs; of the kind `outcome`: 1 for a win, 0 for a draw, -1 for a loss. From -64 to 64. */
  score: number;
  /** The same; where the score is only an outcome, the best guess in discs. From -64 to 64. */
  estimate: number;
  /**
   * How the score was found: in the book, by a search to some depth, by a selective search to the
   * end of the game, as a certain outcome, or as the certain score.
   */
  kind: "book" | "midgame" | "probable" | "outcome" | "exact";
  /** Plies; of a search to the end of the game the empty squares. */
  depth: number;
  /** How sure the search was of what it left out, in percent; 100: it left out nothing. */
  confidence: 63 | 81 | 93 | 99 | 100;
  /** Kind and confidence in a word, as in the program's reports. */
  certainty: "book" | "exact" | "wld" | "none" | "full-width" | "63%" | "81%" | "93%" | "99%";
  /** The principal variation: the best moves of both sides, this one first. */
  pv: Square[];
}

/** The position and its moves. */
export interface AnalyzeResult {
  /** The version of the format. */
  format: 1;
  /** The 64 squares. */
  board: string;
  /** The side to move. */
  player: Color;
  /** Empty squares. From 0 to 64. */
  empties: number;
  /** The scored moves, best first; none if the game is over. */
  moves: Line[];
  /** Positions searched. */
  nodes: number;
  /** Seconds of the search. */
  seconds: number;
  /** A remark on the board, if there is one: that no game reaches it, say. */
  note?: string;
  /**
   * Whether a limit or a cancellation cut the last deepening short: the best move holds, its score
   * is only a lower bound.
   */
  interrupted: boolean;
}

/**
 * A move to play: from the book if it knows enough, and with the deliberate errors of the levels 1
 * to 29. Without limits and clock it takes a second.
 */
export interface ChooseRequest extends Asked, Limits {
  ask: "choose";
  /** The game must not be over. */
  position: Position;
  /** Seconds left for the rest of the game. From 0.001 to 10000000. */
  clock?: number;
  /** Seconds that each move adds to the clock, which must be there. From 0 to 10000000. */
  increment?: number;
  /** Whether to play from the opening book. Default: true. */
  book?: boolean;
  /** Whether to forget earlier games first. Default: false. */
  forget?: boolean;
  /**
   * A player of the literature that plays in the engine's place; `about` lists them. It has neither
   * limits nor clock nor book.
   */
  player?: string;
}

/** The move; while the search runs, the best one so far. */
export interface ChooseResult {
  move: Square;
  /** What is known of the move; players of the literature say nothing. */
  line?: Line;
  /** Positions searched. */
  nodes: number;
  /** Seconds of the search. */
  seconds: number;
  /** Whether a limit or a cancellation cut the last deepening short. */
  interrupted: boolean;
}

/** The board after moves, and the legal moves there. */
export interface MovesRequest extends Asked {
  ask: "moves";
  position: Position;
}

/** A board and its legal moves. Pairs are black's and white's numbers. */
export interface Board {
  /** The 64 squares. */
  board: string;
  /** The side to move. */
  player: Color;
  /** Discs. */
  discs: [number, number];
  /** Legal moves, if it were the side's turn. */
  mobility: [number, number];
  /** The legal moves; `pa` if the side to move must pass, none if the game is over. */
  moves: Square[];
}

/** The board and its legal moves. */
export interface MovesResult extends Board {
  /** Whether the game is over. */
  over: boolean;
  /**
   * Of a finished game: discs for the side to move; empty squares count for the winner. From -64 to
   * 64.
   */
  score?: number;
}

/** All positions of a game, with their legal moves. */
export interface PositionsRequest extends Asked {
  ask: "positions";
  game: GameOrMoves;
}

/** The game, move by move. */
export interface PositionsResult {
  /** The moves without passes. */
  moves: Array<{
    move: Square;
    player: Color;
  }>;
  /**
   * The positions before and after each move. Where the side to move must pass, the one after the
   * pass.
   */
  positions: Board[];
  /** Whether the game is over. */
  over: boolean;
  /** `44-20`; empty if the game is not over. */
  result: string;
  /** The opening's name, or empty. */
  opening: string;
  /** All moves with passes: `f5d6c3`. */
  record: string;
  /** A remark on the start position, or empty. */
  note: string;
}

/**
 * Reads what a person has pasted: moves, boards in many forms, GGF, SGF, PGN, lines of a listing,
 * JSON of Othello Quest.
 */
export interface ReadRequest extends Asked {
  ask: "read";
  /** The text. */
  text: string;
}

/** What the text holds. */
export interface ReadResult {
  /** The games; a board is a game without moves. */
  games: Game[];
  /** What the text is: `a board with 14 discs, black to move, then 3 moves`. */
  understood: string;
  /** The variations and comments, if the text is one game in SGF. */
  tree?: Tree;
}

/** Writes a game in a format. */
export interface WriteRequest extends Asked {
  ask: "write";
  game: GameOrMoves;
  /** `board` is the last position, `moves` the moves alone. */
  format: "ggf" | "sgf" | "pgn" | "moves" | "board";
  /** Moves, variations and comments in place of the game's moves; only with the format `sgf`. */
  tree?: Tree;
}

/** The text. */
export interface WriteResult {
  /** The game. */
  text: string;
}

/** The name of a game's opening. */
export interface OpeningRequest extends Asked {
  ask: "opening";
  game: GameOrMoves;
}

/** The opening. */
export interface OpeningResult {
  /** That of the last position that has a name; empty if none has. */
  name: string;
}

/** The moves that the opening book knows in a position. */
export interface BookRequest extends Asked {
  ask: "book";
  position: Position;
}

/** A move of the book. */
export interface BookLine extends Line {
  /** The expected error of the score, in discs. */
  doubt: number;
  /** Finished games that reached the position after the move. */
  games: number;
}

/** What the book knows. */
export interface BookResult {
  /** The moves, best first; none if the book does not know the position. */
  moves: BookLine[];
}

/**
 * Judges each move of a game, from the end to the beginning. Without limits it takes a second a
 * position.
 */
export interface AnalyzeGameRequest extends Asked, Limits {
  ask: "analyze_game";
  /** It must have moves. */
  game: GameOrMoves;
  /** How many of the best moves of each position get a score. From 1 to 64. Default: 1. */
  lines?: number;
  /** Whether scores of the opening book replace those of shallower searches. Default: true. */
  book?: boolean;
}

/** How far the work on a game is. */
export interface Done {
  /** Moves or positions done so far. */
  done: number;
  /** All moves or positions of the game. */
  all: number;
}

/** What the analysis says of a move. */
export interface Judgement {
  /** 61 minus the empty squares before the move. */
  number: number;
  player: Color;
  move: Square;
  /** Discs of the played move, for its player. */
  score: number;
  /** The best move. */
  best: Square;
  /** Discs that the move gave away. */
  loss: number;
  /** That of the best move; see Line. */
  certainty: string;
  /** That of the best move; see Line. */
  depth: number;
  /** Whether the move is as good as the best. */
  equivalent: boolean;
  /** Whether the move turned the game. */
  turning_point: boolean;
  /** The principal variation of the best move. */
  pv: Square[];
  /** The best moves, best first. */
  hints: Array<{
    move: Square;
    /** Discs. */
    score: number;
  }>;
}

/** How a player played a part of a game. */
export interface Summary {
  /** Moves. */
  moves: number;
  /** Discs given away. */
  loss: number;
  /** Discs given away for each move. */
  mean_loss: number;
  /** The share of moves that are as good as the best, 0 to 1. */
  equivalent: number;
}

/** How a player played a game. */
export interface PlayerSummary extends Summary {
  /** The moves 1 to 45. */
  "1-45": Summary;
  /** The moves 46 to 60. */
  "46-60": Summary;
}

/** The analyzed game, as `emilia analyze --game --json` writes it. */
export interface AnalyzeGameResult {
  /** The version of the format. */
  format: 1;
  /** The players. */
  title: string;
  /** The tournament. */
  event: string;
  /** The date. */
  date: string;
  /** `44-20`, or empty. */
  result: string;
  /** The opening's name, or empty. */
  opening: string;
  /** The board that the game starts from. */
  start: Position;
  /** All moves. */
  record: string;
  /** The players' names. */
  names: {
    /** Black. */
    X: string;
    /** White. */
    O: string;
  };
  /** Whether the game is over. */
  finished: boolean;
  /** From which move on the game is exact, and whether it is unfinished. */
  note: string;
  /** The positions before and after each judged move, without `moves`; see Board. */
  positions: Array<{
    board: string;
    player: Color;
    discs: number[];
    mobility: number[];
  }>;
  /** The judged moves; after a cancellation the last ones of the game. */
  moves: Judgement[];
  /** The totals of both players. */
  players: {
    X: PlayerSummary;
    O: PlayerSummary;
  };
  /** False if a cancellation left moves without judgement. */
  complete: boolean;
}

/**
 * Opens a file of games for `games`: WTHOR, GGF, SGF, PGN, move lists, also compressed where this
 * build can unpack. Names for WTHOR bases, WTH.JOU and WTH.TRN, come before the bases. A file
 * without games is refused, and the open games stay.
 */
export interface OpenGamesRequest extends Asked {
  ask: "open_games";
  /** The name of the file, for messages and lists. */
  name: string;
  /** The contents of the file in base64 (RFC 4648). */
  base64?: string;
  /** The contents of a file of text, in place of `base64`. */
  text?: string;
  /** Whether the games that are open stay open. Default: false. */
  add?: boolean;
}

/** What has been read. */
export interface OpenGamesResult {
  /** Games of this file. */
  games: number;
  /** Games that are open now. */
  all: number;
  /** The number of their positions; each game has its moves, passes and one more. */
  positions: number;
  /** What could not be read, at most 20 messages. */
  problems: string[];
  /** How many more problems there are. */
  more_problems: number;
  /** What was left out, or is used later. */
  notes: string[];
}

/**
 * Looks up the games that are open. Games must meet all conditions; symmetric positions count as
 * one, by whatever order of moves a game came there.
 */
export interface GamesRequest extends Asked {
  ask: "games";
  /** Only games through this position; the result has the moves there. */
  position?: Position;
  /** A part of the name of either player; case doesn't matter in names. */
  player?: string;
  /** A part of the name of the opponent of `player`. */
  against?: string;
  /** The color of `player`. */
  color?: Color;
  /** A part of the tournament's name. */
  event?: string;
  /** A part of the name of the opening. */
  opening?: string;
  /** A year, or the first and the last one: `1977-1999`. */
  years?: string;
  /** Who won; `won` and `lost` are those of `player`. */
  result?: "black" | "white" | "draw" | "won" | "lost";
  /** The number of the first game of the list. From 1 to 33554432. Default: 1. */
  first?: number;
  /** How many games the list has at most. From 0 to 1000. Default: 20. */
  count?: number;
}

/**
 * How the games scored, what was played in the position, and a list; the same as of `emilia games
 * --json`.
 */
export interface GamesResult {
  /** The version of this object. */
  format: 1;
  /** Games that are open. */
  all: number;
  /** Those that meet the conditions. */
  games: number;
  /** Their results for black; with `player` those of the player with black. */
  black: Tally;
  /** The results of the player with white. */
  white?: Tally;
  /** The position of the request. */
  position?: {
    /** The 64 squares. */
    board: string;
    player: Color;
    /** The name of the opening, if it has one. */
    opening?: string;
  };
  /** What was played in the position, most played first; of symmetric moves one stands for all. */
  moves?: PlayedNext[];
  /** The games. */
  list: ListedGame[];
}

/** How games scored, for one side. */
export interface Tally {
  /** Games. */
  games: number;
  /** Wins. */
  won: number;
  /** Draws. */
  drawn: number;
  /** Losses; the results of other games are unknown. */
  lost: number;
  /** Wins and half of the draws in percent; null if no result is known. */
  points: number | null;
  /** The mean lead at the end; null if no lead is known. */
  discs: number | null;
  /** The first and the last year, if one is known. */
  years?: [number, number];
}

/** A move in a position, and how its games scored for the side to move. */
export interface PlayedNext extends Tally {
  /** `f5`; a pass is `pa`; null where games end. */
  move: string | null;
  /** Who played it most often, if a name is known. */
  most_by?: {
    /** The player. */
    name: string;
    /** How often. */
    games: number;
  };
}

/** A game of a list. */
export interface ListedGame {
  /** Its number among those that meet the conditions, from 1. */
  number: number;
  /** The date, as the record has it. */
  date: string;
  /** The tournament. */
  event: string;
  /** The player with black. */
  black: string;
  /** The player with white. */
  white: string;
  /** `44-20`; `1-0` if only the winner is known, `*` if nothing is. */
  score: string;
  /** The name of the opening; empty if it has none. */
  opening: string;
  /** The moves. */
  moves: string;
  /** The name of its file; null if it has none. */
  file: string | null;
  /** Its place in the file, from 1. */
  game: number;
  /** The position that the game starts from, if it is not the usual start. */
  start?: Position;
}

/**
 * A sitting of a drill, as `emilia play --drill` holds it: problems are asked, wrong ones again
 * until they are right, and later by the flash-card method SM-2. Nothing is kept: each request says
 * again what was answered, so a client asks after each move with that move added.
 */
export interface DrillRequest extends Asked {
  ask: "drill";
  /**
   * Problems in OBF, a line each: a board or moves, and the scores of moves, as `emilia puzzles`
   * writes them.
   */
  problems: string;
  /** The answers when the sitting began, a line each, `2026-11-27 right BOARD X`; left out: none. */
  log?: string;
  /** The day of the sitting, such as `2026-11-27`. */
  today: string;
  /**
   * How many positions are asked at most: those that are due, longest due first, then new ones.
   * From 1 to 10000. Default: 20.
   */
  count?: number;
  /** What was answered in this sitting so far: moves, and `show` from who didn't know. */
  moves?: Array<Square | "show">;
}

/** Where the sitting stands after its moves. */
export interface DrillResult {
  /** How many different positions the problems have. */
  positions: number;
  /** How many answers are left, those to be repeated included. */
  left: number;
  /** The position to be answered now; not there if none is left. */
  asked?: Question;
  /** How many positions were answered. */
  answered: number;
  /** How many of them were right at once. */
  right: number;
  /** On the last of the moves; not there without one. */
  verdict?: Verdict;
  /** The lines that the sitting adds to the log. */
  answers: string;
  /** The day on which the next position is due, today at the earliest; not there without problems. */
  due?: string;
  /** The same for a person: `8 of 10 right. The next is due on 2026-11-28.` */
  summary: string;
}

/** A position that is asked. */
export interface Question extends Board {
  /** What is asked: `The best move for black?`; in a repertoire with the moves that lead there. */
  text: string;
}

/** An answered position, and what came of the move. */
export interface Verdict extends Board {
  /** The answer. */
  move: Square | "show";
  /** Whether no move has a higher score; in a repertoire, whether it is its move. */
  right: boolean;
  /** The same for a person: `Wrong: h7 +6 loses 12 discs; g8 +18.` */
  text: string;
  /** The scores of the moves, as the problem has them. */
  scores: ScoredMove[];
}

/** A move and its score. */
export interface ScoredMove {
  move: Square;
  /** Whole discs. From -64 to 64. */
  score: number;
}

/**
 * The endgame puzzles among the positions of a game: one move is better than all others, or alone
 * wins. All scores are exact; it takes as long as solving the positions.
 */
export interface PuzzlesRequest extends Asked {
  ask: "puzzles";
  game: GameOrMoves;
  /** `best`: one move is better than all others; `win`: one move wins. Default: "best". */
  goal?: "best" | "win";
  /** The least and the greatest number of empty squares. Default: [8, 14]. */
  empties?: [number, number];
  /**
   * The least and the greatest hardness: the depth in plies from which on Emilia finds the move; 0
   * if the move that flips most discs is right, 11 if it takes more than 10 plies. Default: [0,
   * 11].
   */
  hardness?: [number, number];
  /** Whether only the hardest one counts, as of each game of `emilia puzzles`. Default: false. */
  hardest?: boolean;
}

/** The puzzles, in the order of the game. */
export interface PuzzlesResult {
  /** The puzzles. */
  puzzles: Puzzle[];
  /** False if a cancellation left positions out. */
  complete: boolean;
}

/** A puzzle. */
export interface Puzzle {
  position: Position;
  /** See the request. From 0 to 11. */
  hardness: number;
  /** All legal moves, best first. */
  moves: ScoredMove[];
  /** The move of the game that it asks for, from 1. */
  ply: number;
  /** The same as a line of OBF, which `drill` takes. */
  problem: string;
}

/**
 * The level of the next game against a person to whom it adapts: it rises after a win and falls
 * after a loss, by 4, 3 and 2 in the first games, then by 1, up to 25.
 */
export interface NextLevelRequest extends Asked {
  ask: "next_level";
  /** That of the game. From 1 to 60. */
  level: number;
  /** How many games have changed the level before. From 0 to 1000000. Default: 0. */
  games?: number;
  /** Of the game, for the person. */
  outcome: "loss" | "draw" | "win";
}

/** What the next request of this kind begins with. */
export interface NextLevelResult {
  /** That of the next game. From 1 to 60. */
  level: number;
  /** How many games have changed the level. From 0 to 1000000. */
  games: number;
}

/** The version, the levels and the players of the literature. */
export interface AboutRequest extends Asked {
  ask: "about";
}

/** What this program is. */
export interface AboutResult {
  /** Such as `0.1.0`. */
  version: string;
  /** The levels. */
  levels: Array<{
    /** From 1 to 60. */
    level: number;
    /** What a player of this strength is called, such as `beginner`. */
    name: string;
    /** On the scale of the ladder with the players of the literature; null where it is unknown. */
    elo: number | null;
    /** Plies of the midgame search. */
    depth: number;
    /** Empty squares from which the endgame is solved. */
    exact_at: number;
    /** Whether it makes mistakes on purpose. */
    errs: boolean;
  }>;
  /** The level against a person who chooses none. From 1 to 60. */
  level_for_people: number;
  /** The players of the literature. */
  players: Array<{
    name: string;
    description: string;
    /** Author, year and section. */
    source: string;
  }>;
}

/** Unpacks weights and book, so that later requests begin without delay. */
export interface PrepareRequest extends Asked {
  ask: "prepare";
}

/** There is nothing to say. */
export interface Nothing {
}

/** The fixed searches of `emilia bench`, in one thread; it takes seconds. */
export interface BenchRequest extends Asked {
  ask: "bench";
}

/** The sums of all searches; while they run, of those so far. */
export interface BenchResult {
  /** Positions searched, the build's signature. */
  nodes: number;
  /** Seconds of the searches. */
  seconds: number;
}

/**
 * Ends a search early; it is answered with what it has, and with an error if it has not begun. Only
 * in JSON lines.
 */
export interface CancelRequest extends Asked {
  ask: "cancel";
  /** The id of the search. */
  request: Id;
}

/** Whether there was something to cancel. */
export interface CancelResult {
  /** False if no search with this id is under way. */
  cancelled: boolean;
}

/** Any request. */
export type Request = EvaluateRequest | AnalyzeRequest | ChooseRequest | MovesRequest | PositionsRequest | ReadRequest | WriteRequest | OpeningRequest | BookRequest | AnalyzeGameRequest | OpenGamesRequest | GamesRequest | DrillRequest | PuzzlesRequest | NextLevelRequest | AboutRequest | PrepareRequest | BenchRequest | CancelRequest;

/** Why a request is refused. */
export interface Failure {
  /** One clause: what was found and what is expected. */
  message: string;
  /** The wrong value, as a JSON Pointer: `/game/moves`. */
  path?: string;
  /** What the value may be: `1 to 60`. */
  allowed?: string;
}

/** A line of Emilia's: a result or an error, one for each request, or progress. The page gets no id. */
export interface Reply {
  /** That of the request; null if it could not be read. */
  id?: Id;
  /** The result that belongs to the request. */
  result?: object;
  /** What is known so far. */
  progress?: object;
  error?: Failure;
}

/** What each request is answered with. */
export interface Requests {
  evaluate: { request: EvaluateRequest; result: EvaluateResult; progress: never };
  analyze: { request: AnalyzeRequest; result: AnalyzeResult; progress: AnalyzeResult };
  choose: { request: ChooseRequest; result: ChooseResult; progress: ChooseResult };
  moves: { request: MovesRequest; result: MovesResult; progress: never };
  positions: { request: PositionsRequest; result: PositionsResult; progress: never };
  read: { request: ReadRequest; result: ReadResult; progress: never };
  write: { request: WriteRequest; result: WriteResult; progress: never };
  opening: { request: OpeningRequest; result: OpeningResult; progress: never };
  book: { request: BookRequest; result: BookResult; progress: never };
  analyze_game: { request: AnalyzeGameRequest; result: AnalyzeGameResult; progress: Done };
  open_games: { request: OpenGamesRequest; result: OpenGamesResult; progress: never };
  games: { request: GamesRequest; result: GamesResult; progress: never };
  drill: { request: DrillRequest; result: DrillResult; progress: never };
  puzzles: { request: PuzzlesRequest; result: PuzzlesResult; progress: Done };
  next_level: { request: NextLevelRequest; result: NextLevelResult; progress: never };
  about: { request: AboutRequest; result: AboutResult; progress: never };
  prepare: { request: PrepareRequest; result: Nothing; progress: never };
  bench: { request: BenchRequest; result: BenchResult; progress: BenchResult };
  cancel: { request: CancelRequest; result: CancelResult; progress: never };
}
