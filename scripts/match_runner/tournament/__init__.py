"""Plays a whole schedule, several games at a time, and shows how far it has come."""
