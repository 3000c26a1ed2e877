"""The client as a state machine: from messages and moments to effects, and a view of what it has seen.

Nothing here reads a clock, a file or a socket. Moments are milliseconds since 1970, and every call states its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from .context import ContextView, RunView
from .effects import Close, Effect, Open, Send, TransportKind
from .errors import ProtocolError, QueueFull
from .jsontext import JSONObject, JSONValue, integer_of, list_of, object_of, read_object, text_of, write
from .messages import (
    Answer,
    Capabilities,
    Checkpoint,
    ControlType,
    Delta,
    Event,
    EventRange,
    Problem,
    ServerMessage,
    Snapshot,
    read_message,
)
from .outbox import OutboxItem, proposal_key, queue_record
from .sequence import Backoff, Gap, SequenceTracker, wanted
from .view import ClientView, ConnectionState, displayed_run
from .waiting import can_be_done

#: Over REST it polls every 5 s (contract §14.5).
POLL_INTERVAL = 5_000
#: Where events are pushed it asks every 30 s whether one was lost and followed by no other.
HEARTBEAT_INTERVAL = 30_000
#: What is missing is asked for again after 1 s.
MEND_INTERVAL = 1_000
#: A connection that lived less than 1 s is short-lived; of so many in a row the last counts as refused.
SHORT_LIVED, MOST_SHORT_LIVED = 1_000, 5
#: The most proposals without an answer.
MOST_UNANSWERED = 10_000
#: The most proposals that are sent before their answers came: a server takes 1,000 messages that wait of one client.
MOST_IN_FLIGHT = 100


class ClientCore:
    """A client of a session, without a connection of its own. Whoever has one carries out the effects and tells how it went."""

    def __init__(
        self, actor: Mapping[str, JSONValue], *, on_behalf_of: str | None = None, app_version: str = "1.0.0",
        transport: TransportKind = TransportKind.GRPC,
    ) -> None:
        """Who uses the client is an actor of contract §4.2; `on_behalf_of` names the person whom that actor acts for."""
        self.actor: JSONObject = dict(actor)
        self.on_behalf_of = on_behalf_of
        self.app_version = app_version
        #: In the order in which they are tried.
        self.transports = transport.fallbacks
        self.state = ConnectionState.OFFLINE
        #: That of the open connection.
        self.transport: TransportKind | None = None
        self.context = ContextView()
        self.tracker = SequenceTracker()
        #: The stream that `seq` is of; `None` before the first event.
        self.stream_id: str | None = None
        self.events_seen = 0
        self.resumed_at_seq: int | None = None
        self.capabilities: JSONObject | None = None
        self.last_answer: Answer | None = None
        self.last_problem: JSONObject | None = None
        #: Proposals without an answer, in the order in which they were made.
        self.outbox: dict[str, OutboxItem] = {}
        self._is_resuming = False
        self._backoff = Backoff()
        self._opened_at = 0
        #: Connections in a row that lived less than a second.
        self._short_lived = 0
        self._is_wanted = False
        #: Transports left to try in the attempt under way.
        self._attempt: list[TransportKind] = []
        self._retry_at: int | None = None
        self._poll_at: int | None = None
        self._probe_at: int | None = None
        self._mend_at: int | None = None
        self._resend_at: int | None = None

    # Connecting, losing the connection, trying again, falling back (contract §14.3 to §14.5).

    @property
    def is_connected(self) -> bool:
        """Whether messages can be sent."""
        return self.transport is not None

    @property
    def is_settled(self) -> bool:
        """Whether an attempt to connect has come to an end: messages go and come, or no transport was to be had."""
        return (self.is_connected and not self._is_resuming) or self._retry_at is not None

    @property
    def next_wake(self) -> int | None:
        """When :meth:`wake` is due; `None` while nothing is."""
        moments = (self._retry_at, self._poll_at, self._probe_at, self._mend_at, self._resend_at)
        return min((moment for moment in moments if moment is not None), default=None)

    def connect(self, now: int) -> list[Effect]:
        """Begins a session."""
        self._is_wanted = True
        self._retry_at = None
        return self._start_attempt()

    def disconnect(self) -> list[Effect]:
        """Ends the session until :meth:`connect`. Proposals are queued meanwhile."""
        self._is_wanted = False
        self.state = ConnectionState.OFFLINE
        self._backoff.reset()
        self._forget_connection()
        self._retry_at = None
        return [Close()]

    def opened(self, kind: TransportKind, now: int) -> list[Effect]:
        """A connection is open: first the handshake (contract §8), then everything after the last `seq`."""
        self._forget_connection()
        self._retry_at = None
        self._opened_at = now
        self.transport = kind
        self._is_resuming = True
        self.state = ConnectionState.STREAMING if kind.is_streaming else ConnectionState.DEGRADED
        self._poll_at = self._next_poll(now)
        self._probe_at = None if kind is self.transports[0] else now + Backoff.CEILING
        return [Send({"handshake": self._handshake()}), Send({"resume": self._resumption(kind.is_pushed)})]

    def refused(self, kind: TransportKind, now: int) -> list[Effect]:
        """A transport is not to be had: the next one is tried; after the last, later again."""
        self._attempt = [other for other in self._attempt if other is not kind]
        if self._attempt:
            return [Open(self._attempt[0])]
        if self.is_connected:
            # It only looked whether something better is to be had.
            self._probe_at = now + Backoff.CEILING
        elif self._is_wanted:
            self._retry_at = now + self._backoff.next()
        return []

    def lost(self, now: int) -> list[Effect]:
        """The connection broke. The first new try comes at once (contract §14.4).

        One that broke before it brought an answer counts as refused, and so does the fifth in a row that lived less than a
        second: a server that closes what it takes in is not asked without end.
        """
        self._short_lived = self._short_lived + 1 if now - self._opened_at < SHORT_LIVED else 0
        unanswered = self.transport if self._is_resuming or self._short_lived >= MOST_SHORT_LIVED else None
        self._forget_connection()
        if not self._is_wanted:
            return []
        self.state = ConnectionState.OFFLINE if self.resumed_at_seq is None else ConnectionState.RECONNECTING
        if unanswered is not None:
            self._attempt = self.transports[self.transports.index(unanswered) :]
            return self.refused(unanswered, now)
        return self._start_attempt()

    def wake(self, now: int) -> list[Effect]:
        """Does what is due."""
        effects: list[Effect] = []
        if self._retry_at is not None and self._retry_at <= now:
            self._retry_at = None
            effects += self._start_attempt()
        if self._poll_at is not None and self._poll_at <= now:
            self._poll_at = self._next_poll(now)
            effects.append(Send({"resume": self._resumption(False)}))
        if self._probe_at is not None and self._probe_at <= now:
            self._probe_at = None
            self._attempt = self.transports[:1]
            effects += [Open(kind) for kind in self._attempt]
        if self._mend_at is not None and self._mend_at <= now:
            effects += self._mend(now)
        if self._resend_at is not None and self._resend_at <= now:
            self._resend_at = None
            effects += self._flush()
        return effects

    # What comes from the session.

    def receive_text(self, text: str | bytes, now: int) -> list[Effect]:
        """Takes a frame in. What is no message is passed over: what it should have told is missed, and asked for again."""
        try:
            message = read_message(read_object(text))
            return [] if message is None else self.receive(message, now)
        except ProtocolError:
            return []

    def receive(self, message: ServerMessage, now: int) -> list[Effect]:
        """Takes a message in. Raises :class:`ProtocolError` for a snapshot at fault, and is then as before."""
        effects = self._receive(message, now)
        self.context.render()
        return effects

    def _receive(self, message: ServerMessage, now: int) -> list[Effect]:
        if isinstance(message, Event):
            return self._take_events([message], now)
        if isinstance(message, EventRange):
            return self._take_events(message.events, now)
        if isinstance(message, Capabilities):
            self.capabilities = message.json
            return []
        if isinstance(message, Checkpoint):
            return self._take_checkpoint(message, now)
        if isinstance(message, Answer):
            return self._take_answer(message, now)
        if isinstance(message, Problem):
            return self._take_problem(message, now)
        state = ContextView.from_json(message.state) if isinstance(message, Snapshot) else None
        is_first = self._is_resuming
        if is_first:
            # Polls and mends that follow do not say where the connection went on.
            self._is_resuming = False
            if self._short_lived < MOST_SHORT_LIVED:
                self._backoff.reset()
            self.resumed_at_seq = message.resumed_at_seq
        if isinstance(message, Delta):
            self.tracker.learn(message.current_seq)
            effects = self._take_events(message.events, now)
        else:
            effects = self._take_snapshot(message, state or ContextView(), now)
        if message.checkpoint:
            effects += self._take_checkpoint(message.checkpoint, now)
        return effects + (self._flush() if is_first else [])

    def _take_events(self, events: list[Event], now: int) -> list[Effect]:
        effects: list[Effect] = []
        if self.stream_id is None and events:
            self.stream_id = events[0].stream_id
        for event in events:
            if event.stream_id != self.stream_id:
                continue
            receipt = self.tracker.receive(event)
            if isinstance(receipt, Gap):
                effects.append(Send(wanted(receipt.first, receipt.last, receipt.size)))
            elif isinstance(receipt, list):
                self._apply(receipt)
        self._plan_mend(now)
        return effects

    def _take_checkpoint(self, checkpoint: Checkpoint, now: int) -> list[Effect]:
        self.tracker.take_checkpoint(checkpoint)
        self._plan_mend(now)
        return []

    def _take_snapshot(self, snapshot: Snapshot, state: ContextView, now: int) -> list[Effect]:
        if self.stream_id is not None and snapshot.stream_id is not None and self.stream_id != snapshot.stream_id:
            # Another stream counts anew.
            self.tracker = SequenceTracker()
            self.context = state
        self.stream_id = snapshot.stream_id if snapshot.stream_id is not None else self.stream_id
        waiting = self.tracker.jump(snapshot.resumed_at_seq)
        if waiting is not None:
            self.context = state
            self._apply(waiting)
        self.tracker.learn(snapshot.current_seq)
        return self._take_events([event for event in snapshot.events if event.seq > self.tracker.seq], now)

    def _take_answer(self, answer: Answer, now: int) -> list[Effect]:
        self.last_answer = answer
        item = self.outbox.get(answer.to)
        if item and answer.is_refused:
            # It was not decided, and stays the client's; a person has to look at it before it is sent again.
            item.is_queued = item.is_refused = True
        elif item:
            del self.outbox[answer.to]
        # Where nothing is pushed the next poll brings what is new; that it has not come yet is no loss.
        if self.transport and self.transport.is_pushed:
            self.tracker.learn(answer.current_seq)
        self._plan_mend(now)
        return self._flush()

    def _take_problem(self, problem: Problem, now: int) -> list[Effect]:
        self.last_problem = problem.json
        item = self.outbox.get(problem.to)
        if item is None:
            return []
        if problem.status == 429 or problem.status >= 500:
            # It may be decided later, under the same key.
            wait = integer_of(problem.json, "retry_after") or 1
            item.is_sent = False
            self._resend_at = now + min(max(wait, 1), 60) * 1_000
            return []
        item.is_queued = item.is_refused = True
        return self._flush()

    def _apply(self, events: list[Event]) -> None:
        self.events_seen += len(events)
        for event in events:
            self.context.apply(event)

    def _mend(self, now: int) -> list[Effect]:
        """Asks again for what is missing."""
        self._mend_at = None
        hole = self.tracker.first_hole
        if not self.is_connected or hole is None:
            return []
        self._mend_at = now + MEND_INTERVAL
        return [Send(wanted(*hole, hole[1] - self.tracker.seq))]

    def _plan_mend(self, now: int) -> None:
        if self.tracker.first_hole is None:
            self._mend_at = None
        elif self._mend_at is None:
            self._mend_at = now + MEND_INTERVAL

    # What goes to the session.

    def propose(self, proposal: Mapping[str, JSONValue], now: int) -> tuple[str, list[Effect]]:
        """Proposes, or queues the proposal without a connection (contract §16): its idempotency key, and what is to be done.

        A key that has no answer yet stays as it is. Raises :class:`QueueFull` beyond 10,000 proposals without an answer.
        """
        whole: JSONObject = dict(proposal)
        inner = object_of(whole, "proposal")
        if "actor" not in whole and (inner is None or "actor" not in inner):
            whole["actor"] = self.actor
        given = text_of(whole, "idempotency_key")
        key = given if given is not None else text_of(inner, "idempotency_key")
        if key is None:
            key = proposal_key(self.device_id, whole, now)
        if key in self.outbox:
            return key, []
        if len(self.outbox) >= MOST_UNANSWERED:
            raise QueueFull(f"{MOST_UNANSWERED} proposals have no answer yet: connect, or drop some with `forget`")
        whole["idempotency_key"] = key
        if self.is_connected:
            self.outbox[key] = OutboxItem(key, whole, is_queued=False)
        else:
            self.outbox[key] = OutboxItem(key, queue_record(whole, key, now, self.capabilities), is_queued=True)
        return key, self._flush()

    def forget(self, key: str) -> bool:
        """Drops a proposal without an answer. What was sent may be decided all the same. Whether there was one."""
        return self.outbox.pop(key, None) is not None

    def force(self) -> list[Effect] | None:
        """Sends what is not safe to replay, or was refused, because a person looked at it. `None` without a connection."""
        if not self.is_connected:
            return None
        for item in self.outbox.values():
            if item.is_sent_by_itself:
                continue
            if item.message.get("replay_safe") is False:
                item.message["forced"] = True
            item.is_refused = item.is_sent = False
        return self._flush()

    def control(
        self, kind: ControlType, payload: Mapping[str, JSONValue] | None = None, job_id: str | None = None,
    ) -> list[Effect] | None:
        """A control message about a job, else about the run that is shown, or the session where that run is done.

        `None` without a connection: control messages are not queued.
        """
        if not self.is_connected:
            return None
        message: JSONObject = {"control_type": kind}
        run = self._displayed_run()
        if job_id is not None:
            run = next((run for run in reversed(self.context.runs) if run.job_id == job_id), None)
        elif run and run.is_done:
            run = None
        if job_id is not None:
            message["job_id"] = job_id
        if run:
            message["job_id"], message["correlation_id"] = run.job_id, run.correlation_id
        message["actor"] = self.actor
        message["payload"] = dict(payload or {})
        return [Send({"control": message})]

    def handshake(self, request: Mapping[str, JSONValue] | None = None) -> list[Effect] | None:
        """Asks for the capabilities anew, with members over those that it sends by itself. `None` without a connection."""
        return [Send({"handshake": {**self._handshake(), **(request or {})}})] if self.is_connected else None

    @property
    def device_id(self) -> str:
        """The device that its idempotency keys name; a key names one in any case."""
        return text_of(self.actor, "device_id") or text_of(self.actor, "user_id") or "unknown"

    def _flush(self) -> list[Effect]:
        """Sends what has no answer yet, so many at once. A session knows by its key what it has answered already."""
        if not self.is_connected or self._is_resuming or self._resend_at is not None:
            return []
        effects: list[Effect] = []
        in_flight = 0
        for item in self.outbox.values():
            if in_flight >= MOST_IN_FLIGHT:
                break
            if not item.is_sent_by_itself:
                continue
            in_flight += 1
            if not item.is_sent:
                item.is_sent = True
                effects.append(Send({"propose": item.message}))
        return effects

    def _handshake(self) -> JSONObject:
        request: JSONObject = {
            "request": "capabilities", "device_id": self.device_id, "app_version": self.app_version, "actor": self.actor}
        if self.on_behalf_of is not None:
            request["on_behalf_of"] = self.on_behalf_of
        return request

    def _resumption(self, subscribes: bool) -> JSONObject:
        request: JSONObject = {"resume_from_seq": self.tracker.seq, "subscribe": subscribes}
        if self.stream_id is not None:
            request["stream_id"] = self.stream_id
        return request

    def _next_poll(self, now: int) -> int | None:
        if self.transport is None:
            return None
        return now + (HEARTBEAT_INTERVAL if self.transport.is_pushed else POLL_INTERVAL)

    def _start_attempt(self) -> list[Effect]:
        self._attempt = list(self.transports)
        return [Open(self._attempt[0])]

    def _forget_connection(self) -> None:
        self.transport = None
        self._is_resuming = False
        self._attempt = []
        self._poll_at = self._probe_at = self._mend_at = self._resend_at = None
        for item in self.outbox.values():
            item.is_sent = False

    # What is shown and what is saved.

    @property
    def view(self) -> ClientView:
        """What a screen shows at this moment."""
        early = self.context.early_facts
        run = self._displayed_run()
        return ClientView(
            connection_state=self.state, run=run, can_i_act=self._can_act(run),
            facts=[fact.marked for fact in [*self.context.facts, *early]],
            provisional=[fact.payload for fact in early if fact.is_provisional],
            dropped=[{**fact.payload, "dropped_because": fact.dropped_because or ""} for fact in self.context.dropped_facts],
            events_seen=self.events_seen, seq=self.tracker.seq, resumed_at_seq=self.resumed_at_seq,
            missing_seqs=self.tracker.missing, duplicates=self.tracker.duplicates, capabilities=self.capabilities,
            audit=self.context.audit, revisions=self.context.revisions,
            queue=[item.message for item in self.outbox.values() if item.is_queued], runs=self.context.runs,
            last_answer=self.last_answer, last_problem=self.last_problem)

    @property
    def saved_queue(self) -> JSONObject:
        """The proposals without an answer."""
        return {"actor": self._owner(), "outbox": [item.to_json() for item in self.outbox.values()]}

    @property
    def saved_view(self) -> JSONObject:
        """What is shown, and how far it has come in which stream."""
        saved: JSONObject = {"actor": self._owner(), "seq": self.tracker.seq, "state": self.context.to_json()}
        if self.stream_id is not None:
            saved["stream_id"] = self.stream_id
        if self.capabilities is not None:
            # A queue's record needs the hashes of the last handshake.
            saved["capabilities"] = self.capabilities
        return saved

    def restore(self, queue: JSONObject | None, view: JSONObject | None) -> None:
        """Takes up what was saved, before the first connection.

        Raises :class:`ProtocolError` where it is not that, or another actor's; then nothing is taken.
        """
        for saved in (queue, view):
            if saved is not None and write(saved.get("actor")) != write(self._owner()):
                raise ProtocolError("it was saved by another actor")
        items: list[OutboxItem] = []
        if queue is not None:
            given = list_of(queue, "outbox")
            if given is None or len(given) > MOST_UNANSWERED:
                raise ProtocolError(f"`outbox` is a list of at most {MOST_UNANSWERED} proposals")
            items = [OutboxItem.from_json(item) for item in given]
        if view is not None:
            seq, state = integer_of(view, "seq"), object_of(view, "state")
            if seq is None or state is None:
                raise ProtocolError("`seq` or `state` is missing")
            self.context = ContextView.from_json(state)
            self.tracker = SequenceTracker.starting_at(seq)
            self.stream_id = text_of(view, "stream_id")
            self.capabilities = object_of(view, "capabilities")
        self.outbox = {**{item.key: item for item in items}, **self.outbox}

    def _owner(self) -> JSONObject:
        return {name: self.actor.get(name) for name in ("type", "user_id", "device_id", "org_id")}

    def _displayed_run(self) -> RunView | None:
        return displayed_run(self.context.runs, self.actor)

    def _can_act(self, run: RunView | None) -> bool:
        if not self.is_connected or run is None or run.status != "waiting":
            return False
        return any(can_be_done(words, self.actor, run.proposer) for words in run.waiting_for)
