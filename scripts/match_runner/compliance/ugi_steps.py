"""The compliance walk through UGI, the Universal Game Interface, with the words that Othello needs:
black is player 1, `btime` its clock, and a pass is `0000`."""
from __future__ import annotations

import random
import re
import time

from ..othello.rules import PASS, START, Color, Position, parse_square, play_moves, square_name
from .talk import (BLACK_MUST_PASS, THINKING_SECONDS, WIPE_OUT, Talk, random_square, require,
                   require_legal)

_PASS_WORD = "0000"
_QUICK = "nodes 1000"


class UgiTalk(Talk):
    def ask(self, command: str, answer: str, seconds: float | None = None) -> list[str]:
        """Returns the lines up to one that begins with the word `answer`."""
        self.send(command)
        return self.wait(answer, command, seconds)

    def wait(self, answer: str, command: str, seconds: float | None = None) -> list[str]:
        seconds = self.reply_seconds if seconds is None else seconds
        lines = [self.read(seconds, command).text.strip()]
        while lines[-1].split()[:1] != [answer]:
            lines.append(self.read(seconds, command).text.strip())
        return lines

    def hello(self) -> list[str]:
        return self.ask("ugi", "ugiok")

    def ready(self) -> list[str]:
        return self.ask("isready", "readyok")

    def set_moves(self, moves: tuple[str, ...] = ()) -> Position:
        """Returns the position; its side to move may have to pass."""
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        position = START
        for move in moves:
            position = (position.passed() if move == _PASS_WORD
                        else position.play(parse_square(move)))
        return position

    def new_game(self, moves: tuple[str, ...] = ()) -> Position:
        self.hello()
        self.send("uginewgame")
        self.ready()
        return self.set_moves(moves)

    def go(self, position: Position, limits: str = _QUICK) -> int:
        return self.move_of(position, self.ask(f"go {limits}", "bestmove", THINKING_SECONDS)[-1])

    def move_of(self, position: Position, line: str) -> int:
        answer = line.partition(" ")[2].split(" ")[0]
        return require_legal(position, parse_square(answer), answer)

    def query(self, what: str) -> str:
        return self.ask(f"query {what}", "response")[-1].partition(" ")[2]

    def require_response(self, what: str, expected: str) -> None:
        text = self.query(what)
        require(text == expected, f"query {what} answers '{text}', not '{expected}'")


def says_hello(talk: UgiTalk) -> None:
    """ugi is answered by a name, an author and ugiok."""
    lines = talk.hello()
    for words in ("id name ", "id author "):
        require(any(line.startswith(words) and len(line) > len(words) for line in lines),
                f"no line begins with '{words.strip()}'")


def is_ready(talk: UgiTalk) -> None:
    """isready is answered by readyok."""
    talk.hello()
    for _ in range(3):
        lines = talk.ready()
        require(len(lines) == 1, f"'{lines[0]}' comes before readyok")


def first_move(talk: UgiTalk) -> None:
    """go answers with a legal move, once, and does not play it."""
    position = talk.new_game()
    talk.go(position)
    lines = talk.ready()
    require(len(lines) == 1, f"'{lines[0]}' comes after the move")
    talk.go(position)


def says_what_it_sees(talk: UgiTalk) -> None:
    """info lines have whole numbers and legal variations."""
    position = talk.new_game(("f5",))
    for line in talk.ask("go depth 4", "bestmove", THINKING_SECONDS)[:-1]:
        require(line.startswith("info "), f"'{line}' comes before the move")
        if line.startswith("info string"):
            continue
        for name, text in re.findall(r" (depth|score cp|nodes|nps|time) (\S+)", line):
            require(re.fullmatch(r"-?\d+", text) is not None, f"{name} is '{text}' in '{line}'")
        variation = line.partition(" pv ")[2].split()
        play_moves([PASS if move == _PASS_WORD else move for move in variation], position)


def limits(talk: UgiTalk) -> None:
    """depth, nodes, movetime and clocks are understood."""
    position = talk.new_game()
    for words in ("depth 3", "nodes 500", "movetime 50", "movetime 1",
                  "btime 300 wtime 300 binc 10 winc 10", "wtime 1 btime 1"):
        position = position.play(talk.go(position, words))
        talk.send(f"position fen {position.text().replace('*', 'X')}")


def keeps_time(talk: UgiTalk) -> None:
    """a move comes within movetime and within the clock."""
    position = talk.new_game()
    for words in ("movetime 1000", "btime 1000 wtime 100000", "btime 1000 wtime 1000 binc 100"):
        begin = time.monotonic()
        talk.go(position, words)
        seconds = time.monotonic() - begin
        require(seconds < 1.1, f"'go {words}' took {seconds:.2f} s")


def stops(talk: UgiTalk) -> None:
    """go infinite ends only with stop, and isready is answered before."""
    position = talk.new_game()
    talk.send("go infinite")
    lines = talk.ready()
    time.sleep(0.3)
    lines += talk.ready()
    require(not any(line.startswith("bestmove") for line in lines), "the move comes before stop")
    talk.move_of(position, talk.ask("stop", "bestmove")[-1])


def stop_without_search(talk: UgiTalk) -> None:
    """stop without a search changes nothing."""
    position = talk.new_game()
    talk.send("stop")
    lines = talk.ready()
    require(not any(line.startswith("bestmove") for line in lines), "answers a move")
    talk.go(position)


def unknown_command(talk: UgiTalk) -> None:
    """what it does not know it ignores, or answers with info string."""
    position = talk.new_game()
    for command in ("no_such_command", "setoption name NoSuchOption value 1"):
        talk.send(command)
        for line in talk.ready()[:-1]:
            require(line.startswith("info string"), f"answers '{line}' to '{command}'")
    talk.go(position)


def turns(talk: UgiTalk) -> None:
    """query p1turn is true for black."""
    talk.new_game()
    talk.require_response("p1turn", "true")
    talk.set_moves(("f5",))
    talk.require_response("p1turn", "false")


def game_over(talk: UgiTalk) -> None:
    """query gameover and result know the end of the game."""
    talk.new_game()
    talk.require_response("gameover", "false")
    talk.require_response("result", "none")
    talk.set_moves(WIPE_OUT)
    talk.require_response("gameover", "true")
    talk.require_response("result", "p1win")


def forced_pass(talk: UgiTalk) -> None:
    """a side without a move answers 0000, and 0000 is understood."""
    talk.new_game(BLACK_MUST_PASS)
    line = talk.ask(f"go {_QUICK}", "bestmove", THINKING_SECONDS)[-1]
    require(line.split()[1:2] == [_PASS_WORD], f"answers '{line}'")
    talk.go(talk.set_moves((*BLACK_MUST_PASS, _PASS_WORD)))


def whole_game(talk: UgiTalk) -> None:
    """a game against random moves stays legal to its end."""
    position = talk.new_game()
    generator = random.Random(2)
    moves: list[str] = []
    while not position.is_over:
        if position.must_pass:
            moves.append(_PASS_WORD)
        elif position.to_move is Color.BLACK:
            moves.append(square_name(talk.go(position)))
        else:
            moves.append(square_name(random_square(position, generator)))
        position = talk.set_moves(tuple(moves))
    discs = position.score(Color.BLACK)
    talk.require_response("gameover", "true")
    talk.require_response("result", "p1win" if discs > 0 else "p2win" if discs < 0 else "draw")


def quits(talk: UgiTalk) -> None:
    """quit ends the process with status 0, during a search, too."""
    talk.new_game()
    talk.send("go infinite")
    talk.send("quit")
    talk.expect_end("quit")


def end_of_input(talk: UgiTalk) -> None:
    """the end of input ends the process."""
    talk.hello()
    talk.process.close_input()
    talk.expect_end("the end of input")


UGI_STEPS = (says_hello, is_ready, first_move, says_what_it_sees, limits, keeps_time, stops,
             stop_without_search, unknown_command, turns, game_over, forced_pass, whole_game, quits,
             end_of_input)
