#!/usr/bin/env python3
"""Plays matches between Othello engines; --help says how."""
from match_runner.launch import launch

if __name__ == "__main__":
    launch("match.py", "match_runner")
