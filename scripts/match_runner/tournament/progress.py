"""Shows the progress of a match: one line that is rewritten on a terminal, and occasional plain
lines elsewhere."""
from __future__ import annotations

import shutil
import time
from collections import Counter
from typing import IO

from ..games.game import GameRecord
from ..report.text_report import elo_text
from ..statistics.results import Pairing
from ..statistics.sprt import Sprt
from ..words import count, result

_TERMINAL_SECONDS = 0.2
_PLAIN_SECONDS = 10.0
_SHOWN_LOSSES = 10  # of one engine for one reason


class Progress:
    def __init__(self, stream: IO[str] | None, total: int, pairings: list[Pairing],
                 node_limit: int | None = None, sprt: Sprt | None = None) -> None:
        self._stream = stream
        self._terminal = stream is not None and stream.isatty()
        self._total = total
        self._pairings = {frozenset((p.first, p.second)): p for p in pairings}
        self._node_limit = node_limit
        self._sprt = sprt
        self._done_before = self._done = sum(pairing.games for pairing in pairings)
        self._begin = time.monotonic()
        self._shown_at = self._begin
        self._shown_games = self._done
        self._losses: Counter[tuple[str, str]] = Counter()

    def add(self, record: GameRecord) -> None:
        self._done += 1
        pairing = self._pairings[frozenset((record.black, record.white))]
        pairing.add(record, self._node_limit)
        if record.loser is not None:
            self._say_loss(record)
        self.tick()

    def _say_loss(self, record: GameRecord) -> None:
        """An engine that fails in every game of a long match must not hide everything else."""
        kind = (record.loser, record.reason)
        self._losses[kind] += 1
        if self._losses[kind] > _SHOWN_LOSSES:
            return
        self.say(f"game {record.game}, {record.black} v {record.white}: {record.loser} loses "
                 f"({record.reason}): {record.detail}")
        if self._losses[kind] == _SHOWN_LOSSES:
            self.say(f"further games that {record.loser} loses like this ({record.reason}) are not "
                     "shown; games.jsonl contains them all")

    def tick(self) -> None:
        """Shows the line if it is due."""
        interval = _TERMINAL_SECONDS if self._terminal else _PLAIN_SECONDS
        if time.monotonic() - self._shown_at >= interval:
            self._show()

    def say(self, text: str) -> None:
        """Prints a line that stays."""
        self._write(f"\r\x1b[K{text}\n" if self._terminal else f"{text}\n")

    def close(self) -> None:
        if self._done != self._shown_games or self._terminal:
            self._show()
        if self._terminal:
            self._write("\n")

    def line(self) -> str:
        parts = [f"{self._done:,}/{count(self._total, 'game')}"]
        if len(self._pairings) == 1:
            parts += self._standing(next(iter(self._pairings.values())))
        played = self._done - self._done_before
        seconds = time.monotonic() - self._begin
        if played:
            parts.append(_rate(played / seconds))
            parts.append(f"{_duration((self._total - self._done) * seconds / played)} left")
        return ", ".join(parts)

    def _standing(self, pairing: Pairing) -> list[str]:
        parts = [f"{pairing.first} {result(pairing.wins, pairing.draws, pairing.losses)}"]
        strength = pairing.strength
        if strength.pairs and strength.is_news:
            parts.append(f"Elo {elo_text(strength, 0)}")
        if self._sprt is not None:
            ratio = self._sprt.log_likelihood_ratio(strength.pentanomial)
            parts.append(f"LLR {ratio:.2f} ({self._sprt.lower:.2f} to {self._sprt.upper:.2f})")
        return parts

    def _show(self) -> None:
        self._shown_at = time.monotonic()
        self._shown_games = self._done
        if self._terminal:
            columns = shutil.get_terminal_size().columns
            self._write(f"\r\x1b[K{self.line()[:columns - 1]}")
        else:
            self._write(self.line() + "\n")

    def _write(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            pass  # the reader closed the pipe; the match continues


def _rate(games_a_second: float) -> str:
    if games_a_second >= 1:
        return f"{games_a_second:.1f} games/s"
    return f"{games_a_second * 60:.1f} games/min"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
