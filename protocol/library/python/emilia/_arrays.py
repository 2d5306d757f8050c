"""Arrays of boards."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from emilia._binding import ffi, lib
from emilia._values import Answers

Boards = NDArray[np.uint64]


def boards(players: Boards, opponents: Boards) -> tuple[Boards, Boards]:
    """Checks both arrays, and lays them out as the library reads them."""
    for name, array in (("players", players), ("opponents", opponents)):
        if not isinstance(array, np.ndarray):
            raise TypeError(f"{name} must be a NumPy array, not {type(array).__name__}")
        if array.dtype != np.uint64:
            raise TypeError(f"{name} must be an array of numpy.uint64, not {array.dtype}")
    if players.shape != opponents.shape:
        raise ValueError(f"players have the shape {players.shape}, opponents {opponents.shape}")
    return np.asarray(players, order="C"), np.asarray(opponents, order="C")


def pointer(kind: str, array: NDArray[Any]) -> Any:
    """To the elements of an array, which must be contiguous."""
    return ffi.cast(f"{kind}*", array.ctypes.data)


_FIELDS = {"scores": (np.float64, "double"), "estimates": (np.float64, "double"),
           "moves": (np.int8, "int8_t"), "kinds": (np.uint8, "uint8_t"),
           "depths": (np.uint8, "uint8_t"), "confidences": (np.uint8, "uint8_t"),
           "nodes": (np.uint64, "uint64_t"), "interrupted": (np.bool_, "uint8_t")}


def new_answers(shape: tuple[int, ...]) -> tuple[Answers, Any]:
    """Arrays, and the emilia_answers that point to them."""
    arrays: dict[str, Any] = {name: np.empty(shape, dtype) for name, (dtype, _) in _FIELDS.items()}
    made = new_answers_struct()
    for name, (_, kind) in _FIELDS.items():
        setattr(made, name, pointer(kind, arrays[name]))
    return Answers(**arrays), made


def new_answers_struct() -> Any:
    """An emilia_answers without arrays."""
    made = ffi.new("emilia_answers*")
    made.size = ffi.sizeof("emilia_answers")
    return made


def hear(answers: Any, listener: Any) -> None:
    """Makes a listener hear of finished boards."""
    answers.data = listener.handle
    if listener.found is not None:
        answers.found = lib.emilia_python_found
    if listener.counted is not None:
        answers.counted = lib.emilia_python_counted
