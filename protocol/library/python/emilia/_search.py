"""Calls of the library: each runs in a thread of its own, without the interpreter's lock, so that the
thread that waits for it hears of signals and can stop it."""
from __future__ import annotations

import asyncio
import atexit
import collections
import concurrent.futures
import threading
import weakref
from typing import Any, AsyncIterator, Callable, Generator, Generic, Iterator, Optional, TypeVar

from emilia._binding import ffi, lib
from emilia._errors import BusyError, check
from emilia._values import Analysis

T = TypeVar("T")

_inside = threading.local()  # `turns`: the engines whose functions run in this thread
_running: weakref.WeakSet[Job[Any]] = weakref.WeakSet()
_running_lock = threading.Lock()


class Stop:
    """Ends one search early, whether it is requested before the search, while it starts or while it
    runs. Any thread may request it; make a new one for each search."""

    def __init__(self) -> None:
        made = ffi.new("emilia_stop_token**")
        check(lib.emilia_stop_token_new(made))
        self._token = ffi.gc(made[0], lib.emilia_stop_token_free)

    def request(self) -> None:
        """Makes the search return with what it has found."""
        lib.emilia_stop_token_request(self._token)


def turns_inside() -> tuple[Turn, ...]:
    """The turns that this thread has, or those of the calls that call back in it."""
    return getattr(_inside, "turns", ())


class Turn:
    """An engine does one thing at a time, so its calls wait for each other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def check_outside(self) -> None:
        """Raises BusyError in a function that the engine calls, which would wait for itself."""
        if self in turns_inside():
            raise BusyError("the engine is working, and calls you back")

    def __enter__(self) -> None:
        self.check_outside()
        self._lock.acquire()
        _inside.turns = (*turns_inside(), self)

    def __exit__(self, *_: object) -> None:
        _inside.turns = tuple(turn for turn in turns_inside() if turn is not self)
        self._lock.release()


class Job(Generic[T]):
    """A call in a thread of its own, which nobody need wait for."""

    def __init__(self, turn: Turn, stop: Stop, call: Callable[[], T]) -> None:
        self.stop = stop
        self.future: concurrent.futures.Future[T] = concurrent.futures.Future()
        self._turn = turn
        self._call = call

    def start(self) -> None:
        """Once. The interpreter does not wait for the thread at its end; `_stop_all` does."""
        with _running_lock:
            _running.add(self)
        threading.Thread(target=self._run, name="emilia", daemon=True).start()

    def _run(self) -> None:
        try:
            with self._turn:
                result = self._call()
        except BaseException as error:
            self.future.set_exception(error)
        else:
            self.future.set_result(result)

    def finish(self) -> None:
        """Stops the call and waits for its end."""
        if not self.future.done():
            self.stop.request()
            concurrent.futures.wait([self.future])


class Search(Generic[T]):
    """A call that runs in the background, after earlier ones of its engine: `search.result()` waits for
    it in a program without an event loop, `await search` in one with it. A search that nobody holds any
    more is stopped."""

    def __init__(self, turn: Turn, stop: Stop, call: Callable[[], T]) -> None:
        turn.check_outside()
        self._job = Job(turn, stop, call)
        try:
            self._job.start()
        except BaseException:  # Ctrl-C, say, when the thread has already started
            stop.request()
            raise

    def __del__(self) -> None:
        if hasattr(self, "_job") and not self.done:
            self.stop()

    @property
    def done(self) -> bool:
        """Whether the result is there."""
        return self._job.future.done()

    def stop(self) -> None:
        """Makes the call end within milliseconds, with what it has found. Any thread may call it."""
        self._job.stop.request()

    def finish(self) -> None:
        """Stops the call and waits for its end."""
        self._job.finish()

    def result(self) -> T:
        """Waits for the result. What interrupts the wait, such as Ctrl-C, stops the call."""
        try:
            return self._job.future.result()
        except BaseException:
            self.finish()
            raise

    def __await__(self) -> Generator[Any, None, T]:
        return self._result().__await__()

    async def _result(self) -> T:
        """A task that is cancelled, and a loop that is closed, stop the call."""
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()
        wake = waker(loop, ended)
        self._job.future.add_done_callback(lambda _: wake())
        try:
            await ended.wait()
        except BaseException:
            self.stop()
            raise
        return self._job.future.result()


class Progress:
    """What a search has found so far, for loops, and the function that its caller gave."""

    def __init__(self, function: Optional[Callable[[Analysis], object]]) -> None:
        self.function = function
        self.sofar: collections.deque[Analysis] = collections.deque(maxlen=1000)
        self.changed = threading.Condition()
        self.wakers: list[Callable[[], object]] = []

    def tell(self, sofar: Analysis) -> object:
        """Takes what has been found, on the thread of the search."""
        self.sofar.append(sofar)
        self.wake()
        return self.function(sofar) if self.function else None

    def wake(self) -> None:
        """Makes loops look."""
        with self.changed:
            self.changed.notify_all()
            for wake in self.wakers:
                wake()


class PositionSearch(Search[Analysis]):
    """The search of a position, which is also an iterator, `for sofar in search` or `async for`: it
    gives what is known after each deepening and some times a second, and last the result. Leaving the
    loop stops the search."""

    def __init__(self, turn: Turn, stop: Stop, call: Callable[[], Analysis],
                 progress: Progress) -> None:
        self._progress = progress
        super().__init__(turn, stop, call)
        self._job.future.add_done_callback(lambda _: progress.wake())

    def __iter__(self) -> Iterator[Analysis]:
        progress = self._progress
        try:
            while True:
                with progress.changed:
                    progress.changed.wait_for(lambda: progress.sofar or self.done)
                    done = self.done
                while progress.sofar:
                    yield progress.sofar.popleft()
                if done:
                    break
            yield self.result()
        finally:
            self.finish()

    async def __aiter__(self) -> AsyncIterator[Analysis]:
        progress = self._progress
        changed = asyncio.Event()
        with progress.changed:
            progress.wakers.append(waker(asyncio.get_running_loop(), changed))
        try:
            while True:
                changed.clear()
                done = self.done
                while progress.sofar:
                    yield progress.sofar.popleft()
                if done:
                    break
                await changed.wait()
            yield self._job.future.result()
        finally:
            self.stop()


def waker(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> Callable[[], None]:
    """What sets an event of a loop from another thread. It does not keep the event, so that a task
    whose loop is gone is freed, which stops its search."""
    kept = weakref.ref(event)

    def wake() -> None:
        waiting = kept()
        if waiting is not None and not loop.is_closed():
            try:
                loop.call_soon_threadsafe(waiting.set)
            except RuntimeError:  # closed just now
                pass
    return wake


@atexit.register
def _stop_all() -> None:
    """No search may run when the interpreter ends."""
    with _running_lock:
        jobs = list(_running)
    for job in jobs:
        job.stop.request()
    for job in jobs:
        job.finish()


class Listener:
    """The functions that the library calls, and what they raise, which must not pass through it. One
    that returns true stops the call."""

    def __init__(self, turn: Turn, progress: Optional[Callable[[Analysis], object]] = None,
                 found: Optional[Callable[[int, Analysis], object]] = None,
                 counted: Optional[Callable[[int], object]] = None) -> None:
        self.turn = turn
        self.progress = progress
        self.found = found
        self.counted = counted
        self.raised: Optional[BaseException] = None
        self.handle = ffi.new_handle(self)

    def call(self, function: Optional[Callable[..., object]], *given: Any) -> int:
        """Not 0 if the library is to stop."""
        if self.raised is not None:
            return 1
        if function is None:
            return 0
        before = turns_inside()
        _inside.turns = (*before, self.turn)
        try:
            return 1 if function(*given) else 0
        except BaseException as error:
            self.raised = error
            return 1
        finally:
            _inside.turns = before

    def check(self, status: int) -> None:
        """Raises what a function has raised, or the error of the call."""
        if self.raised is not None:
            raise self.raised
        check(status)
