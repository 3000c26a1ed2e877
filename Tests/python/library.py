"""Holds the C library against the command: the same bytes for every proposal of the fixtures; no crash, whatever goes in; flat memory;
the same answers from eight threads.

    python3 Tests/python/library.py dist/libtruths.so.1 .build/release/truths [--soak]
"""
import argparse
import ctypes
import glob
import json
import os
import random
import subprocess
import sys
import tempfile
import threading

DONE, FINDINGS = 0, 1

SMALL = (b"truths/demo/demo.truths", b"""
pack demo:
  version: 1.0.0

fact item.known:
  external: true
  key: [name]
  fields:
    name: text

fact item.open:
  derived: true
  key: [name]
  fields:
    name: text

truth opening:
  when:
    - fact: item.known as i
  produces:
    - fact.item.open:
        name: i.name

intent take:
  fields:
    name: text

truth taking:
  when:
    - intent: take
  requires:
    - item.open(name = name) exists else "{name} is not open"
  produces:
    - trace.demo.taken
""")


class Bytes(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("count", ctypes.c_size_t)]

    @staticmethod
    def of(data):
        return Bytes(data, len(data))


class Buffer(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("count", ctypes.c_size_t)]


class File(ctypes.Structure):
    _fields_ = [("path", Bytes), ("content", Bytes)]


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("now", Bytes), ("policies", ctypes.POINTER(Bytes)), ("policy_count", ctypes.c_size_t)]


class Verdict(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t)] + [
        (name, ctypes.c_int32) for name in ("outcome", "clause", "structural", "unknown", "unmet", "approval")]


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        for name in ("truths_set_open", "truths_set_open_bundle", "truths_session_open", "truths_decide", "truths_run",
                     "truths_verify", "truths_describe", "truths_set_bundle"):
            getattr(self.c, name).restype = ctypes.c_int32
        self.c.truths_set_close.restype = self.c.truths_session_close.restype = None

    def take(self, buffer):
        data = ctypes.string_at(buffer.data, buffer.count) if buffer.data else b""
        self.c.truths_buffer_free(ctypes.byref(buffer))
        assert not buffer.data and buffer.count == 0
        return data

    def open(self, files):
        array = (File * len(files))(*[File(Bytes.of(path), Bytes.of(content)) for path, content in files])
        handle, findings = ctypes.c_void_p(), Buffer()
        status = self.c.truths_set_open(array, ctypes.c_size_t(len(files)), ctypes.byref(handle), ctypes.byref(findings))
        return status, handle, self.take(findings)

    def session(self, handle, context=b"", now=b"", policies=()):
        settings = (Bytes * max(1, len(policies)))(*[Bytes.of(setting) for setting in policies])
        options = Options(ctypes.sizeof(Options), Bytes.of(now), settings, len(policies))
        session, findings = ctypes.c_void_p(), Buffer()
        status = self.c.truths_session_open(
            handle, Bytes.of(context), ctypes.byref(options), ctypes.byref(session), ctypes.byref(findings))
        return status, session, self.take(findings)

    def run(self, session, lines):
        records = Buffer()
        status = self.c.truths_run(session, Bytes.of(lines), ctypes.byref(records))
        return status, self.take(records)

    def decide(self, session, proposal):
        verdict, findings = Verdict(ctypes.sizeof(Verdict)), Buffer()
        status = self.c.truths_decide(session, Bytes.of(proposal), ctypes.byref(verdict), ctypes.byref(findings))
        return status, verdict, self.take(findings)


def cases(every):
    """Of each fixture with a proposal and a context of facts: its line, its context and its moment."""
    number = 0
    for path in sorted(glob.glob("Fixtures/**/*.json", recursive=True)):
        with open(path, encoding="utf-8") as file:
            fixtures = json.load(file)
        for fixture in fixtures if isinstance(fixtures, list) else [fixtures]:
            if not isinstance(fixture, dict) or not isinstance(fixture.get("proposal"), dict):
                continue
            number += 1
            if number % every:
                continue
            facts = (fixture.get("context") or {}).get("facts") or []
            yield (json.dumps(fixture["proposal"], ensure_ascii=False).encode(),
                   "".join(json.dumps(fact, ensure_ascii=False) + "\n" for fact in facts).encode(), fixture.get("now", "").encode())


def same_bytes(library, truths, handle, every):
    """The library's records are the command's."""
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for proposal, context, now in cases(every):
            status, session, findings = library.session(handle, context, now)
            path = f"{folder}/context.jsonl"
            with open(path, "wb") as file:
                file.write(context)
            command = [truths, "run", "--batch", "--format", "json", "--context", path, "--proposal", "-"]
            told = subprocess.run(
                command + (["--now", now.decode()] if now else []), input=proposal + b"\n", capture_output=True, check=False)
            if status != DONE:
                assert told.returncode > 1 and not told.stdout, (findings, told)
                continue
            status, records = library.run(session, proposal + b"\n")
            library.c.truths_session_close(session)
            assert status == DONE and records == told.stdout, (proposal, records, told)
            count += 1
    return count


def mutated(chance, data):
    data = bytearray(data)
    for _ in range(chance.randrange(1, 6)):
        place = chance.randrange(len(data) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            data[place:place + chance.randrange(1, 9)] = b""
        elif kind == 1:
            data[place:place] = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 5)))
        elif kind == 2:
            data[place:place] = chance.choice([b"{", b"}", b"[", b'"', b"null", b"1e999", b"\\u0000", b"- ", b": ", b"\n  "])
        elif data:
            data[place % len(data)] ^= 1 << chance.randrange(8)
    return bytes(data)


def hostile(library, files, handle, count):
    """Mutated proposals and sets end in one of three ways."""
    chance = random.Random(7)
    inputs = list(cases(40))
    status, session, _ = library.session(handle)
    assert status == DONE
    tally = {}
    for number in range(count):
        proposal, context, _ = inputs[number % len(inputs)]
        line = mutated(chance, proposal)
        status, verdict, findings = library.decide(session, line)
        assert status in (DONE, FINDINGS) and (status == DONE) == (not findings), (status, findings)
        assert (1 <= verdict.outcome <= 4) if status == DONE else verdict.outcome == 0
        assert library.run(session, line)[0] == DONE
        tally[status] = tally.get(status, 0) + 1
        if number % 10 == 0:
            path, content = files[chance.randrange(len(files))]
            status, other, findings = library.open([(path, mutated(chance, content))])
            assert (status == DONE) == bool(other.value) and (status == DONE or json.loads(findings))
            library.c.truths_set_close(other)
            status, other, findings = library.session(handle, mutated(chance, context) if context else b"{")
            assert (status == DONE) == bool(other.value) and (status == DONE or json.loads(findings))
            library.c.truths_session_close(other)
    library.c.truths_session_close(session)
    return tally


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def flat(library, count):
    """Sets and sessions that are closed leave nothing behind."""
    for _ in range(min(200, count)):
        open_and_close(library)
    before = resident()
    for _ in range(count):
        open_and_close(library)
    return resident() - before


def open_and_close(library):
    status, handle, findings = library.open([SMALL])
    assert status == DONE, findings
    status, session, _ = library.session(handle, b'{"type":"item.known","name":"a"}\n')
    # A session outlives its set.
    library.c.truths_set_close(handle)
    assert status == DONE and b'"accepted"' in library.run(session, b'{"action":"take","name":"a"}\n')[1]
    library.c.truths_session_close(session)


def threads(library, handle):
    """Eight threads on one session answer what one does."""
    lines = b"".join(proposal + b"\n" for proposal, _, _ in cases(25))
    _, session, _ = library.session(handle, now=b"2024-05-02T09:00:00Z")
    wanted = library.run(session, lines)
    found = []
    workers = [threading.Thread(target=lambda: found.append(library.run(session, lines))) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    library.c.truths_session_close(session)
    assert wanted[0] == DONE and found == [wanted] * 8


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("library")
    parser.add_argument("truths")
    parser.add_argument("--soak", action="store_true", help="all fixtures, and ten to a hundred times as much of the rest")
    arguments = parser.parse_args()
    library = Library(os.path.abspath(arguments.library))
    files = []
    for pattern in ("truths/**/*.truths", "jtbd/**/*.jtbd"):
        for path in sorted(glob.glob(pattern, recursive=True)):
            with open(path, "rb") as file:
                files.append((path.encode(), file.read()))
    status, handle, findings = library.open(files)
    assert status == DONE, findings.decode()
    print(f"{same_bytes(library, os.path.abspath(arguments.truths), handle, 1 if arguments.soak else 16)} proposals: the same bytes")
    print("mutated:", hostile(library, files, handle, 20_000 if arguments.soak else 1_000))
    grown = flat(library, 100_000 if arguments.soak else 1_000)
    print(f"opened and closed: {grown >> 10} kB more")
    assert grown < 8 << 20
    threads(library, handle)
    print("eight threads: the same bytes")
    library.c.truths_set_close(handle)


if __name__ == "__main__":
    sys.exit(main())
