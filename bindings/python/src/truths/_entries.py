"""Lines of a ledger in pieces: the members of an entry, its payload as the text that it is, and the line again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple, Optional

#: Members of an entry that are texts, and may lack.
TEXTS = ("correlation_id", "corrects", "entry_id", "entry_type", "proposal_id", "run_id", "timestamp", "truth_id")
#: Members that are objects.
OBJECTS = ("actor", "payload")

# Numbers stay as they are written: they are compared, and never computed with.
_decoder: Any = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)


class Entry(NamedTuple):
    """An entry of a ledger. A fact in short form has its payload alone."""

    #: Its place in the ledger, from 1.
    sequence: int
    #: Members that are texts, by name; None for those that lack.
    texts: Mapping[str, Optional[str]]
    #: Who did it, as JSON; None in short form.
    actor: Optional[str]
    #: What it says, as JSON.
    payload: str
    #: The same as a value; numbers are texts.
    content: Mapping[str, Any]

    def said(self, name: str) -> Optional[str]:
        """A member of the payload that is a text."""
        value = self.content.get(name)
        return value if isinstance(value, str) and _is_unicode(value) else None


def read(text: str, sequence: int) -> Entry:
    """Reads a line, which stands at a place from 1.

    Raises ValueError with the reason for one that is not what ``line`` writes for it.
    """
    try:
        content = _decoder.decode(text)
        if isinstance(content, dict) and "entry_type" not in content:
            # A fact in short form stays as somebody wrote it.
            return Entry(sequence, {}, None, text, content)
        members = _members(text)
    except (ValueError, StopIteration, IndexError, RecursionError):
        raise ValueError("it is no JSON object in canonical form") from None
    for name in (*TEXTS, *OBJECTS):
        wanted = str if name in TEXTS else dict
        if name in content and not isinstance(content[name], wanted) and not (name == "truth_id" and content[name] is None):
            raise ValueError(f"`{name}` is no {'text' if wanted is str else 'object'}")
    for name in ("sequence", *OBJECTS):
        if name not in members:
            raise ValueError(f"it has no `{name}`")
    if members["sequence"] != str(sequence):
        raise ValueError(f"`sequence` is {members['sequence']}, not {sequence}")
    texts = {name: content.get(name) for name in TEXTS}
    if line(sequence, texts, members["actor"], members["payload"]) != text:
        raise ValueError("it is not written as `truths run --ledger` writes it, in canonical JSON")
    return Entry(sequence, texts, members["actor"], members["payload"], content["payload"])


def line(sequence: Optional[int], texts: Mapping[str, Optional[str]], actor: Optional[str], payload: str) -> str:
    """The line of an entry, without its end: its members in the order of canonical JSON.

    - sequence: None to leave it out.
    - actor: None for a fact in short form.
    """
    if actor is None:
        return payload
    members = {name: json.dumps(text, ensure_ascii=False) for name, text in texts.items() if text is not None}
    members.setdefault("truth_id", "null")
    members.update(actor=actor, payload=payload)
    if sequence is not None:
        members["sequence"] = str(sequence)
    return "{" + ",".join(f'"{name}":{members[name]}' for name in sorted(members)) + "}"


def _is_unicode(text: str) -> bool:
    """Whether a text has no half of a surrogate pair, which no column of texts holds."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _members(text: str) -> dict[str, str]:
    """The members of an object that is not empty as they are written, without spaces between them."""
    members, place = {}, 0
    while place == 0 or text[place] != "}":
        # Behind `{` or `,`.
        if text[place] not in "{," or text[place + 1] != '"':
            raise ValueError
        name, place = scanstring(text, place + 2, True)
        if text[place] != ":":
            raise ValueError
        _, end = _decoder.scan_once(text, place + 1)
        members[name], place = text[place + 1 : end], end
    return members
