"""Rules whose proposals can be split by an invoice, and ledgers of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Optional

import truths

PATH = "truths/books/books.truths"

BOOKS = """\
pack books:
  version: 1.0.0
  summary: Invoices and what is paid for them

policy limit:
  summary: What is paid at most, without a manager
  type: decimal
  default: 100

fact supplier.known:
  key: [supplier]
  external: true
  fields:
    supplier: text

fact invoice.opened:
  key: [invoice_id]
  fields:
    invoice_id: text named "invoiceId"
    supplier: text
    total: decimal

fact invoice.paid:
  key: [invoice_id, payment_id]
  fields:
    invoice_id: text named "invoiceId"
    payment_id: text
    amount: decimal

fact account.moved:
  key: [account, move]
  fields:
    account: decimal
    move: text

intent open_invoice:
  fields:
    invoice_id: text named "invoiceId"
    supplier: text
    total: decimal

intent pay_invoice:
  fields:
    invoice_id: text named "invoiceId"
    payment_id: text
    amount: decimal

intent pay_few:
  fields:
    invoice_id: text named "invoiceId"
    amount: decimal

intent move_money:
  fields:
    account: decimal
    move: text

truth opening:
  when:
    - intent: open_invoice
  requires:
    - invoice_id exists
    - supplier.known else "{supplier} is unknown"
    - invoice.opened missing
  produces:
    - fact.invoice.opened
    - trace.books.opening

truth paying:
  when:
    - intent: pay_invoice
  let:
    paid: sum(p.amount for p in invoice.paid where p.invoice_id == invoice_id)
  requires:
    - invoice_id exists and payment_id exists
    - amount > 0
    - invoice.opened else "{invoice_id} is not open"
    - invoice.paid missing else "{payment_id} was paid"
    - paid + amount <= invoice.opened.total else "{paid} of {invoice.opened.total} is paid, and {amount} is too much"
  invariants:
    - amount > limit → requires_approval(manager, "More than {limit} wants a manager")
  produces:
    - fact.invoice.paid
    - trace.books.paying

truth few:
  when:
    - intent: pay_few
  requires:
    - count(p in invoice.paid where p.amount > amount) < 3
  produces:
    - trace.books.few

truth moving:
  when:
    - intent: move_money
  requires:
    - account exists and move exists
    - count(m in account.moved where m.account == account) < 2 else "{account} moved twice"
    - account.moved missing
  produces:
    - fact.account.moved
    - trace.books.moving
"""

ANN: dict[str, object] = {"type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme", "roles": ["clerk"]}
NOW = "2026-02-03T09:00:00Z"
SUPPLIERS = [{"type": "supplier.known", "supplier": supplier} for supplier in ("north", "south")]


def rules(text: str = BOOKS) -> truths.Rules:
    return truths.loads({PATH: text})


def payments(invoices: int, each: int = 4) -> list[dict[str, Any]]:
    """Proposals to pay invoices, in turn: each pays too much in the end, some twice, and one in eleven wants a manager."""
    return [
        {
            "action": "pay_invoice",
            "invoiceId": f"i{number % invoices}",
            "payment_id": f"i{number % invoices}-{min(number // invoices, each - 2)}",
            "amount": 150 if number % 11 == 5 else 20 + number % 3 * 15,
        }
        for number in range(invoices * each)
    ]


def opened(invoices: int) -> list[dict[str, Any]]:
    """The facts that all but one invoice are open."""
    return [
        {"type": "invoice.opened", "invoiceId": f"i{number}", "supplier": "north", "total": 60 + number % 5 * 50}
        for number in range(invoices - 1)
    ]


def canonical(value: object) -> str:
    """JSON as a ledger has it, of values without fractions."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def ledger(gate: truths.Gate, intent: str, proposals: Iterable[object], history: Optional[Iterable[object]] = None) -> bytes:
    """The entries that a batch appends."""
    pa = __import__("pyarrow")
    decided = pa.record_batch(gate.partitions(ANN).decide(proposals, intent, history, "record"))
    records = [json.loads(record) for record in decided["record"].to_pylist()]
    return "".join(canonical(entry) + "\n" for record in records for entry in record["entries"]).encode()
