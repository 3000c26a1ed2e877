"""What events come to: facts, runs, and what can be said of the entries. Nothing sets it but events (contract §12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .errors import ProtocolError
from .jsontext import JSONObject, canonical, integer_of, object_of, text_of, texts_of
from .messages import Event, members

#: How many facts, facts that were taken back, and runs that are done are shown; older ones are left out many at a time.
MOST_FACTS, MOST_DROPPED, MOST_DONE = 10_000, 1_000, 1_000
#: How many runs that are not done, and early facts, a view holds, whatever a server sends. The oldest are left out beyond.
MOST_OPEN = 100_000

_ABOUT_ANOTHER_RUN = ("grant_approval", "deny_approval", "give_consent")


@dataclass
class RunView:
    """A run, as its events came to so far."""

    run_id: str
    job_id: str
    correlation_id: str
    #: `running`, `converged`, `halted` or `waiting` (contract §1.8).
    status: str = "running"
    #: The intent that its proposal names.
    action: str | None = None
    proposal_id: str | None = None
    #: Who proposed it.
    proposer: JSONObject | None = None
    #: What it waits for, in words for people; empty unless it waits.
    waiting_for: list[str] = field(default_factory=list)
    decision: str | None = None
    #: The truth of the last decision, and its reason: what a halt is explained with.
    truth_id: str | None = None
    reason: str | None = None
    #: Entries of it that were seen.
    entries: int = 0
    #: Whether one of its facts was shown while it was still running.
    rendered_before_done: bool = False

    @property
    def is_done(self) -> bool:
        """Whether nothing more happens in it (contract §1.3)."""
        return self.status in ("converged", "halted")

    @property
    def is_about_another_run(self) -> bool:
        """Whether it grants or denies an approval, or consents: a step of another run."""
        return self.action in _ABOUT_ANOTHER_RUN

    def to_json(self) -> JSONObject:
        """As it stands in a view and in a snapshot."""
        optional: JSONObject = {
            "action": self.action, "proposal_id": self.proposal_id, "proposer": self.proposer, "decision": self.decision,
            "truth_id": self.truth_id, "reason": self.reason}
        return {
            "run_id": self.run_id, "job_id": self.job_id, "correlation_id": self.correlation_id, "status": self.status,
            **{name: value for name, value in optional.items() if value is not None}, "waiting_for": list(self.waiting_for),
            "entries": self.entries, "rendered_before_done": self.rendered_before_done}

    @classmethod
    def from_json(cls, value: JSONObject) -> RunView | None:
        """`None` where a member is missing."""
        run, job, correlation = text_of(value, "run_id"), text_of(value, "job_id"), text_of(value, "correlation_id")
        status, entries = text_of(value, "status"), integer_of(value, "entries")
        if run is None or job is None or correlation is None or status is None or entries is None:
            return None
        return cls(
            run, job, correlation, status, text_of(value, "action"), text_of(value, "proposal_id"), object_of(value, "proposer"),
            texts_of(value, "waiting_for"), text_of(value, "decision"), text_of(value, "truth_id"), text_of(value, "reason"),
            entries, value.get("rendered_before_done") is True)


@dataclass
class FactView:
    """A fact that is shown."""

    run_id: str
    #: The entry that it stands in; `None` of an early one.
    entry_id: str | None
    #: `{"type": …, …fields}`.
    payload: JSONObject
    #: Whether it waits for the decision of its run.
    is_provisional: bool
    #: Why it was taken back.
    dropped_because: str | None = None

    @property
    def marked(self) -> JSONObject:
        """The payload, with `provisional: true` where it waits for a decision."""
        return {**self.payload, "provisional": True} if self.is_provisional else self.payload

    def to_json(self) -> JSONObject:
        """As it stands in a snapshot."""
        value: JSONObject = {"run_id": self.run_id}
        if self.entry_id is not None:
            value["entry_id"] = self.entry_id
        if self.is_provisional:
            value["provisional"] = True
        if self.dropped_because is not None:
            value["dropped_because"] = self.dropped_because
        value["payload"] = self.payload
        return value

    @classmethod
    def from_json(cls, value: JSONObject) -> FactView | None:
        """`None` where a member is missing."""
        run, payload = text_of(value, "run_id"), object_of(value, "payload")
        if run is None or payload is None:
            return None
        return cls(
            run, text_of(value, "entry_id"), payload, value.get("provisional") is True, text_of(value, "dropped_because"))


@dataclass
class Audit:
    """Whether entries are attributable (contract §4.2, §7.3), as far as they were seen."""

    entries: int = 0
    without_actor: int = 0
    traces: int = 0
    without_truth: int = 0
    #: Entries that share their run with an earlier one.
    related: int = 0
    unlinked: int = 0

    @property
    def truth_ids_present(self) -> bool:
        """Every trace seen names its truth, and there is one."""
        return self.traces > 0 and self.without_truth == 0

    @property
    def actors_present(self) -> bool:
        """Every entry seen has an actor, and there is one."""
        return self.entries > 0 and self.without_actor == 0

    @property
    def correlation_linked(self) -> bool:
        """The entries of each run have one correlation id, and a run has two."""
        return self.related > 0 and self.unlinked == 0

    def count_entry(self, entry: JSONObject, run: RunView) -> None:
        """Counts an entry that its run has counted already."""
        self.entries += 1
        actor = object_of(entry, "actor")
        if not text_of(actor, "type") or not text_of(actor, "user_id"):
            self.without_actor += 1
        if run.entries > 1:
            self.related += 1
        correlation = text_of(entry, "correlation_id")
        if not correlation or correlation != run.correlation_id:
            self.unlinked += 1

    def count_trace(self, entry: JSONObject) -> None:
        """Counts a trace, which names its truth on its envelope and in its payload."""
        self.traces += 1
        if not text_of(entry, "truth_id") or not text_of(object_of(entry, "payload"), "truth_id"):
            self.without_truth += 1

    def to_json(self) -> JSONObject:
        """As it stands in a snapshot."""
        return {
            "entries": self.entries, "without_actor": self.without_actor, "traces": self.traces,
            "without_truth": self.without_truth, "related": self.related, "unlinked": self.unlinked}

    @classmethod
    def from_json(cls, value: JSONObject) -> Audit:
        """Raises :class:`ProtocolError` where a count is missing."""
        names = ("entries", "without_actor", "traces", "without_truth", "related", "unlinked")
        counts = [integer_of(value, name) for name in names]
        if any(count is None for count in counts):
            raise ProtocolError("the audit of a snapshot has six counts")
        return cls(*(count or 0 for count in counts))


class ContextView:
    """What the events of a stream come to. The same events give the same view, whoever folds them."""

    def __init__(self) -> None:
        #: Facts of the ledger by their entries, newest versions, in order.
        self._facts: dict[str, FactView] = {}
        #: Facts known before their entries, by their runs.
        self._early: dict[str, list[FactView]] = {}
        self._dropped: list[FactView] = []
        #: In the order in which they were first heard of.
        self._runs: dict[str, RunView] = {}
        self._done_count = 0
        self._early_count = 0
        self.audit = Audit()
        #: Entries of the ledger that the events tell of.
        self.context_version = 0
        #: Facts shown before and revised since.
        self.revisions = 0

    @property
    def facts(self) -> list[FactView]:
        """Facts of the ledger."""
        return list(self._facts.values())

    @property
    def early_facts(self) -> list[FactView]:
        """Facts known before their entries."""
        return [fact for facts in self._early.values() for fact in facts]

    @property
    def dropped_facts(self) -> list[FactView]:
        """Provisional facts that were taken back."""
        return self._dropped

    @property
    def runs(self) -> list[RunView]:
        """Every run heard of, in order."""
        return list(self._runs.values())

    def run(self, run_id: str) -> RunView | None:
        """A run by its id."""
        return self._runs.get(run_id)

    def apply(self, event: Event) -> None:
        """Takes one event in. Events come in the order of their `seq`, each once."""
        self.context_version = max(self.context_version, event.context_version)
        run_id = event.run_id
        if run_id is None:
            return
        run = self._runs.get(run_id)
        if run is None:
            run = self._runs[run_id] = RunView(run_id, event.job_id, event.correlation_id)
            if event.event_type != "status":
                # Entries of a context's history come without a status; nothing runs there any more.
                run.status = "converged"
                self._done_count += 1
        if text_of(event.payload, "entry_id") is not None:
            run.entries += 1
            self.audit.count_entry(event.payload, run)
        if event.event_type == "fact":
            self._apply_fact(event, run_id)
        elif event.event_type == "proposal":
            self._apply_proposal(event, run)
        elif event.event_type == "decision":
            self._apply_decision(event, run)
        elif event.event_type == "status":
            self._apply_status(event, run)
        else:
            self.audit.count_trace(event.payload)
        self._leave_out_old()

    def render(self) -> None:
        """What stands on the screen now has been seen: marks running runs of which a fact is shown."""
        for run_id in self._early:
            run = self._runs.get(run_id)
            if run and run.status == "running":
                run.rendered_before_done = True

    def to_json(self) -> JSONObject:
        """As it stands in a snapshot."""
        return {
            "context_version": self.context_version, "revisions": self.revisions, "audit": self.audit.to_json(),
            "facts": [fact.to_json() for fact in self._facts.values()],
            "early_facts": [fact.to_json() for fact in self.early_facts],
            "dropped_facts": [fact.to_json() for fact in self._dropped],
            "runs": [run.to_json() for run in self._runs.values()]}

    @classmethod
    def from_json(cls, value: JSONObject) -> ContextView:
        """The view of a snapshot. Raises :class:`ProtocolError` where it is none."""
        version, revisions = integer_of(value, "context_version"), integer_of(value, "revisions")
        audit = object_of(value, "audit")
        if version is None or revisions is None or audit is None:
            raise ProtocolError("a snapshot has `context_version`, `revisions` and `audit`")
        view = cls()
        view.context_version, view.revisions, view.audit = version, revisions, Audit.from_json(audit)
        for fact in _facts_of(value, "facts"):
            view._add_fact(fact)
        for fact in _facts_of(value, "early_facts"):
            view._add_early(fact)
        view._dropped = list(_facts_of(value, "dropped_facts"))
        for member in members(value, "runs"):
            run = RunView.from_json(member)
            if run and run.run_id not in view._runs:
                view._runs[run.run_id] = run
                view._done_count += run.is_done
        view._leave_out_old()
        return view

    def _set_status(self, run: RunView, status: str | None) -> None:
        self._done_count -= run.is_done
        run.status = status if status is not None else run.status
        self._done_count += run.is_done

    def _apply_proposal(self, event: Event, run: RunView) -> None:
        payload = object_of(event.payload, "payload")
        inner = object_of(payload, "proposal")
        run.action = _first(text_of(payload, "action"), text_of(inner, "action"))
        run.proposal_id = _first(
            text_of(event.payload, "proposal_id"), text_of(payload, "proposal_id"), text_of(inner, "proposal_id"))
        run.proposer = object_of(event.payload, "actor")

    def _apply_status(self, event: Event, run: RunView) -> None:
        self._set_status(run, text_of(event.payload, "status"))
        run.waiting_for = texts_of(event.payload, "waiting_for")
        run.truth_id = _first(text_of(event.payload, "halt_truth_id"), run.truth_id)
        run.reason = _first(text_of(event.payload, "halt_reason"), run.reason)

    def _apply_decision(self, event: Event, run: RunView) -> None:
        payload = object_of(event.payload, "payload")
        if payload is None:
            return
        self._set_status(run, text_of(payload, "status"))
        run.decision, run.truth_id, run.reason = (text_of(payload, name) for name in ("decision", "truth_id", "reason"))
        run.waiting_for = texts_of(payload, "waiting_for")
        if run.decision == "accepted":
            for fact in self._early.get(run.run_id, []):
                fact.is_provisional = False
        else:
            for fact in list(self._early.get(run.run_id, [])):
                self._drop(fact, run.reason or "")

    def _apply_fact(self, event: Event, run_id: str) -> None:
        payload = object_of(event.payload, "payload")
        if payload is None:
            return
        early = self._early_of(run_id, payload)
        if event.is_dropped:
            if early:
                self._drop(early, text_of(event.payload, "reason") or "")
        elif event.is_provisional:
            self._add_early(FactView(run_id, None, payload, True))
        else:
            if early:
                self._remove_early(early)
            corrected = text_of(event.payload, "corrects")
            if corrected is not None and corrected in self._facts:
                del self._facts[corrected]
                # The ledger keeps it; only the newest version is shown.
                self.revisions += 1
            self._add_fact(FactView(run_id, text_of(event.payload, "entry_id"), payload, False))

    def _early_of(self, run_id: str, payload: JSONObject) -> FactView | None:
        facts = self._early.get(run_id)
        if not facts:
            return None
        wanted = canonical(payload)
        return next((fact for fact in facts if canonical(fact.payload) == wanted), None)

    def _add_fact(self, fact: FactView) -> None:
        # One without an entry has a name that no entry has.
        self._facts[fact.entry_id if fact.entry_id is not None else f"\0{id(fact)}"] = fact

    def _add_early(self, fact: FactView) -> None:
        self._early.setdefault(fact.run_id, []).append(fact)
        self._early_count += 1

    def _remove_early(self, fact: FactView) -> None:
        facts = self._early[fact.run_id]
        facts[:] = [other for other in facts if other is not fact]
        self._early_count -= 1
        if not facts:
            del self._early[fact.run_id]

    def _drop(self, fact: FactView, reason: str) -> None:
        self._remove_early(fact)
        fact.dropped_because = reason
        self._dropped.append(fact)
        self.revisions += 1

    def _leave_out_old(self) -> None:
        if len(self._facts) > 2 * MOST_FACTS:
            for name in list(self._facts)[: len(self._facts) - MOST_FACTS]:
                del self._facts[name]
        if len(self._dropped) > 2 * MOST_DROPPED:
            del self._dropped[:-MOST_DROPPED]
        if self._done_count > 2 * MOST_DONE:
            done = [run.run_id for run in self._runs.values() if run.is_done]
            for run_id in done[: len(done) - MOST_DONE]:
                del self._runs[run_id]
            self._done_count = MOST_DONE
        if len(self._runs) - self._done_count > MOST_OPEN:
            del self._runs[next(run.run_id for run in self._runs.values() if not run.is_done)]
        if self._early_count > MOST_OPEN:
            self._remove_early(next(iter(self._early.values()))[0])


def _first(*texts: str | None) -> str | None:
    return next((text for text in texts if text is not None), None)


def _facts_of(value: JSONObject, name: str) -> Iterable[FactView]:
    return [fact for fact in map(FactView.from_json, members(value, name)) if fact]
