"""Tunes the constants of the midgame search by games between two settings of them."""
