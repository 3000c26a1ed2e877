"""Shapes of what other tools write: tables as CSV, models and expressions of DMN."""

from project import many
from shape import CALLS, CSV_CELLS, CSV_LINES, ELEMENTS, FEEL_BRACKETS, FEEL_OPERATORS, Shape

MODEL = """<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="m" namespace="n">
  <inputData name="x" id="i"><variable name="x" typeRef="number"/></inputData>
{}</definitions>
"""

DECISION = """  <decision name="{name}" id="{name}"><variable name="{name}" typeRef="number"/>
    <informationRequirement><requiredInput href="~i"/></informationRequirement>
{more}    <literalExpression><text>{text}</text></literalExpression></decision>
"""

TABLE = """  <decision name="d" id="d"><variable name="d" typeRef="number"/>
    <informationRequirement><requiredInput href="~i"/></informationRequirement>
    <decisionTable hitPolicy="FIRST">
      <input><inputExpression typeRef="number"><text>x</text></inputExpression></input>
      <output typeRef="number"/>
{}    </decisionTable></decision>
"""

RULE = "      <rule><inputEntry><text>{}</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>\n"

REQUIREMENT = '    <informationRequirement><requiredDecision href="~d@"/></informationRequirement>\n'

FEEL = {
    "brackets": ("(", "x", ")"),
    "minus": ("-", "x", ""),
    "if": ("if x &gt; 1 then 1 else ", "x", ""),
    "lists": ("[", "x", "]"),
    "calls": ("abs(", "x", ")"),
    "contexts": ("{a: ", "x", "}"),
    "for": ("for v in [1] return ", "x", ""),
    "some": ("some v in [1] satisfies ", "true", ""),
    "filters": ("[1][", "1", "]"),
    "functions": ("function(v) ", "x", ""),
    "not": ("not(", "true", ")"),
}
CHAINS = {
    "plus": " + x",
    "and": " and x",
    "or": " or x",
    "power": " ** x",
    "members": ".a",
    "filters": "[1]",
    "commas": ", x",
    "instance of": " instance of number",
    "between": " between 1 and 2",
}


#: Parts of a model, as many as wanted.
PARTS = {
    "DMN: many decisions": DECISION.format(name="d#", more="", text="x"),
    "DMN: many types": '  <itemDefinition name="t#"><typeRef>number</typeRef></itemDefinition>\n',
    "DMN: types of types": (
        '  <itemDefinition name="t#"><itemComponent name="a"><typeRef>t@</typeRef></itemComponent></itemDefinition>\n'
    ),
    "XML: many comments": "<!-- # -->",
    "XML: elements without an end": "<a>",
}

#: Tables as CSV, by what stands before and behind the lines.
TABLES = {
    "many lines": ("a,b\n", "#,#\n", ""),
    "many texts": ("a,b\n", "t#,u#\n", ""),
    "a long cell": ("a,b\n", "x", ",1\n"),
    "quotes": ('a,b\n"', '""', '",1\n'),
    "a quote without an end": ('a,b\n"', "x\n", ""),
    "cells that deny": ("a,b\n", "not (", "1,1\n"),
    "many columns": ("", "c#,", "d\n"),
}


CSV_LIMITS = {"many lines": CSV_LINES, "many texts": CSV_LINES, "many columns": CSV_CELLS}


def model(body):
    # A `#` is a number in what is repeated, so that references are written with another sign.
    return lambda count: {"m.dmn": MODEL.format(body(count)).replace("~", "#")}


def decision(text):
    return model(lambda count: DECISION.format(name="d", more="", text=text(count)))


def cell(text):
    return model(lambda count: TABLE.format(RULE.format(text(count))))


def nested(opening, core, closing):
    return lambda count: opening * count + core + closing * count


def chained_decisions(count):
    required = many(DECISION.format(name="d#", more=REQUIREMENT, text="d@"), count)
    return required + DECISION.format(name=f"d{count}", more="", text="x")


def nested_types(count):
    component, end = '<itemComponent name="a">', "</itemComponent>"
    return f'<itemDefinition name="t">{component * count}{end * count}</itemDefinition>'


def csv(before, line, behind):
    return lambda count: {"t.csv": before + many(line, count) + behind}


def shapes():
    for name, parts in FEEL.items():
        yield Shape(f"FEEL: nested {name}", decision(nested(*parts)), "dmn", limit=FEEL_BRACKETS, is_deep=True)
        yield Shape(f"FEEL: nested {name} in a cell", cell(nested(*parts)), "dmn", limit=FEEL_BRACKETS, is_deep=True)
    for name, link in CHAINS.items():
        yield Shape(f"FEEL: chained {name}", decision(nested("", "x", link)), "dmn", limit=FEEL_OPERATORS, is_deep=True)
    yield Shape("FEEL: a long name", decision(nested("", "x", " y")), "dmn")
    yield Shape("FEEL: a long text", decision(lambda count: '"' + "a" * count + '"'), "dmn")
    for name, text in PARTS.items():
        yield Shape(name, model(lambda count, text=text: many(text, count)), "dmn", is_deep="without an end" in name)
    yield Shape("DMN: decisions of decisions", model(chained_decisions), "dmn", limit=CALLS, is_deep=True)
    rules = model(lambda count: TABLE.format(many(RULE.format("&gt; #"), count)))
    yield Shape("DMN: many rules", rules, "dmn")
    yield Shape("DMN: alternatives of a cell", cell(lambda count: many("#", count, ", ")), "dmn")
    yield Shape("DMN: nested types", model(nested_types), "dmn", limit=ELEMENTS, is_deep=True)
    yield Shape("XML: nested elements", model(nested("<a>", "", "</a>")), "dmn", limit=ELEMENTS, is_deep=True)
    yield Shape("XML: many attributes", model(lambda count: "<a " + many('b#="c"', count, " ") + "/>"), "dmn")
    yield Shape("XML: many entities", model(lambda count: "<a>" + "&amp;" * count + "</a>"), "dmn")
    for name, parts in TABLES.items():
        yield Shape(f"CSV: {name}", csv(*parts), "csv", limit=CSV_LIMITS.get(name), is_deep="deny" in name)
