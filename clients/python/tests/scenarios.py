"""Scenario fixtures (fixtures §5), told to a server that runs by clients of this package."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from faults import Fault, FaultyLink, Network, Party
from support import ROOT, Server, token
from truths_client import AsyncClient, ConnectionFailed, NotConnected, ProblemError, TransportKind
from truths_client.jsontext import write
from truths_client.transports import Endpoints, Link, make_link
from truths_client.transports.websocket import WebSocketLink

_STEPS = {
    "connect", "disconnect", "reconnect", "propose", "inject_fact", "approve", "reject", "consent", "pause", "resume", "cancel",
    "update_budget", "advance", "fault", "handshake", "replay", "expect"}
#: In a longer time clients would only poll, in milliseconds.
_LONG = 120_000
_TRANSPORTS = {
    "grpc": TransportKind.GRPC, "stream": TransportKind.GRPC, "in-process": TransportKind.GRPC,
    "sse+rest": TransportKind.SSE, "polling": TransportKind.REST, "rest+polling": TransportKind.REST}


@dataclass(frozen=True)
class Scenario:
    """One scenario of a file of `Fixtures/`."""

    id: str
    fixture: dict[str, Any] = field(hash=False, compare=False)

    @property
    def steps(self) -> list[tuple[str | None, str, dict[str, Any]]]:
        """Who acts, what they do, and with what."""
        steps: list[tuple[str | None, str, dict[str, Any]]] = []
        for step in self.fixture["scenario"]:
            if isinstance(step, str):
                steps.append((None, step, {}))
                continue
            name = next(name for name in step if name != "as")
            assert name in _STEPS, name
            arguments = dict(step[name])
            by = step.get("as")
            if name not in ("propose", "inject_fact", "update_budget"):
                by = arguments.pop("as", by)
            steps.append((by, name, arguments))
        return steps

    @property
    def clients(self) -> list[str]:
        """Those that connect, each once."""
        return list(dict.fromkeys(by for by, name, _ in self.steps if name == "connect" and by))

    def has(self, *names: str) -> bool:
        return any(name in names for _, name, _ in self.steps)

    @property
    def start(self) -> int:
        """The moment at which its clock begins, in milliseconds since 1970."""
        given = self.fixture.get("now")
        return int(datetime.fromisoformat(given).timestamp() * 1_000) if given else int(time.time()) * 1_000

    @property
    def needs_clock(self) -> bool:
        """Whether a server needs another clock than the world's."""
        return "now" in self.fixture or self.has("advance")

    @property
    def names_transports(self) -> bool:
        """Whether it is about which transport a client has."""
        for _, name, arguments in self.steps:
            if name == "connect" and "transport" in arguments:
                return True
            if name == "fault" and arguments["kind"] in ("block", "unblock"):
                return True
        return False


def read_scenarios() -> list[Scenario]:
    """All of the repository, in the order of their files."""
    found = []
    for path in sorted((ROOT / "Fixtures").rglob("*.json")):
        value = json.loads(path.read_text(encoding="utf-8"))
        for fixture in value if isinstance(value, list) else [value]:
            if isinstance(fixture, dict) and "scenario" in fixture:
                found.append(Scenario(fixture["id"], fixture))
    return found


class WorldClient(AsyncClient):
    """A client whose clock is the scenario's."""

    world: World

    def _now(self) -> int:
        return self.world.now

    def _plan_wake(self) -> None:
        pass

    def wake(self) -> None:
        self._wake()


class World(Network):
    """A scenario on its way: clients, their networks, and a clock that moves in `advance` alone."""

    def __init__(self, server: Server, transport: TransportKind | None, start: int, has_clock: bool, cuts: bool = False) -> None:
        """`transport` is what every client has; `None`: what the fixture says, with WebSocket for gRPC where there is none."""
        self.server, self.transport, self.has_clock, self.cuts = server, transport, has_clock, cuts
        self.now = start
        self.parties: dict[str, Party[WorldClient]] = {}
        self.faults: list[Fault] = []
        self.blocked: set[TransportKind] = set()
        self.failures: list[str] = []
        self._rounds = 0

    def busy(self) -> None:
        """Something is on its way."""
        self._rounds = 0

    async def play(self, scenario: Scenario) -> None:
        """Takes every step; what came otherwise is in :attr:`failures`."""
        first: str | None = None
        try:
            for number, (by, step, arguments) in enumerate(scenario.steps):
                name = by if by is not None else first or ""
                place = f"step {number + 1}, {name} {step}"
                try:
                    await self._take(step, arguments, name, by, place)
                except (ConnectionFailed, NotConnected, ProblemError) as fault:
                    self.failures.append(f"{place}: it cannot be taken: {fault}")
                    return
                first = first or (name if step == "connect" else None)
                await self.settle()
            self._compare_end(scenario.fixture.get("expected", {}))
        finally:
            for party in self.parties.values():
                await party.client.close()

    async def _take(self, step: str, arguments: dict[str, Any], name: str, by: str | None, place: str) -> None:
        if step == "connect":
            await self._connect(name, arguments)
            return
        if step == "advance":
            await self._advance(int(arguments["seconds"] * 1_000))
            return
        if step == "fault":
            self._add_fault(arguments, by)
            return
        if step == "replay":
            return
        party = self.parties[name]
        client = party.client
        if step == "disconnect":
            client.disconnect()
        elif step == "reconnect":
            party.is_down, party.down_until = False, None
            client.connect()
        elif step == "propose":
            await client.propose(arguments)
            if self.cuts and party.link:
                # The proposal is on its way when the connection breaks.
                await asyncio.sleep(0)
                party.link.break_now()
                # The clock stands still: each of the connections would count as one that lived no time at all.
                client.core._short_lived = 0
        elif step == "handshake":
            client.handshake(arguments)
        elif step == "expect":
            self._compare(arguments, client.view.to_json(), place)
        else:
            payload = {} if step in ("pause", "resume", "cancel") else arguments
            answer = await client.control(step, payload)  # type: ignore[arg-type]
            if answer.is_refused:
                raise ConnectionFailed(answer.reason)

    async def _connect(self, name: str, arguments: dict[str, Any]) -> None:
        if name in self.parties:
            await self.parties.pop(name).client.close()
        actor = {
            "type": "user", "user_id": name, "device_id": name, "org_id": "fixture", "roles": [], **arguments.get("actor", {})}
        wanted = arguments.get("transport", "h2-grpc")
        kind = self.transport or _TRANSPORTS.get(wanted) or TransportKind(wanted)

        def open_link(kind: TransportKind, endpoints: Endpoints) -> Link:
            return self._open_link(self.parties[name], kind, endpoints)

        command = self.server.words() + ["--stdio"] if kind is TransportKind.STDIO else None
        bearer = token(actor) if self.server.actor is None else None
        client = WorldClient(
            None if command else self.server.url, grpc=None if command else self.server.grpc, command=command, actor=actor,
            token=bearer, transport=kind, open_link=open_link, timeout=10)
        client.world = self
        self.parties[name] = party = Party(name, client)
        party.blocked = set(self.blocked)
        await client.start()

    def _open_link(self, party: Party[WorldClient], kind: TransportKind, endpoints: Endpoints) -> Link:
        self.busy()
        is_down = party.is_down and (party.down_until is None or party.down_until > self.now)
        if is_down or kind in party.blocked or (self.transport is not None and kind is not self.transport):
            raise ConnectionFailed(f"{kind.value} is not to be had")
        party.is_down, party.down_until = False, None
        # The fixture's gRPC is a stream in both directions, as WebSocket is.
        inner = WebSocketLink(endpoints) if kind is TransportKind.GRPC and not endpoints.grpc else make_link(kind, endpoints)
        return FaultyLink(inner, party, self, kind)

    def _add_fault(self, members: dict[str, Any], by: str | None) -> None:
        kind, client = members["kind"], members.get("client", by)
        chosen = [self.parties[client]] if client else list(self.parties.values())
        transports = {
            _TRANSPORTS.get(name) or TransportKind(name) for name in members.get("transports", ["h2-grpc", "websocket"])}
        is_chosen = any(name in members for name in ("event_type", "seq", "after"))
        if kind in ("block", "unblock"):
            if client is None:
                self.blocked = self.blocked | transports if kind == "block" else self.blocked - transports
            for party in chosen:
                party.blocked = party.blocked | transports if kind == "block" else party.blocked - transports
                if party.link and party.link.kind in party.blocked:
                    party.link.break_now()
        elif kind == "restore":
            for party in chosen:
                party.is_down, party.down_until = False, None
        elif kind == "cut" and not is_chosen:
            for party in chosen:
                self.take_down(party, members.get("seconds"))
                if party.link:
                    party.link.break_now()
        else:
            count = members.get("count", 2 if kind == "reorder" else 1)
            self.faults.append(Fault(
                kind, client, members.get("event_type"), members.get("seq"), members.get("after", 0), count,
                members.get("seconds")))

    def take_down(self, party: Party[Any], seconds: float | None) -> None:
        party.is_down = True
        party.down_until = None if seconds is None else self.now + int(seconds * 1_000)

    def striking(self, event: dict[str, Any], name: str) -> Fault | None:
        """The fault that strikes an event; those that spare it count it."""
        for fault in self.faults:
            if not fault.strikes(event, name):
                continue
            if fault.after > 0:
                fault.after -= 1
                continue
            fault.count -= 1
            if fault.kind == "reorder":
                fault.count += 1
            if fault.count <= 0 or fault.kind in ("cut", "reorder"):
                self.faults.remove(fault)
            return fault
        return None

    async def _advance(self, milliseconds: int) -> None:
        target = self.now + milliseconds
        await self.settle()
        if milliseconds > _LONG:
            # In more time clients would only poll.
            self.now = target - 1_000
            self._set_clock()
            await self.settle()
        while True:
            moments = [party.client.core.next_wake for party in self.parties.values()]
            moments += [party.link._hold_until for party in self.parties.values() if party.link]
            due = min((moment for moment in moments if moment is not None), default=target + 1)
            if due > target:
                break
            self.now = max(self.now, due)
            self._set_clock()
            await self.settle()
        self.now = target
        self._set_clock()
        if self.has_clock:
            # The server looks once a second what is due.
            await asyncio.sleep(1.1)
        for party in self.parties.values():
            party.is_struck = False
        await self.settle()

    def _set_clock(self) -> None:
        if self.has_clock:
            self.server.set_clock(self.now)

    async def settle(self) -> None:
        """Waits until nothing is on its way, ten seconds at most."""
        self.busy()
        for _ in range(5_000):
            for party in self.parties.values():
                if party.link:
                    party.link.tick()
                due = party.client.core.next_wake
                if due is not None and due <= self.now:
                    party.client.wake()
                    self.busy()
            await asyncio.sleep(0.002)
            self._rounds += 1
            if any(self._waits(party) for party in self.parties.values()):
                continue
            if self._rounds < 3:
                continue
            if self._rounds == 3:
                for party in self.parties.values():
                    if party.link:
                        party.link.release()
                continue
            late = await self._late()
            if not late:
                return
            if self.transport is TransportKind.REST:
                # Nobody waits for the next poll.
                for party in late:
                    self.now = max(self.now, party.client.core.next_wake or 0)
                    party.client.wake()
                    self.busy()
        self.failures.append("nobody has seen everything after ten seconds")

    @staticmethod
    def _waits(party: Party[WorldClient]) -> bool:
        """Whether something that this client sent, or began to open, has no answer yet."""
        core = party.client.core
        if party.client._opening is not None or core._is_resuming:
            return True
        if party.link and party.link._hold_until is not None:
            # What follows a delayed event waits behind it, answers too.
            return False
        if any(not future.done() for queue in party.client._controls.values() for future in queue):
            return True
        return core.is_connected and any(item.is_sent and not item.is_refused for item in core.outbox.values())

    async def _late(self) -> list[Party[WorldClient]]:
        """Connected clients that have not seen what the stream has, and from whom no fault keeps it."""
        connected = [
            party for party in self.parties.values() if party.client.core.is_connected and not party.is_struck
            and not (party.link and party.link._hold_until is not None)
            and (self.transport is not None or party.client.core.transport is not TransportKind.REST)]
        if not connected or self.transport is TransportKind.STDIO:
            return []
        someone = connected[0]
        by = dict(someone.client.core.actor)
        last = someone.client.view.seq
        answer = await asyncio.to_thread(self.server.ask, f"/events?since_seq={last}", by)
        if any(event.get("seq") for event in answer["events"]):
            current = answer["current_seq"]
        else:
            current = max(party.client.view.seq for party in connected)
        return [party for party in connected if party.client.view.seq < current]

    def _compare(self, expected: dict[str, Any], view: dict[str, Any], place: str) -> None:
        for name, value in expected.items():
            actual = view.get(name)
            if name == "same_output":
                # Who replays is the simulation.
                continue
            if self.transport is not None and name in ("connection_state", "indicator"):
                # The transport is what differs.
                if view["connection_state"] == "offline" or value == "offline":
                    pass
                else:
                    continue
            if self.cuts and name in ("seq", "events_seen", "duplicates", "resumed_at_seq"):
                # What is sent again has events of its own.
                continue
            if not self._is_so(name, value, actual):
                self.failures.append(f"{place}: {name} is {write(actual)}, and not {write(value)}")

    def _compare_end(self, expected: dict[str, Any]) -> None:
        """What stands beside the scenario is about the last decision, as far as its entry and the views say it."""
        decisions = [entry for entry in self.server.entries() if entry.get("entry_type") == "decision"]
        if not expected or not decisions:
            return
        told = dict(decisions[-1]["payload"])
        runs = [party.client.core.context.run(decisions[-1]["run_id"]) for party in self.parties.values()]
        for run in runs:
            if run and run.status == "halted" and told.get("status") == "waiting":
                # A run that was cancelled since is halted by that.
                told |= {"decision": "halted", "status": "halted", "truth_id": run.truth_id, "reason": run.reason}
        told["run_status"] = told.get("status")
        for name in ("decision", "truth_id", "reason", "run_status"):
            if name in expected and expected[name] != told.get(name):
                self.failures.append(f"expected: {name} is {told.get(name)}, and not {expected[name]}")
        if expected.get("reason_contains", "") not in (told.get("reason") or ""):
            self.failures.append(f"expected: {told.get('reason')} does not contain {expected['reason_contains']}")

    def _is_so(self, name: str, value: Any, actual: Any) -> bool:
        if name == "facts":
            return is_part(value, actual)
        if name == "provisional":
            if isinstance(value, bool):
                return value == bool(actual)
            return len(actual) == value if isinstance(value, int) else is_part(value, actual)
        if name == "indicator":
            color, label = actual["color"], actual.get("label")
            if isinstance(value, str):
                return value in (color, label, f"{color}, {label}" if label else color)
            return bool(value["color"] == color and value.get("label", label) == label)
        if name == "capabilities":
            return is_part(_without_offers(value), actual)
        return bool(value == actual) if value is not None else actual is None


def _without_offers(capabilities: dict[str, Any]) -> dict[str, Any]:
    """What a handshake is expected to say, without which transports there are: a server offers others than the simulation."""
    rest = {name: value for name, value in capabilities.items() if name not in ("capabilities", "streaming_supported")}
    inner = capabilities.get("capabilities", {})
    kept = {name: value for name, value in inner.items() if name not in ("transports", "default_transport")}
    return {**rest, "capabilities": kept} if kept else rest


def is_part(part: Any, whole: Any) -> bool:
    """Whether a partial list or object is in another one (fixtures §3)."""
    if isinstance(part, list):
        if not isinstance(whole, list):
            return False
        return all(any(is_part(element, other) for other in whole) for element in part) if part else not whole
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(is_part(value, whole.get(name)) for name, value in part.items())
    if isinstance(part, bool) or isinstance(whole, bool):
        return part is whole
    return bool(part == whole)


@asynccontextmanager
async def world(scenario: Scenario, transport: TransportKind | None, cuts: bool = False) -> AsyncIterator[World]:
    """A server over the repository's rules, and the scenario's world."""
    whole = {"type": "user", "org_id": "fixture", "roles": []}
    actor = None
    if transport is TransportKind.STDIO or scenario.has("update_budget"):
        name = scenario.clients[0]
        given = next(arguments.get("actor", {}) for by, step, arguments in scenario.steps if step == "connect")
        actor = {**whole, "user_id": name, "device_id": name, **given}
    facts = list(scenario.fixture.get("context", {}).get("facts", []))
    policies = scenario.fixture.get("policies", {}).items()
    facts += [{"type": "policy.set", "policy": name, "step": 1, "value": value} for name, value in policies]
    start = scenario.start
    server = await asyncio.to_thread(Server, ROOT / "truths", actor, facts, now=start if scenario.needs_clock else None)
    if transport is TransportKind.STDIO:
        # It is the client's to start.
        server.kill()
    try:
        yield World(server, transport, start, scenario.needs_clock, cuts)
    finally:
        server.close()

