"""A proposal taken apart as runs §1 says, as far as its hashes need it."""

import jcs
from ledger import FIXTURE_ACTOR

ENVELOPE = {
    "proposal_id", "action", "pack", "actor", "correlation_id", "run_id", "timestamp", "confidence", "reason", "truth_id",
    "trace_id", "requires_consent", "consent", "override", "idempotency_key", "truths_hash", "policies_hash",
    "queued_at", "on_behalf_of", "payload",
}  # fmt: skip

# What people and clauses read of a proposal beside its fields, and whom it is for: in `proposal_hash` from language 3 on.
SHOWN = ("confidence", "pack", "reason", "requires_consent", "truth_id")


def flat(record):
    """One flat object: of a record with the proposal within, the record's own members win."""
    if isinstance(record.get("proposal"), dict) and "action" not in record:
        outer = {name: value for name, value in record.items() if name not in ("proposal", "replay_safe", "forced")}
        return {**record["proposal"], **outer}
    if record.get("entry_type") == "proposal" and isinstance(record.get("payload"), dict):
        skipped = ("payload", "entry_id", "entry_type", "sequence")
        outer = {name: value for name, value in record.items() if name not in skipped}
        return {**record["payload"], **outer}
    return record


def actor_of(envelope):
    """The actor as given; the default where it is absent or at fault, so that entries have one that can be read again."""
    actor = envelope.get("actor")
    if not isinstance(actor, dict) or not actor.keys() <= FIXTURE_ACTOR.keys():
        return FIXTURE_ACTOR
    texts = all(isinstance(value, str) for name, value in actor.items() if name != "roles")
    roles = actor.get("roles", [])
    are_roles = isinstance(roles, list) and all(isinstance(role, str) for role in roles)
    is_kind = actor.get("type", "user") in ("user", "agent", "system")
    return actor if texts and are_roles and is_kind else FIXTURE_ACTOR


def text_of(envelope, name, default):
    """A member that is a text; one that is not counts as absent, and makes the proposal ill-formed."""
    value = envelope.get(name)
    return value if isinstance(value, str) else default


class Proposal:
    """A proposal as received, with what follows from it; `known` is the actor that its entry names, whatever it claims."""

    def __init__(self, received, known=None):
        self.received = received
        members = flat(received)
        # `null` is absence in the envelope; in the intent's fields it is kept, since they are hashed as received.
        envelope = {name: value for name, value in members.items() if name in ENVELOPE and value is not None}
        if isinstance(members.get("payload"), dict):
            self.fields = members["payload"]
        else:
            self.fields = {name: value for name, value in members.items() if name not in ENVELOPE}
        self.action = text_of(envelope, "action", "")
        self.run_id = text_of(envelope, "run_id", None)
        self.user_id = (known or actor_of(envelope)).get("user_id", "")
        self.on_behalf_of = text_of(envelope, "on_behalf_of", None)
        self.shown = {name: envelope[name] for name in SHOWN if name in envelope}
        self.proposal_id = text_of(envelope, "proposal_id", "prop_" + jcs.first16(received))
        self.correlation_id = text_of(envelope, "correlation_id", "cor_" + jcs.first16(received))

    def hash(self, language):
        """`proposal_hash` as a version of the language makes it."""
        members = {"action": self.action, "fields": self.fields, "proposal_id": self.proposal_id, "user_id": self.user_id}
        if language >= 3:
            members |= self.shown
        return jcs.hash_of(members if self.on_behalf_of is None else {**members, "on_behalf_of": self.on_behalf_of})

    def used_at(self, timestamp):
        """As received, with the timestamp that was used."""
        return {**self.received, "timestamp": timestamp}
