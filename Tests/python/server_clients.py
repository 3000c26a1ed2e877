"""Talks to a server as programs do that know nothing of it: httpx for requests and server-sent events, websockets for WebSocket.

    python3 Tests/python/server_clients.py .build/release/truths-server

One decides by each way, everybody else hears of it, and all have seen the same stream in the end.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

ROOT = Path(__file__).resolve().parents[2]
ACTOR = '{"type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme", "roles": ["accountant"]}'


def proposal(number):
    return {"action": "create_invoice", "period_id": "2024-Q1", "idempotency_key": f"invoice-{number}"}


async def subscribe(socket):
    """The events that a WebSocket has at first."""
    await socket.send(json.dumps({"resume": {"resume_from_seq": 0, "subscribe": True}}))
    return json.loads(await socket.recv())["delta"]["events"]


async def propose(socket, number, events):
    """Proposes over a WebSocket; the events on the way to the answer are added."""
    await socket.send(json.dumps({"propose": proposal(number)}))
    async for message in socket:
        [(name, body)] = json.loads(message).items()
        if name == "event":
            events.append(body)
        elif name == "answer":
            return body
    raise AssertionError("the connection ended without an answer")


async def stream(client, last):
    """The events of a stream of server-sent events up to a `seq`."""
    events = []
    async with client.stream("GET", "/events", headers={"Accept": "text/event-stream"}) as response:
        assert response.status_code == 200 and response.headers["content-type"] == "text/event-stream"
        async for line in response.aiter_lines():
            if line.startswith("data: "):
                event = json.loads(line.removeprefix("data: "))
                events.append(event)
                if event["seq"] >= last:
                    return events
    raise AssertionError("the stream ended")


async def talk(address, process):
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as client:
        async with connect(f"ws://{address}/stream", subprotocols=["converge.v1"], max_size=None) as socket:
            assert socket.subprotocol == "converge.v1"
            seen = await subscribe(socket)
            over_socket = await propose(socket, 1, seen)
            assert over_socket["decision"] == "halted" and over_socket["reason"] == "Period is closed", over_socket
            over_http = (await client.post("/jobs", json=proposal(2))).raise_for_status().json()
            assert over_http["decision"] == "halted" and over_http["truths"] == over_socket["truths"], over_http
            again = await client.post("/jobs", json=proposal(1))
            assert again.status_code == 200 and again.json()["decision_id"] == over_socket["decision_id"], again.text
            await propose(socket, 3, seen)
            await (await socket.ping())
            # A message of a megabyte in fragments, as the library cuts them, is one message at fault.
            await socket.send(" " * 500_000 for _ in range(2))
            problem = json.loads(await socket.recv())
            assert problem.get("problem", {}).get("status") == 400, problem
            polled = (await client.get("/events")).json()
            assert seen == polled["events"], "the WebSocket has seen other events than a poll"
            assert await stream(client, polled["current_seq"]) == seen, "so has the stream of server-sent events"
            refused = await client.get("/stream")
            assert refused.status_code == 426 and refused.json()["code"] == "upgrade_required"
            try:
                await connect(f"ws://{address}/stream", additional_headers={"Origin": "http://evil.example"})
                raise AssertionError("a page of another site is answered")
            except InvalidStatus as refusal:
                assert refusal.response.status_code == 403
            process.terminate()
            try:
                while True:
                    await socket.recv()
            except ConnectionClosed as closed:
                assert (closed.rcvd.code, closed.rcvd.reason) == (1001, "server_stopping"), closed
    return len(seen)


def over_standard_input(server, ledger):
    """Decides once more in a process without a socket, over the same ledger."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "propose", "params": proposal(1)}
    lines = subprocess.run(
        [server, ROOT / "truths", "--ledger", ledger, "--stdio", "--actor", ACTOR], input=json.dumps(call), capture_output=True,
        text=True, timeout=30, check=True).stdout.splitlines()
    answer = json.loads(lines[-1])
    assert answer["id"] == 1 and answer["result"]["replay"] is True, answer


def main():
    server = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger.jsonl"
        ledger.write_bytes((ROOT / "examples/closed-period/context.jsonl").read_bytes())
        process = subprocess.Popen(
            [server, ROOT / "truths", "--ledger", ledger, "--actor", ACTOR], stdout=subprocess.PIPE, text=True)
        try:
            address = json.loads(process.stdout.readline())["http"]
            events = asyncio.run(talk(address, process))
            assert process.wait(15) == 0
        finally:
            process.kill()
        over_standard_input(server, ledger)
    print(f"{events} events, the same by WebSocket, server-sent events and polling; {sys.argv[1]} answers httpx and websockets")


main()
