"""Starts match.py, distribute.py and tune.py. An old Python has to understand this file."""
import importlib
import signal
import sys


def launch(program, package):
    """Runs `main` of `package`.command_line and ends the process with its status. SIGTERM and
    SIGHUP, which schedulers send, act as Ctrl-C, unless they are ignored, as under nohup."""
    if sys.version_info < (3, 10):
        sys.exit(program + " needs Python 3.10 or newer")
    try:
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, signal.default_int_handler)
        # Older versions of Python cannot parse it.
        status = importlib.import_module(package + ".command_line").main()
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
