"""One file a game: how its positions lie on the table, and what is said of them. Each exports ``LAYOUT``."""
