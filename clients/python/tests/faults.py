"""Networks on which something goes wrong, as the `fault` steps of scenarios say (fixtures §5.4)."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from truths_client import ConnectionFailed, TransportKind
from truths_client.jsontext import JSONObject, read_object
from truths_client.transports import Link

ClientType = TypeVar("ClientType")


@dataclass
class Fault:
    """A fault that waits for its event (fixtures §5.4)."""

    kind: str
    client: str | None
    event_type: str | None
    seq: int | None
    after: int
    count: int
    seconds: float | None

    def strikes(self, event: dict[str, Any], name: str) -> bool:
        return (
            self.client in (None, name) and self.event_type in (None, event.get("event_type"))
            and self.seq in (None, event.get("seq")))


class Network(ABC):
    """What links are told by, and tell."""

    #: Milliseconds since 1970.
    now: int

    @abstractmethod
    def busy(self) -> None:
        """Something is on its way."""

    @abstractmethod
    def striking(self, event: dict[str, Any], name: str) -> Fault | None:
        """The fault that strikes an event on its way to a client."""

    @abstractmethod
    def take_down(self, party: Party[Any], seconds: float | None) -> None:
        """Cuts a client's network, for so many seconds or until it is restored."""


class Party(Generic[ClientType]):
    """A client with its network."""

    def __init__(self, name: str, client: ClientType) -> None:
        self.name = name
        self.client = client
        self.blocked: set[TransportKind] = set()
        self.is_down = False
        self.down_until: int | None = None
        self.link: FaultyLink | None = None
        #: Whether an event was kept from it, which it learns of later.
        self.is_struck = False


class FaultyLink(Link):
    """A link that loses, doubles, delays and reorders events, as the faults of a world say."""

    def __init__(self, inner: Link, party: Party[Any], world: Network, kind: TransportKind) -> None:
        self.inner, self.party, self.world, self.kind = inner, party, world, kind
        self._arrived: asyncio.Queue[str | bytes | Exception] = asyncio.Queue()
        self._held: list[str | bytes] = []
        self._hold_until: int | None = None
        self._reordered: list[str | bytes] = []
        self._reorder_count = 0
        self._pump: asyncio.Task[None] | None = None
        self.open_requests = 0

    async def open(self) -> None:
        await self.inner.open()
        self.party.link = self
        self._pump = asyncio.create_task(self._read())

    async def send(self, message: JSONObject) -> None:
        self.world.busy()
        await self.inner.send(message)
        self.world.busy()

    async def receive(self) -> str | bytes:
        arrived = await self._arrived.get()
        if isinstance(arrived, Exception):
            raise arrived
        return arrived

    async def close(self) -> None:
        if self.party.link is self:
            self.party.link = None
        if self._pump:
            self._pump.cancel()
            # Two at once may not read.
            await asyncio.wait([self._pump])
        await self.inner.close()

    def break_now(self) -> None:
        """The connection is gone; what is on its way is lost."""
        while not self._arrived.empty():
            self._arrived.get_nowait()
        if self._pump:
            self._pump.cancel()
        self._arrived.put_nowait(ConnectionFailed("a fault of the scenario"))

    def tick(self) -> None:
        """Lets go what was delayed until now."""
        if self._hold_until is not None and self._hold_until <= self.world.now:
            self._hold_until = None
            for text in self._held:
                self._deliver(text)
            self._held = []

    def release(self) -> None:
        """Lets go what waits for others to come before it, since none come."""
        for text in reversed(self._reordered):
            self._deliver(text)
        self._reordered, self._reorder_count = [], 0

    def _deliver(self, text: str | bytes) -> None:
        self.world.busy()
        if self._hold_until is None:
            self._arrived.put_nowait(text)
        else:
            self._held.append(text)

    async def _read(self) -> None:
        try:
            while True:
                text = await self.inner.receive()
                self.world.busy()
                self._take(text)
        except ConnectionFailed as fault:
            self._arrived.put_nowait(fault)

    def _take(self, text: str | bytes) -> None:
        message = read_object(text)
        event = message.get("event")
        if not isinstance(event, dict):
            self._deliver(text)
            return
        fault = self.world.striking(event, self.party.name)
        if fault is None:
            self._enqueue(text)
        elif fault.kind == "duplicate":
            self._enqueue(text)
            self._enqueue(text)
        elif fault.kind == "delay":
            self._hold_until = self.world.now + int(1_000 * (fault.seconds if fault.seconds is not None else 1))
            self._enqueue(text)
        elif fault.kind == "reorder":
            self._reorder_count = fault.count
            self._enqueue(text)
        elif fault.kind == "drop":
            self.party.is_struck = True
        elif fault.kind == "cut":
            self.world.take_down(self.party, fault.seconds)
            self._arrived.put_nowait(ConnectionFailed("a fault of the scenario"))
            raise ConnectionFailed("a fault of the scenario")

    def _enqueue(self, text: str | bytes) -> None:
        if self._reorder_count == 0:
            self._deliver(text)
            return
        self._reordered.append(text)
        if len(self._reordered) == self._reorder_count:
            self.release()
