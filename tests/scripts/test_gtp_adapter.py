"""A much-used Python client of Othello programs: the GTP player of the public project
alpha-zero-general, whose steps are followed here one by one.

It starts the program with unbuffered pipes, says `boardsize 8` and `clear_board`, tells it the
opponent's moves with `play`, asks for its own with `genmove` (capital letters, `PASS` for a pass),
reads each reply up to the first empty line that follows some text, takes what is behind `=` and
raises what is behind `?`, and ends with `quit` and ten seconds of patience.
"""
import random
import shlex
import subprocess
import unittest

from match_test import EMILIA, emilia
from match_runner.othello.rules import START, Color, Position, parse_square, squares_of


class Adapter:
    """A program that plays one side of a game."""

    names = {Color.BLACK: "black", Color.WHITE: "white"}

    def __init__(self, command: list[str]):
        self.command = command

    def start_game(self) -> None:
        self.process = subprocess.Popen(self.command, bufsize=0, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.send("boardsize 8")
        self.send("clear_board")

    def notify(self, color: Color, square: int | None) -> None:
        self.send(f"play {self.names[color]} {self.word(square)}")

    def play(self, color: Color) -> int | None:
        answer = self.send(f"genmove {self.names[color]}")
        return None if answer == "PASS" else (int(answer[1:]) - 1) * 8 + ord(answer[0]) - ord("A")

    def end_game(self) -> int:
        self.send("quit")
        status = self.process.wait(10)
        self.process.stdin.close()
        self.process.stdout.close()
        return status

    @staticmethod
    def word(square: int | None) -> str:
        return "PASS" if square is None else f"{chr(ord('A') + square % 8)}{square // 8 + 1}"

    def send(self, command: str) -> str:
        self.process.stdin.write(command.encode() + b"\n")
        answer = ""
        while True:
            line = self.process.stdout.readline().decode()
            if not line:
                raise EOFError(f"the program has ended, behind '{command}'")
            if line != "\n":
                answer += line
            elif answer:
                break
        if not answer.startswith("="):
            raise ValueError(answer[1:].strip())
        return answer[1:].strip().upper()


@unittest.skipUnless(EMILIA, "EMILIA_PROGRAM names no program")
class AdapterTest(unittest.TestCase):
    def play_game(self, color: Color, seed: int) -> tuple[Position, int]:
        """Plays against random moves; returns the final position and the number of passes."""
        chance = random.Random(seed)
        adapter = Adapter(shlex.split(emilia("--depth", 2)))
        adapter.start_game()
        position, passes = START, 0
        while not position.is_over:
            moves = list(squares_of(position.moves))
            side = position.to_move
            if side == color:
                square = adapter.play(side)
            else:
                square = chance.choice(moves) if moves else None
                adapter.notify(side, square)
            if square is None:
                self.assertEqual(moves, [], "a pass although there is a move")
                passes += 1
            else:
                self.assertIn(square, moves)
            position = position.passed() if square is None else position.play(square)
        self.assertEqual(adapter.end_game(), 0)
        return position, passes

    def test_whole_games_are_played_with_both_colours_and_passes(self):
        passes = 0
        for seed in range(6):
            color = (Color.BLACK, Color.WHITE)[seed % 2]
            with self.subTest(seed=seed):
                end, passed = self.play_game(color, seed)
                self.assertTrue(end.is_over)
                passes += passed
        self.assertGreater(passes, 0)

    def test_a_wrong_move_is_raised_and_the_game_goes_on(self):
        adapter = Adapter(shlex.split(emilia("--depth", 2)))
        adapter.start_game()
        with self.assertRaisesRegex(ValueError, "illegal move"):
            adapter.notify(Color.BLACK, parse_square("a1"))
        adapter.notify(Color.BLACK, parse_square("f5"))
        self.assertIn(adapter.play(Color.WHITE), [parse_square(s) for s in ("d6", "f4", "f6")])
        self.assertEqual(adapter.end_game(), 0)


if __name__ == "__main__":
    unittest.main()
