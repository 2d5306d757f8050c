"""What the results of games say: scores, Elo with its error, SPRT, ladders."""
