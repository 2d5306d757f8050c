#!/usr/bin/env python3
"""Plays matches between Othello engines; --help says how."""
import sys

if sys.version_info < (3, 10):
    sys.exit("match.py needs Python 3.10 or newer")

from match_runner.command_line import main  # noqa: E402 - older versions cannot parse it

if __name__ == "__main__":
    sys.exit(main())
