"""Times in sentences."""
from __future__ import annotations


def duration(seconds: float) -> str:
    """`0:05`, `12:34` or `1:02:03`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
