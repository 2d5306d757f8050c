"""Searches that are stopped at random moments through the dialects."""
from __future__ import annotations

import time

from conversations import DIALECTS
from row import Run, demand, times
from match_runner.othello.rules import play_moves, random_moves

_OPTIONS = ["--threads", "2", "--hash", "16"]
# Seconds before a stop. Most searches get far less, because their first iterations come fast.
_MOST_THINKING = 0.05
_LONGEST = 10.0  # seconds; only a hang takes longer, even on a busy machine


def run_dialects(run: Run) -> tuple[str, str]:
    """Stops `run.count` searches in each dialect."""
    engines = [dialect([*_OPTIONS, *dialect.without_limit]) for dialect in DIALECTS]
    latencies: list[float] = []
    try:
        while run.goes_on():
            moves = random_moves(run.random.randrange(30), run.random)
            if play_moves(moves)[0].is_over:
                continue
            for engine in engines:
                engine.set_position(moves)
                engine.think()
                time.sleep(_MOST_THINKING * run.random.random() ** 2)
                seconds = engine.stop()
                demand(seconds < _LONGEST, engine.story(f"it went on for {seconds:.2f} s"))
                latencies.append(1000 * seconds)
                engine.hurry()
                engine.choose()
            run.finish_case()
    finally:
        for engine in engines:
            engine.close()
    return (f"{run.done:,} stops in each of GTP, NBoard, Cassio and UGI",
            f"the next answer is a legal move; {times(latencies)}")
