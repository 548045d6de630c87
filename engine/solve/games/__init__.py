"""The methods of search, one file a game, named as the game is and exporting ``search``."""
