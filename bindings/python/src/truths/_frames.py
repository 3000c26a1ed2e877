"""What the frames of all libraries have in common: which columns are proposals, and which are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ._arrow import WANTS
from ._gate import Gate

#: Members of a proposal beside its fields, that columns may be.
_ENVELOPE = frozenset(
    {
        "actor", "confidence", "consent", "correlation_id", "idempotency_key", "on_behalf_of", "override", "pack", "policies_hash",
        "proposal_id", "queued_at", "reason", "requires_consent", "run_id", "timestamp", "trace_id", "truth_id", "truths_hash",
    }
)  # fmt: skip


class Chosen:
    """The columns of a frame by what becomes of them.

    A column that is kept is a field of the intent too where it has the name of one. Every other column has to be one.
    """

    def __init__(self, gate: Gate, intent: str, columns: Sequence[str], keep: Iterable[str], want: str) -> None:
        self.kept = [keep] if isinstance(keep, str) else list(keep)
        self.made = list(made(want))
        for name in self.kept:
            if name not in columns:
                raise ValueError(f"keep names {name!r}, and there is no column of that name")
            if name in self.made:
                raise ValueError(f"column {name!r} cannot be kept: what is decided has one of that name; rename it first")
        said = self._said(gate, intent)
        self.given = [name for name in columns if name in said or name not in self.kept]

    @staticmethod
    def _said(gate: Gate, intent: str) -> frozenset[str]:
        known = gate.rules._all_intents.get(intent.rpartition(".")[2])
        if known is None:
            return frozenset()
        return frozenset(known.fields).union((field.name for field in known.fields.values()), _ENVELOPE)


def made(want: str) -> tuple[str, ...]:
    """The names of the columns that tell what was decided."""
    if want not in WANTS:
        raise ValueError(f"want is {want!r}, not one of {', '.join(WANTS)}")
    return ("outcome", "clause") if want == "outcome" else ("outcome", "clause", want)
