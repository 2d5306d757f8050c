"""Runs distribute.py, from its arguments to its exit status."""
from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from match_runner.errors import MatchError, UsageError
from match_runner.options import Parser
from match_runner.output import ReaderGone, complain, prepare, write
from match_runner.words import count

from . import gnu_parallel, slurm
from .attempt import remove_leftovers, run_part
from .errors import JobError, PartError
from .inputs import copied_inputs
from .job import PROGRAM, Job, make_job
from .kinds.all import KINDS, kind_of
from .kinds.kind import Kind
from .submissions import parallel_holder
from .survey import survey

_PROJECT = Path(__file__).resolve().parents[2]
_MOST_PARTS = 100_000

_DESCRIPTION = """\
Cuts a long job into parts, hands them to Slurm or GNU parallel, and merges
their results into what one machine would have made.

A job is a folder. 'new' makes it, 'submit' runs what is missing and merges it,
'status' says how far it is. A node that dies, a job that is killed or a file
that is cut short loses nothing: 'submit' again."""

_EPILOG = """\
kinds of jobs (after -- come the options of the command for the whole job):
{kinds}

examples:
  self-play in 40 parts, by Slurm:
    scripts/distribute.py new selfplay games --pieces 40 -- --games 20000
    scripts/distribute.py submit games --slurm -- --partition=long --time=8:00:00
    scripts/distribute.py status games
  solve problems with all cores of this machine:
    scripts/distribute.py new solve hard --pieces 100 -- problems.obf --hash 1024
    scripts/distribute.py submit hard --parallel
  analyze games on three machines that share a file system, 16 parts on each:
    scripts/distribute.py new analyze finals --pieces 200 -- \\
        --game wthor/ --event 'world champ' --depth 20
    scripts/distribute.py submit finals --parallel --jobs 16 \\
        --sshlogin node1 --sshlogin node2 --sshlogin node3
  a match, and a book that grows by 128 positions in each round:
    scripts/distribute.py new match new-old --pieces 20 -- --games 2000 \\
        --engine "new=build/emilia --threads 1 --time {{time}}" \\
        --engine "old=../old/build/emilia --threads 1 --time {{time}}" --time 0.1
    scripts/distribute.py new book my --pieces 16 -- \\
        --positions 20000 --lines 128 --depth 20
  run a part by hand, where there is no scheduler:
    scripts/distribute.py run games 07
    scripts/distribute.py merge games

scripts/cluster/README.md explains more, such as machines without a common
file system. The exit status is 0 when all went well, 1 when parts fail or are
missing, 2 for wrong options, 130 after Ctrl-C."""


def _number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_PARTS:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 to "
                                         f"{_MOST_PARTS:,}")
    return int(text)


def make_parser() -> argparse.ArgumentParser:
    kinds = "\n".join(f"  {name:9} {kind.summary}" for name, kind in KINDS.items())
    parser = Parser(prog="distribute.py", description=_DESCRIPTION, allow_abbrev=False,
                    epilog=_EPILOG.format(kinds=kinds),
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        if name == "new":
            command.add_argument("kind", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
        command.add_argument("folder", type=Path, metavar="FOLDER", help="the folder of the job")
        return command

    new = add("new", "make the folder of a job; after -- come the options of its command")
    new.add_argument("--pieces", type=_number, default=40, metavar="N",
                     help="cut the job, or each round of a book, into N parts (default 40)")
    new.add_argument("--program", type=Path, default=_PROJECT / "build" / "emilia", metavar="FILE",
                     help="the Emilia to run; the job keeps a copy (default: build/emilia)")
    submit = add("submit", "run the parts that have no result, then merge; after -- come options "
                 "of sbatch")
    way = submit.add_mutually_exclusive_group(required=True)
    way.add_argument("--slurm", action="store_true", help="hand the parts to Slurm and return")
    way.add_argument("--parallel", action="store_true",
                     help="run the parts by GNU parallel and wait")
    submit.add_argument("--jobs", metavar="N", help="with --parallel: N parts at a time on each "
                        "machine (default: one for each core)")
    submit.add_argument("--sshlogin", action="append", default=[], metavar="HOST",
                        help="with --parallel: run parts on HOST; repeat it for more machines")
    add("status", "say how many parts are done, running, failed and waiting, and the time left")
    add("cancel", "stop what runs; what is done stays")
    add("merge", "merge the results if all parts have one, or say which are missing")
    run = add("run", "run parts here, as Slurm and GNU parallel do")
    run.add_argument("pieces", nargs="+", metavar="PART", help="the name of a part, such as 07")
    return parser


def main(arguments: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    prepare()
    try:
        own, rest = _split(arguments)
        options = make_parser().parse_args(own)
        return _COMMANDS[options.command](options, rest)
    except UsageError as error:
        complain(f"distribute.py: {error}; see 'scripts/distribute.py --help'")
        return 2
    except (JobError, MatchError, PartError, OSError) as error:
        complain(f"distribute.py: {error}")
        return 1
    except KeyboardInterrupt:
        complain("stopped; 'submit' continues from here")
        return 130
    except ReaderGone:
        return 1
    except SystemExit as ending:  # after --help
        return int(ending.code or 0)


def _split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The words before and after the first `--`."""
    if "--" not in arguments:
        return arguments, []
    at = arguments.index("--")
    return arguments[:at], arguments[at + 1:]


def _opened(options: argparse.Namespace, rest: list[str]) -> Kind:
    if rest:
        raise UsageError(f"'{options.command}' takes nothing after --")
    return kind_of(Job(options.folder))


def _new(options: argparse.Namespace, rest: list[str]) -> int:
    kind = KINDS[options.kind]
    inputs: dict[str, Path] = {}
    words = rest
    if kind.uses_program:
        if not options.program.is_file():
            raise UsageError(f"there is no program '{options.program}'; scripts/run.sh --version "
                             "builds it, or name another with --program")
        words, inputs = copied_inputs(rest)
        inputs[PROGRAM] = options.program
    settings = {"kind": kind.name, "pieces": options.pieces, "options": words,
                **kind.settings(words)}
    kind.check_options(options.program.resolve(), rest)
    job = make_job(options.folder, settings, inputs)
    try:
        kind_of(job).prepare()
    except BaseException:
        shutil.rmtree(job.path)  # a mistake must not keep the right command out
        raise
    write(f"{options.folder}: {count(options.pieces, 'part')}; 'scripts/distribute.py submit "
          f"{options.folder}' with --slurm or --parallel runs them")
    return 0


def _submit(options: argparse.Namespace, rest: list[str]) -> int:
    if rest and not options.slurm:
        raise UsageError("only --slurm takes options after --, those of sbatch")
    if options.slurm and (options.jobs or options.sshlogin):
        raise UsageError("--jobs and --sshlogin are for --parallel")
    kind = kind_of(Job(options.folder))
    kind.job.check_inputs()
    if kind.is_complete():
        write(f"all is done already: {kind.job.path / kind.result}")
    elif options.slurm:
        holder = parallel_holder(kind.job)
        if holder is not None:
            raise JobError(f"{holder} runs this job with GNU parallel; stop it with 'cancel'")
        write(slurm.submit(kind, rest).rstrip("\n"))
    else:
        if slurm.queue_of(kind.job):
            raise JobError("Slurm works on this job; wait for it, or stop it with 'cancel'")
        gnu_parallel.run_all(kind, gnu_parallel.Workers(options.jobs, options.sshlogin))
        remove_leftovers(kind.job.work)
    return 0


def _status(options: argparse.Namespace, rest: list[str]) -> int:
    kind = _opened(options, rest)
    if kind.is_complete():
        write(f"all is done and merged: {kind.job.path / kind.result}")
        return 0
    state = survey(kind)
    lines = [state.text() + state.failures_text()]
    queued = slurm.queue_of(kind.job)
    holder = parallel_holder(kind.job)
    if queued:
        lines.append("Slurm: " + ", ".join(f"{number:,} {name.lower()}"
                                           for name, number in sorted(queued.items())))
    elif holder is not None:
        lines.append(f"GNU parallel works on {holder.host}" if holder.host
                     else "GNU parallel is just starting")
    elif not state.running:
        lines.append("nothing runs; 'submit' runs what is missing and merges"
                     if state.done < state.parts else "'merge' makes the result")
    write("\n".join(lines))
    return 0


def _cancel(options: argparse.Namespace, rest: list[str]) -> int:
    job = _opened(options, rest).job
    write((slurm.cancel(job) + gnu_parallel.cancel(job)).rstrip("\n") or "nothing runs")
    return 0


def _merge(options: argparse.Namespace, rest: list[str]) -> int:
    kind = _opened(options, rest)
    write(kind.merge().rstrip("\n"))
    if kind.is_complete():
        remove_leftovers(kind.job.work)
    return 0


def _run(options: argparse.Namespace, rest: list[str]) -> int:
    kind = _opened(options, rest)
    kind.job.check_inputs()
    for name in options.pieces:
        if not kind.is_part(name):
            names = kind.names()
            raise UsageError(f"there is no part '{name}', only {names[0]} to {names[-1]}"
                             if names else "nothing is left to run")
        try:
            write(run_part(kind, name))
        except PartError as error:
            raise JobError(f"part {name} failed: {error}") from error
    return 0


_COMMANDS = {"new": _new, "submit": _submit, "status": _status, "cancel": _cancel, "merge": _merge,
             "run": _run}
