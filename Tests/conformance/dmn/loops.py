"""Conditionals, lists, loops and members of values, for the translator."""

from dmn.reasons import ILL_TYPED
from shared.values import LISTS, OFFSETS, RANGES, UNREAD, Untranslatable, Value, free, is_kind, is_list


class Loops:
    """The part of the translator for lists, and for members of records, dates, times and durations."""

    def source(self, node, elsewhere=None):
        """What a loop goes over, as the grammar wants it: a primary."""
        if node[0] in ("range", "interval"):
            low, high = [self.value(n) for n in (node[1:3] if node[0] == "range" else node[2:4])]
            if (low.type, high.type) != ("number", "number") or low.level < 8 and low.constant:
                raise Untranslatable(RANGES)
            if low.constant and high.constant and float(low.constant) > float(high.constant):
                if node[0] == "interval":
                    raise Untranslatable(RANGES)
                self.pack.needs("list functions")
                return Value(f"reverse(range({high.code}, {low.code}))", ("list", "number"), 9, free(low, high))
            self.pack.needs("range")
            return Value(f"range({low.code}, {high.code})", ("list", "number"), 9, free(low, high))
        value = self.value(node)
        if value.type == "null":
            value = self.null(("list", "number"))
        if not is_list(value.type):
            raise Untranslatable(LISTS if value.type != "any" else UNREAD)
        return value

    def loop(self, bindings):
        inner, clauses, bound, outer = self, [], set(), {}
        for words, source in bindings:
            list_value = inner.source(source)
            element = list_value.type[1] if list_value.type[1] != "null" else "number"
            name, value = inner.scope.bind(words, element)
            clauses.append(f"{name} in {list_value.at(9)}")
            outer.update({k: v for k, v in list_value.free.items() if k not in bound})
            bound.add(name)
            inner = inner.inner({words: value})
        return inner, clauses, bound, outer

    def of_for(self, node):
        inner, clauses, bound, outer = self.loop(node[1])
        body = inner.value(node[2])
        if is_kind(body.type, "context"):
            body = inner.alike([body])[0]
        if body.type == "null":
            raise Untranslatable(LISTS)
        if is_list(body.type):
            self.pack.needs("lists of lists")
        outer.update({k: v for k, v in body.free.items() if k not in bound})
        return Value(f"list({body.code} for {' for '.join(clauses)})", ("list", body.type), 9, outer)

    def of_quantified(self, node):
        inner, clauses, bound, outer = self.loop(node[1])
        body = inner.boolean(node[2])
        outer.update({k: v for k, v in body.free.items() if k not in bound})
        code = body.code
        for clause in reversed(clauses):
            code = f"{node[0]} {clause} satisfies {code}"
        return Value(code, "boolean", 1, outer)

    def of_filter(self, node):
        if node[1][0] == "list" and not node[1][1]:
            raise Untranslatable(LISTS)
        value = self.value(node[1])
        if not is_list(value.type):
            raise Untranslatable(LISTS)
        element = value.type[1]
        name, item = self.scope.bind("item", element)
        names = {"item": item}
        for member, kind in self.pack.members(element).items():
            names[member] = Value(f"{name}.{self.pack.member_name(element, member)}", kind, free={name: element})
        inner = self.inner(names)
        condition = inner.value(node[2])
        if condition.type == "number":
            self.pack.needs("places of lists")
            if condition.code == "0":
                raise Untranslatable(ILL_TYPED, "place 0")
            return Value(f"{value.at(9)}[{condition.code}]", element, 9, free(value, condition))
        condition = self.as_type(condition, "boolean")
        outer = {**value.free, **{k: v for k, v in condition.free.items() if k != name}}
        return Value(f"list({name} for {name} in {value.at(9)} where {condition.code})", value.type, 9, outer)

    def of_path(self, node):
        value = self.value(node[1])
        member = " ".join(node[2].split())
        return self.member(value, member)

    def member(self, value, member):
        kind = value.type
        if is_kind(kind, "context"):
            if member not in kind[1]:
                raise Untranslatable(ILL_TYPED, f"no member {member}")
            found = kind[1][member]
            return found() if callable(found) else found
        if is_kind(kind, "record"):
            members = self.pack.members(kind)
            if member not in members:
                raise Untranslatable(ILL_TYPED, f"no member {member}")
            return Value(f"{value.at(9)}.{self.pack.member_name(kind, member)}", members[member], 9, value.free)
        if is_list(kind):
            name, item = self.scope.bind("item", kind[1])
            inner = self.member(item, member)
            return Value(f"list({inner.code} for {name} in {value.at(9)})", ("list", inner.type), 9, value.free)
        if kind == "null":
            raise Untranslatable(ILL_TYPED)
        if kind == "instant" or member in ("time offset", "timezone") and kind in ("timestamp", "time"):
            raise Untranslatable(OFFSETS)
        day = value if kind == "date" else Value(f"date({value.code})", "date", 9, value.free)
        clock = value if kind == "time" else Value(f"time({value.code})", "time", 9, value.free)
        if member in ("year", "month", "day", "weekday") and kind in ("date", "timestamp"):
            return Value(f"{member}({day.code})", "number", 9, value.free)
        if member in ("hour", "minute", "second") and kind in ("time", "timestamp"):
            return Value(f"{member}({clock.code})", "number", 9, value.free)
        if member in ("years", "months") and kind == "period":
            if member == "months":
                return Value(f"{value.at(7)} / months(1) % 12", "number", 7, value.free)
            self.pack.needs("trunc")
            return Value(f"trunc({value.at(7)} / years(1))", "number", 9, value.free)
        if member in ("days", "hours", "minutes", "seconds") and kind == "duration":
            self.pack.needs("trunc")
            whole = f"trunc({value.at(7)} / {member}(1))"
            wrap = {"hours": 24, "minutes": 60, "seconds": 60}.get(member)
            if member == "seconds":
                return Value(f"{value.at(7)} / seconds(1) % 60", "number", 7, value.free)
            return Value(whole if not wrap else f"{whole} % {wrap}", "number", 9 if not wrap else 7, value.free)
        raise Untranslatable(ILL_TYPED, f"no {member} of {kind}")
