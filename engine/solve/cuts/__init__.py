"""Where the difficulties of a game's deals part, one file a game, named as the game is and exporting ``CUTS``."""
