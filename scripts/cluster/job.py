"""The folder of a job. It has everything that a part needs, so it may be copied elsewhere:

 - `job.json`: the kind of the job, its settings and a checksum of both, the job's identity,
 - `emilia`: a copy of the program, so that a new build does not change half of a job,
 - `inputs/`: copies of the files that the options name,
 - `pieces/NAME.piece`: the results, each complete (part_file.py),
 - `work/NAME.*/`: attempts that run, or have failed or died (attempt.py),
 - `submissions/N/`: what was handed to Slurm or GNU parallel, with its logs,
 - `result…`: the merged result."""
from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

from match_runner.files import write_atomically

from .errors import JobError

PROGRAM = "emilia"


def checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _identity(settings: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]


class Job:
    def __init__(self, path: Path) -> None:
        """Opens the folder of a job. Raises JobError if it is none."""
        self.path = path.resolve()
        file = path / "job.json"
        try:
            text = json.loads(file.read_text(encoding="utf-8"))
            self.settings: dict = text["settings"]
            self.identity: str = text["identity"]
        except (FileNotFoundError, NotADirectoryError):
            raise JobError(f"{path} is not the folder of a job; 'new' makes one") from None
        except OSError as error:
            raise JobError(f"cannot read {file}: {error.strerror}") from error
        except (ValueError, KeyError, TypeError):
            raise JobError(f"{file} is damaged; make a new job in another folder") from None
        if self.identity != _identity(self.settings):
            raise JobError(f"{file} was changed by hand; make a new job in another folder")

    @property
    def parts(self) -> int:
        return self.settings["pieces"]

    @property
    def options(self) -> list[str]:
        """What the program gets for the whole job."""
        return self.settings["options"]

    @property
    def results(self) -> Path:
        return self.path / "pieces"

    @property
    def work(self) -> Path:
        return self.path / "work"

    @property
    def submissions(self) -> Path:
        return self.path / "submissions"

    def result_file(self, name: str) -> Path:
        return self.results / f"{name}.piece"

    def check_inputs(self) -> None:
        """Raises JobError unless the program and all inputs are as they were."""
        for name, right in self.settings["files"].items():
            try:
                same = checksum(self.path / name) == right
            except OSError as error:
                raise JobError(f"cannot read {self.path / name}: {error.strerror}; copy it from "
                               "where the job was made") from error
            if not same:
                raise JobError(f"{self.path / name} has changed since the job was made; copy it "
                               "from there again, or make a new job")


def make_job(path: Path, settings: dict[str, object],
             inputs: dict[str, Path]) -> Job:
    """Makes the folder, which must be new or empty. `inputs` says which file each copy comes from,
    by the name of the copy within the folder."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise JobError(f"{path} holds files already; choose another folder, or continue the "
                           "job there with 'submit'")
        for folder in ("pieces", "work", "submissions"):
            (path / folder).mkdir()
        for name, original in inputs.items():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(original, path / name)
        settings = {**settings, "files": {name: checksum(path / name) for name in inputs}}
    except OSError as error:
        raise JobError(f"cannot make the job in {path}: {error.strerror}: {error.filename}; "
                       "remove the folder and try again") from error
    text = {"format": 1, "settings": settings, "identity": _identity(settings)}
    write_atomically(path / "job.json", json.dumps(text, indent=2) + "\n")
    return Job(path)
