"""What a rule set declares: what can be proposed, and what can be known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


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
