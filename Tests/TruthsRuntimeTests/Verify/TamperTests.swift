import Foundation
import Testing
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Changes to the file of a ledger with short forms and sealed parts. Each one is noticed, or is listed in SECURITY.md and
/// noticed with a head that was kept elsewhere.
@Suite("Tampering with a ledger")
struct TamperTests {
  private static let derived = """
    fact period.noted:
      key: [period_id]
      fields:
        period_id: text

    truth noting:
      when:
        - fact: period.closed as c
      produces:
        - fact.period.noted:
            period_id: c.period_id
        - trace.money.noting

    """

  private let world: World
  private let lines: [String]

  init() throws {
    var world = try World(
      [("money.truths", World.money + Self.derived)], facts: [#"{"type": "period.closed", "period_id": "2024-Q1"}"#])
    let ann: JSONObject = ["type": .text("user"), "user_id": .text("ann"), "roles": .array([])]
    world.context = world.procedure.seal(world.context, actor: ann, now: .epoch)
    let waiting = try world.propose(DecisionTests.large, now: "2025-01-02T00:00:00Z")
    let request = try #require(waiting.facts.first?["request"]?.stringValue)
    let injected = world.procedure.inject(
      try World.json(#"{"type": "period.closed", "period_id": "2024-Q3"}"#), actor: Entry.fixtureActor, runID: "run_x",
      correlationID: "cor_x", now: .epoch, on: world.context)
    if case .appended(let context, _) = injected { world.context = context }
    let eve = #""actor": {"type": "user", "user_id": "eve", "roles": ["manager"]}"#
    _ = try world.propose(#"{"action": "grant_approval", "request": "\#(request)", \#(eve)}"#, now: "2025-01-03T00:00:00Z")
    let woken = try #require(try world.procedure.reevaluate(runID: waiting.run.runID, on: world.context, now: .epoch))
    world.context = woken.context
    _ = try world.propose(#"{"action": "void_invoice"}"#, now: "2025-01-04T00:00:00Z")
    self.world = world
    lines = world.context.ledger.entries.enumerated().map { place, entry in
      // The first line is in short form, as written by hand.
      String(decoding: JSONValue.object(place == 0 ? entry.payload : entry.json).canonical(), as: UTF8.self)
    }
  }

  private struct Found {
    var difference: Verification.Difference?
    var isProven: Bool
    var entries: [Entry]
  }

  /// Returns the result of the verification of a file; `nil` where the file cannot be read.
  private func verified(_ bytes: [UInt8], head: String? = nil) -> Found? {
    let read = LedgerReader.read(SourceFile(id: FileID(0), path: "ledger.jsonl", bytes: bytes))
    guard !read.diagnostics.hasErrors else { return nil }
    return verified(
      read.entries.map(\.entry), head: head, shortForms: Set(read.entries.filter(\.isShortForm).map(\.entry.sequence)))
  }

  private func verified(_ entries: [Entry], head: String? = nil, shortForms: Set<Int> = []) -> Found {
    var verifier = LedgerVerifier(
      entries: entries, procedures: [world.procedure], question: .init(head: head, shortForms: shortForms))
    let verification = verifier.verify()
    return Found(difference: verification.difference, isProven: verification.isProven, entries: entries)
  }

  private var file: [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

  private var entries: [Entry] { world.context.ledger.entries }

  @Test func untouchedItHolds() throws {
    #expect(file.count <= 16_384, "\(file.count)")
    let found = try #require(verified(file, head: world.context.head))
    #expect(found.isProven, "\(String(describing: found.difference))")
    #expect(found.entries.map(\.leaf) == entries.map(\.leaf))
    #expect(Forger.sealed(entries) == entries, "whoever recomputes all of an honest ledger changes nothing")
    #expect(Set(entries.map(\.type)) == Set(Entry.EntryType.allCases))
  }

  @Test("every byte: a change is noticed without a head, or changes nothing that is said")
  func bytes() throws {
    let file = file
    let isSoak = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil
    var changed = 0
    for place in stride(from: 0, to: file.count, by: isSoak ? 1 : 17) {
      var other = file
      other[place] = file[place] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
      guard let found = verified(other) else { continue }
      changed += 1
      let said = String(decoding: file[max(0, place - 20)..<min(file.count, place + 20)], as: UTF8.self)
      #expect(!found.isProven || found.entries.map(\.leaf) == entries.map(\.leaf), "byte \(place), in \(said)")
    }
    #expect(changed > 100)
  }

  /// Changes of the entries, each with whether the file is still a valid earlier state. Such a file is noticed only with a head.
  private var changes: [(name: String, entries: [Entry], isBeginning: Bool)] {
    let entries = entries
    var all: [(String, [Entry], Bool)] = []
    for place in entries.indices {
      var without = entries
      without.remove(at: place)
      all.append(("without entry \(place + 1)", without, place == entries.count - 1))
      all.append(("entry \(place + 1) twice", entries[...place] + [entries[place]] + entries[(place + 1)...], false))
      all.append(("cut before entry \(place + 1)", Array(entries[..<place]), true))
      if place + 1 < entries.count {
        var swapped = entries
        swapped.swapAt(place, place + 1)
        all.append(("entries \(place + 1) and \(place + 2) swapped", swapped, false))
      }
      for (name, entry) in slipped {
        all.append(("\(name) before \(place + 1)", entries[..<place] + [entry] + entries[place...], false))
      }
    }
    for (name, entry) in slipped { all.append(("\(name) at the end", entries + [entry], true)) }
    return all
  }

  /// Invented entries.
  private var slipped: [(String, Entry)] {
    func fact(_ payload: JSONObject, _ runID: String) -> Entry {
      Entry.make(
        type: .fact, timestamp: .epoch, correlationID: "cor_eve", runID: runID,
        actor: ["type": .text("user"), "user_id": .text("eve"), "roles": .array([.text("manager")])], truthID: nil,
        payload: payload, sequence: 1)
    }
    let loan: JSONObject = [
      "type": .text("invoice.created"), "invoice_id": .text("x"), "customer_id": .text("c"), "amount": .number(9),
    ]
    let request = entries.first { $0.payload["request"] != nil }?.payload["request"] ?? .null
    return [
      ("a closed period", fact(["type": .text("period.closed"), "period_id": .text("2024-Q4")], "run_y")),
      ("an invented invoice", fact(loan, "run_y")),
      ("an invented approval", fact(["type": .text("approval.granted"), "request": request], "run_y")),
      ("an invoice in the last run", fact(loan, entries.last?.runID ?? "")),
    ]
  }

  @Test(
    "entries removed, swapped, doubled, slipped in, cut off: noticed, or only at the end of what is there, where a head tells")
  func entriesAsTheyAre() throws {
    for change in changes {
      let renumbered = change.entries.enumerated().map { place, entry in
        var entry = entry
        entry.sequence = place + 1
        entry.entryID = entry.contentID
        return entry
      }
      let found = verified(renumbered)
      if found.isProven { #expect(change.isBeginning, "\(change.name)") }
      #expect(!verified(renumbered, head: world.context.head).isProven, "\(change.name), with the head")
    }
  }

  @Test("the same by somebody who recomputes every hash: what truths do not show, the head does")
  func forgedEntries() throws {
    var unnoticed: [String] = []
    for change in changes {
      let forged = Forger.sealed(change.entries)
      if verified(forged).isProven { unnoticed.append(change.name) }
      #expect(!verified(forged, head: world.context.head).isProven, "\(change.name), with the head")
    }
    // Facts from outside cannot be verified: a forger who rewrites the rest may add or remove those that no decision read. Facts
    // that only decisions produce are accepted only before the first decision, because a context may begin with them.
    let first = try #require(entries.firstIndex { $0.type == .decision })
    let beginnings = (1...first).map { " before \($0)" }
    for name in unnoticed where name.contains("invented") || name.contains("in the last run") {
      #expect(beginnings.contains { name.hasSuffix($0) }, "\(name)")
    }
    #expect(unnoticed.contains("a closed period at the end"))
  }

  @Test("a trace that nothing left, and a fact by whom it may not come from, are noticed wherever they are slipped in")
  func invented() throws {
    let first = try #require(entries.firstIndex { $0.type == .decision })
    let board: JSONObject = ["type": .text("user"), "user_id": .text("board")]
    let bot: JSONObject = ["type": .text("agent"), "user_id": .text("bot"), "roles": .array([.text("manager")])]
    var ledger = Ledger()
    for place in 0...entries.count {
      let (runID, correlationID) = Hashes.sealing(context: ledger.head)
      let said: JSONObject = [
        "trace_id": .text("trc_x"), "run_id": .text(runID), "correlation_id": .text(correlationID), "actor": .object(board),
        "action": .text("create_invoice"), "truth_id": .text("money.invoice.creation"), "decision": .text("accepted"),
        "reason": .text("approved by the board"), "timestamp": .text("2025-01-02T00:00:00Z"),
      ]
      let trace = Entry.make(
        type: .trace, timestamp: .epoch, correlationID: correlationID, runID: runID, actor: board,
        truthID: "money.invoice.creation", payload: said, sequence: place + 1)
      let fact = Entry.make(
        type: .fact, timestamp: .epoch, correlationID: "cor_y", runID: "run_y", actor: bot, truthID: nil,
        payload: ["type": .text("period.closed"), "period_id": .text("2030")], sequence: place + 1)
      for entry in [trace, fact] where entry.type == .trace || place > first {
        let found = verified(Forger.sealed(entries[..<place] + [entry] + entries[place...]))
        #expect(!found.isProven, "\(entry.type) before \(place + 1)")
      }
      if place < entries.count { ledger.append(entries[place]) }
    }
  }

  @Test("a seal says what a seal says, and short forms without one are told")
  func seals() throws {
    let place = try #require(entries.firstIndex { $0.truthID == BuiltInTruth.sealing.rawValue })
    let changes: [[(String, JSONValue)]] = [
      [("reason", .text("checked by the auditor"))], [("action", .text("approved"))], [("decision", .text("rejected"))],
      [("actor", .object(["type": .text("user"), "user_id": .text("boss")]))], [("zzz", .boolean(true))],
      [("timestamp", .text("2020-01-01T00:00:00Z"))], [("truth_id", .text("money.invoice.creation"))],
      [("truth_id", .text("money.invoice.creation")), ("action", .text("approved"))],
    ]
    for change in changes {
      for isRenamed in [false, true] {
        var changed = entries
        var payload = entries[place].payload
        for (member, value) in change { payload[member] = value }
        changed[place] = Entry.make(
          type: .trace, timestamp: entries[place].timestamp, correlationID: entries[place].correlationID,
          runID: entries[place].runID, actor: entries[place].actor,
          truthID: isRenamed ? "money.invoice.creation" : entries[place].truthID, payload: payload, sequence: place + 1)
        #expect(!verified(Forger.sealed(changed)).isProven, "\(change), \(isRenamed)")
      }
    }
    var unsealed = entries
    unsealed.remove(at: place)
    var verifier = LedgerVerifier(
      entries: Forger.sealed(unsealed), procedures: [world.procedure], question: .init(shortForms: [1]))
    #expect(verifier.verify().notes.contains { $0.hasPrefix("entry 1 is a short form that was never sealed") })
  }

  @Test("another decision than the truths make, with every hash recomputed, is made again and differs")
  func forgedDecisions() throws {
    for (place, entry) in entries.enumerated() where entry.type == .decision {
      for (member, value) in [
        ("decision", "accepted"), ("decision", "rejected"), ("reason", "because"), ("truth_id", "money.other"),
        ("status", "converged"), ("status", "waiting"),
      ] where entry.payload[member] != .text(value) {
        var changed = entries
        var payload = entry.payload
        payload[member] = .text(value)
        changed[place].payload = payload
        let forged = Forger.sealed(changed)
        #expect(verified(forged).difference != nil, "entry \(place + 1), \(member) \(value)")
        // Without the rules there is no difference, but nothing counts as proven, and the head reveals it.
        var blind = LedgerVerifier(entries: forged, procedures: [], question: .init(head: world.context.head))
        #expect(blind.verify().difference != nil)
      }
    }
  }
}
