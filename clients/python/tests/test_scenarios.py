"""The scenario fixtures of the repository over each transport, against the executable (C41, C42)."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest

from scenarios import Scenario, read_scenarios, world
from support import HAS_CLOCK, SERVES_GRPC
from truths_client import TransportKind

SCENARIOS = read_scenarios()


#: Scenarios of which a server cannot be told some step, by their ids.
UNTOLD = {
    "capability.session_handshake": "it asks what the simulation offers: some packs alone, and one transport",
    "capability.session_handshake.transports": "it asks what the simulation offers: one transport",
    "people.hire_to_productive.last_day": "one of several actors pauses the session, which the operator alone does",
}


def left_out(scenario: Scenario, transport: TransportKind | None) -> str | None:
    """Why a scenario is not told to a server over a transport; `None` where it is."""
    if scenario.needs_clock and not HAS_CLOCK:
        return "its clock is not the world's: install `faketime`, and take a debug build, to give the server another"
    if scenario.fixture.get("context", {}).keys() - {"facts"}:
        return "a server is given no documents"
    if scenario.id in UNTOLD:
        return UNTOLD[scenario.id]
    if scenario.has("update_budget") and len(scenario.clients) > 1:
        return "of a server with several actors nobody is the operator, who alone changes budgets"
    if transport is None:
        return None
    if scenario.names_transports:
        return "it says which transports there are, and is told as it is written"
    if scenario.has("fault") and not transport.is_pushed:
        return "its faults are about events that are pushed"
    if transport is TransportKind.STDIO and len(scenario.clients) > 1:
        return "over standard input and output there is one client"
    return None


#: Whether each scenario is told as it is written and over each transport, as in long runs; else it is told one way of these.
IS_SOAK = "TRUTHS_SOAK" in os.environ
TRANSPORTS = [
    *([TransportKind.GRPC] if SERVES_GRPC else []),
    TransportKind.WEBSOCKET, TransportKind.SSE, TransportKind.REST, TransportKind.STDIO]


def told() -> Iterator[tuple[Scenario, TransportKind | None]]:
    for number, scenario in enumerate(SCENARIOS):
        possible = [transport for transport in [None, *TRANSPORTS] if left_out(scenario, transport) is None]
        if not IS_SOAK and possible:
            possible = [possible[number % len(possible)]]
        yield from ((scenario, transport) for transport in possible)


TOLD = list(told())
CUT = [
    # Faults of a scenario would strike another connection than the one that it is about.
    scenario for scenario in SCENARIOS
    if left_out(scenario, TransportKind.WEBSOCKET) is None and scenario.has("propose") and not scenario.has("fault")]


def name(case: tuple[Scenario, TransportKind | None]) -> str:
    return f"{case[0].id}-{case[1].value if case[1] else 'as-written'}"


@pytest.mark.parametrize("case", TOLD, ids=name)
def test_a_scenario_is_as_it_expects(case: tuple[Scenario, TransportKind | None]) -> None:
    """C41."""
    _play(*case)


@pytest.mark.parametrize("scenario", CUT if IS_SOAK else CUT[::4], ids=lambda scenario: scenario.id)
def test_a_connection_that_breaks_after_each_proposal_changes_nothing(scenario: Scenario) -> None:
    """C42."""
    _play(scenario, TransportKind.WEBSOCKET, cuts=True)


def test_each_scenario_is_told_or_says_why_not() -> None:
    ids = {scenario.id for scenario, _ in TOLD}
    for scenario in SCENARIOS:
        assert scenario.id in ids or left_out(scenario, None)
    assert len(ids) > (75 if HAS_CLOCK else 25) and {scenario.id for scenario in SCENARIOS} > UNTOLD.keys()


def _play(scenario: Scenario, transport: TransportKind | None, cuts: bool = False) -> None:
    async def play() -> list[str]:
        async with world(scenario, transport, cuts) as told:
            await told.play(scenario)
            return told.failures

    assert asyncio.run(play()) == []
