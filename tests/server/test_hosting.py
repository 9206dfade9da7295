"""What the files for hosting name exists: options, variables, files, headers."""

from __future__ import annotations

import re
import shlex
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from tamaya.cli.main import command
from tamaya.server import settings
from tamaya.words import ENGLISH

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FILES = sorted(file.name for file in DEPLOY.iterdir() if file.is_file())
CHAPTER = (ROOT / "docs" / "how-to" / "host-a-club.md").read_text(encoding="utf-8")
TABLE = (ROOT / "docs" / "how-to" / "run-a-server.md").read_text(encoding="utf-8")

ELSEWHERE = {"TAMAYA_HOME", "TAMAYA_LANGUAGE", "NUMBA_CACHE_DIR"}
"""Variables that others than the server read."""
OF_COMPOSE = {"TAMAYA_NAME", "TAMAYA_UPSTREAM"}
"""What compose.yaml and the Caddyfile say to each other."""
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Request-ID")


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def options_of_serve() -> set[str]:
    serve = command(ENGLISH).get_command(None, "serve")
    return {name for one in serve.params for name in (*one.opts, *one.secondary_opts)}


def variables_of_settings() -> set[str]:
    source = Path(settings.__file__).read_text(encoding="utf-8")
    return set(re.findall(r'"(TAMAYA_[A-Z_]+)"', source))


def rows() -> list[list[str]]:
    """The cells of the table of options and variables."""
    part = TABLE.partition("| option | variable | meaning |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.split(" | ")] for line in part.splitlines()[2:]]


def words_of_command(line: str) -> list[str]:
    return [word for word in shlex.split(line) if word.startswith("--")]


# The table of options and variables.


def test_the_table_has_every_option_of_the_command_and_no_other() -> None:
    told = {name for row in rows() for name in re.findall(r"`(--[a-z-]+)`", row[0])}
    assert told == options_of_serve() - {"--help"}


def test_the_table_has_every_variable_and_no_other() -> None:
    told = {name for row in rows() for name in re.findall(r"`([A-Z_]+)`", row[1])}
    assert told == variables_of_settings() | ELSEWHERE


def test_every_default_in_the_table_is_that_of_the_settings() -> None:
    defaults = {
        "TAMAYA_CHANGES_A_SECOND": settings.Settings.changes_a_second,
        "TAMAYA_CONNECTIONS": settings.Settings.connections,
        "TAMAYA_CONNECTIONS_AN_ADDRESS": settings.Settings.connections_an_address,
        "TAMAYA_HEAD_SECONDS": settings.Settings.head_seconds,
        "TAMAYA_BODY_SECONDS": settings.Settings.body_seconds,
        "TAMAYA_BOT_DELAY": settings.Settings.bot_delay,
        "TAMAYA_BOT_LIMIT": settings.Settings.bot_limit,
    }
    for row in rows():
        name = row[1].strip("`")
        if name in defaults:
            assert f"; {defaults[name]:g}" in row[2], name


# The files.


@pytest.mark.parametrize("name", FILES)
def test_a_variable_in_a_file_for_hosting_is_one_that_the_server_reads(name: str) -> None:
    known = variables_of_settings() | ELSEWHERE | OF_COMPOSE
    assert set(re.findall(r"\bTAMAYA_[A-Z_]+\b", read(name))) <= known


def test_a_variable_in_the_chapter_is_one_that_the_server_reads() -> None:
    known = variables_of_settings() | ELSEWHERE | OF_COMPOSE
    assert set(re.findall(r"\bTAMAYA_[A-Z_]+\b", CHAPTER)) <= known


@pytest.mark.parametrize("name", sorted(set(FILES) - {"Dockerfile.dockerignore"}))
def test_the_chapter_shows_every_file_as_it_is(name: str) -> None:
    assert f"```{{literalinclude}} ../../deploy/{name}\n" in CHAPTER


def test_the_service_and_the_chapter_start_the_command_with_options_that_it_has() -> None:
    lines = re.findall(r"^ExecStart=(/.*)$", read("tamaya.service") + CHAPTER, re.MULTILINE)
    assert len(lines) == 2
    for line in lines:
        assert line.startswith("/opt/tamaya/bin/tamaya serve ")
        assert set(words_of_command(line)) <= options_of_serve()


def test_the_service_is_no_root_keeps_its_folders_and_is_started_again() -> None:
    lines = set(read("tamaya.service").splitlines())
    assert {
        "User=tamaya",
        "StateDirectory=tamaya",
        "Environment=TAMAYA_HOME=/var/lib/tamaya",
        "EnvironmentFile=/etc/tamaya.env",
        "Restart=on-failure",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
    } <= lines
    assert "MemoryDenyWriteExecute=yes" not in lines


def test_the_settings_of_the_service_can_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TAMAYA_HOME", str(tmp_path))
    for line in read("tamaya.env").splitlines():
        # What is commented out must be right, too.
        if found := re.fullmatch(r"#?(TAMAYA_[A-Z_]+)=(.*)", line):
            monkeypatch.setenv(found[1], found[2])
    chosen = settings.Settings.from_environment()
    assert chosen.public_names == ("hanabi.example.org",)
    assert chosen.proxies == (ip_network("127.0.0.1"), ip_network("::1"))
    assert chosen.database == "postgresql+asyncpg:///tamaya?host=/var/run/postgresql"


def test_nginx_overwrites_what_clients_say_and_passes_sockets_on() -> None:
    text = read("nginx.conf")
    sent = dict(re.findall(r"proxy_set_header ([A-Za-z-]+)\s+(\S+);", text))
    assert set(FORWARDED) <= sent.keys()
    assert sent["X-Forwarded-For"] == "$remote_addr"
    assert (sent["Host"], sent["Upgrade"], sent["Connection"]) == (
        "$host",
        "$http_upgrade",
        "$connection_upgrade",
    )
    assert "proxy_http_version 1.1;" in text


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_proxies_lead_to_the_server_and_keep_the_numbers_inside(name: str) -> None:
    text = read(name)
    assert "127.0.0.1:8484" in text
    assert "/metrics" in text
    assert "/ready" in text
    assert "X-Request-ID" in text


def test_the_image_has_no_root_a_check_and_options_that_exist() -> None:
    text = read("Dockerfile").replace("\\\n", " ")
    assert re.findall(r"^FROM \S+(?: AS (\w+))?$", text, re.MULTILINE) == ["build", ""]
    assert re.findall(r"^USER (\w+)$", text, re.MULTILINE) == ["tamaya"]
    assert "/health" in re.findall(r"^HEALTHCHECK .*$", text, re.MULTILINE)[0]
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", text, re.MULTILINE)
    words = yaml.safe_load(entry)
    assert words[:2] == ["tamaya", "serve"]
    assert {word for word in words if word.startswith("--")} <= options_of_serve()
    for source in re.findall(r"^COPY (?!--from)(\S+) ", text, re.MULTILINE):
        assert (ROOT / source).exists()


def test_what_the_image_is_built_from_is_let_through() -> None:
    kept = [line[1:] for line in read("Dockerfile.dockerignore").splitlines() if line.startswith("!")]
    assert {"pyproject.toml", "hatch_build.py", "requirements", "src", "web"} <= set(kept)
    assert [name for name in kept if not (ROOT / name).exists()] == []


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(read("compose.yaml"))
    return found


def test_compose_has_all_that_it_names(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == {"tamaya", "postgres", "caddy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert set(service["networks"]) <= set(compose["networks"])
        assert service["logging"]["options"]["max-size"]
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in compose["volumes"]
    build = services["tamaya"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).samefile(DEPLOY / "Dockerfile")


def test_compose_trusts_its_own_network_and_opens_the_proxy_alone(compose: dict[str, Any]) -> None:
    services = compose["services"]
    (subnet,) = compose["networks"]["inside"]["ipam"]["config"]
    assert services["tamaya"]["environment"]["TAMAYA_PROXIES"] == subnet["subnet"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    assert services["caddy"]["environment"]["TAMAYA_UPSTREAM"] == "tamaya:8484"


def test_compose_starts_the_command_with_options_that_it_has(compose: dict[str, Any]) -> None:
    given = compose["services"]["tamaya"]["command"]
    assert {word for word in given if word.startswith("--")} <= options_of_serve()
    database = compose["services"]["tamaya"]["environment"]["TAMAYA_DATABASE"]
    assert settings.async_address(database).startswith("postgresql+asyncpg://tamaya:")
