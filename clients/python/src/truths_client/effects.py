"""Transports by their names, and what a client wants done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from .jsontext import JSONObject


class TransportKind(str, Enum):
    """A pipe that the protocol runs over (contract §13.7); the protocol is the same over each."""

    GRPC = "h2-grpc"
    WEBSOCKET = "websocket"
    #: Server-sent events for what comes, requests for what goes.
    SSE = "sse"
    #: Requests, polling every 5 seconds.
    REST = "rest"
    #: Standard input and output of a server that the client starts.
    STDIO = "stdio"

    @classmethod
    def named(cls, name: str) -> TransportKind:
        """The transport of a name, as the contract and the reference write it (sessions §9)."""
        known = {kind.value: kind for kind in cls} | {"grpc": cls.GRPC, "polling": cls.REST}
        if name not in known:
            raise ValueError(f"no transport is called {name!r}: it is one of {', '.join(known)}")
        return known[name]

    @property
    def is_streaming(self) -> bool:
        """Whether it is a live stream in both directions; the others are the degraded mode."""
        return self not in (TransportKind.SSE, TransportKind.REST)

    @property
    def is_pushed(self) -> bool:
        """Whether events come by themselves; where not, the client polls."""
        return self is not TransportKind.REST

    @property
    def fallbacks(self) -> list[TransportKind]:
        """What is tried, in order, where this one is preferred (contract §1.4)."""
        chains = {
            TransportKind.GRPC: [TransportKind.GRPC, TransportKind.SSE, TransportKind.REST],
            TransportKind.WEBSOCKET: [TransportKind.WEBSOCKET, TransportKind.SSE, TransportKind.REST],
            TransportKind.SSE: [TransportKind.SSE, TransportKind.REST]}
        return chains.get(self, [self])


@dataclass(frozen=True)
class Open:
    """Try to connect; then comes :meth:`ClientCore.opened` or :meth:`ClientCore.refused`.

    A connection that is open is given up once the new one is there.
    """

    kind: TransportKind


@dataclass(frozen=True)
class Close:
    """Give the connection up."""


@dataclass(frozen=True)
class Send:
    """Send a message of `sessions §1`."""

    message: JSONObject


Effect: TypeAlias = "Open | Close | Send"
