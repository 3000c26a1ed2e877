"""The tests of CEL's suite: expressions with what is bound to their names, and the results that are expected."""

import glob
import os
from decimal import Decimal

from cel import textproto
from cel.reasons import BYTES, DEDUCED, KEYS, NO_NUMBERS, PROTOBUF, RUN_TIME
from shared.batch import ERROR
from shared.json_values import Number, plain_number
from shared.values import NUMBERS, Untranslatable

PRIMITIVES = {"INT64": "int", "UINT64": "uint", "DOUBLE": "double", "STRING": "text", "BOOL": "boolean", "BYTES": "bytes"}
NUMBERS_OF = {"int64_value": "int", "uint64_value": "uint", "double_value": "double"}
MESSAGE = "[type.googleapis.com/"


class CelTest:
    """One test as the file has it; its values are `("int", "1")`, `("list", [values])`, `("map", [(key, value)])`, …"""

    def __init__(self, file, section, message):
        self.file = file
        self.label = f"{file} {section} {message.get('name')}"
        self.expression = message.get("expr")
        self.is_checked = not message.has("disable_check")
        self.is_evaluated = not message.has("check_only")
        self.container = message.get("container", "")
        self.types = {d.get("name"): type_of(d.get("ident").get("type")) for d in message.all("type_env") if d.has("ident")}
        self.functions = {d.get("name") for d in message.all("type_env") if d.has("function")}
        self.bindings = {}
        for binding in message.all("bindings"):
            value = binding.get("value")
            self.bindings[binding.get("key")] = value_of(value.get("value")) if value.has("value") else ("error", None)
        self.message = message

    def expected(self):
        """The value that is expected, None where there is none, or ERROR."""
        message = self.message
        if message.has("eval_error") or message.has("any_eval_errors"):
            return ERROR
        if message.has("typed_result"):
            result = message.get("typed_result").get("result")
            return value_of(result) if result is not None and self.is_evaluated else None
        return value_of(message.get("value")) if message.has("value") else ("boolean", True)


def type_of(type):
    if type is None:
        return None
    kind, inner = type[0]
    if kind == "primitive":
        return PRIMITIVES[inner]
    if kind == "list_type":
        return ("list", type_of(inner.get("elem_type")))
    if kind == "map_type":
        return ("map", type_of(inner.get("key_type")), type_of(inner.get("value_type")))
    if kind == "message_type":
        return {"google.protobuf.Timestamp": "instant", "google.protobuf.Duration": "duration"}.get(inner, "message")
    if kind == "well_known":
        return {"TIMESTAMP": "instant", "DURATION": "duration"}.get(inner, "message")
    return "null" if kind == "null" else "message" if kind == "wrapper" else kind


def value_of(message):
    kind, inner = message[0]
    if kind in NUMBERS_OF:
        return (NUMBERS_OF[kind], str(inner))
    if kind == "bool_value":
        return ("boolean", inner == "true")
    if kind == "string_value":
        return ("text", inner)
    if kind == "null_value":
        return ("null", None)
    if kind == "list_value":
        return ("list", [value_of(v) for v in inner.all("values")])
    if kind == "map_value":
        return ("map", [(value_of(e.get("key")), value_of(e.get("value"))) for e in inner.all("entries")])
    if kind == "object_value":
        return object_of(inner)
    return ({"bytes_value": "bytes", "type_value": "type"}.get(kind, "message"), inner)


def object_of(message):
    """A message inside `Any`; that of a duration is one."""
    name, inner = message[0]
    if name == MESSAGE + "google.protobuf.Duration]":
        seconds, nanos = inner.get("seconds", "0"), inner.get("nanos", "0")
        return ("duration", Decimal(seconds) + Decimal(nanos) / 10**9)
    return ("message", None)


def json_of(value):
    """A value as JSON for a field."""
    kind, inner = value
    if kind in ("int", "uint", "double"):
        return number(inner)
    if kind in ("text", "boolean", "null"):
        return inner
    if kind == "list":
        return [json_of(v) for v in inner]
    if kind == "map":
        if any(key[0] != "text" for key, _ in inner):
            raise Untranslatable(KEYS)
        return {key[1]: json_of(v) for key, v in inner}
    if kind == "duration":
        return f"PT{inner - inner % Decimal('0.001')}S"
    raise Untranslatable({"bytes": BYTES, "type": RUN_TIME, "error": DEDUCED}.get(kind, PROTOBUF))


def number(text):
    if text.lower().lstrip("+-") in ("nan", "inf", "infinity"):
        raise Untranslatable(NO_NUMBERS)
    value = Decimal(text)
    if value == 0 and value.is_signed():
        raise Untranslatable(NO_NUMBERS)
    if len(value.normalize().as_tuple().digits) > 15 or abs(value) >= 10**15 or value.normalize().as_tuple().exponent < -12:
        raise Untranslatable(NUMBERS)
    return Number(plain_number(text))


def tests(kit):
    """All tests, file by file."""
    for path in sorted(glob.glob(os.path.join(kit, "tests", "simple", "testdata", "*.textproto"))):
        file = os.path.basename(path).removesuffix(".textproto")
        for section in textproto.read(path).all("section"):
            for message in section.all("test"):
                yield CelTest(file, section.get("name"), message)
