"""The contract of `truths.h`, by its functions alone."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from shop import CONTEXT, PATH, SHOP
from truths._errors import FindingsError, MisuseError
from truths._library import (
    DONE,
    FINDINGS,
    MISUSE,
    Buffer,
    Bytes,
    File,
    Options,
    Verdict,
    batch,
    done,
    failure,
    lent,
    quick,
    taken,
)

PROPOSAL = b'{"action": "place_order", "order_id": "o1", "customer": "ada", "amount": 50}'


@pytest.fixture
def opened() -> Any:
    """A set, by its pointer."""
    files = (File * 1)(File(lent(PATH.encode()), lent(SHOP.encode())))
    handle, findings = ctypes.c_void_p(), Buffer()
    assert batch.truths_set_open(files, 1, ctypes.byref(handle), ctypes.byref(findings)) == DONE
    assert (findings.data, findings.count) == (None, 0)
    yield handle
    batch.truths_set_close(handle)


@pytest.fixture
def session(opened: Any) -> Any:
    """A session, by its pointer."""
    handle, findings = ctypes.c_void_p(), Buffer()
    status = batch.truths_session_open(opened, lent(CONTEXT), None, ctypes.byref(handle), ctypes.byref(findings))
    assert status == DONE
    yield handle
    batch.truths_session_close(handle)


def refused(function: Any, *arguments: Any) -> None:
    """A misuse leaves an empty buffer, whatever was in it."""
    buffer = Buffer(1, 2)
    assert function(*arguments, ctypes.byref(buffer)) == MISUSE
    assert (buffer.data, buffer.count) == (None, 0)
    with pytest.raises(MisuseError):
        done(MISUSE, buffer)


def test_none_where_a_handle_is_wanted(opened: Any, session: Any) -> None:
    handle, verdict = ctypes.c_void_p(), Verdict(size=ctypes.sizeof(Verdict))
    nothing = Bytes()
    refused(batch.truths_set_bundle, None)
    refused(batch.truths_describe, None)
    refused(batch.truths_session_open, None, nothing, None, ctypes.byref(handle))
    refused(quick.truths_decide, None, lent(PROPOSAL), ctypes.byref(verdict))
    refused(quick.truths_run, None, lent(PROPOSAL))


def test_none_where_an_answer_goes(opened: Any, session: Any) -> None:
    nothing = Bytes()
    refused(batch.truths_set_open, None, 0, None)
    refused(batch.truths_set_open_bundle, nothing, None)
    refused(batch.truths_session_open, opened, nothing, None, None)
    refused(quick.truths_decide, session, lent(PROPOSAL), None)
    handle, verdict = ctypes.c_void_p(), Verdict(size=ctypes.sizeof(Verdict))
    assert batch.truths_set_open(None, 0, ctypes.byref(handle), None) == MISUSE
    assert batch.truths_set_open_bundle(nothing, ctypes.byref(handle), None) == MISUSE
    assert batch.truths_session_open(opened, nothing, None, ctypes.byref(handle), None) == MISUSE
    assert batch.truths_set_bundle(opened, None) == MISUSE
    assert batch.truths_describe(opened, None) == MISUSE
    assert quick.truths_decide(session, lent(PROPOSAL), ctypes.byref(verdict), None) == MISUSE
    assert quick.truths_run(session, lent(PROPOSAL), None) == MISUSE
    assert batch.truths_verify(opened, nothing, None) == MISUSE


def test_bytes_that_are_nowhere(opened: Any, session: Any) -> None:
    handle, verdict = ctypes.c_void_p(), Verdict(size=ctypes.sizeof(Verdict))
    nowhere = Bytes(None, 5)
    refused(batch.truths_set_open, None, 1, ctypes.byref(handle))
    refused(batch.truths_set_open_bundle, nowhere, ctypes.byref(handle))
    refused(batch.truths_session_open, opened, nowhere, None, ctypes.byref(handle))
    refused(quick.truths_decide, session, nowhere, ctypes.byref(verdict))
    refused(quick.truths_run, session, nowhere)
    refused(batch.truths_verify, opened, nowhere)


def test_sizes_that_are_none(opened: Any, session: Any) -> None:
    handle = ctypes.c_void_p()
    refused(batch.truths_session_open, opened, Bytes(), ctypes.byref(Options()), ctypes.byref(handle))
    refused(quick.truths_decide, session, lent(PROPOSAL), ctypes.byref(Verdict()))


class LongVerdict(Verdict):
    """One of a later version, which has a member more."""

    _fields_ = [("more", ctypes.c_int32)]


def test_members_that_the_library_does_not_know_are_left_alone(session: Any) -> None:
    verdict, buffer = LongVerdict(size=ctypes.sizeof(LongVerdict), more=7), Buffer()
    assert quick.truths_decide(session, lent(PROPOSAL), ctypes.byref(verdict), ctypes.byref(buffer)) == DONE
    assert (verdict.outcome, verdict.approval, verdict.more) == (1, -1, 7)


def test_members_behind_the_size_are_left_alone(session: Any) -> None:
    verdict, buffer = Verdict(Verdict.structural.offset, 7, 7, 7, 7, 7, 7), Buffer()
    quick.truths_decide(session, lent(PROPOSAL), ctypes.byref(verdict), ctypes.byref(buffer))
    assert (verdict.structural, verdict.unknown, verdict.unmet, verdict.approval) == (7, 7, 7, 7)


def test_an_accepted_verdict_names_no_clause(session: Any) -> None:
    verdict, buffer = Verdict(size=ctypes.sizeof(Verdict)), Buffer()
    assert quick.truths_decide(session, lent(PROPOSAL), ctypes.byref(verdict), ctypes.byref(buffer)) == DONE
    assert verdict.outcome == 1
    assert (verdict.clause, verdict.structural, verdict.unknown, verdict.unmet, verdict.approval) == (
        -1,
        -1,
        -1,
        -1,
        -1,
    )
    assert (buffer.data, buffer.count) == (None, 0)


def test_a_zero_stands_behind_a_buffer_and_freeing_empties_it(session: Any) -> None:
    buffer = Buffer()
    assert quick.truths_run(session, lent(PROPOSAL), ctypes.byref(buffer)) == DONE
    assert ctypes.string_at(buffer.data, buffer.count + 1).endswith(b"\n\x00")
    quick.truths_buffer_free(ctypes.byref(buffer))
    assert (buffer.data, buffer.count) == (None, 0)
    quick.truths_buffer_free(ctypes.byref(buffer))
    quick.truths_buffer_free(None)


def test_closing_nothing() -> None:
    batch.truths_set_close(None)
    batch.truths_session_close(None)


def test_a_session_outlives_its_set(session: Any) -> None:
    files = (File * 1)(File(lent(PATH.encode()), lent(SHOP.encode())))
    rules, handle, findings = ctypes.c_void_p(), ctypes.c_void_p(), Buffer()
    assert batch.truths_set_open(files, 1, ctypes.byref(rules), ctypes.byref(findings)) == DONE
    assert batch.truths_session_open(rules, Bytes(), None, ctypes.byref(handle), ctypes.byref(findings)) == DONE
    batch.truths_set_close(rules)
    assert quick.truths_run(handle, lent(PROPOSAL), ctypes.byref(findings)) == DONE
    assert taken(findings).startswith(b'{"decision":"rejected"')
    batch.truths_session_close(handle)


def test_a_failure_is_an_error_of_its_status() -> None:
    assert isinstance(failure(MISUSE, b""), MisuseError)
    assert isinstance(failure(FINDINGS, b"[]"), FindingsError)
    assert isinstance(failure(9, b""), MisuseError)
