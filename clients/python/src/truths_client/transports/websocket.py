"""WebSocket (server §7)."""

from __future__ import annotations

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from ..errors import ConnectionFailed
from ..jsontext import JSONObject, write
from . import Endpoints, Link


class WebSocketLink(Link):
    """Both directions over one connection."""

    def __init__(self, endpoints: Endpoints) -> None:
        self._endpoints = endpoints
        self._socket: ClientConnection | None = None

    async def open(self) -> None:
        url = (self._endpoints.url or "").rstrip("/") + "/stream"
        # http becomes ws, and https wss.
        url = "ws" + url.removeprefix("http")
        try:
            self._socket = await connect(
                url, subprotocols=[Subprotocol("converge.v1")], additional_headers=self._endpoints.bearer(),
                max_size=self._endpoints.largest_message, max_queue=16, open_timeout=self._endpoints.timeout, close_timeout=2,
                compression=None, user_agent_header=None)
        except InvalidStatus as fault:
            raise ConnectionFailed(f"websocket: the server answers {fault.response.status_code}") from fault
        except (WebSocketException, OSError, TimeoutError, ValueError) as fault:
            raise ConnectionFailed(f"websocket: {fault}") from fault

    async def send(self, message: JSONObject) -> None:
        if self._socket is None:
            raise ConnectionFailed("websocket: it is not open")
        try:
            await self._socket.send(write(message))
        except ConnectionClosed as fault:
            raise ConnectionFailed(f"websocket: {fault}") from fault

    async def receive(self) -> str | bytes:
        if self._socket is None:
            raise ConnectionFailed("websocket: it is not open")
        try:
            return await self._socket.recv()
        except ConnectionClosed as fault:
            raise ConnectionFailed(f"websocket: {fault}") from fault

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
