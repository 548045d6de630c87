"""Games, moves and results in SQLite. Knows texts and numbers, no rules and no Discord."""
