"""Emilia, an Othello engine.

    >>> import emilia
    >>> engine = emilia.Engine(threads=1)
    >>> analysis = engine.analyze("f5d6c3", depth=8)
    >>> analysis.move, analysis.score
    ('d3', 2.13)

Scores are in discs for the side to move, squares lower case ("f5"), a pass is "pa".
"""
from emilia._binding import ffi as _ffi, lib as _lib
from emilia._engine import Engine
from emilia._errors import (ArgumentError, BusyError, EngineError, FileError, PositionError)
from emilia._games import Game, Games, read_games
from emilia._position import Color, Position, PositionLike, square_name
from emilia._search import PositionSearch, Search, Stop
from emilia._values import (AnalyzedGame, Analysis, Answers, Goal, Judgement, Kind, Line)

__version__: str = _ffi.string(_lib.emilia_version()).decode()

__all__ = [
    "Analysis", "AnalyzedGame", "Answers", "ArgumentError", "BusyError", "Color", "Engine",
    "EngineError", "FileError", "Game", "Games", "Goal", "Judgement", "Kind", "Line", "Position",
    "PositionError", "PositionLike", "PositionSearch", "Search", "Stop", "read_games", "square_name",
]
