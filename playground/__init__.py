"""A Discord on one's own machine: its API on loopback and a page to use it. Knows nothing of any particular bot."""
