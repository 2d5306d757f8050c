"""The game itself: its rules, and the openings that ship with the runner."""
