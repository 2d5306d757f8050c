"""Hands a job to GNU parallel, on this machine or over ssh, and waits for it."""
from __future__ import annotations

import contextlib
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from match_runner.output import write

from .attempt import bound
from .errors import JobError
from .job import Job
from .kinds.kind import Kind
from .submissions import new_submission, only_parallel, own_command, parallel_holder, run_tool
from .survey import survey

_TERMINAL_SECONDS = 1.0
_PLAIN_SECONDS = 30.0
_PATIENCE_SECONDS = 20.0


@dataclass(frozen=True)
class Workers:
    jobs: str | None  # parts at a time on each machine
    logins: list[str]  # GNU parallel's --sshlogin; none: this machine


def run_all(kind: Kind, workers: Workers) -> None:
    """Runs what is missing, round by round, and merges it. Raises JobError if parts fail."""
    run_tool(["parallel", "--version"])
    with only_parallel(kind.job):
        folder = new_submission(kind.job)
        number = 0
        while not kind.is_complete():
            missing = [name for name in kind.names() if not kind.has_result(name)]
            if missing:
                number += 1
                _run(kind, workers, missing, folder, number)
            write(kind.merge().rstrip("\n"))


def _run(kind: Kind, workers: Workers, names: list[str], folder: Path, number: int) -> None:
    # Names are data: GNU parallel replaces {} and the like in a command that it is given, in
    # --workdir and elsewhere, but not in whole commands that it reads. --null because a name may
    # hold an end of line.
    command = [*bound(), "parallel", "--will-cite", "--null", "--joblog", f"joblog-{number}"]
    command += ["--jobs", workers.jobs] if workers.jobs else []
    for login in workers.logins:
        command += ["--sshlogin", login]
    command += ["--retries", "3"] if workers.logins else []
    parts = [shlex.join(own_command("run", str(kind.job.path), name)) for name in names]
    with open(folder / f"log-{number}", "ab") as log:
        parallel = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log,
                                    cwd=folder)
        try:
            with contextlib.suppress(BrokenPipeError), parallel.stdin:
                parallel.stdin.write(b"".join(os.fsencode(part) + b"\0" for part in parts))
            _watch(kind, parallel)
        except KeyboardInterrupt:
            _stop(parallel)
            raise
    if parallel.returncode != 0:
        state = survey(kind)
        raise JobError(f"{state.text()}; the logs are in {folder}; 'submit' runs again what is "
                       "missing" + state.failures_text())


def _watch(kind: Kind, parallel: subprocess.Popen) -> None:
    """Shows how far the job is: one line that is rewritten on a terminal, and a line now and then
    elsewhere."""
    terminal = sys.stderr is not None and sys.stderr.isatty()
    shown = time.monotonic()
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            parallel.wait(_TERMINAL_SECONDS)
            break
        if time.monotonic() - shown < (_TERMINAL_SECONDS if terminal else _PLAIN_SECONDS):
            continue
        shown = time.monotonic()
        text = survey(kind).text()
        print(f"\r\x1b[K{text}" if terminal else text, end="" if terminal else "\n",
              file=sys.stderr, flush=True)
    if terminal:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _stop(parallel: subprocess.Popen) -> None:
    """The first signal lets running parts end, the second one stops them."""
    for number in (signal.SIGTERM, signal.SIGTERM, signal.SIGKILL):
        parallel.send_signal(number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            parallel.wait(0.5 if number == signal.SIGTERM else _PATIENCE_SECONDS)


def cancel(job: Job) -> str:
    holder = parallel_holder(job)
    if holder is None:
        return ""
    if holder.process is None:
        raise JobError("GNU parallel is just starting on this job; call 'cancel' again")
    if holder.host != socket.gethostname():
        raise JobError(f"GNU parallel works on this job on {holder.host}; call 'cancel' there")
    os.kill(holder.process, signal.SIGTERM)
    return f"process {holder.process}, which runs GNU parallel, was told to stop\n"
