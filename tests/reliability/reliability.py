#!/usr/bin/env python3
"""Checks a row of EXPERIMENTS.md that starts programs. scripts/reliability.sh starts it.

Prints what was checked and the result. The status is 1 after a finding, whose files are kept, and 2
if there was no time for any case. The first SIGTERM ends the row after the case in hand, the second one
at once.
"""
from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from dialects import run_dialects
from faults import run_faults
from kills import run_kills
from mutants import run_mutants
from row import Finding, Run
from soak import run_analysis, run_soak, run_time

ROWS = {"dialects": run_dialects, "kills": run_kills, "faults": run_faults, "soak": run_soak,
        "analysis": run_analysis, "time": run_time, "mutants": run_mutants}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("row", choices=ROWS)
    parser.add_argument("--count", type=int, help="default: 10, or with --seconds any number")
    parser.add_argument("--seconds", type=float, default=0, help="0: no limit")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="emilia-reliability-"))
    count = 10 if options.count is None and options.seconds <= 0 else options.count
    run = Run(count, options.seconds, options.seed, folder)

    def end(*_: object) -> None:
        if run.stopped:
            sys.exit(128 + signal.SIGTERM)  # so that a row ends what it has started
        run.stopped = True
        print("ends after the case in hand; another request ends it at once", file=sys.stderr, flush=True)

    signal.signal(signal.SIGTERM, end)
    try:
        checked, result = ROWS[options.row](run)
    except Finding as finding:
        print(f"{options.row}: after {run.done:,} cases with --seed {options.seed} a finding:\n"
              f"{finding}\nits files are in {folder}", file=sys.stderr)
        return 1
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)
    if run.done == 0:
        print("there was no time for any case", file=sys.stderr)
        return 2
    print(f"{checked} | {result}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
