"""The list of all kinds."""
from __future__ import annotations

from ..job import Job
from .analyze import Analyze
from .book import Book
from .kind import Kind
from .match import Match
from .positions import Label, SelfPlay
from .solve import Solve

KINDS: dict[str, type[Kind]] = {kind.name: kind for kind in (SelfPlay, Label, Solve, Analyze, Match,
                                                              Book)}


def kind_of(job: Job) -> Kind:
    return KINDS[job.settings["kind"]](job)
