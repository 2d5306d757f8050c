"""Runs match.py, from its arguments to its exit status."""
from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import shlex
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from . import options as command_options
from .compliance.walk import check_engine
from .engines.detect import prepare_engine
from .engines.engine_files import changed_files, file_checksum, file_checksums
from .engines.engine_spec import EnginePlan, EngineSpec, Limits
from .engines.game_log import LogFolder
from .engines.process import kill_started
from .errors import MatchError, UsageError, reason_of
from .files import write_atomically
from .games.records import MatchFolder, read_settings
from .games.schedule import Fixture, Meetings, Part, make_schedule, pairings
from .othello.openings import Opening, choose_openings
from .output import ReaderGone, complain, prepare, write
from .report.html_report import html_report
from .report.ladder_chart import ladder_svg
from .report.text_report import ladder_text, pairing_text, standings_text
from .result_files import check_result_files
from .statistics.ladder import ladder
from .statistics.results import Pairing, tally
from .statistics.sprt import Sprt
from .tournament.progress import Progress
from .tournament.tournament import Conduct, Ending, SprtWatch, Tournament
from .words import count, quoted


@dataclass(frozen=True)
class MatchSettings:
    """Everything that the games depend on."""

    engines: list[EngineSpec]
    limits: Limits
    openings: list[Opening]
    meetings: Meetings
    reuse: bool
    sprt: Sprt | None
    seed: int
    part: Part | None

    @property
    def names(self) -> list[str]:
        return [spec.name for spec in self.engines]

    def schedule(self) -> list[Fixture]:
        whole = make_schedule(self.names, self.meetings, self.openings)
        return whole if self.part is None else self.part.of(whole)

    def to_json(self, games: int | None = None) -> dict[str, object]:
        """The settings of the match, or of its first `games` games of each pairing. A match can be
        resumed only if it began with equal settings."""
        openings = self.openings if games is None else self.openings[:games // 2]
        moves = "\n".join("".join(opening) for opening in openings)
        settings = {"engines": [asdict(spec) for spec in self.engines],
                    "limits": asdict(self.limits), "games": 2 * len(openings),
                    "openings": hashlib.sha256(moves.encode()).hexdigest()[:16],
                    "gauntlet": self.meetings is Meetings.GAUNTLET, "reuse": self.reuse,
                    "seed": self.seed, "sprt": None if self.sprt is None else asdict(self.sprt)}
        if self.meetings is Meetings.LADDER:  # older matches lack this key and can still be resumed
            settings["ladder"] = True
        if self.part is not None:
            settings["part"] = asdict(self.part)
        return settings


def main(arguments: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    prepare()
    try:
        return _main(arguments)
    except KeyboardInterrupt:
        return 130
    except ReaderGone:
        return 1
    finally:
        kill_started()


def _main(arguments: list[str]) -> int:
    try:
        options = command_options.parse_options(arguments)
        if options.compliance is not None:
            return 0 if check_engine(options.compliance, options.reply_timeout,
                                     options.learn) else 1
        _check_current_folder()
        options = _with_remembered(options, arguments)
        settings = read_match_settings(options)
    except UsageError as error:
        complain(f"match.py: {error}; see '{command_options.command_text()} --help'")
        return 2
    except MatchError as error:
        complain(f"match.py: {error}")
        return 2
    try:
        return _run(settings, options, arguments)
    except MatchError as error:
        complain(f"match.py: {error}")
        return 1


def _check_current_folder() -> None:
    """The engines run there, and relative names mean files there."""
    try:
        os.getcwd()
    except OSError as error:
        raise MatchError(f"cannot use the current folder: {reason_of(error)}") from error


def _with_remembered(options: argparse.Namespace, arguments: list[str]) -> argparse.Namespace:
    """With --resume the number of games comes from the match, unless it is given, and without
    engines the other options do as well."""
    if not options.resume:
        return options
    if options.output is None:
        raise UsageError("--resume needs --output, the folder of the match")
    saved = read_settings(options.output / "match.json")
    games = options.games or saved["settings"]["games"]
    if not options.engine:
        remembered = command_options.parse_remembered(saved["arguments"], saved["folder"])
        options = command_options.parse_options(arguments, remembered)
        options.engines_from = saved["folder"]
    options.games = games
    return options


def read_match_settings(options: argparse.Namespace) -> MatchSettings:
    engines = command_options.read_engines(options)
    check_result_files(options, engines)
    limits = command_options.read_limits(options)
    sprt = command_options.read_sprt(options)
    games = command_options.read_games(options)
    openings = choose_openings(options.openings, options.random_plies, options.seed, games // 2)
    return MatchSettings(engines, limits, openings, command_options.read_meetings(options),
                         options.reuse, sprt, options.seed, options.part)


def _run(settings: MatchSettings, options: argparse.Namespace, arguments: list[str]) -> int:
    folder = MatchFolder(options.output or Path(time.strftime("match-%Y%m%d-%H%M%S")),
                         settings.limits)
    try:
        return _run_in(folder, settings, options, arguments)
    finally:
        folder.close()


def _run_in(folder: MatchFolder, settings: MatchSettings, options: argparse.Namespace,
            arguments: list[str]) -> int:
    schedule = settings.schedule()
    if options.log is not None:
        _make_folder(options.log)
    logs = LogFolder(options.log)
    notes = []
    if options.resume:
        notes = folder.resume(settings.to_json, schedule)
    plans = []
    if len(folder.records) < len(schedule):
        if options.engines_from is not None:
            _check_engines_are_here(options.engines_from,
                                    read_settings(folder.settings_file)["checksums"])
        plans = [_prepare(spec, settings.limits, logs) for spec in settings.engines]
    checksums = file_checksums(settings.engines) if plans else {}
    if options.resume:
        if plans:
            notes += changed_files(read_settings(folder.settings_file)["checksums"], checksums)
        folder.lengthen(settings.to_json())
    else:
        folder.create(settings.to_json(), arguments, checksums)
    _announce(settings, plans, folder, notes)

    had = len(folder.records)
    pairs = pairings(settings.names, settings.meetings)
    nodes = settings.limits.nodes
    progress = Progress(sys.stderr, len(schedule), tally(pairs, folder.games, nodes), nodes,
                        settings.sprt)
    watch = SprtWatch(settings.sprt, settings.names[0]) if settings.sprt else None
    tournament = Tournament(plans, settings.limits, schedule, folder,
                            Conduct(options.concurrency, options.reuse, logs), progress,
                            watch)
    try:
        ending = tournament.run()
        if ending is not Ending.INTERRUPTED:
            folder.finish()
    except MatchError as error:
        with contextlib.suppress(MatchError, ReaderGone):
            _report(settings, options, folder)
        raise MatchError(f"{error}\n{_resume_hint(folder)}") from error
    errors = _report(settings, options, folder)
    if ending is Ending.INTERRUPTED:
        complain(f"interrupted; {_resume_hint(folder)}")
        return 130
    if ending is Ending.DECIDED and len(folder.records) == had:
        complain("the SPRT had decided this match already, so no game was played")
    if any(game.killed for game in folder.games):
        complain("an engine was killed from outside and lost; to replay these games: "
                 f"{_resume_command(folder)}")
    return 1 if errors else 0


def _check_engines_are_here(folder: str, checksums: dict[str, str]) -> None:
    """A relative name in a remembered command means a file there, and the engines run here. The
    same file may be here as well, as in a project that was moved."""
    if os.path.realpath(folder) == os.getcwd():
        return
    for name, checksum in checksums.items():
        if not os.path.isabs(name) and file_checksum(name) != checksum:
            raise MatchError(f"the engines' commands name {quoted(name)} in {folder}, and here is no "
                             "such file with the same contents: continue the match there, or give "
                             "its --engine options again")


def _prepare(spec: EngineSpec, limits: Limits, logs: LogFolder) -> EnginePlan:
    log = logs.log(f"start-{spec.name}")
    try:
        return prepare_engine(spec, limits, log)
    finally:
        log.close()


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MatchError(f"cannot create the folder {path}: {reason_of(error)}") from error


def _announce(settings: MatchSettings, plans: list[EnginePlan], folder: MatchFolder,
              notes: list[str]) -> None:
    for plan in plans:
        write(f"{plan.name}: {plan.dialect}, {shlex.join(plan.command)}")
        notes = notes + list(plan.notes)
    different = len(set(settings.openings))
    if different < len(settings.openings):
        notes = notes + [f"only {count(different, 'opening')} for "
                         f"{count(len(settings.openings), 'pair')} of games, so some are played "
                         "more than once"]
    for note in notes:
        write(f"note: {note}")
    write(f"games are saved in {folder.path}")


def _report(settings: MatchSettings, options: argparse.Namespace, folder: MatchFolder) -> int:
    """Writes the results to files and prints them. A file that cannot be written does not stop
    the others. Returns how many could not be written."""
    pairs = tally(pairings(settings.names, settings.meetings), folder.games, settings.limits.nodes)
    said = [pairing_text(pairing, settings.sprt) for pairing in pairs]
    steps = ladder(pairs) if settings.meetings is Meetings.LADDER else []
    if steps:
        said.append(ladder_text(steps))
    elif len(pairs) > 1:
        said.append(standings_text(settings.names, pairs))
    text = results_text(pairs, settings.sprt)
    writes = [(folder.path / "results.json", text)]
    if options.json is not None:
        writes.append((options.json, text))
    if options.html is not None:
        writes.append((options.html, html_report(settings.names, pairs, folder.games,
                                                 settings.limits, settings.sprt, steps)))
    if options.chart is not None:
        writes.append((options.chart, ladder_svg(steps)))
    errors = 0
    for path, content in writes:
        try:
            write_atomically(path, content)
        except MatchError as error:
            complain(f"match.py: {error}")
            errors += 1
    for part in said:
        write(part)
    return errors


def results_text(pairs: list[Pairing], sprt: Sprt | None) -> str:
    results = [pairing.to_json(sprt) for pairing in pairs]
    return json.dumps(results[0] if len(results) == 1 else results, indent=2) + "\n"


def _resume_command(folder: MatchFolder) -> str:
    return f"{command_options.command_text()} --resume --output {shlex.quote(str(folder.path))}"


def _resume_hint(folder: MatchFolder) -> str:
    saved = len(folder.records)
    return (f"{count(saved, 'game')} {'is' if saved == 1 else 'are'} saved in {folder.path}; to "
            f"continue: {_resume_command(folder)}")
