"""A small shop, whose rules all tests decide by."""

from __future__ import annotations

SHOP = """\
pack shop:
  version: 1.0.0
  summary: Orders of a shop

enum size: [small, large]

record line:
  fields:
    sku: text
    quantity: integer

policy limit:
  summary: What an order costs at most, without a manager
  type: decimal
  default: 100

policy greeting:
  summary: What is said first
  type: text
  default: "hello"

fact customer.known:
  key: [customer]
  external: true
  fields:
    customer: text

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
    at: timestamp

intent place_order:
  fields:
    order_id: text
    customer: text
    amount: decimal

truth placing:
  when:
    - intent: place_order
  let:
    at: now
  requires:
    - order_id exists
    - customer exists
    - customer.known else "{customer} is unknown"
    - amount > 0 else "{greeting}, {amount} is no amount"
  invariants:
    - customer.barred → reject("{customer} is barred")
    - amount > limit → requires_approval(manager, "More than {limit} wants a manager")
  produces:
    - fact.order.placed
    - trace.shop.placing

intent note_values:
  fields:
    id: text
    number: decimal
    whole: integer
    flag: boolean
    day: date
    moment: timestamp
    clock: time
    span: duration
    size: size
    lines: list of line
    labels: map of text
    tag: text? named "app.kubernetes.io/tag"

fact values.noted:
  key: [id]
  fields:
    id: text
    number: decimal?
    whole: integer?
    flag: boolean?
    day: date?
    moment: timestamp?
    clock: time?
    span: duration?
    size: size?
    lines: list of line?
    labels: map of text?
    tag: text?

truth noting:
  when:
    - intent: note_values
  requires:
    - id exists
  produces:
    - fact.values.noted
    - trace.shop.noting
"""

CONTEXT = (
    b'{"type": "customer.known", "customer": "ada"}\n'
    b'{"type": "customer.known", "customer": "mallory"}\n'
    b'{"type": "customer.barred", "customer": "mallory"}\n'
)

PATH = "truths/shop/shop.truths"


def order(**members: object) -> dict[str, object]:
    """An order that is accepted, but for the members that are given."""
    return {"action": "place_order", "order_id": "o1", "customer": "ada", "amount": 50, **members}
