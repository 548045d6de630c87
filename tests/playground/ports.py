"""Ports that are still free when a test comes back to them."""

import os
import random
import socket

_LOWEST, _SPAN = 12_000, 900  # below those that systems give to whoever asks for any


def port_to_return_to() -> int:
    """Return a free port that neither the system gives away meanwhile nor a test in another process takes."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    first = _LOWEST + worker % 20 * _SPAN
    for port in random.sample(range(first, first + _SPAN), _SPAN):
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no port is free")
