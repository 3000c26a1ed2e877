"""Which partition a proposal or a fact belongs to, where proposals are split by a field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Optional

from ._errors import FindingsError
from ._rules import Rules
from ._vocabulary import Field, PartitionIntent

#: Types of which a value is written in one way alone, or is a number. Names that the language does not have are those of enums.
_WRITTEN_OTHERWISE = frozenset({"json", "list", "map", "time", "timestamp", "duration", "period"})


class _Number(str):
    """A number of JSON as it is written."""


_decoder = json.JSONDecoder(parse_int=_Number, parse_float=_Number)


@dataclass(frozen=True)
class Keys:
    """The keys of proposals and facts by a field.

    A key is a text, and keys are equal where clauses find their values equal: `1` and `1.0` have one.
    """

    #: The name of the field in clauses.
    field: str
    #: By the bare name of an intent: the member of its proposals that is the key, and what is wrong where there is none.
    members: Mapping[str, Optional[str]]
    problems: Mapping[str, str]
    #: By the types of facts that those intents have to do with: the member that is the key; None where each partition has all of them.
    facts: Mapping[str, Optional[str]]
    #: The types of facts that the rules declare.
    declared: frozenset[str]
    #: Types of facts that belong to the proposal that wrote them.
    own: frozenset[str]

    @classmethod
    def of(cls, rules: Rules, field: str, intent: Optional[str] = None) -> Keys:
        """The keys by a field.

        - intent: the one whose proposals are split, bare or with its pack. None: all that can be.

        Raises ValueError where no intent has the field or this one has not, and FindingsError where it reaches further.
        """
        pins = rules.partition(field).intents
        if intent is not None:
            name = _name(rules, intent)
            pin = pins[name]
            if pin.outcome == "further":
                raise FindingsError(list(pin.further))
            if pin.member is None:
                raise ValueError(f"{name} has no field `{field}`, by which its proposals could be split")
            pins = {name: pin}
        members: dict[str, Optional[str]] = {}
        facts: dict[str, Optional[str]] = {}
        problems: dict[str, str] = {}
        own: set[str] = set()
        for name, pin in pins.items():
            bare = name.rpartition(".")[2]
            members[bare] = pin.member if pin.outcome == "pinned" else None
            if pin.outcome != "pinned":
                problems[bare] = _problem(name, field, pin)
                continue
            _hold(rules.intents[bare].fields[pin.member or ""], f"{name}")
            for fact, spread in pin.facts.items():
                if spread.use == "shared":
                    own.add(fact)
                elif spread.use == "partitioned":
                    by = next(member for member in rules.facts[fact].fields.values() if member.name == spread.by)
                    _hold(by, fact)
                    facts[fact] = by.json_name
                else:
                    facts[fact] = None
        return cls(field, members, problems, facts, frozenset(rules.facts), frozenset(own))

    def of_proposal(self, payload: str) -> str:
        """The key of a proposal of an intent that is pinned, as JSON.

        Raises ValueError with the reason where it has none.
        """
        proposal = _decoder.decode(payload)
        action = proposal.get("action")
        if not isinstance(action, str):
            raise ValueError("it is wrapped, or has no `action`")
        bare = action.rpartition(".")[2]
        member = self.members.get(bare)
        if member is None:
            raise ValueError(self.problems.get(bare, f"{action} is no intent of these rules"))
        body = proposal.get("payload")
        return self._text((body if isinstance(body, dict) else proposal).get(member), member)

    def of_fact(self, kind: str, payload: str) -> Optional[str]:
        """The key of a fact of a type; None where each partition has all of them. The type is one of ``facts``.

        Raises ValueError with the reason where it has none.
        """
        member = self.facts[kind]
        return None if member is None else self._text(_decoder.decode(payload).get(member), member)

    def _text(self, value: object, member: str) -> str:
        if value is None:
            raise ValueError(f"it has no `{member}`, and so belongs to no partition")
        if isinstance(value, _Number):
            return f"number {_canonical(value)}"
        if isinstance(value, (bool, str)):
            return f"text {value}" if isinstance(value, str) else f"boolean {value}"
        raise ValueError(f"`{member}` is {json.dumps(value)[:80]}, which is no key: a text, a number, a boolean or a date is one")


def _canonical(number: str) -> str:
    """A number without what does not count: `1.50` and `15e-1` are one."""
    sign, digits, exponent = Decimal(number).as_tuple()
    text = "".join(map(str, digits)).lstrip("0")
    kept = text.rstrip("0")
    return f"{'-' if sign and kept else ''}{kept}e{int(exponent) + len(text) - len(kept) if kept else 0}"


def _name(rules: Rules, intent: str) -> str:
    """The name of an intent with its pack.

    Raises ValueError for one that is not declared.
    """
    known = rules.intents.get(intent.rpartition(".")[2])
    if known is None or intent not in (known.name, f"{known.pack}.{known.name}"):
        raise ValueError(f"unknown intent `{intent}`; the rules declare {', '.join(rules.intents)}")
    return f"{known.pack}.{known.name}"


def _hold(field: Field, of: str) -> None:
    if field.type.rstrip("?").split()[0] in _WRITTEN_OTHERWISE:
        raise ValueError(
            f"`{field.name}` of {of} is {field.type}, which is written in several ways; split by a text, a number, a boolean, a date or an enum"
        )


def _problem(name: str, field: str, pin: PartitionIntent) -> str:
    if pin.outcome == "absent":
        return f"{name} has no field `{field}`, by which its proposals could be split"
    place = pin.further[0]
    return f"{name} reaches further: {place['message']} ({place['code']}, {place['file']}:{place['line']}:{place['column']})"
