"""The request by which a page learns how others reach the server."""

from __future__ import annotations

from fastapi import APIRouter, Request

from tamaya.server.addresses import is_loopback
from tamaya.server.lan import addresses_of
from tamaya.server.messages import ServerReach

router = APIRouter(prefix="/api")


@router.get("/here")
def show_reach(request: Request) -> ServerReach:
    """How others can open what the caller sees; told only at the server's own machine."""
    same = request.client is not None and is_loopback(request.client.host)
    if not same:
        return ServerReach(same_machine=False, alone=False, addresses=())
    host: str = request.app.state.host
    _, port = request.scope["server"]
    return ServerReach(same_machine=True, alone=is_loopback(host), addresses=addresses_of(host, port))
