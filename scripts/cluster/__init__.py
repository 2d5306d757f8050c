"""Cuts long jobs into pieces, hands these to Slurm or GNU parallel, and merges the results."""
