"""What carries messages: each transport connects, carries them in order, and tells that a connection broke."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from ..effects import TransportKind
from ..errors import ConnectionFailed
from ..jsontext import JSONObject, JSONValue, text_of

#: The largest message that is taken in: a snapshot of 20,000 facts of some kilobytes.
LARGEST_MESSAGE = 64 << 20

#: A token of its bearer, or what gives one whenever it is needed.
Token: TypeAlias = "str | Callable[[], str] | None"


@dataclass(frozen=True)
class Endpoints:
    """Where a server is, and who speaks."""

    #: `http://127.0.0.1:8080`, for requests, server-sent events and WebSocket.
    url: str | None = None
    #: `127.0.0.1:9090`, for gRPC.
    grpc: str | None = None
    #: The words of a server that is started, for standard input and output.
    command: list[str] = field(default_factory=list)
    token: Token = None
    #: Whom proposals are made for, over transports whose handshake does not say it for the connection (server §9).
    on_behalf_of: str | None = None
    largest_message: int = LARGEST_MESSAGE
    #: Seconds in which a connection, or an answer to a request, has to come.
    timeout: float = 30.0

    def bearer(self) -> dict[str, str]:
        """The header that says who speaks; none without a token."""
        token = self.token() if callable(self.token) else self.token
        return {} if token is None else {"authorization": f"Bearer {token}"}


class Link(ABC):
    """One connection. `send` and `receive` are called by one task each; all raise :class:`ConnectionFailed` once it is broken."""

    @abstractmethod
    async def open(self) -> None:
        """Connects. Raises :class:`ConnectionFailed` where the transport is not to be had."""

    @abstractmethod
    async def send(self, message: JSONObject) -> None:
        """Sends a message of `sessions §1`, an object with one member."""

    @abstractmethod
    async def receive(self) -> str | bytes:
        """The next message, as JSON text of an object with one member."""

    @abstractmethod
    async def close(self) -> None:
        """Gives the connection up. Never raises."""


def told(problem: Mapping[str, JSONValue], message: Mapping[str, JSONValue]) -> JSONObject:
    """The message for a request that was refused: the answer that the problem document holds, else the problem."""
    if all(name in problem for name in ("to", "reason", "current_seq")):
        return {"answer": dict(problem)}
    to = text_of(message, "idempotency_key") or text_of(message, "control_type") or ""
    return {"problem": {**problem, "to": to}}


def make_link(kind: TransportKind, endpoints: Endpoints) -> Link:
    """A connection over a transport, not open yet.

    Raises :class:`ConnectionFailed` where it is not told where the transport leads, or its library is not installed.
    """
    try:
        if kind is TransportKind.STDIO and endpoints.command:
            from .stdio import StdioLink

            return StdioLink(endpoints)
        if kind is TransportKind.GRPC and endpoints.grpc:
            from .grpc import GRPCLink

            return GRPCLink(endpoints)
        if kind is TransportKind.WEBSOCKET and endpoints.url:
            from .websocket import WebSocketLink

            return WebSocketLink(endpoints)
        if kind in (TransportKind.SSE, TransportKind.REST) and endpoints.url:
            from .http import RequestLink

            return RequestLink(endpoints, is_pushed=kind is TransportKind.SSE)
    except ImportError as fault:
        raise ConnectionFailed(f"{kind.value}: {fault}; install truths-client[{kind.name.lower()}]") from fault
    raise ConnectionFailed(f"{kind.value}: no address is given for it")
