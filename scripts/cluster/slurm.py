"""Hands a job to Slurm: a job array for the parts of a round, and a job that depends on it and
merges them. All rounds of a book are handed in at once, each depending on the one before."""
from __future__ import annotations

import getpass
import os
import re
import shlex
import shutil
from collections import Counter
from pathlib import Path

from .errors import JobError
from .job import Job
from .kinds.kind import Kind
from .submissions import new_submission, note_slurm_jobs, own_command, run_tool, slurm_jobs

_USUAL_ARRAY_SIZE = 1001


def submit(kind: Kind, options: list[str]) -> str:
    """Submits what is missing; `options` are sbatch's. Returns what to tell the user."""
    job = kind.job
    queued = queue_of(job)
    if queued:
        raise JobError(f"Slurm still has {sum(queued.values())} tasks of this job; wait for them, "
                       "or remove them with 'cancel'")
    size = _array_size()
    folder = new_submission(job)
    jobs: list[str] = []
    tasks = 0
    before: list[str] = []  # the jobs that must succeed before the next ones
    try:
        for number, names in enumerate(kind.planned_names()):
            missing = [name for name in names if number > 0 or not kind.has_result(name)]
            arrays: list[str] = []
            for first in range(0, len(missing), size):
                arrays.append(_submit_array(job, folder, f"{number}-{first}",
                                            missing[first:first + size], before, options))
                jobs.append(arrays[-1])  # at once, as the next one may fail
            merge = _submit(job, folder, ["--job-name", f"{job.path.name}-merge"], arrays or before,
                            options, shlex.join(own_command("merge", str(job.path))))
            jobs.append(merge)
            before = [merge]
            tasks += len(missing)
    finally:
        note_slurm_jobs(folder, jobs)
    return (f"{tasks} parts and {len(jobs)} jobs in Slurm's queue: {', '.join(jobs[:2])}"
            f"{' …' if len(jobs) > 2 else ''}; logs in {folder}\n")


def _submit_array(job: Job, folder: Path, label: str, names: list[str], before: list[str],
                  options: list[str]) -> str:
    file = folder / f"pieces-{label}"
    file.write_text("".join(name + "\n" for name in names), encoding="utf-8")
    script = (f'part=$(sed -n "$((SLURM_ARRAY_TASK_ID + 1))p" {shlex.quote(str(file))})\n'
              f'exec {shlex.join(own_command("run", str(job.path)))} "$part"')
    array = ["--job-name", job.path.name, f"--array=0-{len(names) - 1}",
             f"--cpus-per-task={_threads(job)}"]
    return _submit(job, folder, array, before, options, script, "%A_%a")


def _submit(job: Job, folder: Path, words: list[str], before: list[str], options: list[str],
            script: str, log: str = "%A") -> str:
    """Returns the number of the new job."""
    depends = ["--dependency", "afterok:" + ":".join(before), "--kill-on-invalid-dep=yes"] \
        if before else []
    command = ["sbatch", "--parsable", "--requeue", "--chdir", str(job.path), "--output",
               _log_template(folder, log), "--open-mode=append", *words, *depends, *options]
    said = run_tool(command, input=os.fsencode(f"#!/bin/bash\n{script}\n"))
    return said.strip().partition(";")[0]  # the name of the cluster may follow


def _log_template(folder: Path, log: str) -> str:
    """Slurm's --output. In it % begins a replacement, and a backslash turns off all replacements,
    so that one file gets the logs of all tasks."""
    if "\\" in str(folder):
        return str(folder / "log").replace("\\", "\\\\")
    return str(folder).replace("%", "%%") + f"/log-{log}"


def _threads(job: Job) -> str:
    """The cores that a part needs."""
    for option in ("--threads", "--concurrency"):
        for word, value in zip(job.options, [*job.options[1:], ""]):
            if word == option and value.isdecimal():
                return value
            if word.startswith(option + "="):
                return word.partition("=")[2]
    return "1"


def _array_size() -> int:
    found = re.search(r"^MaxArraySize\s*=\s*(\d+)", run_tool(["scontrol", "show", "config"]),
                      re.MULTILINE)
    return int(found[1]) - 1 if found else _USUAL_ARRAY_SIZE - 1


def queue_of(job: Job) -> Counter[str]:
    """The states of the tasks of this job that Slurm still has, as `RUNNING`."""
    return Counter(state for _, state in _queued_tasks(job))


def _queued_tasks(job: Job) -> list[list[str]]:
    """For each task the number of its array or job, and its state."""
    numbers = set(slurm_jobs(job))
    if not numbers or shutil.which("squeue") is None:  # as in a copy of the folder elsewhere
        return []
    lines = run_tool(["squeue", "-h", "-r", "-u", getpass.getuser(), "-o", "%F %T"]).splitlines()
    return [task for task in (line.split() for line in lines) if task[0] in numbers]


def cancel(job: Job) -> str:
    queued = _queued_tasks(job)
    if not queued:
        return ""
    # Without the numbers of earlier jobs: scancel fails when Slurm has forgotten them.
    run_tool(["scancel", *sorted({number for number, _ in queued})])
    return f"{len(queued)} tasks removed from Slurm's queue\n"
