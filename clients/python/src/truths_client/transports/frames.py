"""The messages of `converge.v1.SessionService` as Protocol Buffers have them: one field, `bytes json = 1`."""

from __future__ import annotations

from ..errors import ProtocolError


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
