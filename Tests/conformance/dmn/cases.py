"""Reads the test cases of a model, and writes values as JSON, as the tool writes them."""

import re
import xml.etree.ElementTree as XML

from dmn.reasons import ILL_TYPED
from dmn.records import UNDECLARED
from dmn.tables import children, local
from shared.json_values import Number, duration_text, fraction, moment_text, plain_number
from shared.values import LISTS, Untranslatable, is_kind, is_list

XSI = "{http://www.w3.org/2001/XMLSchema-instance}"


class Case:
    """One test case: inputs and expected results, as ('value', kind, text), lists, dicts or None."""

    def __init__(self, element, file):
        self.id = element.get("id") or ""
        self.file = file
        self.kind = element.get("type") or "decision"
        self.inputs = {n.get("name"): content(n) for n in children(element, "inputNode")}
        self.results = {}
        for node in children(element, "resultNode"):
            expected = children(node, "expected")
            self.results[node.get("name")] = content(expected[0]) if expected else None


def content(element):
    for child in element:
        kind = local(child)
        if kind == "value":
            if child.get(XSI + "nil") == "true":
                return None
            declared = (child.get(XSI + "type") or "string").split(":")[-1]
            return ("value", declared, child.text or "")
        if kind == "list":
            return None if child.get(XSI + "nil") == "true" else [content(item) for item in children(child, "item")]
        if kind == "component":
            return {c.get("name"): content(c) for c in children(element, "component")}
    return None


def cases_of(path):
    root = XML.parse(path).getroot()
    model = next((m.text.strip() for m in children(root, "modelName") if m.text), "")
    return model, [Case(c, path) for c in children(root, "testCase")]


def kind_of(value):
    """The type of a value in a test, where the model gives none."""
    if isinstance(value, list):
        kinds = [kind_of(v) for v in value if v is not None]
        return ("list", kinds[0] if kinds else "text")
    if isinstance(value, tuple):
        kind, text = value[1], value[2]
        if kind in ("decimal", "double", "integer", "float", "int", "long"):
            return "number"
        if kind == "duration":
            return "period" if re.match(r"-?P[^T]*[YM]", text) else "duration"
        return {"dateTime": "timestamp", "boolean": "boolean", "date": "date", "time": "time"}.get(kind, "text")
    return None


def written(value, type, pack):
    """A value of a test as JSON for a field of a type; None where there is none."""
    if value is None:
        return None
    if is_list(type):
        if not isinstance(value, list):
            raise Untranslatable(LISTS)
        result = [written(v, type[1], pack) for v in value]
        if any(v is None for v in result):
            raise Untranslatable(LISTS)
        return result
    if is_kind(type, "record"):
        members = pack.members(type)
        if not isinstance(value, dict):
            raise Untranslatable(ILL_TYPED, "a value that is no context")
        if any(m not in members for m in value):
            raise Untranslatable(UNDECLARED)
        result = {pack.member_name(type, m): written(v, members[m], pack) for m, v in value.items()}
        return {m: v for m, v in result.items() if v is not None}
    if not isinstance(value, tuple):
        raise Untranslatable(LISTS if isinstance(value, list) else ILL_TYPED)
    kind, text = value[1], value[2]
    if kind_of(value) == "number":
        return Number(plain_number(text))
    if kind == "boolean":
        return text.strip() == "true"
    if kind == "dateTime":
        return moment_text(text)
    if kind == "duration":
        return duration_text(text)
    if kind == "time":
        match = re.match(r"(\d\d:\d\d:\d\d)(\.\d+)?$", text)
        return match[1] + fraction(match[2]) if match else text
    return text
