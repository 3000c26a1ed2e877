"""Reads a model of DMN and writes its decisions as declarations of one pack."""

import xml.etree.ElementTree as XML

from dmn import feel
from dmn.functions import CALLS
from dmn.reasons import ILL_TYPED, JAVA, MISFIT
from dmn.tables import TableWriter, child_text, children, local, own_text
from dmn.translate import Translator
from shared.operators import Scope
from shared.pack import Definition, Pack
from shared.values import LISTS, UNREAD, Untranslatable, Value, is_kind, name_of

TYPES = {
    "number": "number", "string": "text", "boolean": "boolean", "date": "date", "time": "time",
    "date and time": "timestamp", "dateTime": "timestamp", "days and time duration": "duration", "dayTimeDuration": "duration",
    "years and months duration": "period", "yearMonthDuration": "period", "integer": "number", "double": "number",
    "decimal": "number",
}
LOGIC = ("literalExpression", "decisionTable", "context", "invocation", "relation", "list", "functionDefinition", "conditional",
         "filter", "for", "some", "every")


class Model:
    def __init__(self, path, name, features, refused, enums=True):
        self.root = XML.parse(path).getroot()
        self.pack = Pack(name, features)
        self.pack.model = self
        self.refused = refused  # what `check` refused, by owner
        self.types = {}
        self.enums = enums  # whether allowed values become enums; else they are texts, and any text fits
        self.done = {}
        self.doing = set()
        self.definitions = {d.get("name"): d for d in children(self.root, "itemDefinition")}
        self.imports = bool(children(self.root, "import"))
        self.inputs = {i.get("name"): i for i in children(self.root, "inputData")}
        self.decisions = {d.get("name"): d for d in children(self.root, "decision")}
        self.knowledge = {b.get("name"): Knowledge(self, b) for b in children(self.root, "businessKnowledgeModel")}
        self.services = {s.get("name"): Service() for s in children(self.root, "decisionService")}
        named = [c for c in self.root.iter() if local(c) in ("itemComponent", "variable", "output")]
        self.words = {c.get("name") for c in named if c.get("name")}
        self.input_types = {}

    def names(self, scope):
        return [n for n in [*scope.names, *self.words, *self.decisions, *self.inputs, *CALLS] if n]

    # Types

    def type(self, ref):
        if ref is None:
            return "any"
        name = ref.split(":")[-1] if ref.split(":")[-1] in TYPES or ref not in self.definitions else ref
        if name in TYPES:
            return TYPES[name]
        name = ref if ref in self.definitions else ref.split(".")[-1] if ref.split(".")[-1] in self.definitions else name
        if name not in self.definitions:
            return "any"
        if name not in self.types:
            self.types[name] = "any"
            self.types[name] = self.item(self.definitions[name], name)
        return self.types[name]

    def item(self, element, name):
        components = children(element, "itemComponent")
        if children(element, "functionItem"):
            return "function"
        if components:
            type = self.pack.record(name, {c.get("name"): self.item(c, f"{name} {c.get('name')}") for c in components})
        else:
            ref = next((t.text.strip() for t in children(element, "typeRef") if t.text), None)
            type = self.type(ref)
            allowed = self.allowed_of(element)
            if self.enums and type == "text" and allowed and all(t[0] == "str" for t in allowed):
                type = self.pack.enum(name, [t[1] for t in allowed])
        return ("list", type) if element.get("isCollection") == "true" else type

    def allowed_of(self, element):
        text = child_text(element, "allowedValues")
        try:
            tests = feel.read_tests(text) if text else None
        except feel.Unreadable:
            return None
        return tests if isinstance(tests, list) else None

    def allowed(self, ref):
        return self.allowed_of(self.definitions[ref]) if ref in self.definitions else None

    @staticmethod
    def variable_ref(element):
        variable = children(element, "variable")
        return variable[0].get("typeRef") if variable else None

    def conform(self, definition, declared, owner):
        """Refuses what DMN converts, or makes null, to fit a declared type."""
        if declared == "any" or definition.type == "null" or "#" in repr(definition.type):
            return definition
        if definition.entries is not None:
            members = self.pack.members(declared)
            missing = set(members) - set(definition.entries)
            if members and missing or not is_kind(declared, "record"):
                raise Untranslatable(MISFIT if missing else LISTS)
            return definition
        Translator(self.scope(), owner).as_type(Value("x", definition.type, constant=""), declared)
        return definition

    # Scopes

    def scope(self):
        names = {n: (lambda n=n: self.decision(n).call()) for n in self.decisions}
        names.update({n: (lambda n=n: self.input(n)) for n in self.inputs})
        names.update(self.knowledge)
        names.update(self.services)
        return Scope(self.pack, names)

    def input(self, name):
        own, type = self.input_types[name]
        return Value(own, type, free={own: type})

    def is_untyped(self, name):
        variable = children(self.inputs[name], "variable")
        return self.type(variable[0].get("typeRef") if variable else None) == "any"

    def set_inputs(self, kinds):
        """The types of inputs; those that say none have the type of the values that the tests give."""
        taken = set()
        for name, element in self.inputs.items():
            variable = children(element, "variable")
            type = self.type(variable[0].get("typeRef") if variable else None)
            own = name_of(name, taken)
            taken.add(own)
            self.input_types[name] = (own, kinds.get(name, "text") if type == "any" else type)
        self.pack.taken |= taken

    # Decisions

    def decision(self, name):
        if name in self.refused:
            raise Untranslatable(*self.refused[name])
        if name not in self.done:
            if name in self.doing:
                raise Untranslatable(UNREAD, "a decision that needs itself")
            self.doing.add(name)
            mark = len(self.pack.declarations)
            try:
                self.done[name] = self.decide(name)
            except Untranslatable as reason:
                self.done[name] = reason
            except feel.Unreadable as reason:
                self.done[name] = Untranslatable(UNREAD, str(reason))
            finally:
                self.doing.discard(name)
            if isinstance(self.done[name], Untranslatable):
                kept = [d for d in self.pack.declarations[mark:] if d[0] != name]
                self.pack.declarations[mark:] = kept
        found = self.done[name]
        if isinstance(found, Untranslatable):
            raise found
        return found

    def decide(self, name):
        element = self.decisions[name]
        logic = children(element, *LOGIC)
        if not logic:
            raise Untranslatable("a decision without logic")
        ref = self.variable_ref(element)
        definition = self.logic(name, name, logic[0], Translator(self.scope(), name), ref)
        return self.conform(definition, self.type(ref), name)

    def logic(self, owner, words, element, translator, ref=None):
        """The definition for one boxed expression; `ref` is the declared type of its value."""
        kind = local(element)
        if kind == "decisionTable":
            return TableWriter(self, owner, words, element, translator, ref).write()
        if kind == "context":
            return self.context(owner, words, element, translator)
        definition = self.pack.define(owner, words, translator.value(self.node(element, owner, words, translator)))
        return self.conform(definition, self.type(element.get("typeRef")), owner)

    def context(self, owner, words, element, translator):
        entries = {}
        for entry in children(element, "contextEntry"):
            variable = children(entry, "variable")
            logic = children(entry, *LOGIC)
            if not logic:
                raise Untranslatable(UNREAD, "an entry without logic")
            name = variable[0].get("name") if variable else None
            if local(logic[0]) == "functionDefinition":
                entries[name] = Knowledge(self, logic[0], translator, f"{words} {name}", owner)
                translator = translator.inner({name: entries[name]})
                if name is None:
                    raise Untranslatable("functions as values")
                continue
            ref = variable[0].get("typeRef") if variable else None
            definition = self.logic(owner, f"{words} {name}" if name else words, logic[0], translator, ref)
            if not variable:
                return definition
            entries[name] = definition
            translator = translator.inner({name: definition.call()})
        return Definition(None, None, ("context", {}), entries)

    def node(self, element, owner, words, translator):
        """A boxed expression as the reader would give it."""
        kind = local(element)
        names = self.names(translator.scope)

        def part(name):
            found = children(element, name)
            return self.node(children(found[0], *LOGIC)[0], owner, words, translator) if found else ("null",)

        if kind == "literalExpression":
            if child_text(element, "importedValues"):
                raise Untranslatable(UNREAD, "imported values")
            text = own_text(element)
            return feel.read(text, names) if text else ("null",)
        if kind == "conditional":
            return ("if", part("if"), part("then"), part("else"))
        if kind in ("for", "some", "every"):
            variable = element.get("iteratorVariable")
            inner = translator.inner({variable: Value("x", "any")})
            body = children(children(element, "return" if kind == "for" else "satisfies")[0], *LOGIC)[0]
            return (kind, [(variable, part("in"))], self.node(body, owner, words, inner))
        if kind == "filter":
            inner = translator.inner({"item": Value("x", "any")})
            match = children(children(element, "match")[0], *LOGIC)[0]
            return ("filter", part("in"), self.node(match, owner, words, inner))
        if kind == "list":
            return ("list", [self.node(e, owner, words, translator) for e in children(element, *LOGIC)])
        if kind == "relation":
            columns = [c.get("name") for c in children(element, "column")]
            rows = [[self.node(e, owner, words, translator) for e in children(row, *LOGIC)] for row in children(element, "row")]
            return ("list", [("context", list(zip(columns, row))) for row in rows])
        if kind == "invocation":
            target = feel.read(own_text(children(element, "literalExpression")[0]), names)
            arguments = []
            for binding in children(element, "binding"):
                logic = children(binding, *LOGIC)
                body = ("boxed", owner, words, logic[0]) if logic else ("null",)
                arguments.append((children(binding, "parameter")[0].get("name"), body))
            return ("call", target, arguments)
        if kind == "functionDefinition":
            return ("function", [], ("null",))
        return ("boxed", owner, words, element)

    def boxed(self, node, translator):
        _, owner, words, element = node
        if local(element) in ("decisionTable", "context"):
            return self.logic(owner, words, element, translator).call()
        return translator.value(self.node(element, owner, words, translator))


class Service:
    def call(self, caller, arguments):
        raise Untranslatable("decision services")


class Knowledge:
    """A business knowledge model, or a boxed function: a function for each list of types that it is called with."""

    def __init__(self, model, element, translator=None, words=None, owner=None):
        self.model = model
        self.translator = translator
        self.owner = owner or "knowledge " + (element.get("name") or "")
        self.words = words or element.get("name")
        found = [element] if local(element) == "functionDefinition" else children(element, "encapsulatedLogic")
        self.element = found[0] if found else None
        self.ref = model.variable_ref(element) or (self.element.get("typeRef") if found else None)
        self.made = {}

    def call(self, caller, arguments):
        if self.element is None:
            raise Untranslatable("a decision without logic")
        if self.owner in self.model.refused:
            raise Untranslatable(*self.model.refused[self.owner])
        if (self.element.get("kind") or "FEEL") != "FEEL":
            raise Untranslatable(JAVA)
        params = [(p.get("name"), self.model.type(p.get("typeRef"))) for p in children(self.element, "formalParameter")]
        names = [p for p, _ in params]
        if len(arguments) > len(params) or any(n is not None and n not in names for n, _ in arguments):
            raise Untranslatable(ILL_TYPED)
        given = {}
        for place, (name, node) in enumerate(arguments):
            given[name or names[place]] = caller.value(node)
        values, own = {}, {}
        for name, type in params:
            value = given.get(name, Value("missing", "null"))
            if type != "any" and not is_kind(value.type, "context"):
                value = caller.as_type(value, type)
            elif value.type == "null":
                value = caller.null("text")
            given[name] = value
            if not is_kind(value.type, "context"):
                own[name] = name_of(name, set(own.values()))
        if any(is_kind(v.type, "context") for v in given.values()):
            return self.instance({n: given[n] for n in names}).call()
        key = repr([(n, given[n].type if dict(params)[n] == "any" else dict(params)[n]) for n in names])
        if key not in self.made:
            types = {n: given[n].type if dict(params)[n] == "any" else dict(params)[n] for n in names}
            self.made[key] = None
            try:
                self.made[key] = self.instance({n: Value(own[n], types[n], free={own[n]: types[n]}) for n in names})
            finally:
                if self.made[key] is None:
                    del self.made[key]
        if self.made[key] is None:
            raise Untranslatable("a function that calls itself")
        return self.made[key].call({own[n]: given[n] for n in names})

    def instance(self, names):
        if self.translator is not None:
            scope = Scope(self.model.pack, names, self.translator.scope)
        else:
            scope = Scope(self.model.pack, {**self.model.knowledge, **self.model.services, **names})
        logic = children(self.element, *LOGIC)
        if not logic:
            raise Untranslatable("a decision without logic")
        definition = self.model.logic(self.owner, self.words, logic[0], Translator(scope, self.owner), self.ref)
        return self.model.conform(definition, self.model.type(self.ref), self.owner)
