"""What a run waits for, and who can do it (sessions §8.3)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from .jsontext import JSONValue, text_of, texts_of, write

_PLAIN_ROLE = re.compile(r"[a-z][a-zA-Z0-9_]*\Z")


def can_be_done(words: str, actor: Mapping[str, JSONValue], proposer: Mapping[str, JSONValue] | None) -> bool:
    """Whether an actor can do what a run waits for, in the words of `waiting_for`.

    Only people agree to anything, and nobody approves what they proposed themselves. The server decides; this is for screens.
    """
    if words == "resume":
        return True
    if actor.get("type") != "user":
        return False
    user = text_of(actor, "user_id")
    is_proposer = user == text_of(proposer, "user_id")
    if words == "consent from a person":
        return True
    if words.startswith("approval from "):
        return not is_proposer and _is_asked(words.removeprefix("approval from "), actor)
    if words.startswith("consent from @"):
        name = words.removeprefix("consent from @")
        return name == user or (text_of(proposer, "type") != "user" and _has_role(name, actor))
    if words.startswith("consent from any user of @"):
        return text_of(actor, "org_id") == words.removeprefix("consent from any user of @")
    if words.startswith("an override by @"):
        return is_proposer and _has_role(words.removeprefix("an override by @"), actor)
    return False


def _has_role(role: str, actor: Mapping[str, JSONValue]) -> bool:
    """Whether an actor has a role, which is written plain or as a JSON text."""
    return any((held if _PLAIN_ROLE.match(held) else write(held)) == role for held in texts_of(actor, "roles"))


def _is_asked(words: str, actor: Mapping[str, JSONValue]) -> bool:
    """Whether an actor is among those whom words such as `@bob (@manager) or @director (not @ann)` ask."""
    user, roles = text_of(actor, "user_id"), texts_of(actor, "roles")
    alternatives: list[tuple[str, str | None]] = []
    for name, is_in_brackets, is_excluded in _names(words):
        if is_excluded:
            if name == user:
                return False
        elif is_in_brackets and alternatives:
            alternatives[-1] = (alternatives[-1][0], name)
        else:
            alternatives.append((name, None))
    return any(
        (name in roles or name == user) if role is None else (name == user and role in roles) for name, role in alternatives)


def _names(words: str) -> Iterator[tuple[str, bool, bool]]:
    """The names behind `@`, plain or as JSON texts, with whether they stand in brackets and behind `not`."""
    is_in_brackets = is_excluded = False
    place = 0
    while place < len(words):
        mark = words[place]
        place += 1
        if mark == "(":
            is_in_brackets, is_excluded = True, words.startswith("not ", place)
        elif mark == ")":
            is_in_brackets = is_excluded = False
        elif mark == "@":
            found = re.compile(r'"(?:[^"\\]|\\.)*"?|[^ ),]*', re.DOTALL).match(words, place)
            assert found
            place = found.end()
            yield _role(found.group()), is_in_brackets, is_excluded


def _role(text: str) -> str:
    if text.startswith('"'):
        try:
            value = json.loads(text)
        except ValueError:
            return text
        return value if isinstance(value, str) else text
    return text
