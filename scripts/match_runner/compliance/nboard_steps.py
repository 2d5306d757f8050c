"""The compliance walk through the NBoard protocol, version 2 (C. Welty), as NBoard itself and
other clients use it."""
from __future__ import annotations

import random
import re
import time

from ..engines.process import NoAnswer
from ..othello.rules import (PASS, START, Color, IllegalMove, Position, parse_square, play_moves,
                             split_moves, square_name)
from .talk import (BLACK_MUST_PASS, NUMBER, THINKING_SECONDS, WIPE_OUT, Skipped, StepFailure, Talk,
                   is_number, random_square, require, require_legal)

# The fields of each line that NBoard understands; it cannot read a line with other fields.
_FORMS = {
    "pong": r"pong -?\d+",
    "nodestats": rf"nodestats \d+ {NUMBER}",
    "search": rf"search \S+ {NUMBER}(,{NUMBER})? \d+ \d+\S*( .*)?",
    "book": rf"book \S+ {NUMBER}(,{NUMBER})? \d+ \d+\S*( .*)?",
    "analysis": rf"analysis \d{{1,9}} {NUMBER}",
    "learned": r"learned",
    "status": r"status( .*)?",
    "set": r"set myname \S+",
    "===": r"=== .+",
}


class NBoardTalk(Talk):
    pings = 0

    def read_line(self, seconds: float, waiting_for: str) -> str:
        """Returns the next line; checks its form."""
        text = self.read(seconds, waiting_for).text
        form = _FORMS.get(text.partition(" ")[0])
        if form is not None and not re.fullmatch(form, text.rstrip()):
            raise StepFailure(f"'{text}' does not have the fields that it should")
        return text

    def ping(self, seconds: float | None = None) -> list[str]:
        """Sends a ping and returns the lines before its pong."""
        self.pings += 1
        return self.await_pong(self.pings, seconds)

    def await_pong(self, number: int, seconds: float | None = None) -> list[str]:
        seconds = self.reply_seconds if seconds is None else seconds
        self.send(f"ping {number}")
        lines: list[str] = []
        while (text := self.read_line(seconds, f"ping {number}")) != f"pong {number}":
            require(not text.startswith("pong"), f"answers '{text}' to 'ping {number}'")
            lines.append(text)
        return lines

    def hello(self) -> None:
        self.send("nboard 2")
        self.ping()

    def set_game(self, moves: tuple[str, ...] = (), start: Position = START, time_text: str = "",
                 fields: str = "") -> Position:
        """Sets a game; `fields` follow each move."""
        position, plies = play_moves(list(moves), start)
        if plies and plies[-1].move == PASS and moves[-1] != PASS:
            plies.pop()
            position = position.passed()
        text = "".join(f"{ply.color.value}[{ply.move.upper()}{fields}]" for ply in plies)
        clock = f"TI[{time_text}]" if time_text else ""
        self.send(f"set game (;GM[Othello]PC[NBoard]DT[2024-02-21 20:52:27 GMT]PB[black]PW[white]"
                  f"RE[?]{clock}TY[8]BO[8 {start.text()}]{text};)")
        return position

    def quick_game(self, *arguments, **options) -> Position:
        self.hello()
        self.send("set depth 4")
        return self.set_game(*arguments, **options)

    def go(self, position: Position, seconds: float = THINKING_SECONDS) -> int:
        self.ping()
        self.send("go")
        return self.read_choice(position, seconds)

    def read_choice(self, position: Position, seconds: float) -> int:
        """Sends go and returns the engine's move, which must be legal."""
        answer = self.read_answer(seconds)
        return require_legal(position, parse_square(answer[0]), answer[0])

    def read_answer(self, seconds: float) -> list[str]:
        deadline = time.monotonic() + seconds
        while True:
            text = self.read_line(deadline - time.monotonic(), "go")
            require(not text.startswith("pong"), f"answers '{text}' to 'go'")
            if text.startswith("=== "):
                break
        fields = re.split(r"\s*/\s*|\s+", text[4:].strip())
        for field in fields[1:]:
            require(field == "" or is_number(field), f"'{field}' in '{text}' is no plain number")
        require(len(fields) <= 3, f"'{text}' has more than a move, an evaluation and a time")
        return fields

    def require_quiet(self, seconds: float, after: str) -> None:
        """Checks that nothing of an old search arrives."""
        try:
            text = self.process.read(time.monotonic() + seconds).text
        except NoAnswer:
            return
        raise StepFailure(f"'{text}' comes after {after}")


def says_hello(talk: NBoardTalk) -> None:
    """nboard and ping are answered by a pong."""
    talk.hello()


def repeats_numbers(talk: NBoardTalk) -> None:
    """each pong repeats the number of its ping, even if numbers are skipped."""
    talk.hello()
    for number in (2, 7, 1000, 1001):
        talk.await_pong(number)


def without_hello(talk: NBoardTalk) -> None:
    """a ping without nboard before it is answered."""
    talk.ping()


def first_move(talk: NBoardTalk) -> None:
    """go answers with a legal move, once."""
    talk.go(talk.quick_game())
    later = [text for text in talk.ping() if text.startswith("===")]
    require(not later, f"'{later[0] if later else ''}' comes after the answer")


def game_unchanged(talk: NBoardTalk) -> None:
    """go does not change the game: its move comes back as a move."""
    position = talk.quick_game(("f5", "d6"))
    square = talk.go(position)
    talk.go(position)
    talk.send(f"move {square_name(square).upper()}")
    talk.go(position.play(square))


def settings(talk: NBoardTalk) -> None:
    """set depth and set contempt are accepted."""
    position = talk.quick_game()
    for contempt in (100, 0, -100):
        talk.send(f"set contempt {contempt}")
    for depth in (1, 2, 6):
        talk.send(f"set depth {depth}")
        talk.go(position)


def move_fields(talk: NBoardTalk) -> None:
    """moves are accepted with evaluations and seconds as NBoard writes them."""
    position = talk.quick_game()
    for text in ("F5", "D6/1.20", "C3/-1.20/3.5", "D3//20.244", "C4/42.727000000000004"):
        talk.send(f"move {text}")
        position = position.play(parse_square(text[:2]))
        talk.ping()
    talk.go(position)


def game_fields(talk: NBoardTalk) -> None:
    """a game is accepted with evaluations, seconds and empty fields in its moves."""
    for fields in ("/1.26", "//2", "/0.00/0.5", "/-42.727000000000004/1"):
        talk.go(talk.quick_game(("f5", "d6", "c3"), fields=fields))


def other_start(talk: NBoardTalk) -> None:
    """a game may start from another board."""
    start, _ = play_moves(["f5", "d6", "c3", "d3", "c4"])
    talk.go(talk.quick_game((), start=start))
    move = square_name(random_square(start, random.Random(3)))
    talk.go(talk.set_game((move,), start=start))


def moves_taken_back(talk: NBoardTalk) -> None:
    """a shorter game takes moves back."""
    talk.go(talk.quick_game(("f5", "d6", "c3", "d3", "c4")))
    talk.go(talk.set_game(("f5", "f6")))
    talk.go(talk.set_game())


def forced_pass(talk: NBoardTalk) -> None:
    """go answers PA if there is no legal move."""
    position = talk.quick_game(BLACK_MUST_PASS)
    require(position.must_pass, "(the moves of this check are wrong)")
    talk.ping()
    talk.send("go")
    answer = talk.read_answer(THINKING_SECONDS)[0]
    require(answer.upper() == "PA", f"answers '{answer}'")


def told_pass(talk: NBoardTalk) -> None:
    """a pass is accepted, as a move and within a game."""
    position = talk.quick_game(BLACK_MUST_PASS).passed()
    talk.send("move PA")
    talk.go(position)
    talk.go(talk.set_game((*BLACK_MUST_PASS, PASS)))


def whole_game(talk: NBoardTalk) -> None:
    """a game against random moves stays legal to its end."""
    position = talk.quick_game()
    generator = random.Random(2)
    while not position.is_over:
        if position.must_pass:
            talk.send("move PA")
            position = position.passed()
            continue
        black = position.to_move is Color.BLACK
        square = talk.go(position) if black else random_square(position, generator)
        talk.send(f"move {square_name(square).upper()}")
        position = position.play(square)
    talk.ping()


def finished_game(talk: NBoardTalk) -> None:
    """a finished game is accepted."""
    talk.quick_game(WIPE_OUT)
    talk.ping()
    talk.go(talk.set_game())


def clock(talk: NBoardTalk) -> None:
    """go keeps to the time that TI and the times of the moves leave."""
    talk.hello()
    for time_text, fields in (("0:02", ""), ("0:12", "//5")):
        position = talk.set_game(("f5", "d6", "c3", "d3"), time_text=time_text, fields=fields)
        talk.ping()
        begin = time.monotonic()
        talk.send("go")
        talk.read_choice(position, THINKING_SECONDS)
        seconds = time.monotonic() - begin
        require(seconds < 2.1, f"took {seconds:.2f} s of 2 s (TI[{time_text}], moves {fields!r})")


def hints(talk: NBoardTalk) -> None:
    """hint shows legal lines in the form that NBoard reads."""
    position = talk.quick_game(("f5", "d6"))
    talk.ping()
    talk.send("hint 4")
    time.sleep(0.2)
    lines = [_read_hint(talk)]
    lines += [text for text in talk.ping(5.0) if text.startswith(("search ", "book "))]
    for text in lines:
        moves = text.split()[1].replace("-", "")
        try:
            play_moves(split_moves(moves), position)
        except IllegalMove as error:
            raise StepFailure(f"'{text}': {error}") from error


def _read_hint(talk: NBoardTalk) -> str:
    while True:
        text = talk.read_line(THINKING_SECONDS, "hint")
        if text.startswith(("search ", "book ")):
            return text


def hint_at_pass(talk: NBoardTalk) -> None:
    """hint shows PA if there is no legal move."""
    talk.quick_game(BLACK_MUST_PASS)
    talk.ping()
    talk.send("hint 1")
    text = _read_hint(talk)
    require(text.split()[1].upper().startswith("PA"), f"shows '{text}'")
    talk.ping(5.0)


def stops_hint(talk: NBoardTalk) -> None:
    """a ping stops a hint at once, and nothing of it comes after the pong."""
    talk.hello()
    talk.send("set depth 60")
    talk.set_game(("f5", "d6", "c3", "d3", "c4"))
    talk.ping()
    talk.send("hint 64")
    time.sleep(0.5)
    talk.ping(2.0)
    talk.require_quiet(0.5, "the pong")


def stops_go(talk: NBoardTalk) -> None:
    """a ping stops go, and the next go is answered for the new game."""
    talk.hello()
    talk.send("set depth 60")
    talk.set_game(("f5", "d6", "c3", "d3", "c4"))
    talk.ping()
    talk.send("go")
    time.sleep(0.5)
    talk.send("set depth 1")
    position = talk.set_game(("f5", "f6"))
    talk.ping(2.0)
    talk.send("go")
    talk.read_choice(position, THINKING_SECONDS)


def analyzes(talk: NBoardTalk) -> None:
    """analyze evaluates every position of the game."""
    moves = ("f5", "d6", "c3", "d3")
    seen = set(_read_analysis(talk, moves))
    require(seen == set(range(len(moves) + 1)), f"the numbers of the positions are {seen}")


def analyzes_for_black(talk: NBoardTalk) -> None:
    """analyze gives black's view of every position."""
    values = _read_analysis(talk, WIPE_OUT)
    last = len(WIPE_OUT)
    # It would be white's turn, so that white's view of it has the other sign.
    require(values.get(last, 0) > 0,
            f"'analysis {last} {values.get(last)}' is not black's view of a game that black has won")


def _read_analysis(talk: NBoardTalk, moves: tuple[str, ...]) -> dict[int, float]:
    """Returns the value of each position of a game."""
    talk.quick_game(moves)
    talk.ping()
    talk.send("analyze")
    values: dict[int, float] = {}
    while len(values) <= len(moves):
        try:
            text = talk.read_line(THINKING_SECONDS if values else talk.reply_seconds, "analyze")
        except StepFailure:
            if values:
                raise
            raise Skipped("the engine does not analyze") from None
        if text.startswith("analysis "):
            _, number, value = text.split()
            values[int(number)] = float(value)
    talk.ping()
    return values


def learns(talk: NBoardTalk) -> None:
    """learn is answered by learned."""
    if not talk.may_learn:
        raise Skipped("the engine could learn this step's game into your book; --learn allows it")
    talk.quick_game(WIPE_OUT)
    talk.ping()
    talk.send("learn")
    try:
        while talk.read_line(talk.reply_seconds, "learn") != "learned":
            pass
    except StepFailure as failure:
        if "no answer" not in str(failure):
            raise
        raise Skipped("the engine does not learn") from None


def unknown_command(talk: NBoardTalk) -> None:
    """an unknown command does no harm."""
    position = talk.quick_game()
    talk.send("no_such_command 1 2 3")
    talk.send("")
    talk.go(position)


def malformed_input(talk: NBoardTalk) -> None:
    """malformed commands change nothing."""
    position = talk.quick_game(("f5",))
    for line in ("move A1", "move Z9", "set game (;GM[Othello", "set depth many", "set"):
        talk.send(line)
    talk.go(position)


def quits(talk: NBoardTalk) -> None:
    """quit ends the process with status 0."""
    talk.hello()
    talk.send("quit")
    talk.expect_end("quit")


def end_of_input(talk: NBoardTalk) -> None:
    """the end of input ends the process, even during a search."""
    talk.hello()
    talk.send("set depth 60")
    talk.set_game(("f5", "d6", "c3", "d3", "c4"))
    talk.ping()
    talk.send("hint 1")
    time.sleep(0.3)
    talk.process.close_input()
    talk.expect_end("the end of input")


NBOARD_STEPS = (says_hello, repeats_numbers, without_hello, first_move, game_unchanged, settings,
                move_fields, game_fields, other_start, moves_taken_back, forced_pass, told_pass,
                whole_game, finished_game, clock, hints, hint_at_pass, stops_hint, stops_go,
                analyzes, analyzes_for_black, learns, unknown_command, malformed_input, quits,
                end_of_input)
