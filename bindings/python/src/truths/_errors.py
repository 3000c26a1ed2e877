"""What can go wrong."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypedDict

_SHOWN = 20


class Note(TypedDict, total=False):
    """Another place that a finding tells of, or how to mend it."""

    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class Finding(TypedDict, total=False):
    """One thing that was found, as `truths check --format json` prints it.

    Lines and columns count from 1; columns count characters. `severity` is `error` or `warning`. `fixes` are changes that mend
    it, each with its `title`, whether it is `safe`, and its `edits`.
    """

    code: str
    severity: str
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    notes: list[Note]
    fixes: list[dict[str, Any]]


class FindingsError(Exception):
    """What was given is at fault: truths, a bundle, a context, a policy, a proposal that is no JSON.

    Its text has a line for each error, `truths/shop/shop.truths:12:7: nothing here is called `amnt` (T1001)`, and indented
    below it how to mend it.
    """

    #: All findings in order of place, with the warnings.
    findings: list[Finding]

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(findings)
        self.findings = list(findings)

    @classmethod
    def _of(cls, buffer: bytes) -> FindingsError:
        return cls(json.loads(buffer))

    def __str__(self) -> str:
        errors = [finding for finding in self.findings if finding.get("severity") != "warning"] or self.findings
        lines = [line for finding in errors[:_SHOWN] for line in _lines(finding)]
        if len(errors) > _SHOWN:
            lines.append(f"and {len(errors) - _SHOWN} more")
        return "\n".join(lines)


class MisuseError(RuntimeError):
    """A call that cannot be: something is asked of rules or of a gate that are closed."""


class EncodeError(ValueError):
    """A Python value that has no exact form in JSON; its text begins with the path of the member, `lines[2].price: …`."""

    #: The path of the member; empty for the value itself.
    path: str
    #: What is wrong with it.
    reason: str

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}" if self.path else self.reason


def _lines(finding: Finding) -> list[str]:
    place = ":".join(str(finding[part]) for part in ("file", "line", "column") if finding.get(part))
    code = finding.get("code")
    first = (f"{place}: " if place else "") + finding.get("message", "") + (f" ({code})" if code else "")
    return [first] + [f"  {note.get('message', '')}" for note in finding.get("notes") or []]
