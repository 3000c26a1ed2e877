"""Standard input and output of a server that the client starts (server §8): JSON-RPC 2.0, a message a line."""

from __future__ import annotations

import asyncio
import contextlib

from ..errors import ConnectionFailed, ProtocolError, problem_error
from ..jsontext import JSONObject, integer_of, object_of, read_object, text_of, write
from . import Endpoints, Link, told

#: Notifications that are messages of the session.
_NOTIFICATIONS = ("event", "delta", "snapshot", "checkpoint")


class StdioLink(Link):
    """A process, which ends with the connection."""

    def __init__(self, endpoints: Endpoints) -> None:
        self._endpoints = endpoints
        self._process: asyncio.subprocess.Process | None = None
        #: What was sent, by its number: the name of the message, and its body.
        self._open: dict[int, tuple[str, JSONObject]] = {}
        self._asked: dict[int, asyncio.Future[JSONObject]] = {}
        self._last_id = 0

    async def open(self) -> None:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._endpoints.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                limit=self._endpoints.largest_message)
            async with asyncio.timeout(self._endpoints.timeout):
                ready = await self._line()
        except (OSError, TimeoutError) as fault:
            await self.close()
            raise ConnectionFailed(f"stdio: {fault or 'the server is not ready in time'}") from fault
        if text_of(ready, "method") != "ready":
            await self.close()
            raise ConnectionFailed("stdio: the first line is not the notification `ready`")

    async def send(self, message: JSONObject) -> None:
        [(name, body)] = message.items()
        asked = body if isinstance(body, dict) else {}
        await self._write("capabilities" if name == "handshake" else name, asked, (name, asked))

    async def ask(self, method: str, params: JSONObject) -> JSONObject:
        """Asks a question (`dry_run`, `why_not`, `suggest`), while another task receives."""
        answer: asyncio.Future[JSONObject] = asyncio.get_running_loop().create_future()
        self._asked[self._last_id + 1] = answer
        await self._write(method, params, (method, params))
        return await answer

    async def receive(self) -> str | bytes:
        while True:
            line = await self._line()
            method = text_of(line, "method")
            if method in _NOTIFICATIONS:
                return write({method: line.get("params")})
            number = integer_of(line, "id")
            if number is None:
                continue
            name, body = self._open.pop(number, ("", {}))
            result, error = line.get("result"), object_of(line, "error")
            problem = object_of(error, "data") if error is not None else None
            if error is not None and problem is None:
                problem = {"status": 400, "title": text_of(error, "message") or "refused"}
            asked = self._asked.pop(number, None)
            if asked is not None:
                if not asked.done():
                    if problem is not None:
                        asked.set_exception(problem_error(problem))
                    elif isinstance(result, dict):
                        asked.set_result(result)
                    else:
                        asked.set_exception(ProtocolError("the answer is no object"))
                continue
            if problem is not None:
                if name == "handshake":
                    return write({"capabilities": {"error": problem.get("detail")}})
                return write(told(problem, body))
            shown = {"handshake": "capabilities", "range": "range", "propose": "answer", "control": "answer"}.get(name)
            if shown == "range" and not isinstance(result, list):
                # The first is no longer kept: a snapshot came before.
                continue
            if shown is not None:
                return write({shown: result})

    async def close(self) -> None:
        for asked in self._asked.values():
            if not asked.done():
                asked.set_exception(ConnectionFailed("stdio: the connection ended before the answer"))
        self._asked = {}
        process, self._process = self._process, None
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        with contextlib.suppress(ProcessLookupError, TimeoutError):
            try:
                async with asyncio.timeout(12):
                    # What it still says is read, so that it can end.
                    while process.stdout and await process.stdout.read(1 << 16):
                        pass
                    await process.wait()
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()

    async def _write(self, method: str, params: object, sent: tuple[str, JSONObject]) -> None:
        if self._process is None or self._process.stdin is None:
            raise ConnectionFailed("stdio: it is not open")
        self._last_id += 1
        self._open[self._last_id] = sent
        call: dict[str, object] = {"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params}
        try:
            self._process.stdin.write(write(call).encode("utf-8") + b"\n")
            await self._process.stdin.drain()
        except (OSError, RuntimeError) as fault:
            raise ConnectionFailed(f"stdio: {fault}") from fault

    async def _line(self) -> JSONObject:
        if self._process is None or self._process.stdout is None:
            raise ConnectionFailed("stdio: it is not open")
        try:
            line = await self._process.stdout.readline()
        except ValueError as fault:
            raise ConnectionFailed(f"stdio: a line is longer than {self._endpoints.largest_message} bytes") from fault
        if not line.endswith(b"\n"):
            raise ConnectionFailed("stdio: the server ended")
        try:
            return read_object(line)
        except ProtocolError as fault:
            raise ConnectionFailed(f"stdio: {fault}") from fault


