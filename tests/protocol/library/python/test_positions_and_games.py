"""Positions and games of the Python package."""
import pickle
import unittest

import emilia

ENDGAME = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
MUST_PASS = "-OXXXXXX-------------------------------------------------------- O"


class PositionTest(unittest.TestCase):

    def test_a_position_is_read_from_moves_boards_and_words(self):
        position = emilia.Position("f5d6")
        self.assertEqual(position.to_move, emilia.Color.BLACK)
        self.assertEqual(position.moves, ["c3", "c4", "c5", "c6", "c7"])
        again = emilia.Position.from_board(position.player, position.opponent)
        self.assertEqual(again, position)
        self.assertEqual(emilia.Position(position.board), position)
        self.assertEqual(len({again, position, emilia.Position()}), 2)
        self.assertEqual(emilia.Position().player, 1 << 28 | 1 << 35)

    def test_moves_make_a_new_position(self):
        start = emilia.Position()
        self.assertEqual(start.after("f5", "d6"), emilia.Position("f5d6"))
        self.assertEqual(start, emilia.Position())
        self.assertEqual(emilia.Position(MUST_PASS).moves, ["pa"])
        over = emilia.Position("X" * 63 + "O X")
        self.assertTrue(over.is_over)
        self.assertEqual(over.moves, [])

    def test_a_position_shows_itself(self):
        self.assertEqual(str(emilia.Position()).splitlines()[4], "4 . . . O X . . .")
        self.assertEqual(str(emilia.Position()).splitlines()[-1], "black to move")
        self.assertEqual(eval(repr(emilia.Position("f5")), {"Position": emilia.Position}),
                         emilia.Position("f5"))

    def test_a_position_goes_to_other_processes(self):
        position = emilia.Position("f5")
        self.assertEqual(pickle.loads(pickle.dumps(position)), position)

    def test_what_is_no_position_is_refused_with_the_reason(self):
        with self.assertRaisesRegex(emilia.PositionError, "f5 is not a legal move for white"):
            emilia.Position("f5f5")
        with self.assertRaisesRegex(emilia.PositionError, "e1 is not a legal move"):
            emilia.Position().after("e1")
        with self.assertRaisesRegex(emilia.PositionError, "disc of both sides on a1"):
            emilia.Position.from_board(1, 1)
        for player in (-1, 2**64):
            with self.assertRaisesRegex(emilia.ArgumentError, "player must be a number of 64 bits"):
                emilia.Position.from_board(player, 2)
        with self.assertRaisesRegex(TypeError, "text must be a text, not int"):
            emilia.Position(5)
        with self.assertRaisesRegex(emilia.ArgumentError, "zero character"):
            emilia.Position("f5\0d6")
        with self.assertRaises(ValueError):
            emilia.Position.from_board(1, 2, 3)
        self.assertIsInstance(emilia.PositionError("no"), emilia.EngineError)

    def test_numbers_of_squares_have_names(self):
        self.assertEqual([emilia.square_name(number) for number in (0, 7, 8, 63, 64, -1)],
                         ["a1", "h1", "a2", "h8", "pa", ""])
        with self.assertRaisesRegex(emilia.ArgumentError, "a move is -1 to 64, not 65"):
            emilia.square_name(65)


class GameTest(unittest.TestCase):

    def test_a_game_is_written_and_read_in_every_format(self):
        game = emilia.Game("d6c3", "f5", black="A", white="B", event="Cup", date="2021-02-03")
        self.assertEqual(game.moves, ("d6", "c3"))
        self.assertEqual(len(game), 2)
        self.assertEqual(game.positions[-1], emilia.Position("f5d6c3"))
        for form in ("ggf", "sgf", "pgn"):
            with self.subTest(form=form):
                again = emilia.Game.read(game.write(form))
                self.assertEqual((again.moves, again.black, again.white, again.event),
                                 (game.moves, "A", "B", "Cup"))
                self.assertEqual(again.position(0), emilia.Position("f5"))
        self.assertEqual(emilia.Game.read(game.write("ggf")).date, "2021-02-03")
        self.assertEqual(game.write("moves"), "d6c3")
        self.assertEqual(game.write("board"), game.positions[-1].board)
        self.assertEqual(pickle.loads(pickle.dumps(game)), game)
        self.assertEqual(repr(game), "Game('d6c3', black='A', white='B')")

    def test_many_games_are_read_at_once_and_outlive_their_list(self):
        read = emilia.read_games("f5d6c3d3c4\nf5f6\n")
        self.assertEqual([game.moves[-1] for game in read.games], ["c4", "f6"])
        self.assertIn("2 games", read.understood)
        first = read.games[0]
        del read
        self.assertEqual(first.opening, "Tiger")

    def test_what_is_no_game_is_refused_with_the_reason(self):
        with self.assertRaisesRegex(emilia.PositionError, "move 2: f5 is not a legal move"):
            emilia.Game("f5f5")
        with self.assertRaisesRegex(emilia.PositionError, "2 games"):
            emilia.Game.read("f5d6c3d3c4\nf5f6\n")
        with self.assertRaises(emilia.PositionError):
            emilia.read_games("nothing")
        with self.assertRaisesRegex(emilia.ArgumentError, "format is one of ggf, sgf, pgn"):
            emilia.Game("f5").write("fen")
        with self.assertRaisesRegex(IndexError, "the game has 1 moves, not 2"):
            emilia.Game("f5").position(2)
        with self.assertRaises(TypeError):
            emilia.Game("f5", 7)
        with self.assertRaises(TypeError):
            emilia.Game("f5", black=None)


if __name__ == "__main__":
    unittest.main()
