"""Business rules as text: checked, decided and proven in your own process.

    >>> import truths
    >>> rules = truths.load("truths")
    >>> gate = rules.on([{"type": "customer.known", "customer": "c1"}])
    >>> gate.decide({"action": "place_order", "order_id": "o1", "customer": "c1", "amount": 250}).outcome
    'accepted'

`load` checks and compiles rules, `Rules.on` reads what is known, and `Gate` decides proposals on it, in any number of threads.
`verify` proves a ledger, and `replay` decides it again. Errors are `FindingsError`, `EncodeError` and `MisuseError`.

The values of a proposal, a fact or a policy are written as JSON that says exactly what they are:

- `str`, `bool`, `int`, and `Decimal` with every digit; a `float` only where it is a short decimal, such as 12.5.
- `date`, `time`, `datetime` with a zone and `timedelta`, to the millisecond.
- An `Enum` by its value; lists, tuples, mappings and dataclasses by what they hold. A member that is None is left out.
"""

from ._arrow import Decided
from ._errors import EncodeError, Finding, FindingsError, MisuseError, Note
from ._gate import Decision, Gate, Outcome, Partitions, Verdict, Violation
from ._ledger import Flip, Replay, Report, replay, verify
from ._library import VERSION as LIBRARY_VERSION
from ._rules import Rules, load, loads
from ._vocabulary import Clause, Fact, Field, Intent, Partition, PartitionFact, PartitionIntent

__version__ = "0.1.0"

__all__ = [
    "LIBRARY_VERSION",
    "Clause",
    "Decided",
    "Decision",
    "EncodeError",
    "Fact",
    "Field",
    "Finding",
    "FindingsError",
    "Flip",
    "Gate",
    "Intent",
    "MisuseError",
    "Note",
    "Outcome",
    "Partition",
    "PartitionFact",
    "PartitionIntent",
    "Partitions",
    "Replay",
    "Report",
    "Rules",
    "Verdict",
    "Violation",
    "load",
    "loads",
    "replay",
    "verify",
]

# Where users find them: in tracebacks and pickles, too.
for _public in (
    Clause, Decided, Decision, EncodeError, Fact, Field, FindingsError, Gate, Intent, MisuseError, Partition, PartitionFact,
    PartitionIntent, Partitions, Replay, Report, Rules, Verdict,
):  # fmt: skip
    _public.__module__ = __name__
