"""Where others in the same network find the server."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tamaya.server import lan
from tamaya.server.database import sqlite_url
from tamaya.server.settings import Settings
from tests.server.driver import people
from tests.server.servers import serving

pytestmark = pytest.mark.anyio


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """A machine with a home network, a second one, containers, and a name of its own."""
    has = {
        "way": ["192.168.1.20"],
        "interfaces": [
            "lo 127.0.0.1",
            "wlan0 192.168.1.20",
            "eth0 10.0.0.5",
            "docker0 172.17.0.1",
            "usb0 169.254.3.4",
        ],
        "named": ["127.0.1.1"],
    }

    def interfaces() -> Iterator[tuple[str, str]]:
        for line in has["interfaces"]:
            name, _, address = line.partition(" ")
            yield name, address

    monkeypatch.setattr(lan, "_on_the_way", lambda _: iter(has["way"]))
    monkeypatch.setattr(lan, "_interfaces", interfaces)
    monkeypatch.setattr(lan, "_named", lambda: iter(has["named"]))
    return has


async def test_the_way_out_comes_first_and_containers_do_not_count(machine: dict[str, list[str]]) -> None:
    assert lan.lan_addresses() == ("192.168.1.20", "10.0.0.5", "169.254.3.4")


async def test_a_way_that_leads_into_a_container_is_none(machine: dict[str, list[str]]) -> None:
    machine["way"].append("172.17.0.1")
    assert "172.17.0.1" not in lan.lan_addresses()


async def test_a_system_that_tells_no_interfaces_has_its_way_and_its_name(
    machine: dict[str, list[str]],
) -> None:
    machine["interfaces"].clear()
    machine["named"].append("10.0.0.7")
    assert lan.lan_addresses() == ("192.168.1.20", "10.0.0.7")


async def test_a_machine_without_a_network_has_no_addresses(machine: dict[str, list[str]]) -> None:
    machine["way"].clear()
    machine["interfaces"][:] = ["lo 127.0.0.1"]
    assert lan.lan_addresses() == ()


async def test_a_machine_that_refuses_every_question_has_no_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Unreachable(socket.socket):
        def connect(self, _address: object) -> None:
            raise OSError(101, "Network is unreachable")

    def refuse(*_: object) -> object:
        raise OSError

    monkeypatch.setattr(socket, "socket", Unreachable)
    monkeypatch.setattr(socket, "if_nameindex", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert lan.lan_addresses() == ()


async def test_the_real_machine_can_be_asked() -> None:
    for address in lan.lan_addresses():
        assert not address.startswith("127.")


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("127.0.0.1", ()),
        ("localhost", ()),
        ("::1", ()),
        ("0.0.0.0", ("http://192.168.1.20:8484/", "http://10.0.0.5:8484/", "http://169.254.3.4:8484/")),
        ("192.168.1.20", ("http://192.168.1.20:8484/",)),
        ("2001:db8::1", ("http://[2001:db8::1]:8484/",)),
    ],
)
async def test_a_server_is_found_where_it_listens(
    machine: dict[str, list[str]], host: str, addresses: tuple[str, ...]
) -> None:
    assert lan.addresses_of(host, 8484) == addresses


async def test_a_page_on_the_same_machine_learns_the_addresses(
    machine: dict[str, list[str]], tmp_path: Path
) -> None:
    settings = Settings(sqlite_url(tmp_path / "db"), host="0.0.0.0")
    async with serving(settings) as (_, base), people(base, "") as (guest,):
        here = (await guest.get("/api/here")).json()
        port = urlsplit(base).port
        assert (here["same_machine"], here["alone"]) == (True, False)
        assert here["addresses"][0] == f"http://192.168.1.20:{port}/"


async def test_a_server_of_one_machine_says_so(machine: dict[str, list[str]], tmp_path: Path) -> None:
    async with serving(Settings(sqlite_url(tmp_path / "db"))) as (_, base), people(base, "") as (guest,):
        here = (await guest.get("/api/here")).json()
        assert here == {"same_machine": True, "alone": True, "addresses": []}


async def test_others_do_not_learn_the_addresses_of_the_machine(
    machine: dict[str, list[str]], tmp_path: Path
) -> None:
    settings = Settings(sqlite_url(tmp_path / "db"), host="0.0.0.0", proxies=(ip_network("127.0.0.1"),))
    async with serving(settings) as (_, base), people(base, "") as (guest,):
        response = await guest.http.get("/api/here", headers={"X-Forwarded-For": "198.51.100.1"})
        assert response.json() == {"same_machine": False, "alone": False, "addresses": []}
