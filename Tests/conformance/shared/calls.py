"""Functions of other languages as calls of Truths: what their tables have in common."""

from shared.values import Untranslatable, Value, free, is_moment, is_text


def made(code, type, *values, level=9):
    """An expression with the variables of its parts."""
    return Value(code, type, level, free(*[v for v in values if v is not None]))


def fits(value, kinds):
    """Whether a value is of one of these kinds: types, `list`, `map`, `moment`, `any`."""
    type = value.type[0] if isinstance(value.type, tuple) else value.type
    return ("any" in kinds or type in kinds or is_text(value.type) and "text" in kinds
            or is_moment(value.type) and "moment" in kinds)


def taken(translator, values, kinds):
    """The arguments of a function, each with the kinds that it may have; null is missing, of the first of them."""
    result = []
    for value, allowed in zip(values, kinds):
        if value.type == "null" and "any" not in allowed:
            value = translator.null(("list", "text") if allowed[0] == "list" else allowed[0])
        result.append(value if fits(value, allowed) else translator.ill_typed(f"{value.type} for {' or '.join(allowed)}", value))
    return result


def unknown(why):
    """A function that has no counterpart."""

    def called(translator, *arguments):
        raise Untranslatable(why)

    return called


MEDIAN = ("if length({0}) % 2 == 1 then sort({0})[(length({0}) + 1) / 2] "
          "else (sort({0})[length({0}) / 2] + sort({0})[length({0}) / 2 + 1]) / 2")  # of a list


def pattern(constant):
    """A regular expression as a pattern of Truths, where both mean the same by it: what RFC 9485 has, and no anchors."""
    at = 0
    while at < len(constant):
        c = constant[at]
        if c == "\\":
            if constant[at + 1 : at + 2] not in list("()*+-.?[\\]^nrt{|}"):
                return None
            at += 1
        elif c in "^$" and constant[at - 1 : at] != "[":
            return None
        at += 1
    if "(?" in constant or "*?" in constant or "+?" in constant or "??" in constant:
        return None
    return '"' + constant.replace('"', '\\"') + '"'
