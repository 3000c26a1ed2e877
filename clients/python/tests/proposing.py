"""A program that proposes until it is killed: python3 proposing.py URL FOLDER PROMISED."""

import asyncio
import os
import sys
from pathlib import Path

from support import ANN, order
from truths_client import AsyncClient


async def main(url: str, folder: str, promised: Path) -> None:
    async with AsyncClient(url, actor=ANN, state_folder=folder) as client:
        while True:
            order_id = f"o{os.getpid()}-{len(promised.read_text().split())}"
            await client.propose(order(order_id))
            # From here on it is promised that the order is not lost.
            with promised.open("a") as file:
                file.write(order_id + "\n")
            await asyncio.sleep(0.005)


asyncio.run(main(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
