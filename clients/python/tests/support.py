"""Servers of the real executable, and clients of them, for tests."""

from __future__ import annotations

import base64
import hashlib
import hmac
import importlib.util
import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parents[3]
#: The executable that is tested: that of `TRUTHS_SERVER`, else the debug build of this tree.
EXECUTABLE = Path(os.environ.get("TRUTHS_SERVER", ROOT / ".build/debug/truths-server")).resolve()


def _serves_grpc() -> bool:
    """Whether the executable listens for gRPC, and there is a library to speak it with."""
    if importlib.util.find_spec("grpc") is None or not EXECUTABLE.is_file():
        return False
    return "--grpc" in subprocess.run([EXECUTABLE, "--help"], capture_output=True, text=True, timeout=20, check=False).stdout


SERVES_GRPC = _serves_grpc()

#: A library that gives a process another clock (Debian's package `faketime`).
_FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")


def _has_clock() -> bool:
    """Whether a server can have another clock: the library is there, and the executable takes libraries in."""
    if not _FAKETIME.is_file() or not EXECUTABLE.is_file():
        return False
    with EXECUTABLE.open("rb") as file:
        return b"/ld-linux" in file.read(1 << 16)


HAS_CLOCK = _has_clock()

ANN = {"type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme", "roles": ["clerk"]}
MIA = {"type": "user", "user_id": "mia", "device_id": "phone", "org_id": "acme", "roles": ["manager"]}

#: Small orders are accepted, those above 10 wait for a manager, those above 100 are rejected.
RULES = """\
pack shop:
  version: 1.0.0

fact stock.counted:
  key: [sku]
  external: true
  fields:
    sku: text
    price: decimal?

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
    - amount > 100 → reject("Nobody orders {amount}")
    - amount > 10 → requires_approval(manager)
  produces:
    - fact.order.placed
    - trace.shop.ordering
"""

_SECRET = hashlib.sha256(b"a key of the tests").digest()


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def token(actor: dict[str, Any], seconds: int = 400_000_000) -> str:
    """A token of the tests' issuer for an actor (server §6), which counts by other clocks too."""
    claims = {
        "iss": "https://id.example", "aud": "truths", "exp": int(time.time()) + seconds, "actor_type": actor["type"],
        "sub": actor["user_id"], "device": actor["device_id"], "org": actor["org_id"], "roles": actor["roles"]}
    parts = [{"alg": "HS256", "kid": "oct", "typ": "JWT"}, claims]
    unsigned = ".".join(_base64url(json.dumps(part).encode()) for part in parts)
    return unsigned + "." + _base64url(hmac.new(_SECRET, unsigned.encode(), hashlib.sha256).digest())


class Server:
    """A server in a folder of its own, which can be killed, paused, and started again at the same address."""

    def __init__(
        self, rules: Path | None = None, actor: dict[str, Any] | None = None, facts: Sequence[dict[str, Any]] = (),
        limits: dict[str, Any] | None = None, options: Sequence[str] = (), now: int | None = None,
    ) -> None:
        """With `actor` everybody who reaches it is that one; else tokens say who speaks.

        `now`, in milliseconds since 1970, is where its clock stands, until :meth:`set_clock`.
        """
        self._temporary = tempfile.TemporaryDirectory(prefix="truths-client-")
        self.folder = Path(self._temporary.name)
        self.ledger = self.folder / "ledger.jsonl"
        self.actor = actor
        self._options = list(options)
        self._has_clock = now is not None
        if now is not None:
            self.set_clock(now)
        if facts:
            self.ledger.write_text("".join(json.dumps(fact) + "\n" for fact in facts), encoding="utf-8")
        if rules is None:
            pack = self.folder / "truths/shop"
            pack.mkdir(parents=True)
            (pack / "shop.truths").write_text(RULES, encoding="utf-8")
            rules = self.folder
        self.rules = rules
        if actor is None:
            keys = {"keys": [{"kid": "oct", "kty": "oct", "alg": "HS256", "k": _base64url(_SECRET)}]}
            (self.folder / "keys.json").write_text(json.dumps(keys), encoding="utf-8")
            issuer = {
                "issuer": "https://id.example", "audience": "truths", "jwks": "keys.json",
                "actor": {"type": "actor_type", "user_id": "sub", "device_id": "device", "org_id": "org", "roles": "roles"}}
            identities = {"issuers": [issuer], **({"limits": limits} if limits else {})}
            (self.folder / "identities.json").write_text(json.dumps(identities), encoding="utf-8")
        self.address = "127.0.0.1:0"
        #: Where it listens for gRPC; `None` where it does not.
        self.grpc: str | None = "127.0.0.1:0" if SERVES_GRPC else None
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://{self.address}"

    def words(self) -> list[str]:
        """The words of the command, without what it listens to."""
        access = ["--actor", json.dumps(self.actor)] if self.actor else ["--identities", str(self.folder / "identities.json")]
        return [*self._clock(), str(EXECUTABLE), str(self.rules), "--ledger", str(self.ledger), *access, *self._options]

    def set_clock(self, now: int) -> None:
        """Sets its clock, which stands still there. The file is replaced whole, since it is read at any moment."""
        moment = datetime(1970, 1, 1) + timedelta(milliseconds=now)
        (self.folder / "clock.new").write_text(moment.strftime("%Y-%m-%d %H:%M:%S"))
        (self.folder / "clock.new").replace(self.folder / "clock")

    def _clock(self) -> list[str]:
        """The words before the command that give it its clock; the library needs a process before the server's own."""
        if not self._has_clock:
            return []
        settings = {
            "TZ": "UTC", "LD_PRELOAD": _FAKETIME, "FAKETIME_TIMESTAMP_FILE": self.folder / "clock", "FAKETIME_NO_CACHE": 1,
            "FAKETIME_DONT_FAKE_MONOTONIC": 1, "NO_FAKE_STAT": 1}
        return ["/usr/bin/env", *(f"{name}={value}" for name, value in settings.items()), "/usr/bin/env"]

    def start(self) -> None:
        """Starts it, at the address that it had before."""
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [*self.words(), *self._listening()], stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, (self.folder / "log").read_text()
        #: The line that it says when it answers requests (server §1).
        self.ready: dict[str, str] = json.loads(line)
        self.address, self.grpc = self.ready["http"], self.ready.get("grpc")

    def _listening(self) -> list[str]:
        return ["--listen", self.address, *(["--grpc", self.grpc] if self.grpc else [])]

    def signal(self, number: int) -> None:
        assert self.process
        self.process.send_signal(number)

    def kill(self) -> None:
        """Ends it without a word."""
        if self.process:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout
            self.process.stdout.close()
            self.process = None

    def end(self) -> None:
        """Ends it as an operator does."""
        self.signal(signal.SIGTERM)
        assert self.process
        self.process.wait(15)

    def close(self) -> None:
        self.kill()
        self._temporary.cleanup()
        if self._has_clock:
            # The library leaves memory behind when its process is killed.
            for path in Path("/dev/shm").glob("*faketime_*"):
                if not Path("/proc", path.name.rsplit("_", 1)[-1]).exists():
                    path.unlink(missing_ok=True)

    def ask(self, path: str, by: dict[str, Any] = ANN) -> Any:
        """A `GET` by an actor."""
        headers = {"authorization": f"Bearer {token(by)}"} if self.actor is None else {}
        return httpx.get(self.url + path, headers=headers, timeout=20, trust_env=False).raise_for_status().json()

    def entries(self) -> list[dict[str, Any]]:
        """What the ledger holds."""
        lines = self.ledger.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line]

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def order(order_id: str, amount: int = 1, **members: Any) -> dict[str, Any]:
    """A proposal to order something."""
    return {"action": "place_order", "order_id": order_id, "amount": amount, **members}
