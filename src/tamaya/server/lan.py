"""At which addresses others in the same network find this machine."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress

from tamaya.server.addresses import is_loopback, read_address

EVERYWHERE = ("0.0.0.0", "::")
"""To listen there is to listen at every address of the machine."""
FAR = ("192.0.2.1", "192.168.255.255", "10.255.255.255", "172.31.255.255")
"""Where ways lead from a machine in a network: out of it first, then into the kinds of networks at home."""
VIRTUAL = ("docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "lxc", "lxd", "cni", "podman")
"""How interfaces are called that lead to programs on the same machine."""
SIOCGIFADDR = 0x8915
"""Linux: the address of an interface."""


def addresses_of(host: str, port: int) -> tuple[str, ...]:
    """Where others open a server that listens at a host; none, if only its own machine reaches it."""
    if is_loopback(host):
        return ()
    hosts = lan_addresses() if host in EVERYWHERE else (host,)
    return tuple(f"http://{f'[{each}]' if ':' in each else each}:{port}/" for each in hosts)


def lan_addresses() -> tuple[str, ...]:
    """The addresses of this machine in its networks, the one by which it reaches others first."""
    interfaces = dict(_interfaces())
    inside = {address for name, address in interfaces.items() if name.startswith(VIRTUAL)}
    found = dict.fromkeys([*_on_the_way(FAR), *interfaces.values(), *_named()])
    usable = [address for address in found if _is_usable(address) and address not in inside]
    # An address that a machine gave itself, because no router did, is better than none.
    return tuple(sorted(usable, key=lambda address: address.startswith("169.254.")))


def _is_usable(address: str) -> bool:
    found = read_address(address)
    return found is not None and found.version == 4 and not (found.is_loopback or found.is_unspecified)


def _on_the_way(places: Iterable[str]) -> Iterator[str]:
    """The address that this machine would send from. Nothing is sent."""
    for place in places:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((place, 9))
            yield str(probe.getsockname()[0])


def _interfaces() -> Iterator[tuple[str, str]]:
    """The interfaces and their addresses, where the system is Linux."""
    try:
        from fcntl import ioctl

        names = socket.if_nameindex()
    except (ImportError, OSError):
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in names:
            # Elsewhere, or without an address, it is refused.
            with suppress(OSError):
                answer = ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield name, socket.inet_ntoa(answer[20:24])


def _named() -> Iterator[str]:
    """The addresses that belong to the machine's name, which on some systems are all it has."""
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM):
            yield str(address[0])
