"""Self-play and labelling: parts of games, merged into one file of positions."""
from __future__ import annotations

from pathlib import Path

from match_runner.errors import UsageError

from ..errors import JobError, PartError
from .kind import Kind, check_status, complaints, notes_of, output_of
from .position_file import split_position_file


class PositionsKind(Kind):
    result = "result.pos"

    def blocks(self, blocks: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
        """The games of a part in the order in which one thread writes them."""
        return blocks

    def check(self, name: str, folder: Path, status: int, games: list[int]) -> None:
        """Raises PartError unless these are all games of the part."""
        raise NotImplementedError

    def payload(self, name: str, folder: Path, status: int) -> tuple[bytes, dict[str, object]]:
        check_status(folder, status, (0, 1))
        file = folder / self.leftover
        content = file.read_bytes() if file.exists() else b""
        try:
            _, blocks = split_position_file(content)
        except ValueError as error:
            check_status(folder, status)
            raise PartError(f"the program wrote a file that is damaged: {error}") from error
        self.check(name, folder, status, [game for game, _ in blocks])
        return content, complaints(folder, status)

    def merge(self) -> str:
        results = self.read_results()
        header, merged, seen = None, [], set()
        for (_, content), name in zip(results, self.names()):
            own, blocks = split_position_file(content)
            header = header or own
            if own != header:
                raise JobError(f"part {name} was made with other settings than part "
                               f"{self.names()[0]}; remove its file from {self.job.results} and "
                               "submit again")
            games = {game for game, _ in blocks}
            if games & seen or len(games) != len(blocks):
                raise JobError(f"part {name} holds games that it or another part has, too; "
                               f"remove its file from {self.job.results} and submit again")
            seen |= games
            merged += [block for _, block in self.blocks(blocks)]
        said = self.put_checked_result(header + b"".join(merged))
        return (f"{notes_of(results)}{said.rpartition(' holds ')[2].strip()}: "
                f"{self.job.path / self.result}\n")


class SelfPlay(PositionsKind):
    name = "selfplay"
    summary = "self-play: parts of games of one seed"

    @classmethod
    def settings(cls, options: list[str]) -> dict[str, object]:
        super().settings(options)
        for word, value in zip(options, [*options[1:], ""]):
            text = value if word == "--games" else word.removeprefix("--games=")
            if word.startswith("--games") and text.isdecimal():
                return {"games": int(text)}
        raise UsageError("selfplay needs --games N, the number of games in all")

    def blocks(self, blocks: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
        return sorted(blocks)

    def check(self, name: str, folder: Path, status: int, games: list[int]) -> None:
        check_status(folder, status)
        number, parts = self.part(name)
        all_games = self.job.settings["games"]
        wanted = range((number - 1) * all_games // parts, number * all_games // parts)
        if sorted(games) != list(wanted):
            raise PartError(f"the program wrote {len(games)} games instead of the {len(wanted)} "
                             "of this part")


class Label(PositionsKind):
    name = "label"
    summary = "labelling: parts of WTHOR's games"
    reserved = (*Kind.reserved, "--games")

    def check(self, name: str, folder: Path, status: int, games: list[int]) -> None:
        # Games that cannot be read give status 1 although all others have their labels.
        if f"holds {len(games):,} game" not in output_of(folder):
            check_status(folder, status)
            raise PartError("the program did not label all games of this part")
