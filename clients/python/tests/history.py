"""Events that tests make up, and a small session that answers what a client asks."""

from __future__ import annotations

import random
from typing import Any

from support import ANN
from truths_client import ClientCore, Send, TransportKind
from truths_client.context import ContextView
from truths_client.effects import Effect
from truths_client.jsontext import write
from truths_client.messages import Event


def event(seq: int, event_type: str, run: int = 1, **payload: Any) -> dict[str, Any]:
    """An event of a run, in the form of contract §13.3."""
    members = {
        "job_id": f"job_{run}", "stream_id": "str_1", "seq": seq, "context_version": seq, "correlation_id": f"cor_{run}",
        "trace_id": f"trc_{run}", "event_type": event_type, "timestamp": "2026-01-01T00:00:00Z"}
    top: dict[str, Any] = {name: payload.pop(name) for name in ("stream_id", "prev_seq") if name in payload}
    return {**members, **top, "payload": {"run_id": f"run_{run}", "correlation_id": f"cor_{run}", **payload}}


def fact(seq: int, run: int = 1, name: str = "order.placed", entry: str | None = None, **members: Any) -> dict[str, Any]:
    """A fact of the ledger."""
    entry_members = {name: members.pop(name) for name in ("corrects", "actor") if name in members}
    return event(
        seq, "fact", run, entry_id=entry or f"ctx_{seq}", entry_type="fact", **entry_members,
        payload={"type": name, **members})


def early(seq: int, run: int = 1, dropped: str | None = None, **members: Any) -> dict[str, Any]:
    """A provisional fact; `dropped` takes it back."""
    taken_back = {} if dropped is None else {"dropped": True, "reason": dropped}
    return event(
        seq, "fact", run, entry_type="fact", provisional=True, **taken_back, payload={"type": "order.placed", **members})


def proposal(seq: int, run: int, by: dict[str, Any], action: str = "place_order") -> dict[str, Any]:
    """A proposal of an actor."""
    return event(
        seq, "proposal", run, entry_id=f"ctx_{seq}", entry_type="proposal", actor=by, proposal_id=f"prop_{run}",
        payload={"action": action})


def decision(seq: int, run: int, outcome: str, status: str, waiting_for: list[str] | None = None) -> dict[str, Any]:
    """A decision."""
    return event(
        seq, "decision", run, entry_id=f"ctx_{seq}", entry_type="decision", actor={"type": "user", "user_id": "ann"},
        payload={
            "decision": outcome, "status": status, "truth_id": "shop.ordering", "reason": f"it is {outcome}",
            "waiting_for": waiting_for or []})


def status(seq: int, run: int, value: str, waiting_for: list[str] | None = None) -> dict[str, Any]:
    """A status."""
    return event(seq, "status", run, status=value, waiting_for=waiting_for or [])


def history(chance: random.Random, length: int) -> list[dict[str, Any]]:
    """Random runs, one among another: early facts, decisions, facts, corrections and statuses."""
    events: list[dict[str, Any]] = []
    stages: dict[int, int] = {}
    outcome: dict[int, tuple[str, str]] = {}
    for seq in range(1, length + 1):
        run = chance.randrange(1, 2 + length // 8)
        stage = stages.get(run, 0)
        by = {"type": "user", "user_id": chance.choice(["ann", "mia"]), "device_id": "desk"}
        results = [("accepted", "converged"), ("rejected", "halted"), ("halted", "waiting")]
        if stage == 0:
            made = status(seq, run, "running")
        elif stage == 1:
            made = proposal(seq, run, by)
        elif stage == 2 and chance.random() < 0.6:
            made = early(seq, run, number=seq % 5)
            stages[run] = 1
        elif stage <= 3:
            outcome[run] = chance.choice(results)
            made = decision(seq, run, *outcome[run], waiting_for=["approval from @manager"])
            stages[run] = 3
        elif stage <= 5 and outcome[run][0] == "accepted":
            corrects = {"corrects": f"ctx_{chance.randrange(1, seq)}"} if chance.random() < 0.2 else {}
            made = fact(seq, run, number=seq % 5, actor=by, **corrects)
        else:
            made = status(seq, run, outcome[run][1])
            stages[run] = 2
        stages[run] = max(stages.get(run, 0), 0) + 1
        events.append(made)
    return events


def folded(events: list[dict[str, Any]]) -> ContextView:
    """What events come to."""
    view = ContextView()
    for member in events:
        view.apply(Event.from_json(member))
    return view


class Replies:
    """A session that has a history, and answers what a client asks."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        self.events = events

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a message; `None` for one that asks for nothing."""
        [(name, body)] = message.items()
        last = len(self.events)
        if name == "range":
            return {"range": [made for made in self.events if body["from"] <= made["seq"] <= body["to"]]}
        if name == "resume":
            start = body["resume_from_seq"]
            return {"delta": {"resumed_at_seq": start, "current_seq": last, "events": self.events[start:]}}
        if name == "snapshot":
            start = max(0, last - 10)
            return {"snapshot": {
                "stream_id": "str_1", "resumed_at_seq": start, "current_seq": last,
                "snapshot": folded(self.events[:start]).to_json(), "events": self.events[start:]}}
        return None


def sent(effects: list[Effect]) -> list[dict[str, Any]]:
    """The messages among effects."""
    return [effect.message for effect in effects if isinstance(effect, Send)]


def tell(core: ClientCore, message: dict[str, Any], now: int = 0) -> list[Effect]:
    """Gives a core a message as it comes over a transport."""
    return core.receive_text(write(message), now)


def state(core: ClientCore) -> dict[str, Any]:
    """The view without what depends on how events came together."""
    return comparable(core.context.to_json())


def comparable(value: dict[str, Any]) -> dict[str, Any]:
    """A snapshot's state without what was shown meanwhile, which the server does not know."""
    runs = [{name: member for name, member in run.items() if name != "rendered_before_done"} for run in value["runs"]]
    return {**value, "runs": runs}


def connected(kind: TransportKind = TransportKind.WEBSOCKET, actor: dict[str, Any] | None = None) -> ClientCore:
    """A core whose first connection has been answered."""
    core = ClientCore(actor or ANN, transport=kind)
    core.connect(0)
    core.opened(kind, 0)
    tell(core, {"delta": {"resumed_at_seq": 0, "current_seq": 0, "events": []}})
    return core
