"""Runs a sample program on stubs of `proto/` (clients/go, clients/kotlin) against a server that is killed meanwhile.

    PYTHONPATH=.build/python python3 Tests/python/sample_clients.py .build/debug/truths-server COMMAND…

It watches, orders what a manager has to approve, the server is killed and started again, and the manager approves: the order is
decided once, its program hears of it, and the one that watches has told each entry of the ledger once.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "clients/python" / name) for name in ("tests", "src")]
os.environ["TRUTHS_SERVER"] = sys.argv[1]

from support import ANN, MIA, Server, token  # noqa: E402


class Program:
    """The sample, with one of its commands."""

    def __init__(self, server: Server, actor: dict[str, object], command: str, *words: str) -> None:
        file = server.folder / f"{actor['user_id']}.token"
        file.write_text(token(actor))
        self.output = server.folder / f"{command}-{time.monotonic_ns()}"
        with self.output.open("w") as output:
            self.process = subprocess.Popen([*sys.argv[2:], command, str(server.grpc), str(file), *words], stdout=output)

    @property
    def lines(self) -> list[str]:
        return self.output.read_text().splitlines()

    def wait_for(self, part: str) -> None:
        for _ in range(300):
            if part in self.output.read_text():
                return
            assert self.process.poll() in (None, 0), f"it ended with {self.process.poll()}: {self.lines}"
            time.sleep(0.1)
        raise AssertionError(f"{part!r} did not come: {self.lines}")

    def end(self) -> list[str]:
        assert self.process.wait(30) == 0, self.lines
        return self.lines


def main() -> None:
    programs: list[Program] = []

    def begin(actor: dict[str, object], command: str, *words: str) -> Program:
        programs.append(Program(server, actor, command, *words))
        return programs[-1]

    with Server() as server:
        try:
            watch = begin(ANN, "watch")
            order = begin(ANN, "order", "o1", "20")
            order.wait_for("waiting approval from @manager")
            server.kill()
            time.sleep(0.5)
            server.start()
            approved = begin(MIA, "approve").end()
            assert len(approved) == 1 and approved[0].startswith("accepted: "), approved
            assert order.end()[-1].startswith("converged"), order.lines
            server.signal(signal.SIGTERM)
            small = begin(ANN, "order", "o2", "1")
            time.sleep(0.5)
            server.end()
            server.start()
            assert [line.split()[0] for line in small.end()] == ["accepted:", "converged"], small.lines
            again = begin(ANN, "order", "o2", "1").end()
            assert again == small.lines, again
            rejected = begin(ANN, "order", "o3", "200").end()
            assert rejected[0] == "halted: Nobody orders 200" and rejected[-1].startswith("halted"), rejected
            fault = begin(ANN, "order", "o2", "2")
            assert fault.process.wait(30) == 1, "another order under the same key is an error, and not tried again"
            entries = server.entries()
            watch.wait_for(f"{len(entries)} {entries[-1]['entry_type']} ")
            told = [line.split()[:2] for line in watch.lines]
            assert told == [[str(place + 1), entry["entry_type"]] for place, entry in enumerate(entries)], told
            placed = [entry["payload"]["order_id"] for entry in entries if entry["payload"].get("type") == "order.placed"]
            assert placed == ["o1", "o2"], placed
        finally:
            for program in programs:
                program.process.kill()
    print(f"{' '.join(sys.argv[2:])[:60]}: {len(entries)} entries told once, over two broken connections")


main()
