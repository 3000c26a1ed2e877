"""Follows a server and proposes what it is told to. `Tests/python/clients_together.py` starts it, and says what a line means."""

import asyncio
import json
import sys

from truths_client import AsyncClient, TransportKind
from truths_client.jsontext import write


def say(line: str) -> None:
    """Writes a line at once."""
    print(line, flush=True)


async def main(url: str, grpc: str, transport: str, actor: str, token: str) -> None:
    async with AsyncClient(
        url, grpc=grpc, actor=json.loads(actor), token=token, transport=TransportKind(transport), timeout=5,
    ) as client:
        say("{}")
        submissions = []
        while line := await asyncio.to_thread(sys.stdin.readline):
            word, _, rest = line.strip().partition(" ")
            if word == "propose":
                submissions.append(await client.propose(json.loads(rest)))
            elif word == "settle":
                say(json.dumps({each.key: (await each.answer()).proposal_id for each in submissions}))
            else:
                async for view in client.changes():
                    if view.seq >= int(rest) and not view.missing_seqs:
                        say(write(view.to_json()))
                        break


asyncio.run(main(*sys.argv[1:]))
