"""The programs that play: how to start one, talk to it and measure its time."""
