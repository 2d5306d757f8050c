"""Engine-vs-engine matches of Othello: the parts of scripts/match.py."""
