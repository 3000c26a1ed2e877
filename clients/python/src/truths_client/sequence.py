"""The order of events (sessions §8.2) and the waits between tries to connect (contract §14.4)."""

from __future__ import annotations

import bisect
from dataclasses import dataclass, field
from typing import Literal

from .jsontext import JSONObject
from .messages import Checkpoint, Event

#: The largest gap that is filled by a range; for a larger one a snapshot is asked for (contract §14.6).
LARGEST_RANGE = 100
#: The most missing events that a view lists.
LISTED_MISSING = 10_000
#: The most events that are held behind a gap: the largest gap that a delta fills. What comes beyond is asked for again.
MOST_HELD = 10_000


@dataclass(frozen=True, slots=True)
class Gap:
    """Events are missing: in all `size`, the newest hole from `first` to `last`."""

    first: int
    last: int
    size: int


@dataclass
class SequenceTracker:
    """Orders events by their `seq`: drops duplicates, holds early ones, never moves back."""

    #: The highest `seq` up to which nothing of the view is missing.
    seq: int = 0
    #: The highest `seq` that is known to exist.
    highest: int = 0
    #: Events that came more than once.
    duplicates: int = 0
    _early: list[Event] = field(default_factory=list)

    @classmethod
    def starting_at(cls, seq: int) -> SequenceTracker:
        """A tracker that goes on from a `seq`."""
        return cls(max(0, seq), max(0, seq))

    def receive(self, event: Event) -> list[Event] | Gap | Literal["duplicate", "held"]:
        """Receives an event: it and those held behind it in order, the gap that it shows, or what became of it."""
        place = bisect.bisect_left(self._early, event.seq, key=lambda held: held.seq)
        if event.seq <= self.seq or (place < len(self._early) and self._early[place].seq == event.seq):
            self.duplicates += 1
            return "duplicate"
        before = max(self.highest, self.seq)
        self.highest = max(self.highest, event.seq)
        if place == len(self._early) and place >= MOST_HELD:
            return "held"
        self._early.insert(place, event)
        ready = self._drain()
        del self._early[MOST_HELD:]
        if ready:
            return ready
        if event.seq_before <= before:
            return "held"
        return Gap(before + 1, event.seq_before, event.seq_before - self.seq)

    def learn(self, highest: int) -> None:
        """Records that the stream has reached a `seq`, without its event."""
        self.highest = max(self.highest, highest)

    def take_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Takes in that nothing of the view is to come up to a checkpoint, but for events that are known to be missing."""
        before = checkpoint.seq if checkpoint.prev_seq is None else checkpoint.prev_seq
        if before > self.seq or (self._early and self._early[0].seq <= checkpoint.seq):
            self.learn(before)
            return
        self.seq = max(self.seq, checkpoint.seq)
        self.highest = max(self.highest, self.seq)

    def jump(self, target: int) -> list[Event] | None:
        """Goes on from a snapshot, which includes everything up to its `seq`; the held events that follow it.

        `None` where the snapshot is no newer than the present state: it never moves back.
        """
        if target <= self.seq:
            return None
        self.seq = target
        self.highest = max(self.highest, target)
        self._early = [event for event in self._early if event.seq > target]
        return self._drain()

    @property
    def first_hole(self) -> tuple[int, int] | None:
        """The first gap; `None` where nothing is missing."""
        if self.seq >= self.highest:
            return None
        return self.seq + 1, self._early[0].seq_before if self._early else self.highest

    @property
    def missing(self) -> list[int]:
        """Those missing between `seq` and `highest`, ascending, the first 10,000 of them."""
        missing: list[int] = []
        reached = self.seq
        for before, following in [*((event.seq_before, event.seq) for event in self._early), (self.highest, self.highest)]:
            rest = LISTED_MISSING - len(missing)
            missing.extend(range(reached + 1, min(before, reached + rest) + 1))
            reached = following
        return missing

    def _drain(self) -> list[Event]:
        count = 0
        while count < len(self._early) and self._early[count].seq_before <= self.seq:
            self.seq = self._early[count].seq
            count += 1
        ready, self._early = self._early[:count], self._early[count:]
        self.highest = max(self.highest, self.seq)
        return ready


@dataclass
class Backoff:
    """How long to wait before the next try: 1 s, doubling, at most 30 s. In milliseconds."""

    delay: int = 1_000

    #: 30 s.
    CEILING = 30_000

    def next(self) -> int:
        """The present wait; the next one is twice as long, up to the ceiling."""
        delay, self.delay = self.delay, min(self.delay * 2, Backoff.CEILING)
        return delay

    def reset(self) -> None:
        """After a connection: 1 s again."""
        self.delay = 1_000


def wanted(first: int, last: int, size: int) -> JSONObject:
    """The request for what is missing (contract §14.6)."""
    return {"snapshot": {}} if size > LARGEST_RANGE else {"range": {"from": first, "to": last}}

