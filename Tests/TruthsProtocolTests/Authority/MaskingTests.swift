import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

@Suite("Values of sensitive fields are masked, sessions §10.2")
struct MaskingTests {
  private static let truths = """
    pack till:
      version: 1.0.0

    record account:
      fields:
        bank: text
        iban: {type: text named "IBAN", sensitive: true}

    record line:
      fields:
        sku: text
        payer: account?

    fact card.charged:
      key: [payment_id]
      fields:
        payment_id: text
        card: {type: text?, sensitive: true}
        notes: {type: list of text?, sensitive: true}
        amount: integer?
        account: account?
        lines: list of line?
        accounts: map of account?

    fact payment.noted:
      key: [payment_id]
      fields:
        payment_id: text

    intent charge:
      fields:
        payment_id: text
        card: {type: text, sensitive: true}
        pins: {type: list of integer, sensitive: true}
        account: account
        lines: list of line

    intent note:
      fields:
        payment_id: text
        reason: {type: text, sensitive: true}

    intent look:
      fields:
        payment_id: text
        card: text

    truth charging:
      when:
        - intent: charge
      let:
        digits: length(card)
        twice: digits * 2
      requires:
        - payment_id exists
        - card exists
        - twice == 8 or payment_id == "p9"
        - account missing or account.iban != "DE"
        - lines missing or count(l in lines) < 3
        - pins missing or every pin in pins satisfies pin > 999
      produces:
        - fact.card.charged
        - trace.card.charging

    truth noting:
      when:
        - intent: [note, look]
      requires:
        - payment_id exists
        - 'payment_id != "p0" else "The card {payment_id} is refused"'
        - payment_id != "p1" else "Another payment stands"
      produces:
        - fact.payment.noted
        - trace.payment.noting

    """

  private static func procedure(_ text: String = truths) throws -> RunProcedure {
    let loaded = Loader.load([(path: "truths/till/till.truths", bytes: Array(text.utf8))])
    let errors = loaded.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw BadData(errors) }
    return RunProcedure(program: loaded.program)
  }

  private static func masking() throws -> Masking { Masking(program: try procedure().program) }

  private static func json(_ text: String) throws -> JSONObject {
    let file = SourceFile(id: FileID(0), path: "entry.json", bytes: Array(text.utf8))
    return try #require(try JSONReader.read(file).get().value.objectValue)
  }

  /// A payload before and after masking.
  struct Row: CustomTestStringConvertible, Sendable {
    var payload: String
    var masked: String
    var paths: [String] = []

    var testDescription: String { payload }
  }

  private static func check(_ row: Row, as type: String) throws {
    let masking = try masking()
    let entry: JSONObject = ["entry_id": .text("ctx_1"), "entry_type": .text(type), "payload": .object(try json(row.payload))]
    var wanted = entry.with("payload", .object(try json(row.masked)))
    if !row.paths.isEmpty { wanted["masked"] = .texts(row.paths) }
    #expect(masking.masked(entry) == wanted)
    // Masked again, nothing is masked that was not: a value that is masked stays so.
    #expect(masking.masked(masking.masked(entry)) == wanted)
  }

  static let factRows = [
    Row(
      payload: #"{"type": "card.charged", "payment_id": "p1", "card": "4111"}"#,
      masked: #"{"type": "card.charged", "payment_id": "p1", "card": "***"}"#, paths: ["payload.card"]),
    Row(
      payload: #"{"type": "card.charged", "card": null, "payment_id": "p1"}"#,
      masked: #"{"type": "card.charged", "card": null, "payment_id": "p1"}"#),
    Row(
      payload: #"{"type": "card.charged", "notes": ["a", "b"], "card": 7}"#,
      masked: #"{"type": "card.charged", "notes": "***", "card": "***"}"#, paths: ["payload.card", "payload.notes"]),
    Row(
      payload: #"{"type": "payment.noted", "payment_id": "p1", "card": "4111"}"#,
      masked: #"{"type": "payment.noted", "payment_id": "p1", "card": "4111"}"#),
    Row(
      payload: #"{"type": "gone.fact", "card": "4111", "x": 1}"#, masked: #"{"type": "gone.fact", "card": "***", "x": 1}"#,
      paths: ["payload.card"]),
    Row(
      payload: #"{"type": "card.charged", "payment_id": "p1", "crad": "4111"}"#,
      masked: #"{"type": "card.charged", "payment_id": "p1", "crad": "***"}"#, paths: ["payload.crad"]),
    Row(payload: #"{"card": "4111"}"#, masked: #"{"card": "4111"}"#),
  ]

  @Test("in facts by their type", arguments: factRows)
  func facts(_ row: Row) throws { try Self.check(row, as: "fact") }

  static let innerRows = [
    Row(
      payload: #"{"type": "card.charged", "account": {"bank": "b", "IBAN": "DE"}}"#,
      masked: #"{"type": "card.charged", "account": {"bank": "b", "IBAN": "***"}}"#, paths: ["payload.account.IBAN"]),
    Row(
      payload: #"{"type": "card.charged", "lines": [{"sku": "a"}, {"sku": "b", "payer": {"bank": "b", "IBAN": "DE"}}]}"#,
      masked: #"{"type": "card.charged", "lines": [{"sku": "a"}, {"sku": "b", "payer": {"bank": "b", "IBAN": "***"}}]}"#,
      paths: ["payload.lines[1].payer.IBAN"]),
    Row(
      payload: #"{"type": "card.charged", "accounts": {"IBAN": {"bank": "b", "IBAN": "DE"}, "x": {"bank": "c", "IBAN": "FR"}}}"#,
      masked: #"{"type": "card.charged", "accounts": {"IBAN": {"bank": "b", "IBAN": "***"}, "x": {"bank": "c", "IBAN": "***"}}}"#,
      paths: ["payload.accounts.IBAN.IBAN", "payload.accounts.x.IBAN"]),
  ]

  @Test("in records, lists and maps", arguments: innerRows)
  func inner(_ row: Row) throws { try Self.check(row, as: "fact") }

  static let proposalRows = [
    Row(
      payload: #"{"action": "charge", "payment_id": "p1", "card": "4111", "reason": "r"}"#,
      masked: #"{"action": "charge", "payment_id": "p1", "card": "***", "reason": "r"}"#, paths: ["payload.card"]),
    Row(
      payload: #"{"action": "charge", "payment_id": "p1", "crad": "4111", "account": {"bank": "b", "iban": "DE", "x": "DE"}}"#,
      masked: #"{"action": "charge", "payment_id": "p1", "crad": "***", "account": {"bank": "b", "iban": "***", "x": "***"}}"#,
      paths: ["payload.account.iban", "payload.account.x", "payload.crad"]),
    Row(
      payload: #"{"action": "till.charge", "card": {"number": 4}, "pins": [1, 2]}"#,
      masked: #"{"action": "till.charge", "card": "***", "pins": "***"}"#, paths: ["payload.card", "payload.pins"]),
    Row(
      payload: #"{"action": "look", "card": "4111"}"#, masked: #"{"action": "look", "card": "4111"}"#),
    // Faulty ones are entries too.
    Row(
      payload: #"{"action": "charge", "lines": {"sku": "a", "payer": [{"IBAN": "DE"}]}, "account": "x"}"#,
      masked: #"{"action": "charge", "lines": {"sku": "a", "payer": [{"IBAN": "***"}]}, "account": "***"}"#,
      paths: ["payload.account", "payload.lines.payer[0].IBAN"]),
    Row(
      payload: #"{"action": "charge", "payload": "4111"}"#, masked: #"{"action": "charge", "payload": "***"}"#,
      paths: ["payload.payload"]),
    Row(
      payload: #"{"action": "chrage", "card": "4111", "account": {"IBAN": "DE"}, "reason": "r"}"#,
      masked: #"{"action": "chrage", "card": "***", "account": {"IBAN": "***"}, "reason": "r"}"#,
      paths: ["payload.account.IBAN", "payload.card"]),
    Row(payload: #"{"card": "4111"}"#, masked: #"{"card": "***"}"#, paths: ["payload.card"]),
  ]

  @Test("in proposals by their action; where that is not known, what is sensitive in any", arguments: proposalRows)
  func proposals(_ row: Row) throws { try Self.check(row, as: "proposal") }

  static let formRows = [
    Row(
      payload: #"{"action": "charge", "payload": {"card": "4111", "payment_id": "p1"}}"#,
      masked: #"{"action": "charge", "payload": {"card": "***", "payment_id": "p1"}}"#, paths: ["payload.payload.card"]),
    // A field with the name of an envelope member occurs in `payload` only.
    Row(
      payload: #"{"action": "note", "reason": "open", "payload": {"reason": "secret"}}"#,
      masked: #"{"action": "note", "reason": "open", "payload": {"reason": "***"}}"#, paths: ["payload.payload.reason"]),
    Row(
      payload: #"{"proposal": {"action": "charge", "card": "4111"}, "replay_safe": true}"#,
      masked: #"{"proposal": {"action": "charge", "card": "***"}, "replay_safe": true}"#, paths: ["payload.proposal.card"]),
    Row(
      payload: #"{"proposal": {"action": "charge", "payload": {"card": "4111"}}}"#,
      masked: #"{"proposal": {"action": "charge", "payload": {"card": "***"}}}"#, paths: ["payload.proposal.payload.card"]),
    Row(
      payload: #"{"proposal": {"action": "charge"}, "payload": {"card": "4111"}}"#,
      masked: #"{"proposal": {"action": "charge"}, "payload": {"card": "***"}}"#, paths: ["payload.payload.card"]),
    Row(
      payload: #"{"entry_type": "proposal", "payload": {"action": "charge", "card": "4111"}}"#,
      masked: #"{"entry_type": "proposal", "payload": {"action": "charge", "card": "***"}}"#, paths: ["payload.payload.card"]),
    Row(
      payload: #"{"entry_type": "proposal", "payload": {"action": "note", "reason": "r", "payload": {"reason": "s"}}}"#,
      masked: #"{"entry_type": "proposal", "payload": {"action": "note", "reason": "r", "payload": {"reason": "***"}}}"#,
      paths: ["payload.payload.payload.reason"]),
  ]

  @Test("in every form of a proposal", arguments: formRows)
  func forms(_ row: Row) throws { try Self.check(row, as: "proposal") }

  /// Refused proposals, the values of their decisions that are masked, and a secret that no masked value contains.
  static let refused: [(proposal: String, masked: [String], secret: String)] = [
    (#"{"action": "charge", "payment_id": "p1", "card": "41111"}"#, ["twice"], "10"),
    (
      #"{"action": "charge", "payment_id": "p1", "card": "4111", "account": {"bank": "b", "IBAN": "DE"}}"#,
      ["account.iban", "account.iban"], "DE"
    ),
    (#"{"action": "charge", "payment_id": "p1", "card": "4111", "pins": [1000, 99]}"#, ["pin", "pins"], "99"),
  ]

  @Test("in the values of decisions and traces, what is made of sensitive fields too", arguments: refused)
  func values(_ proposal: String, _ masked: [String], _ secret: String) throws {
    let procedure = try Self.procedure()
    let masking = Masking(program: procedure.program)
    let outcome = try procedure.run(
      RunRequest(
        proposal: LocatedJSON(unlocated: .object(try Self.json(proposal))), now: AuthorityWorld.now, actor: AuthorityWorld.ann),
      on: procedure.emptyContext)
    #expect(outcome.decision == .rejected)
    let decision = try #require(outcome.entries.first { $0.type == .decision }).json
    let shown = masking.masked(decision)
    let paths = ["payload.reason", "payload.violations[0].reason"] + masked.map { "payload.violations[0].values.\($0)" }
    #expect(shown["masked"] == .texts(paths))
    let before = decision["payload"]?["violations"]?.arrayValue ?? []
    let after = shown["payload"]?["violations"]?.arrayValue ?? []
    try #require(before.count == 1 && after.count == 1)
    let values = [before[0], after[0]].map { String(decoding: $0["values"]?.canonical() ?? [], as: UTF8.self) }
    #expect(values[0].contains(secret) && !values[1].contains(secret))
    #expect(after[0]["values"]?["payment_id"] == before[0]["values"]?["payment_id"])
  }

  /// Reasons of truths before and after masking.
  static let reasons: [(truthID: String?, reason: String, masked: String)] = [
    // The author's words stay, and a person's.
    ("till.noting", "The card 4111 is refused", "The card 4111 is refused"),
    (nil, "The card 4111 is refused; only @ann is asked", "The card 4111 is refused; only @ann is asked"),
    (nil, "denied by @mia: the card is blocked", "denied by @mia: the card is blocked"),
    // What nobody wrote is made, whichever truth repeats it.
    (nil, "The card 4111 stands", "The card ***"),
    (
      "till.charging", #"twice == 8 or payment_id == "p9" does not hold: twice is 10, payment_id is p1"#,
      #"twice == 8 or payment_id == "p9" does not hold: twice ***"#
    ),
    ("till.charging", "card == \"5\" does not hold: card is 4111, x is 2", "card ***"),
    (
      "till.charging", "card.charged is there already with another content: card is 5 and would be  holds: 7",
      "card ***"
    ),
    (
      "till.charging", "cannot tell whether x > 1: x is missing: there is no card.seen for 4111",
      "cannot tell whether x > 1: x is missing: there is no card ***"
    ),
    (
      nil, "cannot tell whether x > 1: x is missing: there is no thing.seen for 4111",
      "cannot tell whether x > 1: x is missing: there is no thing.seen for ***"
    ),
    ("till.charging", "x > 8 does not hold: x is 10", "x > 8 does not hold: x is 10"),
    (
      "till.charging", #"account exists does not hold: account is {"bank":"b","iban":"DE"}"#,
      "account ***"
    ),
    ("converge.proposal.wellformed", #"`account` is the text "DE", not a account"#, "`account ***"),
    ("converge.proposal.wellformed", "`account.bank` is the number 7, not a text", "`account.bank` is the number 7, not a text"),
    ("converge.proposal.wellformed", "`card` is the number 7, not a text", "`card ***"),
    ("converge.fact.conflict", "card is 5 and would be 7", "card ***"),
    ("converge.proposal.wellformed", "unknown field `amont` of charge", "unknown field `amont` of charge"),
  ]

  @Test("in reasons that no author wrote", arguments: reasons)
  func madeReasons(_ truthID: String?, _ reason: String, _ masked: String) throws {
    let masking = try Self.masking()
    #expect(masking.masked(reason: reason, truthID: truthID) == masked)
    var payload: JSONObject = ["reason": .text(reason)]
    payload["truth_id"] = truthID.map { .text($0) }
    let trace: JSONObject = ["entry_type": .text("trace"), "payload": .object(payload)]
    let shown = masking.masked(trace)
    #expect(shown["payload"]?["reason"] == .text(masked))
    #expect((shown["masked"] == .texts(["payload.reason"])) == (reason != masked))
  }

  @Test("provisional facts, facts of a snapshot, and each event of a run")
  func events() throws {
    let procedure = try Self.procedure()
    let masking = Masking(program: procedure.program)
    let proposal = try Self.json(#"{"action": "charge", "payment_id": "p1", "card": "4111"}"#)
    let outcome = try procedure.run(
      RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: AuthorityWorld.now, actor: AuthorityWorld.ann),
      on: procedure.emptyContext)
    #expect(outcome.decision == .accepted)
    let events = RunEvents.events(of: outcome)
    let shown = events.map { masking.masked($0.payload) }
    #expect(shown.filter { $0["masked"] != nil }.count == 3)
    for (event, shown) in zip(events, shown) {
      let text = String(decoding: JSONValue.object(shown).canonical(), as: UTF8.self)
      #expect(!text.contains("4111"))
      if event.type == .status || event.type == .decision || event.type == .trace { #expect(shown == event.payload) }
    }
    let view: JSONObject = ["run_id": .text("run_1"), "payload": .object(outcome.facts[0])]
    #expect(masking.masked(view) == view)
    #expect(masking.masked(view, as: .fact)["masked"] == .texts(["payload.card"]))
  }

  @Test("a program without sensitive fields masks nothing")
  func nothing() throws {
    let masking = Masking(program: try AuthorityWorld.procedure().program)
    #expect(masking.isEmpty)
    let fact: JSONObject = ["type": .text("order.placed"), "card": .text("4111")]
    let entry: JSONObject = ["entry_type": .text("fact"), "payload": .object(fact)]
    #expect(masking.masked(entry) == entry)
    let sensitive = try Self.masking()
    let fields = try Self.procedure().program.facts.first { $0.name == "card.charged" }?.fields ?? []
    let masked = fields.filter { sensitive.masks($0, ofFact: "card.charged") }.map(\.name)
    #expect(!sensitive.isEmpty && masked == ["card", "notes", "account", "lines", "accounts"])
    #expect(!fields.contains { sensitive.masks($0, ofFact: "payment.noted") })
  }
}
