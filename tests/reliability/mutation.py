"""Small faults in a line of C++, and the files that get them."""
from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

ROOMS = ("engine", "book", "protocol")
# What a build for the processor at hand does not contain.
_NOT_BUILT = re.compile(r"/(windows|darwin|web)/|_neon\.|_sse4\.|/library/|/isa/")

# What is replaced by what. Binary operators stand between spaces, template brackets do not.
_REPLACEMENTS = [
    (r" <= ", " < "), (r" >= ", " > "), (r" < ", " <= "), (r" > ", " >= "),
    (r" == ", " != "), (r" != ", " == "), (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " + "),
    (r" & ", " | "), (r" \| ", " & "), (r" \^ ", " | "), (r" << ", " >> "), (r" >> ", " << "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+= ", " -= "), (r" -= ", " += "),
    (r" \|= ", " = "), (r" &= ", " = "), (r"(?<=[( ])!(?=[a-z_(])", ""),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bcontinue;", "break;"),
    (r"(?<=return )(?=[a-z_]+;)", "-"), (r"\bstd::min\b", "std::max"), (r"\bstd::max\b", "std::min"),
]
_NUMBER = re.compile(r"(?<![\w.':])\d+(?![\w.'x>])")  # but the size of an array
# A line that is a statement of its own: a call or an assignment.
_STATEMENT = re.compile(r"^ +(?!return|const|auto|using|throw|case|else|break)[\w.>()\[\]-]+"
                        r"(\(.*\)| [-+*|&^]?= .*);$")
_CODE = re.compile(r'//.*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'')
_NO_CODE = re.compile(r"^\s*(#|///?|static_assert|template|using|friend)|noexcept\(|= default|= delete")
# What makes a program only slower or faster.
_ONLY_SPEED = re.compile(r"is_constant_evaluated|prefetch|\breserve\(")


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    line: int  # from 1
    old: str
    new: str

    @property
    def change(self) -> tuple[str, str, str]:
        """The same when other lines of the file change."""
        return self.file, self.old.strip(), self.new.strip()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old.strip()}  ->  {self.new.strip() or '(nothing)'}"


def mutants_of(file: str, text: str) -> list[Mutant]:
    """All mutants of a source file, in the order of its lines."""
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        # Neither comments nor texts change: blanks of the same length stand for them.
        code = _CODE.sub(lambda match: "\0" * len(match.group()), line)
        if _NO_CODE.search(line) or _ONLY_SPEED.search(line):
            continue
        for pattern, replacement in _REPLACEMENTS:
            for match in re.finditer(pattern, code):
                found.append(Mutant(file, number, line, line[:match.start()] + replacement
                                    + line[match.end():]))
        for match in _NUMBER.finditer(code):
            found.append(Mutant(file, number, line, line[:match.start()]
                                + str(int(match.group()) + 1) + line[match.end():]))
        if _STATEMENT.match(line):
            found.append(Mutant(file, number, line, ""))
    return found


def sources(folder: Path) -> list[str]:
    """The files that are mutated, from the project's root."""
    paths = sorted(path for room in ROOMS for ending in ("*.h", "*.cpp")
                   for path in (folder / room).rglob(ending))
    names = [path.relative_to(folder).as_posix() for path in paths]
    return [name for name in names if not _NOT_BUILT.search(name)]


def without_effect() -> set[tuple[str, str, str]]:
    """The mutants of without_effect.json, as their file and their lines without indentation: a reading
    has shown why no test can tell them from the program."""
    text = Path(__file__).with_name("without_effect.json").read_text(encoding="utf-8")
    return {(mutant["file"], mutant["old"], mutant["new"]) for mutant in json.loads(text)}
