"""Lets all three clients follow one server that is killed, paused, restarted and upgraded under load: all end with the same view.

    export PYTHONPATH=.build/python
    python3 Tests/python/clients_together.py .build/debug/truths-server .build/debug/truths-following [SEED]

Each client has a small program that follows, over its preferred transport and over one that it falls back to, and proposes what
it is told to: `clients/python/tests/following.py`, `clients/javascript/test/support/following.js`, and
`clients/swift/Tests/Following`. Its words are URL, address of gRPC, transport, actor and token. Once it is connected it writes
`{}`; then it reads lines:

- `propose JSON`: it proposes that.
- `settle`: once all that it proposed is answered, it writes the `proposal_id` of each by its idempotency key.
- `view SEQ`: once it has seen the stream up to there, it writes its view (fixtures §5.3).

An upgrade ends the server as an operator does, and starts another executable on the same ledger and address, with another version
of the rules, which are then adopted. The seed says which faults come when, and who proposes what.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "clients/python" / name) for name in ("tests", "src")]
os.environ["TRUTHS_SERVER"] = sys.argv[1]

import support  # noqa: E402
from support import ANN, MIA, order, token  # noqa: E402

#: Seconds that everything may take.
LONGEST = 110
FOLLOWERS = {
    "Python": ([sys.executable, str(ROOT / "clients/python/tests/following.py")], ["h2-grpc", "sse"]),
    "JavaScript": (["node", str(ROOT / "clients/javascript/test/support/following.js")], ["websocket", "rest"]),
    "Swift": ([str(Path(sys.argv[2]).resolve())], ["websocket", "sse"]),
}
OPERATOR = {"type": "user", "user_id": "olga", "device_id": "console", "org_id": "acme", "roles": ["operator"]}
ADOPTION = """\
pack trust:
  version: 1.0.0

truth changing:
  when:
    - intent: adopt_truths
  requires:
    - '"operator" in actor.roles else "Operators change the rules"'
  produces:
    - trace.trust.changing
"""
#: Of a view, what depends on nothing but the events.
SHARED = [
    "facts", "provisional", "dropped", "runs", "seq", "missing_seqs", "revisions", "truth_ids_present", "actors_present",
    "correlation_linked"]


class Server(support.Server):
    """A server that becomes another executable with other rules."""

    def __init__(self, folder: Path) -> None:
        self.executable, self.rules_folder = support.EXECUTABLE, folder / "rules"
        self.write_rules("1.0.0", 100)
        super().__init__(rules=self.rules_folder)

    def write_rules(self, version: str, largest: int) -> None:
        shop = support.RULES.replace("version: 1.0.0", f"version: {version}").replace("amount > 100", f"amount > {largest}")
        for name, text in {"shop": shop, "trust": ADOPTION}.items():
            path = self.rules_folder / f"truths/{name}/{name}.truths"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def words(self) -> list[str]:
        return [str(self.executable), *super().words()[1:]]

    def restart(self) -> None:
        self.end()
        self.start()

    def crash(self, seconds: float) -> None:
        self.kill()
        time.sleep(seconds)
        self.start()

    def pause(self, seconds: float) -> None:
        self.signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.signal(signal.SIGCONT)

    def upgrade(self) -> None:
        self.end()
        self.executable = Path(shutil.copy(self.executable, self.rules_folder.parent / "truths-server-2"))
        self.write_rules("2.0.0", 50)
        self.start()
        before = self.ask("/truths")["truths"]
        pending = self.pending()
        headers = {"Authorization": f"Bearer {token(OPERATOR)}"}
        answer = httpx.post(f"{self.url}/truths/adopt", json={"truths": pending}, headers=headers, timeout=30)
        assert answer.json()["decision"] == "accepted", answer.text
        assert self.ask("/truths")["truths"] == pending != before

    def pending(self) -> str:
        while True:
            try:
                return str(self.ask("/truths/pending")["truths"])
            except httpx.HTTPStatusError:
                time.sleep(0.1)


class Follower:
    """A program of a client."""

    def __init__(self, name: str, transport: str, server: Server, place: int = 0) -> None:
        self.name = f"{name} over {transport}"
        actor = {**ANN, "device_id": f"device-{name}-{transport}-{place}"}
        words = [*FOLLOWERS[name][0], server.url, str(server.grpc), transport, json.dumps(actor), token(actor)]
        path = os.pathsep.join([str(ROOT / "clients/python/src"), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path})

    def tell(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, f"{self.name} ended with {self.process.wait()}"
        value: dict[str, Any] = json.loads(line)
        return value

    def view(self, seq: int) -> dict[str, Any]:
        self.tell(f"view {seq}")
        whole = self.answer()
        assert whole["queue"] == [], f"{self.name} still has {whole['queue'][:2]} in its queue"
        shown = {name: whole[name] for name in SHARED}
        # What was drawn when depends on who looks.
        shown["runs"] = [{name: run[name] for name in run if name != "rendered_before_done"} for run in shown["runs"]]
        return shown


class Load(threading.Thread):
    """Proposes until it is ended: by the clients, and by a program without any, which sends again what was not answered."""

    def __init__(self, server: Server, followers: list[Follower], seed: int) -> None:
        super().__init__(daemon=True)
        self.server, self.followers, self.chance = server, followers, random.Random(f"{seed} load")
        self.is_over = threading.Event()
        self.keys: set[str] = set()
        #: What was answered to the program without a client, by key.
        self.ids: dict[str, str] = {}
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            with httpx.Client(timeout=5, trust_env=False) as requests:
                while not self.is_over.is_set():
                    self.propose(requests)
                    time.sleep(self.chance.random() / 15)
        except BaseException as fault:
            self.fault = fault

    def propose(self, requests: httpx.Client) -> None:
        key = f"key-{len(self.keys)}"
        self.keys.add(key)
        proposal = order(f"o{len(self.keys)}", self.chance.choice([1, 1, 1, 20, 60, 200]), idempotency_key=key)
        proposer = self.chance.choice([*self.followers, None])
        if proposer is not None:
            proposer.tell(f"propose {json.dumps(proposal)}")
            return
        answer = self.send(requests, "/jobs", proposal, ANN)
        self.ids[key] = answer["proposal_id"]
        if answer["run"]["status"] == "waiting":
            self.send(
                requests, f"/jobs/{answer['job_id']}/control",
                {"control_type": "approve", "payload": {"proposal_id": answer["proposal_id"]}}, MIA)

    def send(self, requests: httpx.Client, path: str, body: dict[str, Any], actor: dict[str, Any]) -> dict[str, Any]:
        while True:
            try:
                answer = requests.post(self.server.url + path, json=body, headers={"Authorization": f"Bearer {token(actor)}"})
                # An approval that was carried out, and whose answer was lost, is refused when it is sent again.
                if answer.status_code != 503:
                    value: dict[str, Any] = answer.json()
                    return value
            except httpx.TransportError:
                pass
            time.sleep(0.1)


def break_things(server: Server, chance: random.Random) -> None:
    """The faults, in an order that the seed says; the upgrade is among the first half, so that the new server has some too."""
    faults = ["kill", "kill", "kill", "pause", "pause", "restart"]
    chance.shuffle(faults)
    faults.insert(chance.randrange(1, 4), "upgrade")
    for fault in faults:
        time.sleep(0.5 + chance.random())
        if fault == "kill":
            server.crash(chance.random())
        elif fault == "pause":
            server.pause(chance.random() * 2)
        elif fault == "restart":
            server.restart()
        else:
            server.upgrade()
    print(f"faults: {', '.join(faults)}", flush=True)


def differences(first: dict[str, Any], second: dict[str, Any]) -> str:
    """The first thing in which two views differ."""
    for name in SHARED:
        if first[name] == second[name]:
            continue
        if not isinstance(first[name], list):
            return f"{name}: {first[name]} and {second[name]}"
        lost = [each for each in first[name] if each not in second[name]]
        more = [each for each in second[name] if each not in first[name]]
        return f"{name}: {len(first[name])} and {len(second[name])}; not in the second: {lost[:2]}; not in the first: {more[:2]}"
    return ""


def check(server: Server, followers: list[Follower], load: Load) -> None:
    ids = dict(load.ids)
    for follower in followers:
        follower.tell("settle")
    for follower in followers:
        ids.update(follower.answer())
    entries = server.entries()
    # What a client had in its queue is in the record of contract §16.2.
    proposed = [
        entry for entry in entries if entry["entry_type"] == "proposal"
        and "order_id" in entry["payload"].get("proposal", entry["payload"])]
    assert sorted(ids) == sorted(load.keys), "a proposal was not answered"
    assert sorted(entry["proposal_id"] for entry in proposed) == sorted(ids.values()), "a proposal was not decided once"
    seq = server.ask("/events?stream_id=none")["current_seq"]
    views = {follower.name: follower.view(seq) for follower in followers}
    # Who begins now is told all of it at once.
    late = Follower("Python", "websocket", server, 1)
    followers.append(late)
    late.answer()
    late_view = late.view(seq)
    for name, view in views.items():
        assert view == late_view, f"{name} shows something else than who begins now: {differences(late_view, view)}"
    in_ledger = sorted(entry["payload"]["order_id"] for entry in entries if entry["payload"].get("type") == "order.placed")
    orders = [fact for fact in late_view["facts"] if fact["type"] == "order.placed" and not fact.get("provisional")]
    placed = sorted(fact["order_id"] for fact in orders)
    assert placed == in_ledger and len(set(placed)) == len(placed), "the views have other orders than the ledger"
    reasons = {run.get("reason") for run in late_view["runs"]}
    assert {"Nobody orders 200", "Nobody orders 60"} <= reasons, f"both versions of the rules decided: {reasons}"
    print(f"{len(views)} followers: {seq} events, {len(ids)} proposals each decided once, {len(placed)} orders, one view")


def main() -> None:
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}", flush=True)

    def give_up(*_: object) -> None:
        raise TimeoutError(f"not done after {LONGEST} s")

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LONGEST)
    followers: list[Follower] = []
    with tempfile.TemporaryDirectory(prefix="truths-together-") as folder, Server(Path(folder)) as server:
        try:
            followers = [Follower(name, kind, server) for name, (_, kinds) in FOLLOWERS.items() for kind in kinds]
            for follower in followers:
                follower.answer()
            load = Load(server, followers, seed)
            load.start()
            break_things(server, random.Random(seed))
            load.is_over.set()
            load.join()
            if load.fault is not None:
                raise load.fault
            check(server, followers, load)
        finally:
            for follower in followers:
                follower.process.kill()


main()
