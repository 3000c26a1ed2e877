"""The shared library: its functions as `truths.h` declares them, and its handles."""

from __future__ import annotations

import ctypes
import os
import weakref
from collections.abc import Callable
from types import TracebackType
from typing import Any, Optional, Union

from ._errors import FindingsError, MisuseError

DONE, FINDINGS, MISUSE = range(3)


class Bytes(ctypes.Structure):
    """`truths_bytes`: bytes of the caller."""

    _fields_ = [("data", ctypes.c_char_p), ("count", ctypes.c_size_t)]


class Buffer(ctypes.Structure):
    """`truths_buffer`: bytes of the library."""

    _fields_ = [("data", ctypes.c_void_p), ("count", ctypes.c_size_t)]


class File(ctypes.Structure):
    """`truths_file`."""

    _fields_ = [("path", Bytes), ("content", Bytes)]


class Document(ctypes.Structure):
    """`truths_document`."""

    _fields_ = [("name", Bytes), ("path", Bytes), ("content", Bytes)]


class Options(ctypes.Structure):
    """`truths_options`."""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("now", Bytes),
        ("policies", ctypes.POINTER(Bytes)),
        ("policy_count", ctypes.c_size_t),
        ("documents", ctypes.POINTER(Document)),
        ("document_count", ctypes.c_size_t),
        ("max_work", ctypes.c_int64),
    ]


class Verdict(ctypes.Structure):
    """`truths_verdict`."""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("outcome", ctypes.c_int32),
        ("clause", ctypes.c_int32),
        ("structural", ctypes.c_int32),
        ("unknown", ctypes.c_int32),
        ("unmet", ctypes.c_int32),
        ("approval", ctypes.c_int32),
    ]


class ArrowSchema(ctypes.Structure):
    """`ArrowSchema` of Arrow's C data interface; what it points to is not looked at here."""


ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowSchema))),
    ("private_data", ctypes.c_void_p),
]


class ArrowArray(ctypes.Structure):
    """`ArrowArray` of the same interface."""


ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.c_void_p),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArray))),
    ("private_data", ctypes.c_void_p),
]


class ArrowStream(ctypes.Structure):
    """`ArrowArrayStream` of the same interface."""


ArrowStream._fields_ = [
    ("get_schema", ctypes.c_void_p),
    ("get_next", ctypes.c_void_p),
    ("get_last_error", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowStream))),
    ("private_data", ctypes.c_void_p),
]


_STATUS = ctypes.c_int32
_SET = _SESSION = _PARTITIONS = ctypes.c_void_p
_BUFFER = ctypes.POINTER(Buffer)
_HANDLE = ctypes.POINTER(ctypes.c_void_p)

_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "truths_version": (ctypes.c_char_p, []),
    "truths_set_open": (_STATUS, [ctypes.POINTER(File), ctypes.c_size_t, _HANDLE, _BUFFER]),
    "truths_set_open_bundle": (_STATUS, [Bytes, _HANDLE, _BUFFER]),
    "truths_set_close": (None, [_SET]),
    "truths_set_bundle": (_STATUS, [_SET, _BUFFER]),
    "truths_describe": (_STATUS, [_SET, _BUFFER]),
    "truths_session_open": (_STATUS, [_SET, Bytes, ctypes.POINTER(Options), _HANDLE, _BUFFER]),
    "truths_session_close": (None, [_SESSION]),
    "truths_decide": (_STATUS, [_SESSION, Bytes, ctypes.POINTER(Verdict), _BUFFER]),
    "truths_run": (_STATUS, [_SESSION, Bytes, _BUFFER]),
    "truths_arrow_decide": (
        _STATUS,
        [
            _SESSION,
            Bytes,
            ctypes.c_int32,
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.POINTER(ArrowSchema),
            ctypes.POINTER(ArrowArray),
            _BUFFER,
        ],
    ),
    "truths_arrow_stream": (
        _STATUS,
        [_SESSION, Bytes, ctypes.c_int32, ctypes.c_void_p, ctypes.POINTER(ArrowStream), _BUFFER],
    ),
    "truths_arrow_lines": (_STATUS, [_SESSION, Bytes, ctypes.c_void_p, ctypes.c_void_p, _BUFFER]),
    "truths_partition": (_STATUS, [_SET, Bytes, _BUFFER]),
    "truths_partitions_open": (_STATUS, [_SET, Bytes, ctypes.POINTER(Options), Bytes, _HANDLE, _BUFFER]),
    "truths_partitions_close": (None, [_PARTITIONS]),
    "truths_partitions_decide": (
        _STATUS,
        [
            _PARTITIONS,
            Bytes,
            ctypes.c_int32,
            Bytes,
            Bytes,
            ctypes.POINTER(ArrowSchema),
            ctypes.POINTER(ArrowArray),
            _BUFFER,
        ],
    ),
    "truths_replay": (_STATUS, [_SET, Bytes, ctypes.POINTER(Options), _BUFFER]),
    "truths_verify": (_STATUS, [_SET, Bytes, _BUFFER]),
    "truths_buffer_free": (None, [_BUFFER]),
}


def _path() -> str:
    packaged = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libtruths.so.1")
    if os.path.exists(packaged):
        return packaged
    path = os.environ.get("TRUTHS_LIBRARY")
    if not path:
        raise ImportError(f"there is no {packaged}, and TRUTHS_LIBRARY does not say where libtruths.so.1 is")
    return path


def _declare(library: ctypes.CDLL) -> Any:
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


_found = _path()
try:
    #: Lets other threads run during a call: for what may take long.
    batch = _declare(ctypes.CDLL(_found))
    #: Keeps them waiting, where Python can: for what takes less than to hand over to them and back.
    quick = _declare(getattr(ctypes, "PyDLL", ctypes.CDLL)(_found))
except (OSError, AttributeError) as error:
    raise ImportError(f"{_found} is no library of Truths that can be loaded here: {error}") from error

#: The version of the library, `0.1.0`.
VERSION: str = quick.truths_version().decode()


def lent(data: bytes) -> Bytes:
    """Bytes for the time of a call; the result keeps them."""
    return Bytes(data, len(data))


def taken(buffer: Buffer) -> bytes:
    """What a buffer holds, which is freed."""
    try:
        return ctypes.string_at(buffer.data, buffer.count) if buffer.count else b""
    finally:
        quick.truths_buffer_free(ctypes.byref(buffer))


def done(status: int, buffer: Buffer) -> bytes:
    """What a call wrote into a buffer.

    Raises FindingsError, with the findings in the buffer, and MisuseError.
    """
    content = taken(buffer)
    if status == DONE:
        return content
    raise failure(status, content)


def failure(status: int, content: bytes) -> Union[FindingsError, MisuseError]:
    """The error of a call that did not do what was asked."""
    if status == FINDINGS:
        return FindingsError._of(content)
    return MisuseError(f"the library refused the call (status {status})")


class Handle:
    """Something that the library opened, for use in `with`, which gives its pointer.

    It is closed by `close`, or when nothing refers to it any more; while calls are under way in other threads, when the last of
    them has ended.
    """

    # Each call is on `_calls` before it reads `_pointer`, and `close` clears `_pointer` before it looks at `_calls`: one of the
    # two sees the other. Both operations on the list are atomic, and a finalizer runs once.

    def __init__(self, pointer: int, close: Callable[[int], None], name: str) -> None:
        self._pointer: Optional[int] = pointer
        self._name = name
        self._calls: list[None] = []
        self._finalize = weakref.finalize(self, close, pointer)
        # At the end of the process a daemon thread may still be in a call.
        self._finalize.atexit = False

    @property
    def closed(self) -> bool:
        return self._pointer is None

    def close(self) -> None:
        self._pointer = None
        self._finish()

    def __enter__(self) -> int:
        self._calls.append(None)
        pointer = self._pointer
        if pointer is None:
            self._calls.pop()
            self._finish()
            raise MisuseError(f"the {self._name} is closed")
        return pointer

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._calls.pop()
        if self._pointer is None:
            self._finish()

    def _finish(self) -> None:
        if not self._calls:
            self._finalize()
