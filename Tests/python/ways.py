#!/usr/bin/env python3
"""Decides the same proposals by every way there is, and compares the outcomes, the clauses that decided, and the records, in order.

    python3 Tests/python/ways.py .build/release/truths [--rows 20000] [--cores 2] [--folder FOLDER]

The orders of a shop (Benchmarks/shop.py), made of a seed, stand as lines of JSON and as a Parquet file. The command decides the lines,
the Python package (bindings/python) decides lines and columns: with Arrow, polars, DuckDB and Spark, as far as they are installed; what
is not is told. The package is that of the interpreter, or what PYTHONPATH and TRUTHS_LIBRARY name.

Each way has a process of its own, on so many cores. Its line says how many rows it decides in a second of the clock and in a second of
processor time, of all its processes and threads, and the most memory. Of the command that is the whole process; of the package reading
rules and context, starting and comparing are left out, and outcomes are the best of three. Records, of which one has some 6,000 bytes, go
into a hash and are not kept. It exits with 1 where something differs.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Benchmarks"))
from shop import FIELDS, INTENT, PATH, write  # noqa: E402

ROUNDS = 3
#: The most that is read of a file of lines at a time, in bytes, and how many rows of records are decided at a time.
LINES, RECORDS = 1 << 20, 10_000


# What was decided, and what it took -------------------------------------------------------------------------------------


class Found:
    """Hashes over what was decided, in order."""

    def __init__(self):
        self.rows, self.counts, self.hashes = 0, Counter(), {}

    def take(self, decided):
        """Takes what a way has decided: records as lines, outcomes and clauses, or columns."""
        if isinstance(decided, bytes):
            records = decided.splitlines()
            self.note([outcome(record) for record in records], records=records)
        elif isinstance(decided, tuple):
            self.note(*decided)
        else:
            names = decided.schema.names
            if "number" in names and decided.column("number").to_pylist() != list(range(self.rows, self.rows + decided.num_rows)):
                raise ValueError(f"the rows from {self.rows} on are in another order")
            records = [text.encode() for text in decided.column("record").to_pylist()] if "record" in names else None
            self.note(decided.column("outcome").to_pylist(), decided.column("clause").to_pylist(), records)

    def note(self, outcomes, clauses=None, records=None):
        self.rows += len(outcomes)
        self.counts.update(outcomes)
        for name, texts in (("outcomes", outcomes), ("clauses", clauses)):
            if texts is not None:
                self.hash(name).update("".join(f"{text}\n" for text in texts).encode())
        for record in records or []:
            self.hash("records").update(record + b"\n")

    def hash(self, name):
        return self.hashes.setdefault(name, hashlib.sha256())

    @property
    def told(self):
        return {"rows": self.rows, "counts": dict(self.counts), **{name: made.hexdigest() for name, made in self.hashes.items()}}


def outcome(record):
    """The outcome that a record has; None for one with an error."""
    for name in ("accepted", "rejected"):
        if record.startswith(b'{"decision":"%s"' % name.encode()):
            return name
    whole = json.loads(record)
    if "error" in whole:
        return None
    return "waiting" if whole["run"]["status"] == "waiting" else whole["decision"]


class Meter:
    """Measures what stands within `with`, by the clock and in processor time."""

    def __init__(self):
        self.wall = self.processor = 0.0

    def __enter__(self):
        # To look at other processes takes a while, which does not count.
        self.processor -= others_time() + time.process_time()
        self.wall -= time.perf_counter()

    def __exit__(self, *_):
        self.wall += time.perf_counter()
        self.processor += time.process_time() + others_time()


def others_time():
    """The processor time of the processes that this one started, itself or by others."""
    return sum(sum(int(field) for field in stat[11:15]) for stat in started()) / os.sysconf("SC_CLK_TCK")


def started():
    """The fields of /proc/…/stat, behind the name, of each process that this one started, itself or by others; with its number last."""
    found, parents = [], {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                parents.setdefault(int((stat := file.read().rpartition(")")[2].split())[1]), []).append([*stat, name])
        except (FileNotFoundError, ProcessLookupError):
            continue
    left = [str(os.getpid())]
    while left:
        below = parents.get(int(left.pop()), [])
        found += below
        left += [stat[-1] for stat in below]
    return found


def memory():
    """The most memory of this process and those that it started and that are there, in bytes."""
    most = 0
    for name in ["self", *(stat[-1] for stat in started())]:
        with open(f"/proc/{name}/status", encoding="utf-8") as file:
            most += sum(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM"))
    return most


# The ways ---------------------------------------------------------------------------------------------------------------


class Ways:
    """The ways of the Python package, over the files of a folder. Each yields what it has decided."""

    def __init__(self, folder, cores, want):
        import truths

        self.folder, self.cores, self.want = folder, cores, want
        with open(os.path.join(folder, PATH), encoding="utf-8") as file:
            rules = truths.loads({PATH: file.read()})
        with open(os.path.join(folder, "context.jsonl"), "rb") as file:
            self.gate = rules.on(file.read())
        self.parquet = os.path.join(folder, "orders.parquet")

    def pieces(self):
        with open(os.path.join(self.folder, "orders.jsonl"), "rb") as file:
            while piece := file.readlines(LINES):
                yield piece

    def lines(self, meter):
        for piece in self.pieces():
            with meter:
                records = self.gate.records(b"".join(piece))
            yield records

    def each(self, meter):
        for piece in self.pieces():
            with meter:
                decided = [self.gate.verdict(line) for line in piece]
            clauses = [verdict.clause and f"{verdict.clause.declared_by} {verdict.clause.name}" for verdict in decided]
            yield [verdict.outcome for verdict in decided], clauses

    def decided(self, rows):
        import pyarrow

        return pyarrow.record_batch(self.gate.arrow(rows, INTENT, self.want))

    def slices(self, size):
        """The columns of the fields, in slices of one batch."""
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(self.parquet, columns=FIELDS).unify_dictionaries().combine_chunks()
        (rows,) = table.to_batches()
        return [rows.slice(start, size) for start in range(0, rows.num_rows, size)]

    def batch(self, meter):
        for rows in self.slices(1 << 24 if self.want == "outcome" else RECORDS):
            with meter:
                decided = self.decided(rows)
            yield decided

    def threads(self, meter):
        slices = self.slices(1 << 16 if self.want == "outcome" else RECORDS // 2)
        at_once = len(slices) if self.want == "outcome" else 2
        with ThreadPoolExecutor(2) as pool:
            for start in range(0, len(slices), at_once):
                with meter:
                    decided = list(pool.map(self.decided, slices[start : start + at_once]))
                yield from decided

    def stream(self, meter):
        import pyarrow.dataset

        with meter:
            rows = pyarrow.dataset.dataset(self.parquet).scanner(columns=FIELDS, batch_size=RECORDS).to_reader()
            decided = pyarrow.RecordBatchReader.from_stream(self.gate.arrow(rows, INTENT, self.want))
            batch = next(decided, None)
        while batch:
            yield batch
            with meter:
                batch = next(decided, None)

    def polars(self, meter):
        import polars

        import truths.polars

        def decide(rows):
            return truths.polars.decide(rows, self.gate, INTENT, want=self.want)

        if self.want == "outcome":
            with meter:
                decided = decide(polars.scan_parquet(self.parquet).select(FIELDS)).collect()
            yield from decided.to_arrow().to_batches()
            return
        for rows in polars.read_parquet(self.parquet, columns=FIELDS).iter_slices(RECORDS):
            with meter:
                decided = decide(rows)
            yield from decided.to_arrow().to_batches()

    def duckdb(self, meter):
        import duckdb

        import truths.duckdb

        with duckdb.connect(config={"threads": self.cores}) as connection:
            truths.duckdb.register(connection, self.gate, INTENT, want=self.want)
            made = ["outcome", "clause"] if self.want == "outcome" else ["outcome", "clause", "record"]
            query = "select number, {} from (select number, {}({{{}}}) d from read_parquet(?))".format(
                ", ".join(f"d.{name} {name}" for name in made), INTENT, ", ".join(f"{name}: {name}" for name in FIELDS)
            )
            with meter:
                decided = connection.sql(query, params=[self.parquet]).to_arrow_reader(RECORDS)
                batch = next(decided, None)
            while batch:
                yield batch
                with meter:
                    batch = next(decided, None)

    def session(self):
        from pyspark.sql import SparkSession

        os.environ["PYSPARK_PYTHON"] = sys.executable
        settings = {
            "spark.ui.enabled": "false",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.memory": "2g",
            "spark.local.dir": self.folder,
            "spark.sql.warehouse.dir": os.path.join(self.folder, "warehouse"),
            "spark.log.level": "ERROR",
        }
        builder = SparkSession.builder.master(f"local[{self.cores}]")
        for name, value in settings.items():
            builder = builder.config(name, value)
        return builder.getOrCreate()

    def spark(self, partitions):
        """Reads the Parquet file, and writes others: one of each partition, which has the rows of a range."""

        def way(meter):
            import pyarrow.parquet

            import truths.spark

            output = os.path.join(self.folder, "decided")
            rows = self.session().read.parquet(self.parquet)
            with meter:
                ordered = rows.repartitionByRange(partitions, "number").sortWithinPartitions("number")
                decided = truths.spark.decide(ordered, self.gate, INTENT, keep=["number"], want=self.want)
                decided.write.parquet(output)
            names = sorted(name for name in os.listdir(output) if name.endswith(".parquet"))
            if len(names) != partitions:
                raise ValueError(f"{len(names)} files of {partitions} partitions")
            for name in names:
                with pyarrow.parquet.ParquetFile(os.path.join(output, name)) as file:
                    yield from file.iter_batches(batch_size=RECORDS)
            shutil.rmtree(output)

        return way

    def spark_counts(self, is_decided):
        """Counts the outcomes of rows that Spark has in memory; or sends the rows to Python, and as many texts back undecided."""

        def undecided(batches):
            import pyarrow

            for rows in batches:
                yield pyarrow.RecordBatch.from_arrays([rows.column("channel"), rows.column("order_id")], ["outcome", "clause"])

        def way(meter):
            import truths.spark

            rows = self.session().read.parquet(self.parquet).select(FIELDS).repartition(2).cache()
            rows.count()
            with meter:
                if is_decided:
                    made = truths.spark.decide(rows, self.gate, INTENT)
                else:
                    made = rows.mapInArrow(undecided, "outcome string, clause string")
                counts = made.groupBy("outcome").count().collect()
            rows.unpersist()
            yield sorted(row["outcome"] or "" for row in counts for _ in range(row["count"])),

        return way


SPARK = ("pyarrow", "pyspark")
#: By their names, what each is called, what it needs, and what it can tell.
WAYS = {
    "lines": ("`gate.records`, lines", (), ("record",)),
    "each": ("`gate.verdict`, a call for each line", (), ("outcome",)),
    "batch": ("`gate.arrow`, one batch", ("pyarrow",), ("outcome", "record")),
    "threads": ("`gate.arrow`, two threads", ("pyarrow",), ("outcome", "record")),
    "stream": ("`gate.arrow`, a stream from Parquet", ("pyarrow",), ("outcome", "record")),
    "polars": ("polars, from Parquet", ("polars", "pyarrow"), ("outcome", "record")),
    "duckdb": ("DuckDB, from Parquet", ("duckdb", "numpy", "pyarrow"), ("outcome", "record")),
    "spark 2": ("Spark, from Parquet to Parquet, 2 partitions", SPARK, ("outcome", "record")),
    "spark 3": ("Spark, from Parquet to Parquet, 3 partitions", SPARK, ("outcome", "record")),
    "spark decided": ("Spark, from memory to counts", SPARK, ("counts",)),
    "spark undecided": ("Spark, the same, sent to Python and back undecided", SPARK, ("nothing",)),
}


def installed(name):
    return importlib.util.find_spec(name) is not None


def missing(needs):
    """What of the libraries is not installed."""
    names = [name for name in needs if not installed(name)]
    if "pyspark" in needs and not (shutil.which("java") or "JAVA_HOME" in os.environ):
        names.append("Java")
    return names


def go(name, want, folder, cores):
    """Goes one way in this process, and prints what it decided and took."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    os.environ["POLARS_MAX_THREADS"] = str(cores)
    ways = Ways(folder, cores, want)
    spark = {f"spark {partitions}": ways.spark(partitions) for partitions in (2, 3)}
    spark.update({"spark decided": ways.spark_counts(True), "spark undecided": ways.spark_counts(False)})
    way = spark.get(name) or getattr(ways, name)
    meters, told = [], None
    for _ in range(1 if want == "record" else ROUNDS):
        meter, found = Meter(), Found()
        for decided in way(meter):
            found.take(decided)
        if told not in (None, found.told):
            raise ValueError(f"another round gave {found.told}, and not {told}")
        meters.append(meter)
        told = found.told
    wall, processor = min(meter.wall for meter in meters), min(meter.processor for meter in meters)
    print(json.dumps({"told": told, "wall": wall, "processor": processor, "memory": memory()}))
    if name in spark:
        gateway = ways.session().sparkContext._gateway
        ways.session().stop()
        gateway.shutdown()
        gateway.proc.stdin.close()
        gateway.proc.wait()


# All of them ------------------------------------------------------------------------------------------------------------


class Comparison:
    def __init__(self, truths, folder, rows, cores):
        self.truths, self.folder, self.rows, self.cores = os.path.abspath(truths), folder, rows, cores
        self.faults, self.wanted, self.gone, self.skipped = 0, {}, 0, []

    def fault(self, text):
        self.faults += 1
        print(f"FAULT: {text}", flush=True)

    def note(self, title, want, made):
        """Prints what a way took, and compares what it decided with what those before decided."""
        rates = [f"{self.rows / max(made[clock], 1e-6):,.0f}" for clock in ("wall", "processor")]
        print(f"| {title} | {want} | {' | '.join(rates)} | {made['memory'] / (1 << 20):,.0f} MiB |", flush=True)
        self.gone += 1
        for name, found in made["told"].items():
            if want == "nothing" or want == "counts" and name not in ("rows", "counts"):
                continue
            wanted = self.wanted.setdefault(name, found)
            if found != wanted:
                self.fault(f"{title}: {name} are {found}, not {wanted}")

    def command(self, title, arguments):
        """Goes the way of the command, in so many threads as there are cores."""
        found, start = Found(), time.perf_counter()
        cores = sorted(os.sched_getaffinity(0))[: self.cores]
        with open(os.path.join(self.folder, "orders.jsonl"), "rb") as lines:
            process = subprocess.Popen(
                [self.truths, "run", "--context", "context.jsonl", "--format", "json", *arguments],
                cwd=self.folder, stdin=lines, stdout=subprocess.PIPE, preexec_fn=lambda: os.sched_setaffinity(0, cores),
            )  # fmt: skip
        while piece := process.stdout.readlines(LINES):
            found.take(b"".join(piece))
        _, ended, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(ended)
        took = {"wall": time.perf_counter() - start, "processor": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss << 10}
        self.note(title, "record", {"told": found.told, **took})
        if process.returncode not in (0, 1, 5):
            self.fault(f"{title} ended with {process.returncode}")

    def package(self, name, want):
        title = WAYS[name][0]
        arguments = [self.truths, "--way", name, "--want", want, "--folder", self.folder, "--cores", str(self.cores)]
        process = subprocess.run([sys.executable, os.path.abspath(__file__), *arguments], capture_output=True, check=False)
        if process.returncode:
            sys.stderr.buffer.write(process.stderr)
            self.fault(f"{title} ended with {process.returncode}")
        else:
            self.note(title, want, json.loads(process.stdout))

    def all(self):
        # In a process of its own, so that this one stays small: the command would begin with its memory.
        make = [sys.executable, os.path.abspath(__file__), self.truths, "--folder", self.folder, "--rows", str(self.rows), "--make"]
        subprocess.run(make, check=True)
        print("| way | told | rows/s | rows/s of processor time | memory |\n|---|---|---:|---:|---:|")
        self.command("`truths run --batch`, a pipe", ["--proposal", "-", "--batch", "--jobs", str(self.cores)])
        self.command("`truths run`, a file", ["--proposal", "orders.jsonl", "--jobs", str(self.cores)])
        for name, (title, needs, wants) in WAYS.items():
            if absent := missing(needs):
                self.skipped.append(f"skipped  {title}: {', '.join(absent)} not installed")
                continue
            for want in wants:
                self.package(name, want)
        print("", *self.skipped, sep="\n")
        counts = self.wanted["counts"]
        print(f"{self.rows:,} proposals, {self.gone} times:", ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items())))
        print("records", self.wanted["records"])
        if set(counts) != {"accepted", "rejected", "halted", "waiting"} or self.wanted["rows"] != self.rows:
            self.fault(f"there is not every outcome, or not every row: {counts}")
        return self.faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("truths")
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--cores", type=int, default=min(2, len(os.sched_getaffinity(0))))
    parser.add_argument("--folder")
    # For the processes that this one starts.
    parser.add_argument("--make", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--way", help=argparse.SUPPRESS)
    parser.add_argument("--want", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.make:
        return write(given.folder, given.rows, installed("pyarrow"))
    if given.way:
        return go(given.way, given.want, given.folder, given.cores)
    if not installed("truths"):
        parser.error("there is no package truths: make library; PYTHONPATH=bindings/python/src TRUTHS_LIBRARY=dist/libtruths.so.1")
    if given.folder:
        os.makedirs(given.folder)
        return min(1, Comparison(given.truths, given.folder, given.rows, given.cores).all())
    with tempfile.TemporaryDirectory() as folder:
        return min(1, Comparison(given.truths, folder, given.rows, given.cores).all())


if __name__ == "__main__":
    sys.exit(main())
