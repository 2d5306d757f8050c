"""The command line of match.py."""
from __future__ import annotations

import argparse
import difflib
import math
import re
import sys
from pathlib import Path
from typing import IO, Callable, NoReturn

from . import output
from .engines.engine_spec import EngineSpec, Limits, parse_engine
from .errors import UsageError
from .games.schedule import Meetings, Part
from .statistics.sprt import Sprt, parse_sprt

_DESCRIPTION = """\
Plays matches between Othello engines that speak NBoard, GTP or UGI, and
reports which is stronger.

Each opening is played twice, with the colours swapped. This program checks
every move with its own rules. An engine that plays an illegal move, crashes,
hangs or exceeds its time loses the game, and the match continues. Each game is
saved when it ends, so --resume continues an interrupted match."""

_EPILOG = """\
engines:
  NAME=COMMAND           detects the engine's protocol
  NAME=gtp:COMMAND       fixes the protocol: gtp, nboard or ugi
  NAME=gtp+decimals:...  the engine accepts fractions of seconds in its
                         protocol's time commands (also nboard+decimals,
                         auto+decimals). Without this only Emilia gets
                         fractions, other engines get whole seconds. Then GTP's
                         time_left, sent before each move, is 1 in the last
                         second of a --game-time
  GTP can transmit --time and --game-time, NBoard --depth and --game-time, UGI
  all limits. Any other limit goes into the engine's command, in place of
  {time}, {game-time}, {increment}, {depth} or {nodes}. In any case this program
  measures the time and enforces the limit.
  Engines run in the current folder and in your environment, so what they learn
  from their games goes where it always goes.

examples:
  two versions at 0.1 s a move, two games at a time, one thread for each engine:
    scripts/match.py --engine "new=build/emilia --threads 1 --time {time}" \\
        --engine "old=../old/build/emilia --threads 1 --time {time}" \\
        --time 0.1 --games 200 --concurrency 2 \\
        --output new-old --html new-old.html
  build the old version from an old commit:
    git worktree add ../old COMMIT && ../old/scripts/run.sh --version
  test whether the new version is 5 Elo stronger, and stop when that is clear:
    ... --sprt elo0=0,elo1=5
  a game clock, and an engine that speaks GTP with whole seconds:
    scripts/match.py --engine "emilia=gtp:build/emilia --threads 1" \\
        --engine "rhino=gtp:/usr/games/gtp-rhino -l 3" \\
        --game-time 60 --increment 1 --games 50
  measure many engines, the first and the last too far apart to play each other:
    scripts/match.py --ladder --engine "one=build/emilia --level 1" \\
        --engine "two=build/emilia --level 2" \\
        --engine "three=build/emilia --level 3" \\
        --random-plies 10 --reuse --chart ladder.svg
  continue after Ctrl-C, a crash or a full disk (it remembers other options):
    scripts/match.py --resume --output new-old
  play more games of a match, finished or not; the results are of all games:
    scripts/match.py --resume --output new-old --games 400
  check how an engine speaks its protocol:
    scripts/match.py --compliance "gtp:build/emilia"
    scripts/match.py --compliance "nboard:build/emilia" --learn
    scripts/match.py --compliance "ugi:build/emilia"

results:
  The intervals of Elo, for 95 % and 99 %, hold the true value at least as often
  as they say, after a few games, too. "At least" and "at most" mean that the
  other end is open. In JSON an open end is null, as are an Elo and an error
  that are infinite because one engine won every game. "No news yet" means that
  either engine may still be the stronger one, and Elo isn't known to ± 100.

The exit status is 0 when the match was played or decided, 1 when it could not
continue or an engine failed --compliance, 2 for wrong options, 130 after
Ctrl-C."""


_MOST_GAMES = 1_000_000  # more would not fit into the memory


class Parser(argparse.ArgumentParser):
    """Writes its help as all output, and raises its complaints as a UsageError."""

    def print_help(self, file: IO[str] | None = None) -> None:
        output.write(self.format_help().rstrip("\n"))

    def error(self, message: str) -> NoReturn:
        raise UsageError(message.removeprefix("argument ").replace(": expected one argument",
                                                                   " needs a value"))


def _path(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def _result_path(text: str) -> Path:
    if text == "-":
        raise argparse.ArgumentTypeError("it can't be a standard stream; a file with the name '-' "
                                         "is ./-")
    return _path(text)


def _seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number") from None


def _part(text: str) -> Part:
    found = re.fullmatch(r"(\d{1,7})/(\d{1,7})", text)
    part = Part(*map(int, found.groups())) if found else None
    if part is None or not 1 <= part.number <= part.parts:
        raise argparse.ArgumentTypeError(f"'{text}' is not a part and the number of parts, such as "
                                         "3/40")
    return part


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
    parser = Parser(prog="match.py", description=_DESCRIPTION, epilog=_EPILOG, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.set_defaults(engines_from=None)  # the folder that remembered engines were named in
    parser.add_argument("--engine", action="append", default=[], metavar="NAME=COMMAND",
                        help="an engine; give two or more")
    parser.add_argument("--compliance", metavar="COMMAND",
                        help="play no match; check step by step how one engine speaks its protocol")
    parser.add_argument("--learn", action="store_true",
                        help="with --compliance: also check NBoard's `learn`. The engine may keep "
                        "the game that it learns; its XDG_DATA_HOME is a temporary folder")
    _add_games(parser.add_argument_group("games"))
    _add_limits(parser.add_argument_group("limits"))
    _add_results(parser.add_argument_group("results"))
    return parser


def _add_games(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--games", type=_number(2, int), metavar="N",
                       help="games for each pair of engines, an even number (default 100; with "
                       "--sprt at most 20,000)")
    group.add_argument("--gauntlet", action="store_true",
                       help="the first engine plays each of the others, which do not play each "
                       "other (default: all play each other)")
    group.add_argument("--ladder", action="store_true",
                       help="each engine plays only the next one; give them from the weakest to "
                       "the strongest; the result is the Elo of each above the first")
    group.add_argument("--openings", type=_path, metavar="FILE",
                       help="move lists such as f5d6c3d3c4, one per line, in an order shuffled by "
                       "the seed (default: 2,000 openings of the XOT list)")
    group.add_argument("--random-plies", type=_number(0, int), metavar="N",
                       help="start from N random legal moves instead")
    group.add_argument("--seed", type=_seed, default=1, metavar="N",
                       help="seed of all random choices (default 1)")
    group.add_argument("--concurrency", type=_number(1, int), default=1, metavar="N",
                       help="number of games played at once (default 1)")
    group.add_argument("--reuse", action="store_true",
                       help="keep an engine's process for the next game (default: a new one for "
                       "each game)")
    group.add_argument("--part", type=_part, metavar="I/N",
                       help="play only part I of N equal parts of the pairs of games, each part on "
                       "its own machine; scripts/distribute.py does this and merges the games")
    group.add_argument("--sprt", metavar="elo0=E,elo1=E[,alpha=P,beta=P]",
                       help="sequential probability ratio test: stop when one of the two Elo "
                       "differences is accepted, with these error rates (default 0.05 each); for "
                       "two engines")


def _add_limits(group: argparse._ArgumentGroup) -> None:
    positive, seconds = _number(0, float, strictly=True), _number(0, float)
    group.add_argument("--time", type=positive, metavar="SECONDS", help="time for each move")
    group.add_argument("--game-time", type=positive, metavar="SECONDS",
                       help="time for all moves of a game")
    group.add_argument("--increment", type=seconds, default=0.0, metavar="SECONDS",
                       help="added to --game-time after each move")
    group.add_argument("--depth", type=_number(1, int), metavar="N",
                       help="search depth: sent by NBoard and UGI, or {depth} in the command")
    group.add_argument("--nodes", type=_number(1, int), metavar="N",
                       help="node limit: sent by UGI, or {nodes} in the command")
    group.add_argument("--margin", type=seconds, default=0.1, metavar="SECONDS",
                       help="how far a move may exceed its time before it loses (default 0.1)")
    group.add_argument("--move-timeout", type=positive, metavar="SECONDS",
                       help="an engine that takes longer for a move has hung, and loses (default: "
                       "the time left on its clock; 120 without a clock)")
    group.add_argument("--reply-timeout", type=positive, default=30.0, metavar="SECONDS",
                       help="the same for any other reply, including the first of a new process "
                       "(default 30)")


def _add_results(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--output", type=_path, metavar="FOLDER",
                       help="folder for games and results (default: match-DATE-TIME)")
    group.add_argument("--resume", action="store_true",
                       help="continue the match in --output; with more --games also one that is "
                       "finished")
    group.add_argument("--json", type=_result_path, metavar="FILE",
                       help="also write the results as JSON to FILE")
    group.add_argument("--html", type=_result_path, metavar="FILE",
                       help="write a page with tables, charts and every game to step through")
    group.add_argument("--chart", type=_result_path, metavar="FILE",
                       help="with --ladder: write the chart as an SVG image")
    group.add_argument("--log", type=_path, metavar="FOLDER",
                       help="write the dialogue with the engines, one file for each game; a file "
                       "that is there already is kept, and the new one gets a number")


def parse_options(arguments: list[str],
                  remembered: argparse.Namespace | None = None) -> argparse.Namespace:
    """Options that are not among the arguments are as remembered, or have their defaults."""
    parser = make_parser()
    options, unknown = parser.parse_known_args(arguments, remembered)
    if unknown:
        raise UsageError(_what_is_unknown(unknown[0], parser))
    if options.learn and options.compliance is None:
        raise UsageError("--learn needs --compliance")
    if options.compliance is not None:
        useless = [name for name, value in vars(options).items()
                   if name not in ("compliance", "learn", "reply_timeout")
                   and value != parser.get_default(name)]
        if useless:
            raise UsageError("--compliance plays no match and excludes "
                             f"--{useless[0].replace('_', '-')}")
    return options


def parse_remembered(arguments: list[str], folder: str) -> argparse.Namespace:
    """The options of a match that was started in a folder. Relative names mean files there."""
    options = parse_options(arguments)
    for name in ("openings", "output", "json", "html", "chart", "log"):
        path = getattr(options, name)
        if path is not None:
            setattr(options, name, Path(folder, path))
    return options


def _what_is_unknown(word: str, parser: argparse.ArgumentParser) -> str:
    if not word.startswith("-"):
        return f"'{word}' belongs to no option; an engine is given as --engine NAME=COMMAND"
    option = word.partition("=")[0]
    begin = option.lstrip("-")
    names = ["help", *re.findall("--([a-z-]+)", parser.format_usage())]
    similar = ([name for name in names if len(begin) > 1 and name.startswith(begin)]
               or difflib.get_close_matches(begin, names, 1))
    hint = f" (did you mean '--{similar[0]}'?)" if similar else ""
    return f"there is no option '{option}'{hint}"


def read_engines(options: argparse.Namespace) -> list[EngineSpec]:
    specs = [parse_engine(text) for text in options.engine]
    if len(specs) < 2:
        raise UsageError("a match needs two or more engines: give --engine NAME=COMMAND for each")
    names = [spec.name for spec in specs]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two engines are named {name}")
    return specs


def read_meetings(options: argparse.Namespace) -> Meetings:
    if options.gauntlet and options.ladder:
        raise UsageError("--gauntlet and --ladder exclude each other")
    if options.chart is not None and not options.ladder:
        raise UsageError("--chart needs --ladder")
    if options.ladder:
        return Meetings.LADDER
    return Meetings.GAUNTLET if options.gauntlet else Meetings.ROUND_ROBIN


def read_limits(options: argparse.Namespace) -> Limits:
    if options.time is not None and options.game_time is not None:
        raise UsageError("--time (per move) and --game-time (for all moves) exclude each other")
    if options.increment and options.game_time is None:
        raise UsageError("--increment needs --game-time")
    return Limits(options.time, options.game_time, options.increment, options.depth,
                  options.nodes, options.margin, options.move_timeout, options.reply_timeout)


def read_sprt(options: argparse.Namespace) -> Sprt | None:
    if options.sprt is None:
        return None
    if options.part is not None:
        raise UsageError("--sprt and --part exclude each other: the test needs all games in order")
    if len(options.engine) != 2 or options.ladder:
        raise UsageError("--sprt needs exactly two engines and excludes --ladder")
    return parse_sprt(options.sprt)


def read_games(options: argparse.Namespace) -> int:
    """The number of games for each pairing."""
    games = options.games or (20000 if options.sprt else 100)
    if games > _MOST_GAMES:
        raise UsageError(f"--games {games:,} is more than {_MOST_GAMES:,}")
    if games % 2:
        raise UsageError(f"--games {games} is odd, but each opening is played twice")
    if options.openings is not None and options.random_plies is not None:
        raise UsageError("--openings and --random-plies exclude each other")
    return games


def command_text() -> str:
    """How this program was called, for messages that say how to call it again."""
    return sys.argv[0] if sys.argv[0].endswith("match.py") else "scripts/match.py"
