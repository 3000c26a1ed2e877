"""Shapes of expressions over one intent: each form of the grammar nested in itself, each that chains, each that holds a list."""

from project import Project
from shape import EXPRESSION, PATTERN, Shape

#: Forms by what stands before, in and behind them; `#` is a number of its own in each level.
NESTED = {
    "brackets": ("(", "b", ")"),
    "not": ("not ", "b", ""),
    "minus": ("-", "n", "", " > 0"),
    "if, behind else": ("if b then b else ", "b", ""),
    "if, behind then": ("if b then ", "b", " else b"),
    "if, behind if": ("if ", "b", " then b else b"),
    "some": ("some v# in ls satisfies ", "b", ""),
    "every": ("every v# in ls satisfies ", "b", ""),
    "no": ("no v# in ls satisfies ", "b", ""),
    "some, in where": ("some v# in ls where ", "b", " satisfies b"),
    "every, in where": ("every v# in item.known where ", "b", " satisfies b"),
    "some over facts": ("some v# in item.known satisfies v#.k == s and ", "b", ""),
    "sum": ("sum(", "n", " for v# in ls)", " > 0"),
    "list": ("list(", "n", " for v# in ls)", " exists"),
    "count, in where": ("count(v# in ls where ", "b", ") > 0"),
    "first": ("first(", "n", " for v# in ls by v#)", " > 0"),
    "first, in by": ("first(n for v# in ls by ", "n", ")", " > 0"),
    "lists": ("[", "n", "]", " exists"),
    "call": ("abs(", "n", ")", " > 0"),
    "function": ("twice(", "n", ")", " > 0"),
    "table": ("rate_of(", "n", ")", " > 0"),
    "coalesce": ("coalesce(n, ", "n", ")", " > 0"),
    "max": ("max(n, ", "n", ")", " > 0"),
    "element": ("ls[", "1", "]", " > 0"),
    "with": ("(line with (qty = ", "n", ")).qty", " > 0"),
    "record": ("line(id = s, qty = ", "n", ").qty", " > 0"),
    "look-up": ("item.known(k = ", "s", ").g", " == s"),
    "the": ("(the item.known(k = ", "s", ")).g", " == s"),
    "text": ('lower("{', "s", '}")', " == s"),
    "between": ("n between 0 and abs(", "n", ")"),
    "in a list": ("b in [", "b", "]"),
    "equality": ("b == (", "b", ")"),
    "date": ("(d + days(", "n", ") - d) / days(1)", " > 0"),
    "calendar": ("working_days(d, ", "d", ")", " > 0"),
    "if in a call": ("abs(if b then ", "n", " else n)", " > 0"),
    "if beside and": ("(if b and b then ", "b", " else b) and b"),
    "not and or exists": ("(n missing or not (n exists and not (", "m > 0", ") or n missing) and n exists)"),
    "implication in some": ("not (some v# in ls satisfies v# > 0 and not ", "b", ")"),
}

CHAINED = {
    "and": ("b", " and b"),
    "or": ("b", " or b"),
    "plus": ("0 < n", " + n"),
    "minus": ("0 < n", " - n"),
    "times": ("0 < n", " * n"),
    "over": ("0 < n", " / n"),
    "rest": ("0 < n", " % n"),
    "equal": ("n", " == n"),
    "less": ("n", " < n"),
    "in": ("n", " in ls"),
    "not in": ("n", " not in ls"),
    "contains": ("ts", " contains s"),
    "like": ("s", ' like "a"'),
    "exists": ("n", " exists"),
    "between": ("n", " between n and n"),
    "members": ("line", ".qty"),
    "places": ("ls", "[1]"),
    "with": ("line", " with (qty = 1)"),
    "keys": ("item.known", "(k = s)"),
    "arrows": ("b", " → b"),
    "else": ("b", ' else "x"'),
    "not not": ("b", " and not b"),
    "mixed": ("b", " and b or b"),
    "signs": ("b", " && b"),
    "commas": ("b", ", b"),
    "lists": ("0 < length(ls", " + ls"),
}
CLOSING = {"lists": ")"}

#: A list of the grammar by what stands around and between its elements.
LISTED = {
    "elements": ("n in [", "#", ", ", "]"),
    "texts in a list": ("s in [", '"t#"', ", ", "]"),
    "values of an enum": ("kind in [", "red", ", ", "]"),
    "arguments of max": ("max(", "#", ", ", ") > 0"),
    "arguments of coalesce": ("coalesce(", "n", ", ", ") > 0"),
    "arguments of a table": ("rate_of(", "n", ", ", ") > 0"),
    "keys": ("item.known(", "k = s", ", ", ") exists"),
    "fields of with": ("(line with (", "qty = #", ", ", ")).qty > 0"),
    "fields of a record": ("line(", "f# = #", ", ", ").qty > 0"),
    "braces of a text": ('s == "', "{s}", "", '"'),
    "escapes of a text": ('s == "', "\\n", "", '"'),
    "doubled braces": ('s == "', "{{", "", '"'),
    "characters of a text": ('s == "', "a", "", '"'),
    "stars of like": ('s like "', "a*", "", '"'),
    "alternatives of a pattern": ('s matches "', "a#", "|", '"'),
    "groups of a pattern": ('s matches "', "(a)", "", '"'),
    "classes of a pattern": ('s matches "[', "a", "", ']"'),
    "repetitions of a pattern": ('s matches "', "a{1,9}", "", '"'),
    "stars of a pattern": ('s contains matching "', "a*", "", 'b"'),
    "loops": ("sum(n", " for v# in ls", "", ") > 0"),
    "loops over facts": ("count(v in item.known", " for v# in item.known", "", ") > 0"),
    "keys of an order": ("first(n for v in ls by ", "v + #", ", ", ") > 0"),
    "digits": ("n > ", "1", "", ""),
    "places of a number": ("n > 0.", "1", "", ""),
    "letters of a name": ("n", "a", "", " > 0"),
    "spaces": ("b", " ", "", ""),
    "words of a name": ("a", ".b#", "", " exists"),
    "faults": ("b ", "$", " ", ""),
}

#: Effects of an invariant, as a list of the grammar.
EFFECTS = {
    "roles joined by or": ("n > 5 → requires_approval(", "r#", " or ", ")"),
    "quoted roles joined by or": ("n > 5 → requires_approval(", '"r #"', " or ", ")"),
    "people joined by or": ("n > 5 → requires_approval(", "by s", " or ", ")"),
    "people who may not": ("n > 5 → requires_approval(m not by [", "s", ", ", "])"),
    "braces of a reason": ('n > 5 → reject("', "{s}", "", '")'),
    "braces of a reason that differ": ('n > 5 → reject("', "{n + #}", "", '")'),
}


def numbered(text, count):
    return [text.replace("#", str(place)) for place in range(count)]


def nested(form, count):
    opening, core, closing, *behind = form
    return "".join(numbered(opening, count)) + core + "".join(reversed(numbered(closing, count))) + "".join(behind)


def listed(form, count):
    opening, element, between, closing = form
    return opening + between.join(numbered(element, count)) + closing


def chained(name, count):
    first, link = CHAINED[name]
    return first + link * count + CLOSING.get(name, "")


def pattern_groups(count):
    return 's matches "' + "(" * count + "a" + ")" * count + '"'


def clause(make, section="requires"):
    return lambda count: Project().clause(make(count), section=section)


def many_clauses(make):
    """As many clauses as the square root, each of that size, so that what a clause costs and what clauses cost meet."""
    return lambda count: Project().clause(*[make(max(1, int(count**0.5)))] * max(1, int(count**0.5)))


def shapes():
    for name, form in NESTED.items():
        yield Shape(f"nested {name}", clause(lambda count, form=form: nested(form, count)), limit=EXPRESSION, is_deep=True)
    for name in CHAINED:
        yield Shape(f"chained {name}", clause(lambda count, name=name: chained(name, count)), limit=EXPRESSION, is_deep=True)
    for name, form in LISTED.items():
        yield Shape(f"many {name}", clause(lambda count, form=form: listed(form, count)))
    for name, form in EFFECTS.items():
        yield Shape(f"many {name}", clause(lambda count, form=form: listed(form, count), "invariants"))
    yield Shape("nested groups of a pattern", clause(pattern_groups), limit=PATTERN, is_deep=True)
    yield Shape(
        "nested old",
        clause(lambda count: nested(("old(", "item.known(k = s).n", ")", " == 1"), count), "ensures"),
        limit=EXPRESSION,
    )
    yield Shape("many clauses of many ands", many_clauses(lambda count: chained("and", count)))
