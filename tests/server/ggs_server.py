"""A game server on the loopback address that speaks as GGS does, for the tests of `emilia ggs`."""
from __future__ import annotations

import asyncio
import random
import threading

from ggs_central import Central, Session
from ggs_clock import LoopTime
from ggs_terms import REST, Chance

PATIENCE = 30.0  # seconds for whatever a user should do at once


class Wire:
    """A user's connection, and what is wrong with it."""

    def __init__(self, writer: asyncio.StreamWriter, number: int) -> None:
        self._writer = writer
        self._random = random.Random(number)
        self.delivery = "whole"  # or `pieces` of any size, or `packed` into few
        self.mute = False  # nothing arrives at the user any more
        self.deaf = False  # nor at the server
        self._pending = b""

    def write(self, data: bytes) -> None:
        if self.mute or self._writer.is_closing():
            return
        if self.delivery == "packed":
            self._pending += data
            if len(self._pending) > 1500:
                self._flush()
            else:
                asyncio.get_running_loop().call_later(0.03, self._flush)
            return
        self._flush()
        if self.delivery == "pieces":
            asyncio.ensure_future(self._write_pieces(data))
        else:
            self._writer.write(data)

    _turn = None

    async def _write_pieces(self, data: bytes) -> None:
        self._turn = self._turn or asyncio.Lock()
        async with self._turn:
            while data and not self._writer.is_closing():
                size = self._random.randint(1, 60)
                self._writer.write(data[:size])
                data = data[size:]
                await asyncio.sleep(0)

    def _flush(self) -> None:
        data, self._pending = self._pending, b""
        if data and not self._writer.is_closing():
            self._writer.write(data)

    def close(self) -> None:
        self._flush()
        self._writer.close()

    def cut(self) -> None:
        """The connection is lost, with all that was still on its way."""
        self._pending = b""
        self._writer.transport.abort()


class Visit:
    """What a user has done in one connection."""

    def __init__(self, wire: Wire, session: Session) -> None:
        self.wire, self.session = wire, session
        self.lines: list[tuple[float, str]] = []  # with the real time
        self.gone = asyncio.Event()


class GgsServer:
    """Runs in a thread of its own. `port` is where it listens. Its clocks run `speed` times as fast
    as real ones."""

    def __init__(self, speed: float = 1.0, seed: int = 1, number_rest: float = REST) -> None:
        self.visits: list[Visit] = []
        self.delays: list[float] = []  # seconds by which the server's own users woke too late
        self.loop = asyncio.new_event_loop()
        self.central = Central(LoopTime(self.loop, speed), Chance(seed), number_rest)
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self.run(asyncio.start_server(self._welcome, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]

    def run(self, coroutine, timeout: float | None = 120):
        """Runs a coroutine in the server's thread and returns its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(timeout)

    def do(self, function, *arguments):
        """Calls a function in the server's thread and returns its result."""
        async def call():
            return function(*arguments)
        return self.run(call())

    def visits_of(self, name: str) -> list[Visit]:
        return [visit for visit in self.visits if visit.session.name == name]

    async def stop_listening(self) -> None:
        """Lets nobody in any more, as a server that is down."""
        self._server.close()

    async def listen_again(self) -> None:
        self._server = await asyncio.start_server(self._welcome, "127.0.0.1", self.port)

    def close(self) -> None:
        async def end() -> None:
            self._server.close()
            self.central.stop_service()
            for visit in self.visits:
                visit.wire.close()
            others = [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
        self.run(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE)
        self.loop.close()

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wire = Wire(writer, len(self.visits))
        session = self.central.connect(wire)
        visit = Visit(wire, session)
        self.visits.append(visit)
        try:
            while line := await reader.readline():
                text = line.decode("latin-1").rstrip("\r\n")
                visit.lines.append((self.loop.time(), text))
                if not wire.deaf:
                    session.receive(text)
                if text == "quit":
                    break
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            session.close()
            visit.gone.set()
            writer.close()
