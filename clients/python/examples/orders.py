"""Orders pens, and lets a manager agree: python3 orders.py http://127.0.0.1:8080 TOKEN-OF-A-CLERK TOKEN-OF-A-MANAGER.

The server decides by rules that want a manager's approval above 10 pieces; `clients/python/tests/support.py` has some.
"""

from __future__ import annotations

import asyncio
import sys

from truths_client import AsyncClient, ClientView

CLERK = {"type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme", "roles": ["clerk"]}
MANAGER = {"type": "user", "user_id": "mia", "device_id": "phone", "org_id": "acme", "roles": ["manager"]}


def show(name: str, view: ClientView) -> None:
    """Prints one line of what is shown."""
    facts = [f"{fact['type']}{' (early)' if fact.get('provisional') else ''}" for fact in view.facts]
    print(f"{name}: {view.connection_state.color}, {view.run_status}, waits for {view.waiting_for}, {facts}", flush=True)


async def watch(name: str, client: AsyncClient) -> None:
    """Prints the view whenever it changes, until the run is done."""
    async for view in client.changes():
        show(name, view)
        if view.run is not None and view.run.is_done:
            return


async def agree(manager: AsyncClient) -> None:
    """Approves the run that is shown, once the viewer may."""
    view = await manager.wait_until(lambda view: view.can_i_act, timeout=30)
    if view.run is not None and view.run.proposal_id is not None:
        answer = await manager.approve(view.run.proposal_id)
        print(f"mia approves: {answer.decision}")


async def main(url: str, clerk_token: str, manager_token: str) -> None:
    async with (
        AsyncClient(url, actor=CLERK, token=clerk_token) as clerk,
        AsyncClient(url, actor=MANAGER, token=manager_token) as manager,
    ):
        submission = await clerk.propose({"action": "place_order", "order_id": "o1", "amount": 20})
        answer = await submission.answer(timeout=30)
        print(f"ann orders: {answer.decision}, {answer.reason}")
        await asyncio.gather(watch("ann", clerk), agree(manager))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
