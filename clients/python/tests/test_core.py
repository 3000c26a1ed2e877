"""The core, by events that are made up: connecting, the order of the stream, and what goes to the server."""

from __future__ import annotations

import random
from typing import Any

import pytest

from history import (
    Replies,
    comparable,
    connected,
    event,
    fact,
    folded,
    history,
    proposal,
    sent,
    state,
    status,
    tell,
)
from support import ANN, order
from truths_client import AsyncClient, ClientCore, Close, ConnectionState, Open, ProtocolError, QueueFull, TransportKind
from truths_client.core import MOST_IN_FLIGHT, MOST_UNANSWERED
from truths_client.jsontext import read_object, write
from truths_client.sequence import MOST_HELD


def answer(key: str, **members: Any) -> dict[str, Any]:
    return {"answer": {"to": key, "reason": "", "replay": False, "refused": False, "current_seq": 0, **members}}


def test_a_connection_begins_with_the_handshake_and_goes_on_from_the_last_seq() -> None:
    """C1."""
    core = ClientCore(ANN, app_version="2.1", on_behalf_of="bob", transport=TransportKind.WEBSOCKET)
    assert core.connect(0) == [Open(TransportKind.WEBSOCKET)]
    handshake, resume = sent(core.opened(TransportKind.WEBSOCKET, 0))
    assert handshake == {"handshake": {
        "request": "capabilities", "device_id": "desk", "app_version": "2.1", "actor": ANN, "on_behalf_of": "bob"}}
    assert resume == {"resume": {"resume_from_seq": 0, "subscribe": True}}
    tell(core, {"event": fact(1)})
    core.lost(0)
    _, resume = sent(core.opened(TransportKind.REST, 0))
    assert resume == {"resume": {"resume_from_seq": 1, "subscribe": False, "stream_id": "str_1"}}


def test_transports_are_tried_in_order() -> None:
    """C2."""
    core = ClientCore(ANN, transport=TransportKind.GRPC)
    assert core.connect(0) == [Open(TransportKind.GRPC)]
    assert core.refused(TransportKind.GRPC, 0) == [Open(TransportKind.SSE)]
    assert core.refused(TransportKind.SSE, 0) == [Open(TransportKind.REST)]
    assert core.refused(TransportKind.REST, 0) == []
    assert TransportKind.WEBSOCKET.fallbacks == [TransportKind.WEBSOCKET, TransportKind.SSE, TransportKind.REST]
    assert TransportKind.STDIO.fallbacks == [TransportKind.STDIO]


def test_a_client_that_fell_back_looks_for_the_preferred_transport() -> None:
    """C3."""
    core = ClientCore(ANN, transport=TransportKind.WEBSOCKET)
    core.connect(0)
    core.refused(TransportKind.WEBSOCKET, 0)
    core.opened(TransportKind.SSE, 0)
    tell(core, {"delta": {"resumed_at_seq": 0, "current_seq": 0, "events": []}})
    assert Open(TransportKind.WEBSOCKET) not in core.wake(29_999)
    assert Open(TransportKind.WEBSOCKET) in core.wake(30_000)
    assert core.refused(TransportKind.WEBSOCKET, 30_100) == []
    assert core.is_connected and core.state.value == "degraded"
    assert Open(TransportKind.WEBSOCKET) in core.wake(60_100)
    core.opened(TransportKind.WEBSOCKET, 60_200)
    assert core.state.value == "streaming"


def test_it_tries_again_after_a_time_that_doubles() -> None:
    """C4."""
    core = connected(TransportKind.STDIO)
    assert core.lost(0) == [Open(TransportKind.STDIO)]
    now, waits = 0, []
    for _ in range(7):
        core.refused(TransportKind.STDIO, now)
        assert core.next_wake is not None
        waits.append(core.next_wake - now)
        now = core.next_wake
        assert core.wake(now) == [Open(TransportKind.STDIO)]
    assert waits == [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
    core.opened(TransportKind.STDIO, now)
    tell(core, {"delta": {"resumed_at_seq": 0, "current_seq": 0, "events": []}})
    core.lost(now)
    core.refused(TransportKind.STDIO, now)
    assert core.next_wake == now + 1_000


def test_a_connection_that_breaks_before_its_first_answer_counts_as_refused() -> None:
    """C4, C2."""
    core = ClientCore(ANN, transport=TransportKind.WEBSOCKET)
    core.connect(0)
    core.opened(TransportKind.WEBSOCKET, 0)
    assert core.lost(0) == [Open(TransportKind.SSE)]
    core.opened(TransportKind.SSE, 0)
    assert core.lost(0) == [Open(TransportKind.REST)]
    waits, now = [], 0
    for _ in range(3):
        core.opened(TransportKind.REST, now)
        assert core.lost(now) == [] and core.next_wake is not None
        waits.append(core.next_wake - now)
        now = core.next_wake
        core.wake(now)
        core.refused(TransportKind.WEBSOCKET, now)
        core.refused(TransportKind.SSE, now)
    assert waits == [1_000, 2_000, 4_000] and core.state is ConnectionState.OFFLINE


def test_a_server_that_closes_what_it_answered_is_not_asked_without_end() -> None:
    """C4."""
    core = connected(TransportKind.REST)
    now, waits = 0, []
    for _ in range(8):
        effects = core.lost(now)
        if effects == []:
            assert core.next_wake is not None
            waits.append(core.next_wake - now)
            now = core.next_wake
            effects = core.wake(now)
        assert effects == [Open(TransportKind.REST)]
        core.opened(TransportKind.REST, now)
        tell(core, {"delta": {"resumed_at_seq": 0, "current_seq": 0, "events": []}}, now)
        now += 10
    assert waits == [1_000, 2_000, 4_000, 8_000]
    now += 1_000
    assert core.lost(now) == [Open(TransportKind.REST)]


def test_states_have_the_contracts_colours_and_words() -> None:
    """C5."""
    core = ClientCore(ANN, transport=TransportKind.WEBSOCKET)
    assert (core.state.value, core.state.color, core.state.label) == ("offline", "red", "Offline")
    core.connect(0)
    for kind in core.transports:
        core.refused(kind, 0)
    assert core.state is ConnectionState.OFFLINE
    for kind in (TransportKind.GRPC, TransportKind.WEBSOCKET, TransportKind.STDIO):
        core.opened(kind, 0)
        assert (core.state.value, core.state.color, core.state.label) == ("streaming", "green", None)
    tell(core, {"delta": {"resumed_at_seq": 0, "current_seq": 0, "events": []}})
    core.lost(0)
    assert (core.state.value, core.state.color, core.state.label) == ("reconnecting", "yellow", None)
    for kind in (TransportKind.SSE, TransportKind.REST):
        core.opened(kind, 0)
        assert (core.state.value, core.state.color, core.state.label) == ("degraded", "orange", "Limited mode")


def test_a_client_that_was_disconnected_stays_so() -> None:
    """C6."""
    core = connected()
    assert core.disconnect() == [Close()]
    assert (core.next_wake, core.lost(0), core.refused(TransportKind.WEBSOCKET, 0)) == (None, [], [])
    key, effects = core.propose(order("o1"), 0)
    assert effects == [] and core.view.queue[0]["idempotency_key"] == key


def test_it_polls_and_asks_whether_something_was_lost() -> None:
    """C7."""
    for kind, interval in ((TransportKind.REST, 5_000), (TransportKind.WEBSOCKET, 30_000)):
        core = connected(kind)
        assert core.next_wake == interval
        assert sent(core.wake(interval)) == [{"resume": {"resume_from_seq": 0, "subscribe": False}}]
        assert core.next_wake == 2 * interval


def test_where_a_connection_went_on_is_said_by_its_first_answer() -> None:
    """C8."""
    core = connected()
    tell(core, {"event": fact(1)})
    tell(core, {"delta": {"resumed_at_seq": 1, "current_seq": 1, "events": []}})
    assert core.view.resumed_at_seq == 0
    core.lost(0)
    core.opened(TransportKind.WEBSOCKET, 0)
    tell(core, {"delta": {"resumed_at_seq": 1, "current_seq": 1, "events": []}})
    assert core.view.resumed_at_seq == 1


def test_events_are_taken_in_once_and_in_order() -> None:
    """C9, C10, C11."""
    core = connected()
    for seq in (1, 3, 4):
        tell(core, {"event": fact(seq)})
    assert (core.view.seq, core.view.missing_seqs, core.view.events_seen) == (1, [2], 1)
    tell(core, {"event": fact(2)})
    assert (core.view.seq, core.view.missing_seqs, core.view.events_seen) == (4, [], 4)
    for seq in (4, 1):
        tell(core, {"event": fact(seq)})
    assert (core.view.seq, core.view.events_seen, core.view.duplicates) == (4, 4, 2)
    assert [shown.entry_id for shown in core.context.facts] == ["ctx_1", "ctx_2", "ctx_3", "ctx_4"]


def test_a_gap_of_a_hundred_is_a_range_and_a_hundred_and_one_a_snapshot() -> None:
    """C12."""
    core = connected()
    assert sent(tell(core, {"event": fact(101)})) == [{"range": {"from": 1, "to": 100}}]
    assert sent(core.wake(1_000)) == [{"range": {"from": 1, "to": 100}}]
    assert sent(core.wake(2_000)) == [{"range": {"from": 1, "to": 100}}]
    assert sent(tell(connected(), {"event": fact(102)})) == [{"snapshot": {}}]


def test_what_a_view_leaves_out_is_no_gap() -> None:
    """C13."""
    core = connected()
    assert tell(core, {"event": {**fact(5), "prev_seq": 0}}) == []
    assert tell(core, {"event": {**fact(9), "prev_seq": 5}}) == []
    assert (core.view.seq, core.view.missing_seqs) == (9, [])
    assert sent(tell(core, {"event": {**fact(20), "prev_seq": 12}})) == [{"range": {"from": 10, "to": 12}}]


def test_a_checkpoint_moves_forward_where_nothing_is_missing() -> None:
    """C14."""
    core = connected()
    tell(core, {"event": fact(1)})
    tell(core, {"checkpoint": {"seq": 7, "prev_seq": 1}})
    assert (core.view.seq, core.view.missing_seqs) == (7, [])
    tell(core, {"checkpoint": {"seq": 12, "prev_seq": 9}})
    assert (core.view.seq, core.view.missing_seqs) == (7, [8, 9])
    assert sent(core.wake(1_000)) == [{"range": {"from": 8, "to": 9}}]


@pytest.mark.parametrize("resumed", [0, 3])
def test_another_stream_counts_anew(resumed: int) -> None:
    """C15."""
    core = connected()
    for seq in range(1, 8):
        tell(core, {"event": fact(seq)})
    tell(core, {"event": {**fact(8), "stream_id": "str_2"}})
    assert core.view.seq == 7
    others = [{**fact(seq, entry=f"new_{seq}"), "stream_id": "str_2"} for seq in range(1, 6)]
    tell(core, {"snapshot": {
        "stream_id": "str_2", "resumed_at_seq": resumed, "current_seq": 5, "snapshot": folded(others[:resumed]).to_json(),
        "events": others[resumed:]}})
    assert (core.view.seq, core.stream_id, core.view.missing_seqs) == (5, "str_2", [])
    assert [shown.entry_id for shown in core.context.facts] == [f"new_{seq}" for seq in range(1, 6)]


def test_a_snapshot_never_moves_back() -> None:
    """C16."""
    made = [fact(seq) for seq in range(1, 13)]
    core = connected()
    for seq in (1, 2, 3, 4, 11):
        tell(core, {"event": fact(seq)})

    def snapshot(seq: int) -> dict[str, Any]:
        return {"snapshot": {
            "stream_id": "str_1", "resumed_at_seq": seq, "current_seq": 11, "snapshot": folded(made[:seq]).to_json(),
            "events": []}}

    tell(core, snapshot(2))
    assert core.view.seq == 4 and len(core.view.facts) == 4
    tell(core, snapshot(10))
    assert core.view.seq == 11 and state(core) == state_of(made[:11])


def test_an_answer_tells_of_events_that_have_not_come() -> None:
    """C17."""
    core = connected()
    key, _ = core.propose(order("o1"), 0)
    tell(core, answer(key, current_seq=3))
    assert core.view.missing_seqs == [1, 2, 3]
    polling = connected(TransportKind.REST)
    key, _ = polling.propose(order("o1"), 0)
    tell(polling, answer(key, current_seq=3))
    assert polling.view.missing_seqs == []


@pytest.mark.parametrize("seed", range(150))
def test_a_history_that_was_cut_doubled_and_reordered_ends_as_the_whole_one(seed: int) -> None:
    """C18."""
    chance = random.Random(seed)
    events = history(chance, chance.choice([20, 80, 300]))
    replies = Replies(events)
    core = connected(chance.choice([TransportKind.WEBSOCKET, TransportKind.SSE, TransportKind.REST]))
    now, delivered = 0, 0
    waiting: list[dict[str, Any]] = []
    while delivered < len(events):
        count = chance.randrange(1, 20)
        part = events[delivered : delivered + count]
        delivered += count
        replies.events = events[:delivered]
        for made in part:
            luck = chance.random()
            if luck > 0.1:
                waiting.append({"event": made})
            if luck > 0.9:
                waiting.append({"event": made})
        if chance.random() < 0.3:
            chance.shuffle(waiting)
        if chance.random() < 0.2:
            # The connection breaks: what is on its way is lost.
            waiting = waiting[: chance.randrange(len(waiting) + 1)]
            waiting += asked(core, replies, [*core.lost(now), *core.opened(core.transports[0], now)], chance)
        while waiting:
            now += 10
            waiting += asked(core, replies, tell(core, waiting.pop(0), now), chance)
        assert state(core) == state_of(events[: core.view.seq])
    for _ in range(40):
        now += 5_000
        for message in asked(core, replies, core.wake(now), random.Random(1)):
            for further in asked(core, replies, tell(core, message, now), random.Random(1)):
                tell(core, further, now)
    assert (core.view.seq, core.view.missing_seqs) == (len(events), [])
    assert state(core) == state_of(events)


def asked(core: ClientCore, replies: Replies, effects: list[Any], chance: random.Random) -> list[dict[str, Any]]:
    """The answers to what a client asks, of which some are lost."""
    answers = [replies.answer(message) for message in sent(effects)]
    return [found for found in answers if found is not None and chance.random() > 0.1]


def state_of(events: list[dict[str, Any]]) -> dict[str, Any]:
    return comparable(folded(events).to_json())


def test_a_proposal_gets_actor_and_key() -> None:
    """C26."""
    core = connected()
    key, effects = core.propose(order("o1"), 1_704_067_200_000)
    assert key.startswith("desk:place_order:1704067200000:") and len(key.split(":")[-1]) == 4
    assert sent(effects) == [{"propose": {**order("o1"), "actor": ANN, "idempotency_key": key}}]
    assert core.propose(order("o1"), 1_704_067_200_000) == (key, [])
    other, _ = core.propose(order("o2"), 1_704_067_200_000)
    assert other != key
    named, effects = core.propose(order("o3", actor={"type": "agent"}, idempotency_key="k"), 0)
    assert named == "k" and sent(effects)[0]["propose"]["actor"] == {"type": "agent"}


def test_offline_it_queues_the_contracts_record() -> None:
    """C27."""
    core = connected()
    tell(core, {"capabilities": {"governing": {"place_order": "sha256:1"}, "governing_policies": {"place_order": "sha256:2"}}})
    core.disconnect()
    key, _ = core.propose(order("o1", truth_id="shop.ordering"), 1_704_067_200_250)
    assert core.view.queue == [{
        "idempotency_key": key, "proposal": {**order("o1", truth_id="shop.ordering"), "actor": ANN},
        "truth_id": "shop.ordering", "truths_hash": "sha256:1", "policies_hash": "sha256:2",
        "queued_at": "2024-01-01T00:00:00.250Z", "replay_safe": True}]
    record: dict[str, Any] = {"idempotency_key": "k", "proposal": {"action": "x"}, "queued_at": "then", "replay_safe": False}
    core.propose(record, 0)
    assert core.view.queue[1] == {**record, "actor": ANN}


def test_the_record_has_the_hashes_of_its_intent_also_with_its_pack() -> None:
    """C27. The handshake has intents without their packs (types §12.1)."""
    core = connected()
    governing = {"place_order": "sha256:1", "feed.viewed": "sha256:2", "viewed": "sha256:3"}
    tell(core, {"capabilities": {"governing": governing, "governing_policies": {"feed.viewed": "sha256:4"}}})
    core.disconnect()
    for action in ("place_order", "shop.place_order", "feed.viewed", "shop.feed.viewed", "shop.other"):
        core.propose({"action": action}, 0)
    assert [(record.get("truths_hash"), record.get("policies_hash")) for record in core.view.queue] == [
        ("sha256:1", None), ("sha256:1", None), ("sha256:2", "sha256:4"), ("sha256:2", "sha256:4"), (None, None)]


def test_what_has_no_answer_is_sent_in_order_on_each_connection() -> None:
    """C28."""
    core = ClientCore(ANN, transport=TransportKind.WEBSOCKET)
    core.connect(0)
    keys = [core.propose(order(f"o{number}"), 0)[0] for number in range(3)]
    assert [list(message) for message in sent(core.opened(TransportKind.WEBSOCKET, 0))] == [["handshake"], ["resume"]]
    first = sent(tell(core, {"delta": {"resumed_at_seq": 0, "current_seq": 0, "events": []}}))
    assert [message["propose"]["idempotency_key"] for message in first] == keys
    tell(core, answer(keys[0]))
    core.lost(0)
    core.opened(TransportKind.WEBSOCKET, 0)
    again = sent(tell(core, {"delta": {"resumed_at_seq": 0, "current_seq": 0, "events": []}}))
    assert [message["propose"]["idempotency_key"] for message in again] == keys[1:]
    assert sent(core.wake(1)) == []


def test_what_is_not_safe_to_replay_waits_for_a_person() -> None:
    """C29."""
    core = ClientCore(ANN)
    record: dict[str, Any] = {"idempotency_key": "k", "proposal": order("o1"), "replay_safe": False}
    core.propose(record, 0)
    assert core.force() is None
    core.connect(0)
    core.opened(TransportKind.GRPC, 0)
    assert sent(tell(core, {"delta": {"resumed_at_seq": 0, "current_seq": 0, "events": []}})) == []
    assert sent(core.force() or [])[0]["propose"]["forced"] is True
    tell(core, answer("k", refused=True, reason="too much work"))
    assert core.view.queue[0]["idempotency_key"] == "k" and sent(core.wake(10)) == []
    assert len(sent(core.force() or [])) == 1
    tell(core, answer("k"))
    assert core.view.queue == []


def test_what_was_saved_goes_on() -> None:
    """C30."""
    core = connected()
    for made in history(random.Random(1), 60):
        tell(core, {"event": made})
    core.propose(order("o1", idempotency_key="k1"), 0)
    core.disconnect()
    core.propose(order("o2", idempotency_key="k2"), 0)
    queue, view = (read_object(write(saved)) for saved in (core.saved_queue, core.saved_view))
    other = ClientCore(ANN, transport=TransportKind.WEBSOCKET)
    other.restore(queue, view)
    assert state(other) == state(core) and other.view.seq == 60 and other.stream_id == "str_1"
    other.connect(0)
    assert sent(other.opened(TransportKind.WEBSOCKET, 0))[1]["resume"]["resume_from_seq"] == 60
    again = sent(tell(other, {"delta": {"resumed_at_seq": 60, "current_seq": 60, "events": []}}))
    assert [message["propose"]["idempotency_key"] for message in again] == ["k1", "k2"]
    for faulty in ({**queue, "actor": {"type": "user", "user_id": "eve"}}, {"actor": queue["actor"]}):
        untouched = ClientCore(ANN)
        with pytest.raises(ProtocolError):
            untouched.restore(faulty, view)
        assert untouched.view.seq == 0 and untouched.outbox == {}


def test_control_messages_go_to_the_run_that_is_shown_and_are_not_queued() -> None:
    """C31."""
    core = connected()
    assert sent(core.control("pause") or []) == [{"control": {"control_type": "pause", "actor": ANN, "payload": {}}}]
    tell(core, {"event": proposal(1, 1, ANN)})
    tell(core, {"event": status(2, 1, "waiting", ["resume"])})
    [message] = sent(core.control("resume") or [])
    assert (message["control"]["job_id"], message["control"]["correlation_id"]) == ("job_1", "cor_1")
    [message] = sent(core.control("cancel", job_id="job_7") or [])
    assert message["control"]["job_id"] == "job_7" and "correlation_id" not in message["control"]
    tell(core, {"event": status(3, 1, "converged")})
    [message] = sent(core.control("pause") or [])
    assert "job_id" not in message["control"]
    core.lost(0)
    assert core.control("pause") is None


def test_a_problem_that_passes_is_tried_again_and_another_waits_for_a_person() -> None:
    """C32."""
    core = connected()
    core.propose(order("o1", idempotency_key="k1"), 0)
    tell(core, {"problem": {"to": "k1", "status": 503, "retry_after": 3}})
    assert sent(core.wake(2_999)) == [] and core.next_wake == 3_000
    assert [message["propose"]["idempotency_key"] for message in sent(core.wake(3_000))] == ["k1"]
    tell(core, {"problem": {"to": "k1", "status": 413}})
    assert core.view.queue[0]["idempotency_key"] == "k1" and core.view.last_problem == {"to": "k1", "status": 413}
    assert sent(core.wake(30_000)) == [{"resume": {"resume_from_seq": 0, "subscribe": False}}]


def test_so_many_are_on_their_way_at_once() -> None:
    """C34, C38."""
    core = ClientCore(ANN, transport=TransportKind.WEBSOCKET)
    for number in range(MOST_UNANSWERED):
        core.propose(order(f"o{number}", idempotency_key=f"k{number}"), 0)
    with pytest.raises(QueueFull):
        core.propose(order("one more"), 0)
    core.connect(0)
    core.opened(TransportKind.WEBSOCKET, 0)
    first = sent(tell(core, {"delta": {"resumed_at_seq": 0, "current_seq": 0, "events": []}}))
    assert len(first) == MOST_IN_FLIGHT
    following = sent(tell(core, answer("k0")))
    assert [message["propose"]["idempotency_key"] for message in following] == [f"k{MOST_IN_FLIGHT}"]


def test_what_is_no_message_changes_nothing() -> None:
    """C37, C36."""
    core = connected()
    tell(core, {"event": fact(1)})
    before = core.view
    whole = fact(2)
    faulty: list[Any] = [
        {}, {"event": 1}, {"unknown": {}}, {"event": whole, "delta": {}}, {"answer": {"to": "k"}}, {"snapshot": {}},
        {"delta": {"resumed_at_seq": 0, "current_seq": 1}}, {"delta": {"resumed_at_seq": -1, "current_seq": 1, "events": []}},
        {"snapshot": {"resumed_at_seq": 9, "current_seq": 9, "events": [], "snapshot": {"facts": {}}}}, {"checkpoint": []},
        {"range": {}}, {"range": [{}]}]
    wrong: list[Any] = [None, True, [], 1.5]
    faulty += [{"event": {**whole, name: value}} for name in whole for value in wrong]
    for message in faulty:
        assert core.receive_text(write(message), 0) == []
    for text in (b"\xff", "[" * 100_000, '{"event":', '{"a":1,"a":2}', "NaN", '{"event":"\\ud800"}', "9" * 5_000, "1e999999999"):
        assert core.receive_text(text, 0) == []
    assert core.view == before


@pytest.mark.parametrize("name", [*(kind.value for kind in TransportKind), "grpc", "polling"])
def test_a_transport_is_taken_by_its_name(name: str) -> None:
    assert TransportKind.named(name).value in (name, "h2-grpc", "rest")
    assert AsyncClient("http://127.0.0.1:1", actor=ANN, transport=name).view.seq == 0
    with pytest.raises(ValueError, match="one of h2-grpc, websocket, sse, rest, stdio, grpc, polling"):
        TransportKind.named(f"{name}s")


def test_held_events_have_a_largest_number() -> None:
    """C38."""
    core = connected()
    for seq in range(2, 20_002):
        core.receive_text(write({"event": {**fact(seq), "prev_seq": seq - 1}}), 0)
    assert len(core.tracker._early) == MOST_HELD
    tell(core, {"event": fact(1)})
    assert core.view.seq == MOST_HELD + 1 and core.view.missing_seqs[0] == MOST_HELD + 2


def test_numbers_and_texts_stay_as_they_are() -> None:
    """C39."""
    core = connected()
    told = '{"price":0.1,"large":123456789012345,"small":1e-7,"text":"e\\u0301","whole":5.0}'
    shown = write(event(1, "fact", entry_id="ctx_1", payload={"type": "x"})).replace('{"type":"x"}', told)
    core.receive_text('{"event":' + shown + "}", 0)
    expected = '{"price":0.1,"large":123456789012345,"small":1e-7,"text":"e\u0301","whole":5}'
    assert write(core.view.facts[0]) == expected
