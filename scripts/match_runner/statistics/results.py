"""The results of a match: counts of games for each pairing."""
from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field

from ..errors import Reason
from ..games.game import GameRecord
from ..othello.rules import PASS, play_moves, split_moves
from .sprt import Sprt
from .strength import PAIR_SCORES, Strength, mean_with_error

# The three kinds of incident. A hang counts as a loss on time; a malformed reply, or a refused
# legal move, counts as a crash.
_TIME = (Reason.TIME.value, Reason.HANG.value)
_ILLEGAL = (Reason.ILLEGAL.value,)
_CRASH = (Reason.CRASH.value, Reason.PROTOCOL.value)


@dataclass
class Incidents:
    time_losses: int = 0
    illegal_moves: int = 0
    crashes: int = 0

    def add(self, reason: str) -> None:
        self.time_losses += reason in _TIME
        self.illegal_moves += reason in _ILLEGAL
        self.crashes += reason in _CRASH

    @property
    def total(self) -> int:
        return self.time_losses + self.illegal_moves + self.crashes


@dataclass
class MoveTimes:
    """The times and nodes of an engine's moves after the opening, with those that lost on time."""

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    most_nodes: int | None = None
    over_nodes: int = 0  # moves that clearly exceeded the node limit

    def add(self, seconds: float, nodes: int | None, node_limit: int | None) -> None:
        self.moves += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)
        if nodes is not None:
            self.most_nodes = max(nodes, self.most_nodes or 0)
            # Engines check a limit at intervals, not at every node.
            self.over_nodes += node_limit is not None and nodes > 1.05 * node_limit + 10_000

    def to_json(self) -> dict[str, object]:
        mean = self.seconds / self.moves if self.moves else 0.0
        result: dict[str, object] = {"moves": self.moves, "mean": round(mean, 4),
                                     "slowest": round(self.slowest, 4)}
        if self.most_nodes is not None:
            result |= {"most_nodes": self.most_nodes, "over_node_limit": self.over_nodes}
        return result


@dataclass
class Pairing:
    """The games of two engines, from the view of the first."""

    first: str
    second: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    discs: list[float] = field(default_factory=list)  # of games played out
    incidents: dict[str, Incidents] = field(default_factory=dict)
    times: dict[str, MoveTimes] = field(default_factory=dict)
    _pairs: dict[int, list[GameRecord]] = field(default_factory=lambda: defaultdict(list))
    _different: set[tuple[str, str]] = field(default_factory=set)  # the engine of Black, the moves

    def __post_init__(self) -> None:
        self.incidents = {name: Incidents() for name in (self.first, self.second)}
        self.times = {name: MoveTimes() for name in (self.first, self.second)}

    def add(self, record: GameRecord, node_limit: int | None = None) -> None:
        points = record.points_of(self.first)
        self.wins += points == 1.0
        self.draws += points == 0.5
        self.losses += points == 0.0
        discs = record.discs_of(self.first)
        if discs is not None:
            self.discs.append(discs)
        if record.loser is not None:
            self.incidents[record.loser].add(record.reason)
        self._pairs[record.pair].append(record)
        self._different.add((record.black, record.moves))
        for name, seconds, nodes in moves_by_engine(record):
            self.times[name].add(seconds, nodes, node_limit)
        if record.late_seconds is not None:
            self.times[record.loser].add(record.late_seconds, None, node_limit)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def different_games(self) -> int:
        """The number of games without repetitions, which say nothing new: the errors of Elo and
        discs, which count every game, are too small if many repeat."""
        return len(self._different)

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def pentanomial(self) -> tuple[int, int, int, int, int]:
        """The number of complete pairs in which the first engine scored 0, 1/2, 1, 3/2 and 2."""
        scores = self.pair_scores
        return tuple(scores.count(score) for score in PAIR_SCORES)

    @property
    def pair_scores(self) -> list[float]:
        """The mean score per game of each complete pair, 0 to 1, in the order of the schedule."""
        return [pair_class(games, self.first) / 4 for _, games in sorted(self._pairs.items())
                if len(games) == 2]

    @property
    def strength(self) -> Strength:
        return Strength(self.pentanomial)

    def mean_discs(self) -> tuple[float, float]:
        """The mean over all games that were played out, and its 95 % error over complete pairs."""
        mean, _ = mean_with_error(self.discs)
        by_pair = []
        for games in self._pairs.values():
            discs = [game.discs_of(self.first) for game in games]
            if len(discs) == 2 and None not in discs:
                by_pair.append(sum(discs) / 2)
        return mean, mean_with_error(by_pair)[1]

    def to_json(self, sprt: Sprt | None = None) -> dict[str, object]:
        """The keys up to `crashes` must stay: other people's scripts read them. An Elo, an error or
        an end of an interval that the games do not bound is null."""
        strength = self.strength
        mean, mean_error = self.mean_discs()
        total = Incidents(*(sum(getattr(each, name) for each in self.incidents.values())
                            for name in ("time_losses", "illegal_moves", "crashes")))
        result: dict[str, object] = {
            "format": 1, "engines": [self.first, self.second], "games": self.games,
            "wins": self.wins, "draws": self.draws, "losses": self.losses,
            "mean_discs": round(mean, 4), "elo": _json_elo(strength.elo),
            "elo_error": _json_elo(strength.elo_error), "los": round(strength.superiority, 4),
            "time_losses": total.time_losses, "illegal_moves": total.illegal_moves,
            "crashes": total.crashes,
            "mean_discs_error": round(mean_error, 4), "played_out": len(self.discs),
            "different_games": self.different_games,
            "pentanomial": list(strength.pentanomial), "elo_is_bound": strength.is_bound,
            "elo_interval_95": [_json_elo(end) for end in strength.elo_interval(0.95)],
            "elo_interval_99": [_json_elo(end) for end in strength.elo_interval(0.99)],
            "incidents": {name: vars(each) for name, each in self.incidents.items()},
            "seconds_a_move": {name: each.to_json() for name, each in self.times.items()},
        }
        if sprt is not None:
            result["sprt"] = sprt_json(sprt, strength.pentanomial)
        return result


def _json_elo(elo: float) -> float | None:
    return None if math.isinf(elo) else round(elo, 2) + 0.0  # adding 0 turns -0 into 0


def pair_class(games: list[GameRecord], name: str) -> int:
    """An engine's half points in a pair of games, 0 to 4."""
    return round(2 * sum(game.points_of(name) for game in games))


def sprt_json(sprt: Sprt, pentanomial: tuple[int, ...]) -> dict[str, object]:
    return {**vars(sprt), "llr": round(sprt.log_likelihood_ratio(pentanomial), 4),
            "lower": round(sprt.lower, 4), "upper": round(sprt.upper, 4),
            "accepted": sprt.verdict(pentanomial)}


def moves_by_engine(record: GameRecord) -> list[tuple[str, float, int | None]]:
    """Engine, seconds and nodes of each move after the opening."""
    colors = mover_colors(record)
    return [(record.black if color == "B" else record.white, seconds, nodes)
            for color, seconds, nodes in zip(colors, record.times, record.nodes)
            if seconds is not None]


def mover_colors(record: GameRecord) -> list[str]:
    """The mover of each move; because of passes the colours do not simply alternate."""
    _, plies = play_moves(split_moves(record.moves))
    return [ply.color.value for ply in plies if ply.move != PASS]


def tally(pairings: list[tuple[str, str]], records: list[GameRecord],
          node_limit: int | None = None) -> list[Pairing]:
    results = {frozenset(pair): Pairing(*pair) for pair in pairings}
    for record in records:
        results[frozenset((record.black, record.white))].add(record, node_limit)
    return list(results.values())
