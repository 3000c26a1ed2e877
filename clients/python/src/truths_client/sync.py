"""The client for programs without asyncio: the same, with a thread of its own that keeps the connection."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import Any, TypeVar, cast

from .aio import AsyncClient
from .effects import TransportKind
from .jsontext import JSONObject, JSONValue
from .messages import Answer, ControlType
from .questions import Questions
from .submission import Submission
from .transports import LARGEST_MESSAGE, Token
from .view import ClientView

_T = TypeVar("_T")


class SyncQuestions:
    """Questions of one client, as those of :class:`~truths_client.Questions`; each waits for its answer."""

    def __init__(self, questions: Questions, call: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
        self._questions, self._call = questions, call

    def dry_run(self, proposal: Mapping[str, JSONValue], facts: Sequence[JSONObject] = ()) -> JSONObject:
        """What would become of a proposal."""
        return cast("JSONObject", self._call(self._questions.dry_run(proposal, facts)))

    def why_not(self, proposal: Mapping[str, JSONValue], facts: Sequence[JSONObject] = ()) -> JSONObject:
        """Why a proposal would not pass, and what would change that."""
        return cast("JSONObject", self._call(self._questions.why_not(proposal, facts)))

    def suggest(self, proposal: Mapping[str, JSONValue] | None = None, facts: Sequence[JSONObject] = ()) -> list[JSONObject]:
        """What the caller could propose next."""
        return cast("list[JSONObject]", self._call(self._questions.suggest(proposal, facts)))

    def inbox(self, everything: bool = False) -> list[JSONObject]:
        """What waits and the caller may answer."""
        return cast("list[JSONObject]", self._call(self._questions.inbox(everything)))

    def job(self, job_id: str) -> JSONObject:
        """The status of a run, its last decision, its facts and violations."""
        return cast("JSONObject", self._call(self._questions.job(job_id)))

    def why(self, entry: str) -> JSONObject:
        """Why a decision or a fact is as it is."""
        return cast("JSONObject", self._call(self._questions.why(entry)))

    def decisions(self, **filters: str | int) -> Iterator[JSONObject]:
        """Decisions in the order of the ledger; a page is read when it is needed."""
        pages = self._questions.decisions(**filters)

        async def following() -> JSONObject | None:
            return await anext(pages, None)

        while (decision := cast("JSONObject | None", self._call(following()))) is not None:
            yield decision

    def head(self) -> JSONObject:
        """`head` and `size` of the ledger, and the hash of the rules in force."""
        return cast("JSONObject", self._call(self._questions.head()))

    def entry(self, entry_id: str) -> JSONObject:
        """An entry, with the proof that it stands in the ledger."""
        return cast("JSONObject", self._call(self._questions.entry(entry_id)))

    def consistency(self, first: int, second: int | None = None) -> JSONObject:
        """The proof that the first `second` entries go on from the first `first`."""
        return cast("JSONObject", self._call(self._questions.consistency(first, second)))

    def truths(self) -> JSONObject:
        """The rules in force."""
        return cast("JSONObject", self._call(self._questions.truths()))

    def pending_truths(self) -> JSONObject:
        """The rules that wait to be adopted, with what they would change."""
        return cast("JSONObject", self._call(self._questions.pending_truths()))

    def adopt_truths(self, truths: str, *, note: str | None = None, version: str | None = None) -> JSONObject:
        """Proposes to adopt rules that wait, by their hash."""
        return cast("JSONObject", self._call(self._questions.adopt_truths(truths, note=note, version=version)))


class Client:
    """A client whose calls wait for their results. Any thread may call it.

    ::

        with Client("http://127.0.0.1:8080", actor={"type": "user", "user_id": "ann"}) as client:
            print(client.propose({"action": "place_order", "order_id": "o1", "amount": 2}).decision)
    """

    def __init__(
        self, url: str | None = None, *, actor: Mapping[str, JSONValue], grpc: str | None = None,
        command: Sequence[str] | None = None, token: Token = None, transport: TransportKind | str | None = None,
        on_behalf_of: str | None = None, app_version: str = "1.0.0", state_folder: str | os.PathLike[str] | None = None,
        largest_message: int = LARGEST_MESSAGE, timeout: float = 30.0,
    ) -> None:
        """As :class:`AsyncClient`; it begins to connect at once."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="truths-client", daemon=True)
        self._thread.start()

        async def begin() -> AsyncClient:
            client = AsyncClient(
                url, actor=actor, grpc=grpc, command=command, token=token, transport=transport, on_behalf_of=on_behalf_of,
                app_version=app_version, state_folder=state_folder, largest_message=largest_message, timeout=timeout)
            await client.start()
            return client

        try:
            self._client = self._call(begin())
            #: Questions that decide nothing.
            self.questions = SyncQuestions(self._client.questions, self._call)
        except BaseException:
            self._end_loop()
            raise

    def close(self) -> None:
        """Ends the connection, and saves."""
        if self._thread.is_alive():
            self._call(self._client.close())
            self._end_loop()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def connect(self) -> None:
        """Begins to connect, after :meth:`disconnect`."""
        self._do(self._client.connect)

    def disconnect(self) -> None:
        """Gives the connection up until :meth:`connect`; what is proposed meanwhile is queued."""
        self._do(self._client.disconnect)

    def propose(self, proposal: Mapping[str, JSONValue], timeout: float | None = None) -> Answer:
        """Proposes, and waits for the answer; without a connection, until there is one.

        Raises :class:`TimeoutError` after so many seconds; the proposal stays queued, and is still sent then.
        """
        submission = self.submit(proposal)
        return self._call(submission.answer(timeout))

    def submit(self, proposal: Mapping[str, JSONValue]) -> Submission:
        """Proposes or queues, and does not wait."""
        return self._call(self._client.propose(proposal))

    def control(
        self, kind: ControlType, payload: Mapping[str, JSONValue] | None = None, job_id: str | None = None,
    ) -> Answer:
        """Sends a control message, and waits for its answer."""
        return self._call(self._client.control(kind, payload, job_id))

    def inject_fact(self, fact: Mapping[str, JSONValue]) -> Answer:
        """Adds a fact from outside."""
        return self._call(self._client.inject_fact(fact))

    def approve(self, proposal_id: str, truth_id: str | None = None) -> Answer:
        """Grants what a proposal waits for."""
        return self._call(self._client.approve(proposal_id, truth_id))

    def reject(self, proposal_id: str, why: str, truth_id: str | None = None) -> Answer:
        """Denies it."""
        return self._call(self._client.reject(proposal_id, why, truth_id))

    def consent(self, proposal_id: str) -> Answer:
        """Consents to a proposal that waits."""
        return self._call(self._client.consent(proposal_id))

    def pause(self, job_id: str | None = None) -> Answer:
        """Pauses a run that waits, or the session."""
        return self._call(self._client.pause(job_id))

    def resume(self, job_id: str | None = None) -> Answer:
        """Ends a pause."""
        return self._call(self._client.resume(job_id))

    def cancel(self, job_id: str | None = None) -> Answer:
        """Cancels a run that waits."""
        return self._call(self._client.cancel(job_id))

    def update_budget(self, **members: int | None) -> Answer:
        """Changes the budget."""
        return self._call(self._client.update_budget(**members))

    def force(self) -> None:
        """Sends what is not safe to replay, or was refused."""
        self._do(self._client.force)

    def forget(self, key: str) -> bool:
        """Drops a proposal without an answer."""
        return self._do(lambda: self._client.forget(key))

    @property
    def view(self) -> ClientView:
        """What a screen shows at this moment."""
        return self._do(lambda: self._client.view)

    def wait_until(self, holds: Callable[[ClientView], bool], timeout: float | None = None) -> ClientView:
        """The first view of which something holds. Raises :class:`TimeoutError` after so many seconds.

        `holds` is asked on the client's thread: it looks at the view that it is given, and does not call the client.
        """
        return self._call(self._client.wait_until(holds, timeout))

    def changes(self, timeout: float | None = None) -> Iterator[ClientView]:
        """The view now, and whenever it has changed. Raises :class:`TimeoutError` where nothing changes for so many seconds."""
        views = self._client.changes()

        async def following() -> ClientView:
            async with asyncio.timeout(timeout):
                return await anext(views)

        try:
            while True:
                try:
                    yield self._call(following())
                except StopAsyncIteration:
                    return
        finally:
            self._call(_close(views))

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        # What libraries left running, such as gRPC's poller, would be destroyed pending.
        rest = asyncio.all_tasks(self._loop)
        for task in rest:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*rest, return_exceptions=True))
        self._loop.close()

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _call(self, work: Coroutine[Any, Any, _T]) -> _T:
        future: Future[_T] = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _do(self, work: Callable[[], _T]) -> _T:
        async def run() -> _T:
            return work()

        return self._call(run())


async def _close(views: Any) -> None:
    await views.aclose()
