"""The central server of the test server: logins, accounts, talk, and the way to the service `/os`.

It speaks byte for byte as the recorded sessions of the real one do, over any `Link`.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Protocol

from ggs_clock import Time
from ggs_commands import obey
from ggs_service import Archive, Service
from ggs_terms import REST, Chance

BANNER = "\r\n\r\n(banner)\r\n"
LOGIN = ": Enter login (yours, or one you'd like to use)."
PASSWORD = ": Enter your password."
BAD_LOGIN = (r": ERR Login (2-8 chars) can not start with '.' or '_' chars and can not contain ','"
             r" or '\' chars.")
BAD_PASSWORD = ": ERR Password is incorrect."
SERVICE = "/os"
HELP = ("faq", "help", "news")


class Link(Protocol):
    """What carries a user's bytes."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


@dataclass
class Account:
    """What the central server knows about a user, and keeps when he leaves."""

    name: str
    password: str | None = None  # None: unregistered, any will do
    verbose: set[str] = field(default_factory=lambda: {"ack", *HELP})
    bells: set[str] = field(default_factory=set)
    vt100: bool = False
    notify: set[str] = field(default_factory=set)


class Central:
    def __init__(self, time: Time, chance: Chance, number_rest: float = REST) -> None:
        self.time, self.chance, self.number_rest = time, chance, number_rest
        self.accounts: dict[str, Account] = {}
        self.sessions: dict[str, Session] = {}
        self.errors: list[tuple[str, str]] = []  # who was told that something is wrong, and what
        self.archive = Archive()
        self.service: Service | None = Service(self, self.archive, chance)

    # --- for the service ---

    def is_registered(self, name: str) -> bool:
        return name in self.accounts and self.accounts[name].password is not None

    def is_online(self, name: str) -> bool:
        return name in self.sessions

    def users(self) -> list[str]:
        return list(self.sessions)

    def tell(self, name: str, text: str) -> None:
        if name in self.sessions:
            if re.match(r"/os: (\S+ )?(ERR|error) ", text):
                self.errors.append((name, text))
            self.sessions[name].show_block(text)

    # --- users ---

    def register(self, name: str, password: str) -> None:
        self.account(name).password = password

    def account(self, name: str) -> Account:
        return self.accounts.setdefault(name, Account(name))

    def connect(self, link: Link) -> Session:
        return Session(self, link)

    def log_in(self, session: Session) -> None:
        """A second login closes the first, and hears what ends with it."""
        first = self.sessions.get(session.name)
        if first is not None:
            first.link.close()
        self.sessions[session.name] = session
        session.show_lines("READY")
        for page in HELP:
            if page in session.account.verbose:
                session.show_lines(f": help {page}", "(text)", "READY")
        if self.service is not None:
            if first is not None:
                self.service.depart(session.name)
            self.service.arrive(session.name)
        self._notify(session.name, f"+ {session.name}")

    def log_out(self, session: Session) -> None:
        """Its matches end, and the other players learn of it."""
        if self.sessions.get(session.name) is not session:
            return
        del self.sessions[session.name]
        session.link.close()
        if self.service is not None:
            self.service.depart(session.name)
        self._notify(session.name, f"- {session.name}")

    def _notify(self, whom: str, text: str) -> None:
        for session in list(self.sessions.values()):
            if whom in session.account.notify:
                ring = "\x07" if "n" in session.account.bells else ""
                session.show_block(f": {ring}{text}")

    # --- the service ---

    def stop_service(self) -> None:
        if self.service is not None:
            self.service.go_down()
            self.service = None
            self._notify(SERVICE, f"- {SERVICE} 1")

    def start_service(self) -> None:
        if self.service is None:
            self.service = Service(self, self.archive, self.chance)
            for name in self.sessions:
                self.service.arrive(name)
            self._notify(SERVICE, f"+ {SERVICE} 1")


class Session:
    """One connection."""

    def __init__(self, central: Central, link: Link) -> None:
        self.central, self.link = central, link
        self.name = ""
        self.in_ = False
        self.link.write((BANNER + LOGIN + "\r\n").encode("latin-1"))

    @property
    def account(self) -> Account:
        return self.central.account(self.name)

    # --- what it shows ---

    def show_lines(self, *lines: str) -> None:
        self.link.write("".join(f"{line}\r\n" for line in lines).encode("latin-1", "replace"))

    def show_block(self, text: str) -> None:
        """What comes from others or from the service. `text` has its lines at `\\n`."""
        first = "\x1b[2K\r" if self.account.vt100 else "\r\n"
        lines = text.replace("\n", "\r\n")
        self.link.write(f"{first}{lines}\r\nREADY\r\n".encode("latin-1", "replace"))

    # --- what it takes ---

    def receive(self, line: str) -> None:
        if self.in_:
            self._obey(line)
        elif not self.name:
            if re.fullmatch(r"[^._,\\\s][^,\\\s]{1,7}", line):
                self.name = line
                self.show_lines(PASSWORD)
            else:
                self.show_lines(BAD_LOGIN, LOGIN)
        elif self.account.password in (None, line):
            self.in_ = True
            self.central.log_in(self)
        else:
            self.name = ""
            self.show_lines(BAD_PASSWORD, LOGIN)

    def close(self) -> None:
        """The connection has ended."""
        self.central.log_out(self)

    def _obey(self, line: str) -> None:
        word, _, argument = line.partition(" ")
        if word == "quit":
            self.show_lines(": Thank you for using GGS.")
            self.central.log_out(self)
            return
        method = getattr(self, f"_command_{word}", None)
        after = None
        if method is None:
            self._error(f"command '{word}' not recognized.")
        else:
            after = method(argument)
        if "ack" in self.account.verbose:
            head = "\x1b[46m\x1b[7m: +ack: \x1b[0m " if self._colours_ack else ": +ack:  "
            shown = line.replace("\\", "\r\n")
            self.show_lines(f"{head}{shown} => {shown}")
        self.show_lines("READY")
        self._colours_ack = self.account.vt100
        if after is not None:
            after()

    _colours_ack = False  # `vt100 +` is acknowledged in colour, `vt100 -` is not

    def _error(self, text: str) -> None:
        self.central.errors.append((self.name, text))
        error = "\x1b[101m\x1b[7mERR\x1b[0m" if self.account.vt100 else "ERR"
        self.show_lines(f": {error} {text}")

    # The commands return what is to be done after the acknowledgement.

    def _command_tell(self, argument: str):
        whom, _, text = argument.partition(" ")
        central = self.central
        if whom == SERVICE and central.service is not None:
            service = central.service
            return lambda: obey(service, self.name, text)
        if whom == SERVICE or not central.is_online(whom):
            self._error(f"user '{whom}' not found.")
            return None
        ring = "\x07" if "t" in central.account(whom).bells else ""
        said = text.replace("\\", "\r\n|")
        return lambda: central.tell(whom, f"{ring}{self.name}: {said}")

    def _set(self, argument: str, chosen: set[str]) -> list[str]:
        """`+a -b` or `+ a b`. Returns what is new."""
        sign, new = "", []
        for word in argument.split():
            if word[0] in "+-":
                sign, word = word[0], word[1:]
            if not word:
                continue
            if sign == "+" and word not in chosen:
                new.append(word)
            (chosen.add if sign == "+" else chosen.discard)(word)
        return new

    def _command_verbose(self, argument: str) -> None:
        self._set(argument, self.account.verbose)

    def _command_bell(self, argument: str) -> None:
        self._set(argument, self.account.bells)

    def _command_vt100(self, argument: str) -> None:
        self.account.vt100 = argument == "+"
        self._colours_ack = self.account.vt100

    def _command_notify(self, argument: str) -> None:
        if argument[:1] not in ("+", "-"):
            self.show_lines(f": notify {argument:9} 0 : ")
            return
        for name in self._set(argument, self.account.notify):
            if name == SERVICE and self.central.service is not None or self.central.is_online(name):
                self.show_lines(f": + {name}")

    def _command_who(self, _: str) -> None:
        self.show_lines(": who", *(f"{name:8}" for name in self.central.users()))

    def _command_finger(self, argument: str) -> None:
        name = argument or self.name
        self.show_lines(f": finger {name}", f"login  : {name}", "idle   : 00:00")

    def _command_help(self, argument: str) -> None:
        self.show_lines(f": help {argument}", "(text)")
