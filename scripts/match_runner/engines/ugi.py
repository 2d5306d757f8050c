"""A player that speaks UGI, the Universal Game Interface. Black is player 1 and its clock `btime`."""
from __future__ import annotations

import re
import time

from ..errors import EngineFailure, Reason
from ..othello.rules import PASS, Color, Ply
from .clock import Clock
from .player import Choice, GameSetup, Player

_PASS_WORD = "0000"


class UgiPlayer(Player):
    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self._said_name = ""
        self._moves: list[str] = []
        self._left: dict[Color, float] = {}

    def _greet(self) -> None:
        for line in self._ask("ugi", "ugiok"):
            if line.startswith("id name "):
                self._said_name = line.removeprefix("id name ").strip()

    def said_name(self) -> str:
        return self._said_name

    def new_game(self, setup: GameSetup) -> None:
        self.process.send("uginewgame")
        self._ask("isready", "readyok")
        self._moves = [_move_text(ply) for ply in setup.opening]
        self._left = {color: Clock(setup.limits).left for color in Color}

    def choose(self, color: Color, clock: Clock) -> Choice:
        moves = " moves " + " ".join(self._moves) if self._moves else ""
        self.process.send(f"position startpos{moves}")
        self._left[color] = clock.left
        begin = time.monotonic()
        deadline = begin + clock.longest_wait
        score = nodes = None
        self.process.send(f"go{self._limits_text()}")
        while True:
            try:
                line = self._read(deadline, "go", begin)
            except EngineFailure as failure:
                raise (self._overstepped(clock, begin) if failure.reason is Reason.HANG
                       else failure) from None
            words = line.text.split()
            if words[:1] == ["bestmove"]:
                move = "".join(words[1:2]).lower()
                return Choice("pass" if move == _PASS_WORD else move, line.at - begin, score, nodes)
            if words[:1] == ["info"]:
                centidiscs = _number_after(r"score cp", line.text)
                score = score if centidiscs is None else centidiscs / 100
                nodes = _number_after("nodes", line.text) or nodes
            elif words:
                self.process.last_garbage = line.text[:200]

    def tell(self, ply: Ply, seconds: float, is_own: bool) -> None:
        self._moves.append(_move_text(ply))
        if ply.move != PASS:
            self._left[ply.color] += self.limits.increment - seconds

    def _limits_text(self) -> str:
        text = ""
        if self.plan.sends_depth:
            text += f" depth {self.limits.depth}"
        if self.plan.sends_nodes:
            text += f" nodes {self.limits.nodes}"
        if not self.plan.sends_time:
            return text
        if self.limits.time is not None:
            return f"{text} movetime {_milliseconds(self.limits.time)}"
        increment = _milliseconds(self.limits.increment)
        for color in Color:
            letter = color.value.lower()
            text += f" {letter}time {_milliseconds(self._left[color])} {letter}inc {increment}"
        return text

    def _ask(self, command: str, answer: str) -> list[str]:
        """Returns the lines before the answer."""
        begin = time.monotonic()
        deadline = self._reply_deadline()
        self.process.send(command)
        lines: list[str] = []
        while (text := self._read(deadline, command, begin).text.strip()) != answer:
            if text and text.split()[0] not in ("id", "option", "info"):
                self.process.last_garbage = text[:200]
            lines.append(text)
        return lines


def _move_text(ply: Ply) -> str:
    return _PASS_WORD if ply.move == PASS else ply.move.lower()


def _milliseconds(seconds: float) -> int:
    """Rounds down, but not to 0: with no time at all an engine plays any move."""
    return max(int(1000 * seconds), 1 if seconds > 0 else 0)


def _number_after(word: str, text: str) -> int | None:
    match = re.search(rf" {word} (-?\d{{1,18}})(?:\s|$)", text)
    return int(match[1]) if match else None
