#!/usr/bin/env python3
"""Recomputes every hash and identity in what `truths run --format json` prints (hashes §3 and runs §10.5).

    recompute.py OUTPUT [--context FILE] [--proposal FILE] [--build FILE] [--set POLICY=VALUE] [--budget JSON]

OUTPUT is the printed object, a list of them, or one a line; `-` reads standard input. Each check prints one line: `ok`,
`DIFFERS` with both values, or `skipped` with what is missing for it. It exits with 0 when nothing differs, 1 when something
does, 2 for data that cannot be read. Only the standard library is used, and nothing of the Swift implementation.
"""

import argparse
import json
import sys

import jcs
import ledger
from proposal import Proposal


class Report:
    """The lines of all checks, and whether one failed."""

    def __init__(self):
        self.differs = 0
        self.checked = 0

    def compare(self, what, printed, recomputed):
        self.checked += 1
        if printed == recomputed:
            print(f"ok       {what}")
        else:
            self.differs += 1
            print(f"DIFFERS  {what}: printed {printed}, recomputed {recomputed}")

    def skip(self, what, why):
        print(f"skipped  {what}: {why}")


class Run:
    """One printed output, held against the entries before it."""

    def __init__(self, output, before, proposal, build, budget, report):
        self.output = output
        self.before = before
        self.build = build
        self.budget = budget if budget is not None else output.get("budget")
        self.report = report
        self.entries = output["entries"]
        recorded = [entry for entry in self.entries if entry["entry_type"] == "proposal"]
        self.recorded = recorded[0] if recorded else None
        received = proposal if proposal is not None else (self.recorded or {}).get("payload")
        known = (self.recorded or {}).get("actor")
        self.proposal = Proposal(received, known) if received is not None else None

    def check(self):
        self.check_entries()
        self.check_heads()
        self.check_truths()
        self.check_proposal()
        self.check_input()
        self.check_output()

    def check_entries(self):
        """The id of every entry, its place, and what its payload derives from others."""
        first = int(self.output["context"]["before"]["size"]) + 1
        for place, entry in enumerate(self.entries, first):
            name = f"entry {place} ({entry['entry_type']})"
            self.report.compare(f"{name}, sequence", int(entry["sequence"]), place)
            self.report.compare(f"{name}, entry_id", entry["entry_id"], ledger.entry_id(entry))
            payload = entry["payload"]
            if entry["entry_type"] == "trace" and "trace_id" in payload:
                text = f"{payload['run_id']}/{payload['truth_id']}/{place}"
                self.report.compare(f"{name}, trace_id", payload["trace_id"], "trc_" + jcs.sha256(text.encode())[:16])
            if payload.get("type") == "approval.requested":
                parts = [payload["proposal_hash"], payload["truth_id"], payload["clause"], payload["role"]]
                self.report.compare(f"{name}, request", payload["request"], "req_" + jcs.sha256("/".join(parts).encode())[:16])
            if entry["entry_type"] == "trace" and payload.get("action") == "converge.close":
                self.check_closing(name, entry)

    def check_closing(self, name, entry):
        digits = jcs.first16({"context": self.output["context"]["before"]["head"], "truths": self.output["truths"]})
        self.report.compare(f"{name}, run_id", entry["run_id"], "run_" + digits)
        self.report.compare(f"{name}, correlation_id", entry["correlation_id"], "cor_" + digits)

    def check_heads(self):
        """The Merkle tree head before and after."""
        context = self.output["context"]
        size = int(context["before"]["size"])
        self.report.compare("context.after.size", int(context["after"]["size"]), size + len(self.entries))
        if self.before is None and size > 0:
            return self.report.skip("context heads", "the context is needed, with --context")
        before = self.before or []
        self.report.compare("context.before.size", size, len(before))
        self.report.compare("context.before.head", context["before"]["head"], jcs.merkle_head(ledger.leaves(before)))
        self.report.compare("context.after.head", context["after"]["head"], jcs.merkle_head(ledger.leaves(before + self.entries)))
        facts = sum(entry["entry_type"] == "fact" for entry in before + self.entries)
        self.report.compare("run.facts_count", int(self.output["run"]["facts_count"]), facts)

    def check_truths(self):
        """The truths hash and the governing hash, from what `truths build` prints."""
        if self.build is None:
            return self.report.skip("truths, governing", "the truth set is needed, with --build")
        self.report.compare("truths", self.output["truths"], jcs.hash_of(self.build["declarations"]))
        keys = self.governing_keys()
        if keys is None:
            return self.report.skip("governing", "the bundle does not list what governs the intent")
        declarations = {key: self.build["declarations"][key] for key in keys}
        self.report.compare("governing", self.output["governing"], jcs.hash_of(declarations))

    def governing_keys(self):
        """The keys of the declarations that govern the proposal's intent, by its bare or qualified name."""
        governing = self.build.get("governing")
        if governing is None or self.proposal is None:
            return None
        action = self.proposal.action
        for intent, keys in governing.items():
            if intent in (action, f"intent {action}") or intent.endswith(f".{action}"):
                return keys
        return []

    @property
    def language(self):
        """The version that the decision names; 1 names none and hashed as 2 does. An answer given again is today's tool's."""
        decisions = [entry["payload"] for entry in self.entries if entry["entry_type"] == "decision"]
        return int(decisions[0].get("language", 2)) if decisions else 3

    def check_proposal(self):
        """What follows from the proposal alone."""
        if self.proposal is None:
            return self.report.skip("proposal_id, proposal_hash", "the proposal is needed, with --proposal")
        self.report.compare("proposal_id", self.output["proposal_id"], self.proposal.proposal_id)
        self.report.compare("proposal_hash", self.output["proposal_hash"], self.proposal.hash(self.language))
        if self.recorded is None:
            return
        recorded, received = jcs.canonical(self.recorded["payload"]), jcs.canonical(self.proposal.received)
        self.report.compare("proposal as recorded", recorded, received)
        self.report.compare("proposal as recorded, proposal_id", self.recorded.get("proposal_id"), self.proposal.proposal_id)
        self.report.compare("proposal as recorded, timestamp", self.recorded["timestamp"], self.output["run"]["last_activity"])
        self.report.compare("correlation_id", self.recorded["correlation_id"], self.proposal.correlation_id)

    def check_input(self):
        """`input_hash`, and `run_id` where it is that of the first evaluation."""
        if self.proposal is None:
            return self.report.skip("input_hash", "the proposal is needed, with --proposal")
        used = {
            "context": self.output["context"]["before"]["head"],
            "proposal": self.proposal.used_at(self.output["run"]["last_activity"]),
            "truths": self.output["truths"],
        }
        if self.budget is not None:
            used["budget"] = self.budget
        recomputed = jcs.hash_of(used)
        if recomputed != self.output["input_hash"] and self.is_repeated():
            return print("ok       input_hash, as recorded with the answer that is repeated")
        self.report.compare("input_hash", self.output["input_hash"], recomputed)
        run_id = self.output["run"]["run_id"]
        if self.proposal.run_id is not None:
            self.report.compare("run_id, as given", run_id, self.proposal.run_id)
        elif self.recorded is not None:
            self.report.compare("run_id", run_id, "run_" + recomputed.removeprefix("sha256:")[:16])

    def is_repeated(self):
        """Whether the answer was given before: no new entries, and a decision in the context has these hashes."""
        names = ("input_hash", "output_hash")
        return not self.entries and any(
            entry["entry_type"] == "decision" and all(entry["payload"].get(name) == self.output[name] for name in names)
            for entry in self.before or []
        )

    def check_output(self):
        """`output_hash`, and that entries say what the output says."""
        output = self.output
        violations = [{name: value for name, value in item.items() if name != "source"} for item in output["violations"]]
        decided = {
            "decision": output["decision"],
            "truth_id": output["truth_id"],
            "reason": output["reason"],
            "violations": violations,
            "facts": output["facts"],
        }
        self.report.compare("output_hash", output["output_hash"], jcs.hash_of(decided))
        decisions = [entry for entry in self.entries if entry["entry_type"] == "decision"]
        for entry in decisions:
            for name in ("decision", "truth_id", "reason", "input_hash", "output_hash"):
                self.report.compare(f"decision entry, {name}", entry["payload"][name], output[name])
        if decisions:
            # What closed the context stands before the decision, in `entries` alone.
            following = self.entries[self.entries.index(decisions[0]) :]
            for kind in ("fact", "trace"):
                payloads = [entry["payload"] for entry in following if entry["entry_type"] == kind]
                self.report.compare(f"{kind}s", jcs.canonical(output[f"{kind}s"]), jcs.canonical(payloads))


def lifecycles(build):
    """History types with their key fields, from the declarations of a bundle."""
    found = {}
    for key, body in (build or {}).get("declarations", {}).items():
        kind, _, name = key.partition(" ")
        if kind == "lifecycle":
            found[name.split(".")[-1] + ".entered"] = body.get("key", [])
    return found


def qualified(policy, build):
    """A policy's name with its pack, where a bundle tells it."""
    keys = (build or {}).get("declarations", {})
    names = [key.removeprefix("policy ") for key in keys if key.startswith("policy ")]
    matching = [name for name in names if name == policy or name.endswith(f".{policy}")]
    return matching[0] if len(matching) == 1 else policy


def setting(text, build):
    """The `policy.set` fact of `--set policy=value`; a value that is no JSON is a text."""
    policy, _, value = text.partition("=")
    try:
        parsed = jcs.parse(value)
    except ValueError:
        parsed = value
    return {"type": "policy.set", "policy": qualified(policy, build), "value": parsed}


def load(path):
    if path == "-":
        return sys.stdin.read()
    with open(path, encoding="utf-8") as file:
        return file.read()


def values(text):
    """The objects of a text: one, a list, or one a line."""
    try:
        value = jcs.parse(text)
    except json.JSONDecodeError:
        return [jcs.parse(line) for line in text.split("\n") if line.strip()]
    return value if isinstance(value, list) else [value]


def context_of(output, given, all_entries):
    """The entries before a run: those given, or, where the runs of a batch go on from one another, all so far."""
    if given is None or int(output["context"]["before"]["size"]) == len(given):
        return given
    return all_entries


def arguments():
    parser = argparse.ArgumentParser(description="Recompute every hash of a run's output.")
    parser.add_argument("output", help="what `truths run --format json` printed; - for standard input")
    parser.add_argument("--context", help="the context that the run was given")
    parser.add_argument("--proposal", help="the proposal as it was given; else it is read from its entry")
    parser.add_argument("--build", help="what `truths build` printed")
    parser.add_argument("--set", action="append", default=[], metavar="POLICY=VALUE", help="as the run was given it")
    parser.add_argument("--budget", type=jcs.parse, help="the budget as it is hashed, where it was not the default")
    return parser.parse_args()


def main():
    given = arguments()
    report = Report()
    try:
        build = jcs.parse(load(given.build)) if given.build else None
        context = ledger.read(load(given.context), lifecycles(build)) if given.context else None
        proposals = values(load(given.proposal)) if given.proposal else []
        for text in given.set:
            context = context if context is not None else []
            ledger.append(context, setting(text, build), lifecycles(build))
        all_entries = context
        for place, output in enumerate(values(load(given.output))):
            before = context_of(output, context, all_entries)
            proposal = proposals[min(place, len(proposals) - 1)] if proposals else None
            Run(output, before, proposal, build, given.budget, report).check()
            if before is not None:
                all_entries = before + output["entries"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"cannot be read: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    print(f"{report.checked} checks, {report.differs} differ")
    return 1 if report.differs else 0


if __name__ == "__main__":
    sys.exit(main())
