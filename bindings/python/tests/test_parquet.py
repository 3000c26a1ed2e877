"""A ledger as Parquet has a row for each entry, and gives the same bytes again."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable

import pytest

import books
import truths

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

SHORT = '{"supplier":"ost \\u0001 \\"ü\\" 🂡","type":"supplier.known"}\n'.encode()


@pytest.fixture(scope="module")
def lines() -> bytes:
    """A ledger of runs that were accepted, rejected, and wait."""
    with books.rules() as rules, rules.on(now=books.NOW) as gate:
        made = books.ledger(gate, "pay_invoice", books.payments(30), books.opened(30))
    decisions = [json.loads(line)["payload"] for line in made.splitlines() if b'"entry_type":"decision"' in line]
    assert {decision["status"] for decision in decisions} > {"converged", "waiting"}
    # The history that they stand behind is left out: the sequence begins at 1.
    entries = [{**json.loads(line), "sequence": place} for place, line in enumerate(made.splitlines(), 1)]
    return "".join(books.canonical(entry) + "\n" for entry in entries).encode()


def exported(folder: Path, ledger: bytes) -> Path:
    from truths.parquet import export_ledger

    (folder / "ledger.jsonl").write_bytes(ledger)
    assert export_ledger(folder / "ledger.jsonl", folder / "ledger.parquet") == ledger.count(b"\n")
    return folder / "ledger.parquet"


def imported(parquet: Path, name: str = "again.jsonl") -> bytes:
    from truths.parquet import import_ledger

    count = import_ledger(parquet, parquet.parent / name)
    content = (parquet.parent / name).read_bytes()
    assert content.count(b"\n") == count
    return content


def test_a_row_is_an_entry_in_order(lines: bytes, tmp_path: Path) -> None:
    rows = pq.read_table(exported(tmp_path, lines)).to_pylist()
    entries = [json.loads(line) for line in lines.splitlines()]
    assert len(rows) == len(entries)
    for place, (row, entry) in enumerate(zip(rows, entries), 1):
        assert row["sequence"] == entry["sequence"] == place
        for name in ("entry_type", "entry_id", "timestamp", "run_id", "correlation_id", "truth_id"):
            assert row[name] == entry[name]
        for name in ("proposal_id", "corrects"):
            assert row[name] == entry.get(name)
        assert row["payload"] == books.canonical(entry["payload"]) and row["actor"] == books.canonical(entry["actor"])
        kind, payload = entry["entry_type"], entry["payload"]
        assert row["type"] == (payload["type"] if kind == "fact" else None)
        assert row["action"] == (payload["action"] if kind in ("proposal", "trace") else None)
        assert row["status"] == (payload["status"] if kind == "decision" else None)
        assert row["truths_hash"] == (payload["truths_hash"] if kind == "decision" else None)
        for name in ("decision", "input_hash", "output_hash"):
            assert row[name] == (payload.get(name) if kind in ("decision", "trace") else None)


@pytest.mark.parametrize("short", [b"", SHORT, SHORT * 3, SHORT.replace(b":", b" : ").replace(b"}", b" }  "), SHORT[:-1] + b"\r\n"])
def test_the_bytes_are_the_same_again(lines: bytes, tmp_path: Path, short: bytes) -> None:
    # Entries are behind the facts in short form.
    entries = [json.loads(line) for line in lines.splitlines()]
    moved = [{**entry, "sequence": entry["sequence"] + short.count(b"\n")} for entry in entries]
    ledger = short + "".join(books.canonical(entry) + "\n" for entry in moved).encode()
    assert imported(exported(tmp_path, ledger)) == ledger


def test_groups_of_rows_make_no_difference(lines: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import truths.parquet

    monkeypatch.setattr(truths.parquet, "_GROUP", 5000)
    monkeypatch.setattr(truths.parquet, "_ROWS", 7)
    parquet = exported(tmp_path, lines)
    assert pq.ParquetFile(parquet).num_row_groups > 10
    assert imported(parquet) == lines


def test_no_entry_is_a_ledger(tmp_path: Path) -> None:
    assert imported(exported(tmp_path, b"")) == b""


def first(change: Callable[[dict[str, Any]], object]) -> Callable[[bytes], bytes]:
    """Changes the first entry, and writes it as canonical JSON."""

    def changed(ledger: bytes) -> bytes:
        line, _, rest = ledger.partition(b"\n")
        entry = json.loads(line)
        change(entry)
        return books.canonical(entry).encode() + b"\n" + rest

    return changed


def second(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def changed(ledger: bytes) -> bytes:
        lines = ledger.splitlines(keepends=True)
        assert old in lines[1]
        lines[1] = lines[1].replace(old, new, 1)
        return b"".join(lines)

    return changed


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (second(b'{"actor":', b'{ "actor":'), 2, "canonical form"),
        (second(b'{"actor":', b'{"actor" :'), 2, "canonical form"),
        (second(b'"correlation_id":"', b'"correlation_id":5,"x":"'), 2, "canonical JSON"),
        (second(b"\n", b"\r\n"), 2, "canonical JSON"),
        (second(b"\n", b"\n\n"), 3, "canonical form"),
        (second(b"\n", b" \n"), 2, "canonical JSON"),
        (second(b'"sequence":2', b'"sequence":3'), 2, "`sequence` is 3, not 2"),
        (second(b'"sequence":2', b'"sequence":2.0'), 2, "`sequence` is 2.0, not 2"),
        (second(b'"correlation_id":"', b'"correlation_id":null,"x":"'), 2, "`correlation_id` is no text"),
        (second(b'"entry_type":"decision"', b'"entry_type":"d\\u0065cision"'), 2, "canonical JSON"),
        (second(b'"payload":{', b'"payload":[{'), 2, "canonical form"),
        (second(b'"actor":{', b'"actor":null,"Actor":{'), 2, "`actor` is no object"),
        (second(b'"entry_id":', b'"entry_iD":'), 2, "canonical JSON"),
        (second(b"{", b"\0"), 2, "never committed"),
        (second(b"clerk", b"cl\xffrk"), 2, "no UTF-8"),
        (lambda ledger: ledger[:-1], None, "line feed"),
        (lambda ledger: ledger + b"\0\0\0", None, "never committed"),
        (lambda ledger: b"[" + ledger, 1, "list"),
        (lambda ledger: b"\xef\xbb\xbf" + ledger, 1, "canonical form"),
        (lambda ledger: b"[]\n", 1, "list"),
        (lambda ledger: b"5\n" + ledger, 1, "canonical form"),
        (lambda ledger: b'{"a":' + b"[" * 100_000 + b"\n", 1, "canonical form"),
        (first(lambda entry: entry.pop("sequence")), 1, "it has no `sequence`"),
        (first(lambda entry: entry.pop("actor")), 1, "it has no `actor`"),
        (first(lambda entry: entry.pop("truth_id")), 1, "canonical JSON"),
        (first(lambda entry: entry.update(note="x")), 1, "canonical JSON"),
    ],
)  # fmt: skip
def test_what_would_not_be_the_same_again_is_refused(
    lines: bytes, tmp_path: Path, change: Callable[[bytes], bytes], line: int, message: str
) -> None:
    from truths.parquet import export_ledger

    ledger = change(lines)
    (tmp_path / "ledger.jsonl").write_bytes(ledger)
    with pytest.raises(truths.FindingsError, match=message) as error:
        export_ledger(tmp_path / "ledger.jsonl", tmp_path / "ledger.parquet")
    assert error.value.findings[0]["line"] == (line or ledger.count(b"\n") + (not ledger.endswith(b"\n")))
    assert error.value.findings[0]["file"] == str(tmp_path / "ledger.jsonl")
    assert os.listdir(tmp_path) == ["ledger.jsonl"]


def test_numbers_keep_their_digits(tmp_path: Path) -> None:
    ledger = b'{"big":123456789012345678901234567890.10,"e":1E400,"n":[' + b"9" * 5000 + b'],"type":"x"}\n'
    assert imported(exported(tmp_path, ledger)) == ledger


def test_nothing_is_written_over(lines: bytes, tmp_path: Path) -> None:
    from truths.parquet import export_ledger, import_ledger

    parquet = exported(tmp_path, lines)
    whole = parquet.read_bytes()
    with pytest.raises(FileExistsError):
        export_ledger(tmp_path / "ledger.jsonl", parquet)
    with pytest.raises(FileExistsError):
        import_ledger(parquet, tmp_path / "ledger.jsonl")
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(FileExistsError):
        import_ledger(parquet, tmp_path / "link")
    assert parquet.read_bytes() == whole and (tmp_path / "ledger.jsonl").read_bytes() == lines
    assert sorted(os.listdir(tmp_path)) == ["ledger.jsonl", "ledger.parquet", "link"]


def test_what_comes_meanwhile_stays(lines: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import truths.parquet

    parquet, read = exported(tmp_path, lines), truths.parquet._line

    def other(*arguments: Any) -> bytes:
        (tmp_path / "again.jsonl").write_bytes(b"another's")
        return read(*arguments)

    monkeypatch.setattr(truths.parquet, "_line", other)
    with pytest.raises(OSError) as error:
        truths.parquet.import_ledger(parquet, tmp_path / "again.jsonl")
    assert error.value.errno == errno.EEXIST
    assert (tmp_path / "again.jsonl").read_bytes() == b"another's"
    assert sorted(os.listdir(tmp_path)) == ["again.jsonl", "ledger.jsonl", "ledger.parquet"]


def changed(parquet: Path, change: Callable[[dict[str, list[Any]]], object]) -> Path:
    """A copy of a file with other columns."""
    table = pq.read_table(parquet)
    columns = table.to_pydict()
    change(columns)
    target = parquet.with_name("changed.parquet")
    pq.write_table(pa.table(columns, pa.schema([table.schema.field(name) for name in columns])), target)
    return target


def test_what_was_changed_does_not_hold(lines: bytes, tmp_path: Path) -> None:
    with books.rules() as rules:
        parquet = exported(tmp_path, lines)

        def change(columns: dict[str, list[Any]]) -> None:
            place = columns["type"].index("invoice.paid")
            columns["payload"][place] = columns["payload"][place].replace('"amount":', '"amount":1')

        content = imported(changed(parquet, change))
        assert content != lines
        report = truths.verify(content, rules)
        assert not report and report.text.startswith("differs")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda columns: columns["sequence"].reverse(), "row|sequence"),
        (lambda columns: columns["action"].__setitem__(0, "open_invoice"), "`action` is 'open_invoice', and by its payload 'pay_invoice'"),
        (lambda columns: columns["decision"].__setitem__(1, None), "`decision` is None"),
        (lambda columns: columns["actor"].__setitem__(0, None), "a member that each has is null"),
        (lambda columns: columns["entry_type"].__setitem__(0, None), "a member that each has is null"),
        (lambda columns: columns["payload"].__setitem__(0, "{"), "canonical form"),
        (lambda columns: columns["payload"].__setitem__(0, '{},"x":{}'), "canonical"),
        (lambda columns: columns["payload"].__setitem__(0, '{}\n'), "canonical"),
        (lambda columns: columns.pop("actor"), "it has no column `actor`"),
        (lambda columns: columns.update(payload=columns.pop("payload"), sequence=columns.pop("sequence")), "its columns are"),
    ],
)  # fmt: skip
def test_a_file_that_no_export_wrote_is_refused(
    lines: bytes, tmp_path: Path, change: Callable[[dict[str, list[Any]]], object], message: str
) -> None:
    from truths.parquet import import_ledger

    parquet = changed(exported(tmp_path, lines), change)
    with pytest.raises(truths.FindingsError, match=message):
        import_ledger(parquet, tmp_path / "again.jsonl")
    assert not (tmp_path / "again.jsonl").exists()


def test_a_row_that_is_missing_is_told(lines: bytes, tmp_path: Path) -> None:
    from truths.parquet import import_ledger

    table = pq.read_table(exported(tmp_path, lines))
    pq.write_table(pa.concat_tables([table[:4], table[5:]]), tmp_path / "cut.parquet")
    with pytest.raises(truths.FindingsError, match="`sequence` is 6, not 5"):
        import_ledger(tmp_path / "cut.parquet", tmp_path / "again.jsonl")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 nothing PAR1")
    with pytest.raises(truths.FindingsError, match="no Parquet file"):
        import_ledger(tmp_path / "broken.parquet", tmp_path / "again.jsonl")
    damaged = bytearray((tmp_path / "ledger.parquet").read_bytes())
    damaged[len(damaged) // 3 : len(damaged) // 3 + 400] = bytes(400)
    (tmp_path / "damaged.parquet").write_bytes(damaged)
    with pytest.raises((truths.FindingsError, OSError)):
        import_ledger(tmp_path / "damaged.parquet", tmp_path / "again.jsonl")
    assert not (tmp_path / "again.jsonl").exists()


def module(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(truths.__file__).parent.parent)}
    return subprocess.run([sys.executable, "-m", "truths", *arguments], cwd=folder, env=environment, capture_output=True, text=True)


def test_the_commands(lines: bytes, tmp_path: Path) -> None:
    (tmp_path / "ledger.jsonl").write_bytes(lines)
    entries = lines.count(b"\n")
    done = module(tmp_path, "export", "--ledger", "ledger.jsonl", "--to", "parquet")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"ledger.parquet: {entries} entries\n", "")
    done = module(tmp_path, "export", "--ledger", "ledger.jsonl", "--to", "parquet", "--output", "other.parquet")
    assert done.returncode == 0 and (tmp_path / "other.parquet").read_bytes() == (tmp_path / "ledger.parquet").read_bytes()
    done = module(tmp_path, "import", "ledger.parquet", "--ledger", "again.jsonl")
    assert (done.returncode, done.stdout) == (0, f"again.jsonl: {entries} entries\n")
    assert (tmp_path / "again.jsonl").read_bytes() == lines
    done = module(tmp_path, "import", "ledger.parquet", "--ledger", "again.jsonl")
    assert (done.returncode, done.stderr) == (64, "truths: again.jsonl: it is there already, and is left as it is: name another file\n")
    done = module(tmp_path, "export", "--ledger", "missing.jsonl", "--to", "parquet")
    assert (done.returncode, done.stderr) == (66, "truths: missing.jsonl: No such file or directory\n")
    (tmp_path / "bad.jsonl").write_bytes(b"{\n")
    done = module(tmp_path, "export", "--ledger", "bad.jsonl", "--to", "parquet")
    assert done.returncode == 65 and done.stderr.startswith("truths: bad.jsonl:1:1: this line could not be written back")
    for wrong in (["export", "--ledger", "ledger.jsonl", "--to", "csv"], ["import", "ledger.parquet"], []):
        assert module(tmp_path, *wrong).returncode == 64
