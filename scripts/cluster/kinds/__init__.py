"""The kinds of jobs: how each is cut, run and merged."""
