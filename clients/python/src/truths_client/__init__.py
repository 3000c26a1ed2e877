"""Clients of `truths-server`: propose, follow what is decided, approve and steer, also without a connection."""

from __future__ import annotations

from .aio import AsyncClient
from .context import FactView, RunView
from .core import ClientCore
from .effects import Close, Open, Send, TransportKind
from .errors import (
    BadRequest,
    Conflict,
    ConnectionFailed,
    NotAllowed,
    NotConnected,
    NotFound,
    ProblemError,
    ProtocolError,
    QueueFull,
    StateFileError,
    TooMany,
    TruthsClientError,
    Unauthenticated,
    Unavailable,
)
from .jsontext import JSONObject, JSONValue
from .messages import Answer, Checkpoint, Event
from .questions import Questions
from .submission import Submission
from .sync import Client, SyncQuestions
from .view import ClientView, ConnectionState

__version__ = "0.1.0"

__all__ = [
    "Answer", "AsyncClient", "BadRequest", "Checkpoint", "Client", "ClientCore", "ClientView", "Close", "Conflict",
    "ConnectionFailed", "ConnectionState", "Event", "FactView", "JSONObject", "JSONValue", "NotAllowed", "NotConnected",
    "NotFound", "Open", "ProblemError", "ProtocolError", "QueueFull", "Questions", "RunView", "Send", "StateFileError",
    "Submission", "SyncQuestions", "TooMany", "TransportKind", "TruthsClientError", "Unauthenticated", "Unavailable",
]
