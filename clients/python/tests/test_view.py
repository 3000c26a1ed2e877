"""What is shown, by events that are made up."""

from __future__ import annotations

from typing import Any

import pytest

from history import connected, decision, early, fact, proposal, status, tell
from support import ANN


def test_early_facts_are_marked_and_taken_back() -> None:
    """C19, C23."""
    core = connected()
    for made in (status(1, 1, "running"), proposal(2, 1, ANN), early(3, 1, n=1), early(4, 1, n=2)):
        tell(core, {"event": made})
    assert core.view.provisional == [{"type": "order.placed", "n": 1}, {"type": "order.placed", "n": 2}]
    assert core.view.facts[0] == {"type": "order.placed", "n": 1, "provisional": True}
    assert core.view.to_json()["rendered_before_done"] is True
    tell(core, {"event": early(5, 1, dropped="it is no more", n=1)})
    assert core.view.dropped == [{"type": "order.placed", "n": 1, "dropped_because": "it is no more"}]
    tell(core, {"event": decision(6, 1, "accepted", "converged")})
    assert core.view.provisional == [] and core.view.facts == [{"type": "order.placed", "n": 2}]
    tell(core, {"event": fact(7, 1, n=2)})
    assert core.view.facts == [{"type": "order.placed", "n": 2}]
    for made in (early(8, 2, n=3), decision(9, 2, "halted", "waiting")):
        tell(core, {"event": made})
    assert core.view.dropped[-1]["dropped_because"] == "it is halted" and core.view.revisions == 2


def test_events_that_come_together_are_seen_together() -> None:
    """C23."""
    core = connected()
    events = [status(1, 1, "running"), proposal(2, 1, ANN), early(3, 1), decision(4, 1, "accepted", "converged")]
    tell(core, {"delta": {"resumed_at_seq": 0, "current_seq": 4, "events": events}})
    assert core.view.to_json()["rendered_before_done"] is False


def test_a_correction_takes_the_place_of_what_it_corrects() -> None:
    """C20."""
    core = connected()
    tell(core, {"event": fact(1, n=1)})
    tell(core, {"event": fact(2, n=2, corrects="ctx_1")})
    assert core.view.facts == [{"type": "order.placed", "n": 2}] and core.view.revisions == 1


def test_the_run_shown_is_ones_own_else_anybodys() -> None:
    """C21."""
    core = connected()
    other = {"type": "user", "user_id": "bob", "device_id": "desk"}
    expected: list[str] = []
    runs: list[tuple[dict[str, Any], str]] = [
        (other, "grant_approval"), (other, "place_order"), (ANN, "place_order"), (other, "place_order"), (ANN, "grant_approval"),
        ({**ANN, "device_id": "phone"}, "place_order")]
    for seq, (by, action) in enumerate(runs, start=1):
        tell(core, {"event": proposal(seq, seq, by, action)})
        assert core.view.run
        expected.append(core.view.run.run_id)
    assert expected == ["run_1", "run_2", "run_3", "run_3", "run_3", "run_3"]


@pytest.mark.parametrize(("words", "actor", "proposer", "can"), [
    ("resume", {"type": "agent", "user_id": "x"}, ANN, True),
    ("approval from @manager", {"user_id": "mia", "roles": ["manager"]}, ANN, True),
    ("approval from @manager", {"user_id": "ann", "roles": ["manager"]}, ANN, False),
    ("approval from @manager", {"user_id": "bot", "type": "agent", "roles": ["manager"]}, ANN, False),
    ("approval from @bob (@manager) or @director (not @ann)", {"user_id": "bob", "roles": []}, ANN, False),
    ("approval from @bob (@manager) or @director (not @ann)", {"user_id": "bob", "roles": ["manager"]}, ANN, True),
    ("approval from @bob (@manager) or @director (not @eve)", {"user_id": "eve", "roles": ["director"]}, ANN, False),
    ("approval from 2 of @board", {"user_id": "mia", "roles": ["board"]}, ANN, True),
    ('approval from @"head librarian"', {"user_id": "mia", "roles": ["head librarian"]}, ANN, True),
    ('approval from @"a \\"b"', {"user_id": "mia", "roles": ['a "b']}, ANN, True),
    ("consent from @ann", {"user_id": "ann"}, ANN, True),
    ("consent from @clerk", {"user_id": "bob", "roles": ["clerk"]}, ANN, False),
    ("consent from @clerk", {"user_id": "bob", "roles": ["clerk"]}, {"type": "agent", "user_id": "a"}, True),
    ("consent from any user of @acme", {"user_id": "bob", "org_id": "acme"}, ANN, True),
    ("consent from any user of @acme", {"user_id": "bob", "org_id": "other"}, ANN, False),
    ("consent from a person", {"user_id": "bob"}, ANN, True),
    ("an override by @break_glass", {"user_id": "ann", "roles": ["break_glass"]}, ANN, True),
    ("an override by @break_glass", {"user_id": "bob", "roles": ["break_glass"]}, ANN, False),
    ("the moon", {"user_id": "ann"}, ANN, False),
])
def test_whoever_is_asked_can_act(words: str, actor: dict[str, Any], proposer: dict[str, Any], can: bool) -> None:
    """C22."""
    core = connected(actor={"type": "user", **actor})
    for made in (proposal(1, 1, proposer), status(2, 1, "waiting", [words])):
        tell(core, {"event": made})
    assert (core.view.can_i_act, core.view.waiting_for) == (can, [words])
    core.lost(0)
    assert core.view.can_i_act is False


def test_old_facts_and_runs_are_left_out() -> None:
    """C25, C38."""
    core = connected()
    events = [fact(seq, run=seq) for seq in range(1, 20_003)]
    for first in range(0, len(events), 5_000):
        part = events[first : first + 5_000]
        tell(core, {"delta": {"resumed_at_seq": first, "current_seq": first + len(part), "events": part}})
    assert 10_000 <= len(core.view.facts) <= 20_000 and 1_000 <= len(core.view.runs) <= 2_000
    assert core.context.facts[-1].entry_id == "ctx_20002"
