#!/usr/bin/env python3
"""A small engine for the match runner's tests, with faults that its options choose.

    fake_engine.py nboard|gtp|ugi [FAULT] [--at N] [--seed N] [--seconds S]

It plays legal moves that depend on the position and the seed only. FAULT is one of the names below
and shows at its N-th move (default 3), or where it fits.
"""
import os
import random
import re
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../scripts"))

from match_runner.othello.rules import (  # noqa: E402 - the line before makes it importable
    START, Color, Position, parse_square, play_moves, square_name, squares_of)

FAULTS = ("none", "garbage", "flood", "illegal", "nonsense", "pass", "resign", "exits", "crashes",
          "killed", "closes", "hangs", "slow", "mute", "dies", "wrong-pong", "refuses", "no-undo",
          "bad-number", "long-numbers", "long-pong", "late-lines", "forgets-pass", "own-view",
          "learns", "controls", "endless", "restless")


PARENT = os.getppid()


class Engine:
    def __init__(self, fault, at, seed, seconds):
        self.fault, self.at, self.seed, self.seconds = fault, at, seed, seconds
        self.position = START
        self.chosen = 0
        self.moves = []

    def say(self, line):
        print(line, flush=True)

    def choose(self):
        """Returns a legal move unless a fault applies; None if it answers nothing."""
        self.chosen += 1
        if self.fault == "slow":
            time.sleep(self.seconds)
        if self.chosen >= self.at:
            if self.fault in ("illegal", "nonsense", "pass", "resign"):
                return {"illegal": "a1" if self.position != START else "a8", "nonsense": "zz9",
                        "pass": "pass", "resign": "resign"}[self.fault]
            return self.misbehave()
        return self.legal()

    def legal(self):
        squares = list(squares_of(self.position.moves))
        if not squares:
            return "pass"
        key = f"{self.seed} {self.position.player} {self.position.opponent}"
        return square_name(random.Random(key).choice(squares))

    def misbehave(self):
        if self.fault == "garbage":
            self.say("lorem ipsum")
            return None
        if self.fault == "controls":
            return "\x1b[31mred" + "!" * 1000
        if self.fault == "endless":
            self.say("=")
            while True:
                self.say("lorem ipsum")
        while self.fault == "flood":
            self.say("lorem ipsum dolor sit amet" * 20)
        if self.fault == "exits":
            print("out of ideas", file=sys.stderr, flush=True)
            os._exit(3)
        if self.fault == "crashes":
            signal.signal(signal.SIGSEGV, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGSEGV)
        if self.fault == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.fault == "closes":
            os.close(1)
            time.sleep(60)
        if self.fault == "hangs":
            while os.getppid() == PARENT:
                time.sleep(0.1)
            os._exit(0)
        return self.legal()

    def play(self, move):
        if move.lower() in ("pa", "pass"):
            if not self.position.must_pass:
                return False
            self.position = self.position.passed()
            return True
        square = parse_square(move)
        if square is None or not self.position.is_legal(square):
            return False
        self.position = self.position.play(square)
        return True


class NBoard(Engine):
    plies = 0

    def handle(self, line):
        word, _, rest = line.partition(" ")
        if word == "set" and rest.startswith("game "):
            self.set_game(rest[5:])
        elif word == "move":
            self.play(rest.split("/")[0])
        elif word == "ping":
            late = self.chosen >= self.at
            if self.fault == "long-pong" and late:
                self.say("pong " + "9" * 5000)
            self.say(f"pong {int(rest) + (self.fault == 'wrong-pong' and late)}")
        elif word == "go":
            move = self.choose()
            if move is not None:
                long = "9" * 5000 if self.fault == "long-numbers" else ""
                score = "1e3" if self.fault == "bad-number" else f"{long}1.25"
                self.say(f"nodestats {long}100 0.01")
                self.say(f"=== {'PA' if move == 'pass' else move.upper()}/{score}/0.01")
            if self.fault == "late-lines":
                self.say("=== A1")
        elif word == "hint":
            self.say(f"search {self.legal().replace('pass', 'PA')} 0.5 0 5")
        elif word == "analyze":
            for number in range(self.plies + 1):
                sign = "-" if self.fault == "own-view" and number % 2 else ""
                self.say(f"analysis {number} {sign}0.5")
        elif word == "learn":
            if self.fault == "learns":
                with open(os.path.join(os.environ["XDG_DATA_HOME"], "book"), "a") as book:
                    book.write("a game\n")
            self.say("learned")

    def set_game(self, text):
        board, *moves = re.findall(r"(?:BO\[8 |[;\]][BW]\[)([^\]/]*)", text) or [""]
        if len(board) != 66:
            return
        discs = {disc: sum(1 << i for i, c in enumerate(board[:64]) if c == disc) for disc in "*O"}
        own, other = ("*", "O") if board[65] == "*" else ("O", "*")
        self.position = Position(discs[own], discs[other],
                                 Color.BLACK if own == "*" else Color.WHITE)
        self.plies = len(moves)
        for move in moves:
            if move != "PA" or self.fault != "forgets-pass":
                self.play(move)


class Gtp(Engine):
    commands = ("protocol_version", "name", "version", "known_command", "list_commands", "quit",
                "boardsize", "clear_board", "komi", "play", "genmove", "undo", "time_settings",
                "time_left", "final_score")

    def handle(self, line):
        line = line.split("#")[0].split()
        if not line:
            return
        number = line.pop(0) if line[0].isdigit() else ""
        ok, text = self.answer(line[0], line[1:])
        if text is not None:
            self.say(f"{'=' if ok else '?'}{number}{' ' if text else ''}{text}\n")
        if line[0] == "quit":
            sys.exit()

    def answer(self, command, arguments):
        if command == "list_commands":
            return True, "\n".join(self.commands)
        if command == "known_command":
            return True, "true" if arguments[0] in self.commands else "false"
        if command in ("name", "version"):
            return True, "Fake"
        if command == "protocol_version":
            return True, "2"
        if command == "boardsize":
            return arguments == ["8"], ""
        if command == "clear_board":
            self.position, self.moves = START, []
            return True, ""
        if command in ("komi", "time_settings", "time_left", "quit"):
            return True, ""
        if command == "final_score":
            discs = self.position.score(Color.BLACK)
            return True, f"{'B' if discs > 0 else 'W'}+{abs(discs)}" if discs else "0"
        if command in ("play", "genmove"):
            return self.move(command, arguments)
        if command == "undo":
            return self.undo()
        return False, "unknown command"

    def move(self, command, arguments):
        colors = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
        color = colors.get(arguments[0].lower() if arguments else "")
        if color is None or len(arguments) != 1 + (command == "play"):
            return False, "syntax error"
        if self.position.to_move is not color and self.position.must_pass:
            self.position = self.position.passed()
        if self.position.to_move is not color and not self.position.is_over:
            return False, "wrong colour"
        if command == "play":
            refuses = self.fault == "refuses" and self.chosen >= self.at
            if refuses or not self.play(arguments[1]):
                return False, "illegal move"
            self.moves.append(arguments[1].lower())
            return True, ""
        move = self.choose()
        if move is not None and self.play(move):
            self.moves.append(move)
        return True, move

    def undo(self):
        if not self.moves:
            return False, "cannot undo"
        self.moves.pop()
        if self.fault != "no-undo":
            self.position, _ = play_moves([m for m in self.moves if m != "pass"])
        return True, ""


class Ugi(Engine):
    def handle(self, line):
        word, *rest = line.split()
        if word == "ugi":
            self.say("id name Fake\nid author nobody\nugiok")
        elif word == "isready":
            self.say("readyok")
        elif word == "position":
            self.set_position(rest)
        elif word == "go":
            if rest == ["infinite"] and self.fault != "restless":
                return
            self.answer()
        elif word == "stop":
            self.answer()
        elif word == "query":
            discs = self.position.score(Color.BLACK)
            result = "p1win" if discs > 0 else "p2win" if discs < 0 else "draw"
            over = self.position.is_over
            self.say("response " + {
                "gameover": str(over).lower(), "result": result if over else "none",
                "p1turn": str(self.position.to_move is Color.BLACK).lower()}[rest[0]])

    def answer(self):
        move = self.choose()
        if move is not None:
            long = "9" * 5000 if self.fault == "long-numbers" else ""
            self.say(f"info depth 1 score cp {long}125 nodes {long}100 time 10 pv {self.legal()}")
            self.say(f"bestmove {'0000' if move == 'pass' else move}")

    def set_position(self, words):
        self.position = START
        if words[0] == "fen":
            discs = {disc: sum(1 << i for i, c in enumerate(words[1]) if c == disc)
                     for disc in "XO"}
            own, other = words[2], "O" if words[2] == "X" else "X"
            self.position = Position(discs[own], discs[other],
                                     Color.BLACK if own == "X" else Color.WHITE)
        for move in words[words.index("moves") + 1:] if "moves" in words else ():
            if move != "0000" or self.fault != "forgets-pass":
                self.play("pass" if move == "0000" else move)


DIALECTS = {"nboard": NBoard, "gtp": Gtp, "ugi": Ugi}


def read_options(arguments):
    """Parses by hand: an engine starts for each game, and argparse would cost half of that time."""
    dialect, *rest = arguments
    fault = rest.pop(0) if rest and not rest[0].startswith("--") else "none"
    if dialect not in DIALECTS or fault not in FAULTS:
        sys.exit(__doc__)
    options = {"at": 3, "seed": 0, "seconds": 0.3}
    for name, value in zip(rest[::2], rest[1::2]):
        options[name[2:]] = type(options[name[2:]])(value)
    return dialect, fault, options


def main():
    dialect, fault, options = read_options(sys.argv[1:])
    if fault == "dies":
        sys.exit("no licence found")
    engine = DIALECTS[dialect](fault, **options)
    for line in sys.stdin:
        line = line.strip()
        if fault == "mute":
            continue
        if dialect != "gtp" and line == "quit":
            break
        if dialect == "gtp" or line:
            engine.handle(line)


if __name__ == "__main__":
    main()
