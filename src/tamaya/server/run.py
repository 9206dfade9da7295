"""Start a server: on this machine for a family, or for a club."""

from __future__ import annotations

import ipaddress
import os
import socket
import threading
import time
import urllib.request
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import uvicorn

from tamaya.rules import ImpossibleTable
from tamaya.server.settings import Settings
from tamaya.server.worker_metrics import shared_numbers

PORT = 8484
"""The usual one: 8-4-8-4 is easy to type."""
LARGEST_MESSAGE = 16_384


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
        if workers > 1 and not Settings.from_environment().database.startswith("postgresql"):
            raise ImpossibleTable("refused.needs-postgres")
        return cls(host, _free_port(host) if port is None else port, workers)

    @property
    def address(self) -> str:
        """What to type into a browser."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}/"

    @property
    def is_private(self) -> bool:
        """Whether only this machine can reach it."""
        try:
            return self.host == "localhost" or ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def run(self, *, browser: bool, log: Literal["quiet", "json"]) -> None:
        """Serve tables until the process is stopped."""
        if browser:
            threading.Thread(target=_open_when_ready, args=[self.address], daemon=True).start()
        os.environ["TAMAYA_LOG"] = log
        with shared_numbers(self.workers):
            self._serve()

    def _serve(self) -> None:
        uvicorn.run(
            "tamaya.server.app:create_app",
            factory=True,
            host=self.host,
            port=self.port,
            workers=self.workers if self.workers > 1 else None,
            log_config=None,
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
        )


def _free_port(host: str) -> int:
    """The usual port, or the next one that is free."""
    for port in range(PORT, PORT + 50):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise ImpossibleTable("refused.no-port", first=PORT, last=PORT + 49)


def _open_when_ready(address: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"{address}health", timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)
