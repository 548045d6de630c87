"""The rules of the games: pure values and functions, no I/O but in ``__main__``, standard library alone."""
