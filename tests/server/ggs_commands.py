"""The commands of the service `/os`: what a user says behind `tell /os`."""
from __future__ import annotations

from ggs_clock import USUAL_CONTROL, TimeControl
from ggs_game import MoveError
from ggs_match import Match
from ggs_service import BELLS, Ended, Service, ServiceAccount
from ggs_terms import EVERYBODY, Challenge, GameType, Refused

# Importable because of ggs_terms.
from match_runner.othello.rules import Color


def obey(service: Service, name: str, text: str) -> None:
    command, _, argument = text.strip(" ").partition(" ")
    method = getattr(Commands, f"command_{command}", None)
    if method is None:
        service.tell(name, f"ERR command '{command}' not recognized.")
        return
    try:
        method(Commands(service, name), argument.strip(" "))
    except Refused as refusal:
        service.tell(name, str(refusal))


class Commands:
    """One user's commands. Each method raises Refused with the answer to a wrong one."""

    def __init__(self, service: Service, name: str) -> None:
        self._service, self._name = service, name

    def _say(self, text: str) -> None:
        self._service.tell(self._name, text)

    @property
    def _account(self) -> ServiceAccount:
        return self._service.account(self._name)

    # --- settings ---

    def command_open(self, argument: str) -> None:
        self._account.open = int(argument) if argument.isdigit() else self._account.open
        self._service.drop_what_is_too_much(self._name)

    def command_rated(self, argument: str) -> None:
        if argument == "+" and not self._account.registered:
            raise Refused("ERR you are not registered.")
        self._account.rated = argument == "+"

    def command_trust(self, argument: str) -> None:
        self._account.trust = argument == "+"

    def command_client(self, argument: str) -> None:
        self._account.client = argument == "+"

    def command_vt100(self, argument: str) -> None:
        self._account.vt100 = argument == "+"

    def command_bell(self, argument: str) -> None:
        for word in argument.split():
            if word[1:] not in BELLS or word[0] not in "+-":
                raise Refused(f"ERR bell {word} not recognized.")
            (self._account.bells.add if word[0] == "+" else self._account.bells.discard)(word[1:])

    # --- challenges ---

    def command_ask(self, argument: str) -> None:
        words = argument.split()
        if not words:
            raise Refused("ERR ask <type> [clock [clock]] [user].")
        if words[0].startswith("."):
            self._ask_stored(words[0])
            return
        type_ = GameType.parse(words.pop(0))
        controls: list[TimeControl] = []
        while words and len(controls) < 2:
            control = TimeControl.parse(words[0])
            if control is None:
                break
            controls.append(control)
            words.pop(0)
        controls = controls or [USUAL_CONTROL]
        self._service.ask(self._name, " ".join(words) or EVERYBODY, type_, controls[0],
                          controls[-1])

    def _ask_stored(self, number: str) -> None:
        stored = self._service.archive.stored.get(number)
        if stored is None or self._name not in stored.match.names:
            raise Refused(f"ERR no archived match '{number}' found.")
        match = stored.match
        own = match.names.index(self._name)
        self._service.ask(self._name, match.other(self._name), match.type, match.controls[own],
                          match.controls[1 - own], stored)

    def command_continue(self, argument: str) -> None:
        """Asks for each stored match whose other player is here; says nothing about the others."""
        for stored in self._service.stored_of(self._name):
            if not argument or argument in (stored.number, stored.match.other(self._name)):
                try:
                    self._ask_stored(stored.number)
                except Refused:
                    pass

    def _challenge(self, argument: str, own: bool, refusal: str) -> Challenge:
        """By number, or by the name of the other."""
        for challenge in self._service.challenges.values():
            sides = (challenge.asker, challenge.asked)
            mine, other = sides if own else sides[::-1]
            if argument in (challenge.id, other) and mine in (self._name, EVERYBODY):
                return challenge
        raise Refused(refusal)

    def command_accept(self, argument: str) -> None:
        challenge = self._service.challenges.get(argument)
        if challenge is None or self._name not in (
                challenge.asker, challenge.asked) and challenge.asked != EVERYBODY:
            challenge = self._challenge(argument, False, f"ERR request '{argument}' not found.")
        self._service.accept(self._name, challenge)

    def command_decline(self, argument: str) -> None:
        self._service.drop(self._challenge(argument, False, f"decline ERR not found: {argument}"))

    def command_cancel(self, argument: str) -> None:
        self._service.drop(self._challenge(argument, True, f"cancel ERR not found: {argument}"))

    def command_request(self, argument: str) -> None:
        if argument in ("+", "-"):
            self._account.hears_requests = argument == "+"
            return
        everything = self._service.challenges.values()
        kinds = {"glob": [c for c in everything if c.asked == EVERYBODY],
                 "recv": [c for c in everything if c.asked == self._name],
                 "send": [c for c in everything if c.asker == self._name]}
        lines = ["request " + " ".join(f"{k}({len(c)}/{len(c)})" for k, c in kinds.items())]
        for kind, challenges in kinds.items():
            if challenges:
                lines += [f"|{kind} {len(challenges)}", *(f"|{c.text()}" for c in challenges)]
        self._say("\n".join(lines))

    # --- in a match ---

    def _match(self, argument: str, usage: str = "") -> Match:
        """By the number of the match or of one of its games, or the only one that he plays."""
        number = "." + argument.split(".")[1] if argument.startswith(".") else argument
        match = self._service.matches.get(number)
        if match is not None:
            return match
        playing = [m for m in self._service.matches.values() if self._name in m.names]
        if argument or len(playing) != 1 or usage:
            raise Refused(usage if usage and not argument else
                          f"ERR match '{argument}' not found.")
        return playing[0]

    def _own_match(self, argument: str, usage: str = "") -> Match:
        match = self._match(argument, usage)
        if self._name not in match.names:
            raise Refused(f"ERR match '{argument}' not found.")
        return match

    def command_play(self, argument: str) -> None:
        if not argument:
            raise Refused("ERR play <match> <move> [eval] [time].")
        id_, _, move = argument.partition(" ")
        self._in_game(id_, lambda match: match.play(self._name, id_, move))

    def command_undo(self, argument: str) -> None:
        self._in_game(argument, lambda match: match.ask_undo(self._name, argument))

    def command_score(self, argument: str) -> None:
        id_, _, score = argument.partition(" ")
        try:
            value = float(score)
        except ValueError:
            raise Refused("ERR score <match> <score>.") from None
        self._in_game(id_, lambda match: match.offer_score(self._name, id_, value))

    def _in_game(self, id_: str, act) -> None:
        match = self._own_match(id_)
        try:
            act(match)
        except MoveError as error:
            self._say(f"error {id_} {error}")

    def command_abort(self, argument: str) -> None:
        self._own_match(argument).ask_abort(self._name)

    def command_resign(self, argument: str) -> None:
        self._own_match(argument, "ERR resign <match>.").resign(self._name)

    def command_break(self, argument: str) -> None:
        self._own_match(argument).leave(self._name)

    def command_moves(self, argument: str) -> None:
        match = self._match(argument)
        for game in match.games:
            match.show_join(game, [self._name])

    # --- watching and talking ---

    def command_match(self, _: str) -> None:
        matches = list(self._service.matches.values())
        lines = [f"match {len(matches)}/{len(matches)}"]
        for match in matches:
            first, second = (f"{self._service.rating(name, match.type):.0f} {name:8}"
                             for name in match.names)
            lines.append(f"|  {match.id} {first} {second} {match.type.text:>8}  {match.mode} "
                         f"{len(match.watchers)}")
        self._say("\n".join(lines))

    def command_watch(self, argument: str) -> None:
        sign, _, id_ = argument.partition(" ")
        watched = [m for m in self._service.matches.values() if m.watchers]
        if not argument:
            self._say(f"watch {len(watched)} : "
                      + " ".join(f"{m.id}({len(m.watchers)})" for m in watched))
        elif sign not in ("+", "-"):
            match = self._match(argument)
            self._say(f"watch 1\n|{match.id:9} {len(match.watchers)} : {' '.join(match.watchers)}")
        elif id_:
            self._watch(self._match(id_), sign)
        else:
            self._account.hears_watchers = sign == "+"

    def _watch(self, match: Match, sign: str) -> None:
        if (self._name in match.watchers) == (sign == "+"):
            return
        (match.watchers.append if sign == "+" else match.watchers.remove)(self._name)
        for player in match.names:
            if self._service.account(player).hears_watchers:
                self._service.tell(player, f" {sign} {self._name} watch {match.id}", "w")
        if sign == "+":
            for game in match.games:
                match.show_join(game, [self._name])

    def command_tell(self, argument: str) -> None:
        """`tell [a|o|p] .5 text`"""
        whom, _, rest = argument.partition(" ")
        if whom.lower() not in ("a", "o", "p"):
            whom, rest = "a", argument
        id_, _, text = rest.partition(" ")
        match = self._match(id_)
        names = {"a": match.players_and_watchers, "o": match.watchers,
                 "p": list(match.names)}[whom.lower()]
        rating = self._service.rating(self._name, match.type)
        for name in names:
            if name != self._name:
                self._service.tell(name, f"{id_} {whom.upper()} {rating:.0f} {self._name}: "
                                   + text.replace("\\", "\r\n|"), f"t{whom.lower()}")

    def command_track(self, argument: str) -> None:
        self._names("track", argument, self._account.tracks)

    def command_notify(self, argument: str) -> None:
        self._names("notify", argument, set())

    def command_hear(self, _: str) -> None: ...

    def command_ignore(self, _: str) -> None: ...

    def _names(self, command: str, argument: str, names: set[str]) -> None:
        words = argument.split()
        if words[:1] == ["+"]:
            names.update(words[1:])
        elif words[:1] == ["-"]:
            names.difference_update(words[1:])
        else:
            self._say(f"{command}\n|{argument:9} {len(names)} :" + "".join(f" {n}" for n in names))

    # --- lists ---

    def command_stored(self, _: str) -> None:
        stored = self._service.stored_of(self._name)
        lines = [f"stored {len(stored)} {self._name}"]
        for one in stored:
            lines.append(f"|{one.number:8} {one.when} {one.match.names[0]:8} "
                         f"{one.match.names[1]:8} {one.match.type.text}:l")
        self._say("\n".join(lines))

    def _archived(self) -> list[Ended]:
        return [ended for ended in self._service.archive.ended
                if self._name in ended.match.names and ended.match.mode in "RT"
                and ended.outcome[0] in "+-"]

    def command_history(self, _: str) -> None:
        archived = self._archived()
        lines = [f"history {len(archived)} {self._name}"]
        for ended in archived:
            first, second = (f"{self._service.rating(name, ended.match.type):.0f} {name:8}"
                             for name in ended.match.names)
            lines.append(f"|{ended.number:8} {self._service.date()} {first} {second} "
                         f"{float(ended.outcome):+6.1f} {ended.match.type.text}")
        self._say("\n".join(lines))

    def command_look(self, argument: str) -> None:
        found = [ended for ended in self._archived() if ended.number == argument]
        matches = [ended.match for ended in found] or [
            stored.match for stored in self._service.stored_of(self._name)
            if stored.number == argument]
        if not matches:
            raise Refused(f"ERR no archived match '{argument}' found.")
        date = self._service.date()
        games = "".join(game.ggf(date, f"{game.result(Color.BLACK):.3f}" if found else "?")
                        for game in matches[-1].games)
        self._say(f"look\n|{len(matches[-1].games)} {games}")

    def command_who(self, _: str) -> None:
        self._say("who     3      change:    win    draw    loss         match(es)")

    def command_rank(self, _: str) -> None:
        self._rank("rank 1720.0@292.0      Inactive       AScore    Win   Draw   Loss")

    def command_top(self, _: str) -> None:
        self._rank("top       1720.0@292.0      Inactive       AScore    Win   Draw   Loss")

    def _rank(self, head: str) -> None:
        rated = sorted(((account.ratings["8"].value, account.name)
                        for account in self._service.archive.accounts.values()
                        if "8" in account.ratings), reverse=True)
        lines = [f"{head} {len(rated)}"]
        for place, (value, name) in enumerate(rated, 1):
            lines.append(f"|{place:5} {name:8} {value:6.1f}@290.2=     00:00:00+@290.2 +12.0"
                         "      1      0      0" + (" <=" if name == self._name else ""))
        self._say("\n".join(lines))

    def command_finger(self, argument: str) -> None:
        name = argument or self._name
        account = self._service.account(name)
        bells = " ".join(f"{'+' if bell in account.bells else '-'}{bell}" for bell in BELLS)
        signs = {True: "+", False: "-"}
        self._say("\n".join([
            f"finger {name}", f"|login  : {name}", "|dblen  : 100.0 = 244 / 244", "|level  : 1",
            f"|open   : {account.open}", f"|client : {signs[account.client]}",
            f"|trust  : {signs[account.trust]}", f"|rated  : {signs[account.rated]}",
            f"|bell   : {bells}", f"|vt100  : {signs[account.vt100]}", "|hear   : +", "|play   : ",
            f"|stored (-) : {len(self._service.stored_of(name))}", "|notify (-) : ",
            "|track  (-) : ", "|ignore (-) : ", "|request(-) :  : ", "|watch  (-) : ", "|accept : ",
            "|decline: ", "|Type  Rating@StDev      Inactive       AScore    Win   Draw   Loss",
            *(f"|{key:5} {rating.value:.1f}@{rating.deviation:.1f}=     00:00:01+@290.2 -12.0"
              "      0      0      1" for key, rating in account.ratings.items())]))
