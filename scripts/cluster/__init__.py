"""Cuts long jobs into parts, hands these to Slurm or GNU parallel, and merges the results."""
