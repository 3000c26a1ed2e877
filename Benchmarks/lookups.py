#!/usr/bin/env python3
"""What a decision costs as the facts grow, for five shapes of rules, beside SQLite, DuckDB and SWI-Prolog on the same data.

    make bench-lookups                      # needs make bench-build; peers that are not installed are left out

Truths decides ready proposals over a context that is held open, and reads nothing else; the others answer the query that such a rule
asks, prepared, with the indexes that a specialist would make.
"""
import datetime
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

from counting import bench

SIZES = [int(size) for size in os.environ.get("BENCH_SIZES", "1000 10000 100000 1000000").split()]
SECONDS = os.environ.get("BENCH_SECONDS", "2")
DAY = datetime.date(2020, 1, 1)
COUNT = 200


def day(number):
    return (DAY + datetime.timedelta(days=number)).isoformat()


class Shape:
    """A rule, its facts, and the query that others ask instead."""

    def __init__(self, name, says, pack, tables, indexes, rows, asks, sql, rules):
        self.name, self.says, self.pack = name, says, "pack demo:\n  version: 1.0.0\n" + pack
        self.tables, self.indexes, self.rows, self.asks, self.sql, self.rules = tables, indexes, rows, asks, sql, rules


WINDOW = Shape(
    "window", "the hours of a worker in the last seven days", """
fact work.done:
  key: [work_id]
  external: true
  fields:
    work_id: integer
    worker: integer
    on: date
    hours: decimal

intent log:
  fields:
    worker: integer
    on: date
    hours: decimal

truth logging:
  when:
    - intent: log
  requires:
    - sum(w.hours for w in work.done where w.worker == worker and w.on > on - days(7) and w.on <= on) + hours <= 48
  produces:
    - trace.demo.logging
""",
    {"work.done": ["work_id integer", "worker integer", "on text", "hours real"]},
    ['create index i on "work.done" (worker, "on", hours)'],
    lambda n, chance: [("work.done", [i, chance.randrange(max(1, n // 500)), day(i * 2000 // n), chance.choice([1, 2, 7.5, 8])])
                       for i in range(n)],
    lambda n, chance: {"action": "log", "worker": chance.randrange(max(1, n // 500)), "on": day(chance.randrange(7, 2000)),
                       "hours": 1},
    ('select coalesce(sum(hours), 0) from "work.done" where worker = ? and "on" > ? and "on" <= ?',
     lambda ask: [ask["worker"], (datetime.date.fromisoformat(ask["on"]) - datetime.timedelta(days=7)).isoformat(), ask["on"]]),
    ("aggregate_all(sum(H), (work_done(_, W, D, H), D @> F, D @=< T), _)", ["W", "F", "T"]))

NEWEST = Shape(
    "newest", "the rate of an item that is in force", """
fact rate.set:
  key: [rate_id]
  external: true
  fields:
    rate_id: integer
    item: integer
    since: date
    price: decimal

intent buy:
  fields:
    item: integer
    on: date
    price: decimal

truth buying:
  when:
    - intent: buy
  requires:
    - last(r.price for r in rate.set where r.item == item and r.since <= on by r.since) <= price
  produces:
    - trace.demo.buying
""",
    {"rate.set": ["rate_id integer", "item integer", "since text", "price real"]},
    ['create index i on "rate.set" (item, since, price)'],
    lambda n, chance: [("rate.set", [i, chance.randrange(max(1, n // 500)), day(i * 2000 // n), chance.choice([1, 2, 7.5, 8])])
                       for i in range(n)],
    lambda n, chance: {"action": "buy", "item": chance.randrange(max(1, n // 500)), "on": day(chance.randrange(7, 2000)), "price": 7},
    ('select price from "rate.set" where item = ? and since <= ? order by since desc limit 1',
     lambda ask: [ask["item"], ask["on"]]),
    ("(findall(D-P, (rate_set(_, W, D, P), D @=< F), L), sort(0, @>=, L, _))", ["W", "F"]))

OVERLAP = Shape(
    "overlap", "no booking of a room that overlaps", """
fact booking.made:
  key: [booking_id]
  external: true
  fields:
    booking_id: integer
    room: integer
    begins: date
    ends: date

intent book:
  fields:
    room: integer
    begins: date
    ends: date

truth booking:
  when:
    - intent: book
  requires:
    - no b in booking.made where b.room == room satisfies b.begins < ends and b.ends > begins
  produces:
    - trace.demo.booking
""",
    {"booking.made": ["booking_id integer", "room integer", "begins text", "ends text"]},
    ['create index i on "booking.made" (room, begins, ends)'],
    lambda n, chance: [("booking.made", [i, i % max(1, n // 50), day(2 * (i * 50 // n)), day(2 * (i * 50 // n) + 1)])
                       for i in range(n)],
    lambda n, chance: (lambda first: {"action": "book", "room": chance.randrange(max(1, n // 50)), "begins": day(first),
                                      "ends": day(first + 1)})(chance.randrange(90)),
    ('select exists (select 1 from "booking.made" where room = ? and begins < ? and ends > ?)',
     lambda ask: [ask["room"], ask["ends"], ask["begins"]]),
    ("(booking_made(_, W, B, E), B @< F, E @> T -> true ; true)", ["W", "F", "T"]))

BUDGET = Shape(
    "budget", "what is ordered and not cancelled, of a cost centre, as a view", """
fact order.placed:
  key: [order_id]
  external: true
  fields:
    order_id: integer
    centre: integer
    amount: decimal

fact order.cancelled:
  key: [order_id]
  external: true
  fields:
    order_id: integer

fact order.open:
  key: [order_id]
  derived: true
  fields:
    order_id: integer
    centre: integer
    amount: decimal

truth open_orders:
  when:
    - fact: order.placed as o
    - if: no c in order.cancelled satisfies c.order_id == o.order_id
  produces:
    - fact.order.open:
        order_id: o.order_id
        centre: o.centre
        amount: o.amount

intent spend:
  fields:
    centre: integer
    amount: decimal

truth spending:
  when:
    - intent: spend
  requires:
    - sum(o.amount for o in order.open where o.centre == centre) + amount <= 200
  produces:
    - trace.demo.spending
""",
    {"order.placed": ["order_id integer", "centre integer", "amount real"], "order.cancelled": ["order_id integer"]},
    ['create index i on "order.placed" (centre, order_id, amount)', 'create index c on "order.cancelled" (order_id)'],
    lambda n, chance: [row for i in range(n * 9 // 10) for row in
                       [("order.placed", [i, i % max(1, n // 50), chance.choice([1, 2, 7.5, 8])])]
                       + ([("order.cancelled", [i])] if i % 9 == 0 else [])],
    lambda n, chance: {"action": "spend", "centre": chance.randrange(max(1, n // 50)), "amount": 1},
    ('select coalesce(sum(amount), 0) from "order.placed" o where centre = ? and not exists '
     '(select 1 from "order.cancelled" c where c.order_id = o.order_id)', lambda ask: [ask["centre"]]),
    ("aggregate_all(sum(A), (order_placed(I, W, A), \\+ order_cancelled(I)), _)", ["W"]))

FOLLOW = Shape(
    "follow", "an order that is not settled is followed up by a truth on facts", """
fact order.placed:
  key: [order_id]
  external: true
  fields:
    order_id: integer
    centre: integer

fact order.settled:
  key: [order_id]
  fields:
    order_id: integer

fact order.due:
  key: [order_id]
  fields:
    order_id: integer

truth following:
  when:
    - fact: order.placed as o
    - if: no s in order.settled satisfies s.order_id == o.order_id
  produces:
    - fact.order.due:
        order_id: o.order_id
    - trace.demo.following

intent settle:
  fields:
    order_id: integer

truth settling:
  when:
    - intent: settle
  requires:
    - order_id exists
  produces:
    - fact.order.settled:
        order_id: order_id
    - trace.demo.settling
""",
    {"order.placed": ["order_id integer", "centre integer"], "order.settled": ["order_id integer"]},
    ['create index i on "order.placed" (order_id)', 'create index c on "order.settled" (order_id)'],
    lambda n, chance: [row for i in range(n // 2) for row in [("order.settled", [i]), ("order.placed", [i, i % 7])]],
    lambda n, chance: {"action": "settle", "order_id": n + chance.randrange(n)},
    ('select order_id from "order.placed" p where order_id = ? and not exists '
     '(select 1 from "order.settled" s where s.order_id = p.order_id)', lambda ask: [ask["order_id"]]),
    ("(order_placed(W, _), \\+ order_settled(W) -> true ; true)", ["W"]))

SHAPES = [WINDOW, NEWEST, OVERLAP, BUDGET, FOLLOW]


def main():
    print("| rule | facts | Truths | SQLite | DuckDB | SWI-Prolog |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    wanted = sys.argv[1:]
    for shape in SHAPES:
        if wanted and shape.name not in wanted:
            continue
        for size in SIZES:
            chance = random.Random(size)
            rows = shape.rows(size, chance)
            asks = [shape.asks(size, chance) for _ in range(COUNT)]
            figures = [truths(shape, rows, asks), sqlite(shape, rows, asks), duckdb(shape, rows, asks), prolog(shape, rows, asks)]
            print(f"| {shape.name}: {shape.says} | {size:,} | {' | '.join(shown(ns) for ns in figures)} |", flush=True)


def shown(ns):
    if ns is None or isinstance(ns, str):
        return ns or "–"
    return f"{ns / 1e3:,.1f} µs" if ns < 1e6 else f"{ns / 1e6:,.1f} ms" if ns < 1e9 else f"{ns / 1e9:,.1f} s"


def truths(shape, rows, asks):
    names = {name: [column.split()[0] for column in columns] for name, columns in shape.tables.items()}
    with tempfile.TemporaryDirectory() as folder:
        def write(name, lines):
            with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                file.write(lines)
            return f"{folder}/{name}"
        pack = write("demo.truths", shape.pack)
        facts = ({"type": name, **dict(zip(names[name], values))} for name, values in rows)
        context = write("context.jsonl", "".join(json.dumps(fact) + "\n" for fact in facts))
        proposals = write("proposals.jsonl", "".join(json.dumps(ask) + "\n" for ask in asks))
        try:
            return bench("files", pack, context, proposals, SECONDS)[0]["ns"]
        except SystemExit as end:
            # Work is bounded: past it there is no decision.
            if "T8112" not in str(end):
                raise
            return "no decision"


def timed(ask, asks):
    """Nanoseconds of a query, the median of rounds over all of them."""
    end, rounds = time.monotonic() + float(SECONDS), []
    while not rounds or time.monotonic() < end:
        start = time.perf_counter_ns()
        for one in asks:
            ask(one)
        rounds.append((time.perf_counter_ns() - start) / len(asks))
    return statistics.median(rounds)


def filled(connection, shape, rows):
    for name, columns in shape.tables.items():
        words = ", ".join('"{}" {}'.format(*column.split()) for column in columns)
        connection.execute(f'create table "{name}" ({words})')
    for name, columns in shape.tables.items():
        own = [values for table, values in rows if table == name]
        yield name, len(columns), own


def sqlite(shape, rows, asks):
    connection = sqlite3.connect(":memory:")
    for name, width, own in filled(connection, shape, rows):
        connection.executemany(f'insert into "{name}" values ({", ".join("?" * width)})', own)
    for index in shape.indexes:
        connection.execute(index)
    connection.execute("analyze")
    sql, values = shape.sql
    asked = [values(ask) for ask in asks]
    return timed(lambda one: connection.execute(sql, one).fetchall(), asked)


def duckdb(shape, rows, asks):
    try:
        import duckdb as library
    except ImportError:
        return None
    connection = library.connect()
    with tempfile.TemporaryDirectory() as folder:
        for name, _, own in filled(connection, shape, rows):
            path = f"{folder}/{name}.csv"
            with open(path, "w", encoding="utf-8") as file:
                file.write("".join(",".join(map(str, values)) + "\n" for values in own))
            connection.execute(f"""copy "{name}" from '{path}' (header false)""")
    for index in shape.indexes:
        connection.execute(index)
    sql, values = shape.sql
    asked = [values(ask) for ask in asks]
    return timed(lambda one: connection.execute(sql, one).fetchall(), asked)


def prolog(shape, rows, asks):
    if not shutil.which("swipl"):
        return None
    goal, variables = shape.rules
    _, values = shape.sql
    def term(value):
        return f"'{value}'" if isinstance(value, str) else str(value)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/facts.pl"
        with open(path, "w", encoding="utf-8") as file:
            file.write(":- style_check(-discontiguous).\n")
            for name in shape.tables:
                file.write(f":- dynamic({name.replace('.', '_')}/{len(shape.tables[name])}).\n")
            file.write("".join(f"{name.replace('.', '_')}({', '.join(map(term, row))}).\n" for name, row in rows))
            file.write("".join(f"ask({number}, [{', '.join(map(term, values(ask)))}]).\n" for number, ask in enumerate(asks)))
            file.write(f"one([{', '.join(variables)}]) :- {goal}.\n")
            file.write("round :- forall(ask(_, Values), one(Values)).\n")
            file.write("main :- round, get_time(A), rounds(A, 0, N), get_time(B), Ns is (B - A) / N * 1.0e9, print(Ns), nl.\n")
            file.write(f"rounds(A, K, N) :- round, K1 is K + {len(asks)}, get_time(B), ")
            file.write(f"( B - A > {SECONDS} -> N = K1 ; rounds(A, K1, N) ).\n")
        result = subprocess.run(["swipl", "-q", "-g", "main", "-t", "halt", path], capture_output=True, text=True, check=False)
        return float(result.stdout.split()[0]) if result.returncode == 0 and result.stdout.strip() else None


if __name__ == "__main__":
    main()
