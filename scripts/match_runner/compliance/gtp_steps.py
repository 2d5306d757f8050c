"""The compliance walk through GTP 2 (G. Farneback, Specification of the Go Text Protocol, version
2, 2002), as far as GTP applies to Othello."""
from __future__ import annotations

import random
import re
import time

from ..othello.rules import START, Color, Position, parse_square, play_moves, square_name
from .talk import (BLACK_MUST_PASS, THINKING_SECONDS, WIPE_OUT, Skipped, StepFailure, Talk,
                   random_square, require, require_legal)

_REQUIRED = ("protocol_version", "name", "version", "known_command", "list_commands", "quit",
             "boardsize", "clear_board", "komi", "play", "genmove")


class GtpTalk(Talk):
    def ask(self, command: str, seconds: float | None = None) -> tuple[bool, str]:
        """Returns whether the command succeeded, and the reply's text; checks the reply's form."""
        self.send(command)
        return self.reply(command, seconds)

    def reply(self, command: str, seconds: float | None = None, number: str = "",
              ) -> tuple[bool, str]:
        seconds = self.reply_seconds if seconds is None else seconds
        first = self.read(seconds, command).text
        if not first.startswith(("=", "?")):
            raise StepFailure(f"'{first}' comes before the reply to '{command}', which must begin "
                              "with = or ?")
        match = re.fullmatch(rf"([=?]){number}(?: (.*)|)", first)
        if not match:
            raise StepFailure(f"'{first}' is not = or ?"
                              f"{', the number ' + number if number else ''}, a blank and a text")
        lines = [match[2] or ""]
        while line := self.read(seconds, f"{command} (the empty line that ends it)").text:
            lines.append(line)
        return match[1] == "=", "\n".join(lines).strip("\n")

    def demand(self, command: str, seconds: float | None = None) -> str:
        ok, text = self.ask(command, seconds)
        require(ok, f"refused '{command}': {text}")
        return text

    def refuse(self, command: str) -> None:
        ok, text = self.ask(command)
        require(not ok, f"did not refuse '{command}', but answered '{text}'")

    def commands(self) -> list[str]:
        return self.demand("list_commands").split()

    def new_game(self, moves: tuple[str, ...] = (), fast: bool = True) -> Position:
        """Plays moves and returns the position; its side to move may have to pass."""
        commands = self.commands()
        if "set_game" in commands:
            self.demand("set_game Othello")
        self.demand("boardsize 8")
        self.demand("clear_board")
        if fast and "time_settings" in commands:
            self.demand("time_settings 6 0 0")
        position = START
        for move in moves:
            self.demand(f"play {position.to_move.word} {move}")
            position = position.play(parse_square(move))
        return position

    def generate(self, position: Position) -> Position:
        answer = self.demand(f"genmove {position.to_move.word}", THINKING_SECONDS)
        return position.play(require_legal(position, parse_square(answer), answer))

    def pass_turn(self, position: Position) -> Position:
        # An engine may refuse this, because it finds the pass itself.
        self.ask(f"play {position.to_move.word} pass")
        return position.passed()


def protocol_version(talk: GtpTalk) -> None:
    """protocol_version is 2."""
    text = talk.demand("protocol_version")
    require(text == "2", f"it is '{text}'")


def names(talk: GtpTalk) -> None:
    """name and version answer one line each."""
    for command in ("name", "version"):
        text = talk.demand(command)
        require("\n" not in text, f"{command} answers {len(text.splitlines())} lines")
    require(bool(talk.demand("name")), "name is empty")


def numbers(talk: GtpTalk) -> None:
    """a command's number is repeated in its reply."""
    for command, done in (("17 protocol_version", True), ("4711 no_such_command", False)):
        talk.send(command)
        ok, _ = talk.reply(command, number=command.split()[0])
        require(ok == done, f"'{command}' is {'refused' if done else 'not refused'}")


def unknown_command(talk: GtpTalk) -> None:
    """an unknown command is refused, and the next one works."""
    talk.refuse("no_such_command")
    talk.demand("name")


def comments(talk: GtpTalk) -> None:
    """comments, blank lines and carriage returns are not answered."""
    for line in ("", "# a comment", "   ", "\t"):
        talk.send(line)
    talk.send("protocol_version # and what follows\r")
    ok, text = talk.reply("protocol_version # and what follows")
    require(ok and text == "2", f"answers '{text}'")


def command_list(talk: GtpTalk) -> None:
    """list_commands lists the required commands, one per line."""
    lines = talk.demand("list_commands").splitlines()
    for line in lines:
        require(len(line.split()) == 1, f"'{line}' is not one command")
    missing = [command for command in _REQUIRED if command not in lines]
    require(not missing, f"not in the list: {', '.join(missing)}")


def known_commands(talk: GtpTalk) -> None:
    """known_command answers true for listed commands and false for others."""
    for command in talk.commands():
        text = talk.demand(f"known_command {command}")
        require(text == "true", f"{command} is listed, but known_command says '{text}'")
    text = talk.demand("known_command no_such_command")
    require(text == "false", f"no_such_command is '{text}'")


def board_size(talk: GtpTalk) -> None:
    """boardsize accepts 8 and no other size."""
    talk.demand("boardsize 8")
    for size in ("19", "7", "eight"):
        talk.refuse(f"boardsize {size}")
    talk.demand("boardsize 8")


def komi(talk: GtpTalk) -> None:
    """komi is accepted."""
    talk.demand("komi 0")
    talk.demand("komi 0.5")


def first_move(talk: GtpTalk) -> None:
    """genmove gives a legal move and plays it."""
    position = talk.generate(talk.new_game())
    square = random_square(position, random.Random(1))
    talk.demand(f"play {position.to_move.word} {square_name(square)}")
    talk.generate(position.play(square))


def spelling(talk: GtpTalk) -> None:
    """colours and squares are accepted in every spelling."""
    position = talk.new_game()
    for command in ("play b F5", "play White d6", "play BLACK c3", "play w D3"):
        talk.demand(command)
    for move in ("f5", "d6", "c3", "d3"):
        position = position.play(parse_square(move))
    talk.generate(position)


def illegal_moves(talk: GtpTalk) -> None:
    """illegal moves are refused and change nothing."""
    position = talk.new_game()
    for move in ("a1", "d4", "c3", "i9", "a0", "f55"):
        talk.refuse(f"play black {move}")
    talk.demand("play black f5")
    talk.refuse("play white f5")
    talk.generate(position.play(parse_square("f5")))


def wrong_arguments(talk: GtpTalk) -> None:
    """commands with wrong or missing arguments are refused and change nothing."""
    position = talk.new_game()
    for command in ("play green f5", "play black", "play", "genmove", "genmove green"):
        talk.refuse(command)
    talk.generate(position)


def forced_pass(talk: GtpTalk) -> None:
    """genmove passes if there is no legal move."""
    position = talk.new_game(BLACK_MUST_PASS)
    require(position.must_pass, "(the moves of this check are wrong)")
    text = talk.demand(f"genmove {position.to_move.word}", THINKING_SECONDS)
    require(text.lower() == "pass", f"answers '{text}'")
    talk.generate(position.passed())


def told_pass(talk: GtpTalk) -> None:
    """the pass of the other side may be sent or omitted."""
    position = talk.pass_turn(talk.new_game(BLACK_MUST_PASS))
    talk.generate(position)
    talk.generate(talk.new_game(BLACK_MUST_PASS).passed())


def undo(talk: GtpTalk) -> None:
    """undo takes a move back."""
    if "undo" not in talk.commands():
        raise Skipped("undo is not listed")
    position = talk.new_game()
    talk.refuse("undo")
    talk.demand("play black f5")
    talk.demand("play white d6")
    talk.demand("undo")
    talk.demand("undo")
    talk.demand("play black d3")
    talk.generate(position.play(parse_square("d3")))


def clock(talk: GtpTalk) -> None:
    """a move comes within the time that time_left leaves."""
    commands = talk.commands()
    if not {"time_settings", "time_left"} <= set(commands):
        raise Skipped("time_settings and time_left are not listed")
    position = talk.new_game(fast=False)
    for settings, left in (("300 0 0", "2 0"), ("0 2 1", "2 1")):
        talk.demand(f"time_settings {settings}")
        talk.demand(f"time_left {position.to_move.word} {left}")
        begin = time.monotonic()
        position = talk.generate(position)
        seconds = time.monotonic() - begin
        require(seconds < 2.1, f"took {seconds:.2f} s of 2 s")


def whole_game(talk: GtpTalk) -> None:
    """a game against random moves stays legal to its end."""
    position = talk.new_game()
    generator = random.Random(2)
    commands = talk.commands()
    while not position.is_over:
        if position.must_pass:
            position = talk.pass_turn(position)
        elif position.to_move is Color.BLACK:
            if "time_left" in commands:
                talk.demand("time_left black 2 0")
            position = talk.generate(position)
        else:
            square = random_square(position, generator)
            talk.demand(f"play white {square_name(square)}")
            position = position.play(square)
    if "final_score" in commands:
        _check_score(talk, position)
    text = talk.demand("genmove black")
    require(text.lower() == "pass", f"genmove after the end answers '{text}'")


def wiped_out(talk: GtpTalk) -> None:
    """final_score gives the empty squares to the winner."""
    if "final_score" not in talk.commands():
        raise Skipped("final_score is not listed")
    talk.new_game(WIPE_OUT)
    _check_score(talk, play_moves(list(WIPE_OUT))[0])


def _check_score(talk: GtpTalk, position: Position) -> None:
    discs = position.score(Color.BLACK)
    right = "0" if discs == 0 else f"{'B' if discs > 0 else 'W'}+{abs(discs)}"
    text = talk.demand("final_score")
    require(re.fullmatch(rf"{re.escape(right)}(\.0+)?", text, re.IGNORECASE) is not None,
            f"final_score is '{text}', not '{right}'")


def many_at_once(talk: GtpTalk) -> None:
    """commands sent together are answered in order."""
    position = talk.new_game()
    talk.send("1 play black f5\n2 genmove white\n3 name\n4 no_such_command\n5 protocol_version")
    for number, done in (("1", True), ("2", True), ("3", True), ("4", False), ("5", True)):
        ok, text = talk.reply(f"command {number}", THINKING_SECONDS, number)
        require(ok == done, f"command {number} answers '{text}'")
        if number == "2":
            require_legal(position.play(parse_square("f5")), parse_square(text), text)


def forgets_game(talk: GtpTalk) -> None:
    """clear_board starts a new game."""
    talk.generate(talk.generate(talk.new_game()))
    talk.demand("clear_board")
    talk.demand("play black f5")
    talk.demand("play white f6")


def quits(talk: GtpTalk) -> None:
    """quit is answered and ends the process with status 0."""
    talk.demand("name")
    ok, _ = talk.ask("quit")
    require(ok, "quit is refused")
    talk.expect_end("quit")


def end_of_input(talk: GtpTalk) -> None:
    """the end of input ends the process, what came before being answered."""
    talk.send("protocol_version")
    talk.process.close_input()
    talk.reply("protocol_version")
    talk.expect_end("the end of input")


GTP_STEPS = (protocol_version, names, numbers, unknown_command, comments, command_list,
             known_commands, board_size, komi, first_move, spelling, illegal_moves,
             wrong_arguments, forced_pass, told_pass, undo, clock, whole_game, wiped_out,
             many_at_once, forgets_game, quits, end_of_input)
