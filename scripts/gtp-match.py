#!/usr/bin/env python3
"""Plays a series of games between two GTP engines and judges them by its own rules.

Each opening (a move list such as f5d6c3, one a line) is played twice, with colours swapped.

    scripts/gtp-match.py --first "build/emilia --time 0.2" \\
        --second "/usr/games/gtp-rhino -l 3 -b 0" --openings tests/data/xot-sample.txt --games 20

Prints a line for each game and a summary. The status is 1 if an engine made an illegal move,
crashed, or took longer than --move-timeout over a reply.
"""
import argparse
import queue
import shlex
import subprocess
import sys
import threading
import time

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
NAMES = {"b": "black", "w": "white"}


class EngineError(Exception):
    """An engine did what it must not; the text says which one and what."""


class Board:
    """The rules of Othello, square by square."""

    def __init__(self):
        self.discs = {(3, 3): "w", (4, 4): "w", (4, 3): "b", (3, 4): "b"}
        self.to_move = "b"

    def flips(self, color, square):
        if square in self.discs:
            return []
        flipped = []
        for dx, dy in DIRECTIONS:
            line, (x, y) = [], (square[0] + dx, square[1] + dy)
            while self.discs.get((x, y), color) != color:
                line.append((x, y))
                x, y = x + dx, y + dy
            if self.discs.get((x, y)) == color:
                flipped += line
        return flipped

    def moves(self, color):
        squares = [(x, y) for y in range(8) for x in range(8)]
        return [square for square in squares if self.flips(color, square)]

    def play(self, square):
        """Plays a legal move and gives the turn to whoever can move; False if it is illegal."""
        flipped = self.flips(self.to_move, square)
        if not flipped:
            return False
        for changed in flipped + [square]:
            self.discs[changed] = self.to_move
        other = "w" if self.to_move == "b" else "b"
        if self.moves(other):
            self.to_move = other
        return True

    def is_over(self):
        return not self.moves(self.to_move)

    def score(self, color):
        own = sum(1 for disc in self.discs.values() if disc == color)
        difference = 2 * own - len(self.discs)
        empty = 64 - len(self.discs)
        return difference + (empty if difference > 0 else -empty if difference < 0 else 0)


class Engine:
    """A GTP engine in a process of its own."""

    def __init__(self, command, timeout):
        self.command, self.timeout, self.slowest = command, timeout, 0.0
        self.process = subprocess.Popen(shlex.split(command), text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\r\n"))
        self.lines.put(None)

    def ask(self, command):
        """The reply's text; an EngineError for a refusal, silence or the end of the process."""
        try:
            self.process.stdin.write(command + "\n")
        except OSError as error:
            raise EngineError(f"{self.command}: is gone at '{command}'") from error
        begin, reply = time.monotonic(), []
        while True:
            try:
                line = self.lines.get(timeout=self.timeout)
            except queue.Empty:
                raise EngineError(f"{self.command}: no reply to '{command}'") from None
            if line is None:
                raise EngineError(f"{self.command}: ended at '{command}'")
            if line == "" and reply:
                break
            if line:
                reply.append(line)
        if not reply[0].startswith("="):
            raise EngineError(f"{self.command}: '{command}' was answered by '{reply[0]}'")
        self.slowest = max(self.slowest, time.monotonic() - begin)
        return reply[0][1:].strip()

    def close(self):
        self.process.kill()
        self.process.wait()


def parse(text):
    text = text.lower()
    if len(text) == 2 and text[0] in "abcdefgh" and text[1] in "12345678":
        return "abcdefgh".index(text[0]), int(text[1]) - 1
    return None


def play_game(engines, opening):
    """Plays one game; `engines` by colour. Returns black's score and the moves."""
    board, moves = Board(), []
    for engine in engines.values():
        engine.ask("boardsize 8")
        engine.ask("clear_board")

    def apply(text, tell):
        color = board.to_move
        if not board.play(parse(text)):
            raise EngineError(f"{engines[color].command}: illegal move {text}, {''.join(moves)}")
        moves.append(text.lower())
        for side in tell:
            engines[side].ask(f"play {NAMES[color]} {text.upper()}")

    for start in range(0, len(opening), 2):
        apply(opening[start:start + 2], "bw")
    while not board.is_over():
        color = board.to_move
        text = engines[color].ask(f"genmove {NAMES[color]}")
        if parse(text) is None:
            raise EngineError(f"{engines[color].command}: '{text}' is no move, {''.join(moves)}")
        apply(text, "w" if color == "b" else "b")
    return board.score("b"), "".join(moves)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", required=True, metavar="COMMAND")
    parser.add_argument("--second", required=True, metavar="COMMAND")
    parser.add_argument("--openings", required=True, metavar="FILE")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--skip", type=int, default=0, help="openings to leave out at the start")
    parser.add_argument("--move-timeout", type=float, default=60, metavar="SECONDS")
    options = parser.parse_args()

    with open(options.openings, encoding="ascii") as file:
        openings = [line.strip() for line in file if line.strip()][options.skip:]
    wins = draws = losses = incidents = discs = 0
    slowest = 0.0
    for number in range(options.games):
        first, second = (Engine(command, options.move_timeout)
                         for command in (options.first, options.second))
        colors = "bw" if number % 2 == 0 else "wb"
        try:
            score, moves = play_game({colors[0]: first, colors[1]: second},
                                     openings[number // 2 % len(openings)])
            score = score if colors[0] == "b" else -score
            wins, draws, losses = wins + (score > 0), draws + (score == 0), losses + (score < 0)
            discs += score
            slowest = max(slowest, first.slowest)
            print(f"game {number + 1}: first is {NAMES[colors[0]]}, {score:+d}  {moves}", flush=True)
        except EngineError as error:
            incidents += 1
            print(f"game {number + 1}: {error}", flush=True)
        finally:
            first.close()
            second.close()
    played = max(1, wins + draws + losses)
    print(f"first: {wins} wins, {draws} draws, {losses} losses, {discs / played:+.2f} discs a game, "
          f"slowest reply {slowest:.3f} s, {incidents} incidents")
    return 1 if incidents else 0


if __name__ == "__main__":
    sys.exit(main())
