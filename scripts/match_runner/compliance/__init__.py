"""Walks one engine through its protocol and reports what it gets wrong."""
