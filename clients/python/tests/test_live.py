"""Clients of a server that is killed, paused, restarted and replaced while they follow (C24, C33, C35, C43, C44)."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from typing import Any

import pytest

from history import comparable
from support import ANN, MIA, SERVES_GRPC, Server, order, token
from truths_client import (
    AsyncClient,
    BadRequest,
    Client,
    ClientView,
    NotConnected,
    ProblemError,
    TransportKind,
)

#: Transports to a server that runs already.
SHARED = [*([TransportKind.GRPC] if SERVES_GRPC else []), TransportKind.WEBSOCKET, TransportKind.SSE, TransportKind.REST]


def client_of(server: Server, kind: TransportKind, actor: dict[str, Any] = ANN, **options: Any) -> AsyncClient:
    return AsyncClient(
        server.url, grpc=server.grpc, actor=actor, token=lambda: token(actor), transport=kind, **options)


async def until_seen(client: AsyncClient, server: Server, seconds: float = 40) -> dict[str, Any]:
    """Waits until a client has seen all that the server tells it: the server's snapshot."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while True:
        snapshot: dict[str, Any] = await asyncio.to_thread(server.ask, "/events?stream_id=none", ANN)
        view = client.view
        if view.seq >= snapshot["current_seq"] and not view.missing_seqs:
            return snapshot
        assert loop.time() < end, f"{view.seq} of {snapshot['current_seq']}, {client.last_failure}"
        await asyncio.sleep(0.1)


def whole(snapshot: dict[str, Any]) -> dict[str, Any]:
    """The state of a snapshot with its recent events in it."""
    from truths_client.context import ContextView
    from truths_client.messages import Event

    view = ContextView.from_json(snapshot["snapshot"])
    for made in snapshot["events"]:
        view.apply(Event.from_json(made))
    return comparable(view.to_json())


@pytest.mark.parametrize("kind", SHARED)
def test_a_view_equals_the_servers_snapshot(kind: TransportKind) -> None:
    """C24, C33."""

    async def play(server: Server) -> None:
        async with client_of(server, kind) as ann, client_of(server, kind, MIA) as mia:
            accepted = await (await ann.propose(order("o1"))).answer(10)
            waiting = await (await ann.propose(order("o2", 20))).answer(10)
            rejected = await (await ann.propose(order("o3", 200))).answer(10)
            assert (accepted.decision, waiting.decision, rejected.decision) == ("accepted", "halted", "halted")
            assert accepted.proposal_id and waiting.proposal_id and waiting.run and waiting.run["status"] == "waiting"
            refused = await ann.approve(waiting.proposal_id)
            assert (refused.decision, refused.truth_id) == ("rejected", "converge.approval.granting")
            await mia.wait_until(lambda view: any(run.status == "waiting" for run in view.runs), 20)
            granted = await mia.approve(waiting.proposal_id)
            assert granted.decision == "accepted"
            assert (await mia.inject_fact({"type": "stock.counted", "sku": "pen"})).decision == "accepted"
            again = await (await ann.propose(order("o1", idempotency_key=accepted.to))).answer(10)
            assert again.is_replay and again.proposal_id == accepted.proposal_id
            late = await (await ann.propose(order("o4", 30))).answer(10)
            denied = await mia.reject(late.proposal_id or "", "too many")
            assert denied.decision == "accepted"
            last = await (await ann.propose(order("o5", 40))).answer(10)
            await until_seen(ann, server)
            cancelled = await ann.cancel(last.job_id)
            assert not cancelled.is_refused
            # Over HTTP it is 409.
            assert (await ann.cancel("job_0000000000000000")).is_refused
            for client in (ann, mia):
                snapshot = await until_seen(client, server)
                assert comparable(client.core.context.to_json()) == whole(snapshot)

    with Server() as server:
        asyncio.run(play(server))


@pytest.mark.parametrize("seed", range(30 if "TRUTHS_SOAK" in os.environ else 3))
def test_a_server_that_is_killed_paused_and_restarted_is_followed(seed: int) -> None:
    """C43, C28."""
    chance = random.Random(seed)

    async def play(server: Server) -> None:
        clients = [client_of(server, kind, timeout=5) for kind in SHARED]
        for client in clients:
            await client.start()
        submissions = []
        for number in range(60):
            proposer = chance.choice(clients)
            submissions.append(await proposer.propose(order(f"o{number}", chance.choice([1, 1, 20, 200]))))
            luck = chance.random()
            if luck < 0.06:
                await asyncio.to_thread(server.kill)
                await asyncio.sleep(chance.random() / 2)
                await asyncio.to_thread(server.start)
            elif luck < 0.1:
                await asyncio.to_thread(server.end)
                await asyncio.to_thread(server.start)
            elif luck < 0.14:
                server.signal(signal.SIGSTOP)
                await asyncio.sleep(chance.random())
                server.signal(signal.SIGCONT)
            elif luck < 0.18:
                chance.choice(clients).disconnect()
            elif luck < 0.5:
                await asyncio.sleep(chance.random() / 20)
            for client in clients:
                if client.view.connection_state.value == "offline" and chance.random() < 0.3:
                    client.connect()
        for client in clients:
            client.connect()
        answers = [await submission.answer(60) for submission in submissions]
        assert len({answer.proposal_id for answer in answers}) == 60
        views = []
        for client in clients:
            snapshot = await until_seen(client, server)
            views.append(comparable(client.core.context.to_json()))
            assert views[-1] == whole(snapshot)
            assert client.view.queue == [] and client.core.outbox == {}
        assert all(view == views[0] for view in views)
        for client in clients:
            await client.close()
        proposals = [entry for entry in server.entries() if entry["entry_type"] == "proposal"]
        assert len(proposals) == 60

    with Server() as server:
        asyncio.run(play(server))


@pytest.mark.parametrize("kind", SHARED)
@pytest.mark.parametrize("is_empty", [False, True])
def test_another_stream_is_shown_with_nothing_of_the_old_one(kind: TransportKind, is_empty: bool) -> None:
    """C44, C15."""

    async def play(server: Server) -> None:
        async with client_of(server, kind) as client:
            for number in range(3):
                await (await client.propose(order(f"o{number}"))).answer(10)
            await until_seen(client, server)
            old = client.core.stream_id
            await asyncio.to_thread(server.kill)
            for path in server.folder.glob("ledger.jsonl*"):
                if path.is_file() and (is_empty or path.name.endswith(".journal")):
                    path.unlink()
            await asyncio.to_thread(server.start)
            await client.wait_until(lambda _: client.core.stream_id != old, 40)
            snapshot = await until_seen(client, server)
            assert comparable(client.core.context.to_json()) == whole(snapshot)
            assert len(client.view.facts) == (0 if is_empty else 3)

    with Server() as server:
        asyncio.run(play(server))


@pytest.mark.parametrize("kind", SHARED)
def test_whom_the_client_acts_for_is_told(kind: TransportKind) -> None:
    """C35."""
    agent = {"type": "agent", "user_id": "bot", "device_id": "rack", "org_id": "acme", "roles": []}

    async def play(server: Server) -> None:
        async with client_of(server, kind, agent, on_behalf_of="ann") as client:
            await (await client.propose(order("o1"))).answer(10)

    with Server() as server:
        asyncio.run(play(server))
        [entry] = [entry for entry in server.entries() if entry["entry_type"] == "proposal"]
        assert entry["payload"]["on_behalf_of"] == "ann"


def test_a_problem_is_an_error_with_its_document() -> None:
    """C32."""

    async def play(server: Server) -> None:
        limits = "x" * 1_000_001
        async with client_of(server, TransportKind.SSE) as client:
            with pytest.raises(BadRequest) as refusal:
                await (await client.propose(order(limits))).answer(10)
            assert (refusal.value.status, refusal.value.code) == (413, "body_too_large")
            assert len(client.view.queue) == 1 and client.forget(next(iter(client.core.outbox)))
            with pytest.raises(ProblemError) as missing:
                await client.questions.why("ctx_0000000000000000")
            assert missing.value.status == 404 and "ctx" not in token(ANN)
        async with AsyncClient(server.url, actor=ANN, token="none", transport=TransportKind.REST) as client:
            with pytest.raises(ProblemError) as stranger:
                await client.questions.head()
            assert stranger.value.status == 401 and "none" not in str(stranger.value)
            await asyncio.sleep(0.5)
            assert client.view.connection_state.value in ("degraded", "reconnecting", "offline") and client.last_failure

    with Server() as server:
        asyncio.run(play(server))


def test_what_a_limit_refuses_is_sent_again() -> None:
    """C32."""

    async def play(server: Server) -> None:
        async with client_of(server, TransportKind.WEBSOCKET) as client:
            submissions = [await client.propose(order(f"o{number}")) for number in range(12)]
            answers = [await submission.answer(40) for submission in submissions]
            assert [answer.decision for answer in answers] == ["accepted"] * 12

    with Server(limits={"*": {"requests_per_second": 4}}) as server:
        asyncio.run(play(server))


def test_a_program_without_asyncio_has_the_same() -> None:
    with Server() as server:
        with Client(server.url, actor=ANN, token=token(ANN)) as ann, Client(server.url, actor=MIA, token=token(MIA)) as mia:
            waiting = ann.propose(order("o1", 20), timeout=10)
            view = mia.wait_until(lambda view: view.can_i_act, timeout=10)
            assert view.waiting_for == ["approval from @manager"]
            assert [item["job_id"] for item in mia.questions.inbox()] == [waiting.job_id]
            assert mia.approve(waiting.proposal_id or "").decision == "accepted"
            ann.wait_until(lambda view: view.run_status == "converged", timeout=10)
            for view in ann.changes(timeout=10):
                if view.run_status == "converged":
                    break
            outcomes = [decision["status"] for decision in ann.questions.decisions(limit=1)]
            assert outcomes[0] == "waiting" and "converged" in outcomes
            assert ann.questions.dry_run(order("o2"))["decision"] == "accepted"
            ann.disconnect()
            with pytest.raises(NotConnected):
                ann.pause()
            with pytest.raises(TimeoutError):
                ann.propose(order("o3"), timeout=0.2)
            ann.connect()
            ann.wait_until(_has_no_queue, timeout=10)


def _has_no_queue(view: ClientView) -> bool:
    return view.queue == []
