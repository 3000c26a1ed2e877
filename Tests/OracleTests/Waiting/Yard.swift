import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// A set in which runs wait and read something of every kind: look-ups, scans, aggregates, views, states, policies, moments,
/// decisions, consents, and facts that follow by themselves.
enum Yard {
  static let truths = """
    pack yard:
      version: 1.0.0

    policy limit: {type: decimal in eur, default: 100}
    policy approval_ttl: {type: duration, default: '"PT6H"'}
    role boss: {}

    fact vendor.listed:
      key: [vendor_id]
      external: true
      fields: {vendor_id: text, is_blocked: boolean, rank: integer?}

    fact group.member:
      key: [member_id]
      external: true
      fields: {member_id: text, vendor_id: text?, weight: integer}

    fact person.known:
      key: [person_id]
      external: true
      fields: {person_id: text, chief: text}

    fact invoice.booked:
      key: [invoice_id]
      fields: {invoice_id: text, vendor_id: text, amount: decimal in eur}

    fact vendor.total:
      key: [vendor_id]
      derived: true
      fields: {vendor_id: text, total: decimal in eur}

    fact notice.sent:
      key: [request]
      fields: {request: text}

    fact note.kept:
      key: [note_id]
      fields: {note_id: text}

    lifecycle dock:
      key: [dock_id]
      initial: free
      transitions: [free → taken, any → shut]
      terminal: [shut]

    intent book_invoice:
      fields: {invoice_id: text, vendor_id: text, amount: decimal in eur, due: timestamp}

    intent weigh_vendor:
      fields: {vendor_id: text, weight: integer}

    intent open_dock:
      fields: {dock_id: text}

    intent take_dock:
      fields: {dock_id: text, invoice_id: text}

    intent shut_dock:
      fields: {dock_id: text}

    intent keep_note:
      consent: explicit
      fields: {note_id: text, vendor_id: text}

    intent sum_up:
      fields: {amount: decimal in eur}

    intent look_at_clock:
      fields: {note_id: text}

    intent name_chief:
      fields: {person_id: text}

    truth booking:
      when:
        - intent: book_invoice
      let:
        is_late: now > due
      requires:
        - invoice_id exists and vendor_id exists and amount exists and due exists
      invariants:
        - amount > limit → requires_approval(boss, "large")
        - is_late → requires_approval(boss, "late")
        - vendor.listed and vendor.listed.is_blocked → reject("{vendor_id} is blocked")
        - now > due + hours(24) → reject("over")
      produces:
        - fact.invoice.booked
        - trace.yard.booking

    truth weighing:
      when:
        - intent: weigh_vendor
      requires:
        - vendor_id exists and weight exists
      invariants:
        - sum(m.weight for m in group.member where m.vendor_id == vendor_id) > weight → reject("heavy")
        - 'vendor.total and vendor.total.total > 400 → reject("{vendor.total.total} in all")'
        - weight > 3 → requires_approval(boss, "{weight}")
      produces:
        - trace.yard.weighing

    truth opening_dock:
      when:
        - intent: open_dock
      requires:
        - dock_id exists
      moves:
        - dock: start → free
      produces:
        - trace.dock.opening

    truth taking_dock:
      when:
        - intent: take_dock
      requires:
        - dock_id exists and invoice_id exists
      invariants:
        - not invoice.booked → requires_approval(boss, "no invoice {invoice_id}")
      moves:
        - dock: free → taken
      produces:
        - trace.dock.taking

    truth shutting_dock:
      when:
        - intent: shut_dock
      requires:
        - dock_id exists
      moves:
        - dock: any → shut
      produces:
        - trace.dock.shutting

    truth keeping:
      when:
        - intent: keep_note
        - if: vendor.listed
      requires:
        - note_id exists
      produces:
        - fact.note.kept
        - trace.note.keeping

    truth summing:
      when:
        - intent: sum_up
      requires:
        - amount exists
      invariants:
        - some i in invoice.booked satisfies i.amount > amount → requires_approval(boss, "less than another")
        - count(d in decision.made where d.decision == accepted) > 25 → reject("enough")
        - amount < 10 → requires_approval(boss, "little")
      produces:
        - trace.yard.summing

    truth looking:
      when:
        - intent: look_at_clock
      requires:
        - note_id exists
      invariants:
        - not note.kept → requires_approval(boss, "no note")
        - hour(now) > 20 → reject("late in the day")
      produces:
        - trace.yard.looking

    truth naming:
      when:
        - intent: name_chief
      requires:
        - person_id exists
      invariants:
        - person.known → requires_approval(boss by person.known.chief)
      ensures:
        - count(n in note.kept) < 3 → requires_approval(boss, "few notes")
      produces:
        - trace.yard.naming

    truth notifying:
      when:
        - fact: approval.requested
      produces:
        - fact.notice.sent
        - trace.yard.notifying

    truth totals:
      when:
        - fact: vendor.listed as v
      produces:
        - fact.vendor.total:
            total: sum(i.amount for i in invoice.booked where i.vendor_id == v.vendor_id)

    """

  static func procedure(_ text: String = truths) throws -> RunProcedure {
    let loaded = Loader.load([(path: "truths/yard/yard.truths", bytes: Array(text.utf8))])
    let errors = loaded.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw BadData(errors) }
    return RunProcedure(program: loaded.program)
  }

  // MARK: Histories

  /// One step, at the moment of it.
  static func step(_ chance: inout Chance, at now: Timestamp) -> WaitingStep {
    switch chance.below(100) {
    case ..<45: .propose(proposal(&chance, at: now))
    case ..<60: .arrive(fact(&chance))
    case ..<64: .setPolicy("yard.limit", .number(Decimal(chance.pick([50, 100, 150]))))
    case ..<66: .setPolicy("yard.approval_ttl", .text(chance.pick(["PT1H", "PT6H", "P3D"])))
    case ..<80: .answer(action: "grant_approval", request: chance.below(8), by: person(&chance))
    case ..<84: .answer(action: "deny_approval", request: chance.below(8), by: person(&chance))
    case ..<90: .consent(run: chance.below(6), by: person(&chance))
    case ..<92: .cancel(run: chance.below(6))
    default: .rest
    }
  }

  private static func proposal(_ chance: inout Chance, at now: Timestamp) -> JSONObject {
    var proposal: JSONObject = ["actor": .object(person(&chance))]
    if chance.percent(70) { proposal["proposal_id"] = .text("prop_\(chance.below(40))") }
    if chance.percent(10) { proposal["idempotency_key"] = .text("key\(chance.below(6))") }
    if chance.percent(8) { proposal["override"] = .object(["truth_id": .text("yard.booking"), "reason": .text("fire")]) }
    let fields: JSONObject
    switch chance.below(10) {
    case 0, 1, 2:
      let due = Timestamp(milliseconds: now.milliseconds + Int64(chance.below(72) - 24) * 3_600_000) ?? now
      fields = [
        "action": .text("book_invoice"), "invoice_id": id("i", 8, &chance), "vendor_id": id("v", 4, &chance),
        "amount": .number(Decimal(20 * (1 + chance.below(10)))), "due": .text(due.text),
      ]
    case 3, 4:
      fields = [
        "action": .text("weigh_vendor"), "vendor_id": id("v", 4, &chance), "weight": .number(Decimal(chance.below(9))),
      ]
    case 5:
      let action = chance.pick(["open_dock", "take_dock", "take_dock", "shut_dock"])
      fields = ["action": .text(action), "dock_id": id("d", 3, &chance)]
      if action == "take_dock" { proposal["invoice_id"] = id("i", 8, &chance) }
    case 6: fields = ["action": .text("keep_note"), "note_id": id("n", 6, &chance), "vendor_id": id("v", 4, &chance)]
    case 7: fields = ["action": .text("sum_up"), "amount": .number(Decimal(chance.below(25) * 10))]
    case 8: fields = ["action": .text("look_at_clock"), "note_id": id("n", 6, &chance)]
    default: fields = ["action": .text("name_chief"), "person_id": id("p", 3, &chance)]
    }
    for member in fields.members { proposal[member.name.string] = member.value }
    return proposal
  }

  private static func fact(_ chance: inout Chance) -> JSONObject {
    switch chance.below(4) {
    case 0:
      var fact: JSONObject = ["type": .text("group.member"), "member_id": id("m", 5, &chance)]
      if chance.percent(85) { fact["vendor_id"] = id("v", 4, &chance) }
      fact["weight"] = .number(Decimal(chance.below(5)))
      return fact
    case 1:
      return [
        "type": .text("person.known"), "person_id": id("p", 3, &chance), "chief": .text(chance.pick(["ann", "bob"])),
      ]
    case 2:
      return [
        "type": .text("invoice.booked"), "invoice_id": id("i", 8, &chance), "vendor_id": id("v", 4, &chance),
        "amount": .number(Decimal(10 * (1 + chance.below(20)))),
      ]
    default:
      return ["type": .text("vendor.listed"), "vendor_id": id("v", 4, &chance), "is_blocked": .boolean(chance.percent(30))]
    }
  }

  private static func id(_ letter: String, _ count: Int, _ chance: inout Chance) -> JSONValue {
    .text("\(letter)\(chance.below(count))")
  }

  static func person(_ chance: inout Chance) -> JSONObject {
    let roles = chance.pick([["boss"], ["boss", "break_glass"], []])
    return [
      "type": .text(chance.percent(90) ? "user" : "agent"), "user_id": .text(chance.pick(["ann", "bob", "cleo"])),
      "roles": .array(roles.map { .text($0) }),
    ]
  }
}
