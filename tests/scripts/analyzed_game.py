"""Makes the JSON of analyzed games, with real moves and invented scores."""
import random
from pathlib import Path

import match_test  # noqa: F401 - puts the scripts on the path
from match_runner.othello.rules import (START, Color, Position, legal_moves, parse_square,
                                        square_name, squares_of)

BASE = Path(__file__).resolve().parents[1] / "data" / "wthor" / "WTH_1978.wtb"
LETTERS = {Color.BLACK: "X", Color.WHITE: "O"}


def first_game_of_the_base() -> list[str]:
    """Reads the moves of a WTHOR game. Games start after 16 bytes, the moves of a game 8 bytes
    later, each as ten times the row plus the column."""
    moves = BASE.read_bytes()[24:84]
    return ["abcdefgh"[byte % 10 - 1] + str(byte // 10) for byte in moves if byte]


def _position_json(position: Position) -> dict:
    black, white = position.discs(Color.BLACK), position.discs(Color.WHITE)
    board = "".join("X" if black >> i & 1 else "O" if white >> i & 1 else "-"
                    for i in range(64))
    mobility = (legal_moves(black, white), legal_moves(white, black))
    return {"board": board, "player": LETTERS[position.to_move],
            "discs": [board.count("X"), board.count("O")],
            "mobility": [bin(moves).count("1") for moves in mobility]}


def analyzed_game(moves: list[str], start: Position = START, **others: object) -> dict:
    """Returns a game with plausible scores; `others` replace keys."""
    chance = random.Random(7)
    position, value = start, 0.0  # from black's view
    positions, told = [_position_json(start)], []
    losses = {"X": 0.0, "O": 0.0}
    for number, move in enumerate(moves, 1):
        side, sign = LETTERS[position.to_move], 1 if position.to_move is Color.BLACK else -1
        legal = [square_name(square) for square in squares_of(position.moves)]
        exact = number > 42
        loss = 0.0
        if len(legal) > 1 and number > 8 and chance.random() < 0.3:
            estimate = chance.choice((0.2, 0.4, 1, 3)) * chance.randint(60, 190) / 100
            loss = 2.0 * chance.choice((1, 1, 2, 3)) if exact else estimate
        best = float(round(sign * value / 2) * 2) if exact else round(sign * value, 2)
        score = round(best - loss, 2)
        others_than_it = [each for each in legal if each != move]
        chance.shuffle(others_than_it)
        hints = [{"move": move, "score": score}]
        for rank, each in enumerate(others_than_it[:3]):
            below = best if loss and rank == 0 else score - 2 * chance.randint(1, 3)
            hints.append({"move": each, "score": below})
        hints.sort(key=lambda hint: -hint["score"])
        told.append({"number": number, "player": side, "move": move, "score": score,
                     "best": hints[0]["move"], "loss": round(loss, 2),
                     "certainty": "exact" if exact else "book" if number < 5 else "63%",
                     "depth": len(moves) - number + 1 if exact else 18,
                     "turning_point": loss >= 4, "pv": moves[number - 1:number + 17], "hints": hints})
        losses[side] += loss
        value = sign * score + (0 if exact else chance.uniform(-0.4, 0.4))
        position = position.play(parse_square(move))
        if position.must_pass:
            position = position.passed()
        positions.append(_position_json(position))
    discs = positions[-1]["discs"]
    return {"format": 1, "title": "Cerf Jonathan – Mimura Takuya", "event": "World Championship",
            "date": "1978", "result": f"{discs[0]}-{discs[1]}" if position.is_over else "",
            "opening": "Rose", "names": {"X": "Cerf Jonathan", "O": "Mimura Takuya"},
            "positions": positions, "moves": told,
            "players": {side: {"loss": round(loss, 2)} for side, loss in losses.items()},
            "finished": position.is_over, "note": "From move 43 on all scores are exact.",
            **others}
