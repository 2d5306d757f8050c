"""A system that refuses memory, space, threads or streams, whose clock jumps, and input that never
ends.

Emilia may refuse a job, but with a message and a usual exit status. It must not crash, hang, or
leave damaged files.
"""
from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import IO, Callable

from row import EMILIA, Run, demand

# Libraries that CMake builds where they can be preloaded.
ALLOCATOR = os.environ.get("EMILIA_FAILING_ALLOCATOR")
CLOCK = os.environ.get("EMILIA_JUMPING_CLOCK")
_PATIENCE = 120  # seconds; a longer silence is a finding
# A move by the midgame search and one by the exact solver.
_SESSION = (b"name\nplay black f5\ngenmove white\nemilia-set-position "
            b"-O--OO--*OOOO---**OOOOO**OOOOOO***O*O*O**OOO*OO**-OO*OO-*O****-- *\n"
            b"genmove black\nquit\n")
_GTP = ["--protocol", "gtp", "--no-book", "--depth", "4", "--exact-at", "12", "--hash", "1",
        "--threads"]
_REFUSALS = (b"emilia: out of memory", b"emilia: cannot start a thread")
_LONG_LINE = b"# a comment that does not fit into a string object itself\n"
_CASSIO = ["--protocol", "cassio", "--no-book", "--hash", "1", "--threads"]
_SEARCH = (b"ENGINE-PROTOCOL midgame-search " + b"-" * 27 + b"OX------XO" + b"-" * 27
           + b"X -64 64 4 100\n")
_SELFPLAY = ["selfplay", "--games", "2", "--depth", "1", "--exact-at", "8", "--threads", "1",
             "--hash", "1", "--output"]


def _run(arguments: list[str], stdin: bytes = b"", limit: Callable[[], None] | None = None,
         program: str = EMILIA, **options) -> subprocess.CompletedProcess:
    """Runs Emilia; a signal or a hang is a finding."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    text = " ".join(arguments)
    try:
        ended = subprocess.run([program, *arguments], input=stdin, preexec_fn=limit, check=False,
                               timeout=_PATIENCE, **options)
    except subprocess.TimeoutExpired as expired:
        demand(False, f"{text}: no end after {_PATIENCE} s: {expired.stdout!r}")
    demand(ended.returncode in (0, 1, 2),
           f"{text}: status {ended.returncode}: {(ended.stderr or b'')[-500:]!r}")
    return ended


def _refused(ended: subprocess.CompletedProcess) -> None:
    demand(ended.returncode != 0, f"{ended.args}: status 0")
    demand(ended.stderr.startswith(b"emilia: "), f"{ended.args}: {ended.stderr!r}")


def _answered_or_refused(ended: subprocess.CompletedProcess, fault: str) -> None:
    """Whether a session went well or ended with a message."""
    if ended.returncode:
        _refused(ended)
    else:
        demand(b"= Emilia" in ended.stdout and ended.stdout.count(b"=") >= 3,
               f"{fault}: {ended.stdout!r}")


def full_disk(run: Run) -> None:
    for command in ([*_SELFPLAY, "/dev/full"], ["book", "export", "--text", "/dev/full"],
                    ["train", "--initial", "--output", "/dev/full"]):
        _refused(_run(command))
    # Also where the disk is full only after some kilobytes.
    path = run.folder / "limited.pos"
    size = run.random.randrange(20_000)
    ended = _run([*_SELFPLAY, str(path)], limit=lambda: (
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)), _ignore_file_size()))
    if ended.returncode:
        _run([*_SELFPLAY, str(path)])
        whole = run.folder / "whole.pos"
        whole.unlink(missing_ok=True)
        _run([*_SELFPLAY, str(whole)])
        demand(path.read_bytes() == whole.read_bytes(),
               f"a file that was limited to {size} bytes goes on to other contents")
    path.unlink(missing_ok=True)


def _ignore_file_size() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def _leave_root() -> None:
    if os.getuid() == 0:
        os.setgid(65_534)
        os.setuid(65_534)


def _everyones_emilia(run: Run) -> str:
    """A copy that every user may start; the build may lie in root's home."""
    run.folder.chmod(0o755)
    return shutil.copy(EMILIA, run.folder / "emilia")


def read_only_folder(run: Run) -> None:
    folder = run.folder / "read-only"
    folder.mkdir(exist_ok=True)
    folder.chmod(0o555)
    program = _everyones_emilia(run)
    for command in ([*_SELFPLAY, str(folder / "new.pos")],
                    ["train", "--initial", "--output", str(folder / "new.weights")],
                    ["book", "build", "--positions", "9", "--depth", "2", "--book",
                     str(folder / "new.book")]):
        _refused(_run(command, limit=_leave_root, program=program, cwd="/"))
    demand(not list(folder.iterdir()), f"{folder} is not empty")


def no_proc(run: Run) -> None:
    """Needs root and unshare(1), for a system without /proc of its own."""
    hidden = ["unshare", "--mount", "sh", "-c", 'umount -l /proc && exec "$0" "$@"', EMILIA]
    if os.getuid() != 0 or subprocess.run([*hidden[:-2], "umount -l /proc"], check=False,
                                          capture_output=True).returncode != 0:
        return
    ended = subprocess.run([*hidden, *_GTP, "2"], input=_SESSION, capture_output=True,
                           timeout=_PATIENCE, check=False)
    demand(ended.returncode == 0 and ended.stdout == _run([*_GTP, "1"], _SESSION).stdout,
           f"without /proc: status {ended.returncode}, {ended.stdout!r}, {ended.stderr!r}")


def little_memory(run: Run) -> None:
    limit = run.random.randrange(20, 400) << 20
    for threads in ("1", "4"):
        ended = _run([*_GTP, threads], _SESSION, lambda: resource.setrlimit(
            resource.RLIMIT_AS, (limit, limit)))
        _answered_or_refused(ended, f"{limit >> 20} MB, {threads} threads")


def failing_allocator(run: Run) -> None:
    """Every request for memory fails once, one in each session; a run of one round, or without a
    count, tries only some. A session ends with a message, or answers as without a fault; Cassio
    may also be told that there is no thread for the search."""
    if ALLOCATOR is None:
        return
    counted = run.folder / "requests"
    preload = {**os.environ, "LD_PRELOAD": ALLOCATOR}
    step = 1 if (run.count or 1) > 1 else 40
    for session in (_gtp_session, _cassio_session):
        for threads in ("1", "2"):
            _, answers, _ = session(threads, {**preload, "EMILIA_COUNT_TO": str(counted)})
            last = int(counted.read_text())
            for number in range(1 + run.random.randrange(step), last + 1, step):
                status, said, errors = session(
                    threads, {**preload, "EMILIA_FAIL_AT": str(number)})
                answered = said == answers or said.startswith(b"ERROR: cannot start a thread")
                demand(status == 0 and errors == b"" and answered
                       or status == 1 and errors.startswith(_REFUSALS),
                       f"request {number} for memory fails, {session.__name__}, {threads} threads: "
                       f"status {status}, {errors!r}, {said!r} instead of {answers!r}")


def _gtp_session(threads: str, environment: dict[str, str]) -> tuple[int, bytes, bytes]:
    """Returns the exit status, the answers and what standard error says."""
    ended = _run([*_GTP, threads], _LONG_LINE + _SESSION, env=environment)
    return ended.returncode, ended.stdout, ended.stderr


def _cassio_session(threads: str, environment: dict[str, str]) -> tuple[int, bytes, bytes]:
    """The same for a session with a search that goes on to its end. The answers lack the nodes and
    the time, and how often it was asked whether the search goes on."""
    answers = b""
    with subprocess.Popen([EMILIA, *_CASSIO, threads], stdin=subprocess.PIPE, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0) as process:
        hangs = threading.Timer(_PATIENCE, process.kill)
        hangs.daemon = True  # a signal that ends the row does not wait for it
        hangs.start()
        try:
            process.stdin.write(_SEARCH)
            said = b"ok."
            while said and not said.startswith(b"ready."):
                process.stdin.write(b"\n")  # asks whether the search goes on
                said = process.stdout.readline()
                if not said.startswith((b"ok.", b"ready.")):
                    answers += said.partition(b", node ")[0] + b"\n"
        except BrokenPipeError:
            pass  # it has ended
        _, errors = process.communicate(b"ENGINE-PROTOCOL quit\n")
        hangs.cancel()
        return process.returncode, answers, errors


def no_threads(run: Run) -> None:
    # Root is exempt from this limit.
    def limit() -> None:
        _leave_root()
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))

    ended = _run([*_GTP, "4"], _SESSION, limit, _everyones_emilia(run), cwd="/")
    _answered_or_refused(ended, "no threads")


def jumping_clock(run: Run) -> None:
    """The system's clock is set back and forth by up to a year at each look. Jobs and moves with a
    time limit end all the same, and a log stays readable."""
    if CLOCK is None:
        return
    jumping = {**os.environ, "LD_PRELOAD": CLOCK}
    demand(_run([*_GTP, "1"], _SESSION, env=jumping).stdout == _run([*_GTP, "1"], _SESSION).stdout,
           "the answers depend on the system's clock")
    log = run.folder / "jumping.log"
    log.unlink(missing_ok=True)
    ended = _run(["--protocol", "gtp", "--no-book", "--hash", "1", "--threads", "2", "--time",
                  "0.02", "--log", str(log)], b"genmove black\ngenmove white\n" * 30 + b"quit\n",
                 env=jumping)
    demand(ended.stdout.count(b"= ") >= 60, f"a game whose clock jumps: {ended.stdout!r}")
    dates = re.findall(r"^(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d\.\d{3} .", log.read_text(),
                       re.MULTILINE)
    demand(len(dates) >= 120 and dates != sorted(dates), f"the log of a jumping clock: {dates}")
    path = run.folder / "jumping.pos"
    path.unlink(missing_ok=True)
    demand(_run(["selfplay", "--for", "0.1", "--depth", "1", "--exact-at", "8", "--threads", "1",
                 "--output", str(path)], env=jumping).returncode == 0, "self-play for a time")


def closed_output(run: Run) -> None:
    for command in ([*_GTP, "1"], ["analyze", "f5", "--depth", "4", "--no-book"]):
        with open("/dev/full", "wb") as full:
            _run(command, _SESSION, stdout=full)
        _run(command, _SESSION, lambda: os.close(1), stdout=None)


def blocked_output(run: Run) -> None:
    """Nobody reads the answers for a while: none is lost then. Or the reader goes: Emilia ends."""
    number = 20_000  # far more than a pipe holds
    for reader_goes in (False, True):
        process = subprocess.Popen([EMILIA, *_GTP, "1"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        writer = threading.Thread(target=_write_all, daemon=True,
                                  args=(process.stdin, b"name\n" * number + b"quit\n"))
        writer.start()
        time.sleep(run.random.uniform(0, 0.5))
        if reader_goes:
            process.stdout.close()
        try:
            said = b"" if reader_goes else process.stdout.read()
            status = process.wait(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            demand(False, f"it goes on {_PATIENCE} s after its reader has gone")
        writer.join(_PATIENCE)
        demand(reader_goes or said.count(b"= Emilia\n") == number,
               f"{number} commands, read late: {said.count(b'= Emilia')} answers")
        demand(status in (0, 1, -signal.SIGPIPE), f"reader goes: {reader_goes}: status {status}")
        process.stderr.close()


def _write_all(stream: IO[bytes], data: bytes) -> None:
    try:
        stream.write(data)
        stream.close()
    except BrokenPipeError:
        pass


def swapped_files(run: Run) -> None:
    """Files are replaced, or written anew in place, while Emilia reads them: it reads one of the
    contents whole, or refuses a mixture with a message."""
    book, games = run.folder / "swapped.book", run.folder / "swapped.pos"
    small = _made(run, "small.book", ["book", "build", "--positions", "9", "--depth", "2", "--book"])
    large = _made(run, "large.book", ["book", "build", "--positions", "60", "--depth", "2",
                                      "--book"])
    short = _made(run, "short.pos", _SELFPLAY)
    long = _made(run, "long.pos", ["selfplay", "--games", "9", *_SELFPLAY[3:]])
    for path, contents, command in (
            (book, (small, large), ["book", "probe", "--json", "--book", str(book)]),
            (games, (short, long), ["evaluate", str(games), "--json"])):
        expected = set()
        for content in contents:
            path.write_bytes(content)
            expected.add(_answer(_run(command)))
        for in_place in (False, True):
            stop = threading.Event()
            swapper = threading.Thread(target=_swap, args=(path, contents, in_place, stop))
            swapper.start()
            try:
                for _ in range(5):
                    ended = _run(command)
                    if ended.returncode:
                        _refused(ended)
                    demand(in_place or ended.returncode == 0, f"{ended.args}: {ended.stderr!r}")
                    demand(ended.returncode or _answer(ended) in expected,
                           f"{ended.args}: neither of the files says {ended.stdout!r}")
            finally:
                stop.set()
                swapper.join()


def _made(run: Run, name: str, command: list[str]) -> bytes:
    path = run.folder / name
    if not path.exists():
        demand(_run([*command, str(path)]).returncode == 0, f"{name} cannot be made")
    return path.read_bytes()


def _answer(ended: subprocess.CompletedProcess) -> bytes:
    """What it printed, without how long it took."""
    return re.sub(rb'"seconds": *[0-9.e-]+', b"", ended.stdout)


def _swap(path: Path, contents: tuple[bytes, bytes], in_place: bool,
          stop: threading.Event) -> None:
    other = path.with_suffix(".other")
    while not stop.is_set():
        for content in contents:
            if in_place:
                path.write_bytes(content)
            else:
                other.write_bytes(content)
                other.replace(path)


def endless_line(run: Run) -> None:
    """A line without an end must not take its length in memory. It is longer in runs with a larger
    count: 10 GB for 160 rounds or more."""
    if run.done > 0:
        return
    megabytes = 64 * min(run.count or 1, 160)
    limit = 300 << 20
    process = subprocess.Popen(
        [EMILIA, *_GTP, "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    part = b"x" * (1 << 20)
    try:
        for _ in range(megabytes):
            process.stdin.write(part)
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
        peak = int(status.split("VmHWM:")[1].split()[0]) >> 10
        demand(peak < 150, f"a line of {megabytes} MB takes {peak} MB")
        said, _ = process.communicate(b"\nname\nquit\n", timeout=_PATIENCE)
    except BrokenPipeError:
        demand(False, f"a line of {megabytes} MB ends it with status {process.wait()}")
    demand(b"= Emilia" in said and process.returncode == 0,
           f"after a line of {megabytes} MB: status {process.returncode}, {said[-200:]!r}")


def many_commands(run: Run) -> None:
    number = 100_000
    ended = _run([*_GTP, "1"], b"name\n" * number + b"quit\n")
    demand(ended.stdout.count(b"= Emilia\n") == number,
           f"{number} commands: {ended.stdout.count(b'= Emilia')} answers")


def odd_environment(run: Run) -> None:
    said = set()
    for locale in ("C", "de_DE.UTF-8", "tr_TR.UTF-8", "xx_YY", "\xff\xfe", ""):
        for zone in ("UTC", "Asia/Kathmandu", ":/dev/full", "\x01" * 1000):
            environment = {**os.environ, "LC_ALL": locale, "TZ": zone}
            said.add(_run([*_GTP, "1"], _SESSION, env=environment).stdout)
    demand(len(said) == 1, f"the answers depend on LC_ALL or TZ: {said}")


FAULTS = (full_disk, read_only_folder, no_proc, little_memory, failing_allocator, no_threads,
          jumping_clock, closed_output, blocked_output, swapped_files, endless_line, many_commands,
          odd_environment)


def run_faults(run: Run) -> tuple[str, str]:
    """Tries all faults `run.count` times, with other limits each time."""
    while run.goes_on():
        for fault in FAULTS:
            fault(run)
        run.finish_case()
    names = ", ".join(fault.__name__.replace("_", " ") for fault in FAULTS)
    return (f"{run.done:,} rounds of {names}",
            "a job ends well or with a message, and its files stay whole")
