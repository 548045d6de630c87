"""A Discord on one's own machine: its API on loopback and a page to use it. Knows nothing of any particular bot."""

from playground.clock import Clock
from playground.errors import PlaygroundError
from playground.server import DEFAULT_PORT, DEFAULT_TOKEN, Playground

__all__ = ["DEFAULT_PORT", "DEFAULT_TOKEN", "Clock", "Playground", "PlaygroundError"]
