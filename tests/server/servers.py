"""Servers to test: the real one as a process of its own, and one in the test's own loop."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from signal import SIGKILL, SIGTERM

import httpx
import uvicorn
from fastapi import FastAPI

from tamaya.server.app import create_app
from tamaya.server.run import PROTOCOL
from tamaya.server.settings import Settings

# A test run that dies takes its servers along: they end when their input is closed.
_SERVE = """
import os, sys, threading
from tamaya.server.run import ServerPlan
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
ServerPlan(host="127.0.0.1", port=int(sys.argv[1]), workers=1).run(browser=False, log="json")
"""
START_TIME = 60.0
"""Seconds that a server may take to answer on a busy machine."""


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """The server as ``tamaya serve`` runs it, on a port that it keeps when it is started again."""

    def __init__(self, home: Path, database: str = "", prelude: str = "", **environment: str) -> None:
        """``prelude`` is Python that runs in the process before the server starts."""
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.home = home
        self.prelude = prelude
        self.log = home / f"server-{self.port}.log"
        self._environment = {
            **os.environ,
            "TAMAYA_HOME": str(home),
            "TAMAYA_DATABASE": database,
            "TAMAYA_BOT_DELAY": "0",
            "TAMAYA_CHANGES_A_SECOND": "100000",
            "TAMAYA_WORK_SHARE": "0",
            # Servers come and go here; kernels are compiled by the tests that need them.
            "TAMAYA_PREPARE": "0",
            **environment,
        }
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The server's process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, without waiting."""
        with self.log.open("ab") as log:
            # In a session of its own, so that the bots' processes can be found and ended with it.
            self._process = subprocess.Popen(
                [sys.executable, "-c", self.prelude + _SERVE, str(self.port)],
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait(self) -> None:
        """Wait until it answers."""
        assert self._process is not None
        deadline = time.monotonic() + START_TIME
        while time.monotonic() < deadline:
            assert self._process.poll() is None, self.log.read_text()
            with suppress(httpx.HTTPError):
                if httpx.get(f"{self.base}/health", trust_env=False).status_code == 200:
                    return
            time.sleep(0.05)
        raise AssertionError(f"the server does not answer:\n{self.log.read_text()}")

    def kill(self) -> None:
        """kill -9 the server itself, at once."""
        assert self._process is not None
        self._process.send_signal(SIGKILL)
        self._process.communicate()

    def terminate(self) -> int:
        """Ask it to end, and wait until it has; its exit code."""
        assert self._process is not None
        self._process.send_signal(SIGTERM)
        code = self._process.wait(START_TIME)
        self._process.communicate()
        return code

    def ended(self) -> int:
        """Wait until it has ended by itself; its exit code."""
        assert self._process is not None
        return self._process.wait(START_TIME)

    def has_left_something(self) -> bool:
        """Whether a process that the server started is still there."""
        try:
            os.killpg(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def clean_up(self) -> None:
        """End the server and whatever it started."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, SIGKILL)
            self._process.communicate()


@asynccontextmanager
async def serving(settings: Settings, *, prepare: bool = False) -> AsyncIterator[tuple[FastAPI, str]]:
    """The application in this very process, on a real port; its address."""
    app = create_app(replace(settings, prepare=prepare))
    config = uvicorn.Config(app, timeout_graceful_shutdown=1, **PROTOCOL)
    server = uvicorn.Server(config)
    # A socket that says it is TCP is not held up by Nagle's algorithm.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.bind(("127.0.0.1", 0))
        running = asyncio.create_task(server.serve(sockets=[listener]))
        async with asyncio.timeout(START_TIME):
            while not server.started:
                await asyncio.sleep(0.005)
                if running.done():
                    await running
        try:
            yield app, f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running
