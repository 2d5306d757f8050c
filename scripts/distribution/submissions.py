"""What was handed to Slurm or GNU parallel. Each submission has a folder `submissions/N` with the
names of its pieces, its logs, and for Slurm the numbers of its jobs."""
from __future__ import annotations

import contextlib
import fcntl
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Iterator

from match_runner.files import write_atomically

from .errors import JobError
from .job import Job

DISTRIBUTE = Path(__file__).resolve().parents[1] / "distribute.py"


def own_command(*words: str) -> list[str]:
    """This program on another machine, which has the same files."""
    return [Path(sys.executable).name, str(DISTRIBUTE), *words]


def run_tool(command: list[str], **options: object) -> str:
    """The output of a scheduler's command. Raises JobError with what it said."""
    try:
        run = subprocess.run(command, text=True, capture_output=True, errors="replace", **options)
    except FileNotFoundError:
        raise JobError(f"there is no '{command[0]}' on this machine; install it, or use the other "
                       "of --slurm and --parallel") from None
    if run.returncode != 0:
        raise JobError(f"{command[0]} failed: {(run.stderr or run.stdout).strip()}")
    return run.stdout


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


@contextlib.contextmanager
def only_parallel(job: Job) -> Iterator[None]:
    """Holds a lock while GNU parallel works on the job, so that no second one does. `cancel` finds
    in the file whom to stop."""
    descriptor = os.open(job.submissions / "lock", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            host, process = _holder(descriptor)
            raise JobError(f"process {process} on {host} runs this job already; wait for it, or "
                           "stop it with 'cancel'") from None
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{socket.gethostname()} {os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)


def parallel_holder(job: Job) -> tuple[str, int] | None:
    """The host and the process that run the job with GNU parallel, if any do."""
    try:
        descriptor = os.open(job.submissions / "lock", os.O_RDWR)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return None
    except BlockingIOError:
        return _holder(descriptor)
    finally:
        os.close(descriptor)


def _holder(descriptor: int) -> tuple[str, int]:
    host, process = os.pread(descriptor, 1000, 0).decode().split()
    return host, int(process)
