"""What a client of asyncio has on its way: a proposal, and a connection with the tasks that serve it."""

from __future__ import annotations

import asyncio

from .jsontext import JSONObject
from .messages import Answer
from .transports import Link


class Submission:
    """A proposal on its way, which is sent again under its key until it is answered."""

    def __init__(self, key: str, answer: asyncio.Future[Answer]) -> None:
        #: Its idempotency key.
        self.key = key
        self._answer = answer

    @property
    def is_answered(self) -> bool:
        """Whether the answer is there."""
        return self._answer.done()

    async def answer(self, timeout: float | None = None) -> Answer:
        """Waits for the answer.

        Raises :class:`~truths_client.ProblemError` where the server refuses the proposal for good, and :class:`TimeoutError`
        after so many seconds; the proposal stays, and is still sent then.
        """
        async with asyncio.timeout(timeout):
            return await asyncio.shield(self._answer)


class Connection:
    """A link with the tasks that read from it and write to it."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.outgoing: asyncio.Queue[JSONObject] = asyncio.Queue()
        self.tasks: list[asyncio.Task[None]] = []
