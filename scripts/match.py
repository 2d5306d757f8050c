#!/usr/bin/env python3
"""Plays matches between Othello engines; --help says how."""
import signal
import sys

if sys.version_info < (3, 10):
    sys.exit("match.py needs Python 3.10 or newer")

if __name__ == "__main__":
    try:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # both stop the engines, too
        from match_runner.command_line import main  # older versions of Python cannot parse it
        status = main()
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
