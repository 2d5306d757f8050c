"""Puts the parts of a match together, which match.py --part has played on several machines."""
from __future__ import annotations

from pathlib import Path

from .command_line import read_match_settings
from .games.records import MatchFolder, check_schedule, read_games
from .options import parse_options
from .words import quoted


def merge_parts(folder: Path, arguments: list[str], parts: list[tuple[Path, dict[str, str]]]
                ) -> list[str]:
    """Makes the folder of the match that match.py with these arguments would play, from files of
    games and the checksums of the engines' files on the machine where they were played. Raises
    MatchError for a game that does not belong to the match or occurs twice. Returns notes for the
    user. `match.py --resume` then reports on the match, and plays what is missing."""
    settings = read_match_settings(parse_options(arguments))
    schedule = settings.schedule()
    records = []
    notes: list[str] = []
    first_seen: dict[str, str] = {}  # a part without games has no checksums
    for path, checksums in parts:
        games, _ = read_games(path)
        records += games
        check_schedule(records, schedule, path)
        notes += [f"{quoted(name)} was not the same on every machine; the results are of both"
                  for name, checksum in checksums.items()
                  if first_seen.setdefault(name, checksum) != checksum]
    match = MatchFolder(folder, settings.limits)
    try:
        match.create(settings.to_json(), arguments, first_seen)
        match.records = {record.game: record for record in records}
        match.finish()
    finally:
        match.close()
    return sorted(set(notes))
