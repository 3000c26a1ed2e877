"""A server over a small set, in a folder of its own: what the measure of load and the check of the interface talk with."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

ACTOR = {"type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme", "roles": ["manager"]}
RULES = """\
pack shop:
  version: 1.0.0

fact order.placed:
  key: [order_id]
  fields:
    order_id: text
    amount: integer

intent place_order:
  fields:
    order_id: text
    amount: integer

truth ordering:
  when:
    - intent: place_order
  requires:
    - order_id exists
    - amount > 0 else "An order is for something"
  invariants:
    - amount > 10 → requires_approval(manager)
  produces:
    - fact.order.placed
    - trace.shop.ordering
"""


class ServedShop:
    """The process, from its start on."""

    def __init__(self, server: Path, folder: Path) -> None:
        pack = folder / "truths/shop"
        pack.mkdir(parents=True)
        (pack / "shop.truths").write_text(RULES, encoding="utf-8")
        self.ledger = folder / "ledger.jsonl"
        words = [server, folder, "--ledger", self.ledger, "--listen", "127.0.0.1:0", "--actor", json.dumps(ACTOR)]
        self.process = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        #: `127.0.0.1:PORT`.
        self.address = json.loads(self.process.stdout.readline())["http"]

    def memory(self) -> int:
        """MiB that it holds now."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024

    def accepted(self) -> int:
        """Decisions in its ledger that accept something."""
        with self.ledger.open(encoding="utf-8") as lines:
            return sum('"decision":"accepted"' in line and '"entry_type":"decision"' in line for line in lines)

    def end(self) -> None:
        """Ends it, as an operator does."""
        self.process.terminate()
        self.process.wait(20)
