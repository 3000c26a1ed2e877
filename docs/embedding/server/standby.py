#!/usr/bin/env python3
"""A standby: a copy of a server's ledger that is checked as it grows, and that another server can go on from.

    standby.py http://127.0.0.1:8080 copy.jsonl

It takes every entry from the stream of events, writes it, and asks the server for a proof (RFC 9162) that what it has is the beginning of
what the server has: a server that rewrites its past is noticed at the next entry. It ends with 2 where that does not hold, and with 3 where
it is so far behind that the server has no events for it any more: copy the ledger anew then. Where identities are used, TOKEN is the token
of somebody who may read everything, sensitive values too.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import urllib.request
from pathlib import Path
from typing import Iterator


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """The Merkle tree over entries: the hash of each whole subtree, from the left, with its size."""

    def __init__(self) -> None:
        self.size = 0
        self.whole: list[tuple[int, bytes]] = []

    def append(self, entry: bytes) -> None:
        added = (1, hashlib.sha256(b"\x00" + entry).digest())
        while self.whole and self.whole[-1][0] == added[0]:
            size, left = self.whole.pop()
            added = (size * 2, node(left, added[1]))
        self.whole.append(added)
        self.size += 1

    @property
    def head(self) -> bytes:
        if not self.whole:
            return hashlib.sha256().digest()
        head = self.whole[-1][1]
        for _, left in reversed(self.whole[:-1]):
            head = node(left, head)
        return head


def continues(first: int, old: bytes, second: int, new: bytes, proof: list[bytes]) -> bool:
    """Whether a tree of a size with a head begins with a smaller one (RFC 9162, 2.1.4.2)."""
    if first == second:
        return old == new and not proof
    if first == 0:
        return not proof
    if first & (first - 1) == 0:
        proof = [old, *proof]
    if not proof:
        return False
    place, last = first - 1, second - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    left = right = proof[0]
    for hash in proof[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            left, right = node(hash, left), node(hash, right)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            right = node(right, hash)
        place, last = place >> 1, last >> 1
    return left == old and right == new and last == 0


class Primary:
    """The server that is followed."""

    def __init__(self, url: str) -> None:
        self.url = url
        token = os.environ.get("TOKEN")
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str) -> dict:
        request = urllib.request.Request(self.url + path, headers=self.headers)
        with urllib.request.urlopen(request, timeout=90) as answer:
            return json.load(answer)

    def events(self, seq: int, stream: str | None) -> Iterator[tuple[str, bytes]]:
        """Events behind a place of the stream: the name of each, and its line of JSON."""
        headers = self.headers | {"Accept": "text/event-stream"}
        if stream:
            headers["Last-Event-ID"] = f"{stream}:{seq}"
        request = urllib.request.Request(self.url + "/events", headers=headers)
        with urllib.request.urlopen(request, timeout=60) as lines:
            name = ""
            for line in lines:
                if line.startswith(b"event: "):
                    name = line[7:-1].decode()
                elif line.startswith(b"data: "):
                    yield name, line[6:-1]

    def begins_with(self, tree: Tree) -> bool:
        """Whether the server proves that its ledger begins with the entries of a tree."""
        answer = self.get(f"/ledger/consistency?from={tree.size}")
        proof = [bytes.fromhex(hash.removeprefix("sha256:")) for hash in answer["consistency"]]
        new = bytes.fromhex(answer["head"].removeprefix("sha256:"))
        return continues(tree.size, tree.head, answer["to"], new, proof)


def entry(event: bytes) -> bytes:
    """The entry within an event, byte for byte: its numbers stay as they were written."""
    text = event.decode()
    start = text.index('"payload":') + len('"payload":')
    _, end = json.JSONDecoder().raw_decode(text, start)
    return text[start:end].encode()


def follow(primary: Primary, copy: Path) -> int:
    tree = Tree()
    if copy.exists():
        for line in copy.read_bytes().splitlines():
            tree.append(line)
    place = copy.with_suffix(".place")
    known = json.loads(place.read_text()) if place.exists() else {"seq": 0, "stream": None}
    with copy.open("ab") as lines:
        for name, event in primary.events(known["seq"], known["stream"]):
            if name == "snapshot":
                print("too far behind: copy the ledger anew", file=sys.stderr)
                return 3
            if name in ("checkpoint", "end"):
                continue
            told = json.loads(event)
            if told["payload"].get("sequence") == tree.size + 1 and "entry_id" in told["payload"]:
                line = entry(event)
                tree.append(line)
                lines.write(line + b"\n")
                lines.flush()
                os.fsync(lines.fileno())
                if not primary.begins_with(tree):
                    print(f"the server does not have entry {tree.size} as it told it", file=sys.stderr)
                    return 2
            place.write_text(json.dumps({"seq": told["seq"], "stream": told["stream_id"]}))
    return 0


if __name__ == "__main__":
    sys.exit(follow(Primary(sys.argv[1]), Path(sys.argv[2])))
