#!/usr/bin/env python3
"""Tunes constants of the search by games; --help says how."""
import signal
import sys

if sys.version_info < (3, 10):
    sys.exit("tune.py needs Python 3.10 or newer")

if __name__ == "__main__":
    try:
        for number in (signal.SIGTERM, signal.SIGHUP):  # they act as Ctrl-C
            if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
                signal.signal(number, signal.default_int_handler)
        from tuner.command_line import main  # older versions of Python cannot parse it
        status = main()
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
