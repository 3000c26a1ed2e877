"""Requests, and server-sent events where they are wanted (server §3, §4)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator

import httpx

from ..errors import ConnectionFailed, ProblemError, ProtocolError, problem_error
from ..jsontext import JSONObject, JSONValue, integer_of, list_of, object_of, read, read_object, text_of, write
from . import Endpoints, Link, told

#: The most messages that wait to be read before requests wait too.
_MOST_WAITING = 256


class Requests:
    """The requests of a server, over connections that are kept."""

    def __init__(self, endpoints: Endpoints) -> None:
        self._endpoints = endpoints
        self._client = httpx.AsyncClient(
            base_url=endpoints.url or "", timeout=httpx.Timeout(endpoints.timeout), follow_redirects=False,
            # What is compressed may be a thousand times as large as what came.
            headers={"accept-encoding": "identity"})

    async def ask(
        self, method: str, path: str, body: JSONObject | None = None, parameters: dict[str, str] | None = None,
        headers: dict[str, str] | None = None, timeout: float | None = None,
    ) -> JSONValue:
        """Sends a request, and reads its answer of at most so many bytes.

        Raises :class:`ProblemError` for a problem document, :class:`ConnectionFailed` without an answer, and
        :class:`ProtocolError` for an answer that is no JSON.
        """
        whole = {**self._endpoints.bearer(), **(headers or {})}
        if body is not None:
            whole["content-type"] = "application/json"
        content = None if body is None else write(body).encode("utf-8")
        try:
            async with self._client.stream(
                method, path, content=content, params=parameters, headers=whole, timeout=timeout or self._endpoints.timeout,
            ) as response:
                data = await self._body(response)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as fault:
            raise ConnectionFailed(f"{method} {path}: {fault or type(fault).__name__}") from fault
        if response.status_code >= 400:
            raise _problem(response, data)
        return read(data)

    async def object(
        self, method: str, path: str, body: JSONObject | None = None, parameters: dict[str, str] | None = None,
        timeout: float | None = None,
    ) -> JSONObject:
        """The same, of an answer that is an object."""
        value = await self.ask(method, path, body, parameters, timeout=timeout)
        if not isinstance(value, dict):
            raise ProtocolError(f"the answer to {method} {path} is no object")
        return value

    @contextlib.asynccontextmanager
    async def events(self, parameters: dict[str, str]) -> AsyncIterator[AsyncIterator[tuple[str, str]]]:
        """Server-sent events, as names and data."""
        headers = {**self._endpoints.bearer(), "accept": "text/event-stream", "cache-control": "no-store"}
        # The server sends a checkpoint within 15 seconds; three times that is silence.
        timeout = httpx.Timeout(self._endpoints.timeout, read=45)
        try:
            async with self._client.stream("GET", "/events", params=parameters, headers=headers, timeout=timeout) as response:
                if response.status_code >= 400:
                    raise _problem(response, await self._body(response))
                yield _server_sent_events(response.aiter_raw(), self._endpoints.largest_message)
        except (httpx.HTTPError, OSError) as fault:
            raise ConnectionFailed(f"sse: {fault or type(fault).__name__}") from fault

    async def _body(self, response: httpx.Response) -> bytes:
        """The bytes of an answer, as they came. Raises :class:`ProtocolError` beyond the most."""
        data = bytearray()
        async for part in response.aiter_raw():
            data += part
            if len(data) > self._endpoints.largest_message:
                raise ProtocolError(f"an answer has more than {self._endpoints.largest_message} bytes")
        return bytes(data)

    async def close(self) -> None:
        """Gives the connections up."""
        await self._client.aclose()


class RequestLink(Link):
    """Requests in the order in which they are sent; events by polls, or by a stream beside them."""

    def __init__(self, endpoints: Endpoints, is_pushed: bool) -> None:
        self._endpoints = endpoints
        self._requests = Requests(endpoints)
        self._is_pushed = is_pushed
        self._arrived: asyncio.Queue[str | Exception] = asyncio.Queue(_MOST_WAITING)
        self._stream: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Asks whether the server answers who speaks and, where events are to be pushed, opens a stream of none."""
        try:
            await self._requests.object("GET", "/capabilities")
            if self._is_pushed:
                async with self._requests.events({"run_id": "none"}):
                    pass
        except (ProblemError, ProtocolError) as fault:
            await self.close()
            raise ConnectionFailed(f"{'sse' if self._is_pushed else 'rest'}: {fault}") from fault
        except ConnectionFailed:
            await self.close()
            raise

    async def send(self, message: JSONObject) -> None:
        [(name, given)] = message.items()
        body = given if isinstance(given, dict) else {}
        try:
            if name == "handshake":
                await self._arrived.put(write({"capabilities": await self._handshake(body)}))
            elif name == "propose":
                answer = await self._requests.object("POST", "/jobs", self._for_another(body))
                await self._arrived.put(write({"answer": answer}))
            elif name == "control":
                await self._arrived.put(write({"answer": await self._requests.object("POST", "/control", body)}))
            elif name == "resume":
                await self._resume(body)
            elif name == "range":
                await self._range(integer_of(body, "from") or 1, integer_of(body, "to") or 0)
            elif name == "snapshot":
                # A stream that is not the server's gets a snapshot (sessions §5).
                await self._arrived.put(write({"snapshot": await self._events({"stream_id": "none"})}))
        except ProblemError as problem:
            if name not in ("propose", "control") or problem.status == 401:
                raise ConnectionFailed(f"{name}: {problem}") from problem
            await self._arrived.put(write(told(problem.problem, body)))
        except ProtocolError as fault:
            raise ConnectionFailed(f"{name}: {fault}") from fault

    async def receive(self) -> str | bytes:
        arrived = await self._arrived.get()
        if isinstance(arrived, Exception):
            raise arrived
        return arrived

    async def close(self) -> None:
        if self._stream is not None:
            self._stream.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._stream
        await self._requests.close()

    async def _handshake(self, body: JSONObject) -> JSONObject:
        try:
            return await self._requests.object("POST", "/capabilities", body)
        except ProblemError as problem:
            if problem.status != 400:
                raise
            return {"error": problem.problem.get("detail")}

    def _for_another(self, proposal: JSONObject) -> JSONObject:
        """A proposal that names whom it is made for: a handshake over requests does not say it for those behind it."""
        person = self._endpoints.on_behalf_of
        inner = object_of(proposal, "proposal")
        if person is None or "on_behalf_of" in proposal or (inner is not None and "on_behalf_of" in inner):
            return proposal
        return {**proposal, "on_behalf_of": person}

    async def _resume(self, body: JSONObject) -> None:
        parameters = {"since_seq": str(integer_of(body, "resume_from_seq") or 0)}
        stream_id = text_of(body, "stream_id")
        if stream_id is not None:
            parameters["stream_id"] = stream_id
        backlog = await self._events(parameters)
        is_snapshot = "snapshot" in backlog
        await self._arrived.put(write({"snapshot" if is_snapshot else "delta": backlog}))
        if not self._is_pushed or body.get("subscribe") is not True:
            return
        if self._stream is not None:
            self._stream.cancel()
        follow = {"since_seq": str(integer_of(backlog, "current_seq") or 0)}
        known = text_of(backlog, "stream_id") if is_snapshot else stream_id or self._stream_of(backlog)
        if known is not None:
            follow["stream_id"] = known
        self._stream = asyncio.create_task(self._follow(follow))

    @staticmethod
    def _stream_of(backlog: JSONObject) -> str | None:
        events = list_of(backlog, "events")
        return text_of(events[-1], "stream_id") if events and isinstance(events[-1], dict) else None

    async def _range(self, first: int, last: int) -> None:
        delta = await self._events({"since_seq": str(first - 1)})
        if "snapshot" in delta:
            await self._arrived.put(write({"snapshot": delta}))
            return
        events = [
            event for event in list_of(delta, "events") or []
            if isinstance(event, dict) and (integer_of(event, "seq") or 0) <= last]
        await self._arrived.put(write({"range": events}))

    async def _events(self, parameters: dict[str, str]) -> JSONObject:
        return await self._requests.object("GET", "/events", parameters=parameters)

    async def _follow(self, parameters: dict[str, str]) -> None:
        try:
            async with self._requests.events(parameters) as events:
                async for name, data in events:
                    if name == "end":
                        raise ConnectionFailed(f"sse: the server ended the stream: {data[:200]}")
                    kind = name if name in ("snapshot", "checkpoint") else "event"
                    await self._arrived.put(f'{{"{kind}":{data}}}')
            raise ConnectionFailed("sse: the stream ended")
        except (ConnectionFailed, ProblemError, ProtocolError) as fault:
            lost = fault if isinstance(fault, ConnectionFailed) else ConnectionFailed(f"sse: {fault}")
            await self._arrived.put(lost)


async def _lines(parts: AsyncIterator[bytes], largest: int) -> AsyncGenerator[str, None]:
    """Lines of UTF-8, each at most so many bytes. Raises :class:`ProtocolError` for a longer one, and for other bytes."""
    open_line: list[bytes] = []
    size = 0
    async for part in parts:
        *whole, rest = part.split(b"\n")
        for end in whole:
            line = b"".join([*open_line, end])
            open_line, size = [], 0
            try:
                yield line.removesuffix(b"\r").decode("utf-8")
            except UnicodeDecodeError as fault:
                raise ProtocolError("server-sent events are UTF-8") from fault
        open_line.append(rest)
        size += len(rest)
        if size > largest:
            raise ProtocolError(f"a line has more than {largest} bytes")


async def _server_sent_events(parts: AsyncIterator[bytes], largest: int) -> AsyncIterator[tuple[str, str]]:
    """Reads a stream of server-sent events: `event:` and `data:` of each. Raises :class:`ProtocolError` for one too large."""
    name, size = "message", 0
    data: list[str] = []
    async with contextlib.aclosing(_lines(parts, largest)) as lines:
        async for line in lines:
            field, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if not line:
                if data:
                    yield name, "\n".join(data)
                name, data, size = "message", [], 0
            elif field == "event":
                name = value
            elif field == "data":
                data.append(value)
                size += len(value) + 1
                if size > largest:
                    raise ProtocolError(f"an event has more than {largest} characters")


def _problem(response: httpx.Response, data: bytes) -> ProblemError:
    """The error of a response; one without a document has its status alone."""
    try:
        problem = read_object(data)
    except ProtocolError:
        problem = {"title": response.reason_phrase}
    problem["status"] = response.status_code
    wait = response.headers.get("retry-after", "")
    if wait.isascii() and wait.isdigit():
        problem["retry_after"] = int(wait[:9])
    return problem_error(problem)
