"""Plays matches between Othello engines: the parts of scripts/match.py."""
