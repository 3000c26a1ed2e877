"""What a screen shows (sessions §8.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from .context import Audit, RunView
from .jsontext import JSONObject, text_of
from .messages import Answer


class ConnectionState(str, Enum):
    """How a client is connected (contract §1.5)."""

    #: A live connection: facts arrive.
    STREAMING = "streaming"
    #: The connection broke, and it tries again.
    RECONNECTING = "reconnecting"
    #: Server-sent events, or polling.
    DEGRADED = "degraded"
    #: No connection; what is proposed is queued.
    OFFLINE = "offline"

    @property
    def color(self) -> str:
        """The light that people see: green, yellow, orange or red."""
        return {"streaming": "green", "reconnecting": "yellow", "degraded": "orange", "offline": "red"}[self.value]

    @property
    def label(self) -> str | None:
        """The words beside the light; `None` where it is enough."""
        return {"degraded": "Limited mode", "offline": "Offline"}.get(self.value)


@dataclass(frozen=True)
class ClientView:
    """Everything that a screen shows, at one moment (sessions §8.3). It is made anew for each look."""

    connection_state: ConnectionState
    #: The last run that this client's actor proposed from this device, else anybody's last; `None` before any.
    run: RunView | None
    #: Whether the viewer can do something about what the run waits for. `False` without a connection.
    can_i_act: bool
    #: Every fact shown, `{"type", …fields}`; early ones have `provisional: true`.
    facts: list[JSONObject]
    #: Those that wait for the decision of their run, without the mark.
    provisional: list[JSONObject]
    #: Provisional facts that were taken back, with `dropped_because`.
    dropped: list[JSONObject]
    #: Events taken in, each counted once, without those that a snapshot stands for.
    events_seen: int
    #: The highest `seq` without a gap below it.
    seq: int
    #: From where the last connection went on; `None` before any answer.
    resumed_at_seq: int | None
    missing_seqs: list[int]
    #: Events that came although they were there already.
    duplicates: int
    #: The answer to the last handshake; `None` before it.
    capabilities: JSONObject | None
    audit: Audit
    revisions: int
    #: Proposals that wait for a connection, or for a person to look at them, in the form of contract §16.2.
    queue: list[JSONObject]
    runs: list[RunView]
    #: What the client's last proposal or control message came to.
    last_answer: Answer | None
    #: The last message that the server did not take in.
    last_problem: JSONObject | None

    @property
    def run_status(self) -> str | None:
        """`running`, `converged`, `halted` or `waiting`; `None` before any run."""
        return self.run.status if self.run else None

    @property
    def waiting_for(self) -> list[str]:
        """What the run waits for, as in "Waiting for approval from @manager"."""
        return self.run.waiting_for if self.run else []

    def to_json(self) -> JSONObject:
        """The members that `expect` of a fixture reads (fixtures §5.3), then what else is shown."""
        indicator: JSONObject = {"color": self.connection_state.color}
        if self.connection_state.label is not None:
            indicator["label"] = self.connection_state.label
        optional: JSONObject = {
            "run_status": self.run_status, "resumed_at_seq": self.resumed_at_seq, "capabilities": self.capabilities}
        return {
            "connection_state": self.connection_state.value, "indicator": indicator,
            **{name: value for name, value in optional.items() if value is not None}, "waiting_for": list(self.waiting_for),
            "can_i_act": self.can_i_act, "facts": list(self.facts), "provisional": list(self.provisional),
            "events_seen": self.events_seen, "seq": self.seq, "missing_seqs": list(self.missing_seqs),
            "duplicates": self.duplicates, "rendered_before_done": bool(self.run and self.run.rendered_before_done),
            "truth_ids_present": self.audit.truth_ids_present, "actors_present": self.audit.actors_present,
            "correlation_linked": self.audit.correlation_linked, "dropped": list(self.dropped), "revisions": self.revisions,
            "queue": list(self.queue), "runs": [run.to_json() for run in self.runs]}


def displayed_run(runs: Sequence[RunView], actor: JSONObject) -> RunView | None:
    """An actor's own last run, else anybody's; those that answer another run only where there is no other."""
    last: RunView | None = None
    last_answer: RunView | None = None
    for run in reversed(runs):
        if run.proposer is None:
            continue
        if run.is_about_another_run:
            last_answer = last_answer or run
            continue
        last = last or run
        if all((text_of(run.proposer, name) or "") == (text_of(actor, name) or "") for name in ("user_id", "device_id")):
            return run
    return last or last_answer
