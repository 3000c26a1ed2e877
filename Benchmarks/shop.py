"""A shop that decides many orders: its rules, what it knows of its customers, and orders made of a seed as lines and columns."""

import json
import os
import random
from datetime import date, timedelta
from decimal import Decimal

#: Where the rules stand.
PATH = "truths/shop/shop.truths"

#: Look-ups of a customer, of the credit and of the bar, five requirements and two invariants.
SHOP = """\
pack shop:
  version: 1.0.0

enum channel: [web, phone, store]

policy limit:
  summary: What an order may cost before a manager looks at it
  type: decimal
  default: 900

fact customer.known:
  key: [customer]
  external: true
  fields:
    customer: text
    credit: decimal

fact customer.barred:
  key: [customer]
  external: true
  fields:
    customer: text

fact order.placed:
  key: [order_id]
  fields:
    order_id: text
    amount: decimal

intent place_order:
  fields:
    order_id: text
    customer: text
    amount: decimal
    quantity: integer
    channel: channel
    placed_on: date

truth placing:
  when:
    - intent: place_order
  requires:
    - order_id exists and customer exists and amount exists
    - customer.known else "{customer} is unknown"
    - amount > 0 and quantity > 0
    - amount <= customer.known(customer = customer).credit else "{amount} is above the credit of {customer}"
    - channel != store or placed_on >= "2023-01-01"
  invariants:
    - customer.barred → reject("{customer} is barred")
    - amount exists and amount > limit → requires_approval(manager, "Orders above {limit} need a manager")
  produces:
    - fact.order.placed
    - trace.shop.placing
"""

CUSTOMERS = 10_000


def context():
    """What is known: nine of ten customers, one of a hundred barred."""
    for number in range(CUSTOMERS):
        if number % 10:
            yield {"type": "customer.known", "customer": f"customer-{number}", "credit": 200 + number % 1000}
        if number % 100 == 1:
            yield {"type": "customer.barred", "customer": f"customer-{number}"}

INTENT = "place_order"
FIELDS = ["order_id", "customer", "amount", "quantity", "channel", "placed_on"]


def orders(rows):
    """The orders of a seed: of each its number, and its fields, amounts in hundredths and days since 1970."""
    chance = random.Random(20_261_127)
    channels = ("web", "phone", "store")
    first = (date(2019, 1, 1) - date(1970, 1, 1)).days
    for number in range(rows):
        order = [
            f"order-{number}",
            f"customer-{chance.randrange(CUSTOMERS)}",
            chance.randrange(1, 100_000),
            chance.randrange(1, 10),
            channels[chance.randrange(3)],
            first + chance.randrange(2000),
        ]
        if number % 50 == 7:
            strange(chance, order)
        yield number, order


def strange(chance, order):
    """Makes an order one of those that are not as they should be: without a field, or with a value at an edge."""
    field = chance.randrange(len(order))
    odd = ["", 'quote " \\ and \t', "ünal-\U0001f600", "customer-1"]
    edges = [odd, odd, [0, -1, 90_000, 90_001, 9_999_999_999], [0, -1, 2_000_000_000], ["fax", "", "Web"], [-20_000, 0, 19_358, 19_357]]
    order[field] = chance.choice([None, *edges[field]])


def order_line(order):
    """An order as a line of JSON; what is null is left out."""
    values = list(order)
    if order[2] is not None:
        cents = abs(order[2])
        values[2] = f"{'-' if order[2] < 0 else ''}{cents // 100}.{cents % 100:02}"
    if order[5] is not None:
        values[5] = str(date(1970, 1, 1) + timedelta(days=order[5]))
    members = [
        f'"{name}":{value if name in ("amount", "quantity") else json.dumps(value, ensure_ascii=False)}'
        for name, value in zip(FIELDS, values)
        if value is not None
    ]
    return f'{{"action":"{INTENT}",{",".join(members)}}}\n'


def write(folder, rows, columns):
    """Writes the rules, the context and the orders into a folder: lines, and a Parquet file with the numbers of the orders too.

    - columns: whether the Parquet file is written, which pyarrow does.
    """
    os.makedirs(os.path.join(folder, os.path.dirname(PATH)))
    with open(os.path.join(folder, PATH), "w", encoding="utf-8") as file:
        file.write(SHOP)
    with open(os.path.join(folder, "context.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(json.dumps(fact) + "\n" for fact in context())
    parquet = Parquet(os.path.join(folder, "orders.parquet")) if columns else None
    with open(os.path.join(folder, "orders.jsonl"), "w", encoding="utf-8") as file:
        for number, order in orders(rows):
            file.write(order_line(order))
            if parquet:
                parquet.write((number, *order))
    if parquet:
        parquet.close()


class Parquet:
    """Orders with their numbers as a Parquet file."""

    def __init__(self, path):
        import pyarrow as pa
        import pyarrow.parquet

        self.arrow, self.rows = pa, []
        kinds = [pa.string(), pa.string(), pa.decimal128(12, 2), pa.int32(), pa.dictionary(pa.int32(), pa.string()), pa.date32()]
        self.schema = pa.schema([("number", pa.int64()), *zip(FIELDS, kinds)])
        self.file = pyarrow.parquet.ParquetWriter(path, self.schema)

    def write(self, row):
        self.rows.append(row)
        if len(self.rows) == 50_000:
            self.flush()

    def flush(self):
        columns = [list(column) for column in zip(*self.rows)]
        columns[3] = [None if cents is None else Decimal(cents).scaleb(-2) for cents in columns[3]]
        columns[6] = [None if days is None else date(1970, 1, 1) + timedelta(days=days) for days in columns[6]]
        arrays = [self.arrow.array(column, kind) for column, kind in zip(columns, self.schema.types)]
        self.file.write_table(self.arrow.Table.from_arrays(arrays, schema=self.schema))
        self.rows = []

    def close(self):
        if self.rows:
            self.flush()
        self.file.close()
