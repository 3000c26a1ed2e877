"""Decision tables of DMN as tables of Truths: in a grid where every cell can be a cell, else in rows."""

from dmn import feel
from shared.pack import Definition, yaml
from shared.values import UNREAD, Untranslatable, Value, is_list, is_text, name_of, written

HITS = {"UNIQUE": "unique", "ANY": "any", "FIRST": "first", "PRIORITY": "first", "RULE ORDER": "collect",
        "OUTPUT ORDER": "collect"}
LISTING = ("COLLECT", "RULE ORDER", "OUTPUT ORDER")


class NoCell(Exception):
    """The condition is no cell of a grid."""


def local(element):
    return element.tag.split("}")[-1]


def children(element, *names):
    return [c for c in element if local(c) in names]


def child_text(element, name):
    for found in children(element, name):
        for text in children(found, "text"):
            return "".join(text.itertext()).strip()
    return None


def own_text(element):
    return next(("".join(t.itertext()).strip() for t in children(element, "text")), "")


class TableWriter:
    def __init__(self, model, owner, words, element, translator, ref=None):
        self.model, self.owner, self.words, self.element = model, owner, words, element
        self.translator, self.pack = translator, model.pack
        self.ref = ref
        self.lets = []
        self.free = {}

    def read(self, text):
        return feel.read(text, self.model.names(self.translator.scope))

    def write(self):
        element = self.element
        self.columns = [self.column(i) for i in children(element, "input")]
        self.outputs = children(element, "output")
        rules = [self.rule(r) for r in children(element, "rule")]
        policy = element.get("hitPolicy") or "UNIQUE"
        hit = "collect" if policy == "COLLECT" else HITS.get(policy)
        if policy == "COLLECT" and element.get("aggregation"):
            hit += " " + element.get("aggregation").lower()
        if policy in ("PRIORITY", "OUTPUT ORDER"):
            rules = self.by_priority(rules)
        defaults = [child_text(o, "defaultOutputEntry") for o in self.outputs]
        default = [self.output(d) if d else Value("missing", "null") for d in defaults] if any(defaults) else None
        results = [values for _, values in rules] + ([default] if default else [])
        types = [self.output_type(o, [r[n] for r in results]) for n, o in enumerate(self.outputs)]
        rows = [(cells, [self.as_output(v, t) for v, t in zip(values, types)]) for cells, values in rules]
        if default:
            default = [self.as_output(v, t) for v, t in zip(default, types)]
        for value in [v for _, values in rows for v in values] + (default or []):
            self.free.update(value.free)
        name = self.pack.new_name(self.words)
        try:
            conditions = [[self.cell(c, column) for c, column in zip(cells, self.columns)] for cells, _ in rows]
            is_grid = True
        except NoCell:
            conditions, is_grid = [self.condition(cells) for cells, _ in rows], False
        return self.declare(name, hit, types, conditions, [v for _, v in rows], default, is_grid)

    # Columns, outputs

    def column(self, element):
        text = child_text(element, "inputExpression")
        value = self.translator.value(self.read(text))
        if value.type == "null":
            raise Untranslatable(UNREAD, "a column that is null")
        self.free.update(value.free)
        if value.code in value.free:
            name = value.code
        else:
            name = name_of(text if len(text) < 25 else "input", set(self.free) | {n for n, _ in self.lets} | self.pack.taken)
            self.lets.append((name, value.code))
        return Value(name, value.type, constant="column", free={})

    def output(self, text):
        if text in (None, "", "-"):
            return Value("missing", "null")
        return self.translator.value(self.read(text))

    def output_type(self, element, values):
        declared = self.model.type(element.get("typeRef"))
        if declared == "any" and len(self.outputs) == 1:
            declared = self.model.type(self.ref)
            if is_list(declared) and self.element.get("hitPolicy") in LISTING:
                declared = declared[1]
        if declared != "any" and (not isinstance(declared, tuple) or declared[0] in ("enum", "list")):
            return declared
        kinds = [v.type for v in values if v.type != "null"]
        if not kinds:
            return "text"
        return "text" if is_text(kinds[0]) and any(k != kinds[0] for k in kinds) else kinds[0]

    def as_output(self, value, type):
        return value if value.type == "null" else self.translator.as_type(value, type)

    def rule(self, element):
        cells = [own_text(c) for c in children(element, "inputEntry")]
        values = [self.output(own_text(c)) for c in children(element, "outputEntry")]
        if len(cells) != len(self.columns) or len(values) != len(self.outputs):
            raise Untranslatable(UNREAD, "a rule with other cells than its table")
        return cells, values

    def by_priority(self, rules):
        """Where outputs are literals, the first row of the rows in order of priority is the one with the highest."""
        orders = []
        for output in self.outputs:
            text = child_text(output, "outputValues")
            tests = feel.read_tests(text) if text else self.model.allowed(output.get("typeRef") or self.ref)
            orders.append([n for n in tests] if tests else None)
        if not any(orders):
            raise Untranslatable("priorities without a list of output values")

        def rank(rule):
            result = []
            for order, value in zip(orders, rule[1]):
                if order is None:
                    continue
                codes = [self.translator.value(n).code for n in order]
                if value.code not in codes:
                    raise Untranslatable("priorities of outputs that are worked out")
                result.append(codes.index(value.code))
            return result

        return sorted(rules, key=rank)

    # Cells

    def tests(self, cell):
        return feel.read_tests(cell, self.model.names(self.translator.scope))

    def cell(self, cell, column):
        tests = self.tests(cell)
        if tests is None:
            return "-"
        inner = self.translator.inner({"?": column})
        if isinstance(tests, tuple):
            return f"not ({', '.join(self.alternative(t, column, inner) for t in tests[1])})"
        return ", ".join(self.alternative(t, column, inner) for t in tests)

    def alternative(self, test, column, inner):
        def code(value):
            self.free.update(value.free)
            return value.literal or value.at(6)

        if test[0] == "interval":
            low, high = inner.value(test[2]), inner.value(test[3])
            inner.tested(column, test)
            return f"{'[' if test[1] else '('}{code(low)}..{code(high)}{']' if test[4] else ')'}"
        if test[0] == "null":
            return "missing"
        if test[0] == "test":
            value = inner.value(test[2])
            if value.type == "null":
                return {"=": "missing", "!=": "exists"}.get(test[1]) or self.no_cell()
            inner.compared(test[1], column, value)
            return code(value) if test[1] == "=" else f"{test[1]} {code(value)}"
        if "?" in repr(test):
            raise NoCell()
        value = inner.value(test)
        if value.type == "boolean" and column.type != "boolean":
            raise NoCell()
        inner.tested(column, test)
        if is_list(column.type) and not is_list(value.type):
            return f"contains {code(value)}"
        if is_list(value.type) and not is_list(column.type):
            return f"in {code(value)}"
        return code(value)

    def no_cell(self):
        raise NoCell()

    def condition(self, cells):
        """All cells of a rule as one condition."""
        parts = []
        for cell, column in zip(cells, self.columns):
            tests = self.tests(cell)
            if tests is None:
                continue
            inner = self.translator.inner({"?": column})

            def one(test):
                value = inner.value(test) if test[0] not in ("test", "interval") else None
                if value is not None and value.type == "boolean" and (column.type != "boolean" or "?" in repr(test)):
                    return value
                return inner.tested(column, test)

            every = tests[1] if isinstance(tests, tuple) else tests
            value = inner.any_of([one(t) for t in every])
            if isinstance(tests, tuple):
                value = Value(f"not {value.at(4)}", "boolean", 4, value.free)
            self.free.update(value.free)
            parts.append(value.at(3))
        return " and ".join(parts) or "otherwise"

    # The declaration

    def declare(self, name, hit, types, conditions, values, default, is_grid):
        several = len(self.outputs) > 1
        taken, outs = set(), []
        for number, (output, type) in enumerate(zip(self.outputs, types), 1):
            words = output.get("name") or output.get("label") or f"output {number}"
            own = name_of(words, taken | set(self.free))
            taken.add(own)
            outs.append((words, own, type))
        for let_name, _ in self.lets:
            self.free.pop(let_name, None)
        inputs = dict(sorted(self.free.items()))
        lines = [f"table {name}:"]
        if inputs:
            lines += ["  inputs:"] + [f"    {n}: {written(t)}" for n, t in inputs.items()]
        if self.lets:
            lines += ["  let:"] + [f"    {n}: {yaml(code)}" for n, code in self.lets]
        if several:
            lines += ["  outputs:"] + [f"    {own}: {written(t)}" for _, own, t in outs]
        else:
            lines.append(f"  output: {written(types[0])}")
        if hit != "first":
            lines.append(f"  hit: {hit}")
        last = default or (None if hit.startswith("collect") else [Value("missing", "null")])
        if is_grid and self.columns:
            lines.append("  grid: |")
            heads = [own for _, own, _ in outs] if several else ["output"]
            lines.append(f"    {' | '.join(c.code for c in self.columns)} → {' | '.join(heads)}")
            for cells, row in zip(conditions, values):
                lines.append(f"    {' | '.join(cells)} → {' | '.join(self.bare(v) for v in row)}")
            if last:
                lines.append(f"    otherwise → {' | '.join(self.bare(v) for v in (last * len(outs))[: len(outs)])}")
        else:
            lines.append("  rows:")
            for condition, row in list(zip(conditions, values)) + ([("otherwise", last)] if last else []):
                condition = condition or "otherwise"
                result = self.bare(row[0])
                if several and (row is not last or default):
                    result = ", ".join(f"{own} = {self.bare(v)}" for (_, own, _), v in zip(outs, row))
                lines.append(f"    - {yaml(condition + ' → ' + result)}")
        self.pack.declarations.append((self.owner, lines))
        type = self.pack.row_type(name, outs) if several else types[0]
        if hit == "collect":
            type = ("list", type)
        elif hit == "collect count":
            type = "number"
        return Definition(name, inputs, type)

    @staticmethod
    def bare(value):
        return value.literal or value.code
