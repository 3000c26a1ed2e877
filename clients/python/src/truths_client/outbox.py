"""Proposals without an answer, and the records of the offline queue (contract §16)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from .errors import ProtocolError
from .jsontext import JSONObject, JSONValue, canonical, object_of, text_of


@dataclass
class OutboxItem:
    """A proposal without an answer."""

    key: str
    #: The proposal with its key, or the queue's record of it: what is sent.
    message: JSONObject
    #: Whether it was made without a connection.
    is_queued: bool
    #: Whether the session did not decide it; then it waits until a person looks at it.
    is_refused: bool = False
    #: Whether it was sent over the open connection.
    is_sent: bool = False

    @property
    def is_sent_by_itself(self) -> bool:
        """Whether it is sent whenever there is a connection. What is not safe to replay waits until a person forces it."""
        if self.is_refused:
            return False
        return not self.is_queued or self.message.get("replay_safe") is not False or self.message.get("forced") is True

    def to_json(self) -> JSONObject:
        """As it is saved."""
        return {"key": self.key, "message": self.message, "queued": self.is_queued, "refused": self.is_refused}

    @classmethod
    def from_json(cls, value: JSONValue) -> OutboxItem:
        """Raises :class:`ProtocolError` where it is none."""
        key = text_of(value, "key") if isinstance(value, dict) else None
        message = object_of(value, "message") if isinstance(value, dict) else None
        if key is None or message is None or not isinstance(value, dict):
            raise ProtocolError("a proposal of the outbox has `key` and `message`")
        return cls(key, message, value.get("queued") is True, value.get("refused") is True)


def is_queue_record(proposal: Mapping[str, JSONValue]) -> bool:
    """Whether it is a record of an offline queue rather than a proposal."""
    return "action" not in proposal and isinstance(proposal.get("proposal"), dict)


def proposal_key(device_id: str, proposal: JSONObject, now: int) -> str:
    """The idempotency key of a proposal (contract §16.1): `{device_id}:{action}:{timestamp_ms}:{4 digits}`.

    The last part is of a hash of the proposal rather than random, so the same proposal at the same moment has the same key.
    """
    action = text_of(proposal, "action") or text_of(object_of(proposal, "proposal"), "action") or ""
    digest = hashlib.sha256(canonical(proposal).encode("utf-8")).hexdigest()[:4]
    # The moment always has 13 digits, by which the key is read.
    return f"{device_id}:{action}:{min(max(now, 0), 9_999_999_999_999):013}:{digest}"


def queue_record(proposal: JSONObject, key: str, now: int, capabilities: JSONObject | None) -> JSONObject:
    """The record of contract §16.2, with the hashes that the last handshake told.

    If the truths or policies change meanwhile, the run halts and says so (contract §16.3).
    """
    if is_queue_record(proposal):
        record = dict(proposal)
    else:
        record = {"idempotency_key": key, "proposal": {k: v for k, v in proposal.items() if k != "idempotency_key"}}
        if "truth_id" in proposal:
            record["truth_id"] = proposal["truth_id"]
    inner = object_of(record, "proposal") or {}
    action = text_of(inner, "action") or ""
    for name, source in (("truths_hash", "governing"), ("policies_hash", "governing_policies")):
        known = record.get(name, inner.get(name, _hash_for(action, object_of(capabilities, source) or {})))
        if known is not None:
            record[name] = known
    record.setdefault("queued_at", moment_text(now))
    record.setdefault("replay_safe", True)
    return record


def _hash_for(action: str, hashes: JSONObject) -> JSONValue:
    """The hash of an intent.

    The handshake has intents without their packs, while an action may have its pack before it (types §12.1).
    """
    return hashes.get(action, hashes.get(action.partition(".")[2]))


def moment_text(now: int) -> str:
    """A moment in milliseconds since 1970 as a timestamp."""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=now)
    return moment.strftime("%Y-%m-%dT%H:%M:%S") + (f".{now % 1000:03}" if now % 1000 else "") + "Z"
