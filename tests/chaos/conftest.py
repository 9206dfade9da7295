"""The databases and the event loop of the server's tests."""

from tests.server.conftest import anyio_backend, postgres

__all__ = ["anyio_backend", "postgres"]
