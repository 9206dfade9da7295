"""The start of the real command: what it says when, and how it ends."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from signal import SIGKILL, SIGTERM
from typing import TypeAlias

import httpx
import pytest

from tamaya.server.run import cannot_listen
from tests.server.conftest import Postgres
from tests.server.servers import free_port

RUN = "import sys; from tamaya.cli import main; sys.argv[0] = 'tamaya'; main()"
PATIENCE = 120

Command: TypeAlias = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Command]:
    """Starts ``tamaya serve`` with options and variables."""
    running: list[subprocess.Popen[str]] = []

    def start(*options: str, **environment: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", RUN, "serve", "--no-browser", *options],
            env={**os.environ, "TAMAYA_HOME": str(tmp_path), "TAMAYA_PREPARE": "0", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        running.append(process)
        return process

    yield start
    for process in running:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, SIGKILL)
        process.communicate()


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def answers(port: int) -> bool:
    with suppress(httpx.HTTPError):
        return (
            httpx.get(f"http://127.0.0.1:{port}/ready", trust_env=False, timeout=PATIENCE).status_code == 200
        )
    return False


def test_the_address_is_told_once_the_server_listens(command: Command) -> None:
    port = free_port()
    process = command("--port", str(port))
    assert first_line(process).startswith(f"Tamaya is at http://127.0.0.1:{port}/")
    assert answers(port)
    process.send_signal(SIGTERM)
    _, errors = process.communicate(timeout=PATIENCE)
    assert errors == ""


def test_several_processes_start_one_after_the_other_and_then_tell_the_address(
    command: Command, postgres: Postgres
) -> None:
    port = free_port()
    process = command("--port", str(port), "--workers", "2", TAMAYA_DATABASE=postgres.fresh())
    assert first_line(process).startswith(f"Tamaya is at http://127.0.0.1:{port}/")
    assert answers(port)
    process.send_signal(SIGTERM)
    _, errors = process.communicate(timeout=PATIENCE)
    assert errors == ""
    assert process.returncode == 0


def test_several_processes_that_cannot_start_say_so_and_end_with_a_failure(
    command: Command, postgres: Postgres
) -> None:
    database = postgres.fresh()
    postgres.run(database, "CREATE TABLE alembic_version (version_num varchar(32))")
    postgres.run(database, "INSERT INTO alembic_version VALUES ('9999')")
    process = command("--workers", "2", TAMAYA_DATABASE=database)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode not in (0, None)
    assert output == ""
    assert errors.count("tamaya: ") == 1


def test_a_port_that_only_root_may_have_is_named() -> None:
    """What the system says to a user who is not root."""
    refused = cannot_listen("127.0.0.1", 80, PermissionError(errno.EACCES, "Permission denied"))
    assert str(refused).startswith("this user may not listen at port 80: choose one above 1023")
