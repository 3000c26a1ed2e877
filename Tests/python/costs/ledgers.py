"""Shapes of histories: ledgers of many decisions, under truths that read what was decided before."""

import json

from shape import Shape

PACK = """pack demo:
  version: 1.0.0
  summary: Parcels on their way

policy heavy:
  type: decimal
  default: 30

fact parcel.sent:
  key: [id]
  fields:
    id: text
    weight: decimal

intent send:
  fields:
    id: text
    weight: decimal

truth sending:
  when:
    - intent: send
  requires:
    - id exists
    - weight > 0
  invariants:
    - weight > heavy → requires_approval(manager)
  produces:
    - fact.parcel.sent
    - trace.demo.sending
"""

COUNTER = """
fact parcel.count:
  key: [depot]
  fields:
    depot: text
    number: integer

intent count:
  fields:
    depot: text

truth counting_first:
  when:
    - intent: count
    - if: parcel.count missing
  requires:
    - depot exists
  produces:
    - fact.parcel.count:
        number: 1
    - trace.demo.first

truth counting:
  when:
    - intent: count
    - if: parcel.count
  requires:
    - depot exists
  produces:
    - correction.parcel.count:
        number: parcel.count.number + 1
    - trace.demo.next
"""

WATCHING = """
fact parcel.watched:
  key: [id]
  fields:
    id: text

truth watching:
  when:
    - fact: parcel.sent
    - if: trigger.weight > 5
  produces:
    - fact.parcel.watched
    - trace.demo.watching
"""

VIEW = """
fact sender.known:
  key: [user_id]
  derived: true
  fields:
    user_id: text
    times: integer

truth knowing:
  when:
    - fact: decision.made as d
    - if: d.user_id exists
  produces:
    - fact.sender.known:
        user_id: d.user_id
        times: count(x in decision.made where x.user_id == d.user_id)

invariant known_senders:
  applies_to: [send]
  rule: sender.known(user_id = actor.user_id) exists → sender.known(user_id = actor.user_id).times >= 0
"""

ACTOR = {"type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme", "roles": ["clerk", "manager"]}


def history(more, proposal):
    def make(count):
        return {
            "truths/demo/demo.truths": PACK + more,
            "batch.jsonl": "".join(json.dumps(proposal(place)) + "\n" for place in range(count)),
            "proposal.json": json.dumps(proposal(count)),
            "actor.json": json.dumps(ACTOR),
        }

    return make


def sent(weight):
    return lambda place: {"action": "send", "id": f"p{place}", "weight": weight(place)}


def shapes():
    histories = {
        "accepted": history("", sent(lambda place: 1 + place % 20)),
        "rejected": history("", sent(lambda place: 0)),
        "waiting": history("", sent(lambda place: 40)),
        "corrected": history(COUNTER, lambda place: {"action": "count", "depot": "north"}),
        "watched": history(WATCHING, sent(lambda place: 1 + place % 20)),
        "counted by a view": history(VIEW, sent(lambda place: 1 + place % 20)),
    }
    for name, make in histories.items():
        yield Shape(f"a history of decisions that are {name}", make, "ledger", before=("run --ledger",), most=8_000)
