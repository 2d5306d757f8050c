#!/usr/bin/env python3
"""Hands a long job to many machines, in parts; --help says how."""
from match_runner.launch import launch

if __name__ == "__main__":
    launch("distribute.py", "cluster")
