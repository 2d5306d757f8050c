"""The errors: a job that cannot go on, and a part that has not become a result."""
from __future__ import annotations


class JobError(Exception):
    """The text is for the person who called the program; it says what to do, too."""


class PartError(Exception):
    """A part has no result, or one that cannot be used; the text says why."""
