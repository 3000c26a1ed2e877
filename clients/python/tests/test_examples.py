"""The sample program does what it says."""

from __future__ import annotations

import os
import subprocess
import sys

from support import ANN, MIA, ROOT, Server, token


def test_the_sample_orders_and_a_manager_agrees() -> None:
    package = ROOT / "clients/python"
    with Server() as server:
        words = [sys.executable, str(package / "examples/orders.py"), server.url, token(ANN), token(MIA)]
        environment = {**os.environ, "PYTHONPATH": f"{package / 'src'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
        done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
        assert lines[0] == "ann orders: halted, amount > 10 holds: amount is 20" and "mia approves: accepted" in lines
        last = [line for line in lines if line.startswith("ann: ")][-1]
        assert last.startswith("ann: green, converged, waits for [], ") and "order.placed" in last
