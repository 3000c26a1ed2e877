"""Transports by themselves: sizes, standard input and output, what is saved, and tokens (C30, C36, C40)."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from support import ANN, EXECUTABLE, SERVES_GRPC, Server, order
from truths_client import (
    AsyncClient,
    ClientCore,
    ConnectionFailed,
    ProtocolError,
    StateFileError,
    TransportKind,
    TruthsClientError,
)
from truths_client.statefolder import StateFolder
from truths_client.transports import Endpoints, make_link
from truths_client.transports.frames import decode_frame, encode_frame
from truths_client.transports.http import _server_sent_events

PARTS = Path(__file__).parent


@pytest.mark.parametrize("kind", [
    *([TransportKind.GRPC] if SERVES_GRPC else []), TransportKind.WEBSOCKET, TransportKind.SSE, TransportKind.REST,
    TransportKind.STDIO])
def test_what_is_too_large_breaks_the_connection(kind: TransportKind) -> None:
    """C36."""

    async def play(server: Server) -> None:
        command = [*server.words(), "--stdio"] if kind is TransportKind.STDIO else None
        url = None if command else server.url
        grpc = None if command else server.grpc
        async with AsyncClient(url, grpc=grpc, command=command, actor=ANN, transport=kind, largest_message=3_000) as client:
            await client.propose(order("o1", note="x" * 4_000))
            for _ in range(200):
                await asyncio.sleep(0.05)
                if isinstance(client.last_failure, TruthsClientError):
                    break
            assert client.last_failure is not None and "x" * 100 not in str(client.last_failure)

    with Server(actor=ANN) as server:
        if kind is TransportKind.STDIO:
            server.kill()
        asyncio.run(play(server))


def test_server_sent_events_are_read_as_they_come_in_parts() -> None:
    """C36."""
    text = ": hello\r\nid: s:1\r\nevent: fact\r\ndata: {\"ä\":\ndata:1}\n\nevent: end\ndata: {}\n\ndata: x\n\n\n"
    expected = [("fact", '{"ä":\n1}'), ("end", "{}"), ("message", "x")]

    async def parts(size: int) -> AsyncIterator[bytes]:
        data = text.encode()
        for start in range(0, len(data), size):
            yield data[start : start + size]

    async def play() -> None:
        for size in range(1, len(text)):
            assert [read async for read in _server_sent_events(parts(size), 100)] == expected
        for faulty in (b"data: " + b"x" * 200, b"data: xxxxxxxxxx\n" * 50, b"data: \xff\n"):
            async def whole(faulty: bytes = faulty) -> AsyncIterator[bytes]:
                for start in range(0, len(faulty), 7):
                    yield faulty[start : start + 7]

            with pytest.raises(ProtocolError):
                [read async for read in _server_sent_events(whole(), 100)]

    asyncio.run(play())


def test_standard_input_and_output_do_the_same() -> None:
    """C1."""

    async def play(server: Server) -> None:
        async with AsyncClient(command=[*server.words(), "--stdio"], actor=ANN) as client:
            accepted = await (await client.propose(order("o1"))).answer(20)
            assert accepted.decision == "accepted"
            assert client.view.connection_state.value == "streaming"
            waiting = await (await client.propose(order("o2", 20))).answer(20)
            assert (await client.questions.dry_run(order("o3")))["decision"] == "accepted"
            assert (await client.pause(waiting.job_id)).is_refused is False
            await client.wait_until(lambda view: view.waiting_for == ["resume"], 10)
        await asyncio.sleep(0.1)
        async with AsyncClient(command=[*server.words(), "--stdio"], actor=ANN) as client:
            await client.wait_until(lambda view: view.seq >= 10, 20)
            assert client.view.waiting_for == ["resume"]

    with Server(actor=ANN) as server:
        server.kill()
        asyncio.run(play(server))


def test_a_transport_without_an_address_or_a_server_is_refused() -> None:
    """C2."""
    with pytest.raises(ConnectionFailed):
        make_link(TransportKind.WEBSOCKET, Endpoints())

    async def play() -> None:
        for kind in (TransportKind.WEBSOCKET, TransportKind.SSE, TransportKind.REST):
            with pytest.raises(ConnectionFailed):
                await make_link(kind, Endpoints("http://127.0.0.1:9", timeout=2)).open()
        with pytest.raises(ConnectionFailed):
            await make_link(TransportKind.STDIO, Endpoints(command=["/bin/cat", "/dev/null"], timeout=2)).open()

    asyncio.run(play())


def test_a_token_is_asked_for_anew_and_told_nobody() -> None:
    """C40."""
    asked: list[str] = []

    def secret() -> str:
        asked.append(f"secret-{len(asked)}")
        return asked[-1]

    async def play(folder: Path) -> str:
        async with AsyncClient(
                server.url, actor=ANN, token=secret, transport=TransportKind.WEBSOCKET, state_folder=folder) as client:
            await client.propose(order("o1"))
            for _ in range(100):
                await asyncio.sleep(0.05)
                if len(asked) > 3:
                    break
            return f"{client.last_failure!r} {client.last_failure} {client.view}"

    with Server() as server:
        folder = server.folder / "state"
        told = asyncio.run(play(folder))
        assert len(asked) > 3 and "401" in told and "secret" not in told
        assert all("secret" not in path.read_text() for path in folder.iterdir())


def test_files_of_a_folder_are_replaced_whole_or_named() -> None:
    """C30."""
    with Server(actor=ANN) as server:
        path = server.folder / "state"
        with StateFolder(path) as folder:
            folder.save("queue", {"a": 1})
            assert folder.load("queue") == {"a": 1} and folder.load("view") is None
            assert sorted(file.name for file in path.iterdir()) == ["lock", "queue.json"]
            assert (path / "queue.json").stat().st_mode & 0o777 == 0o600
            with pytest.raises(StateFileError, match="another program"):
                StateFolder(path)
            for damaged in (b"", b"{", b'{"a":1}{', b"[]", b"\xff"):
                (path / "queue.json").write_bytes(damaged)
                with pytest.raises(StateFileError, match="queue.json"):
                    folder.load("queue")

        async def start() -> None:
            await AsyncClient(server.url, actor=ANN, state_folder=path).start()

        with pytest.raises(StateFileError, match="queue.json"):
            asyncio.run(start())


@pytest.mark.parametrize("seed", range(3))
def test_a_program_that_is_killed_loses_no_proposal(seed: int) -> None:
    """C30."""
    chance = random.Random(seed)
    with Server(actor=ANN) as server:
        promised = server.folder / "promised"
        promised.touch()
        for _ in range(4):
            path = os.pathsep.join([str(PARTS.parent / "src"), str(PARTS), os.environ.get("PYTHONPATH", "")])
            environment = {**os.environ, "PYTHONPATH": path}
            words = [sys.executable, str(PARTS / "proposing.py"), server.url, str(server.folder / "state"), str(promised)]
            process = subprocess.Popen(words, env=environment)
            try:
                process.wait(0.6 + chance.random() * 1.2)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()

        async def rest() -> None:
            async with AsyncClient(server.url, actor=ANN, state_folder=server.folder / "state") as client:
                await client.wait_until(lambda _: not client.core.outbox, 30)

        asyncio.run(rest())
        payloads = [entry["payload"] for entry in server.entries() if entry["entry_type"] == "proposal"]
        orders = [payload.get("proposal", payload)["order_id"] for payload in payloads]
        assert len(orders) == len(set(orders))
        assert set(promised.read_text().split()) <= set(orders) and orders


def test_frames_of_grpc_are_those_of_protocol_buffers() -> None:
    """C36."""
    for size in (0, 1, 127, 128, 20_000):
        assert decode_frame(encode_frame(b"x" * size)) == b"x" * size
    assert encode_frame(b"{}") == b"\x0a\x02{}"
    assert decode_frame(b"\x10\x05\x0a\x02{}\x1d1234\x21" + b"0" * 8 + b"\x1a\x01x") == b"{}"
    for faulty in (b"\x0a", b"\x0a\x05{}", b"\x0b", b"\x0a\xff", b"\xff" * 12):
        with pytest.raises(ProtocolError):
            decode_frame(faulty)


def test_random_bytes_change_nothing() -> None:
    """C37."""
    chance = random.Random(7)
    core = ClientCore(ANN, transport=TransportKind.WEBSOCKET)
    core.connect(0)
    core.opened(TransportKind.WEBSOCKET, 0)
    whole = json.dumps({"delta": {"resumed_at_seq": 0, "current_seq": 1, "events": [_event()]}}).encode()
    for _ in range(3_000):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 5)):
            place = chance.randrange(len(data))
            if chance.random() < 0.5:
                data[place] = chance.randrange(256)
            else:
                del data[place : place + chance.randrange(1, 9)]
        core.receive_text(bytes(data), 0)
        assert core.view.seq <= 2**63


def _event() -> dict[str, Any]:
    return {
        "job_id": "job_1", "stream_id": "s", "seq": 1, "context_version": 1, "correlation_id": "c", "trace_id": "t",
        "event_type": "status", "timestamp": "2026-01-01T00:00:00Z", "payload": {"run_id": "run_1", "status": "running"}}


def test_the_executable_is_there() -> None:
    assert EXECUTABLE.is_file(), f"{EXECUTABLE} is missing: build it, or name one in TRUTHS_SERVER"
