"""Searching for what can be won, in processes of its own: nothing of it runs where people are answered."""
