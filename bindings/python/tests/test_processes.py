"""Rules and gates in other processes."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import threading
from pathlib import Path
from typing import Any

import pytest

import truths
from shop import CONTEXT, PATH, SHOP, order

PROPOSALS = [order(order_id=f"o{number}", amount=number * 3) for number in range(50)]
METHODS = [method for method in ("fork", "spawn", "forkserver") if method in multiprocessing.get_all_start_methods()]


def ask(task: tuple[truths.Gate, Any]) -> bytes:
    gate, proposal = task
    return gate.decide(proposal).raw


_shared: Any = None


def share(gate: truths.Gate) -> None:
    global _shared
    _shared = gate


def ask_shared(proposal: Any) -> bytes:
    return _shared.decide(proposal).raw  # type: ignore[no-any-return]


def records_shared(proposals: Any) -> bytes:
    return _shared.records(proposals)  # type: ignore[no-any-return]


def hash_of(rules: truths.Rules) -> str:
    return rules.hash


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_rules_and_gates_pickle(rules: truths.Rules, protocol: int) -> None:
    gate = rules.on(CONTEXT, now="2025-01-01T00:00:00Z", policies={"limit": 20})
    again: truths.Gate = pickle.loads(pickle.dumps(gate, protocol))
    assert [again.decide(proposal).raw for proposal in PROPOSALS] == [
        gate.decide(proposal).raw for proposal in PROPOSALS
    ]
    assert again.rules.hash == rules.hash
    assert pickle.loads(pickle.dumps(rules, protocol)).pack() == rules.pack()


def test_rules_pickle_from_wherever_they_came(project: Path, rules: truths.Rules) -> None:
    (project / "shop.truthpack").write_bytes(rules.pack())
    loaded = [truths.load("truths"), truths.load("shop.truthpack")]
    pickles = [pickle.dumps(one) for one in loaded]
    for path in (PATH, "shop.truthpack"):
        (project / path).unlink()
    assert [pickle.loads(one).hash for one in pickles] == [rules.hash] * 2


def test_a_gate_pickles_once_its_context_was_read(rules: truths.Rules, project: Path) -> None:
    gate = rules.on(project / "context.jsonl")
    (project / "context.jsonl").unlink()
    assert pickle.loads(pickle.dumps(gate)).decide(order())
    facts = iter([{"type": "customer.known", "customer": "ada"}])
    assert pickle.loads(pickle.dumps(rules.on(facts))).decide(order())


def test_copies_are_rules_and_gates_of_their_own(rules: truths.Rules) -> None:
    gate = rules.on(CONTEXT)
    again = copy.deepcopy(gate)
    gate.close()
    assert again.decide(order())


def test_closed_rules_pickle_and_closed_gates_do_not(rules: truths.Rules) -> None:
    with truths.loads({PATH: SHOP}) as closing:
        gate = closing.on(CONTEXT)
    assert not pickle.loads(pickle.dumps(closing)).closed
    assert pickle.loads(pickle.dumps(gate)).decide(order())
    gate.close()
    with pytest.raises(truths.MisuseError, match="the gate is closed"):
        pickle.dumps(gate)


def test_decisions_and_errors_pickle(gate: truths.Gate, rules: truths.Rules) -> None:
    decision = pickle.loads(pickle.dumps(gate.decide(order())))
    assert decision and decision.raw == gate.decide(order()).raw
    assert pickle.loads(pickle.dumps(gate.verdict(order(amount=0)))) == gate.verdict(order(amount=0))
    assert pickle.loads(pickle.dumps(rules.intents)) == rules.intents
    with pytest.raises(truths.FindingsError) as raised:
        gate.decide("nonsense")
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.findings, str(again)) == (raised.value.findings, str(raised.value))
    with pytest.raises(truths.EncodeError) as refused:
        gate.decide(order(amount=float("nan")))
    copied = pickle.loads(pickle.dumps(refused.value))
    assert (copied.path, copied.reason, str(copied)) == ("amount", "nan is no number", "amount: nan is no number")


@pytest.mark.parametrize("method", METHODS)
def test_gates_are_sent_to_processes(gate: truths.Gate, rules: truths.Rules, method: str) -> None:
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(ask, [(gate, proposal) for proposal in PROPOSALS[:4]]).get(60) == [
            gate.decide(proposal).raw for proposal in PROPOSALS[:4]
        ]
        assert pool.map_async(hash_of, [rules]).get(60) == [rules.hash]


@pytest.mark.parametrize("method", METHODS)
def test_a_gate_is_sent_once_for_many_proposals(gate: truths.Gate, method: str) -> None:
    with multiprocessing.get_context(method).Pool(2, share, (gate,)) as pool:
        assert pool.map_async(ask_shared, PROPOSALS).get(60) == [gate.decide(proposal).raw for proposal in PROPOSALS]
        assert pool.map_async(records_shared, [PROPOSALS]).get(60) == [gate.records(PROPOSALS)]


@pytest.mark.skipif("fork" not in METHODS, reason="this system does not fork")
def test_a_gate_that_a_fork_inherits_decides(gate: truths.Gate) -> None:
    """After batches and threads of the parent, whose threads the child does not have."""
    gate.records(PROPOSALS * 20)
    thread = threading.Thread(target=gate.records, args=(PROPOSALS,))
    thread.start()
    thread.join()
    share(gate)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(ask_shared, PROPOSALS).get(60) == [gate.decide(proposal).raw for proposal in PROPOSALS]
        assert pool.map_async(records_shared, [PROPOSALS * 20]).get(60) == [gate.records(PROPOSALS * 20)]
