"""gRPC (server design §6): one stream in both directions, `converge.v1.SessionService/Session`, whose messages hold JSON."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import grpc.aio

from ..errors import ConnectionFailed, ProtocolError
from ..jsontext import JSONObject, write
from . import Endpoints, Link
from .frames import decode_frame, encode_frame

_METHOD = "/converge.v1.SessionService/Session"


class GRPCLink(Link):
    """A channel with one stream."""

    def __init__(self, endpoints: Endpoints) -> None:
        self._endpoints = endpoints
        self._channel: Any = None
        self._stream: Any = None

    async def open(self) -> None:
        address = (self._endpoints.grpc or "").removeprefix("https://").removeprefix("http://")
        options = [
            ("grpc.max_receive_message_length", self._endpoints.largest_message),
            ("grpc.keepalive_time_ms", 30_000), ("grpc.keepalive_timeout_ms", 10_000), ("grpc.enable_retries", 0)]
        if (self._endpoints.grpc or "").startswith("https://"):
            self._channel = grpc.aio.secure_channel(address, grpc.ssl_channel_credentials(), options)
        else:
            self._channel = grpc.aio.insecure_channel(address, options)
        try:
            async with asyncio.timeout(self._endpoints.timeout):
                await self._channel.channel_ready()
        except TimeoutError as fault:
            await self.close()
            raise ConnectionFailed("h2-grpc: no connection in time") from fault
        call = self._channel.stream_stream(_METHOD, request_serializer=encode_frame, response_deserializer=decode_frame)
        self._stream = call(metadata=tuple(self._endpoints.bearer().items()))

    async def send(self, message: JSONObject) -> None:
        await self._carry(self._stream.write(write(message).encode("utf-8")))

    async def receive(self) -> str | bytes:
        frame = await self._carry(self._stream.read())
        if not isinstance(frame, bytes):
            raise ConnectionFailed("h2-grpc: the server ended the stream")
        return frame

    async def close(self) -> None:
        if self._stream is not None:
            self._stream.cancel()
        if self._channel is not None:
            await self._channel.close()

    async def _carry(self, operation: Any) -> Any:
        try:
            return await operation
        except grpc.RpcError as fault:
            raise ConnectionFailed(f"h2-grpc: {fault}") from fault
        except (ProtocolError, grpc.aio.UsageError, grpc.aio.InternalError) as fault:
            raise ConnectionFailed(f"h2-grpc: {fault}") from fault
