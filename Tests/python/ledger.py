"""Contexts as runs §1 has them: whole entries and facts in short form, as JSON Lines or one list."""

import jcs

FIXTURE_ACTOR = {"type": "system", "user_id": "fixture", "device_id": "fixture", "org_id": "fixture", "roles": []}


def entry_id(entry):
    """`ctx_` and the first 16 digits over the entry without its `entry_id`."""
    return "ctx_" + jcs.first16({name: value for name, value in entry.items() if name != "entry_id"})


def read(text, lifecycles):
    """The entries of a context.

    `lifecycles` maps a history type (`invoice.entered`) to its key fields; it is needed for short forms without `step` only.
    """
    stripped = text.lstrip()
    values = jcs.parse(text) if stripped.startswith("[") else [jcs.parse(line) for line in text.split("\n") if line.strip()]
    entries = []
    for value in values:
        append(entries, value, lifecycles)
    return entries


def append(entries, value, lifecycles):
    """Appends a whole entry, or a fact in short form with the envelope that it gets."""
    is_whole = "entry_type" in value and ("type" not in value or "payload" in value)
    entry = dict(value) if is_whole else short_form(with_step(entries, value, lifecycles))
    if entry.get("sequence") is None:
        entry["sequence"] = len(entries) + 1
    if entry["sequence"] != len(entries) + 1:
        raise ValueError(f"this is entry {entry['sequence']}, and entry {len(entries) + 1} is expected")
    entry.setdefault("entry_id", entry_id(entry))
    entries.append(entry)


def short_form(payload):
    """A fact given by its payload alone, without `sequence` and `entry_id` yet."""
    return {
        "entry_type": "fact",
        "timestamp": "1970-01-01T00:00:00Z",
        "correlation_id": "cor_fixture",
        "run_id": "run_fixture",
        "actor": FIXTURE_ACTOR,
        "truth_id": None,
        "payload": payload,
    }


def with_step(entries, payload, lifecycles):
    """A history fact in short form without `step` takes the next of its instance."""
    keys = ["policy"] if payload["type"] == "policy.set" else lifecycles.get(payload["type"])
    if keys is None or payload.get("step") is not None:
        return payload
    earlier = [
        entry["payload"].get("step", 0)
        for entry in entries
        if entry["entry_type"] == "fact"
        and entry["payload"].get("type") == payload["type"]
        and all(entry["payload"].get(key) == payload.get(key) for key in keys)
    ]
    return {**payload, "step": max(earlier, default=0) + 1}


def leaves(entries):
    """The leaves of the Merkle tree: the canonical form of each entry."""
    return [jcs.canonical(entry) for entry in entries]
