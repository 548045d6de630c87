"""The games, one file each, each exporting its ``GAME``; ``engine.game.games`` finds them."""
