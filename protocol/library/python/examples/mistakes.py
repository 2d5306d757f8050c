# %% [markdown]
# # Where was the game lost?
#
# This notebook judges the moves of a game, lists the mistakes and draws who was ahead. Editors such as
# Visual Studio Code, Spyder and Jupyter (with jupytext) run it cell by cell, and so does
#
#     python3 mistakes.py [GAME] [PICTURE]
#
# GAME is a file with a game in GGF, SGF, PGN or as moves.

# %% The game
import sys
from pathlib import Path

import emilia

if len(sys.argv) > 1:
    game = emilia.Game.read(Path(sys.argv[1]).read_text(encoding="utf-8"))
else:
    game = emilia.Game("f5d6c3d3c4f4c5b3c2b4e3e6e7e2f3d2c7g3e1f1b6c6d1f2b5d7d8g4g5a4a6"
                       "f8a5f7a3e8f6c8h5h3b7g6g2b8g1b1h4h6h7h8g8g7a8b2c1h1paa1a2a7pah2",
                       black="Black", white="White")
print(game, "-", game.opening or "no opening with a name")

# %% Every move, judged
engine = emilia.Engine()
analyzed = engine.analyze_game(game, level=10)

# %% The mistakes
for move in analyzed.moves:
    if move.turning_point:
        print(f"{move.index + 1:2}. {move.color.name.lower()} {move.played.move} "
              f"lost {move.loss:g} discs; best was {move.best.move}")

# %% The picture
import matplotlib.pyplot as plt

numbers = [move.index + 1 for move in analyzed.moves]
black_ahead = [move.best.estimate * (1 if move.color == emilia.Color.BLACK else -1)
               for move in analyzed.moves]
figure, axes = plt.subplots(figsize=(8, 3.2), layout="constrained")
axes.axhline(0, color="gray", linewidth=0.8)
axes.step(numbers, black_ahead, where="post", color="black", linewidth=1.2)
for color, marker in ((emilia.Color.BLACK, "black"), (emilia.Color.WHITE, "white")):
    mistakes = [move for move in analyzed.moves if move.turning_point and move.color == color]
    if not mistakes:
        continue
    axes.scatter([move.index + 1 for move in mistakes],
                 [black_ahead[numbers.index(move.index + 1)] for move in mistakes],
                 s=[30 + 8 * move.loss for move in mistakes], color=marker, edgecolor="crimson",
                 zorder=3, label=f"mistakes of {color.name.lower()}")
axes.set(xlabel="move", ylabel="discs that black is ahead", xlim=(0, 61))
if axes.get_legend_handles_labels()[0]:
    axes.legend()
if len(sys.argv) > 2:
    figure.savefig(sys.argv[2], dpi=100)
else:
    plt.show()
