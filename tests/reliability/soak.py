"""Many games of one process, a search of many hours, and games at short times on a busy machine."""
from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys

from conversations import Gtp, NBoard, play_game
from row import EMILIA, PROJECT, Finding, Run, demand, times
from match_runner.othello.rules import IllegalMove, play_moves, random_moves

_SECONDS_OF_MOVE = 0.02
_LATEST = 10.0  # seconds for a move; only a hang takes longer, even on a busy machine
_MOST_GROWTH = 8.0  # megabytes
_FIRST_GAMES = 100  # after which memory should no longer grow
_FIRST_SECONDS = 60  # the same for an analysis
_OPENING_PLIES = 10  # before an analysis, so that no machine solves the position

ANALYSIS = re.compile(r"info move (?P<move>\S+) score \S+ depth (?P<depth>\d+) certainty \S+ "
                      r"nodes (?P<nodes>\d+) seconds \S+ pv (?P<variation>.+)")


def run_soak(run: Run) -> tuple[str, str]:
    """Plays `run.count` games of GTP against NBoard, with one process each."""
    engines = [dialect(["--time", str(_SECONDS_OF_MOVE), "--threads", "1", "--hash", "16"])
               for dialect in (Gtp, NBoard)]
    first = [0.0 for _ in engines]
    seconds: list[float] = []
    try:
        while run.goes_on():
            opening = random_moves(run.random.randrange(1, 20), run.random)
            black, white = engines if run.done % 2 == 0 else reversed(engines)
            spent = play_game(black, white, opening)
            seconds += spent
            slowest = max(spent, default=0)  # the opening may have ended the game
            demand(slowest < _LATEST, f"a move took {slowest:.2f} s after {' '.join(opening)}")
            for place, engine in enumerate(engines):
                if run.done < _FIRST_GAMES:
                    first[place] = engine.memory()
                else:
                    demand(engine.memory() < first[place] + _MOST_GROWTH,
                           f"{engine.dialect}: {first[place]:.1f} MB after {_FIRST_GAMES} games, "
                           f"{engine.memory():.1f} MB after {run.done}")
            run.finish_case()
        memory = ", ".join(
            f"{engine.dialect} {first[place]:.1f} MB after {min(run.done, _FIRST_GAMES)} games and "
            f"{engine.memory():.1f} MB at the end" for place, engine in enumerate(engines))
    finally:
        for engine in engines:
            engine.close()
    return (f"{run.done:,} games by GTP against NBoard, one process each, "
            f"{_SECONDS_OF_MOVE} s a move",
            f"no illegal move; {memory}; moves: {times([1000 * each for each in seconds])}")


def run_analysis(run: Run) -> tuple[str, str]:
    """Lets one search of one position go on for `run.count` seconds."""
    threads = os.cpu_count() or 1
    engine = Gtp(["--threads", str(threads), "--hash", "64"])
    first, lines, shown = 0.0, 0, None
    try:
        moves = random_moves(_OPENING_PLIES, run.random)
        engine.set_position(moves)
        engine.think()
        while run.goes_on():
            for line in engine.read_for(1):
                shown, lines = checked_analysis(engine, moves, line, shown), lines + 1
            run.finish_case()
            if run.done <= _FIRST_SECONDS:
                first = engine.memory()
            demand(engine.memory() < first + _MOST_GROWTH,
                   f"{first:.1f} MB after {_FIRST_SECONDS} s, {engine.memory():.1f} MB after {run.done} s")
        memory, seconds = engine.memory(), engine.stop()
        demand(seconds < _LATEST, f"it went on for {seconds:.2f} s")
        engine.hurry()
        engine.choose()
    finally:
        engine.close()
    reached = f"depth {shown['depth']} and {int(shown['nodes']):,} nodes" if shown else "no depth"
    return (f"an analysis of {run.done:,} s with {threads} threads",
            f"{lines:,} variations, all legal, up to {reached}; {first:.1f} MB after "
            f"{min(run.done, _FIRST_SECONDS)} s and {memory:.1f} MB at the end; stopped within "
            f"{1000 * seconds:.2f} ms")


def checked_analysis(engine: Gtp, moves: list[str], line: str, before: re.Match | None) -> re.Match:
    """The parts of a line of the analysis after `moves`; its variation must be legal."""
    shown = ANALYSIS.fullmatch(line)
    demand(shown, engine.story("this is no line of an analysis"))
    variation = shown["variation"].split()
    demand(variation[0] == shown["move"], engine.story("the variation begins with another move"))
    demand(before is None or int(before["nodes"]) <= int(shown["nodes"]), engine.story("fewer nodes"))
    try:
        play_moves([*moves, *(move.replace("pass", "pa") for move in variation)])
    except IllegalMove as error:
        raise Finding(engine.story(str(error))) from error
    return shown


def run_time(run: Run) -> tuple[str, str]:
    """Plays `run.count` games, one on each core at a time, at one second for each side while every
    core has other work, too. The count is rounded up to pairs."""
    cores = os.cpu_count() or 1
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(cores)]
    engine = shlex.join([EMILIA, "--no-book", "--threads", "1", "--hash", "16"])
    output = run.folder / "match"
    resume: list[str] = []
    try:
        while run.goes_on():
            games = run.done + 20
            if run.count is not None:
                games = min(games, run.count + run.count % 2)
            ended = subprocess.run(
                [sys.executable, str(PROJECT / "scripts/match.py"), "--engine", f"a=gtp:{engine}",
                 "--engine", f"b=nboard:{engine}", "--game-time", "1", "--margin", "0", "--games",
                 str(games), "--random-plies", "8", "--concurrency", str(cores),
                 "--output", str(output), *resume], capture_output=True, text=True, check=False)
            demand(ended.returncode == 0, ended.stdout + ended.stderr)
            results = json.loads((output / "results.json").read_text())
            lost = {name: kinds for name, kinds in results["incidents"].items()
                    if any(kinds.values())}
            if lost:
                raise Finding(f"{lost} in {output}\n{ended.stdout}")
            resume = ["--resume"]
            while run.done < games:
                run.finish_case()
    finally:
        for process in busy:
            process.kill()
            process.wait()
    return (f"{run.done:,} games by GTP against NBoard at 1 s a game, {cores} at a time, with "
            f"{cores} other processes that only compute",
            "no loss on time, no illegal move, no crash")
