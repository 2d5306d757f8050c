"""Finds the files that the options of a job name, and lets them name copies instead."""
from __future__ import annotations

import os
import re
from pathlib import Path

from match_runner.errors import UsageError

_GAME_FILES = (".wtb", ".jou", ".trn", ".ggf", ".sgf", ".txt")
_WTHOR_NAMES = (".jou", ".trn")
_TEXT_OPTIONS = ("--event", "--player", "--isa")
_NUMBER = re.compile(r"[-+]?\d[-\d.]*|[-+]?\.\d+")  # or a range, as 1977-2022


def copied_inputs(options: list[str]) -> tuple[list[str], dict[str, Path]]:
    """The options with names of copies, and which file each copy comes from. A number, an option or
    the value of one that takes a text is never a file."""
    inputs: dict[str, Path] = {}
    words: list[str] = []
    for before, word in zip(["", *options], options):
        option, sign, value = word.partition("=") if word.startswith("--") else ("", "", word)
        if before in _TEXT_OPTIONS or option in _TEXT_OPTIONS:
            words.append(word)
            continue
        if value == "-":
            raise UsageError("a job cannot read standard input; write it to a file first")
        # Path.exists fails for a word that is too long for the name of a file.
        if not value or _NUMBER.fullmatch(value) or not os.path.exists(value):
            words.append(word)
            continue
        folder = f"inputs/{len(words)}"
        path = Path(value)
        if path.is_dir():
            files = [file for file in sorted(path.iterdir()) if _is_game_file(file)]
            if not files:
                raise UsageError(f"the folder '{value}' holds no files of games")
            name = folder
        else:
            files = [path, *_names_beside(path)]
            name = f"{folder}/{path.name}"
        inputs |= {f"{folder}/{file.name}": file for file in files}
        words.append(option + sign + name)
    return words, inputs


def _is_game_file(file: Path) -> bool:
    return file.suffix.lower() in _GAME_FILES and file.is_file()


def _names_beside(path: Path) -> list[Path]:
    """The files with the names of players and tournaments that belong to a WTHOR base."""
    if path.suffix.lower() != ".wtb":
        return []
    return [file for file in sorted(path.parent.iterdir()) if file.suffix.lower() in _WTHOR_NAMES]
