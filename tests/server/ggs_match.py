"""A match on the test server: a game, or the two games of a synchro match, which run in step."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ggs_clock import CHECK_DELAY, Alarm, TimeControl
from ggs_game import MARKS, Asked, Game, Move, MoveError, Seat, Taken
from ggs_terms import GameType
from match_runner.othello.rules import Color, Position

if TYPE_CHECKING:
    from ggs_service import Service

TRUSTED_SECONDS = 4.0  # a claimed time may be this much too short


class Match:
    """The names are in the order of the challenge, and results are seen by the first of them."""

    def __init__(self, service: Service, type_: GameType, mode: str, names: tuple[str, str],
                 controls: tuple[TimeControl, TimeControl], archive: int,
                 first_has_black: bool, start: Position) -> None:
        self.service, self.type, self.mode = service, type_, mode
        self.names, self.controls, self.archive = names, controls, archive
        self.id = ""
        self.watchers: list[str] = []
        self.outcome: str | None = None  # as in `- match`, once it has ended
        self.asked = Asked()
        ratings = [service.rating(name, type_) for name in names]
        self.games: list[Game] = []
        for number in range(2 if type_.synchro else 1):
            seats = [Seat.of(names[i], ratings[i], controls[i]) for i in (0, 1)]
            black = 0 if first_has_black is (number == 0) or type_.komi else 1
            self.games.append(Game(type_, start, {Color.BLACK: seats[black],
                                                  Color.WHITE: seats[1 - black]}))
        self._moved: set[int] = set()  # games with their move of this round
        self._round_mover: list[str] = []  # who has to move in each game in this round
        self._alarms: dict[str, Alarm] = {}  # of the seat `game/player`
        self._reported: set[int] = set()  # games whose end was said
        self._komi_moves: dict[str, Move] = {}
        self.taken: list[Taken] = []
        # Updates that others see when the round ends, and those that came too late for that.
        self._held: list[tuple[Game, tuple[str, str], list[str]]] = []
        self._never_shown: list[tuple[Game, tuple[str, str], list[str]]] = []
        self._flag_fell = False  # with the last move

    # --- beginning ---

    def begin(self) -> None:
        """Also continues a stored match."""
        for number, game in enumerate(self.games):
            game.id = f"{self.id}.{number}" if self.type.synchro else self.id
            if game.is_over:
                self._reported.add(number)
        self._start_round()
        self.service.announce(self, f"+ match {self.line}")
        for game in self.games:
            self.show_join(game, self.players_and_watchers)

    @property
    def line(self) -> str:
        ratings = [f"{self.service.rating(name, self.type):.0f}" for name in self.names]
        return (f"{self.id} {ratings[0]} {self.names[0]} {ratings[1]} {self.names[1]} "
                f"{self.type.text} {self.mode}")

    @property
    def players_and_watchers(self) -> list[str]:
        return [*self.names, *(w for w in self.watchers if w not in self.names)]

    def other(self, name: str) -> str:
        return self.names[1] if name == self.names[0] else self.names[0]

    def show_join(self, game: Game, names: list[str]) -> None:
        for name in names:
            text = (game.client_join(self.service.date()) if self.service.account(name).client
                    else game.join(self.service.time.now()))
            self.service.tell(name, text, "p")

    def _show_update(self, game: Game, texts: tuple[str, str], names: list[str]) -> None:
        for name in names:
            self.service.tell(name, texts[self.service.account(name).client], "p")

    # --- rounds and clocks ---

    def _start_round(self) -> None:
        """In step: a player is to move in one game at a time."""
        self._moved.clear()
        self._held.clear()
        self._round_mover = [game.mover.name for game in self.games]
        for game in self.games:
            if game.is_over:
                continue
            for seat in game.seats.values() if game.colors_open else [game.mover]:
                self._start_clock(game, seat)

    def _start_clock(self, game: Game, seat: Seat) -> None:
        seat.clock.start(self.service.time.now())
        self._watch_flag(game, seat)

    def _watch_flag(self, game: Game, seat: Seat) -> None:
        self._stop_watching(game, seat)
        self._alarms[f"{game.id}/{seat.name}"] = self.service.time.call_at(
            seat.clock.falls_at() + CHECK_DELAY, lambda: self._check_flag(game, seat))

    def _stop_watching(self, game: Game, seat: Seat) -> None:
        alarm = self._alarms.pop(f"{game.id}/{seat.name}", None)
        if alarm is not None:
            alarm.cancel()

    def _check_flag(self, game: Game, seat: Seat) -> None:
        if seat.clock.extend():
            self._say_timeout("timeout", game, seat)
            self._watch_flag(game, seat)
        else:
            self._lose_on_time(game, seat)
            self._game_over()

    def _lose_on_time(self, game: Game, seat: Seat) -> None:
        self._say_timeout("fatal-timeout", game, seat)
        game.fatal = game.color_of(seat.name)

    def _say_timeout(self, kind: str, game: Game, seat: Seat) -> None:
        mark = MARKS[game.color_of(seat.name)]
        self.say(f"{kind} {game.id} {seat.name} ({mark})")

    def say(self, text: str, kind: str = "p") -> None:
        for name in self.players_and_watchers:
            self.service.tell(name, text, kind)

    # --- moves ---

    def awaited_game(self, name: str) -> Game | None:
        """The game in which this player has to move now."""
        for number, game in enumerate(self.games):
            if (self.outcome is None and not game.is_over and number not in self._moved
                    and not game.colors_open and game.mover.name == name):
                return game
        return None

    def game_of(self, id_: str) -> Game:
        game = next((game for game in self.games if game.id == id_), None)
        if game is None:
            raise MoveError("game id needed (only) in synchro games")
        return game

    def play(self, name: str, id_: str, text: str) -> None:
        game = self.game_of(id_)
        number = self.games.index(game)
        move = Move.parse(text)
        if game.colors_open:
            self._play_for_komi(game, name, move)
            return
        if self.type.synchro and self._is_wrong_game(name, number):
            raise MoveError("wrong game!")
        if number in self._moved or game.is_over:
            raise MoveError("not your turn")
        game.check(move)
        if game.mover.name != name:
            raise MoveError("not your turn")
        seat = game.mover
        if not self._make_move(game, seat, move):
            self._game_over()
            return
        now = self.service.time.now()
        texts = game.update(now), game.client_update()
        self.asked = Asked()
        in_step = self.type.synchro and not self._reported
        self._moved.add(number)
        mover_first = [name, *(n for n in self.players_and_watchers if n != name)]
        if in_step:
            self._show_update(game, texts, [name])
            self._held.append((game, texts, mover_first[1:]))
        else:
            self._show_update(game, texts, mover_first)
        if self._flag_fell:
            self._say_timeout("timeout", game, seat)
        self._finish_round()

    def _is_wrong_game(self, name: str, number: int) -> bool:
        if self._reported:
            return number in self._reported
        return self._round_mover[number] != name

    def _open_games(self) -> list[Game]:
        return [game for game in self.games if not game.is_over]

    def _make_move(self, game: Game, seat: Seat, move: Move) -> bool:
        """Returns False if the move comes too late even for the extension."""
        assert seat.clock.started is not None
        elapsed = seat.clock.elapsed(self.service.time.now())
        self.taken.append(Taken(seat.name, seat.clock.started, elapsed))
        seconds = elapsed
        if self.service.account(seat.name).trust:
            if elapsed - move.seconds > TRUSTED_SECONDS:
                mark = MARKS[game.color_of(seat.name)]
                late = elapsed - move.seconds - TRUSTED_SECONDS
                self.say(f"trust-violation {game.id} {seat.name} ({mark}) "
                         f"delta= {TRUSTED_SECONDS:g} + {late:.1f} secs")
            else:
                seconds = move.seconds
        self._stop_watching(game, seat)
        self._flag_fell = seat.clock.spend(seconds)
        if seat.clock.left < 0:
            if self._flag_fell:
                self._say_timeout("timeout", game, seat)
            self._lose_on_time(game, seat)
            return False
        game.play(Move(move.typed, move.square, move.evaluation, seconds))
        return True

    def _finish_round(self) -> None:
        """Once every game has its move: the others see them, ends are said, clocks start."""
        waiting = [number for number, game in enumerate(self.games)
                   if number not in self._moved and not game.is_over]
        if waiting:
            return
        for number, game in enumerate(self.games):
            self._show_held(game)
            if game.is_over and number not in self._reported:
                self._report_end(number)
        if self._open_games():
            self._start_round()
        else:
            self._end_with_result()

    def _show_held(self, game: Game) -> None:
        for held in [one for one in self._held if one[0] is game]:
            self._held.remove(held)
            self._show_update(*held)

    def _game_over(self) -> None:
        """A game has ended without a move."""
        if not self._open_games() or not self.type.synchro:
            for number in range(len(self.games)):
                if number not in self._reported:
                    self._report_end(number)
            self._end_with_result()
            return
        for number, game in enumerate(self.games):
            if game.is_over and number not in self._reported and (
                    game.fatal is not None or game.resigned is not None):
                self._report_end(number)
        self._finish_round()

    def _report_end(self, number: int) -> None:
        self._reported.add(number)
        game = self.games[number]
        if game.resigned is not None or game.fatal is not None:
            self._never_shown += [held for held in self._held if held[0] is game]
            self._held = [held for held in self._held if held[0] is not game]
        for seat in game.seats.values():
            self._stop_watching(game, seat)
        if self.type.synchro:
            self._say_end(game, f"{game.result(game.color_of(self.names[0])):+.2f}")

    def _say_end(self, game: Game, how: str) -> None:
        self.say(f"end {game.id} ( {self.names[0]} vs. {self.names[1]} ) {how}")

    # --- komi ---

    def _play_for_komi(self, game: Game, name: str, move: Move) -> None:
        """Both say a first move for black and its value; the higher one gets black, and the mean is
        the komi."""
        if name in self._komi_moves:
            raise MoveError("you already sent the first move")
        game.check(move)
        seat = game.seats[game.color_of(name)]
        elapsed = seat.clock.elapsed(self.service.time.now())
        self._komi_moves[name] = Move(move.typed, move.square, move.evaluation, elapsed)
        self._stop_watching(game, seat)
        seat.clock.spend(elapsed)
        if len(self._komi_moves) < 2:
            return
        black = max(self.names, key=lambda n: self._komi_moves[n].evaluation)
        seats = {seat.name: seat for seat in game.seats.values()}
        game.seats = {Color.BLACK: seats[black], Color.WHITE: seats[self.other(black)]}
        game.komi = sum(m.evaluation for m in self._komi_moves.values()) / 2
        game.colors_open = False
        game.play(self._komi_moves[black])
        self.show_join(game, self.players_and_watchers)
        self._start_round()

    # --- what players ask for ---

    def ask_abort(self, name: str) -> None:
        self.asked.abort.add(name)
        if len(self.asked.abort) == 2:
            self._stop_everything()
            if self.type.synchro:
                for game in self.games:
                    self._say_end(game, "aborted")
            self._end("aborted", "aborted")
            return
        for game in self.games:
            self.say(f"abort {game.id} {name} is asking")

    def ask_undo(self, name: str, id_: str) -> None:
        game = self.game_of(id_)
        if self.type.synchro:
            raise MoveError("no undo in synchro games")
        if not game.moves:
            raise MoveError("no move to undo")
        self.asked.undo.add(name)
        if len(self.asked.undo) < 2:
            self.say(f"undo {game.id} {name} is asking")
            return
        self.asked = Asked()
        self._stop_everything()
        game.take_back()
        self._start_round()
        self.show_join(game, self.players_and_watchers)

    def offer_score(self, name: str, id_: str, score: float) -> None:
        """Each offers what he himself would get."""
        game = self.game_of(id_)
        if self.type.synchro:
            raise MoveError("no score in synchro games")
        color = game.color_of(name)
        self.asked.score[name] = score if color is Color.BLACK else -score
        offers = list(self.asked.score.values())
        if len(offers) == 2 and offers[0] == offers[1]:
            game.agreed = offers[0]
            self._game_over()
            return
        self.say(f"score {game.id} {name} is offering")

    def resign(self, name: str) -> None:
        for game in self._open_games():
            game.resigned = game.color_of(name)
        self._game_over()

    def leave(self, name: str) -> None:
        """Breaks the match. Rated and tournament ones are stored."""
        self._stop_everything()
        if self.type.synchro:
            for game in self.games:
                self._say_end(game, f"player {name} left")
        stored = ""
        if self.mode in "RT":
            self.service.store(self)
            stored = f" .{self.archive}"
        self._end(f"{name} left", f"{name} left{stored}")

    # --- the end ---

    def _stop_everything(self) -> None:
        for alarm in self._alarms.values():
            alarm.cancel()
        self._alarms.clear()

    def close(self) -> None:
        """The service goes down, and says nothing."""
        self._stop_everything()

    def score_of_first(self) -> float:
        """The mean of the games."""
        return sum(game.result(game.color_of(self.names[0]))
                   for game in self.games) / len(self.games)

    def _end_with_result(self) -> None:
        self._stop_everything()
        score = self.score_of_first()
        behind = ""
        if self.mode in "RT":
            self.service.rate(self, score)
            behind = f"  .{self.archive}"
        self._end(f"{score:+.2f}", f"{score:+.2f}{behind}")

    def _end(self, outcome: str, said: str) -> None:
        self.outcome = outcome
        self.service.end_match(self, f"- match {self.line} {said}")

    def seen_moves(self, game: Game, name: str) -> list[Move]:
        """The moves that this user has been shown; in step the last one may have waited for
        the other game in vain."""
        unseen = any(held is game and name in names
                     for held, _, names in [*self._held, *self._never_shown])
        return game.moves[:-1] if unseen else game.moves

    def prepare_to_continue(self) -> "Match":
        """In a synchro match the longer game loses its last move."""
        self.outcome = None
        self.watchers = []
        self.asked = Asked()
        self._alarms.clear()
        self._reported.clear()
        if len({len(game.moves) for game in self.games}) == 2:
            max(self.games, key=lambda game: len(game.moves)).take_back()
        for game in self.games:
            for seat in game.seats.values():
                seat.clock.started = None
        return self
