#!/usr/bin/env python3
"""Tunes constants of the search by games; --help says how."""
from match_runner.launch import launch

if __name__ == "__main__":
    launch("tune.py", "tuner")
