"""What a rule set declares: what can be proposed, and what can be known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional

from ._errors import Finding


@dataclass(frozen=True)
class Field:
    """A field of an intent or a fact."""

    #: What clauses and reasons call it.
    name: str
    #: What its member is called in JSON, mostly the same.
    json_name: str
    #: Its type as the language writes it: `decimal in eur`, `list of line`.
    type: str
    #: Whether it may be left out; every field of an intent may.
    optional: bool


@dataclass(frozen=True)
class Clause:
    """A clause that may decide about a proposal."""

    #: The id that it reports: its own, else that of its truth or invariant.
    id: str
    #: The id of the truth or invariant that declares it.
    declared_by: str
    #: Where it stands there: `requires[0]`, `invariants[1]`, `rule`, `if`.
    name: str
    #: The clause itself: `amount > 0`.
    text: str


@dataclass(frozen=True)
class Intent:
    """Something that can be proposed."""

    #: The `action` of its proposals.
    name: str
    pack: str
    #: What a proposal says, by the names in JSON, in the order of the declaration.
    fields: Mapping[str, Field]
    #: The clauses that decide about it.
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Fact:
    """A type of facts: something that can be known."""

    #: The `type` of its facts: `order.placed`.
    type: str
    pack: str
    #: The names of the fields that tell one fact from another; none where all do.
    key: tuple[str, ...]
    #: What a fact says, by the names in JSON, in the order of the declaration.
    fields: Mapping[str, Field]
    #: Whether it is worked out when it is read, and stands in no ledger.
    view: bool


@dataclass(frozen=True)
class PartitionFact:
    """A type of facts that proposals read or write, and how its facts are spread over partitions."""

    #: `reference`: nobody who is split writes them, and each partition has all of them; `partitioned`; or `shared`: proposals of
    #: several values may write the same one.
    use: str
    #: The name in clauses of the field that says to which partition a fact belongs; None where nothing does.
    by: Optional[str]


@dataclass(frozen=True)
class PartitionIntent:
    """Whether the proposals of an intent can be split by the field."""

    #: `pinned`: they can; `further`: they read or write facts of other values too; `absent`: they do not have the field.
    outcome: str
    #: What the field is called in a proposal; None where the intent does not have it.
    member: Optional[str]
    #: What its truths read or write, by type.
    facts: Mapping[str, PartitionFact]
    #: What it has in common with intents that are not split, and those, with their packs: partitions §5.
    shares: Mapping[str, tuple[str, ...]]
    #: What reaches further.
    further: tuple[Finding, ...]


@dataclass(frozen=True)
class Partition:
    """Which proposals can be split over several ledgers by a field: what `truths check --partition-by` proves."""

    #: The name of the field in clauses.
    field: str
    #: By their names with the pack, `shop.place_order`.
    intents: Mapping[str, PartitionIntent]


def partition(report: Mapping[str, Any]) -> Partition:
    """What can be split, as `truths_partition` gives it."""
    return Partition(field=report["field"], intents={intent["intent"]: _partition(intent) for intent in report["intents"]})


def _partition(intent: Mapping[str, Any]) -> PartitionIntent:
    return PartitionIntent(
        outcome=intent["outcome"],
        member=intent.get("member"),
        facts={fact["fact"]: PartitionFact(use=fact["use"], by=fact.get("by")) for fact in intent["facts"]},
        shares={share["fact"]: tuple(share["intents"]) for share in intent["shares"]},
        further=tuple(_error(finding) for finding in intent["further"]),
    )


def _error(finding: Finding) -> Finding:
    return {**finding, "severity": "error"}


def intent(description: Mapping[str, Any]) -> Intent:
    """An intent as `truths_describe` gives it."""
    return Intent(
        name=description["name"],
        pack=description["pack"],
        fields=_fields(description["fields"]),
        clauses=tuple(
            Clause(id=clause["id"], declared_by=clause["declared_by"], name=clause["clause"], text=clause["text"])
            for clause in description["clauses"]
        ),
    )


def fact(description: Mapping[str, Any]) -> Fact:
    """A fact type as `truths_describe` gives it."""
    return Fact(
        type=description["type"],
        pack=description["pack"],
        key=tuple(description["key"]),
        fields=_fields(description["fields"]),
        view=description["view"],
    )


def _fields(descriptions: list[dict[str, Any]]) -> dict[str, Field]:
    return {
        field["json_name"]: Field(
            name=field["name"], json_name=field["json_name"], type=field["type"], optional=field["optional"]
        )
        for field in descriptions
    }
