"""`ledger_inputs.py` against a ledger made by hand: it agrees with what is right and finds whatever is changed."""

import copy
import unittest

import jcs
import ledger
import ledger_inputs

NOW = "2026-01-31T09:00:00Z"
TRUTHS = "sha256:" + "a" * 64
ACTOR = ledger.FIXTURE_ACTOR


def entry(kind, run_id, payload, entries):
    made = {
        "entry_type": kind,
        "timestamp": NOW,
        "correlation_id": "cor_1",
        "run_id": run_id,
        "actor": ACTOR,
        "truth_id": None,
        "payload": payload,
        "sequence": len(entries) + 1,
    }
    made["entry_id"] = ledger.entry_id(made)
    entries.append(made)


def decided(entries, head, proposal, run_id, **more):
    """Appends a decision with the hash over what it was made with."""
    used = {"context": head, "proposal": {**proposal, "timestamp": NOW}, "truths": TRUTHS, **more}
    payload = {"language": 1, "truths_hash": TRUTHS, "context_head": head, "input_hash": jcs.hash_of(used), **more}
    entry("decision", run_id, payload, entries)


def sample():
    """A fact, a run, what followed from the context by itself, and a run that goes on with another proposal, with a budget."""
    entries = []
    entry("fact", "run_fixture", {"type": "period.closed", "period_id": "q1"}, entries)
    proposal = {"action": "send", "id": "p1"}
    head = jcs.merkle_head(ledger.leaves(entries))
    entry("proposal", "run_a", proposal, entries)
    decided(entries, head, proposal, "run_a")
    entry("fact", "run_b", {"type": "period.closed", "period_id": "q2"}, entries)
    head = jcs.merkle_head(ledger.leaves(entries))
    closing = "run_" + jcs.first16({"context": head, "truths": TRUTHS})
    entry("fact", closing, {"type": "period.noted", "period_id": "q2"}, entries)
    entry("trace", closing, {"action": "converge.close"}, entries)
    consenting = {**proposal, "consent": True}
    entry("proposal", "run_a", consenting, entries)
    decided(entries, head, consenting, "run_a", budget={"max_cycles": 1, "max_steps": 2, "max_facts": 3})
    return entries


class LedgerInputsTests(unittest.TestCase):
    def test_what_is_right_agrees(self):
        differing, recomputed, older, head = ledger_inputs.check(sample())
        self.assertEqual((differing, recomputed, older), ([], 2, 0))
        self.assertEqual(head, jcs.merkle_head(ledger.leaves(sample())))

    def test_a_change_before_a_run_differs(self):
        for place in range(8):
            entries = sample()
            changed = copy.deepcopy(entries)
            changed[place]["payload"]["note"] = "changed"
            changed[place]["entry_id"] = ledger.entry_id(changed[place])
            differing = ledger_inputs.check(changed)[0]
            # What the last run made itself, what it derived and its decision, is for those who make it again.
            self.assertEqual(bool(differing), place not in (4, 5, 7), place)

    def test_an_id_that_was_not_recomputed_differs(self):
        entries = sample()
        entries[7]["payload"]["note"] = "changed"
        self.assertEqual(ledger_inputs.check(entries)[0], ["entry 8: entry_id"])

    def test_decisions_of_version_1_are_counted(self):
        entries = sample()
        del entries[7]["payload"]["language"]
        entries[7]["entry_id"] = ledger.entry_id(entries[7])
        self.assertEqual(ledger_inputs.check(entries)[1:3], (1, 1))


if __name__ == "__main__":
    unittest.main()
