"""Recomputes `input_hash` of every decision of a ledger from the ledger alone, and prints its head.

    python3 Tests/python/ledger_inputs.py LEDGER [--head sha256:…]

No truths are needed: a decision's entry names the truths hash, the head before the run and the budget that it was made with, and
the proposal stands in the ledger as it was received. It shares no code with the Swift implementation. Exit 1: something differs.
"""

import argparse
import sys

import jcs
import ledger
from proposal import Proposal


class Heads:
    """The Merkle tree heads before each entry, each made once and only where somebody asks."""

    def __init__(self, entries):
        self.leaves = ledger.leaves(entries)
        self.known = {}

    def before(self, place):
        if place not in self.known:
            self.known[place] = jcs.merkle_head(self.leaves[:place])
        return self.known[place]


def start_of(entries, heads, place):
    """Where the run of a decision begins: before its proposal, and before what followed from the context by itself."""
    decision = entries[place]
    start = place
    if start > 0 and entries[start - 1]["entry_type"] == "proposal" and entries[start - 1]["run_id"] == decision["run_id"]:
        start -= 1
    if start == 0 or entries[start - 1]["entry_type"] not in ("fact", "trace"):
        return start
    closed = start
    while closed > 0 and entries[closed - 1]["run_id"] == entries[start - 1]["run_id"]:
        closed -= 1
    # The id of what followed from a context is made of its head and the truths hash; anything else is a run of its own.
    made = jcs.first16({"context": heads.before(closed), "truths": decision["payload"]["truths_hash"]})
    return closed if entries[start - 1]["run_id"] == "run_" + made else start


def check(entries):
    """One line for each decision that differs; the number of decisions that were recomputed, and of those by version 1."""
    heads = Heads(entries)
    proposals, differing, recomputed, older = {}, [], 0, 0
    for place, entry in enumerate(entries):
        if entry["entry_id"] != ledger.entry_id(entry):
            differing.append(f"entry {place + 1}: entry_id")
        if entry["entry_type"] == "proposal":
            proposals[entry["run_id"]] = entry["payload"]
        if entry["entry_type"] != "decision":
            continue
        payload = entry["payload"]
        if "language" not in payload:
            older += 1
            continue
        head = heads.before(start_of(entries, heads, place))
        used = {
            "context": payload["context_head"],
            "proposal": Proposal(proposals[entry["run_id"]]).used_at(entry["timestamp"]),
            "truths": payload["truths_hash"],
        }
        if "budget" in payload:
            used["budget"] = payload["budget"]
        if payload["context_head"] != head:
            differing.append(f"entry {place + 1}: context_head is {payload['context_head']}, recomputed {head}")
        if payload["input_hash"] != jcs.hash_of(used):
            differing.append(f"entry {place + 1}: input_hash is {payload['input_hash']}, recomputed {jcs.hash_of(used)}")
        recomputed += 1
    return differing, recomputed, older, heads.before(len(entries))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ledger", help="JSON Lines; - for standard input")
    parser.add_argument("--head", help="a head that was kept elsewhere")
    given = parser.parse_args()
    if given.ledger == "-":
        text = sys.stdin.read()
    else:
        with open(given.ledger, encoding="utf-8") as file:
            text = file.read()
    try:
        differing, recomputed, older, head = check(ledger.read(text, {}))
    except (ValueError, KeyError, TypeError) as error:
        print(f"cannot be read: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    for line in differing:
        print(f"differs  {line}")
    print(f"{recomputed} decisions recomputed, {older} made by version 1, {len(differing)} differ; head {head}")
    if given.head is not None and given.head != head:
        print(f"differs  the head that was kept is {given.head}")
        return 1
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
