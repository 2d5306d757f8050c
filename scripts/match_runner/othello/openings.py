"""Chooses the openings of a match: from a file of move lists, or random legal moves."""
from __future__ import annotations

import random
from pathlib import Path

from ..errors import MatchError, reason_of
from .rules import IllegalMove, play_moves, random_moves, split_moves

XOT = Path(__file__).resolve().parents[2] / "openings" / "xot.txt"

Opening = tuple[str, ...]


def read_openings(path: Path) -> list[Opening]:
    """Reads one opening per line, such as `f5d6c3d3c4`; skips blank lines and lines that start
    with `#` or `%`. Every line is checked, even if the match does not reach it."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise MatchError(f"cannot read the openings '{path}': it is not text in UTF-8") from None
    except OSError as error:
        raise MatchError(f"cannot read the openings '{path}': {reason_of(error)}") from error
    openings = [check_opening(line, f"{path}, line {number}")
                for number, line in enumerate(lines, 1)
                if line.strip() and line.lstrip()[0] not in "#%"]
    if not openings:
        raise MatchError(f"there are no openings in '{path}'")
    return openings


def check_opening(line: str, where: str) -> Opening:
    try:
        moves = split_moves(line)
        position, _ = play_moves(moves)
    except IllegalMove as error:
        raise MatchError(f"{where}: {error}") from error
    if position.is_over:
        raise MatchError(f"{where}: the game is over after the opening")
    return tuple(moves)


def choose_openings(path: Path | None, random_plies: int | None, seed: int,
                    rounds: int) -> list[Opening]:
    """Returns one opening for each round. A file's openings are shuffled, and repeated if there are
    too few."""
    if random_plies is not None:
        return random_openings(random_plies, seed, rounds)
    openings = read_openings(path or XOT)
    random.Random(f"order {seed}").shuffle(openings)
    return [openings[number % len(openings)] for number in range(rounds)]


def random_openings(plies: int, seed: int, rounds: int) -> list[Opening]:
    """Returns different openings as long as there are enough: few plies allow few games."""
    chosen: list[Opening] = []
    seen: set[Opening] = set()
    for number in range(rounds):
        generator = random.Random(f"opening {seed} {number}")
        for _ in range(100):
            opening = tuple(random_moves(plies, generator))
            usable = len(opening) == plies and not play_moves(list(opening))[0].is_over
            if usable and opening not in seen:
                break
        if not usable:
            raise MatchError(f"no game continues after {plies} random plies")
        seen.add(opening)
        chosen.append(opening)
    return chosen
