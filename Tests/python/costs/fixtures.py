"""Shapes of fixtures: many cases, and cases with many of something."""

from project import Project
from shape import DATA, Shape

NESTED = {"lists": ("[", "1", "]"), "objects": ('{"a":', "1", "}"), "lists without an end": ("[", "1", "")}

#: What each of many cases says beside the usual; `#` is its number.
CASES = {
    "that pass": {},
    "that fail": {"expected": {"decision": "halted"}},
    "of one id": {"id": "demo.same"},
    "with unknown members": {"expectedd": 1},
    "of unknown intents": {"proposal": {"action": "actt#"}},
    "of unknown facts": {"expected": {"facts": [{"type": "item.knwon#"}]}},
    "of unknown truths": {"expected": {"truth_id": "demo.actingg#"}},
}

#: What one case has many of.
PARTS = {
    "tags of a case": ("tags", "t#"),
    "facts of a context": ("context.facts", {"type": "item.known", "k": "k#", "g": "a", "n": 1}),
    "facts of a context that are at fault": ("context.facts", {"type": "item.known", "kk": "k#"}),
    "expected facts": ("expected.facts", {"type": "act.done", "s": "s#"}),
    "expected facts that are alike": ("expected.facts", {"type": "act.done"}),
    "traces that are not expected": ("expected.no_traces", {"truth_id": "demo.acting", "reason": "r#"}),
    "expected violations": ("expected.violations", {"clause": "requires[#]"}),
    "names that it waits for": ("expected.waiting_for", "approval from @r#"),
}

CONNECT = {"connect": {"as": "ann", "actor": {"type": "user", "user_id": "ann"}}}
EXPECT = {"as": "ann", "expect": {"run_status": "converged"}}
PROPOSE = {"as": "ann", "propose": {**Project().proposal, "proposal_id": "p#"}}

#: Steps of a scenario.
STEPS = {
    "proposals": PROPOSE,
    "seconds": {"advance": {"seconds": 1}},
    "unknown steps": {"advancee": {"seconds": 1}},
    "looks": EXPECT,
    "connections that break": {"as": "ann", "disconnect": {}},
    "facts that arrive": {"as": "ann", "inject_fact": {"type": "item.known", "k": "k#", "g": "a", "n": 1}},
    "replays": {"as": "ann", "replay": {}},
}


def numbered(value, place):
    """A value in which `#` is a number."""
    if isinstance(value, str):
        return value.replace("#", str(place))
    if isinstance(value, list):
        return [numbered(element, place) for element in value]
    if isinstance(value, dict):
        return {name: numbered(element, place) for name, element in value.items()}
    return value


def case(project, identifier):
    return {
        "id": identifier,
        "context": {"facts": list(project.context)},
        "proposal": project.proposal,
        "expected": {"decision": "accepted"},
    }


def cases(more):
    def make(count):
        project = Project()
        project.fixtures = [{**case(project, f"demo.c{place}"), **numbered(more, place)} for place in range(count)]
        return project

    return make


def parts(path, part):
    def make(count):
        project = Project()
        project.fixtures = [case(project, "demo.first")]
        *names, last = path.split(".")
        holder = project.fixtures[0]
        for name in names:
            holder = holder[name]
        holder[last] = [numbered(part, place) for place in range(count)]
        return project

    return make


def policies(count):
    project = Project()
    project.fixtures = [{**case(project, "demo.first"), "policies": {f"p{place}": 1 for place in range(count)}}]
    return project


def scenario(step):
    def make(count):
        project = Project()
        steps = [CONNECT, numbered(PROPOSE, "first")] + [numbered(step, place) for place in range(count)] + [EXPECT]
        project.fixtures = [{"id": "demo.first", "scenario": steps}]
        return project

    return make


def nested(opening, core, closing):
    return lambda count: {**Project().written(), "Fixtures/demo/demo.json": opening * count + core + closing * count}


def shapes():
    for name, ends in NESTED.items():
        yield Shape(f"fixtures of nested {name}", nested(*ends), "fixtures", limit=DATA, is_deep=True)
    for name, more in CASES.items():
        yield Shape(f"many cases {name}", cases(more), "fixtures")
    for name, (path, part) in PARTS.items():
        yield Shape(f"many {name}", parts(path, part), "fixtures")
    yield Shape("many policies of a case", policies, "fixtures")
    for name, step in STEPS.items():
        yield Shape(f"a scenario of many {name}", scenario(step), "fixtures", most=2_000)
