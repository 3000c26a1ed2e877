"""What a model becomes: the declarations of one pack, each with the decision that it was written for."""

from shared.values import CONTEXTS, Untranslatable, Value, is_kind, is_list, name_of, written

# What a construct needs that a build of the tool may lack: the name of its row, an expression to try, and inputs for it.
FEATURES = {
    "power": ("powers and roots (§4)", "power(2, 3) + sqrt(4)"),
    "trunc": ("`trunc`, for parts of durations and periods (§4)", "trunc(2.5)"),
    "rounding modes": ("rounding up, down, half up, half down, or floor and ceiling to places (§4)",
                       "round(2.5, 0, up) + floor(2.55, 1)"),
    "mean": ("`mean` (§3)", "mean(x for x in [1, 2])"),
    "range": ("`range` of numbers (§3)", "sum(x for x in range(1, 3))"),
    "places of lists": ("places of lists, `l[1]` (§3)", "[1, 2][1]"),
    "list functions": ("`slice`, `flatten`, `reverse` (§3)", "sum(x for x in slice(reverse([1, 2]), 1, 1))"),
    "lists of lists": ("lists of lists (§3)", "count(x in [[1], [2]])"),
    "equality of lists": ("equality of lists (§3)", "if [1] == [1] then 1 else 2"),
    "text functions": ("parts of texts: `substring`, `before`, `split`, `join` (§4)", 'length(substring("ab", 1, 1))'),
    "patterns": ("patterns, `matches` (§4)", 'if "a" contains matching "[a-z]" then 1 else 2'),
    "conversions": ("conversions of texts: `number`, `date`, `duration` (§4)", 'number("1") + year(date("2024-01-01"))'),
    "records": ("records that are written (§3)", "probed(a = 1).a"),
    "maps": ("maps are received, not written, and `map of T` (§3) is not in this build",
             'm["a"] + count(k in keys(m))', {"m": "map of decimal"}),
}


def probe_pack():
    """A pack with one function for each feature: what `check` refuses is not built."""
    lines, owners = ["pack probe:", "  version: 1.0.0", "", "record probed:", "  fields:", "    a: decimal", ""], {}
    for number, (feature, (_, expression, *inputs)) in enumerate(FEATURES.items()):
        inputs = [f"    {name}: {type}" for given in inputs for name, type in given.items()]
        inputs = ["  inputs:"] + inputs if inputs else []
        for line in [f"function f_{number}:", *inputs, "  output: decimal", f"  value: {yaml(expression)}", ""]:
            lines.append(line)
            owners[len(lines)] = feature
    return "\n".join(lines), owners


def yaml(code):
    return "'" + code.replace("'", "''") + "'"


class Definition:
    """A function or table of the pack with its inputs, or a context of such."""

    def __init__(self, name, inputs, type, entries=None):
        self.name, self.inputs, self.type, self.entries = name, inputs, type, entries

    def call(self, arguments=None):
        arguments = arguments or {}
        if self.entries is not None:
            values = {k: d.call(arguments) if isinstance(d, Definition) else d for k, d in self.entries.items()}
            free = {n: t for v in values.values() if isinstance(v, Value) for n, t in v.free.items()}
            return Value("", ("context", values), 9, free)
        given = [arguments.get(n) or Value(n, t, free={n: t}) for n, t in self.inputs.items()]
        free = {n: t for v in given for n, t in v.free.items()}
        return Value(f"{self.name}({', '.join(v.code for v in given)})", self.type, 9, free)


class Pack:
    def __init__(self, name, features):
        self.name = name
        self.features = features
        self.taken = {name}
        self.declarations = []  # (owner, lines)
        self.nulls = {}
        self.records = {}  # record → {member: (name, type)}
        self.shapes = {}  # types of members, written → record
        self.dynamic = set()  # owners that convert to a type that is known at run time alone
        self.received = {}  # owner → {name: (type, JSON)}, for what is sent in place of what is written

    def needs(self, feature):
        if feature not in self.features:
            raise Untranslatable(FEATURES[feature][0])

    def new_name(self, words):
        name = name_of(words, self.taken)
        self.taken.add(name)
        return name

    def null(self, kind):
        """Null is a policy without a default that is never set: it is missing."""
        if kind not in self.nulls:
            self.nulls[kind] = self.new_name("no " + kind)
            self.declarations.append((None, [f"policy {self.nulls[kind]}:", f"  type: {kind}"]))
        return self.nulls[kind]

    def enum(self, name, texts):
        name = self.new_name(name)
        values = ", ".join('"' + t.replace("\\", "\\\\").replace('"', '\\"') + '"' for t in texts)
        self.declarations.append((None, [f"enum {name}: [{values}]"]))
        return ("enum", name)

    def record(self, name, members):
        name = self.new_name(name)
        taken, fields = set(), {}
        for member, type in members.items():
            own = name_of(member, taken)
            taken.add(own)
            fields[member] = (own, type)
        self.records[name] = fields
        if not name.startswith("#"):
            lines = [f"record {name}:", "  fields:"] + [f"    {own}: {written(type)}?" for own, type in fields.values()]
            self.declarations.append((None, lines))
        return ("record", name)

    def row_type(self, table, outputs):
        """The record that a table with several outputs has as its value; it has no name."""
        self.records["#" + table] = {words: (own, type) for words, own, type in outputs}
        return ("record", "#" + table)

    def members(self, type):
        return {m: t for m, (_, t) in self.records[type[1]].items()} if is_kind(type, "record") else {}

    def member_name(self, type, member):
        return self.records[type[1]][member][0]

    def function(self, owner, words, value):
        return self.define(owner, words, value).call()

    def define(self, owner, words, value):
        """A function whose value is the expression, with the variables in it as inputs."""
        if is_kind(value.type, "context"):
            entries = {k: self.define(owner, f"{words} {k}", v) if isinstance(v, Value) else v for k, v in value.type[1].items()}
            return Definition(None, None, value.type, entries)
        if value.type == "null":
            value = Value(self.null("text"), "text")
        if is_kind(value.type, "record") and value.type[1].startswith("#") or is_list(value.type) and "#" in repr(value.type):
            raise Untranslatable(CONTEXTS)
        name = self.new_name(words)
        inputs = dict(sorted(value.free.items()))
        lines = [f"function {name}:"]
        if inputs:
            lines += ["  inputs:"] + [f"    {n}: {written(t)}" for n, t in inputs.items()]
        lines += [f"  output: {written(value.type)}", f"  value: {yaml(value.code)}"]
        self.declarations.append((owner, lines))
        return Definition(name, inputs, value.type)

    def question(self, owner, number, inputs, outputs):
        """An intent with these inputs, and the fact with the values that a truth makes of them: what a test asks for."""
        fields = ["  fields:", "    case_id: text"]
        intent = [f"intent evaluate_{number}:"] + fields + [f"    {n}: {written(t)}" for n, t in inputs.items()]
        fact = [f"fact outcome_{number}.made:", "  key: [case_id]"] + fields
        fact += [f"    {name}: {written(v.type)}?" for name, v in outputs.items()]
        truth = [f"truth evaluating_{number}:", "  when:", f"    - intent: evaluate_{number}"]
        truth += ["  requires:", "    - case_id exists", "  produces:", f"    - fact.outcome_{number}.made:"]
        truth += [f"        {name}: {yaml(v.code)}" for name, v in outputs.items()]
        return [(owner, intent), (owner, fact), (owner, truth + [f"    - trace.{self.name}.evaluating_{number}"])]

    def text(self, more):
        """The file, and the owner of each line."""
        lines, owners = [f"pack {self.name}:", "  version: 1.0.0"], {}
        for owner, declaration in self.declarations + more:
            lines.append("")
            for line in declaration:
                lines.append(line)
                owners[len(lines)] = owner
        return "\n".join(lines) + "\n", owners
