"""Numbers and nouns in sentences."""
from __future__ import annotations


def count(number: int, noun: str) -> str:
    """`1 game`, `1,234 games`, `2 crashes`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun}{'es' if noun.endswith(('s', 'sh')) else 's'}"


def result(wins: int, draws: int, losses: int, minus: str = "-") -> str:
    """`+1,234 =5 -678`."""
    return f"+{wins:,} ={draws:,} {minus}{losses:,}"
