"""Frames of Spark whose proposals are decided in partitions by a field, each as a ledger of its own (`truths explain partitions`)."""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Callable, NamedTuple, Optional

import pyarrow
from pyspark.sql import DataFrame, Observation
from pyspark.sql import functions as F
from pyspark.sql.types import IntegerType, LongType, StringType, StructField, StructType

from . import _entries
from ._arrow import Want
from ._frames import Chosen
from ._gate import Gate, Partitions
from ._keys import Keys
from ._ledger import replay as replay_lines
from ._rules import Rules
from ._workers import shared

#: Rows that are handed on at a time, but for those of the last partition among them.
_ROWS = 1000

_Batches = Iterator[pyarrow.RecordBatch]


# Deciding ---------------------------------------------------------------------------------------------------------------


def decide(
    frame: DataFrame,
    gate: Gate,
    intent: str,
    keep: Iterable[str],
    want: Want,
    partition_by: str,
    order_by: Optional[str],
    history: Optional[DataFrame],
    actor: Optional[Mapping[str, object]],
) -> DataFrame:
    """See `truths.spark.decide`."""
    keys = Keys.of(gate.rules, partition_by, intent)
    if order_by is None:
        raise ValueError("order_by names no column: within a key proposals are decided in an order, such as that of their numbers")
    if order_by not in frame.columns:
        raise ValueError(f"order_by names {order_by!r}, and there is no column of that name")
    kept = [keep] if isinstance(keep, str) else list(keep)
    chosen = Chosen(gate, intent, frame.columns, dict.fromkeys([*kept, order_by]), want)
    names = {partition_by, *(member for member in keys.members.values() if member)}
    if not names.intersection(chosen.given):
        raise ValueError(f"there is no column {' or '.join(f'`{name}`' for name in sorted(names))}, by which proposals are split")
    if hasattr(frame, "toArrow"):
        # What is wrong with the columns is found here, and not by a job.
        gate.arrow(frame.select(chosen.given).limit(0).toArrow(), intent, want)
    rows = frame.mapInArrow(
        _proposals(shared(frame.sparkSession, gate.rules), keys, intent, chosen.given, kept, order_by), _schema(frame, kept, order_by)
    )
    if history is not None:
        every, own = _history(history, keys)
        gate = _with(gate, every)
        rows = rows.unionByName(own, allowMissingColumns=True)
    names_of = [StructField(name, frame.schema[name].dataType) for name in kept]
    made = [StructField(name, StringType()) for name in chosen.made]
    sorted_rows = rows.repartition("key").sortWithinPartitions("key", "turn", "place", "order")
    partitions = shared(frame.sparkSession, gate.partitions(actor))
    return sorted_rows.mapInArrow(_decided(partitions, intent, want, kept, order_by), StructType(names_of + made))


def _schema(frame: DataFrame, kept: list[str], order_by: str) -> StructType:
    """Rows before they are decided: those of the history have turn 0, and proposals 1."""
    return StructType(
        [
            StructField("key", StringType()),
            StructField("turn", IntegerType()),
            StructField("place", LongType()),
            StructField("line", StringType()),
            StructField("order", frame.schema[order_by].dataType),
            *(StructField(f"kept {place}", frame.schema[name].dataType) for place, name in enumerate(kept)),
        ]
    )


def _proposals(
    rules: Callable[[], Rules], keys: Keys, intent: str, given: list[str], kept: list[str], order_by: str
) -> Callable[[_Batches], _Batches]:
    """Makes lines of the rows of a frame, each with its key."""

    def lines(batches: _Batches) -> _Batches:
        with rules().on() as gate:
            for batch in batches:
                texts = gate.lines(batch.select(given), intent).decode().split("\n")[:-1]
                found = [_found(keys, text) for text in texts]
                columns = [
                    pyarrow.array(found, pyarrow.string()),
                    pyarrow.array([1] * len(texts), pyarrow.int32()),
                    pyarrow.nulls(len(texts), pyarrow.int64()),
                    pyarrow.array(texts, pyarrow.string()),
                    *(batch.column(name) for name in (order_by, *kept)),
                ]
                names = ["key", "turn", "place", "line", "order", *(f"kept {place}" for place in range(len(kept)))]
                yield pyarrow.RecordBatch.from_arrays(columns, names)

    return lines


def _found(keys: Keys, text: str) -> str:
    try:
        return keys.of_proposal(text)
    except ValueError as error:
        raise ValueError(f"{error}: {text[:200]}; decide it by itself, in one ledger") from None


def _decided(
    partitions: Callable[[], Partitions], intent: str, want: Want, kept: list[str], order_by: str
) -> Callable[[_Batches], _Batches]:
    """Decides rows that stand in the order of their keys."""

    def decided(batches: _Batches) -> _Batches:
        ready = partitions()
        tables: list[pyarrow.Table] = []
        for group in _groups(batches, order_by):
            if not group.proposals:
                continue
            history = "".join(line + "\n" for line in group.history).encode()
            proposals = "".join(line + "\n" for line in group.proposals).encode()
            made = pyarrow.table(pyarrow.record_batch(ready.decide(proposals, intent, history, want)))
            made = made.cast(pyarrow.schema([(name, pyarrow.string()) for name in made.column_names]))
            known = pyarrow.Table.from_batches(group.rows)
            columns = [known.column(f"kept {place}") for place in range(len(kept))] + made.columns
            tables.append(pyarrow.table(columns, kept + made.column_names))
            if sum(table.num_rows for table in tables) >= _ROWS:
                yield from pyarrow.concat_tables(tables).combine_chunks().to_batches()
                tables = []
        if tables:
            yield from pyarrow.concat_tables(tables).combine_chunks().to_batches()

    return decided


class _Group(NamedTuple):
    """The rows of a key."""

    history: list[str]
    proposals: list[str]
    #: Those of the proposals.
    rows: list[pyarrow.RecordBatch]


def _groups(batches: _Batches, order_by: str) -> Iterator[_Group]:
    """The rows of each key, which stand one behind the other."""
    key: Optional[str] = None
    group, last = _Group([], [], []), None
    for batch in batches:
        columns = (batch.column(name).to_pylist() for name in ("key", "turn", "line", "order"))
        start = 0
        for place, (now, turn, line, order) in enumerate(zip(*columns)):
            if now != key:
                group.rows.append(batch.slice(start, place - start))
                yield group
                key, start, group, last = now, place, _Group([], [], []), None
            if turn == 0:
                group.history.append(line)
                # Its row is no proposal's.
                start = place + 1
                continue
            if order is None:
                raise ValueError(f"`{order_by}` is null: {line[:200]}; each proposal has its place in the order")
            if group.proposals and order == last:
                raise ValueError(f"`{order_by}` is {order} twice of one key: {line[:200]}; each proposal has its place in the order")
            group.proposals.append(line)
            last = order
        group.rows.append(batch.slice(start))
    yield group


def _with(gate: Gate, lines: list[str]) -> Gate:
    """A gate that knows more."""
    given = gate._given
    if not lines or given is None:
        return gate
    context = given.context if given.context.endswith(b"\n") or not given.context else given.context + b"\n"
    return Gate(gate.rules, given._replace(context=context + "".join(line + "\n" for line in lines).encode()))


# Ledgers ----------------------------------------------------------------------------------------------------------------


def _history(history: DataFrame, keys: Keys) -> tuple[list[str], DataFrame]:
    """What all partitions have of a history, and what each has of its own, with `turn` 0."""
    for name in ("sequence", "payload"):
        if name not in history.columns:
            raise ValueError(
                f"the history has no column `{name}`: it is a ledger as `truths.parquet` exports it, or facts as JSON in `payload`,"
                " in the order of `sequence`"
            )
    if "entry_type" in history.columns:
        assigned = _assigned(history, keys, isWhole=False)
    else:
        rows = history.select(F.col("sequence").cast("bigint"), F.col("payload").cast("string"))
        assigned = rows.mapInArrow(_facts(keys), _ASSIGNED)
    every, own = _split(assigned)
    return [line for _, line in every], own.withColumn("turn", F.lit(0)).withColumnRenamed("sequence", "place")


_ASSIGNED = "key string, every boolean, sequence bigint, line string"


def _split(assigned: DataFrame) -> tuple[list[tuple[int, str]], DataFrame]:
    """What all partitions have, in order, and the rest, which has a key."""
    every = assigned.where("every").select("sequence", "line").orderBy("sequence").collect()
    return [(row["sequence"], row["line"]) for row in every], assigned.where("key is not null").drop("every")


def _facts(keys: Keys) -> Callable[[_Batches], _Batches]:
    """Gives facts in short form their keys."""

    def assigned(batches: _Batches) -> _Batches:
        for batch in batches:
            rows = _Rows()
            for sequence, payload in zip(*(batch.column(name).to_pylist() for name in ("sequence", "payload"))):
                kind = json.loads(payload).get("type") if payload else None
                rows.fact(keys, kind, payload, sequence, payload, None)
            yield rows.batch()

    return assigned


class _Rows:
    """Rows with their keys, as they are made."""

    def __init__(self) -> None:
        self._columns: tuple[list[Any], list[Any], list[Any], list[Any]] = ([], [], [], [])

    def append(self, key: Optional[str], sequence: int, line: str) -> None:
        """- key: None where each partition has it."""
        for column, value in zip(self._columns, (key, key is None, sequence, line)):
            column.append(value)

    def fact(self, keys: Keys, kind: Optional[str], payload: Optional[str], sequence: int, line: str, run: Optional[str]) -> None:
        """- run: the key of the proposal that wrote it, where there is one."""
        if sequence is None or payload is None or kind is None:
            raise ValueError(f"entry {sequence}: it is no fact: {payload}")
        if kind in keys.facts:
            try:
                self.append(keys.of_fact(kind, payload), sequence, line)
            except ValueError as error:
                raise ValueError(f"entry {sequence}: {kind}: {error}") from None
        elif run is not None or kind not in keys.declared or kind in keys.own:
            # What the engine itself reads, such as policies, and what belongs to a proposal.
            self.append(run, sequence, line)

    def batch(self) -> pyarrow.RecordBatch:
        types = (pyarrow.string(), pyarrow.bool_(), pyarrow.int64(), pyarrow.string())
        columns = [pyarrow.array(column, type) for column, type in zip(self._columns, types)]
        return pyarrow.RecordBatch.from_arrays(columns, ["key", "every", "sequence", "line"])


def _assigned(ledger: DataFrame, keys: Keys, isWhole: bool) -> DataFrame:
    """The entries of a ledger with their keys, without those that no partition needs.

    - isWhole: whether each proposal has to have a key, and else it is an error.
    """
    known = ["sequence", "type", "actor", "payload", *_entries.TEXTS]
    for name in known:
        if name not in ledger.columns:
            raise ValueError(f"the ledger has no column `{name}`: it is one that `truths.parquet` exported")
    entries = ledger.select(*known)
    runs = (
        entries.where("entry_type = 'proposal'")
        .select("sequence", "run_id", "payload")
        .mapInArrow(_runs(keys), "sequence bigint, run_id string, key string, every boolean, request string, problem string")
    )
    # A grant belongs to the run that asked for it.
    asked = entries.where("type = 'approval.requested'").select(
        F.get_json_object("payload", "$.request").alias("request"), F.col("run_id").alias("asking")
    )
    asking = runs.where("request is null").select(F.col("run_id").alias("asking"), F.col("key").alias("asked"))
    requests = asked.join(asking, "asking").groupBy("request").agg(F.max("asked").alias("asked"))
    runs = runs.join(requests, "request", "left").select(
        "sequence",
        "run_id",
        F.coalesce("key", "asked").alias("run_key"),
        F.col("every").alias("run_every"),
        F.when(F.col("request").isNotNull() & F.col("asked").isNull(), F.lit("nothing here asks for what it answers"))
        .otherwise(F.col("problem"))
        .alias("problem"),
    )
    if isWhole:
        wrong = runs.where("problem is not null").orderBy("sequence").limit(1).collect()
        if wrong:
            raise ValueError(f"entry {wrong[0]['sequence']}: {wrong[0]['problem']}; `truths replay` decides again in one ledger")
    runs = runs.groupBy("run_id").agg(F.max("run_key").alias("run_key"), F.max("run_every").alias("run_every"))
    return entries.join(runs, "run_id", "left").mapInArrow(_entry_rows(keys), _ASSIGNED)


def _runs(keys: Keys) -> Callable[[_Batches], _Batches]:
    """Tells of each proposal its key, or that all partitions have it, or what it answers, or why there is none of these."""

    def told(batches: _Batches) -> _Batches:
        for batch in batches:
            found: list[tuple[Optional[str], bool, Optional[str], Optional[str]]] = []
            for run, payload in zip(batch.column("run_id").to_pylist(), batch.column("payload").to_pylist()):
                found.append(_run(keys, run, payload))
            key, every, request, problem = zip(*found) if found else ((), (), (), ())
            columns = [
                batch.column("sequence"),
                batch.column("run_id"),
                pyarrow.array(key, pyarrow.string()),
                pyarrow.array(every, pyarrow.bool_()),
                pyarrow.array(request, pyarrow.string()),
                pyarrow.array(problem, pyarrow.string()),
            ]
            yield pyarrow.RecordBatch.from_arrays(columns, ["sequence", "run_id", "key", "every", "request", "problem"])

    return told


def _run(keys: Keys, run: str, payload: str) -> tuple[Optional[str], bool, Optional[str], Optional[str]]:
    proposal = json.loads(payload, parse_int=str, parse_float=str)
    action, body = proposal.get("action"), proposal.get("payload")
    if isinstance(action, str):
        name = action.rpartition(".")[2]
        if name == "adopt_truths":
            return None, True, None, None
        if name in ("grant_approval", "deny_approval"):
            request = (body if isinstance(body, dict) else proposal).get("request")
            if isinstance(request, str):
                return None, False, request, None
        if name in _BUILT_IN:
            return None, False, None, f"{name} names no value of `{keys.field}`"
        if name not in keys.members:
            # An intent that is gone is rejected, whatever else stands in a ledger.
            return f"run {run}", False, None, None
    try:
        return keys.of_proposal(payload), False, None, None
    except ValueError as error:
        return None, False, None, str(error)


#: Intents of the language itself, which the report of a partition leaves out.
_BUILT_IN = frozenset(
    {
        "adopt_truths",
        "ask_for_others",
        "cancel_run",
        "deny_approval",
        "give_consent",
        "grant_approval",
        "pause_run",
        "pause_session",
        "read_ledger",
        "read_sensitive",
        "resume_run",
        "resume_session",
        "update_budget",
    }
)


def _entry_rows(keys: Keys) -> Callable[[_Batches], _Batches]:
    """Gives the entries of a ledger their keys."""

    def assigned(batches: _Batches) -> _Batches:
        for batch in batches:
            rows = _Rows()
            for row in zip(*(batch.column(name).to_pylist() for name in batch.schema.names)):
                _assign(dict(zip(batch.schema.names, row)), keys, rows)
            yield rows.batch()

    return assigned


def _assign(row: dict[str, Any], keys: Keys, rows: _Rows) -> None:
    texts = {name: row[name] for name in _entries.TEXTS}
    sequence, kind, key, payload = row["sequence"], row["entry_type"], row["run_key"], row["payload"]
    # Elsewhere it has another place.
    line = _entries.line(None, texts, row["actor"], payload)
    if row["run_every"]:
        rows.append(None, sequence, line)
    elif kind in (None, "fact"):
        rows.fact(keys, row["type"], payload, sequence, line, key)
    elif key is not None:
        rows.append(key, sequence, line)
    elif row["run_every"] is None and kind == "trace" and json.loads(payload).get("from"):
        raise ValueError(f"entry {sequence}: what followed from facts that no proposal wrote belongs to no partition")


# Replay -----------------------------------------------------------------------------------------------------------------

#: Texts of a flip. The facts of one that leaves other facts are told by `truths replay` alone.
_FLIP_TEXTS = ("proposal_id", "run_id", "action", "kind", "from", "to", "truth_id", "reason")


def replay(
    ledger: DataFrame,
    rules: Rules,
    partition_by: str,
    policies: Optional[Mapping[str, object]],
    max_work: Optional[int],
    counts: Optional[Observation],
    partitions: Optional[int],
) -> DataFrame:
    """See `truths.spark.replay`."""
    # Policies at fault are found here, and not by a job.
    replay_lines(b"", rules, policies, max_work)
    every, own = _split(_assigned(ledger, Keys.of(rules, partition_by), isWhole=True))
    # One place in the plan says how many partitions there are, or Spark does.
    spread = own.repartition(partitions, "key") if partitions else own.repartition("key")
    common = shared(ledger.sparkSession, every)
    known = shared(ledger.sparkSession, rules)

    def flips(batches: _Batches) -> _Batches:
        columns = [(batch.column("sequence").to_pylist(), batch.column("line").to_pylist()) for batch in batches]
        entries = [entry for sequences, lines in columns for entry in zip(sequences, lines)]
        if not entries:
            return
        merged = list(heapq.merge(common(), entries))
        report = replay_lines("".join(line + "\n" for _, line in merged).encode(), known(), policies, max_work)
        rows: list[dict[str, Any]] = []
        for flip in report.flips:
            texts: Mapping[str, Any] = flip
            rows.append({"entry": merged[flip["entry"] - 1][0], **{name: texts[name] for name in _FLIP_TEXTS}})
        # What was counted stands in a row of its own.
        rows.append({"decided": report.decided, "undecided": report.undecided})
        yield pyarrow.RecordBatch.from_pylist(rows, schema)

    texts = [(name, pyarrow.string()) for name in _FLIP_TEXTS]
    numbers = [(name, pyarrow.int64()) for name in ("decided", "undecided")]
    schema = pyarrow.schema([("entry", pyarrow.int64()), *texts, *numbers])
    columns = ", ".join(f"`{name}` string" for name in _FLIP_TEXTS)
    wanted = f"entry bigint, {columns}, decided bigint, undecided bigint"
    found = spread.sortWithinPartitions("sequence").mapInArrow(flips, wanted)
    if counts is not None:
        sums = (F.coalesce(F.sum(name), F.lit(0)).alias(name) for name in ("decided", "undecided"))
        found = found.observe(counts, *sums)
    return found.where("entry is not null").drop("decided", "undecided")
