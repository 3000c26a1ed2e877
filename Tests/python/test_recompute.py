"""`recompute.py` against a run made by hand: it agrees with what is right and finds whatever is changed."""

import contextlib
import copy
import hashlib
import io
import json
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

import recompute
from proposal import Proposal


def digest(value):
    """SHA-256 of a value whose JSON needs nothing of RFC 8785 but sorted names: short of `jcs`, which is under test here."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def head(entries):
    hashes = [hashlib.sha256(b"\x00" + json.dumps(e, sort_keys=True, separators=(",", ":")).encode()).digest() for e in entries]

    def tree(part):
        if len(part) == 1:
            return part[0]
        split = 1
        while split * 2 < len(part):
            split *= 2
        return hashlib.sha256(b"\x01" + tree(part[:split]) + tree(part[split:])).digest()

    return "sha256:" + (tree(hashes) if hashes else hashlib.sha256(b"").digest()).hex()


NOW = "2026-01-31T09:00:00Z"
ADA = {"type": "user", "user_id": "ada", "device_id": "d", "org_id": "o", "roles": ["clerk"]}
FIXTURE = {"type": "system", "user_id": "fixture", "device_id": "fixture", "org_id": "fixture", "roles": []}


class Golden:
    """One accepted proposal on a context of two facts in short form."""

    def __init__(self):
        self.context = [
            {"type": "policy.set", "policy": "demo.limit", "value": 5},
            {"type": "period.opened", "period_id": "2026-01"},
        ]
        self.proposal = {"action": "greet", "name": "Grace", "actor": ADA, "timestamp": "2026-01-30T00:00:00Z"}
        self.build = {
            "declarations": {
                "intent demo.greet": {"fields": {"name": "text"}},
                "truth demo.greeting": {"requires": ["name exists"]},
            },
            "governing": {"demo.greet": ["intent demo.greet", "truth demo.greeting"]},
        }
        self.build["truths"] = "sha256:" + digest(self.build["declarations"])
        steps = [{**self.context[0], "step": 1}, self.context[1]]
        self.before = [self.fixture(payload, place) for place, payload in enumerate(steps, 1)]
        self.output = self.decided()

    def fixture(self, payload, sequence):
        entry = {
            "entry_type": "fact", "timestamp": "1970-01-01T00:00:00Z", "correlation_id": "cor_fixture", "run_id": "run_fixture",
            "actor": FIXTURE, "truth_id": None, "payload": payload, "sequence": sequence,
        }  # fmt: skip
        return {**entry, "entry_id": "ctx_" + digest(entry)[:16]}

    def decided(self):
        truths, before = self.build["truths"], head(self.before)
        used = {**self.proposal, "timestamp": NOW}
        input_hash = "sha256:" + digest({"context": before, "proposal": used, "truths": truths})
        self.run_id = "run_" + input_hash[7:23]
        self.correlation_id = "cor_" + digest(self.proposal)[:16]
        facts = [{"type": "person.greeted", "name": "Grace"}]
        violation = {"truth_id": "demo.greeting", "clause": "invariants[0]", "kind": "advisory", "reason": "r"}
        violation["values"] = {"a": 1}
        said = {"decision": "accepted", "truth_id": "demo.greeting", "reason": "1 requirements and 0 invariants hold"}
        output_hash = "sha256:" + digest({**said, "violations": [violation], "facts": facts})
        hashes = {"input_hash": input_hash, "output_hash": output_hash}
        trace_id = "trc_" + hashlib.sha256(f"{self.run_id}/demo.greeting/6".encode()).hexdigest()[:16]
        trace = {
            "trace_id": trace_id, "run_id": self.run_id, "correlation_id": self.correlation_id, "actor": ADA, "action": "greet",
            **hashes, **said, "timestamp": NOW,
        }  # fmt: skip
        proposal_id = "prop_" + digest(self.proposal)[:16]
        decision = {"status": "converged", **said, "violations": [violation], "waiting_for": [], "steps": [], **hashes}
        entries = [
            self.entry("proposal", self.proposal, 3, None, proposal_id=proposal_id),
            self.entry("decision", decision, 4, "demo.greeting"),
            self.entry("fact", facts[0], 5, "demo.greeting"),
            self.entry("trace", trace, 6, "demo.greeting"),
        ]
        identity = {"action": "greet", "fields": {"name": "Grace"}, "proposal_id": proposal_id, "user_id": "ada"}
        return {
            **said,
            "violations": [{**violation, "source": "demo/demo.truths:1:1"}],
            "run": {
                "run_id": self.run_id, "status": "converged", "facts_count": 3, "pending_proposals": 0, "waiting_for": [],
                "last_activity": NOW,
            },
            "facts": facts,
            "traces": [trace],
            "entries": entries,
            "proposal_id": proposal_id,
            "proposal_hash": "sha256:" + digest(identity),
            **hashes,
            "context": {"before": {"head": before, "size": 2}, "after": {"head": head(self.before + entries), "size": 6}},
            "truths": truths,
            "governing": "sha256:" + digest(self.build["declarations"]),
        }  # fmt: skip

    def entry(self, kind, payload, sequence, truth_id, **more):
        entry = {
            "entry_type": kind, "timestamp": NOW, "correlation_id": self.correlation_id, "run_id": self.run_id, "actor": ADA,
            "truth_id": truth_id, "payload": payload, "sequence": sequence, **more,
        }  # fmt: skip
        return {**entry, "entry_id": "ctx_" + digest(entry)[:16]}


class Recompute(unittest.TestCase):
    def setUp(self):
        self.golden = Golden()

    def run_on(self, output, *more, context=True, build=True, proposal=True):
        """The exit code and the lines of `recompute.py`."""
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "output.json").write_text(json.dumps(output))
            (place / "context.jsonl").write_text("\n".join(json.dumps(fact) for fact in self.golden.context) + "\n")
            (place / "proposal.json").write_text(json.dumps(self.golden.proposal))
            (place / "build.json").write_text(json.dumps(self.golden.build))
            arguments = ["recompute.py", str(place / "output.json"), *more]
            for name, file, wanted in [
                ("context", "context.jsonl", context), ("proposal", "proposal.json", proposal), ("build", "build.json", build),
            ]:  # fmt: skip
                arguments += [f"--{name}", str(place / file)] if wanted else []
            printed = io.StringIO()
            with mock.patch.object(sys, "argv", arguments), contextlib.redirect_stdout(printed):
                return recompute.main(), printed.getvalue()

    def test_what_is_right_does_not_differ(self):
        code, printed = self.run_on(self.golden.output)
        self.assertEqual(code, 0, printed)
        self.assertNotIn("skipped", printed)
        for what in ("entry 3 (proposal), entry_id", "entry 6 (trace), trace_id", "context.before.head", "context.after.head"):
            self.assertIn(f"ok       {what}\n", printed)
        for what in ("truths", "governing", "proposal_id", "proposal_hash", "input_hash", "run_id", "output_hash"):
            self.assertIn(f"ok       {what}\n", printed)

    def test_what_is_missing_is_skipped(self):
        code, printed = self.run_on(self.golden.output, context=False, build=False, proposal=False)
        self.assertEqual(code, 0, printed)
        self.assertIn("skipped  context heads", printed)
        self.assertIn("skipped  truths", printed)
        self.assertIn("ok       input_hash\n", printed)

    def test_a_batch(self):
        code, printed = self.run_on([self.golden.output, self.golden.output])
        self.assertEqual(code, 0, printed)

    def test_every_change_is_found(self):
        changes = {
            "decision": ["decision"], "reason": ["reason"], "proposal_id": ["proposal_id"], "proposal_hash": ["proposal_hash"],
            "input_hash": ["input_hash"], "output_hash": ["output_hash"], "truths": ["truths"], "governing": ["governing"],
            "context.before.head": ["context", "before", "head"], "context.after.head": ["context", "after", "head"],
            "run_id": ["run", "run_id"], "entry_id": ["entries", 1, "entry_id"], "actor": ["entries", 2, "actor", "user_id"],
            "payload": ["entries", 2, "payload", "name"], "trace_id": ["entries", 3, "payload", "trace_id"],
            "fact": ["facts", 0, "name"], "violation": ["violations", 0, "reason"], "trace": ["traces", 0, "reason"],
            "timestamp": ["run", "last_activity"], "recorded": ["entries", 0, "payload", "name"],
            "correlation_id": ["entries", 0, "correlation_id"],
        }  # fmt: skip
        for name, path in changes.items():
            output = copy.deepcopy(self.golden.output)
            place = output
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = place[path[-1]] + "x"
            code, printed = self.run_on(output)
            self.assertEqual(code, 1, f"{name}: {printed}")
            self.assertIn("DIFFERS", printed)

    def test_the_place_of_a_rule_is_not_hashed(self):
        output = copy.deepcopy(self.golden.output)
        output["violations"][0]["source"] = "elsewhere:9:9"
        self.assertEqual(self.run_on(output)[0], 0)

    def test_settings_are_facts(self):
        self.golden.context.pop(0)
        order = [entry["payload"] for entry in reversed(self.golden.before)]
        self.golden.before = [self.golden.fixture(payload, place) for place, payload in enumerate(order, 1)]
        self.golden.output = self.golden.decided()
        code, printed = self.run_on(self.golden.output, "--set", "demo.limit=5")
        self.assertEqual(code, 0, printed)

    def test_a_budget_is_hashed(self):
        code, _ = self.run_on(self.golden.output, "--budget", '{"max_facts": 5}')
        self.assertEqual(code, 1)

    def test_what_is_at_fault_counts_as_absent(self):
        for actor in ("ada", {"type": "robot", "user_id": "ada"}, {"nick": "ada"}, {"user_id": 7}, {"roles": "boss"}, None):
            self.assertEqual(Proposal({"action": "greet", "actor": actor, "run_id": 7}).user_id, "fixture")
            self.assertIsNone(Proposal({"action": "greet", "run_id": 7}).run_id)
        self.assertEqual(Proposal({"action": "greet", "actor": {"type": "user"}}).user_id, "")

    def test_fields_are_those_of_the_intent(self):
        self.assertEqual(Proposal({"action": "a", "x": None, "pack": "p"}).fields, {"x": None})
        self.assertEqual(Proposal({"action": "a", "payload": {"pack": 1}, "stray": 2}).fields, {"pack": 1})
        queued = {"proposal": {"action": "a", "x": 1, "idempotency_key": "in"}, "idempotency_key": "out", "replay_safe": True}
        self.assertEqual(Proposal(queued).fields, {"x": 1})
        self.assertEqual(Proposal(queued).action, "a")

    def test_what_is_shown_is_hashed_from_language_3_on(self):
        plain = {"action": "a", "x": 1, "proposal_id": "p", "confidence": None}
        shown = {"confidence": 1, "pack": "p", "reason": ["r"], "requires_consent": "explicit", "truth_id": "t"}
        for name, value in shown.items():
            proposal = Proposal({**plain, name: value})
            members = {"action": "a", "fields": {"x": 1}, "proposal_id": "p", "user_id": "fixture"}
            self.assertEqual(proposal.hash(2), "sha256:" + digest(members))
            self.assertEqual(proposal.hash(3), "sha256:" + digest({**members, name: value}))
        self.assertEqual(Proposal(plain).hash(2), Proposal(plain).hash(3))
        queued = {"proposal": {**plain, "confidence": 1}, "confidence": None}
        self.assertEqual(Proposal(queued).hash(3), Proposal(plain).hash(3))

    def test_data_that_cannot_be_read(self):
        self.golden.context = [{"entry_type": "fact", "sequence": 7, "payload": {}}]
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(self.run_on(self.golden.output)[0], 2)


if __name__ == "__main__":
    unittest.main()
