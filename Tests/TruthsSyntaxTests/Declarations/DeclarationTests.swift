import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Every kind of declaration with every part it may have (declarations §2).
@Suite struct DeclarationTests {
  private func body(_ text: String, path: String = "demo/demo.truths") -> Declaration.Body? {
    let reading = Reading(text, path: path)
    #expect(reading.findings == [])
    return reading.unit.declarations.first?.body
  }

  @Test func packs() {
    let text = "pack money:\n  version: 1.0.0\n  summary: Invoices, payments\n  uses: [trust, customers]\n"
    guard case .pack(let pack)? = body(text) else {
      Issue.record("no pack")
      return
    }
    #expect(pack.version?.text == "1.0.0")
    #expect(pack.uses.map(\.text) == ["trust", "customers"])
    #expect(Reading(text).unit.declarations.first?.summary?.text == "Invoices, payments")
    guard case .pack(let bare)? = body("pack money:\n") else {
      Issue.record("no pack")
      return
    }
    #expect(bare.uses.isEmpty && bare.version == nil)
  }

  @Test func enums() {
    guard case .enumeration(let list)? = body("enum a: [direct, \"3-way\", 'no', X]\n".replacing("X", "b2")) else {
      Issue.record("no enum")
      return
    }
    #expect(list.values.map(\.text) == ["direct", "3-way", "no", "b2"])
    #expect(!list.isOrdered)
    guard case .enumeration(let block)? = body("enum a:\n- b\n- c\n") else {
      Issue.record("no enum")
      return
    }
    #expect(block.values.map(\.text) == ["b", "c"])
    guard case .enumeration(let ordered)? = body("enum a:\n  ordered: [b, c]\n  summary: why\n") else {
      Issue.record("no enum")
      return
    }
    #expect(ordered.isOrdered)
    guard case .enumeration(let values)? = body("enum a:\n  values: [b, c]\n  summary: why\n") else {
      Issue.record("no enum")
      return
    }
    #expect(!values.isOrdered && values.values.count == 2)
  }

  @Test(arguments: [
    "text", "integer?", "decimal in eur", "decimal in eur?", "list of text", "list of decimal in eur?",
    "list of list of line_item",
    "money.invoice_state", "json", "boolean = false", "text = \"a\"", "list of text = []", "decimal in eur? = -5",
    "duration = \"P1D\"",
  ])
  func typesAreWrittenBack(_ type: String) {
    guard case .record(let record)? = body("record a:\n  fields:\n    b: \(type)\n    c: '\(type)'\n") else {
      Issue.record("no record")
      return
    }
    #expect(record.fields.map { formatted($0) } == [type, type])
  }

  @Test func theQuestionMarkBelongsToTheWholeType() {
    guard case .record(let record)? = body("record a:\n  fields:\n    b: list of decimal in eur?\n") else { return }
    let type = record.fields[0].type
    guard type.isOptional, case .list(let element) = type.kind, case .named(let name, let unit) = element.kind else {
      Issue.record("\(type)")
      return
    }
    #expect(!element.isOptional && name.text == "decimal" && unit?.text == "eur")
  }

  @Test func facts() {
    let text = """
      fact period.closed:
        key: [period_id]
        external: true
        immutable: true
        derived: false
        fields:
          period_id: text
          closed_at: timestamp?

      """
    guard case .fact(let fact)? = body(text) else {
      Issue.record("no fact")
      return
    }
    #expect(fact.key.map(\.text) == ["period_id"])
    #expect(fact.isExternal && fact.isImmutable && !fact.isDerived)
    #expect(fact.fields.map(\.name.text) == ["period_id", "closed_at"])
    #expect(Reading(text).unit.declarations[0].name.text == "period.closed")
  }

  @Test(arguments: ["external: {by: [system, bookkeeper]}", "external:\n    by:\n      - system\n      - bookkeeper"])
  func factsNameWhoBringsThemIn(_ external: String) {
    guard case .fact(let fact)? = body("fact a.b:\n  \(external)\n  fields: {c: text}\n") else {
      Issue.record("no fact")
      return
    }
    #expect(fact.isExternal && fact.external?.by.map(\.text) == ["system", "bookkeeper"])
  }

  @Test(arguments: [
    ("text", "text", false), ("{type: text}", "text", false), ("{type: text, sensitive: false}", "text", false),
    ("{type: text?, sensitive: true}", "text?", true), ("{sensitive: true, type: list of text}", "list of text", true),
    ("\n      type: text named \"Card\" = \"none\"\n      sensitive: true", "text named \"Card\" = \"none\"", true),
  ])
  func fieldsHaveALongForm(_ written: String, _ type: String, _ isSensitive: Bool) {
    for kind in ["fact a.b", "intent a", "record a"] {
      let fields: [FieldDeclaration] =
        switch body("\(kind):\n  fields:\n    card: \(written)\n    other: text\n") {
        case .fact(let fact): fact.fields
        case .intent(let intent): intent.fields
        case .record(let record): record.fields
        default: []
        }
      #expect(fields.map(\.name.text) == ["card", "other"])
      #expect(fields.map { formatted($0) } == [type, "text"])
      #expect(fields.map(\.isSensitive) == [isSensitive, false])
    }
  }

  @Test(arguments: [
    ("decimal in eur min 0 max 10", "decimal in eur min 0 max 10"), ("integer? max -5", "integer? max -5"),
    ("'integer min - 5'", "integer min -5"), ("{type: integer min 1, sensitive: true}", "integer min 1"),
    ("decimal min 0.5 named \"A\" = 1", "decimal min 0.5 named \"A\" = 1"),
  ])
  func fieldsHaveRanges(_ written: String, _ type: String) {
    guard case .intent(let intent)? = body("intent a:\n  fields:\n    b: \(written)\n") else {
      Issue.record("no intent")
      return
    }
    #expect(intent.fields.map { formatted($0) } == [type])
  }

  @Test func namesInJSON() {
    guard case .intent(let intent)? = body("intent a:\n  named: a.b\n  fields: {b: text}\n"),
      case .enumeration(let type)? = body("enum a:\n  ordered: [b, c]\n  named: {b: \"b.c\", c: \"1\"}\n"),
      case .lifecycle(let lifecycle)? = body(
        "lifecycle a:\n  key: [b]\n  initial: c\n  transitions: [c → d]\n  named:\n    c: \"c.d\"\n")
    else {
      Issue.record("no declaration")
      return
    }
    #expect(intent.jsonName?.text == "a.b")
    #expect(type.jsonNames.map { [$0.value.text, $0.jsonName.text] } == [["b", "b.c"], ["c", "1"]])
    #expect(lifecycle.jsonNames.map { [$0.value.text, $0.jsonName.text] } == [["c", "c.d"]])
  }

  @Test func intentsNameWhoConsents() {
    guard case .intent(let intent)? = body("intent a:\n  consent: explicit\n  consent_by: finance\n  fields: {b: text}\n") else {
      Issue.record("no intent")
      return
    }
    #expect(intent.consent?.level == .explicit && intent.consentBy?.text == "finance")
  }

  @Test(arguments: ["required: [b, c]", "required:\n    - b\n    - c"])
  func intentsNameWhatProposalsBring(_ required: String) {
    guard case .intent(let intent)? = body("intent a:\n  \(required)\n  fields: {b: text, c: text}\n") else {
      Issue.record("no intent")
      return
    }
    #expect(intent.required.map(\.text) == ["b", "c"])
  }

  @Test func intentsHaveLets() {
    guard case .intent(let intent)? = body("intent a:\n  fields: {b: integer}\n  let:\n    c: b + 1\n    d: '\"{c}\"'\n") else {
      Issue.record("no intent")
      return
    }
    #expect(intent.lets.map { "\($0.name.text): \(formatted($0.value))" } == ["c: b + 1", "d: \"{c}\""])
    guard case .intent(let bare)? = body("intent a:\n  fields: {b: integer}\n") else { return }
    #expect(bare.lets == [])
  }

  @Test func intentsNameRequestsOfAuthZEN() {
    let mapping = "{action: can_read, resource: /todos, id: b, subjects: staff.known, resources: paper.filed}"
    guard case .intent(let intent)? = body("intent a:\n  authzen: \(mapping)\n  fields: {b: text}\n") else {
      Issue.record("no intent")
      return
    }
    #expect(intent.access?.action.text == "can_read" && intent.access?.resource.text == "/todos")
    #expect(intent.access?.id?.text == "b")
    #expect(intent.access?.subjects?.text == "staff.known" && intent.access?.resources?.text == "paper.filed")
    guard case .intent(let other)? = body("intent a:\n  authzen:\n    action: GET\n    resource: route\n") else {
      Issue.record("no intent")
      return
    }
    #expect(other.access?.resource.text == "route" && other.access?.id == nil)
  }

  @Test func intents() {
    guard case .intent(let intent)? = body("intent a:\n  consent: break_glass\n  fields: {b: text, c: boolean = false}\n") else {
      Issue.record("no intent")
      return
    }
    #expect(intent.consent?.level == .breakGlass)
    #expect(intent.fields.map { formatted($0) } == ["text", "boolean = false"])
  }

  @Test(arguments: [
    ("1000", "1000"), ("\"a {b} \\n\"", "\"a {b} \\n\""), ("[a, \"b\", [1]]", "[a, \"b\", [1]]"),
    ("2027-01-31", "\"2027-01-31\""),
    ("2027-01-31T10:00:00Z", "\"2027-01-31T10:00:00Z\""), ("P30D", "\"P30D\""), ("-PT1H30M", "\"-PT1H30M\""),
    ("P1Y", "\"P1Y\""), ("-P1Y6M", "\"-P1Y6M\""), ("P6M", "\"P6M\""), ("Y1", "Y1"), ("PY", "PY"),
    ("'a + 1'", "a + 1"),
    (">-\n    a +\n    1", "a + 1"), ("\"it's {{x}}\"", "\"it's {{x}}\""), ("\"a\\\\b \\\"c\\\"\"", "\"a\\\\b \\\"c\\\"\""),
  ])
  func valuePlaces(_ written: String, _ canonical: String) {
    guard case .policy(let policy)? = body("policy a:\n  type: text\n  default: \(written)\n") else {
      Issue.record("no policy")
      return
    }
    #expect(policy.initial.map { formatted($0) } == canonical)
  }

  @Test func invariants() {
    guard
      case .invariant(let all)? = body(
        "invariant a:\n  applies_to: all\n  rule: b → reject(\"c\")\n  enforces: [d.1]\n  id: e.f\n")
    else {
      Issue.record("no invariant")
      return
    }
    #expect(all.appliesTo == .all && all.id?.text == "e.f" && all.enforces.map(\.text) == ["d.1"])
    guard case .invariant(let some)? = body("invariant a:\n  applies_to: [b, c]\n  rule: d\n"),
      case .intents(let names) = some.appliesTo
    else {
      Issue.record("no invariant")
      return
    }
    #expect(names.map(\.text) == ["b", "c"])
    guard case .invariant(let state)? = body("invariant a:\n  applies_to: state\n  rule: d\n") else { return }
    #expect(state.appliesTo == .state)
  }

  @Test func truths() {
    guard case .truth(let truth)? = body(Kitchen.truth) else {
      Issue.record("no truth")
      return
    }
    #expect(truth.id?.text == "money.invoice.making")
    #expect(truth.when.count == 3)
    #expect(
      truth.lets.map { "\($0.name.text) \(formatted($0.value))" } == [
        "total sum(item.quantity for item in line_items)", "label \"Invoice {invoice_id}\"",
      ])
    #expect(
      truth.invariants.map { "\($0.id?.text ?? "") \(formatted($0.clause))" } == [
        "money.invoice.unique invoice.created → reject(\"exists\")"
      ])
    #expect(
      truth.produces.map { formatted($0) } == [
        "fact.invoice.created", "fact.receivable.opened where not draft_only",
        "correction.line.recorded for item in line_items where item.x", "trace.invoice.creation", "trace",
      ])
    guard case .fact(let opened) = truth.produces[1].kind else {
      Issue.record("no fact")
      return
    }
    #expect(opened.fields.map { "\($0.name.text) \(formatted($0.value))" } == ["due total", "what \"text {amount}\""])
    #expect(truth.ensures.count == 1 && truth.enforces.map(\.text) == ["send_invoice.1"])
  }

  @Test func jobs() {
    let text = """
      jtbd send_invoice:
        verb: Send
        object: Invoice
        outcome: "Customer: happy"
        triggers:
          - work_completed
          - work.completed
        artifacts:
          - draft_invoice → sent_invoice -> paid_invoice
          - invoice.sent
        guardrails:
          - must_not: send without line items
            enforced_by: money.invoice.sending

      """
    guard case .job(let job)? = body(text, path: "money/money.invoice.jtbd") else {
      Issue.record("no job")
      return
    }
    #expect([job.verb?.text, job.object?.text, job.outcome?.text] == ["Send", "Invoice", "Customer: happy"])
    #expect(job.triggers.map(\.text) == ["work_completed", "work.completed"])
    #expect(job.artifacts.map { $0.map(\.text) } == [["draft_invoice", "sent_invoice", "paid_invoice"], ["invoice.sent"]])
    #expect(job.guardrails.first?.mustNot.text == "send without line items")
    #expect(job.guardrails.first?.enforcedBy?.text == "money.invoice.sending")
  }

  @Test func blueprints() {
    guard case .blueprint(let blueprint)? = body("blueprint a:\n  outcome: b\n  packs: [c]\n  steps: [d, e]\n") else {
      Issue.record("no blueprint")
      return
    }
    #expect(blueprint.steps.map(\.text) == ["d", "e"] && blueprint.packs.map(\.text) == ["c"])
  }

  @Test func placesAreExact() {
    let marked = MarkedText(
      "enum z: [y]\n\n«truth «a»»:\n  when:\n    - intent: «b»\n  requires:\n    - «id: «c.d»\n      rule: «e > 5»»\n")
    let reading = Reading(marked.text)
    guard let declaration = reading.unit.declarations.last, case .truth(let truth) = declaration.body,
      case .intents(let names)? = truth.when.first, let entry = truth.requires.first, let id = entry.id
    else {
      Issue.record("\(reading.findings)")
      return
    }
    let spans = [declaration.name.span, declaration.keySpan, names[0].span, id.span, entry.clause.span, entry.span]
    #expect(spans.map { Int($0.start)..<Int($0.end) } == marked.ranges)
    #expect(reading.file.text(declaration.span).hasSuffix("rule: e > 5"))
  }
}
