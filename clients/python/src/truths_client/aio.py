"""The client for asyncio: the core of :mod:`truths_client.core`, with connections, a clock and a folder."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from types import TracebackType

from .core import ClientCore
from .effects import Effect, Open, Send, TransportKind
from .errors import (
    ConnectionFailed,
    NotConnected,
    ProtocolError,
    StateFileError,
    TruthsClientError,
    problem_error,
)
from .jsontext import JSONObject, JSONValue, read_object
from .messages import Answer, ControlType, Problem, ServerMessage, read_message
from .questions import Questions
from .statefolder import StateFolder
from .submission import Connection, Submission
from .transports import LARGEST_MESSAGE, Endpoints, Link, Token, make_link
from .transports.http import Requests
from .view import ClientView

#: Seconds after which answers and events that were taken in are saved.
_SAVE_AFTER, _SAVE_VIEW_AFTER = 0.2, 30.0


class AsyncClient:
    """A client of a server that decides by truths: it follows the stream, keeps what is proposed, and steers runs.

    ::

        async with AsyncClient("http://127.0.0.1:8080", actor={"type": "user", "user_id": "ann"}) as client:
            submission = await client.propose({"action": "place_order", "order_id": "o1", "amount": 2})
            print((await submission.answer()).decision)
            async for view in client.changes():
                print(view.connection_state.value, view.run_status, view.waiting_for)
    """

    def __init__(
        self, url: str | None = None, *, actor: Mapping[str, JSONValue], grpc: str | None = None,
        command: Sequence[str] | None = None, token: Token = None, transport: TransportKind | str | None = None,
        on_behalf_of: str | None = None, app_version: str = "1.0.0", state_folder: str | os.PathLike[str] | None = None,
        largest_message: int = LARGEST_MESSAGE, timeout: float = 30.0,
        open_link: Callable[[TransportKind, Endpoints], Link] = make_link,
    ) -> None:
        """A client that is not connected yet.

        - `url`: of a server over HTTP; `grpc`: its address for gRPC; `command`: the words of a server that the client starts,
          and speaks with over standard input and output.
        - `actor`: who uses it, as the server knows them by the token: an actor of contract §4.2.
        - `token`: a bearer's token, or a function that gives one for each connection.
        - `transport`: the preferred one, also by its name, such as `"sse"`. Else gRPC, WebSocket or standard input and
          output, as the addresses allow. Another name is a :class:`ValueError`.
        - `state_folder`: keeps queue and view over restarts.
        - `largest_message`: bytes of a message of the server; a larger one breaks the connection.
        """
        if transport is None:
            transport = TransportKind.STDIO if command else TransportKind.GRPC if grpc else TransportKind.WEBSOCKET
        self._endpoints = Endpoints(url, grpc, list(command or ()), token, on_behalf_of, largest_message, timeout)
        self._core = ClientCore(
            actor, on_behalf_of=on_behalf_of, app_version=app_version, transport=TransportKind.named(transport))
        self._state_folder = state_folder
        self._folder: StateFolder | None = None
        self._open_link = open_link
        self._connection: Connection | None = None
        self._opening: asyncio.Task[None] | None = None
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        self._controls: dict[str, deque[asyncio.Future[Answer]]] = {}
        self._background: set[asyncio.Task[None]] = set()
        self._watchers: set[asyncio.Event] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._queue_timer: asyncio.TimerHandle | None = None
        self._view_timer: asyncio.TimerHandle | None = None
        self._requests: Requests | None = None
        self._start = (time.time_ns() // 1_000_000, time.monotonic())
        self._is_closed = False
        #: Why the last connection was refused or lost; `None` before any was.
        self.last_failure: TruthsClientError | None = None
        #: Questions that decide nothing.
        self.questions = Questions(self._ask)

    # Its life.

    async def start(self) -> None:
        """Takes up what was saved, and connects; returns once there is a connection, or none was to be had at first.

        Raises :class:`StateFileError` where what was saved cannot be read. What is proposed before any connection is queued
        without the hashes of a handshake, and halts where the ledger does not tell the rules of that moment (runs §4.2).
        """
        if self._state_folder is not None:
            folder = StateFolder(self._state_folder)
            try:
                self._core.restore(folder.load("queue"), folder.load("view"))
            except (ProtocolError, StateFileError) as fault:
                folder.close()
                raise StateFileError(f"{folder.folder}: {fault}; move it away to begin anew") from fault
            self._folder = folder
            self._save_view_later()
        self.connect()
        with contextlib.suppress(TimeoutError):
            await self._wait_for(lambda: self._core.is_settled, self._endpoints.timeout)

    async def close(self) -> None:
        """Ends the connection, and saves. Proposals without an answer stay in the folder, where there is one."""
        if self._is_closed:
            return
        self._is_closed = True
        self._perform(self._core.disconnect())
        for timer in (self._timer, self._queue_timer, self._view_timer):
            if timer is not None:
                timer.cancel()
        if self._opening is not None:
            self._opening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._opening
        if self._background:
            await asyncio.wait(self._background)
        if self._requests is not None:
            await self._requests.close()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionFailed("the client was closed before the answer"))
                answer.exception()
        if self._folder is not None:
            self._folder.save("queue", self._core.saved_queue)
            self._folder.save("view", self._core.saved_view)
            self._folder.close()
        self._changed()

    async def __aenter__(self) -> AsyncClient:
        await self.start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    def connect(self) -> None:
        """Begins to connect, after :meth:`disconnect`."""
        self._perform(self._core.connect(self._now()))

    def disconnect(self) -> None:
        """Gives the connection up until :meth:`connect`; what is proposed meanwhile is queued."""
        self._perform(self._core.disconnect())

    # What goes to the session.

    async def propose(self, proposal: Mapping[str, JSONValue]) -> Submission:
        """Proposes, or queues without a connection. With a folder the proposal is on the disk before it is sent.

        Raises :class:`~truths_client.QueueFull`, and :class:`StateFileError` where the disk refuses; then it is not sent.
        """
        if self._is_closed:
            raise NotConnected("the client is closed")
        is_new = len(self._core.outbox)
        key, effects = self._core.propose(proposal, self._now())
        if self._folder is not None and len(self._core.outbox) != is_new:
            try:
                self._folder.save("queue", self._core.saved_queue)
            except StateFileError:
                self._core.forget(key)
                raise
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = asyncio.get_running_loop().create_future()
        self._perform(effects)
        return Submission(key, answer)

    async def inject_fact(self, fact: Mapping[str, JSONValue]) -> Answer:
        """Adds a fact from outside: `{"type": …}` with its fields."""
        return await self.control("inject_fact", fact)

    async def approve(self, proposal_id: str, truth_id: str | None = None) -> Answer:
        """Grants what a proposal waits for; `truth_id` only where several approvals are wanted."""
        return await self.control("approve", _named(proposal_id=proposal_id, truth_id=truth_id))

    async def reject(self, proposal_id: str, why: str, truth_id: str | None = None) -> Answer:
        """Denies it."""
        return await self.control("reject", _named(proposal_id=proposal_id, why=why, truth_id=truth_id))

    async def consent(self, proposal_id: str) -> Answer:
        """Consents to a proposal that waits."""
        return await self.control("consent", {"proposal_id": proposal_id})

    async def pause(self, job_id: str | None = None) -> Answer:
        """Pauses a run that waits, or the session."""
        return await self.control("pause", job_id=job_id)

    async def resume(self, job_id: str | None = None) -> Answer:
        """Ends a pause."""
        return await self.control("resume", job_id=job_id)

    async def cancel(self, job_id: str | None = None) -> Answer:
        """Cancels a run that waits; without a job the one that is shown, else all that the sender may cancel."""
        return await self.control("cancel", job_id=job_id)

    async def update_budget(self, **members: int | None) -> Answer:
        """Changes the budget (sessions §7.3): `max_seconds=60`."""
        return await self.control("update_budget", members)

    async def control(
        self, kind: ControlType, payload: Mapping[str, JSONValue] | None = None, job_id: str | None = None,
    ) -> Answer:
        """Sends a control message about a job, else about the run that is shown, or the session where that run is done.

        What rules reject is an answer, with `decision`, `truth_id` and `reason`. Raises :class:`NotConnected` without a
        connection, :class:`ConnectionFailed` where it breaks before the answer, and :class:`~truths_client.ProblemError` for a
        message at fault.
        """
        effects = self._core.control(kind, payload, job_id)
        if effects is None:
            raise NotConnected("there is no connection, and control messages are not queued")
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._controls.setdefault(kind, deque()).append(answer)
        self._perform(effects)
        return await answer

    def handshake(self, request: Mapping[str, JSONValue] | None = None) -> None:
        """Asks for the capabilities anew; the answer is in the view. Raises :class:`NotConnected` without a connection."""
        effects = self._core.handshake(request)
        if effects is None:
            raise NotConnected("there is no connection")
        self._perform(effects)

    def force(self) -> None:
        """Sends what is not safe to replay, or was refused. Raises :class:`NotConnected` without a connection."""
        effects = self._core.force()
        if effects is None:
            raise NotConnected("there is no connection")
        self._perform(effects)

    def forget(self, key: str) -> bool:
        """Drops a proposal without an answer; whether there was one. What was sent may be decided all the same."""
        is_there = self._core.forget(key)
        answer = self._answers.pop(key, None)
        if answer is not None:
            answer.cancel()
        self._save_queue_later()
        self._changed()
        return is_there

    # What is shown.

    @property
    def view(self) -> ClientView:
        """What a screen shows at this moment."""
        return self._core.view

    @property
    def core(self) -> ClientCore:
        """The state machine, to look at."""
        return self._core

    async def changes(self) -> AsyncGenerator[ClientView, None]:
        """The view now, and whenever it has changed. Whoever takes long sees the newest one next; nothing is queued."""
        async with contextlib.aclosing(self._moments()) as moments:
            async for _ in moments:
                yield self.view

    async def wait_until(self, holds: Callable[[ClientView], bool], timeout: float | None = None) -> ClientView:
        """The first view of which something holds. Raises :class:`TimeoutError` after so many seconds."""
        await self._wait_for(lambda: holds(self.view), timeout)
        return self.view

    async def _wait_for(self, holds: Callable[[], bool], timeout: float | None) -> None:
        async with asyncio.timeout(timeout):
            async with contextlib.aclosing(self._moments()) as moments:
                async for _ in moments:
                    if holds():
                        return
        raise NotConnected("the client was closed")

    async def _moments(self) -> AsyncGenerator[None, None]:
        """Now, and whenever something has changed, until the client is closed."""
        changed = asyncio.Event()
        changed.set()
        self._watchers.add(changed)
        try:
            while True:
                await changed.wait()
                changed.clear()
                yield
                if self._is_closed:
                    return
        finally:
            self._watchers.discard(changed)

    # Carrying out effects.

    def _now(self) -> int:
        """Milliseconds since 1970, which no change of the machine's clock moves back."""
        wall, steady = self._start
        return wall + int((time.monotonic() - steady) * 1_000)

    def _perform(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                if self._connection is not None:
                    self._connection.outgoing.put_nowait(effect.message)
            elif isinstance(effect, Open):
                self._begin_opening(effect.kind)
            else:
                if self._opening is not None:
                    self._opening.cancel()
                self._give_up(self._connection, ConnectionFailed("the client ended the connection"))
        self._plan_wake()
        self._changed()

    def _begin_opening(self, kind: TransportKind) -> None:
        if self._opening is not None:
            self._opening.cancel()
        self._opening = asyncio.get_running_loop().create_task(self._open(kind))

    async def _open(self, kind: TransportKind) -> None:
        link: Link | None = None
        try:
            link = self._open_link(kind, self._endpoints)
            async with asyncio.timeout(self._endpoints.timeout):
                await link.open()
        except asyncio.CancelledError:
            if link is not None:
                self._in_background(link.close())
            raise
        except Exception as fault:
            self.last_failure = fault if isinstance(fault, TruthsClientError) else ConnectionFailed(f"{kind.value}: {fault!r}")
            if link is not None:
                self._in_background(link.close())
            self._opening = None
            self._perform(self._core.refused(kind, self._now()))
            return
        self._opening = None
        self._give_up(self._connection, ConnectionFailed("a better connection took its place"))
        connection = self._connection = Connection(link)
        loop = asyncio.get_running_loop()
        connection.tasks = [loop.create_task(self._read(connection)), loop.create_task(self._write(connection))]
        self._perform(self._core.opened(kind, self._now()))

    async def _read(self, connection: Connection) -> None:
        try:
            while True:
                text = await connection.link.receive()
                if connection is self._connection:
                    self._receive(text)
        except asyncio.CancelledError:
            raise
        except Exception as fault:
            self._lose(connection, fault)

    async def _write(self, connection: Connection) -> None:
        try:
            while True:
                await connection.link.send(await connection.outgoing.get())
        except asyncio.CancelledError:
            raise
        except Exception as fault:
            self._lose(connection, fault)

    def _receive(self, text: str | bytes) -> None:
        try:
            message = read_message(read_object(text))
            if message is None:
                return
            is_proposal = isinstance(message, (Answer, Problem)) and message.to in self._core.outbox
            effects = self._core.receive(message, self._now())
        except ProtocolError as fault:
            # What it should have told is missed, and asked for again.
            self.last_failure = fault
            return
        self._answer(message, is_proposal)
        self._perform(effects)

    def _answer(self, message: ServerMessage, is_proposal: bool) -> None:
        """Wakes whoever waits for an answer."""
        if not isinstance(message, (Answer, Problem)):
            return
        if is_proposal:
            self._save_queue_later()
            item = self._core.outbox.get(message.to)
            if isinstance(message, Problem) and item is not None and not item.is_refused:
                # It is sent again.
                return
            waiting = self._answers.pop(message.to, None)
        else:
            queue = self._controls.get(message.to)
            waiting = queue.popleft() if queue else None
        if waiting is None or waiting.done():
            return
        if isinstance(message, Answer):
            waiting.set_result(message)
        else:
            waiting.set_exception(problem_error(message.json))
            # It may be that nobody waits.
            waiting.exception()

    def _lose(self, connection: Connection, fault: Exception) -> None:
        if connection is not self._connection:
            return
        failure = fault if isinstance(fault, TruthsClientError) else ConnectionFailed(repr(fault))
        self._give_up(connection, failure)
        self._perform(self._core.lost(self._now()))

    def _give_up(self, connection: Connection | None, failure: TruthsClientError) -> None:
        if connection is None or connection is not self._connection:
            return
        self.last_failure = failure
        self._connection = None
        current = asyncio.current_task()
        for task in connection.tasks:
            if task is not current:
                task.cancel()
        self._in_background(connection.link.close())
        waiting, self._controls = self._controls, {}
        for answer in (answer for queue in waiting.values() for answer in queue):
            if not answer.done():
                answer.set_exception(ConnectionFailed(f"{failure}; whether the message was carried out is not known"))
                answer.exception()

    def _in_background(self, work: object) -> None:
        async def run() -> None:
            with contextlib.suppress(Exception):
                await work  # type: ignore[misc]

        task = asyncio.get_running_loop().create_task(run())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def _plan_wake(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self._core.next_wake
        if due is not None and not self._is_closed:
            delay = max(0, due - self._now()) / 1_000 + 0.001
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._perform(self._core.wake(self._now()))

    def _changed(self) -> None:
        for watcher in self._watchers:
            watcher.set()

    # Saving.

    def _save_queue_later(self) -> None:
        if self._folder is not None and self._queue_timer is None and not self._is_closed:
            self._queue_timer = asyncio.get_running_loop().call_later(_SAVE_AFTER, self._save_queue)

    def _save_queue(self) -> None:
        self._queue_timer = None
        self._save("queue", self._core.saved_queue)

    def _save_view_later(self) -> None:
        self._view_timer = asyncio.get_running_loop().call_later(_SAVE_VIEW_AFTER, self._save_view)

    def _save_view(self) -> None:
        self._save("view", self._core.saved_view)
        self._save_view_later()

    def _save(self, name: str, value: JSONObject) -> None:
        if self._folder is None:
            return
        try:
            self._folder.save(name, value)
        except StateFileError as fault:
            # What was answered is sent once more after a restart, under its key; nothing is lost.
            self.last_failure = fault

    async def _ask(self, method: str, path: str, body: JSONObject | None, parameters: dict[str, str]) -> JSONObject:
        if self._endpoints.url is not None:
            if self._requests is None:
                self._requests = Requests(self._endpoints)
            return await self._requests.object(method, path, body, parameters)
        from .transports.stdio import StdioLink

        name = path.removeprefix("/").replace("-", "_")
        link = self._connection.link if self._connection is not None else None
        if not isinstance(link, StdioLink):
            raise NotConnected("questions go over HTTP: give the client a `url`")
        if name not in ("dry_run", "why_not", "suggest"):
            raise NotConnected(f"{path} goes over HTTP alone: give the client a `url`")
        return await link.ask(name, body or {})


def _named(**texts: str | None) -> JSONObject:
    return {name: text for name, text in texts.items() if text is not None}


