"""What a session sends (sessions §1), read from JSON that nobody vouches for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .errors import ProtocolError
from .jsontext import JSONObject, JSONValue, integer_of, list_of, object_of, text_of

EventType: TypeAlias = Literal["fact", "proposal", "trace", "decision", "status"]
_EVENT_TYPES: dict[str, EventType] = {
    "fact": "fact", "proposal": "proposal", "trace": "trace", "decision": "decision", "status": "status"}

ControlType: TypeAlias = Literal["inject_fact", "approve", "reject", "consent", "pause", "resume", "update_budget", "cancel"]


@dataclass(frozen=True, slots=True)
class Event:
    """One event of the stream (contract §13.3)."""

    #: One per run: `job_` and what follows `run_` in the run's id.
    job_id: str
    stream_id: str
    #: Place in the stream, from 1.
    seq: int
    #: The `seq` of the event before it in a view that leaves events out; `None` where that is `seq - 1`.
    prev_seq: int | None
    #: Entries of the ledger at that moment, this one included.
    context_version: int
    correlation_id: str
    trace_id: str
    event_type: EventType
    timestamp: str
    #: The whole entry, a provisional fact, or the status object.
    payload: JSONObject

    @classmethod
    def from_json(cls, value: JSONValue) -> Event:
        """Raises :class:`ProtocolError` where a member is missing or of the wrong kind."""
        if not isinstance(value, dict):
            raise ProtocolError("an event is an object")
        texts = [text_of(value, name) for name in ("job_id", "stream_id", "correlation_id", "trace_id", "timestamp")]
        seq, version = integer_of(value, "seq"), integer_of(value, "context_version")
        kind, payload = _EVENT_TYPES.get(text_of(value, "event_type") or ""), object_of(value, "payload")
        job, stream, correlation, trace, timestamp = texts
        if (
            job is None or stream is None or correlation is None or trace is None or timestamp is None
            or seq is None or version is None or kind is None or payload is None
        ):
            raise ProtocolError("an event has a member that is missing or of the wrong kind (sessions §2.1)")
        return cls(job, stream, seq, integer_of(value, "prev_seq"), version, correlation, trace, kind, timestamp, payload)

    @property
    def run_id(self) -> str | None:
        """The run that it belongs to."""
        return text_of(self.payload, "run_id")

    @property
    def is_provisional(self) -> bool:
        """Whether this is a fact that no decision has accepted yet."""
        return self.event_type == "fact" and self.payload.get("provisional") is True

    @property
    def is_dropped(self) -> bool:
        """Whether this takes a provisional fact back."""
        return self.is_provisional and self.payload.get("dropped") is True

    @property
    def seq_before(self) -> int:
        """The `seq` of the event before it in the view that it comes in."""
        before = self.seq - 1 if self.prev_seq is None else self.prev_seq
        return min(self.seq - 1, max(0, before))


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """That every event of the view up to `seq` was sent; a heartbeat too (sessions §4)."""

    seq: int
    #: The last event of the view up to there, where the view leaves events out.
    prev_seq: int | None = None

    @classmethod
    def from_json(cls, value: JSONValue) -> Checkpoint:
        """Raises :class:`ProtocolError` without a `seq`."""
        seq = integer_of(value, "seq") if isinstance(value, dict) else None
        if seq is None or not isinstance(value, dict):
            raise ProtocolError("a checkpoint has a `seq`")
        return cls(seq, integer_of(value, "prev_seq"))


@dataclass(frozen=True, slots=True)
class Delta:
    """Everything after a `seq` (contract §13.4)."""

    resumed_at_seq: int
    current_seq: int
    events: list[Event]
    checkpoint: Checkpoint | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state at one `seq`, and the events after it."""

    stream_id: str | None
    resumed_at_seq: int
    current_seq: int
    #: What the events up to `resumed_at_seq` come to (sessions §5).
    state: JSONObject
    events: list[Event]
    checkpoint: Checkpoint | None = None


@dataclass(frozen=True, slots=True)
class EventRange:
    """The answer to a request for a range."""

    events: list[Event]


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The answer to a handshake (contract §8.1), or `{"error": …}`."""

    json: JSONObject


@dataclass(frozen=True, slots=True)
class Problem:
    """The document of a message that was not taken in (server §7); `to` is that of an answer."""

    json: JSONObject

    @property
    def to(self) -> str:
        """The idempotency key, or the type of the control message; empty where the server could not read it."""
        return text_of(self.json, "to") or ""

    @property
    def status(self) -> int:
        """The status of HTTP; 0 where there is none."""
        return integer_of(self.json, "status") or 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a proposal or a control message came to, for who sent it (sessions §1)."""

    #: The idempotency key of the proposal, or the type of the control message.
    to: str
    #: Why; of what could not be carried out, why not.
    reason: str
    current_seq: int
    #: `accepted`, `rejected` or `halted`; `None` where nothing was decided (a pause, a new budget).
    decision: str | None = None
    truth_id: str | None = None
    job_id: str | None = None
    proposal_id: str | None = None
    #: The status object of the run (contract §1.8).
    run: JSONObject | None = None
    #: Whether the answer was given before.
    is_replay: bool = False
    #: Whether it could not be carried out at all; then nothing was recorded.
    is_refused: bool = False
    #: The whole object.
    json: JSONObject = field(default_factory=dict, compare=False)

    @classmethod
    def from_json(cls, value: JSONValue) -> Answer:
        """Raises :class:`ProtocolError` where `to`, `reason` or `current_seq` is missing."""
        if not isinstance(value, dict):
            raise ProtocolError("an answer is an object")
        to, reason, current = text_of(value, "to"), text_of(value, "reason"), integer_of(value, "current_seq")
        if to is None or reason is None or current is None:
            raise ProtocolError("an answer has `to`, `reason` and `current_seq` (sessions §1)")
        return cls(
            to, reason, current, text_of(value, "decision"), text_of(value, "truth_id"), text_of(value, "job_id"),
            text_of(value, "proposal_id"), object_of(value, "run"), value.get("replay") is True, value.get("refused") is True,
            value)


ServerMessage: TypeAlias = "Event | Delta | Snapshot | EventRange | Capabilities | Answer | Checkpoint | Problem"


def read_message(value: JSONValue) -> ServerMessage | None:
    """The message of an object with one member, its name; `None` for a name that this version does not know.

    Raises :class:`ProtocolError` for a known name whose body is at fault.
    """
    if not isinstance(value, dict) or len(value) != 1:
        raise ProtocolError("a message is an object with one member, its name")
    [(name, body)] = value.items()
    if name == "event":
        return Event.from_json(body)
    if name == "checkpoint":
        return Checkpoint.from_json(body)
    if name == "answer":
        return Answer.from_json(body)
    if name == "range":
        return EventRange(_events(body))
    if name not in ("delta", "snapshot", "capabilities", "problem"):
        return None
    if not isinstance(body, dict):
        raise ProtocolError(f"the body of `{name}` is an object")
    if name == "capabilities":
        return Capabilities(body)
    if name == "problem":
        return Problem(body)
    resumed, current = integer_of(body, "resumed_at_seq"), integer_of(body, "current_seq")
    if resumed is None or current is None or resumed < 0:
        raise ProtocolError(f"a {name} has `resumed_at_seq` and `current_seq`")
    checkpoint = Checkpoint.from_json(body["checkpoint"]) if body.get("checkpoint") is not None else None
    events = _events(body.get("events"))
    if name == "delta":
        return Delta(resumed, current, events, checkpoint)
    state = object_of(body, "snapshot")
    if state is None:
        raise ProtocolError("a snapshot has its state as `snapshot`")
    return Snapshot(text_of(body, "stream_id"), resumed, current, state, events, checkpoint)


def _events(value: JSONValue) -> list[Event]:
    if not isinstance(value, list):
        raise ProtocolError("events are a list")
    return [Event.from_json(element) for element in value]


def members(value: JSONObject, name: str) -> list[JSONObject]:
    """The objects of a list that a snapshot has. Raises :class:`ProtocolError` where it is none."""
    elements = list_of(value, name)
    if elements is None:
        raise ProtocolError(f"`{name}` of a snapshot is a list")
    return [element for element in elements if isinstance(element, dict)]
