"""gRPC (server design §6): one stream in both directions, `converge.v1.SessionService/Session`, whose messages hold JSON."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import grpc.aio

from ..errors import ConnectionFailed, ProtocolError
from ..jsontext import JSONObject, write
from . import Endpoints, Link

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


def encode_frame(json: bytes) -> bytes:
    """`ClientMessage {bytes json = 1;}` as Protocol Buffers have it."""
    length, size = len(json), bytearray(b"\x0a")
    while length >= 0x80:
        size.append(length & 0x7F | 0x80)
        length >>= 7
    size.append(length)
    return bytes(size) + json


def decode_frame(frame: bytes) -> bytes:
    """The `json` of a `ServerMessage {bytes json = 1;}`; other fields are passed over.

    Raises :class:`ProtocolError` where the frame is none.
    """
    json, place = b"", 0
    while place < len(frame):
        tag, place = _varint(frame, place)
        kind = tag & 7
        if kind == 0:
            _, place = _varint(frame, place)
            continue
        if kind == 2:
            length, place = _varint(frame, place)
        elif kind in (1, 5):
            length = 8 if kind == 1 else 4
        else:
            raise ProtocolError("a message of gRPC has a field of an unknown kind")
        if place + length > len(frame):
            raise ProtocolError("a message of gRPC is truncated")
        if tag == 0x0A:
            json = frame[place : place + length]
        place += length
    return json


def _varint(frame: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while place < len(frame) and shift < 64:
        byte = frame[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, place
        shift += 7
    raise ProtocolError("a message of gRPC is truncated")
