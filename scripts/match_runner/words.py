"""Numbers, nouns and quotations in sentences."""
from __future__ import annotations


def count(number: int, noun: str) -> str:
    """`1 game`, `1,234 games`, `2 crashes`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun}{'es' if noun.endswith(('s', 'sh')) else 's'}"


def printable(text: str, most: int = 200) -> str:
    """What an engine printed, on one line and without characters that control a terminal."""
    shown = "".join(letter if letter.isprintable() else " " if letter.isspace() else "?"
                    for letter in text[:most])
    return shown + ("..." if len(text) > most else "")


def quoted(text: str) -> str:
    return f"'{printable(text)}'"


def result(wins: int, draws: int, losses: int, minus: str = "-") -> str:
    """`+1,234 =5 -678`."""
    return f"+{wins:,} ={draws:,} {minus}{losses:,}"
