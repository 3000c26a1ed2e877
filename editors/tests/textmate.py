"""A tokenizer of TextMate grammars, as far as the grammar of Truths goes: `match`, `begin` with `end` or `while`, captures with names,
`contentName`, `include` of the repository. Regular expressions are those that Oniguruma and Python's `re` read alike.
"""

import json
import re

# What Python reads otherwise than Oniguruma, or not at all.
FOREIGN = re.compile(r"\\[GAKhHRXZzpP]|\(\?[>imsx]|\(\?P|\[\[:|[*+?}]\+|\\[gk]<")


class Rule:
    """A rule of the grammar, its expressions compiled."""

    def __init__(self, source, where):
        known = {"name", "contentName", "match", "begin", "end", "while", "captures", "beginCaptures", "endCaptures", "patterns", "include",
                 "comment"}
        if set(source) - known:
            raise ValueError(f"{where}: {sorted(set(source) - known)} is not known to this tokenizer")
        self.name, self.content = source.get("name"), source.get("contentName")
        self.patterns = source.get("patterns", [])
        self.finish, self.stay = source.get("end"), source.get("while")
        self.start = source.get("match") or source.get("begin")
        if self.start is not None and "begin" in source and (self.finish is None) == (self.stay is None):
            raise ValueError(f"{where}: `begin` wants either `end` or `while`")
        both = source.get("captures", {})
        self.captures = {int(k): v["name"] for k, v in source.get("beginCaptures", both).items()}
        self.end_captures = {int(k): v["name"] for k, v in source.get("endCaptures", both).items()}
        self.opens = "begin" in source
        self.regex = compiled(self.start, where) if self.start is not None else None
        for other in (self.finish, self.stay):
            if other is not None:
                compiled(re.sub(r"\\[1-9]", "", other), where)
        groups = self.regex.groups if self.regex else 0
        if max(self.captures, default=0) > groups:
            raise ValueError(f"{where}: capture {max(self.captures)} of {groups}")


class Frame:
    """A rule that is open, with its end as the text of its beginning makes it."""

    def __init__(self, rule, scopes, match=None):
        self.rule, self.scopes = rule, scopes
        self.end = self.stay = None
        if match and rule.finish is not None:
            self.end = resolved(rule.finish, match)
        if match and rule.stay is not None:
            self.stay = resolved(rule.stay, match)


class Grammar:
    def __init__(self, path):
        self.source = json.loads(path.read_text(encoding="utf-8"))
        self.repository = self.source["repository"]
        self.rules, self.lists = {}, {}
        self.root = {"patterns": self.source["patterns"]}
        self.walk(self.root, "patterns")
        for name, rule in self.repository.items():
            self.walk(rule, name)

    def walk(self, source, where):
        self.rules[id(source)] = Rule(source, where)
        for number, inner in enumerate(source.get("patterns", [])):
            if "include" in inner:
                name = inner["include"].removeprefix("#")
                if name not in self.repository:
                    raise ValueError(f"{where}: the repository has no {inner['include']}")
            else:
                self.walk(inner, f"{where}[{number}]")

    def expanded(self, rule):
        """The rules that may begin within one, includes replaced."""
        key = id(rule)
        if key not in self.lists:
            found, seen = [], set()

            def collect(patterns):
                for pattern in patterns:
                    if "include" in pattern:
                        name = pattern["include"].removeprefix("#")
                        if name in seen:
                            continue
                        seen.add(name)
                        pattern = self.repository[name]
                    one = self.rules[id(pattern)]
                    if one.regex is None:
                        collect(one.patterns)
                    else:
                        found.append(one)

            collect(rule.patterns)
            self.lists[key] = found
        return self.lists[key]

    def tokens(self, text):
        """For each line of a text its tokens: text and scopes."""
        stack = [Frame(self.rules[id(self.root)], (self.source["scopeName"],))]
        return [self.line(line, stack) for line in text.splitlines()]

    def line(self, line, stack):
        line += "\n"  # as editors hand lines to the grammar
        found, place = [], 0
        for depth, frame in enumerate(stack):
            if frame.stay is not None and not frame.stay.match(line):
                del stack[depth:]
                break
        cache = {}
        idle = 0
        while place < len(line):
            frame = stack[-1]
            best = rule = None
            if frame.end is not None:
                best = following(frame.end, line, place, cache)
            for one in self.expanded(frame.rule):
                match = following(one.regex, line, place, cache)
                if match and (best is None or match.start() < best.start()):
                    best, rule = match, one
            if best is None:
                break
            add(found, line, place, best.start(), frame.scopes)
            if rule is None:
                stack.pop()
                outer = without(frame.scopes, frame.rule.content)
                captured(found, line, best, outer, frame.rule.end_captures)
            else:
                scopes = frame.scopes + names(rule.name)
                captured(found, line, best, scopes, rule.captures)
                if rule.opens:
                    stack.append(Frame(rule, scopes + names(rule.content), best))
            idle = idle + 1 if best.end() == place else 0
            if idle > 50:
                raise ValueError(f"no progress in {line!r} at {place}, in {frame.rule.name}")
            if best.end() == best.start() and rule is not None and not rule.opens:
                raise ValueError(f"{rule.name} matches nothing in {line!r}")
            place = best.end()
        add(found, line, place, len(line), stack[-1].scopes)
        return found


def following(regex, line, place, cache):
    """The next match. One that was looked for from further left is still the next one if it lies ahead."""
    if regex not in cache or cache[regex] and cache[regex].start() < place:
        cache[regex] = regex.search(line, place)
    return cache[regex]


def compiled(pattern, where):
    foreign = FOREIGN.search(pattern)
    if foreign:
        raise ValueError(f"{where}: `{foreign.group()}` in `{pattern}` is not read alike everywhere")
    try:
        return re.compile(pattern)
    except re.error as error:
        raise ValueError(f"{where}: `{pattern}`: {error}") from error


def resolved(pattern, match):
    return re.compile(re.sub(r"\\([1-9])", lambda one: re.escape(match.group(int(one.group(1))) or ""), pattern))


def names(name):
    return tuple(name.split()) if name else ()


def without(scopes, content):
    return scopes[:-1] if content else scopes


def add(found, line, start, end, scopes):
    end = min(end, len(line) - 1)
    if end > start:
        found.append((line[start:end], scopes))


def captured(found, line, match, scopes, captures):
    """The tokens of a match: its captures lie within it one behind the other."""
    if 0 in captures:
        scopes = scopes + names(captures[0])
    place = match.start()
    for number in sorted(captures):
        start, end = match.span(number)
        if number == 0 or start < 0:
            continue
        add(found, line, place, start, scopes)
        add(found, line, start, end, scopes + names(captures[number]))
        place = end
    add(found, line, place, match.end(), scopes)
