"""The command line of match.py."""
from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Callable, NoReturn

from .engines.engine_spec import EngineSpec, Limits, parse_engine
from .errors import MatchError
from .games.schedule import Meetings
from .statistics.sprt import Sprt, parse_sprt

_DESCRIPTION = """\
Plays matches between Othello engines that speak NBoard or GTP, and says who is stronger.

Each opening is played twice with colours swapped. Every move is judged by this program's own
rules; an illegal move, a crash, a hang or an overstepped clock loses the game, and the match goes
on. Each game is saved as it ends, so a match that was interrupted goes on with --resume."""

_EPILOG = """\
engines:
  NAME=COMMAND           the dialect is found out by asking
  NAME=gtp:COMMAND       or said: gtp or nboard
  NAME=gtp+decimals:...  the engine takes fractions of seconds in its protocol's time commands (also
                         nboard+decimals, auto+decimals); others are told whole seconds
  A limit that the engine's protocol has no word for is put into its command, where it says {time},
  {game-time}, {increment}, {depth} or {nodes}. GTP has words for --time and --game-time, NBoard for
  --depth and --game-time. Times are measured here in any case, and hold.

examples:
  two versions at 0.1 s a move, two games at a time, each with a process of one thread:
    scripts/match.py --engine "new=build/emilia --threads 1 --time {time}" \\
        --engine "old=../old/build/emilia --threads 1 --time {time}" \\
        --time 0.1 --games 200 --concurrency 2 --output new-old --html new-old.html
  the old version is a build of an old commit:
    git worktree add ../old COMMIT && ../old/scripts/run.sh --version
  is the new one 5 Elo stronger? Stop as soon as that is clear:
    ... --sprt elo0=0,elo1=5
  a game clock, and an engine that speaks GTP with whole seconds:
    scripts/match.py --engine "emilia=gtp+decimals:build/emilia --threads 1" \\
        --engine "rhino=gtp:/usr/games/gtp-rhino -l 3" --game-time 60 --increment 1 --games 50
  how far apart are many engines, of which the first and the last would never meet on a level?
    scripts/match.py --ladder --engine "one=build/emilia --level 1" \\
        --engine "two=build/emilia --level 2" --engine "three=build/emilia --level 3" \\
        --random-plies 10 --reuse --chart ladder.svg
  go on after Ctrl-C, a crash or a full disk (the other options are remembered):
    scripts/match.py --resume --output new-old
  check how an engine speaks its protocol:
    scripts/match.py --compliance "gtp:build/emilia"

The status is 0 when the match was played (or decided), 1 when it could not go on or an engine
failed its check, 2 for wrong options, 130 after Ctrl-C."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"match.py: {message} (--help says more)\n")


def _number(least: float, kind: type, strictly: bool = False) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = math.nan
        if not (value > least if strictly else value >= least) or math.isinf(value):
            words = "a number" if kind is float else "a whole number"
            raise argparse.ArgumentTypeError(
                f"'{text}' is not {words} {'greater than' if strictly else 'of at least'} {least}")
        return value
    return read


def make_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="match.py", description=_DESCRIPTION, epilog=_EPILOG, allow_abbrev=False,
                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", default=[], metavar="NAME=COMMAND",
                        help="an engine; two or more of these")
    parser.add_argument("--compliance", metavar="COMMAND",
                        help="no match: walk one engine through its protocol, step by step")
    _add_games(parser.add_argument_group("games"))
    _add_limits(parser.add_argument_group("limits"))
    _add_results(parser.add_argument_group("results"))
    return parser


def _add_games(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--games", type=_number(2, int), metavar="N",
                       help="games of each pair of engines, an even number (default 100; with "
                       "--sprt at most 20000)")
    group.add_argument("--gauntlet", action="store_true",
                       help="the first engine against each other one, not everyone against "
                       "everyone")
    group.add_argument("--ladder", action="store_true",
                       help="each engine against the next one only; they are given from the "
                       "weakest to the strongest, and the result is the Elo of each above the "
                       "first")
    group.add_argument("--openings", type=Path, metavar="FILE",
                       help="move lists such as f5d6c3d3c4, one a line, taken in an order that the "
                       "seed shuffles (default: 2,000 of the XOT list's)")
    group.add_argument("--random-plies", type=_number(0, int), metavar="N",
                       help="openings of so many random legal moves instead")
    group.add_argument("--seed", type=int, default=1, metavar="N",
                       help="of all that is random (default 1)")
    group.add_argument("--concurrency", type=_number(1, int), default=1, metavar="N",
                       help="games at a time (default 1)")
    group.add_argument("--reuse", action="store_true",
                       help="play on with an engine's process; without, a fresh one for each game")
    group.add_argument("--sprt", metavar="elo0=E,elo1=E[,alpha=P,beta=P]",
                       help="stop when one of the two Elo differences is clear, with these rates "
                       "of error (default 0.05); for two engines")


def _add_limits(group: argparse._ArgumentGroup) -> None:
    positive, seconds = _number(0, float, strictly=True), _number(0, float)
    group.add_argument("--time", type=positive, metavar="SECONDS", help="a move")
    group.add_argument("--game-time", type=positive, metavar="SECONDS", help="for all moves")
    group.add_argument("--increment", type=seconds, default=0.0, metavar="SECONDS",
                       help="added to --game-time after each move")
    group.add_argument("--depth", type=_number(1, int), metavar="N",
                       help="NBoard's `set depth`, or {depth} in the command")
    group.add_argument("--nodes", type=_number(1, int), metavar="N", help="{nodes} in the command")
    group.add_argument("--margin", type=seconds, default=0.1, metavar="SECONDS",
                       help="forgiven on a move before it loses on time (default 0.1)")
    group.add_argument("--move-timeout", type=positive, metavar="SECONDS",
                       help="an engine that takes longer over a move hangs, and loses (default: "
                       "what its clock has left, 120 without a clock)")
    group.add_argument("--reply-timeout", type=positive, default=30.0, metavar="SECONDS",
                       help="the same for any other answer, such as a new process's first "
                       "(default 30)")


def _add_results(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--output", type=Path, metavar="FOLDER",
                       help="for games and results (default: match-DATE-TIME)")
    group.add_argument("--resume", action="store_true",
                       help="go on with the match in --output")
    group.add_argument("--json", type=Path, metavar="FILE", help="the results as JSON here too")
    group.add_argument("--html", type=Path, metavar="FILE",
                       help="a page with tables, charts and every game to play through")
    group.add_argument("--chart", type=Path, metavar="FILE",
                       help="with --ladder: its chart as an SVG image")
    group.add_argument("--log", type=Path, metavar="FOLDER",
                       help="everything said to and by the engines, a file a game")


def parse_options(arguments: list[str]) -> argparse.Namespace:
    options = make_parser().parse_args(arguments)
    # Whoever asked for a match by these options shall not wait until its end for such a message.
    for path in (options.json, options.html, options.chart):
        if path is not None and (path.is_dir() or not path.resolve().parent.is_dir()):
            raise MatchError(f"{path} cannot be written: its folder does not exist, or it is one")
    return options


def read_engines(options: argparse.Namespace) -> list[EngineSpec]:
    specs = [parse_engine(text) for text in options.engine]
    if len(specs) < 2:
        raise MatchError("a match needs two engines or more: --engine NAME=COMMAND for each")
    names = [spec.name for spec in specs]
    for name in names:
        if names.count(name) > 1:
            raise MatchError(f"two engines have the name {name}")
    return specs


def read_meetings(options: argparse.Namespace) -> Meetings:
    if options.gauntlet and options.ladder:
        raise MatchError("--gauntlet or --ladder, not both")
    if options.chart is not None and not options.ladder:
        raise MatchError("--chart is for a --ladder")
    if options.ladder:
        return Meetings.LADDER
    return Meetings.GAUNTLET if options.gauntlet else Meetings.ROUND_ROBIN


def read_limits(options: argparse.Namespace) -> Limits:
    if options.time is not None and options.game_time is not None:
        raise MatchError("--time is for a move, --game-time for all moves: one of the two")
    if options.increment and options.game_time is None:
        raise MatchError("--increment goes with --game-time")
    return Limits(options.time, options.game_time, options.increment, options.depth,
                  options.nodes, options.margin, options.move_timeout, options.reply_timeout)


def read_sprt(options: argparse.Namespace) -> Sprt | None:
    if options.sprt is None:
        return None
    if len(options.engine) != 2 or options.ladder:
        raise MatchError("--sprt is for two engines, and for no --ladder")
    return parse_sprt(options.sprt)


def read_games(options: argparse.Namespace) -> int:
    """How many for each pairing."""
    games = options.games or (20000 if options.sprt else 100)
    if games % 2:
        raise MatchError(f"--games {games} is odd, but each opening is played twice")
    if options.openings is not None and options.random_plies is not None:
        raise MatchError("--openings or --random-plies, not both")
    return games


def command_text() -> str:
    """How this program was called, for hints on how to call it again."""
    return sys.argv[0] if sys.argv[0].endswith("match.py") else "scripts/match.py"
