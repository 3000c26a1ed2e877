#!/usr/bin/env python3
"""Measures a server under load, beside a bare handler of the same library in the same run, and checks what it was told.

    Server/Tests/load/run.py .build/release [--seconds 10] [--subscribers 1000] [--steady 60]

Needs `wrk` (Debian has it). Prints a table; it ends with 1 where something that was acknowledged is not in the ledger, or where a
subscriber missed an event or saw one twice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from served_shop import ServedShop  # noqa: E402


def load(address: str, path: str, name: str, connections: int, seconds: int) -> dict[str, float]:
    """Sends requests, each connection the next as soon as it has an answer."""
    words = ["wrk", "-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--timeout", "30s", "-s", str(HERE / "request.lua"), f"http://{address}"]
    done = subprocess.run(words, env={**os.environ, "LOAD_PATH": path, "LOAD_NAME": name}, capture_output=True, text=True, check=True)
    requests, duration, half, most, faults = (float(word) for word in done.stdout.splitlines()[-1].split())
    return {"requests": requests, "rate": requests / duration * 1e6, "p50": half / 1e3, "p99": most / 1e3, "faults": faults}


class Subscriber(asyncio.Protocol):
    """Follows all events, and notes which came when: as little work for each as possible, since a thousand share a core."""

    EVENT = re.compile(rb"id: [^:]*:([0-9]+)\n")

    def __init__(self, address: str) -> None:
        self.address = address
        self.seen: list[tuple[int, float]] = []
        self.rest = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        head = f"GET /events HTTP/1.1\r\nHost: {self.address}\r\nAccept: text/event-stream\r\n\r\n"
        transport.write(head.encode())

    def data_received(self, data: bytes) -> None:
        whole, _, self.rest = (self.rest + data).rpartition(b"\n\n")
        now = time.monotonic()
        for block in whole.split(b"\n\n"):
            found = self.EVENT.search(block, 0, 200)
            if found and b"event: checkpoint" not in block:
                self.seen.append((int(found[1]), now))


async def post(address: str, name: str) -> tuple[int, float]:
    """Proposes once; the moment at which it is sent, and the last event that stands then."""
    host, port = address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    body = json.dumps({"action": "place_order", "order_id": name, "amount": 1})
    start = time.monotonic()
    head = f"POST /jobs HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write((head + body).encode())
    answer = await reader.read()
    writer.close()
    return json.loads(answer.split(b"\r\n\r\n", 1)[1])["current_seq"], start


async def follow(server: ServedShop, subscribers: int, decisions: int) -> tuple[list[str], float]:
    """Decides while many follow: what is wrong, and how long the slowest hundredth of events took to a subscriber, in ms."""
    host, port = server.address.split(":")
    loop = asyncio.get_running_loop()
    followers = [Subscriber(server.address) for _ in range(subscribers)]
    for follower in followers:
        await loop.create_connection(lambda: follower, host, int(port))
    seen = [follower.seen for follower in followers]
    await asyncio.sleep(2)
    sent: dict[int, float] = {}
    last = 0
    for number in range(decisions):
        last, start = await post(server.address, f"followed-{number}")
        sent[last] = start
        await asyncio.sleep(0.05)
    for _ in range(300):
        if all(one and one[-1][0] >= last for one in seen):
            break
        await asyncio.sleep(0.1)
    for follower in followers:
        follower.transport.close()
    faults = []
    for place, one in enumerate(seen):
        numbers = [number for number, _ in one]
        if numbers[-1:] != [last] or numbers != list(range(numbers[0], last + 1)):
            faults.append(f"subscriber {place}: {len(numbers)} events, the last {numbers[-1:]} of {last}")
    delays = sorted(at - sent[number] for one in seen for number, at in one if number in sent)
    return faults, delays[len(delays) * 99 // 100] * 1000 if delays else 0.0


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("built", type=Path, help="the folder with truths-server and TruthsServerProbe, built for release")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--subscribers", type=int, default=1000)
    parser.add_argument("--steady", type=int, default=60, help="seconds under load over which memory is looked at")
    given = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4 * given.subscribers)), hard))
    faults: list[str] = []
    print("| request | connections | a second | p50 ms | p99 ms |\n|---|---|---|---|---|")

    def row(name: str, connections: int, measured: dict[str, float]) -> None:
        print(f"| {name} | {connections} | {measured['rate']:,.0f} | {measured['p50']:.1f} | {measured['p99']:.1f} |", flush=True)

    bare = subprocess.Popen([str(given.built / "TruthsServerProbe"), "bare", "8099"])
    time.sleep(1)
    try:
        for connections in (1, 64):
            row("bare handler", connections, load("127.0.0.1:8099", "/jobs", "bare", connections, given.seconds))
    finally:
        bare.terminate()
    with tempfile.TemporaryDirectory() as folder:
        server = ServedShop(given.built / "truths-server", Path(folder))
        try:
            for connections in (1, 64):
                row("dry run", connections, load(server.address, "/dry-run", f"dry{connections}", connections, given.seconds))
            acknowledged = 0
            for connections in (1, 16, 64, 256):
                measured = load(server.address, "/jobs", f"job{connections}", connections, given.seconds)
                row("decision, on the disk", connections, measured)
                acknowledged += int(measured["requests"] - measured["faults"])
            kept = server.accepted()
            # A request that is under way when the time is over is not counted by the client.
            if not acknowledged <= kept <= acknowledged + 1 + 16 + 64 + 256:
                faults.append(f"{acknowledged} decisions were acknowledged, and {kept} are in the ledger")
            memory = [server.memory()]
            for tenth in range(10):
                load(server.address, "/jobs", f"steady{tenth}", 16, max(1, given.steady // 10))
                memory.append(server.memory())
            print(f"\nMiB over {given.steady} s of 16 connections: {memory}", flush=True)
        finally:
            server.end()
    with tempfile.TemporaryDirectory() as folder:
        server = ServedShop(given.built / "truths-server", Path(folder))
        try:
            wrong, delay = asyncio.run(follow(server, given.subscribers, 100))
            faults += wrong
            print(f"{given.subscribers:,} subscribers: p99 from request to event {delay:.0f} ms, {server.memory()} MiB")
        finally:
            server.end()
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
