"""What the workers of Spark share: what was opened once, by the hash of what it was made of."""

from __future__ import annotations

import hashlib
import pickle
from threading import Lock
from typing import Any, Callable

from pyspark.sql import SparkSession

_opened: dict[str, Any] = {}
_opening = Lock()
_MOST_OPENED = 4


def shared(session: SparkSession, thing: object) -> Callable[[], Any]:
    """What gives a worker a copy of something that pickles, opened once in each process.

    It goes to the workers as a broadcast, or with Spark Connect, which has none, with the function itself.
    """
    packed = pickle.dumps(thing)
    key = hashlib.sha256(packed).hexdigest()
    try:
        broadcast = session.sparkContext.broadcast(packed)
    except Exception:
        return lambda: opened(key, lambda: packed)
    return lambda: opened(key, lambda: broadcast.value)


def opened(key: str, content: Callable[[], bytes]) -> Any:
    """Something by the hash of its pickle, opened once in each process."""
    with _opening:
        thing = _opened.pop(key) if key in _opened else pickle.loads(content())
        # The last one is last.
        _opened[key] = thing
        while len(_opened) > _MOST_OPENED:
            del _opened[next(iter(_opened))]
        return thing
