import Testing
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Random ledgers can be recomputed and decided again, and each change of a value is noticed.
@Suite("Verification of ledgers and outputs that came about at random")
struct RandomLedgerTests {
  @Test("a ledger holds after any operations, and with any one value changed it does not", arguments: 0..<8)
  func ledger(seed: Int) throws {
    var story = try RandomStory(seed: UInt64(seed))
    for _ in 0..<40 { try story.step() }
    let entries = story.world.context.ledger.entries
    var verifier = LedgerVerifier(entries: entries, procedures: [story.world.procedure])
    let verification = verifier.verify()
    #expect(verification.difference == nil)
    #expect(verification.isProven, "\(verification)")
    #expect(verification.replayed == entries.count { $0.type == .decision })
    for _ in 0..<25 {
      let (changed, what) = story.changed(entries.map { .object($0.json) })
      #expect(!holds(changed, story.world.procedure), "seed \(seed): \(what)")
    }
  }

  @Test("an output holds on its context, and with any one value changed it does not", arguments: 0..<6)
  func output(seed: Int) throws {
    var story = try RandomStory(seed: UInt64(1_000 + seed))
    for _ in 0..<12 {
      let before = story.world.context
      guard let outcome = try story.step() else { continue }
      let output = JSONValue.object(outcome.json { "money/money.truths:\($0.start):1" })
      #expect(difference(output, before, story.world.procedure) == nil)
      for _ in 0..<8 {
        let (changed, what) = story.changed([output])
        // An answer without entries says by which truths, and from what, it was given; nothing else in it tells.
        let untold = outcome.isReplay ? ["[0].truths"] : ["[0].truths", "[0].input_hash", "[0].run.last_activity"]
        if outcome.entries.isEmpty, untold.contains(what) { continue }
        #expect(difference(changed[0], before, story.world.procedure) != nil, "seed \(seed): \(what)")
      }
    }
  }

  private func difference(_ output: JSONValue, _ context: Context, _ procedure: RunProcedure) -> Verification.Difference? {
    var verifier = RunOutputVerifier(output: output.objectValue ?? [:], context: context, procedure: procedure) {
      "money/money.truths:\($0.start):1"
    }
    return verifier.verify().difference
  }

  /// Whether a ledger can be read from its lines and verified.
  private func holds(_ entries: [JSONValue], _ procedure: RunProcedure) -> Bool {
    let bytes: [UInt8] = entries.flatMap { (entry: JSONValue) -> [UInt8] in entry.compact() + [0x0A] }
    let read = LedgerReader.read(SourceFile(id: FileID(0), path: "ledger.jsonl", bytes: bytes))
    guard !read.diagnostics.hasErrors else { return false }
    var verifier = LedgerVerifier(entries: read.entries.map(\.entry), procedures: [procedure])
    return verifier.verify().difference == nil
  }
}

/// A sequence of random operations, determined by its seed.
struct RandomStory {
  var world: World
  private var random: UInt64
  private var minute = 0
  private var proposals: [String] = []
  private var requests: [String] = []

  init(seed: UInt64) throws {
    random = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    let policies = """
      policy approval_ttl:
        type: duration
        default: PT20M

      """
    world = try World([("money.truths", World.money + policies)], facts: [#"{"type": "period.closed", "period_id": "p0"}"#])
  }

  /// One operation; the outcome where it was a run.
  @discardableResult
  mutating func step() throws -> RunOutcome? {
    minute += below(4)
    switch below(10) {
    case 0, 1, 2, 3: return try propose(fresh())
    case 4, 5: return try propose(proposals.isEmpty ? fresh() : proposals[below(proposals.count)])
    case 6: return try propose(answer("grant_approval", more: ""))
    case 7: return try propose(answer("deny_approval", more: #", "why": "no""#))
    case 8:
      inject(#"{"type": "period.closed", "period_id": "p\#(below(4))"}"#)
      return nil
    default:
      for run in world.procedure.waitingRuns(in: world.context) {
        let outcome = try world.procedure.reevaluate(runID: run, on: world.context, now: now)
        if let outcome { world.context = outcome.context }
      }
      return nil
    }
  }

  private mutating func propose(_ json: String) throws -> RunOutcome {
    let outcome = try world.propose(json, now: now.text)
    requests += outcome.facts.compactMap { $0["request"]?.stringValue }
    proposals.append(json)
    return outcome
  }

  private var now: Timestamp { Timestamp(milliseconds: Int64(minute) * 60_000) ?? .epoch }

  private mutating func fresh() -> String {
    let key = below(2) == 0 ? "" : #", "idempotency_key": "k\#(below(3))""#
    let amount = ["-1", "5", "5000", "\"x\""][below(4)]
    let override = below(4) == 0 ? #", "override": {"truth_id": "money.invoice.creation", "reason": "fire"}"# : ""
    let consent = below(6) == 0 ? #", "requires_consent": "explicit""# : ""
    return #"""
      {"action": "create_invoice", "invoice_id": "i\#(below(6))", "customer_id": "c", "period_id": "p\#(below(5))",
       "amount": \#(amount), "line_items": ["\#(below(3))"], "actor": \#(actor())\#(key)\#(override)\#(consent)}
      """#
  }

  private mutating func answer(_ action: String, more: String) -> String {
    let request = requests.isEmpty ? "req_none" : requests[below(requests.count)]
    return #"{"action": "\#(action)", "request": "\#(request)", "actor": \#(actor()), "proposal_id": "a\#(below(99))"\#(more)}"#
  }

  private mutating func actor() -> String {
    let roles = [#""manager""#, "", #""break_glass", "manager""#][below(3)]
    return #"{"type": "user", "user_id": "u\#(below(3))", "roles": [\#(roles)]}"#
  }

  private mutating func inject(_ json: String) {
    guard let fact = try? World.json(json) else { return }
    let injection = world.procedure.inject(
      fact, actor: Entry.fixtureActor, runID: "run_out_\(minute)", correlationID: "cor_out", now: now, on: world.context)
    if case .appended(let context, _) = injection { world.context = context }
  }

  /// The values with one of their parts changed, and which.
  mutating func changed(_ values: [JSONValue]) -> (values: [JSONValue], what: String) {
    var result = values
    let place = below(values.count)
    var what = "[\(place)]"
    result[place] = changed(values[place], &what)
    return (result, what)
  }

  private mutating func changed(_ value: JSONValue, _ what: inout String) -> JSONValue {
    switch value {
    case .object(let object) where !object.members.isEmpty:
      var members = object.members
      let place = below(members.count)
      what += ".\(members[place].name)"
      members[place].value = changed(members[place].value, &what)
      return .object(JSONObject(members))
    case .array(let elements) where !elements.isEmpty:
      var elements = elements
      let place = below(elements.count)
      what += "[\(place)]"
      elements[place] = changed(elements[place], &what)
      return .array(elements)
    case .string(let text): return .text(text.string + "x")
    case .number(let number): return .number((try? number.adding(Decimal(1)).get()) ?? .zero)
    case .boolean(let boolean): return .boolean(!boolean)
    case .array: return .array([.text("x")])
    case .object: return .object(["x": .text("x")])
    case .null: return .text("x")
    }
  }

  private mutating func below(_ limit: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((random >> 33) % UInt64(limit))
  }
}
