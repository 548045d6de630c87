"""Where the difficulties of a game's deals part, one file a game, named as the game is and exporting ``CUTS``.

By option set, as ``difficulty.options_text`` writes it, the three measures that part its deals into four quarters, the
hardest first, as decimal texts. An option set without them has no difficulties.
"""
