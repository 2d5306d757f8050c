"""A game server on the loopback address that speaks as GGS does, for the tests of `emilia ggs`.

It challenges its guests, plays random legal moves against them, keeps the clocks, and can do
everything wrong that a server, an opponent or a network can do. It trusts a guest in nothing: what a
guest must not do is in `Guest.violations`.
"""
from __future__ import annotations

import asyncio
import itertools
import threading

from ggs_guest import PATIENCE, Guest

LOGIN = ": Enter login (yours, or one you'd like to use)."
PASSWORD = ": Enter your password."


class GgsServer:
    """Runs in a thread of its own. `port` is where it listens."""

    def __init__(self, password: str = "secret") -> None:
        self.password = password
        self.numbers = itertools.count(5)
        self.guests: dict[str, Guest] = {}
        self.wrong_logins = 0
        self.after_refusal = b""  # what those whom it did not let in have said then
        self.refused = asyncio.Event()  # one of them is gone
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self.run(asyncio.start_server(self._welcome, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]

    def run(self, coroutine, timeout: float | None = 120):
        """Runs a coroutine in the server's thread and returns its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(timeout)

    def start(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop)

    def guest(self, name: str) -> Guest:
        async def make() -> Guest:
            return self.guests.setdefault(name, Guest(name, self.numbers))
        return self.run(make())

    async def stop_listening(self) -> None:
        """Lets nobody in any more, as a server that is down."""
        self._server.close()

    async def listen_again(self) -> None:
        self._server = await asyncio.start_server(self._welcome, "127.0.0.1", self.port)

    def close(self) -> None:
        async def end() -> None:
            self._server.close()
            for guest in self.guests.values():
                if guest.writer is not None:
                    guest.writer.close()
            others = [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
        self.run(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE)
        self.loop.close()

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(b"Welcome to the test server\n")
            # A prompt may lack its line end.
            writer.write(LOGIN.encode())
            name = (await reader.readline()).decode().strip()
            writer.write(f"\n{PASSWORD}\nREADY\n".encode())
            if (await reader.readline()).decode().strip() != self.password:
                self.wrong_logins += 1
                writer.write(f"\n: wrong password\n{LOGIN}\nREADY\n".encode())
                self.after_refusal += await reader.read()
                self.refused.set()
                return
            writer.write(f"\n: Hello {name}\n|last login: never\nREADY\n".encode())
            guest = self.guests.setdefault(name, Guest(name, self.numbers))
            await guest.serve(reader, writer)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
