"""What can go wrong, as types: each says what is wrong and how to mend it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class TruthsClientError(Exception):
    """The base of every error of this package."""


class ProtocolError(TruthsClientError):
    """The server sent what is no message of the protocol, or more than the client takes in."""


class ConnectionFailed(TruthsClientError):
    """There is no connection, or it broke. What was sent may have been carried out: a proposal is sent again under its key."""


class NotConnected(TruthsClientError):
    """A control message or a question without a connection. These are not queued, since what they are about moves on."""


class QueueFull(TruthsClientError):
    """So many proposals have no answer that no further one is kept."""


class StateFileError(TruthsClientError):
    """A saved queue or view that cannot be used; the message names the file and says how to go on."""


class ProblemError(TruthsClientError):
    """The server refused a request with a document of problem details (RFC 9457, server §2)."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        #: The whole document, with the members of an answer where the problem is about a decision.
        self.problem: dict[str, Any] = dict(problem)
        status, title, detail = problem.get("status"), problem.get("title"), problem.get("detail")
        #: The status of HTTP, 0 where the document has none.
        self.status: int = status if isinstance(status, int) else 0
        #: The server's name for what is wrong, such as `idempotency_key_conflict`; empty where the document has none.
        self.code: str = str(problem.get("code") or "")
        words = [str(word) for word in (title, detail) if word]
        super().__init__(f"{self.status} {self.code}: " + (": ".join(words) or "the server gives no reason"))

    @property
    def truth_id(self) -> str | None:
        """The truth that refused it, where one did."""
        value = self.problem.get("truth_id")
        return value if isinstance(value, str) else None

    @property
    def reason(self) -> str | None:
        """Why a truth refused it, for people."""
        value = self.problem.get("reason")
        return value if isinstance(value, str) else None

    @property
    def retry_after(self) -> float | None:
        """After how many seconds it may be sent again, where the server says so."""
        value = self.problem.get("retry_after")
        return float(value) if isinstance(value, (int, float)) else None


class BadRequest(ProblemError):
    """400, 405, 413, 415 and the like: the request is at fault, and sending it again changes nothing."""


class Unauthenticated(ProblemError):
    """401: there is no token, or it does not count (server §6.1)."""


class NotAllowed(ProblemError):
    """403: refused for want of authority, with truth and reason."""


class NotFound(ProblemError):
    """404: it is not there, or may not be read."""


class Conflict(ProblemError):
    """409: the key stands for another proposal, or there is nothing to steer."""


class TooMany(ProblemError):
    """429: a limit is reached; :attr:`retry_after` says when to try again."""


class Unavailable(ProblemError):
    """500, 503: it may be decided later; send it again under the same idempotency key."""


def problem_error(problem: Mapping[str, Any]) -> ProblemError:
    """The error of a problem document, typed by its status."""
    status = problem.get("status")
    named = {401: Unauthenticated, 403: NotAllowed, 404: NotFound, 409: Conflict, 429: TooMany}
    if not isinstance(status, int):
        return ProblemError(problem)
    return named.get(status, Unavailable if status >= 500 else BadRequest)(problem)
