"""Names and addresses: which a server answers to, who a proxy speaks for, and who counts as one visitor."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*", re.IGNORECASE)
_HOST = re.compile(r"(?:\[(?P<v6>[0-9a-fA-F:.]+)\]|(?P<name>[^\[\]:/@\s]+))(?::\d{0,5})?")
HOUSEHOLD = 64
"""How many bits of an IPv6 address name a household, which has as many addresses as it likes."""


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names that a server answers to.

    A page of another site may have its own name lead to this machine (DNS rebinding), and its scripts then
    talk to the server as if it were theirs. Their requests carry that name, which is none of ours. An address
    is no name that could be made to lead here.
    """

    names: frozenset[str]

    @classmethod
    def of_machine(cls, more: Iterable[str] = ()) -> KnownNames:
        """The names of this machine, and more."""
        return cls(frozenset({"localhost", *machine_names(), *(name.lower() for name in more)}))

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        name = host_name(host)
        return name is not None and (read_address(name) is not None or name in self.names)


def host_name(host: str) -> str | None:
    """The name or the address in a Host header, without the port; None for what is neither.

    >>> host_name("Hanabi.example.org:8484"), host_name("[::1]:80"), host_name("a b")
    ('hanabi.example.org', '::1', None)
    """
    found = _HOST.fullmatch(host)
    return (found["v6"] or found["name"]).lower().rstrip(".") if found else None


def machine_names() -> set[str]:
    """What this machine calls itself, and what others in the same network call it."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"} - {"", ".local"}


@dataclass(frozen=True, slots=True)
class Proxies:
    """The proxies that are believed what they say of a request."""

    networks: tuple[Network, ...] = ()

    def trust(self, address: str) -> bool:
        """Whether an address is that of a trusted proxy."""
        if not self.networks:
            return False
        found = read_address(address)
        return found is not None and any(found in network for network in self.networks)

    def client(self, forwarded: str) -> str | None:
        """Who asked, by ``X-Forwarded-For``: each proxy adds the address it was asked from, so the last one
        that is no proxy of ours. What stands before it may be invented."""
        seen: str | None = None
        for part in reversed(forwarded.split(",")):
            address = _without_port(part.strip())
            if read_address(address) is None:
                return seen
            seen = address
            if not self.trust(address):
                return seen
        return seen


def read_address(text: str) -> Address | None:
    """An address; an IPv4 address that is written as IPv6 is an IPv4 address."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def read_network(text: str) -> Network | None:
    """A network, or one address as a network of its own."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def household(address: str) -> str:
    """What counts as one visitor: an IPv4 address, or a network of IPv6.

    >>> household("192.0.2.7"), household("2001:db8::1:2:3"), household("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    found = read_address(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, HOUSEHOLD), strict=False))
    return str(found) if found else address


def is_loopback(address: str) -> bool:
    """Whether an address, or ``localhost``, is this machine and nothing else."""
    found = read_address(address)
    return address == "localhost" or (found is not None and found.is_loopback)


def _without_port(text: str) -> str:
    """An address as proxies write it, which may have a port or brackets.

    >>> _without_port("192.0.2.7:5000"), _without_port("[2001:db8::1]:5000"), _without_port("2001:db8::1")
    ('192.0.2.7', '2001:db8::1', '2001:db8::1')
    """
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
