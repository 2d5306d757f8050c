"""What was handed to Slurm or GNU parallel. Each submission has a folder `submissions/N` with the
names of its parts, its logs, and for Slurm the numbers of its jobs."""
from __future__ import annotations

import contextlib
import fcntl
import json
import os
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

from match_runner.files import write_atomically

from .errors import JobError
from .job import Job

DISTRIBUTE = Path(__file__).resolve().parents[1] / "distribute.py"
_LOCK_ATTEMPTS = 20
_LOCK_PAUSE_SECONDS = 0.05


def own_command(*words: str) -> list[str]:
    """This program on another machine, which has the same files."""
    return [Path(sys.executable).name, str(DISTRIBUTE), *words]


def run_tool(command: list[str], **options: object) -> str:
    """The output of a scheduler's command. Raises JobError with what it said."""
    try:
        run = subprocess.run(command, capture_output=True, **options)
    except FileNotFoundError:
        raise JobError(f"there is no '{command[0]}' on this machine; install it, or use the other "
                       "of --slurm and --parallel") from None
    said, complaint = (text.decode(errors="replace") for text in (run.stdout, run.stderr))
    if run.returncode != 0:
        raise JobError(f"{command[0]} failed: {(complaint or said).strip()}")
    return said


def new_submission(job: Job) -> Path:
    numbers = [int(path.name) for path in job.submissions.iterdir() if path.name.isdecimal()]
    folder = job.submissions / str(max(numbers, default=0) + 1)
    folder.mkdir()
    return folder


def note_slurm_jobs(folder: Path, jobs: list[str]) -> None:
    write_atomically(folder / "slurm.json", json.dumps({"jobs": jobs}) + "\n")


def slurm_jobs(job: Job) -> list[str]:
    """The numbers of all jobs that were ever submitted."""
    files = sorted(job.submissions.glob("*/slurm.json"))
    return [number for file in files
            for number in json.loads(file.read_text(encoding="utf-8"))["jobs"]]


@dataclass(frozen=True)
class Holder:
    """Who runs a job with GNU parallel. At its start it has not said so yet."""

    host: str = ""
    process: int | None = None

    def __str__(self) -> str:
        if self.process is None:
            return "another process, which is just starting,"
        return f"process {self.process} on {self.host}"


@contextlib.contextmanager
def only_parallel(job: Job) -> Iterator[None]:
    """Holds a lock while GNU parallel works on the job, so that no second one does. `cancel` finds
    in the file whom to stop."""
    descriptor = os.open(job.submissions / "lock", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if not _take_lock(descriptor):
            raise JobError(f"{_holder(descriptor)} runs this job already; wait for it, or stop it "
                           "with 'cancel'")
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{socket.gethostname()} {os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)


def _take_lock(descriptor: int) -> bool:
    """A `status` of this moment, which looks whether the lock is free, does not keep it."""
    for _ in range(_LOCK_ATTEMPTS):
        if _lock(descriptor, fcntl.LOCK_EX):
            return True
        time.sleep(_LOCK_PAUSE_SECONDS)
    return False


def _lock(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        return False


def parallel_holder(job: Job) -> Holder | None:
    """Who runs the job with GNU parallel, if anybody does."""
    try:
        descriptor = os.open(job.submissions / "lock", os.O_RDWR)
    except FileNotFoundError:
        return None
    try:
        # Shared, as others may look at the same time.
        return None if _lock(descriptor, fcntl.LOCK_SH) else _holder(descriptor)
    finally:
        os.close(descriptor)


def _holder(descriptor: int) -> Holder:
    words = os.pread(descriptor, 1000, 0).decode().split()
    return Holder(words[0], int(words[1])) if words else Holder()
