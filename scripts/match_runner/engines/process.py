"""Runs an engine's process: sends lines, and receives lines with the time at which each arrived.

A thread of its own reads the output. So each line is timed when it arrives, not when it is
asked for, and waiting for a line can time out. The queue in between is bounded: an engine that
floods its output blocks instead of filling the memory.
"""
from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import IO

from ..errors import EngineFailure, Reason, StartFailure, reason_of
from ..words import quoted
from .game_log import GameLog
from .interrupts import interrupts_deferred

_QUEUE_LINES = 10_000
_LONGEST_LINE = 16_384  # bytes
_QUIT_SECONDS = 1.0
_END_SECONDS = 0.5  # between the end of the output and that of the process
_WAKE_SECONDS = 0.2
_FULL_SECONDS = 0.01  # between two checks whether the queue has room


@dataclass(frozen=True)
class OutputLine:
    text: str
    at: float  # time.monotonic()


# Those that were started and not yet killed. An interrupt may come before the caller has the object
# that would kill one.
_started: set[subprocess.Popen[bytes]] = set()


class NoAnswer(Exception):
    """No line came before the deadline."""


class EngineProcess:
    """For one thread at a time; only `kill` may be called from another thread."""

    def __init__(self, name: str, command: list[str], log: GameLog,
                 environment: dict[str, str] | None = None) -> None:
        """Without `environment` the process inherits that of this program."""
        self.name = name
        self.log = log
        self.last_garbage = ""
        # SimpleQueue has no bound, so `_put` enforces one. It is several times as fast as Queue,
        # which took most of the time of a fast engine's move.
        self._lines: queue.SimpleQueue[OutputLine | None] = queue.SimpleQueue()
        self._errors: deque[str] = deque(maxlen=5)
        self._closing = threading.Event()
        self._ended = False
        with interrupts_deferred() as interrupts:
            self._process = self._start(command, environment)
            self._error_reader = threading.Thread(target=self._read_errors, daemon=True)
            self._threads = [threading.Thread(target=self._read_output, daemon=True),
                             self._error_reader]
            try:
                for thread in self._threads:
                    thread.start()
            except RuntimeError as error:
                self.kill()
                raise StartFailure(
                    name, f"there is no thread to read the engine's output: {error}") from error
        if interrupts:
            self.kill()
            signal.raise_signal(interrupts[0])

    def _start(self, command: list[str],
               environment: dict[str, str] | None) -> subprocess.Popen[bytes]:
        try:
            # A session of its own keeps Ctrl-C for the runner, and lets it kill a wrapper script
            # together with the processes that the script started.
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                bufsize=0, start_new_session=True, env=environment)
            _started.add(process)
            return process
        except (OSError, ValueError) as error:
            raise StartFailure(
                self.name, f"'{' '.join(command)}' does not start: {reason_of(error)}") from error

    def send(self, line: str) -> None:
        self.log.write(self.name, ">", line)
        try:
            _write_all(self._process.stdin, (line + "\n").encode())
        except (OSError, ValueError):
            raise self._ending("input") from None

    def read(self, deadline: float) -> OutputLine:
        """Waits for a line. Raises NoAnswer at the deadline, EngineFailure if the output ends."""
        while not self._ended:
            wait = max(0.0, deadline - time.monotonic())
            try:
                line = self._lines.get(timeout=min(wait, _WAKE_SECONDS))
            except queue.Empty:
                if self._closing.is_set():
                    break  # killed by another thread
                if wait <= _WAKE_SECONDS:
                    raise NoAnswer from None
                continue
            if line is not None:
                return line
            self._ended = True
        raise self._ending("output")

    def close_input(self) -> None:
        try:
            self._process.stdin.close()
        except OSError:
            pass

    def exit_status(self, seconds: float) -> int | None:
        """Waits for the end; returns the status, or None if it still runs after `seconds`."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def close(self, politely: bool = True) -> None:
        """Asks the process to quit, and kills it if it does not."""
        try:
            if politely:
                self._quit()
        finally:
            self.kill()
        for thread in self._threads:
            thread.join(timeout=_QUIT_SECONDS)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            try:
                pipe.close()
            except OSError:
                pass

    def _quit(self) -> None:
        try:
            self.send("quit")
        except EngineFailure:
            pass
        self.close_input()
        self._closing.set()
        self.exit_status(_QUIT_SECONDS)

    def kill(self) -> None:
        """Kills the process; may be called from any thread. The pipes stay open until `close`."""
        self._closing.set()
        _kill(self._process)

    def _ending(self, closed: str) -> EngineFailure:
        status = self.exit_status(_END_SECONDS)
        if status is not None:
            # The rest of its output is in the pipe, which a surviving child may keep open.
            self._error_reader.join(timeout=_END_SECONDS)
        words = f"closed its {closed}" if status is None else _describe_status(status)
        if self._errors:
            words += f"; its last words: {quoted(self._errors[-1])}"
        elif self.last_garbage:
            words += f"; it printed {quoted(self.last_garbage)}"
        return EngineFailure(self.name, Reason.CRASH, words, killed=_killed_from_outside(status))

    def _read_output(self) -> None:
        for text in _lines_of(self._process.stdout):
            line = OutputLine(text, time.monotonic())
            self.log.write(self.name, "<", text)
            if not self._put(line):
                return
        self._put(None)

    def _put(self, line: OutputLine | None) -> bool:
        while self._lines.qsize() >= _QUEUE_LINES:
            if self._closing.wait(_FULL_SECONDS):
                break
        if self._closing.is_set():
            return False
        self._lines.put(line)
        return True

    def _read_errors(self) -> None:
        for text in _lines_of(self._process.stderr):
            self.log.write(self.name, "!", text)
            if text.strip():
                self._errors.append(text[:200])


def _write_all(pipe: IO[bytes], data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[pipe.write(view):]


def _lines_of(pipe: IO[bytes]):
    """Yields lines without their line ends. The rest of a line that is too long is dropped."""
    rest = b""
    while True:
        try:
            data = os.read(pipe.fileno(), 65_536)
        except (OSError, ValueError):
            data = b""
        if not data:
            break
        *lines, rest = (rest + data).split(b"\n")
        rest = rest[:_LONGEST_LINE]
        for line in lines:
            yield line[:_LONGEST_LINE].decode("latin-1").rstrip("\r")
    if rest:
        yield rest.decode("latin-1").rstrip("\r")


def _describe_status(status: int) -> str:
    if status < 0:
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = "unknown"
        return f"was ended by signal {-status} ({name})"
    return f"ended with status {status}"


def kill_started() -> None:
    """Kills the processes that are left at the end of the program."""
    for process in list(_started):
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process not in _started:
        return  # the number may be that of another process by now
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        pass
    if process.poll() is None:
        process.kill()
    process.wait()
    _started.discard(process)


def _killed_from_outside(status: int | None) -> bool:
    """Whether it was a signal that only others send; a shell reports it as 128 + its number."""
    signals = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    return status is not None and any(status in (-s, 128 + s) for s in signals)
