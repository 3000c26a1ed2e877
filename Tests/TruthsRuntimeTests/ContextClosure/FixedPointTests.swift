import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Truths that fire on facts, to the fixed point (declarations §6; runs §3).
@Suite struct FixedPointTests {
  static let paths = """
    pack ways:
      version: 1.0.0

    fact edge.known:
      key: [from, to]
      external: true
      fields:
        from: text
        to: text

    fact path.known:
      key: [from, to]
      fields:
        from: text
        to: text

    fact note.made:
      key: [note]
      fields:
        note: text

    intent note_it:
      fields:
        note: text
        from: text
        to: text

    truth noting:
      when:
        - intent: note_it
      requires:
        - note exists
        - from exists and to exists
        - path.known
      produces:
        - fact.note.made
        - trace.note.made

    truth first_step:
      when:
        - fact: edge.known
      produces:
        - fact.path.known
        - trace.path.first

    truth next_step:
      when:
        - fact: path.known as p
        - fact: edge.known as e
        - if: p.to == e.from
      produces:
        - fact.path.known:
            from: p.from
            to: e.to
        - trace.path.next

    """

  private func edge(_ from: String, _ to: String) -> String { #"{"type": "edge.known", "from": "\#(from)", "to": "\#(to)"}"# }

  @Test func closesTheContextFirst() throws {
    var world = try World([("ways.truths", Self.paths)], facts: [edge("a", "b"), edge("b", "c"), edge("c", "a")])
    let outcome = try world.propose(#"{"action": "note_it", "note": "n", "from": "a", "to": "a"}"#)
    #expect(outcome.decision == .accepted)
    #expect(outcome.facts.map { $0["type"] } == [.text("note.made")])
    let closing = outcome.entries.prefix { $0.type == .fact }
    #expect(closing.count == 9)
    #expect(closing.allSatisfy { $0.actor["user_id"] == .text("converge") })
    let traces = outcome.entries.dropFirst(9).prefix { $0.type == .trace }
    #expect(traces.count == 3 + 9)
    #expect(traces.allSatisfy { $0.payload["action"] == .text("converge.close") && $0.payload["input_hash"] == nil })
    #expect(traces.last?.payload["from"]?.arrayValue?.count == 2)
    #expect(outcome.traces.count == 1)
    let again = try world.propose(#"{"action": "note_it", "note": "m", "from": "c", "to": "c"}"#)
    #expect(again.entries.map(\.type) == [.proposal, .decision, .fact, .trace])
  }

  /// A round is every match possible at its beginning, in order of truth id, then sequences matched.
  @Test func roundsAreInOrder() throws {
    var world = try World([("ways.truths", Self.paths)], facts: [edge("c", "d"), edge("a", "b"), edge("b", "c")])
    let outcome = try world.propose(#"{"action": "note_it", "note": "n", "from": "a", "to": "d"}"#)
    let made = outcome.entries.prefix { $0.type == .fact }.map { entry in
      (entry.payload["from"]?.stringValue ?? "") + (entry.payload["to"]?.stringValue ?? "")
    }
    #expect(made == ["cd", "ab", "bc", "ac", "bd", "ad"])
  }

  @Test func fromNamesTheEntriesMatched() throws {
    var world = try World([("ways.truths", Self.paths)], facts: [edge("a", "b"), edge("b", "c")])
    let outcome = try world.propose(#"{"action": "note_it", "note": "n", "from": "a", "to": "c"}"#)
    let last = try #require(outcome.entries.last { $0.payload["action"] == .text("converge.close") })
    let first = try #require(outcome.entries.first { $0.payload["from"] == .text("a") && $0.payload["to"] == .text("b") })
    let second = try #require(world.context.ledger.entry(sequence: 2))
    #expect(last.payload["from"] == .array([.text(first.entryID), .text(second.entryID)]))
  }

  @Test func whatWasClosedBeforeDoesNotFireAgainWhenTheLedgerIsReadAnew() throws {
    var world = try World([("ways.truths", Self.paths)], facts: [edge("a", "b"), edge("b", "c")])
    _ = try world.propose(#"{"action": "note_it", "note": "n", "from": "a", "to": "c"}"#)
    let lines = (1...world.context.ledger.size).compactMap { world.context.ledger.entry(sequence: $0) }
      .map { String(decoding: JSONValue.object($0.json).canonical(), as: UTF8.self) }
    var again = try World([("ways.truths", Self.paths)])
    let file = SourceFile(id: FileID(1), path: "ledger.jsonl", bytes: Array(lines.joined(separator: "\n").utf8))
    again.context = try again.procedure.context(from: LedgerReader.read(file).entries)
    let outcome = try again.propose(#"{"action": "note_it", "note": "m", "from": "b", "to": "c"}"#)
    #expect(outcome.entries.map(\.type) == [.proposal, .decision, .fact, .trace])
  }

  @Test func ledgerVerifies() throws {
    var world = try World([("ways.truths", Self.paths)], facts: [edge("a", "b"), edge("b", "c")])
    _ = try world.propose(#"{"action": "note_it", "note": "n", "from": "a", "to": "c"}"#)
    let entries = (1...world.context.ledger.size).compactMap { world.context.ledger.entry(sequence: $0) }
    var verifier = LedgerVerifier(entries: entries, procedures: [world.procedure])
    let verification = verifier.verify()
    #expect(verification.difference == nil)
    #expect(verification.replayed == 1)
  }

  @Test func budgetNamesWhoStillFires() throws {
    var world = try World([("ways.truths", Self.paths)], facts: [edge("a", "b"), edge("b", "c"), edge("c", "d")])
    let outcome = try world.propose(
      #"{"action": "note_it", "note": "n", "from": "a", "to": "c"}"#, budget: Budget(maxCycles: 2))
    #expect(outcome.decision == .halted)
    #expect(outcome.truthID == "converge.budget")
    #expect(outcome.reason.contains("ways.next_step"))
    #expect(outcome.isOutOfBudget)
    #expect(outcome.entries.map(\.type) == [.proposal, .decision, .trace])
  }

  // MARK: Negation, conflicts, corrections

  static let orders = """
    pack shop:
      version: 1.0.0

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        amount: decimal

    fact order.vetoed:
      key: [order_id]
      fields:
        order_id: text

    fact order.ready:
      key: [order_id]
      fields:
        order_id: text
        amount: decimal

    intent place_order:
      fields:
        order_id: text
        amount: decimal

    intent change_order:
      fields:
        order_id: text
        amount: decimal

    truth placing:
      when:
        - intent: place_order
      requires:
        - order_id exists and amount exists
      produces:
        - fact.order.placed
        - trace.order.placing

    truth changing:
      when:
        - intent: change_order
      requires:
        - order_id exists and amount exists
      produces:
        - correction.order.placed:
            amount: amount
        - trace.order.changing

    truth vetoing:
      when:
        - fact: order.placed
        - if: amount > 1000
      produces:
        - fact.order.vetoed
        - trace.order.vetoing

    truth readying:
      when:
        - fact: order.placed
        - if: not order.vetoed
      invariants:
        - amount == 13 → reject("Not {amount}")
        - amount > 500 → requires_approval(clerk)
      produces:
        - fact.order.ready
        - trace.order.readying

    """

  @Test func strataSettleNegation() throws {
    var world = try World([("shop.truths", Self.orders)])
    let large = try world.propose(#"{"action": "place_order", "order_id": "a", "amount": 2000}"#)
    #expect(large.facts.map { $0["type"] } == [.text("order.placed"), .text("order.vetoed")])
    let small = try world.propose(#"{"action": "place_order", "order_id": "b", "amount": 20}"#)
    #expect(small.facts.map { $0["type"] } == [.text("order.placed"), .text("order.ready")])
    #expect(small.traces.map { $0["truth_id"] } == [.text("shop.placing"), .text("shop.readying")])
    #expect(small.reason == "1 requirements and 2 invariants hold")
  }

  @Test func violationOfATruthOnFactsBelongsToTheRun() throws {
    var world = try World([("shop.truths", Self.orders)])
    let unlucky = try world.propose(#"{"action": "place_order", "order_id": "a", "amount": 13}"#)
    #expect(unlucky.decision == .halted)
    #expect(unlucky.truthID == "shop.readying")
    #expect(unlucky.reason == "Not 13")
    #expect(unlucky.facts.isEmpty)
    let waiting = try world.propose(#"{"action": "place_order", "order_id": "b", "amount": 600}"#)
    #expect(waiting.run.status == .waiting)
    #expect(waiting.run.waitingFor.words == ["approval from @clerk"])
    #expect(waiting.facts.map { $0["type"] } == [.text("approval.requested")])
  }

  /// A new version is a new match. Its output for a key that the truth produced before is a correction, too.
  @Test func correctionsAreHandedOn() throws {
    var world = try World([("shop.truths", Self.orders)])
    _ = try world.propose(#"{"action": "place_order", "order_id": "a", "amount": 20}"#)
    let changed = try world.propose(#"{"action": "change_order", "order_id": "a", "amount": 30}"#)
    #expect(changed.decision == .accepted)
    #expect(changed.facts.map { $0["type"] } == [.text("order.placed"), .text("order.ready")])
    #expect(changed.facts.map { $0["amount"] } == [.number(30), .number(30)])
    let corrections = changed.entries.filter { $0.type == .fact }
    #expect(corrections.allSatisfy { $0.corrects != nil })
  }
}
