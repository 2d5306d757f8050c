"""One game after the other: the schedule, how a game is judged, and the records on disk."""
