"""Questions that decide nothing (server §11), and what the server says of itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias
from urllib.parse import quote

from .jsontext import JSONObject, JSONValue, list_of, text_of

#: Sends a question: the method and path of a request, its body and its parameters.
Ask: TypeAlias = "Callable[[str, str, JSONObject | None, dict[str, str]], Awaitable[JSONObject]]"


class Questions:
    """Questions of one client. Each raises :class:`~truths_client.ProblemError` where the server refuses it."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    async def dry_run(self, proposal: Mapping[str, JSONValue], facts: Sequence[JSONObject] = ()) -> JSONObject:
        """What would become of a proposal; `facts` count for this question alone."""
        return await self._ask("POST", "/dry-run", _body(proposal, facts), {})

    async def why_not(self, proposal: Mapping[str, JSONValue], facts: Sequence[JSONObject] = ()) -> JSONObject:
        """Why a proposal would not pass, and what would change that."""
        return await self._ask("POST", "/why-not", _body(proposal, facts), {})

    async def suggest(
        self, proposal: Mapping[str, JSONValue] | None = None, facts: Sequence[JSONObject] = (),
    ) -> list[JSONObject]:
        """What the caller could propose next; after a proposal, where one is given."""
        return _objects(await self._ask("POST", "/suggest", _body(proposal, facts), {}), "suggestions")

    async def inbox(self, everything: bool = False) -> list[JSONObject]:
        """What waits and the caller may answer, or with `everything` what they may read."""
        return _objects(await self._ask("GET", "/inbox", None, {"all": "true"} if everything else {}), "inbox")

    async def job(self, job_id: str) -> JSONObject:
        """The status of a run, its last decision, its facts and violations."""
        return await self._ask("GET", f"/jobs/{quote(job_id, safe='')}", None, {})

    async def why(self, entry: str) -> JSONObject:
        """Why a decision or a fact is as it is."""
        return await self._ask("GET", f"/why/{quote(entry, safe='')}", None, {})

    async def decisions(self, **filters: str | int) -> AsyncIterator[JSONObject]:
        """Decisions in the order of the ledger, page by page.

        Filters: `actor`, `truth`, `intent`, `outcome`, `since`, `until`, and `limit`, the decisions of a page.
        """
        parameters = {name: str(value) for name, value in filters.items()}
        while True:
            page = await self._ask("GET", "/decisions", None, parameters)
            for decision in _objects(page, "decisions"):
                yield decision
            following = text_of(page, "next")
            if following is None or following == parameters.get("page"):
                return
            parameters["page"] = following

    async def head(self) -> JSONObject:
        """`head` and `size` of the ledger, and the hash of the rules in force."""
        return await self._ask("GET", "/ledger/head", None, {})

    async def entry(self, entry_id: str) -> JSONObject:
        """An entry, with the proof that it stands in the ledger (RFC 9162)."""
        return await self._ask("GET", f"/ledger/entries/{quote(entry_id, safe='')}", None, {})

    async def consistency(self, first: int, second: int | None = None) -> JSONObject:
        """The proof that the first `second` entries go on from the first `first`; without `second`, all."""
        to = {} if second is None else {"to": str(second)}
        return await self._ask("GET", "/ledger/consistency", None, {"from": str(first), **to})

    async def truths(self) -> JSONObject:
        """The rules in force."""
        return await self._ask("GET", "/truths", None, {})

    async def pending_truths(self) -> JSONObject:
        """The rules that wait to be adopted, with what they would change. 404 where none wait."""
        return await self._ask("GET", "/truths/pending", None, {})

    async def adopt_truths(self, truths: str, *, note: str | None = None, version: str | None = None) -> JSONObject:
        """Proposes to adopt rules that wait, by their hash: the answer object."""
        body: JSONObject = {"truths": truths}
        if note is not None:
            body["note"] = note
        if version is not None:
            body["version"] = version
        return await self._ask("POST", "/truths/adopt", body, {})


def _body(proposal: Mapping[str, JSONValue] | None, facts: Sequence[JSONObject]) -> JSONObject:
    body: JSONObject = {}
    if proposal is not None:
        body["proposal"] = dict(proposal)
    if facts:
        body["facts"] = [dict(fact) for fact in facts]
    return body


def _objects(answer: JSONObject, name: str) -> list[JSONObject]:
    return [element for element in list_of(answer, name) or [] if isinstance(element, dict)]
