"""Runs tune.py, from its arguments to its exit status."""
from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from match_runner.errors import MatchError, UsageError, reason_of
from match_runner.options import Parser
from match_runner.output import ReaderGone, complain, prepare, write
from match_runner.words import count, result

from .games import GamePlan, Played, engine_command
from .spsa import Constant, Gains
from .tuning import State, Tuning, read_state

_DESCRIPTION = """\
Tunes the constants of Emilia's midgame search by games, all at once.

Each iteration plays pairs of games between two settings, in which every
constant is a little above or below its present value, and moves the values
towards the setting that won (SPSA, Spall 1998). The state is in one file of the
output folder, so --resume continues an interrupted tuning to the same result
as if nothing had happened. The program must be built for this:

  cmake -S . -B build-tunable -DCMAKE_BUILD_TYPE=Release -DEMILIA_TUNABLE=ON
  cmake --build build-tunable --target emilia"""

_EPILOG = """\
examples:
  all constants of the search, at 10,000 nodes a move, two games at a time:
    scripts/tune.py --output tuning --iterations 1000 --pairs 16 \\
        --nodes 10000 --concurrency 2
  continue after Ctrl-C or a kill, with the options of the start:
    scripts/tune.py --resume --output tuning
  the clock alone, in games of 10 seconds:
    scripts/tune.py --output clock --game-time 10 \\
        --only clock_target,clock_limit,clock_stable,clock_new_move
  at 0.1 s a move on two machines that share a file system, by distribute.py:
    scripts/tune.py --output tuning --time 0.1 --pairs 64 --parts 32 \\
        --jobs 16 --sshlogin node1 --sshlogin node2
  list the constants:
    build-tunable/emilia constants

results:
  OUTPUT/log.jsonl has a line for each iteration, OUTPUT/state.json the present
  values. The last lines of the output are the values and the command of an
  independent match against the defaults, with openings of another seed. Only
  that match says whether the values are better.

The exit status is 0 when all iterations are done, 1 when the tuning could not
continue, 2 for wrong options, 130 after Ctrl-C."""

_ITERATIONS = 1000
_CLOCK = "clock_"  # what the names of constants begin with that count on a game clock only


def _whole(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of at least 1")
    return int(text)


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number greater than 0")
    return value


def make_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="tune.py", description=_DESCRIPTION, epilog=_EPILOG, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--output", type=Path, metavar="FOLDER", help="folder of the state, the log and the games")
    add("--resume", action="store_true",
        help="continue the tuning in --output with the options that it began with; a greater "
        "--iterations lengthens it")
    add("--program", default="build-tunable/emilia", metavar="FILE",
        help="an Emilia that was built with EMILIA_TUNABLE (default build-tunable/emilia)")
    add("--options", default="--no-book --threads 1 --hash 16", metavar="WORDS",
        help="options of the program (default '%(default)s')")
    add("--protocol", default="ugi", choices=("ugi", "gtp", "nboard", "auto"),
        help="protocol of the program (default ugi)")
    add("--only", metavar="NAME,NAME",
        help="tune these constants and keep the others (default: all; those of the clock only with "
        "--game-time)")
    group = parser.add_argument_group("iterations")
    add = group.add_argument
    add("--iterations", type=_whole, metavar="N", help="number of iterations (default 1000)")
    add("--pairs", type=_whole, default=16, metavar="N",
        help="pairs of games of an iteration: an opening with both colours (default 16)")
    add("--rate", type=_positive, default=4.0, metavar="A",
        help="how fast the values move: a setting that wins all games of the first iteration moves "
        "each constant by A / 2C steps (default 4)")
    add("--width", type=_positive, default=1.0, metavar="C",
        help="how far the first iteration's settings are from the values, in steps (default 1)")
    add("--seed", type=int, default=1, metavar="N", help="seed of all random choices (default 1)")
    group = parser.add_argument_group("games")
    add = group.add_argument
    add("--nodes", type=_whole, metavar="N", help="nodes for each move")
    add("--time", type=_positive, metavar="SECONDS", help="time for each move")
    add("--game-time", type=_positive, metavar="SECONDS", help="time for all moves of a game")
    add("--increment", type=_positive, metavar="SECONDS", help="added after each move")
    add("--openings", metavar="FILE", help="as for match.py")
    add("--random-plies", type=_whole, metavar="N", help="as for match.py")
    add("--concurrency", type=_whole, default=1, metavar="N",
        help="number of games played at once (default 1)")
    add("--keep-games", action="store_true", help="keep the games of all iterations")
    group = parser.add_argument_group("many machines")
    add = group.add_argument
    add("--parts", type=_whole, default=1, metavar="N",
        help="cut each iteration into N parts for scripts/distribute.py and GNU parallel")
    add("--jobs", type=_whole, metavar="N", help="parts at a time on each machine")
    add("--sshlogin", action="append", default=[], metavar="HOST",
        help="run parts on HOST; repeat it for more machines")
    return parser


def main(arguments: list[str] | None = None) -> int:
    prepare()
    try:
        return _main(sys.argv[1:] if arguments is None else arguments)
    except UsageError as error:
        complain(f"tune.py: {error}; see 'scripts/tune.py --help'")
        return 2
    except MatchError as error:
        complain(f"tune.py: {error}")
        return 1
    except ReaderGone:
        return 1


def _main(arguments: list[str]) -> int:
    options = make_parser().parse_args(arguments)
    if options.output is None:
        raise UsageError("give --output, the folder of the tuning")
    state = None
    total = options.iterations or _ITERATIONS
    if options.resume:
        given = options
        state = read_state(given.output / "state.json")
        options = make_parser().parse_args(state.settings["arguments"])
        options.output = given.output
        total = given.iterations or state.settings["iterations"]
    constants = _chosen(read_constants(options.program), options)
    described = [asdict(constant) for constant in constants]
    if state is None:
        state = _start(options, arguments, described, total)
    elif state.settings["constants"] != described:
        raise MatchError(f"the constants of {options.program} are not those that the tuning began "
                         "with; build the program of that time, or start a new tuning")
    # The gains depend on the length that was planned at first, whatever is added later.
    gains = Gains(options.rate, options.width, state.settings["iterations"] / 10)
    tuning = Tuning(options.output, constants, gains, options.seed, state, _plan(options),
                    options.keep_games)
    done = state.iteration
    seconds = state.seconds

    def report(now: State, played: Played) -> None:
        each = (now.seconds - seconds) / (now.iteration - done)
        write(f"iteration {now.iteration:,}/{total:,}, {count(now.games, 'game')}, "
              f"{result(played.wins, played.draws, played.losses)}, "
              f"{_duration(each * (total - now.iteration))} left: {_values_text(now.values)}")

    try:
        tuning.run(total, report)
    except KeyboardInterrupt:
        complain(f"interrupted after {count(tuning.state.iteration, 'iteration')}; to continue: "
                 f"scripts/tune.py --resume --output {shlex.quote(str(options.output))}")
        return 130
    write(_end_text(options, constants, tuning.state))
    return 0


def read_constants(program: str) -> list[Constant]:
    """Asks the program, so that nothing is written twice."""
    try:
        run = subprocess.run([program, "constants"], capture_output=True, text=True, timeout=60,
                             stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise MatchError(f"cannot run {program}: {reason_of(error)}; build it with "
                         "-DEMILIA_TUNABLE=ON, as --help says, or name it by --program") from error
    try:
        if run.returncode != 0:
            raise ValueError
        return [Constant(*(each[key] for key in ("name", "default", "least", "greatest", "step")))
                for each in json.loads(run.stdout)]
    except (ValueError, KeyError, TypeError):
        raise MatchError(f"{program} does not list its constants: it was built without "
                         "-DEMILIA_TUNABLE=ON; --help says how to build it") from None


def _chosen(constants: list[Constant], options: argparse.Namespace) -> list[Constant]:
    if options.only is None:
        return [constant for constant in constants
                if options.game_time is not None or not constant.name.startswith(_CLOCK)]
    names = options.only.split(",")
    known = [constant.name for constant in constants]
    for name in names:
        if name not in known:
            raise UsageError(f"--only names no constant '{name}'; the constants are "
                             f"{', '.join(known)}")
        if name.startswith(_CLOCK) and options.game_time is None:
            raise UsageError(f"{name} counts on a game clock only: give --game-time")
    return [constant for constant in constants if constant.name in names]


def _start(options: argparse.Namespace, arguments: list[str], described: list[dict[str, object]],
           iterations: int) -> State:
    if all(limit is None for limit in (options.nodes, options.time, options.game_time)):
        raise UsageError("give the limit of the games: --nodes, --time or --game-time")
    if options.parts == 1 and (options.jobs or options.sshlogin):
        raise UsageError("--jobs and --sshlogin need --parts")
    if options.parts > options.pairs:
        raise UsageError(f"--parts {options.parts} is more than --pairs {options.pairs}")
    path = options.output / "state.json"
    if path.exists():
        raise MatchError(f"{options.output} holds a tuning; continue it with --resume, or choose "
                         "another --output")
    try:
        options.output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MatchError(f"cannot create the folder {options.output}: {reason_of(error)}") from error
    settings = {"arguments": arguments, "constants": described, "iterations": iterations}
    state = State(settings, {each["name"]: float(each["default"]) for each in described})
    state.save(path)
    return state


def _limits(options: argparse.Namespace) -> tuple[str, ...]:
    words = []
    for name in ("nodes", "time", "game_time", "increment", "openings", "random_plies"):
        value = getattr(options, name)
        if value is not None:
            words += [f"--{name.replace('_', '-')}", str(value)]
    return tuple(words)


def _plan(options: argparse.Namespace) -> GamePlan:
    submit = ["--jobs", str(options.jobs)] if options.jobs else []
    for host in options.sshlogin:
        submit += ["--sshlogin", host]
    return GamePlan(options.program, options.options, options.protocol, options.pairs,
                    _limits(options), options.concurrency, options.parts, tuple(submit))


def _rounded(values: dict[str, float]) -> dict[str, int]:
    return {name: round(value) for name, value in values.items()}


def _values_text(values: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.1f}" for name, value in values.items())


def _end_text(options: argparse.Namespace, constants: list[Constant], state: State) -> str:
    values = _rounded(state.values)
    lines = [f"after {count(state.games, 'game')} the values are (and the defaults):"]
    lines += [f"  {constant.name} {values[constant.name]} ({constant.default})"
              for constant in constants]
    engines = [("tuned", values), ("default", {})]
    words = ["scripts/match.py"]
    for name, setting in engines:
        command = engine_command(options.program, setting, options.options)
        words += ["--engine", f"{name}={options.protocol}:{command}"]
    words += ["--games", "2000", "--seed", str(options.seed + 1_000_000), "--reuse",
              "--concurrency", str(options.concurrency), *_limits(options), "--output",
              f"{options.output}/confirmation"]
    return "\n".join([*lines, "an independent match says whether they are better:",
                      "  " + shlex.join(words)])


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
