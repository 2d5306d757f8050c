"""Talks to Emilia in its dialects, for the rows that stop searches and play games."""
from __future__ import annotations

import re
import time
from collections.abc import Iterator

from row import EMILIA, Finding, demand
from match_runner.engines.game_log import GameLog
from match_runner.engines.process import EngineProcess, NoAnswer, OutputLine
from match_runner.errors import EngineFailure
from match_runner.othello.rules import START, Color, Ply, parse_square, play_moves

_PATIENCE = 60.0  # seconds; a longer silence is a finding


class Conversation:
    """A process that speaks one dialect, and the position that it was given."""

    dialect = ""
    without_limit: list[str] = []  # options with which only a clock or a stop ends a search

    def __init__(self, options: list[str]) -> None:
        self.command = [EMILIA, "--protocol", self.dialect, "--no-book", *options]
        self.process = EngineProcess("emilia", self.command, GameLog())
        self.position = START
        self.said: list[str] = []  # in this position

    def close(self) -> None:
        self.process.close()

    def memory(self) -> float:
        """Its resident megabytes."""
        with open(f"/proc/{self.process._process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s*(\d+) kB", status.read())[1]) / 1024

    def send(self, line: str) -> None:
        self.said.append(f"> {line}")
        try:
            self.process.send(line)
        except EngineFailure as failure:
            raise Finding(self.story(str(failure))) from failure

    def read_until(self, pattern: str) -> tuple[re.Match, float]:
        """Reads up to the first line that matches; returns the match and when it came."""
        for line in self._lines_for(_PATIENCE):
            if match := re.fullmatch(pattern, line.text):
                return match, line.at
        raise Finding(self.story(f"no line like {pattern}"))

    def read_for(self, seconds: float) -> Iterator[str]:
        """The lines that come within this time."""
        for line in self._lines_for(seconds):
            yield line.text

    def _lines_for(self, seconds: float) -> Iterator[OutputLine]:
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.process.read(deadline)
            except NoAnswer:
                return
            except EngineFailure as failure:
                raise Finding(self.story(str(failure))) from failure
            self.said.append(line.text)
            yield line

    def story(self, what: str) -> str:
        lines = "\n".join(self.said[-60:])
        return f"{what}\nthe command was: {' '.join(self.command)}\n{lines}"

    def legal(self, move: str) -> str:
        """The move in small letters; raises a Finding if it is not legal."""
        move = move.lower()
        passes = move in ("pa", "pass") and self.position.must_pass
        demand(passes or self.position.try_to_play(parse_square(move)) is not None,
               self.story(f"{move} is not legal in {self.position.text()}"))
        return move

    def set_position(self, moves: list[str]) -> None:
        self.position, plies = play_moves(moves)
        del self.said[:]
        self.give(plies)

    def give(self, plies: list[Ply]) -> None:
        """Tells the engine a game from the start."""
        raise NotImplementedError

    def think(self) -> None:
        """Starts a search that would take years."""
        raise NotImplementedError

    def stop(self) -> float:
        """Stops it; returns the seconds until the engine was ready."""
        raise NotImplementedError

    def hurry(self) -> None:
        """Makes `choose` take some hundredths of a second from now on."""

    def choose(self) -> tuple[str, float]:
        """A legal move or `pass` for the side to move, and the seconds that it took."""
        raise NotImplementedError

    def _timed(self, command: str, answer: str) -> tuple[re.Match, float]:
        begin = time.monotonic()
        self.send(command)
        match, at = self.read_until(answer)
        return match, at - begin


class Gtp(Conversation):
    dialect = "gtp"
    without_limit = ["--depth", "60"]

    def give(self, plies: list[Ply]) -> None:
        self._timed("clear_board", "= *")
        for ply in plies:
            self._timed(f"play {ply.color.word} {ply.move.replace('pa', 'pass')}", "= *")

    def think(self) -> None:
        self.send("emilia-analyze")
        self.read_until("= *")

    def stop(self) -> float:
        return self._timed("name", "= Emilia")[1]

    def hurry(self) -> None:
        self._timed("time_settings 0 1 50", "= *")

    def choose(self) -> tuple[str, float]:
        match, seconds = self._timed(f"genmove {self.position.to_move.word}", "= (.*)")
        return self.legal(match[1]), seconds


class NBoard(Conversation):
    dialect = "nboard"

    def __init__(self, options: list[str]) -> None:
        super().__init__(options)
        self._pings = 0
        self.send("nboard 2")

    def give(self, plies: list[Ply]) -> None:
        moves = "".join(f"{ply.color.value}[{ply.move.upper()}]" for ply in plies)
        self.send(f"set game (;GM[Othello]PC[NBoard]TY[8]BO[8 {START.text()}]{moves};)")
        self.stop()

    def think(self) -> None:
        self.send("set depth 60")
        self.send("hint 1")
        self.read_until("status Emilia is analyzing")

    def stop(self) -> float:
        self._pings += 1
        return self._timed(f"ping {self._pings}", f"pong {self._pings}")[1]

    def hurry(self) -> None:
        self.send("set depth 2")

    def choose(self) -> tuple[str, float]:
        match, seconds = self._timed("go", "=== ([^/]*).*")
        return self.legal(match[1]), seconds


class Cassio(Conversation):
    dialect = "cassio"

    def __init__(self, options: list[str]) -> None:
        super().__init__(options)
        self._timed("ENGINE-PROTOCOL init", r"ready\.")

    def _search(self, depth: int) -> None:
        board = self.position.text().replace("*", "X").replace(" ", "")
        self.send(f"ENGINE-PROTOCOL midgame-search {board} -64 64 {depth} 100")

    def give(self, plies: list[Ply]) -> None:
        self._timed("ENGINE-PROTOCOL new-position", r"ready\.")

    def think(self) -> None:
        self._search(60)

    def stop(self) -> float:
        seconds = self._timed("ENGINE-PROTOCOL stop", r"ready\.")[1]
        for line in self.said:
            if shown := re.search(", move ([^,]*),", line):
                self.legal(shown[1])
        return seconds

    def choose(self) -> tuple[str, float]:
        begin = time.monotonic()
        self._search(3)
        match, _ = self.read_until(".*, move ([^,]*), depth 3, .*")
        _, at = self.read_until(r"ready\.")
        return self.legal(match[1]), at - begin


class Ugi(Conversation):
    dialect = "ugi"

    def give(self, plies: list[Ply]) -> None:
        moves = " ".join(ply.move.replace("pa", "0000") for ply in plies)
        self.send(f"position startpos{' moves ' + moves if moves else ''}")

    def think(self) -> None:
        self.send("go infinite")

    def stop(self) -> float:
        match, seconds = self._timed("stop", "bestmove (.*)")
        self.legal(match[1].replace("0000", "pass"))
        return seconds

    def choose(self) -> tuple[str, float]:
        match, seconds = self._timed("go depth 3", "bestmove (.*)")
        return self.legal(match[1].replace("0000", "pass")), seconds


DIALECTS = (Gtp, NBoard, Cassio, Ugi)


def play_game(black: Conversation, white: Conversation, opening: list[str]) -> list[float]:
    """Plays on after the opening to the end. Returns the seconds of each move."""
    position, moves, seconds = play_moves(opening)[0], opening, []
    while not position.is_over:
        mover = black if position.to_move is Color.BLACK else white
        mover.set_position(moves)
        move, spent = mover.choose()
        seconds.append(spent)
        moves = [*moves, move.replace("pass", "pa")]
        position = play_moves(moves)[0]
    return seconds
