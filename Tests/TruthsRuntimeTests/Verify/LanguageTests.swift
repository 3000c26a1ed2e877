import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Each decision is checked and made again by the version of the language that it names (ledgers §4).
@Suite("Ledgers of several versions of the language")
struct LanguageTests {
  private static let bot = #""actor": {"type": "agent", "user_id": "bot"}"#
  private static let mia = #""actor": {"type": "user", "user_id": "mia", "roles": ["manager"]}"#

  /// Returns a world in which every order needs a manager's approval.
  private static func world() throws -> World { try World([("shop.truths", ShownTests.agreed)]) }

  private static func propose(_ part: String, _ more: String) -> String {
    #"{"action": "order_part", "proposal_id": "\#(part)", "part_id": "\#(part)", \#(bot), \#(more)}"#
  }

  /// A ledger of language 2 in which a proposal was agreed to, and was accepted in other words; another waits.
  private static func old() throws -> World {
    var world = try Self.world().speaking(.two)
    let waiting = try world.propose(propose("b1", #""confidence": 0.85"#))
    let request = try #require(AgreementTests.requests(waiting).first)
    _ = try world.propose(AgreementTests.grant(request, mia))
    let accepted = try world.propose(propose("b1", #""confidence": 0.01"#))
    #expect(accepted.decision == .accepted)
    _ = try world.propose(propose("b2", #""confidence": 0.5"#))
    return world
  }

  /// Returns that ledger after language 3 asked for the other approval again, and made more decisions.
  private static func both() throws -> World {
    var world = try old().speaking(.three)
    let waiting = try world.propose(propose("b2", #""confidence": 0.5"#))
    let request = try #require(AgreementTests.requests(waiting).first)
    _ = try world.propose(AgreementTests.grant(request, mia))
    #expect(try world.propose(propose("b2", #""confidence": 0.5"#)).decision == .accepted)
    #expect(try world.propose(propose("b3", #""reason": "due""#)).run.status == .waiting)
    return world
  }

  private static func verified(_ entries: [Entry], _ sets: [RunProcedure], isReplaying: Bool = true) -> Verification {
    var verifier = LedgerVerifier(entries: entries, procedures: sets, question: .init(isReplaying: isReplaying))
    return verifier.verify()
  }

  @Test("a ledger of language 2, and one of both, holds and is decided again")
  func holds() throws {
    for world in [try Self.old(), try Self.both()] {
      let found = Self.verified(world.context.ledger.entries, [try Self.world().procedure])
      #expect(found.difference == nil && found.isProven)
      #expect(found.replayed == found.decisions && found.decisions > 3)
      let hashes = Self.verified(world.context.ledger.entries, [], isReplaying: false)
      #expect(hashes.difference == nil && hashes.open.isEmpty)
    }
  }

  private static let mail = """
    pack demo:
      version: 1.0.0

    intent write:
      fields:
        address: text

    truth writing:
      when:
        - intent: write
      requires:
        - is_email(address)
      produces:
        - trace.demo.writing
    """

  @Test("an email address is what each version took for one, also where a decision is repeated")
  func emails() throws {
    let letter = #"{"action": "write", "address": "a@c..de", \#(Self.bot)}"#
    var world = try World([("demo.truths", Self.mail)], language: .two)
    #expect(try world.propose(letter).decision == .accepted)
    world = world.speaking(.three)
    #expect(try world.propose(letter.replacing("a@c", with: "b@c")).decision == .rejected)
    #expect(try world.propose(letter.replacing("c..de", with: "c.de")).decision == .accepted)
    let found = Self.verified(world.context.ledger.entries, [world.procedure])
    #expect(found.difference == nil && found.isProven && found.replayed == 3)
  }

  @Test("an older version behind a newer one is told of")
  func setBack() throws {
    let set = [try Self.world().procedure]
    var world = try Self.both()
    let size = world.context.ledger.size
    #expect(Self.verified(world.context.ledger.entries, set).notes.isEmpty)
    world = world.speaking(.two)
    _ = try world.propose(Self.propose("b4", #""reason": "due""#))
    let found = Self.verified(world.context.ledger.entries, set)
    #expect(found.isProven)
    #expect(found.notes == ["entry \(size + 2) was decided by an older version of the language than decisions before it"])
  }

  @Test("a request of one version does not pass for one of the other")
  func requestsOfTheOther() throws {
    let entries = try Self.both().context.ledger.entries
    for (place, entry) in entries.enumerated() where entry.type == .decision {
      let asks = entries[(place + 1)...].prefix { $0.type == .fact && $0.runID == entry.runID }
      guard asks.contains(where: { $0.payload["type"] == .text("approval.requested") }) else { continue }
      var forged = entries
      forged[place].payload["language"] = entry.payload["language"] == .number(2) ? .number(3) : .number(2)
      let found = Self.verified(Forger.sealed(forged), []).difference
      #expect(found?.subject.contains(", proposal_hash") == true, "entry \(place + 1): \(String(describing: found))")
    }
  }

  @Test("what a decision comes to in one version does not pass for the other")
  func decisionsOfTheOther() throws {
    var entries = try Self.old().context.ledger.entries
    let place = try #require(entries.lastIndex { $0.type == .decision && $0.payload["decision"] == .text("accepted") })
    entries[place].payload["language"] = .number(3)
    let found = Self.verified(Forger.sealed(entries), [try Self.world().procedure])
    #expect(found.difference != nil)
  }

  @Test("a version that is not spoken is named, and its hashes are checked")
  func unknownVersion() throws {
    var world = try World()
    _ = try world.propose(DecisionTests.small)
    var entries = world.context.ledger.entries
    for number in [1, 4, 20] {
      entries[1].payload["language"] = .number(number)
      let found = Self.verified(Forger.sealed(entries), [world.procedure])
      #expect(found.difference == nil && !found.isProven && found.unmade.map(\.cause) == [.language(String(number))])
    }
  }

  @Test("the output of a run of language 2 is decided again by it, and so is an answer that is given again")
  func outputs() throws {
    var world = try Self.world().speaking(.two)
    let now = try Self.world().procedure
    for more in [
      #""confidence": 0.85"#, #""confidence": 0.01"#, #""idempotency_key": "k", "reason": "r""#,
      #""idempotency_key": "k", "reason": "r""#,
    ] {
      let before = now.context(rereading: world.context)
      let outcome = try world.propose(Self.propose("b1", more))
      var verifier = RunOutputVerifier(output: outcome.json { _ in "" }, context: before, procedure: now, source: { _ in "" })
      let found = verifier.verify()
      #expect(found.difference == nil && found.isProven, "\(more): \(String(describing: found.difference))")
    }
  }
}
