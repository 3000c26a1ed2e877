"""Columns, by Arrow's PyCapsule interface: any library that has them in Arrow's format goes in and out, and none is imported."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

from ._errors import MisuseError
from ._library import ArrowArray, ArrowSchema, ArrowStream, Buffer, Handle, batch, done, lent

#: What is told of each row besides its outcome and the clause that decided: nothing, the reason, or the whole record.
Want = Literal["outcome", "reason", "record"]

#: By what is wanted its number in the library.
WANTS = {"outcome": 0, "reason": 1, "record": 2}


class Decided:
    """What became of the rows of columns, as a record batch or a stream of them.

    It has the methods of Arrow's PyCapsule interface, so that `pyarrow.record_batch`, `pyarrow.table`, `polars.DataFrame`, DuckDB
    and others take it: `__arrow_c_array__` where the rows came as one batch, `__arrow_c_stream__` where they have a stream. The
    columns are texts: `outcome`, `clause`, and what was wanted besides.
    """

    def __init__(self, decide: Union[_Decide, _Made]) -> None:
        self._decide = decide

    if TYPE_CHECKING:
        # It has those that the rows have.
        def __arrow_c_array__(self, requested_schema: object = None) -> tuple[Any, Any]: ...

        def __arrow_c_stream__(self, requested_schema: object = None) -> Any: ...

    def __del__(self) -> None:
        self._decide.forget()
        sweep()


class _Decide:
    """The rows, and how they are decided."""

    def __init__(self, handle: Handle, rows: Any, intent: str, want: str) -> None:
        self.handle, self.rows, self.intent, self.want = handle, rows, intent.encode(), WANTS[want]
        self._batch: Optional[tuple[Any, Any]] = None

    def check(self) -> None:
        """Raises what is wrong with the rows as far as it can be told now."""
        if hasattr(self.rows, "__arrow_c_array__"):
            self._batch = self._decided()
        else:
            self.stream()

    def forget(self) -> None:
        """Lets go of what nobody took."""
        self._batch = None

    def batch(self) -> tuple[Any, Any]:
        """The capsules of the type and the rows of a batch. Each has one consumer: another one has others."""
        known, self._batch = self._batch, None
        return known or self._decided()

    def _decided(self) -> tuple[Any, Any]:
        given = self.rows.__arrow_c_array__()
        schema, rows = _pointer(given[0], _SCHEMA), _pointer(given[1], _ARRAY)
        decided_schema, decided, findings = ArrowSchema(), ArrowArray(), Buffer()
        answer = ctypes.byref(decided_schema), ctypes.byref(decided), ctypes.byref(findings)
        with self.handle as pointer:
            status = batch.truths_arrow_decide(pointer, lent(self.intent), self.want, schema, rows, *answer)
        done(status, findings)
        return _capsule(decided_schema, _SCHEMA), _capsule(decided, _ARRAY)

    def stream(self) -> Any:
        """The capsule of a stream of batches, each decided when it is asked for."""
        given = self.rows.__arrow_c_stream__()
        rows, decided, findings = _pointer(given, _STREAM), ArrowStream(), Buffer()
        with self.handle as pointer:
            status = batch.truths_arrow_stream(
                pointer, lent(self.intent), self.want, rows, ctypes.byref(decided), ctypes.byref(findings)
            )
        done(status, findings)
        return _capsule(decided, _STREAM)


class _Batch(Decided):
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[Any, Any]:
        return self._decide.batch()


class _Stream(Decided):
    _decide: _Decide

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self._decide.stream()


class _BatchAndStream(_Batch, _Stream):
    pass


def decide(handle: Handle, rows: Any, intent: str, want: str) -> Decided:
    """Decides rows by a gate; see `Gate.arrow`."""
    kinds = hasattr(rows, "__arrow_c_array__"), hasattr(rows, "__arrow_c_stream__")
    if not any(kinds):
        raise TypeError(
            f"rows are columns with __arrow_c_array__ or __arrow_c_stream__, such as a pyarrow.RecordBatch, and no {type(rows).__name__}"
        )
    if want not in WANTS:
        raise ValueError(f"want is {want!r}, not one of {', '.join(WANTS)}")
    made = _Decide(handle, rows, intent, want)
    made.check()
    if all(kinds):
        return _BatchAndStream(made)
    return _Batch(made) if kinds[0] else _Stream(made)


def lines(handle: Handle, rows: Any, intent: str) -> bytes:
    """The rows of a batch as proposals in JSON Lines; see `Gate.lines`."""
    if not hasattr(rows, "__arrow_c_array__"):
        raise TypeError(f"rows are a batch with __arrow_c_array__, such as a pyarrow.RecordBatch, and no {type(rows).__name__}")
    given, action, buffer = rows.__arrow_c_array__(), intent.encode(), Buffer()
    schema, array = _pointer(given[0], _SCHEMA), _pointer(given[1], _ARRAY)
    with handle as pointer:
        status = batch.truths_arrow_lines(pointer, lent(action), schema, array, ctypes.byref(buffer))
    return done(status, buffer)


class _Made:
    """A batch that was decided, which has one consumer."""

    def __init__(self, capsules: tuple[Any, Any]) -> None:
        self._capsules: Optional[tuple[Any, Any]] = capsules

    def forget(self) -> None:
        self._capsules = None

    def batch(self) -> tuple[Any, Any]:
        capsules, self._capsules = self._capsules, None
        if capsules is None:
            raise MisuseError("the batch was taken before")
        return capsules


def made(fill: Callable[[Any, Any, Any], int]) -> Decided:
    """What the library decided: it fills the places of a type, of rows and of findings, and returns a status."""
    schema, rows, findings = ArrowSchema(), ArrowArray(), Buffer()
    done(fill(ctypes.byref(schema), ctypes.byref(rows), ctypes.byref(findings)), findings)
    return _Batch(_Made((_capsule(schema, _SCHEMA), _capsule(rows, _ARRAY))))


# Capsules ---------------------------------------------------------------------------------------------------------------

_SCHEMA, _ARRAY, _STREAM = b"arrow_schema", b"arrow_array", b"arrow_array_stream"

try:
    _new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
        ("PyCapsule_New", ctypes.pythonapi)
    )
    _get = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
except AttributeError:  # An interpreter without the interface of CPython, such as PyPy.
    _new = _get = None  # type: ignore[assignment]


def _pointer(capsule: Any, name: bytes) -> int:
    if _get is None:
        raise MisuseError("columns need the capsules of CPython, which this interpreter has not")
    return _get(capsule, name)  # type: ignore[no-any-return]


class _Lent:
    """A capsule that was given away, and what it points to.

    A capsule that ends could call something back; but it may end while an error is on its way through the interpreter, and then
    nothing that is written in Python may run. So it is looked at later: when nobody else refers to it.
    """

    __slots__ = ("capsule", "content")

    def __init__(self, content: Any, name: bytes) -> None:
        self.content = content
        self.capsule = _new(ctypes.addressof(content), name, None)


_lent: list[_Lent] = []


def _capsule(content: Any, name: bytes) -> Any:
    sweep()
    lent = _Lent(content, name)
    _lent.append(lent)
    return lent.capsule


def sweep() -> None:
    """Lets go of what capsules point to that nobody refers to any more."""
    for lent in list(_lent):
        if sys.getrefcount(lent.capsule) > _ALONE:
            continue
        try:
            _lent.remove(lent)
        except ValueError:  # Another thread was first.
            continue
        # A consumer that took it has set this to nothing.
        if lent.content.release:
            lent.content.release(ctypes.byref(lent.content))


def _alone() -> int:
    """How many references are counted of a capsule that nobody else refers to."""
    lent = _Lent(ArrowSchema(), _SCHEMA)
    return sys.getrefcount(lent.capsule)


_ALONE = 0 if _new is None else _alone()
