"""Makes Ctrl-C, SIGTERM and SIGHUP wait, so that they find an engine's process not started or
known."""
from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import Iterator


def heeded_signals() -> list[int]:
    """The signals that stop a match, without those that it ignores, as SIGHUP under nohup."""
    return [number for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
            if signal.getsignal(number) is not signal.SIG_IGN]


@contextmanager
def interrupts_deferred() -> Iterator[list[int]]:
    """Yields a list of the signals that come during the block; they have no other effect, so the
    caller must raise them again. Only the main thread gets signals; in others the list is empty."""
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    heeded = heeded_signals()
    before = [signal.signal(number, lambda number, _: came.append(number)) for number in heeded]
    try:
        yield came
    finally:
        for number, handler in zip(heeded, before):
            signal.signal(number, handler)
