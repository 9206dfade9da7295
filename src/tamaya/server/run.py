"""Start a server: on this machine for a family, or for a club."""

from __future__ import annotations

import errno
import os
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from tamaya.rules import ImpossibleTable
from tamaya.server.addresses import is_loopback
from tamaya.server.connections import LONGEST_HEAD, HttpConnection, SocketConnection
from tamaya.server.settings import LOOPBACK, Settings
from tamaya.server.worker_metrics import shared_numbers

PORT = 8484
"""The usual one: 8-4-8-4 is easy to type."""
LARGEST_MESSAGE = 16_384
EVERYWHERE = "0.0.0.0"
FILES_BESIDE = 200
"""Files that a server may have open besides its connections."""
START_SECONDS = 600.0
"""How long the first of several workers may take; it brings the database up to date."""
PROTOCOL: dict[str, Any] = {
    # h11 reads a head up to a length, and no further; httptools has no such limit.
    "http": HttpConnection,
    "h11_max_incomplete_event_size": LONGEST_HEAD,
    "ws": SocketConnection,
    "ws_max_size": LARGEST_MESSAGE,
    "ws_per_message_deflate": False,
    # The door reads what proxies say: by default it believes none.
    "proxy_headers": False,
    "server_header": False,
    "access_log": False,
    "log_config": None,
}
"""How uvicorn speaks with the world."""


@dataclass(frozen=True, slots=True)
class ServerPlan:
    """Where a server will be, before it is there."""

    host: str
    port: int
    workers: int

    @classmethod
    def make(cls, *, host: str, port: int | None, data: Path | None, workers: int) -> ServerPlan:
        """Choose a port and see that the rest goes together."""
        if data is not None:
            data.mkdir(parents=True, exist_ok=True)
            os.environ["TAMAYA_HOME"] = str(data)
        settings = Settings.from_environment()
        if workers > 1 and not settings.database.startswith("postgresql"):
            raise ImpossibleTable("refused.needs-postgres")
        return cls(host, free_port(host) if port is None else port, workers)

    @property
    def address(self) -> str:
        """What to type into a browser on this machine."""
        host = LOOPBACK if self.host == EVERYWHERE else "::1" if self.host == "::" else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def is_private(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host)

    def run(
        self, *, browser: bool, log: Literal["quiet", "json"], announce: Callable[[], None] = lambda: None
    ) -> None:
        """Serve tables until the process is stopped; ``announce`` is called once it listens."""
        os.environ["TAMAYA_LOG"] = log
        os.environ["TAMAYA_HOST"] = self.host
        _allow_files(Settings.from_environment().connections)
        listeners = _listen(self.host, self.port)
        config = uvicorn.Config(
            "tamaya.server.app:create_app",
            factory=True,
            host=self.host,
            port=self.port,
            workers=self.workers,
            timeout_graceful_shutdown=5,
            **PROTOCOL,
        )

        def tell() -> None:
            announce()
            if browser:
                threading.Thread(target=webbrowser.open, args=[self.address], daemon=True).start()

        try:
            with shared_numbers(self.workers):
                if self.workers > 1:
                    _Workers(config, listeners, tell).run()
                else:
                    _Server(config, tell).run(listeners)
        except KeyboardInterrupt:
            pass
        except OSError as error:
            raise cannot_listen(self.host, self.port, error) from error


class _Server(uvicorn.Server):
    """A server that says when it listens."""

    def __init__(self, config: uvicorn.Config, tell: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets)
        except OSError:
            # The port was taken by another program while the application started.
            await self.lifespan.shutdown()
            raise
        self._tell()


class _Workers(Multiprocess):
    """Several processes on the same sockets. The first one brings the database up to date for all."""

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], tell: Callable[[], None]
    ) -> None:
        super().__init__(config, sockets)
        self._tell = tell

    def init_processes(self) -> None:
        wanted, self.processes_num = self.processes_num, 1
        super().init_processes()
        if self.processes[0].wait_until_ready(START_SECONDS, self.should_exit):
            self.processes_num = wanted - 1
            super().init_processes()
            self._tell()
        self.processes_num = wanted

    def run(self) -> None:
        super().run()
        if any(process.exitcode == STARTUP_FAILURE for process in self.processes):
            raise SystemExit(STARTUP_FAILURE)


def free_port(host: str) -> int:
    """The usual port, or the next one that is free."""
    for port in range(PORT, PORT + 50):
        try:
            _close(_bind(host, port))
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                continue
            raise cannot_listen(host, port, error) from error
        return port
    raise ImpossibleTable("refused.no-port", first=PORT, last=PORT + 49)


def _listen(host: str, port: int) -> list[socket.socket]:
    """The sockets of an address, which no other program has."""
    try:
        return _bind(host, port)
    except OSError as error:
        raise cannot_listen(host, port, error) from error


def _bind(host: str, port: int) -> list[socket.socket]:
    bound: list[socket.socket] = []
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            listener = socket.socket(family, kind, protocol)
            bound.append(listener)
            if os.name == "posix":
                # Elsewhere this would let two programs have the same port.
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                # "::" is every address of either kind.
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, host != "::")
            listener.bind(address)
            listener.set_inheritable(True)
    except OSError:
        _close(bound)
        raise
    return bound


def _close(sockets: Sequence[socket.socket]) -> None:
    for each in sockets:
        each.close()


def cannot_listen(host: str, port: int, error: OSError) -> ImpossibleTable:
    """Why an address cannot be had."""
    if error.errno == errno.EADDRINUSE:
        return ImpossibleTable("refused.port-taken", port=port)
    if error.errno in (errno.EACCES, errno.EPERM):
        return ImpossibleTable("refused.port-reserved", port=port)
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return ImpossibleTable("refused.no-such-host", host=host)
    return ImpossibleTable("refused.start-failed", cause=error.strerror or str(error))


def _allow_files(connections: int) -> None:
    """Let the process have a file for each connection, as far as the system allows; often it is 1,024."""
    try:
        import resource
    except ImportError:  # On Windows there is no such limit.
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + FILES_BESIDE
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
