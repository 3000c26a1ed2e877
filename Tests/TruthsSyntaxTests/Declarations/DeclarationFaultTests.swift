import Testing
import TruthsDiagnostics
import TruthsSyntax

/// Everything that can be wrong with the parts of a declaration.
@Suite struct DeclarationFaultTests {
  static let faults: [Expectation] = [
    .init("T0027", "the table lacks `rows`", "«table a»:\n  inputs: {b: decimal}\n  output: text\n"),
    .init("T0028", "`rows` wants a list of rows, not a text", "table a:\n  inputs: {b: decimal}\n  output: text\n  rows: «5»\n"),
    .init(
      "T0029", "`hit` does not allow the value `all`",
      "table a:\n  inputs: {b: decimal}\n  output: text\n  hit: «all»\n  rows: [otherwise → missing]\n"),
    .init(
      "T0051", "expected `→` and the row's value, and the text ends here",
      "table a:\n  inputs: {b: decimal}\n  output: text\n  rows:\n    - b > 1«»\n"),
    .init(
      "T0051", "expected the end of the row, found `→`",
      "table a:\n  inputs: {b: decimal}\n  output: text\n  rows:\n    - b > 1 → b «→» b\n"),
    .init("T0027", "the lifecycle lacks `key`", "«lifecycle a»:\n  initial: b\n  transitions: [b → c]\n"),
    .init("T0027", "the lifecycle lacks `initial`", "«lifecycle a»:\n  key: [d]\n  transitions: [b → c]\n"),
    .init(
      "T0051", "expected `→` and the next state, and the text ends here",
      "lifecycle a:\n  key: [d]\n  initial: b\n  transitions: [b«»]\n"),
    .init("T0051", "expected a state's name, found `5`", "truth a:\n  when: [intent: b]\n  moves:\n    - c: d → «5»\n"),
    .init(
      "T0050", "the reason is empty, so it explains nothing",
      "truth a:\n  when: [intent: b]\n  moves:\n    - c: d → e else «\"\"»\n"),
    .init(
      "T0051", "expected a text in double quotes, found `5`", "truth a:\n  when: [intent: b]\n  moves:\n    - c: d → e else «5»\n"
    ),
    .init(
      "T0051", "expected `→` and the next state, found `else`",
      "truth a:\n  when: [intent: b]\n  moves:\n    - c: d «else» \"e\"\n"),
    .init(
      "T0051", "expected `→` or the end of the move, found `else`",
      "lifecycle a:\n  key: [d]\n  initial: b\n  transitions:\n    - b → c «else» \"d\"\n"),
    .init(
      "T0028", "`moves` wants moves such as `invoice: draft → sent`, not a text",
      "truth a:\n  when: [intent: b]\n  moves:\n    - «c → d»\n"),
    .init("T0023", "the fact type `completed` has only one part", "truth a:\n  when:\n    - fact: «completed»\n"),
    .init("T0051", "expected a name for the fact, and the text ends here", "truth a:\n  when:\n    - fact: b.c as«»\n"),
    .init("T0051", "expected `as` or the end of the entry, found `is`", "truth a:\n  when:\n    - fact: b.c «is» d\n"),
    .init("T0023", "`Size` cannot be a name", "enum «Size»: [a]\n"),
    .init("T0023", "`a-b` cannot be a name", "record «a-b»:\n  fields: {c: text}\n"),
    .init("T0023", "`money.size` cannot be a name", "enum «money.size»: [a]\n"),
    .init("T0023", "the fact type `closed` has only one part", "fact «closed»:\n  fields: {c: text}\n"),
    .init("T0023", "`a..b` cannot be a name", "fact «a..b»:\n  fields: {c: text}\n"),
    .init("T0023", "`A.b` cannot be a name", "fact «A.b»:\n  fields: {c: text}\n"),
    .init("T0023", "`Up` cannot be a name", "record a:\n  fields:\n    «Up»: text\n"),
    .init("T0023", "`3-way` cannot be a name", "enum a: [b, «3-way»]\n"),
    .init("T0023", "the fact type `a` has only one part", "truth t:\n  when:\n    - intent: i\n  produces:\n    - fact.«a»\n"),
    .init("T0024", "`proposal` is a word of the language and cannot be a name", "record «proposal»:\n  fields: {c: text}\n"),
    .init("T0024", "`now` is a word of the language and cannot be a name", "intent a:\n  fields:\n    «now»: text\n"),
    .init("T0024", "`entry` is a word of the language and cannot be a name", "fact «entry».made:\n  fields: {c: text}\n"),
    .init("T0024", "`every` is a word of the language and cannot be a name", "policy «every»:\n  type: text\n"),
    .init("T0024", "`empty` is a word of the language and cannot be a name", "enum a: [full, «empty»]\n"),
    .init(
      "T0024", "`any` is a word of the language and cannot be a name",
      "truth t:\n  when:\n    - intent: i\n  let:\n    «any»: 5\n"),
    .init(
      "T0026", "a record has no `feilds`", "record a:\n  «feilds»: x\n  fields: {b: text}\n",
      mended: "record a:\n  fields: x\n  fields: {b: text}\n"),
    .init("T0026", "a pack has no `wibble`", "pack a:\n  «wibble»: x\n"),
    .init(
      "T0026", "a condition has no `intnet`", "truth t:\n  when:\n    - «intnet»: i\n",
      mended: "truth t:\n  when:\n    - intent: i\n"),
    .init("T0026", "a truth has no `require`", "truth t:\n  when:\n    - intent: i\n  «require»: []\n"),
    .init("T0027", "the record lacks `fields`", "«record a»:\n  summary: b\n"),
    .init(
      "T0028", "`external` wants `true`, or who brings them, not a list",
      "fact a.b:\n  external: «[system]»\n  fields: {c: text}\n"),
    .init("T0029", "`external` does not allow the value `system`", "fact a.b:\n  external: «system»\n  fields: {c: text}\n"),
    .init("T0029", "`external` does not allow the value `yes`", "fact a.b:\n  external: «yes»\n  fields: {c: text}\n"),
    .init("T0027", "`external` lacks `by`", "fact a.b:\n  «external»: {}\n  fields: {c: text}\n"),
    .init(
      "T0026", "`external` has no `from`", "fact a.b:\n  external:\n    «from»: [system]\n  fields: {c: text}\n"),
    .init(
      "T0028", "`by` wants a type or a role, not an empty list",
      "fact a.b:\n  external:\n    «by»: []\n  fields: {c: text}\n"),
    .init(
      "T0028", "`by` wants a list of types of actors and roles, not a text",
      "fact a.b:\n  external: {by: «system»}\n  fields: {c: text}\n"),
    .init(
      "T0029", "`by` does not allow the value `agent`", "fact a.b:\n  external: {by: [system, «agent»]}\n  fields: {c: text}\n"),
    .init(
      "T0028", "`consent_by` wants a role, such as `manager`, not a list",
      "intent a:\n  consent_by: «[b]»\n  fields: {c: text}\n"),
    .init("T0028", "`required` wants a list of fields, not a text", "intent a:\n  required: «b»\n  fields: {b: text}\n"),
    .init("T0028", "`let` wants a mapping of names and values, not a list", "intent a:\n  fields: {b: text}\n  let: «[c]»\n"),
    .init("T0027", "`authzen` lacks `action`", "intent a:\n  «authzen»: {resource: b}\n"),
    .init("T0027", "`authzen` lacks `resource`", "intent a:\n  «authzen»: {action: b}\n"),
    .init("T0026", "`authzen` has no `subject`", "intent a:\n  authzen: {action: b, resource: c, «subject»: d.e}\n"),
    .init("T0028", "`authzen` wants an action and a type of resources, not a text", "intent a:\n  authzen: «read»\n"),
    .init("T0028", "`id` wants a field, not a list", "intent a:\n  authzen: {action: b, resource: c, id: «[d]»}\n"),
    .init("T0027", "the policy lacks `type`", "«policy a»:\n  default: 5\n"),
    .init("T0027", "the truth lacks `when`", "«truth a»:\n  requires:\n    - b\n"),
    .init("T0027", "the invariant lacks `rule`", "«invariant a»:\n  applies_to: all\n"),
    .init("T0027", "the invariant lacks `applies_to`", "«invariant a»:\n  rule: b\n"),
    .init("T0027", "the blueprint lacks `steps`", "«blueprint a»:\n  outcome: b\n"),
    .init("T0027", "the enum lacks `ordered`", "«enum a»:\n  summary: b\n"),
    .init("T0028", "`enum a` wants a list of values, not a text", "enum a: «b»\n"),
    .init("T0028", "`record a` wants a mapping of its parts, not nothing", "«record a»:\n"),
    .init("T0028", "`truth a` wants a mapping of its parts, not a list", "truth a:\n  «- b»\n  - c\n"),
    .init("T0028", "`fields` wants a mapping of names and types, not a list", "record a:\n  fields: «[b]»\n"),
    .init("T0028", "`b` wants a type, not a mapping", "record a:\n  fields:\n    b: «{kind: text}»\n"),
    .init("T0029", "`sensitive` does not allow the value `yes`", "record a:\n  fields:\n    b: {type: text, sensitive: «yes»}\n"),
    .init(
      "T0028", "`sensitive` wants `true` or `false`, not a list",
      "record a:\n  fields:\n    b: {type: text, sensitive: «[]»}\n"),
    .init("T0027", "`b` lacks `type`", "record a:\n  fields:\n    «b»: {sensitive: true}\n"),
    .init(
      "T0026", "a field has no `sensitiv`", "record a:\n  fields:\n    b: {type: text, «sensitiv»: true}\n",
      mended: "record a:\n  fields:\n    b: {type: text, sensitive: true}\n"),
    .init("T0028", "`type` wants a type, not a list", "record a:\n  fields:\n    b: {type: «[text]», sensitive: true}\n"),
    .init("T0051", "expected a type, found `5`", "record a:\n  fields:\n    b: {type: «5», sensitive: true}\n"),
    .init(
      "T0028", "`b` wants a type, not a mapping",
      "table a:\n  inputs:\n    b: «{type: text, sensitive: true}»\n  output: text\n  rows:\n    - any → \"x\"\n"),
    .init("T0028", "`b` wants a type, not nothing", "record a:\n  fields:\n    «b»:\n"),
    .init("T0028", "`key` wants a list of fields, not a text", "fact a.b:\n  key: «c»\n  fields: {c: text}\n"),
    .init("T0028", "`requires` wants a list of clauses, not a text", "truth t:\n  when:\n    - intent: i\n  requires: «a > 5»\n"),
    .init("T0028", "`requires` wants a list of clauses, not nothing", "truth t:\n  when:\n    - intent: i\n  «requires»:\n"),
    .init("T0028", "`when` wants `intent:`, `fact:`, `pack:` or `if:`, not a text", "truth t:\n  when:\n    - «b»\n"),
    .init("T0028", "`when` wants a list of conditions, not a mapping", "truth t:\n  when:\n    «intent: i»\n"),
    .init(
      "T0028", "`let` wants a mapping of names and values, not a list",
      "truth t:\n  when:\n    - intent: i\n  let:\n    «- a: 5»\n"),
    .init("T0028", "`summary` wants a text, not a list", "pack a:\n  summary: «[b]»\n"),
    .init(
      "T0028", "`produces` wants one fact or trace an entry, not a mapping",
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - «{fact.a.b: {}, fact.c.d: {}}»\n"),
    .init(
      "T0028", "`fact.a.b` wants a mapping of fields and values, not nothing",
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - «fact.a.b»:\n"),
    .init("T0028", "`guardrails` wants `must_not:` entries, not a text", "jtbd a:\n  guardrails:\n    - «b»\n"),
    .init("T0027", "the guardrail lacks `must_not`", "jtbd a:\n  guardrails:\n    - «enforced_by»: b\n"),
    .init("T0051", "expected `→` or the end of the artifact, found `sent`", "jtbd a:\n  artifacts:\n    - draft «sent»\n"),
    .init("T0029", "`external` does not allow the value `yes`", "fact a.b:\n  external: «yes»\n  fields: {c: text}\n"),
    .init(
      "T0029", "`consent` does not allow the value `explict`", "intent a:\n  consent: «explict»\n",
      mended: "intent a:\n  consent: explicit\n"),
    .init("T0051", "expected a type, found `5`", "policy a:\n  type: «5»\n"),
    .init("T0051", "expected `of` and the elements' type, found `text`", "policy a:\n  type: list «text»\n"),
    .init("T0051", "expected a unit's name, and the text ends here", "policy a:\n  type: decimal in«»\n"),
    .init("T0051", "expected `=` or the end of the type, found `or`", "record a:\n  fields:\n    b: text «or» json\n"),
    .init("T0051", "expected the end of the type, found `=`", "policy a:\n  type: text «=» 5\n"),
    .init("T0051", "expected a value, and the text ends here", "record a:\n  fields:\n    b: text =«»\n"),
    .init(
      "T0051", "expected `fact.…`, `correction.…` or `trace.…`, found `a.b`",
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - «a.b» where c\n",
      mended: "truth t:\n  when:\n    - intent: i\n  produces:\n    - fact.a.b where c\n"),
    .init(
      "T0051", "expected the end of the entry, found `for`",
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - fact.a.b where c «for» d in e\n"),
    .init(
      "T0061", "`reject` is not allowed in `requires`",
      "truth t:\n  when:\n    - intent: i\n  requires:\n    - a → «reject»(\"b\")\n"),
    .init(
      "T0061", "`requires_approval` is not allowed in `requires`",
      "truth t:\n  when:\n    - intent: i\n  requires:\n    - a else «requires_approval»\n"),
  ]

  @Test(arguments: faults) func isReportedOnceAtItsPlace(_ fault: Expectation) {
    let isJob = fault.marked.hasPrefix("jtbd")
    let reading = Reading(MarkedText(fault.marked).text, path: isJob ? "demo/demo.jtbd" : "demo/demo.truths")
    fault.check(reading.diagnostics, reading.file)
  }
}
