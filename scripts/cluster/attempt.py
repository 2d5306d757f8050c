"""Runs a part. Each attempt has a folder of its own, `work/NAME.…`, so that a part that runs
twice at once disturbs nobody. While it runs, the attempt touches its file `alive` every few
seconds. The result goes to its place by one rename, and a result that is there stays."""
from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from .errors import PartError
from .kinds.kind import Kind
from .part_file import write_part

ALIVE = "alive"
FAILED = "failed"
_TOUCH_SECONDS = 5.0
SILENT_SECONDS = 60.0  # an attempt that is silent for so long is dead
_PATIENCE_SECONDS = 10.0  # for a program that was asked to stop
# How a program ends that a scheduler has stopped together with this one.
_STOPPED = (130, -signal.SIGINT, -signal.SIGTERM)


@dataclass(frozen=True)
class Attempt:
    """What the folder of an attempt says about it."""

    path: Path
    part: str
    host: str
    begin: float
    is_silent: bool
    failure: str | None

    @property
    def runs(self) -> bool:
        return not self.is_silent and self.failure is None


def read_attempts(work: Path) -> list[Attempt]:
    """All attempts that have not ended with a result, by the clock of the file system."""
    now = _file_system_time(work)
    found = []
    for path in sorted(work.iterdir()):
        with contextlib.suppress(OSError, ValueError, KeyError):  # it may end at this moment
            told = json.loads((path / ALIVE).read_text(encoding="utf-8"))
            silent = now - (path / ALIVE).stat().st_mtime > SILENT_SECONDS
            failure = path / FAILED
            found.append(Attempt(path, told["piece"], told["host"], told["begin"], silent,
                                 failure.read_text(encoding="utf-8") if failure.exists() else None))
    return found


def _file_system_time(folder: Path) -> float:
    probe = folder / f"time.{os.getpid()}.{secrets.token_hex(4)}"
    try:
        probe.touch()
        return probe.stat().st_mtime
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()


def run_part(kind: Kind, name: str) -> str:
    """Runs a part unless its result is there. Returns what to tell the user; raises PartError."""
    if kind.has_result(name):
        return f"part {name} is done already"
    begin = time.time()
    folder = _make_folder(kind, name, begin)
    try:
        payload, facts = _make_payload(kind, name, folder)
        seal = {**kind.seal(name), **facts, "host": socket.gethostname(),
                "seconds": time.time() - begin}
        write_part(folder / "sealed", seal, payload)
        if not kind.has_result(name):  # another attempt may have been faster
            os.replace(folder / "sealed", kind.job.result_file(name))
    except (PartError, OSError) as error:
        if kind.has_result(name):
            shutil.rmtree(folder, ignore_errors=True)
            return f"part {name} was done by another attempt meanwhile"
        with contextlib.suppress(OSError):
            (folder / FAILED).write_text(str(error), encoding="utf-8")
        raise PartError(str(error)) from error
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):
            (folder / ALIVE).unlink()  # it is not dead, it was told to stop
        raise
    shutil.rmtree(folder, ignore_errors=True)
    _remove_ended(kind.job.work, name)
    return f"part {name} is done"


def _make_folder(kind: Kind, name: str, begin: float) -> Path:
    """It is alive from the moment when it has its name."""
    folder = kind.job.work / f"{name}.{_token()}"
    new = kind.job.work / f"new.{folder.name}"
    new.mkdir()
    (new / ALIVE).write_text(
        json.dumps({"piece": name, "host": socket.gethostname(), "begin": begin}), encoding="utf-8")
    new.rename(folder)
    return folder


def _token() -> str:
    """Differs for each attempt: Slurm may run a task twice at once."""
    job, restarts = (os.environ.get(name, "") for name in ("SLURM_JOB_ID", "SLURM_RESTART_COUNT"))
    return f"{job}.{restarts}.{socket.gethostname()}.{os.getpid()}.{secrets.token_hex(4)}"


def _remove_ended(work: Path, part: str) -> None:
    """Removes the other attempts at a part that has its result, except for those that run."""
    running = {attempt.path for attempt in read_attempts(work) if attempt.runs}
    for path in work.glob(f"{part}.*"):
        if path not in running:
            shutil.rmtree(path, ignore_errors=True)


def remove_leftovers(work: Path) -> None:
    """Removes what attempts have left when the job is complete. One that still runs is of no use,
    and finds out when it wants to write."""
    for path in work.iterdir():
        shutil.rmtree(path, ignore_errors=True)


def _make_payload(kind: Kind, name: str, folder: Path) -> tuple[bytes, dict[str, object]]:
    """Continues what another attempt has left, if the kind can. If that does not go well, it
    begins anew."""
    leftovers = kind.job.work.glob(f"{name}.*")
    if kind.take_over([path for path in leftovers if path != folder], folder):
        try:
            return _run_program(kind, name, folder)
        except PartError:
            kind.drop(folder)
    return _run_program(kind, name, folder)


def _run_program(kind: Kind, name: str, folder: Path) -> tuple[bytes, dict[str, object]]:
    command = kind.command(name, folder)
    if command is None:
        return kind.payload(name, folder, 0)
    with open(folder / "output", "wb") as output, open(folder / "errors", "wb") as errors:
        try:
            program = subprocess.Popen([*bound(), *command], cwd=kind.working_folder(),
                                       env=kind.environment(), stdin=subprocess.DEVNULL,
                                       stdout=output, stderr=errors)
        except OSError as error:
            raise PartError(f"cannot start {command[0]}: {error.strerror}") from error
        try:
            status = _wait(program, folder / ALIVE)
        except KeyboardInterrupt:
            _stop(program)
            raise
    if status in _STOPPED:
        raise KeyboardInterrupt
    return kind.payload(name, folder, status)


def bound() -> list[str]:
    """What is started with these words ends when this process is killed."""
    return ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []


def _wait(program: subprocess.Popen, alive: Path) -> int:
    while True:
        try:
            return program.wait(_TOUCH_SECONDS)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(OSError):
                os.utime(alive)


def _stop(program: subprocess.Popen) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        program.send_signal(number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            program.wait(_PATIENCE_SECONDS)
            return
