"""The engine."""
from __future__ import annotations

import functools
import os
import queue
from typing import (Any, Callable, Concatenate, Iterator, Optional, ParamSpec, Sequence, TypeVar,
                    Union, overload)

import numpy as np
from numpy.typing import NDArray

from emilia import _callbacks  # noqa: F401, which the library calls
from emilia._arrays import Boards, boards, hear, new_answers, new_answers_struct, pointer
from emilia._binding import ffi, lib
from emilia._errors import check
from emilia._games import Game
from emilia._limits import limits, set_number
from emilia._position import PositionLike, position_of
from emilia._search import Listener, PositionSearch, Progress, Search, Stop, Turn
from emilia._values import (Analysis, AnalyzedGame, Answers, Goal, Line, analysis_of,
                            analyzed_game_of)

P = ParamSpec("P")
T = TypeVar("T")
Path = Union[str, "os.PathLike[str]"]


def _waiting(start: Callable[Concatenate[Engine, P], Search[T]]
             ) -> Callable[Concatenate[Engine, P], T]:
    """The method that starts a call and waits for its result."""
    @functools.wraps(start)
    def wait(self: Engine, /, *given: P.args, **named: P.kwargs) -> T:
        search = None
        try:
            search = start(self, *given, **named)
            return search.result()
        except BaseException:
            if search is not None:
                search.finish()
            raise
    return wait


class Engine:
    """An engine with its memory. Any thread may use it; calls wait for each other.

    Each `start_` method starts a call and returns a `Search`, which `await` and loops take; the method
    without `start_` takes the same and waits for the result. Ctrl-C stops a call."""

    def __init__(self, threads: Optional[int] = None, hash_megabytes: Optional[int] = None, *,
                 weights: Optional[Path] = None, book: Union[bool, Path] = True) -> None:
        """`threads`: one for each core; `hash_megabytes`: 128; `book`: whether to use the built-in
        opening book, or the file of another."""
        settings = ffi.new("emilia_settings*")
        settings.size = ffi.sizeof("emilia_settings")
        set_number(settings, "threads", threads)
        set_number(settings, "hash_megabytes", hash_megabytes)
        files = []  # keeps the texts as long as the structure
        if weights is not None:
            files.append(ffi.new("char[]", os.fsencode(weights)))
            settings.weights_file = files[-1]
        if isinstance(book, bool):
            settings.no_book = not book
        else:
            files.append(ffi.new("char[]", os.fsencode(book)))
            settings.book_file = files[-1]
        made = ffi.new("emilia_engine**")
        check(lib.emilia_engine_new(settings, made))
        self._engine = ffi.gc(made[0], lib.emilia_engine_free)
        self._turn = Turn()

    def start_analyze(self, position: PositionLike, *, seconds: Optional[float] = None,
                      nodes: Optional[int] = None, depth: Optional[int] = None,
                      level: Optional[int] = None, goal: Goal = "score",
                      lines: Optional[int] = None,
                      progress: Optional[Callable[[Analysis], object]] = None,
                      stop: Optional[Stop] = None) -> PositionSearch:
        """Scores the moves of a position, or only the best `lines`, without the book. The first limit
        reached ends it; without any it searches at level 21. The goals "outcome" (win, draw or loss)
        and "exact" solve the position, and have limits of seconds and nodes only. `progress` gets what
        is known so far, in another thread, and may return True to stop."""
        return self._search(lib.emilia_analyze, position, progress, stop, seconds=seconds,
                            nodes=nodes, depth=depth, level=level, goal=goal, lines=lines)

    analyze = _waiting(start_analyze)

    def start_choose(self, position: PositionLike, *, seconds: Optional[float] = None,
                     nodes: Optional[int] = None, depth: Optional[int] = None,
                     level: Optional[int] = None, clock: Optional[float] = None,
                     increment: float = 0,
                     progress: Optional[Callable[[Analysis], object]] = None,
                     stop: Optional[Stop] = None) -> PositionSearch:
        """Chooses a move to play: from the book if it knows enough, and with the deliberate errors of
        the levels 1 to 29. `clock` is the seconds left for the rest of the game, to which each move
        adds `increment`. Without limits and clock it takes a second."""
        return self._search(lib.emilia_choose, position, progress, stop, seconds=seconds,
                            nodes=nodes, depth=depth, level=level, clock=clock,
                            increment=increment)

    choose = _waiting(start_choose)

    def book(self, position: PositionLike) -> tuple[Line, ...]:
        """The moves that the opening book knows, best first; none if it does not know the position."""
        found = ffi.new("emilia_result**")
        with self._turn:
            check(lib.emilia_book(self._engine, position_of(position)._position, found))
        return analysis_of(ffi.gc(found[0], lib.emilia_result_free)).lines

    @overload
    def evaluate(self, players: PositionLike) -> float: ...

    @overload
    def evaluate(self, players: Boards, opponents: Boards, *,
                 stop: Optional[Stop] = None) -> NDArray[np.float64]: ...

    def evaluate(self, players: Any, opponents: Any = None, *,
                 stop: Optional[Stop] = None) -> Any:
        """The evaluation without a search, in discs for the side to move, of a position, or of boards
        in two arrays of numpy.uint64, with all threads. A stop leaves NaN where it came too early."""
        if opponents is not None:
            return self.start_evaluate(players, opponents, stop=stop).result()
        score = ffi.new("double*")
        with self._turn:
            check(lib.emilia_evaluate(self._engine, position_of(players)._position, score))
        return score[0]

    def start_evaluate(self, players: Boards, opponents: Boards, *,
                       stop: Optional[Stop] = None) -> Search[NDArray[np.float64]]:
        """The same for boards in arrays."""
        players, opponents = boards(players, opponents)
        scores = np.empty(players.shape)
        ends = stop or Stop()

        def call() -> NDArray[np.float64]:
            check(lib.emilia_evaluate_many(
                self._engine, pointer("uint64_t", players), pointer("uint64_t", opponents),
                players.size, ends._token, pointer("double", scores)))
            return scores
        return Search(self._turn, ends, call)

    def start_analyze_many(self, players: Boards, opponents: Boards, *,
                           seconds: Optional[float] = None, nodes: Optional[int] = None,
                           depth: Optional[int] = None, level: Optional[int] = None,
                           goal: Goal = "score",
                           progress: Optional[Callable[[int], object]] = None,
                           stop: Optional[Stop] = None) -> Search[Answers]:
        """Scores the best moves of boards in two arrays of numpy.uint64. All threads work on different
        boards, in the end together on those that take long. The limits are for each board. `progress`
        gets the number of finished boards, in another thread, and may return True to stop."""
        players, opponents = boards(players, opponents)
        answers, into = new_answers(players.shape)
        stop = stop or Stop()
        listener = Listener(self._turn, counted=progress)
        hear(into, listener)
        given = limits(stop, None, seconds=seconds, nodes=nodes, depth=depth, level=level,
                       goal=goal, lines=1)

        def call() -> Answers:
            self._analyze_boards(players, opponents, given, into, listener)
            return answers
        return Search(self._turn, stop, call)

    analyze_many = _waiting(start_analyze_many)

    def analyze_each(self, positions: Sequence[PositionLike], *, seconds: Optional[float] = None,
                     nodes: Optional[int] = None, depth: Optional[int] = None,
                     level: Optional[int] = None, goal: Goal = "score",
                     lines: Optional[int] = None,
                     stop: Optional[Stop] = None) -> Iterator[tuple[int, Analysis]]:
        """Analyzes positions as `analyze_many` does, and gives the number of each, from 0, and all that
        is known of it, as soon as it is there, in any order. Leaving the loop stops the rest."""
        all_positions = [position_of(position) for position in positions]
        players = np.array([position.player for position in all_positions], np.uint64)
        opponents = np.array([position.opponent for position in all_positions], np.uint64)
        stop = stop or Stop()
        given = limits(stop, None, seconds=seconds, nodes=nodes, depth=depth, level=level,
                       goal=goal, lines=lines)
        return self._each(players, opponents, given, stop)

    def _each(self, players: Boards, opponents: Boards, given: Any,
              stop: Stop) -> Iterator[tuple[int, Analysis]]:
        # The search waits where the loop takes the results more slowly than they come.
        found: queue.Queue[Optional[tuple[int, Analysis]]] = queue.Queue(1000)
        listener = Listener(self._turn, found=lambda index, analysis: found.put((index, analysis)))
        into = new_answers_struct()
        hear(into, listener)

        def call() -> None:
            try:
                self._analyze_boards(players, opponents, given, into, listener)
            finally:
                found.put(None)
        search = Search(self._turn, stop, call)
        ended = False
        try:
            while (one := found.get()) is not None:
                yield one
            ended = True
            search.result()
        finally:
            search.stop()
            while not ended:
                ended = found.get() is None

    def start_analyze_game(self, game: Union[Game, str], *, seconds: Optional[float] = None,
                           nodes: Optional[int] = None, depth: Optional[int] = None,
                           level: Optional[int] = None,
                           progress: Optional[Callable[[int], object]] = None,
                           stop: Optional[Stop] = None) -> Search[AnalyzedGame]:
        """Judges the moves of a game, from its end to its beginning. The limits are for each position;
        without any it takes a second for each. `progress` gets the number of judged moves, in another
        thread, and may return True to stop."""
        if isinstance(game, str):
            game = Game.read(game)
        if not isinstance(game, Game):
            raise TypeError(f"a game is a Game or a text, not {type(game).__name__}")
        judged = game
        stop = stop or Stop()
        listener = Listener(self._turn, counted=progress)
        given = limits(stop, None, seconds=seconds, nodes=nodes, depth=depth, level=level)

        def call() -> AnalyzedGame:
            made = ffi.new("emilia_analyzed_game**")
            status = lib.emilia_analyze_game(self._engine, judged._game, given,
                                             lib.emilia_python_counted, listener.handle, made)
            analyzed = ffi.gc(made[0], lib.emilia_analyzed_game_free)
            listener.check(status)
            return analyzed_game_of(analyzed)
        return Search(self._turn, stop, call)

    analyze_game = _waiting(start_analyze_game)

    def forget(self) -> None:
        """Forgets all earlier searches, as before an unrelated game."""
        with self._turn:
            check(lib.emilia_forget(self._engine))

    def _search(self, function: Callable[..., int], position: PositionLike,
                progress: Optional[Callable[[Analysis], object]], stop: Optional[Stop],
                **allowed: Any) -> PositionSearch:
        there = position_of(position)
        stop = stop or Stop()
        sofar = Progress(progress)
        listener = Listener(self._turn, progress=sofar.tell)
        given = limits(stop, listener, **allowed)

        def call() -> Analysis:
            found = ffi.new("emilia_result**")
            status = function(self._engine, there._position, given, found)
            result = ffi.gc(found[0], lib.emilia_result_free)
            listener.check(status)
            return analysis_of(result)
        return PositionSearch(self._turn, stop, call, sofar)

    def _analyze_boards(self, players: Boards, opponents: Boards, given: Any, into: Any,
                        listener: Listener) -> None:
        listener.check(lib.emilia_analyze_many(
            self._engine, pointer("uint64_t", players), pointer("uint64_t", opponents),
            players.size, given, into))
