"""Many threads on one gate, and handles that are closed meanwhile."""

from __future__ import annotations

import gc
import json
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Callable

import pytest

import truths
from shop import CONTEXT, order

PROPOSALS = [order(order_id=f"o{number}", amount=number) for number in range(200)]
MANY = b"".join(json.dumps(order(order_id=f"o{number}")).encode() + b"\n" for number in range(4000))


@pytest.fixture
def quick_switches() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def test_threads_decide_alike(gate: truths.Gate, quick_switches: None) -> None:
    wanted = [gate.decide(proposal).raw for proposal in PROPOSALS]
    outcomes = [gate.outcome(proposal) for proposal in PROPOSALS]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            assert [decision.raw for decision in pool.map(gate.decide, PROPOSALS)] == wanted
            assert list(pool.map(gate.outcome, PROPOSALS)) == outcomes


def test_threads_open_gates_on_one_set(rules: truths.Rules, quick_switches: None) -> None:
    def ask(number: int) -> str:
        with rules.on(CONTEXT, policies={"limit": number}) as gate:
            return gate.outcome(order(amount=20))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(40))) == ["waiting"] * 20 + ["accepted"] * 20


def test_other_threads_run_during_a_batch(gate: truths.Gate) -> None:
    spans: list[tuple[float, float]] = []

    def batch() -> None:
        begin = time.perf_counter()
        gate.records(MANY)
        spans.append((begin, time.perf_counter()))

    thread = threading.Thread(target=batch)
    moments = []
    thread.start()
    while not spans:
        moments.append(time.perf_counter())
        time.sleep(0.001)
    thread.join()
    begin, end = spans[0]
    quarter = (end - begin) / 4
    assert any(begin + quarter < moment < end - quarter for moment in moments)


def test_a_gate_that_is_closed_during_a_batch_ends_it_first(rules: truths.Rules) -> None:
    gate = rules.on(CONTEXT)
    wanted = rules.on(CONTEXT).records(MANY)
    with ThreadPoolExecutor(2) as pool:
        running = [pool.submit(gate.records, MANY) for _ in range(2)]
        time.sleep(0.05)
        gate.close()
        assert gate.closed
        for future in running:
            try:
                assert future.result() == wanted
            except truths.MisuseError:
                pass  # It had not begun.
    with pytest.raises(truths.MisuseError):
        gate.outcome(order())
    assert not gate._handle._finalize.alive


@pytest.mark.parametrize("ask", [truths.Gate.decide, truths.Gate.outcome])
def test_closing_races_with_deciding(
    rules: truths.Rules, quick_switches: None, ask: Callable[[truths.Gate, object], object]
) -> None:
    def until_closed(gate: truths.Gate, begun: threading.Event) -> int:
        count = 0
        try:
            while True:
                ask(gate, order())
                count += 1
                begun.set()
        except truths.MisuseError:
            return count

    with ThreadPoolExecutor(4) as pool:
        for _ in range(30):
            gate, begun = rules.on(CONTEXT), threading.Event()
            running = [pool.submit(until_closed, gate, begun) for _ in range(4)]
            begun.wait()
            gate.close()
            assert sum(future.result() for future in running) > 0
            assert not gate._handle._finalize.alive


def test_closing_twice_at_once(rules: truths.Rules, quick_switches: None) -> None:
    with ThreadPoolExecutor(8) as pool:
        for _ in range(50):
            gate = rules.on(CONTEXT)
            list(pool.map(lambda _: gate.close(), range(8)))
            assert not gate._handle._finalize.alive


def test_what_nothing_refers_to_is_closed(rules: truths.Rules) -> None:
    gate = rules.on(CONTEXT)
    handle, finalizer = weakref.ref(gate._handle), gate._handle._finalize
    assert finalizer.alive
    del gate
    for _ in range(3):
        gc.collect()
    assert handle() is None
    assert not finalizer.alive


def test_a_gate_keeps_what_it_needs_of_rules_that_are_gone() -> None:
    from shop import PATH, SHOP

    gate = truths.loads({PATH: SHOP}).on(CONTEXT)
    gc.collect()
    assert gate.decide(order())


def test_nothing_piles_up(rules: truths.Rules, gate: truths.Gate) -> None:
    def pages() -> int:
        gc.collect()
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1])

    def work() -> None:
        for _ in range(300):
            gate.decide(order(customer="bob"))
            gate.verdict(order())
            with pytest.raises(truths.FindingsError):
                gate.decide("nonsense")
        for _ in range(30):
            rules.on(CONTEXT).records([order()])
            rules.pack()
            truths.verify(b"", rules)

    for _ in range(3):
        work()
    before = pages()
    for _ in range(5):
        work()
    assert pages() - before < 2000
