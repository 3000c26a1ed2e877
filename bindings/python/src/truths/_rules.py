"""Rule sets: read from files or bundles, checked and compiled once."""

from __future__ import annotations

import ctypes
import difflib
import errno
import json
import os
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cached_property
from types import TracebackType
from typing import Any, Optional, Union

from . import _vocabulary
from ._errors import Finding
from ._gate import Context, Gate, Given, context_bytes, document_files, now_text, policy_settings
from ._library import DONE, MISUSE, Buffer, File, Handle, batch, done, failure, lent, taken
from ._vocabulary import Fact, Intent, Partition

#: The sources of a set: its files, each with its path, or a bundle.
_Sources = Union[tuple[tuple[str, bytes], ...], bytes]

_ENDINGS = (".truths", ".jtbd")
_BUNDLE = ".truthpack"


def load(*paths: Union[str, os.PathLike[str]]) -> Rules:
    """Reads, checks and compiles rules.

    - paths: files (`.truths`, `.jtbd`) and folders, in which such files are found at any depth; or one bundle (`.truthpack`).
      Findings name files by these paths, and the pack of a file follows from its path below `truths/`. In folders, names that
      begin with a dot are passed over, and links are followed; each folder is read by one path.

    Raises FindingsError for rules with errors, OSError for what cannot be read, and ValueError for a file of another kind.
    """
    given = [_normal(path) for path in paths]
    if not given:
        raise ValueError("load wants the path of a file, a folder or a bundle")
    if any(path.endswith(_BUNDLE) and not os.path.isdir(path) for path in given):
        if len(given) > 1:
            raise ValueError("a bundle is loaded by itself")
        return Rules(_read(given[0]))
    files = sorted({file for path in given for file in _files(path)}, key=os.fsencode)
    if not files:
        raise FileNotFoundError(errno.ENOENT, "no .truths or .jtbd file is found", given[0])
    return Rules(tuple((path, _read(path)) for path in files))


def loads(files: Mapping[str, Union[str, bytes]]) -> Rules:
    """Checks and compiles rules that are at hand as texts, each by its path, such as `truths/shop/shop.truths`.

    Raises FindingsError for rules with errors.
    """
    return Rules(tuple((path, text.encode() if isinstance(text, str) else bytes(text)) for path, text in files.items()))


class Rules:
    """A rule set without errors, made by `load` or `loads`.

    It never changes, and any number of threads may share it. It pickles as its sources. Once closed, by `close` or at the end of
    a `with`, it opens no more gates; its gates and what it says of itself remain.
    """

    def __init__(self, sources: _Sources) -> None:
        self._sources = sources
        self._handle = Handle(_opened(sources), batch.truths_set_close, "rule set")
        self._description_bytes = self._written(batch.truths_describe)

    @property
    def hash(self) -> str:
        """SHA-256 over what is declared, `sha256:…`: two sets with one hash decide alike."""
        return self._description["hash"]  # type: ignore[no-any-return]

    @property
    def language(self) -> int:
        """The version of the language."""
        return int(self._description["language"])

    @property
    def packs(self) -> list[str]:
        """The names of the packs."""
        return list(self._description["packs"])

    @cached_property
    def intents(self) -> Mapping[str, Intent]:
        """What can be proposed, by its name, without what is built in."""
        return {name: intent for name, intent in self._all_intents.items() if intent.pack != "converge"}

    @cached_property
    def _all_intents(self) -> Mapping[str, Intent]:
        """The same with what is built in."""
        return {intent["name"]: _vocabulary.intent(intent) for intent in self._description["intents"]}

    @cached_property
    def facts(self) -> Mapping[str, Fact]:
        """What can be known, by its type."""
        return {fact["type"]: _vocabulary.fact(fact) for fact in self._description["facts"]}

    @property
    def warnings(self) -> list[Finding]:
        """What the check found; nothing of it is an error."""
        return list(self._description["warnings"])

    def pack(self) -> bytes:
        """The set as one bundle, the bytes of `truths build`, for `load` and for the `truths` command.

        Raises FindingsError where a file holds what a bundle cannot.
        """
        return self._written(batch.truths_set_bundle)

    def partition(self, field: str) -> Partition:
        """Which proposals can be split over several ledgers by a field, each of which decides as one ledger for all would.

        - field: of intents, by its name in clauses.

        Raises ValueError where no intent has it.
        """
        name, buffer = field.encode(), Buffer()
        with self._handle as pointer:
            status = batch.truths_partition(pointer, lent(name), ctypes.byref(buffer))
        report = taken(buffer)
        if status == MISUSE:
            names = sorted({field.name for intent in self.intents.values() for field in intent.fields.values()})
            near = difflib.get_close_matches(field, names, 1)
            raise ValueError(f"no intent has a field `{field}`" + (f"; did you mean `{near[0]}`?" if near else ""))
        if status != DONE:
            raise failure(status, report)
        return _vocabulary.partition(json.loads(report))

    def on(
        self,
        context: Context = None,
        now: Union[datetime, str, None] = None,
        policies: Optional[Mapping[str, object]] = None,
        documents: Optional[Mapping[str, object]] = None,
        max_work: Optional[int] = None,
    ) -> Gate:
        """What decides proposals on a context, which is read and indexed once.

        - context: what is known, entries or facts: JSON Lines as bytes or str, the path of such a file as a `pathlib.Path`, or
          an iterable of facts, each a mapping or dataclass with its `type`. None: nothing is known.
        - now: the moment of all decisions, with a zone, or RFC 3339 in UTC as a str. None: each proposal's own `timestamp`.
        - policies: values to set for policies, by their names.
        - documents: documents that sources read facts from, by the names that these know them by: JSON as bytes or str, the path
          of a file as a `pathlib.Path` (`.jsonl` and `.ndjson` are JSON Lines), or a value.
        - max_work: the most steps of work a decision, from 1; beyond them it raises FindingsError (T8112). None: about two seconds'
          worth.

        Raises FindingsError for a context, moment, policy or document at fault, EncodeError for a value that JSON cannot say,
        ValueError for a limit below 1, and OSError.
        """
        if max_work is not None and max_work < 1:
            raise ValueError(f"max_work is {max_work}; it is a number of steps from 1, such as 1_000_000")
        given = Given(
            context_bytes(context), now_text(now), policy_settings(policies), document_files(documents), max_work or 0
        )
        return Gate(self, given)

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._handle.closed

    def close(self) -> None:
        """Closes it. Calls that are under way in other threads end first; gates stay open."""
        self._handle.close()

    def __enter__(self) -> Rules:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Rules, (self._sources,))

    def __repr__(self) -> str:
        return f"<truths.Rules {', '.join(self.packs)} {self.hash}>"

    @cached_property
    def _description(self) -> dict[str, Any]:
        return json.loads(self._description_bytes)  # type: ignore[no-any-return]

    def _written(self, function: Any) -> bytes:
        buffer = Buffer()
        with self._handle as pointer:
            status = function(pointer, ctypes.byref(buffer))
        return done(status, buffer)


def _opened(sources: _Sources) -> int:
    pointer, findings = ctypes.c_void_p(), Buffer()
    answer = ctypes.byref(pointer), ctypes.byref(findings)
    if isinstance(sources, bytes):
        status = batch.truths_set_open_bundle(lent(sources), *answer)
    else:
        files = (File * len(sources))(*(File(lent(path.encode()), lent(content)) for path, content in sources))
        status = batch.truths_set_open(files, len(sources), *answer)
    done(status, findings)
    assert pointer.value is not None
    return pointer.value


def _normal(path: Union[str, os.PathLike[str]]) -> str:
    return os.path.normpath(os.fsdecode(path)).replace(os.sep, "/")


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _files(path: str) -> Iterator[str]:
    if os.path.isdir(path):
        yield from _files_below("" if path == "." else path)
    elif path.endswith(_ENDINGS) or not os.path.exists(path):
        yield path
    else:
        raise ValueError(f"{path}: it is not a .truths, .jtbd or {_BUNDLE} file")


def _files_below(folder: str) -> Iterator[str]:
    """The files below a folder, as `truths check` finds them: what is neither a file nor a folder is refused, and so is a folder
    that a link reaches by a second path.
    """
    folders = [folder]
    links: list[str] = []
    entered: dict[tuple[int, int], str] = {}
    while folders or links:
        place = (folders or links).pop()
        status = os.stat(place or ".")
        first = entered.setdefault((status.st_dev, status.st_ino), place)
        if first != place:
            raise OSError(errno.ELOOP, f"it leads to the folder {first or '.'}, which is read by that path already", place)
        with os.scandir(place or ".") as entries:
            for entry in sorted(entries, key=lambda entry: os.fsencode(entry.name)):
                if entry.name.startswith("."):
                    continue
                path = f"{place.rstrip('/')}/{entry.name}" if place else entry.name
                if entry.is_dir():
                    (links if entry.is_symlink() else folders).append(path)
                elif entry.is_file():
                    if entry.name.endswith(_ENDINGS):
                        yield path
                elif entry.is_symlink() and not os.path.exists(path):
                    raise FileNotFoundError(errno.ENOENT, "a symbolic link that leads nowhere", path)
                else:
                    raise OSError(errno.EINVAL, "it is neither a file nor a folder", path)
