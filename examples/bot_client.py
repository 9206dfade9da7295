"""A bot for the table server, in any language that speaks HTTP and WebSocket; here in Python.

    pip install httpx websockets
    python examples/bot_client.py http://127.0.0.1:8484/table/THE-ID-OF-THE-TABLE

It takes the first free seat of a table that has not started, and plays: cards it was told to be playable ones
by number while nothing is laid, else a clue, else a discard. The messages are described in
docs/reference/protocol.md.
"""

import asyncio
import json
import sys
from typing import Any

import httpx
import websockets


def choose(view: dict[str, Any]) -> str:
    """One of the actions that the view lists."""
    actions: list[str] = view["actions"]
    for slot, card in enumerate(view["hands"][view["seat"]], start=1):
        if "1" in card["yes"] and not any(view["displays"]):
            return f"p{slot}"
    clues = [action for action in actions if action[0] in "cf"]
    discards = [action for action in actions if action[0] == "d"]
    return (clues or discards or actions)[0]


async def play(address: str, name: str = "Robot") -> None:
    server, _, table = address.rpartition("/table/")
    async with httpx.AsyncClient(base_url=server) as http:
        await http.post("/api/me", json={"name": name})
        cookie = "; ".join(f"{key}={value}" for key, value in http.cookies.items())
    socket_address = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with websockets.connect(socket_address, additional_headers={"Cookie": cookie}) as socket:
        await socket.send(json.dumps({"type": "hello"}))
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "error":
                print(message["sentence"])
            if message["type"] == "table" and message["table"]["phase"] == "gathering":
                seats = message["table"]["seats"]
                free = [number for number, seat in enumerate(seats) if not seat["taken"]]
                if message["table"]["seat"] is None and free:
                    await socket.send(json.dumps({"type": "sit", "seat": free[0]}))
            view = message.get("view")
            if view and view["result"]:
                print(view["result"])
                return
            if view and view["seat"] is not None and view["turn"] == view["seat"]:
                action = {"type": "act", "action": choose(view), "seq": message["seq"]}
                await socket.send(json.dumps(action))


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1]))
