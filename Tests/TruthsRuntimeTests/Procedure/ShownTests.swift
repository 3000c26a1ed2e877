import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

@Suite("An approval is for what was shown, hashes §3.2")
struct ShownTests {
  /// A pack in which an agent's order with low confidence needs a manager's approval.
  private static let pack = """
    pack shop:
      version: 1.0.0

    fact part.ordered:
      key: [part_id]
      fields:
        part_id: text

    intent order_part:
      fields:
        part_id: text

    truth ordering:
      id: shop.part.ordering
      when:
        - intent: order_part
      requires:
        - part_id exists
      invariants:
        - coalesce(proposal.confidence, 1) < 0.9 → requires_approval(manager)
      produces:
        - fact.part.ordered
        - trace.part.ordering

    """

  /// The pack, with a manager's approval for all orders.
  static let agreed = pack.replacing("coalesce(proposal.confidence, 1) < 0.9", with: "part_id exists")

  private static let mia = #""actor": {"type": "user", "user_id": "mia", "roles": ["manager"]}"#

  /// Values of a member, of the right form and of others.
  private static let forms = ["0.85", "1e0", #""x""#, #""shop""#, #""explicit""#, "true", "[1, null]", #"{"b": 2, "a": null}"#]

  private static func world(_ language: LanguageVersion = .current) throws -> World {
    try World([("shop.truths", pack)], language: language)
  }

  private static func order(_ more: String = "") -> String {
    #"{"action": "order_part", "proposal_id": "p1", "part_id": "b1", "actor": {"type": "agent", "user_id": "bot"}"#
      + (more.isEmpty ? "}" : ", \(more)}")
  }

  private static func expected(_ more: [(String, JSONValue)]) -> String {
    var object: JSONObject = [
      "action": .text("order_part"), "fields": .object(["part_id": .text("b1")]), "proposal_id": .text("p1"),
      "user_id": .text("bot"),
    ]
    for (name, value) in more { object[name] = value }
    return Digest(canonical: .object(object)).prefixed
  }

  @Test(
    "what clauses and people read of a proposal is in its hash as received, in whatever form; `null` is absence",
    arguments: ["confidence", "pack", "reason", "requires_consent", "truth_id"])
  func shownIsHashed(name: String) throws {
    var hashes: Set<String> = []
    for form in Self.forms {
      let member = "\"\(name)\": \(form)"
      var (now, before) = (try Self.world(), try Self.world(.two))
      let hash = try now.propose(Self.order(member)).proposalHash
      #expect(hash == Self.expected([(name, try World.json(form).value)]), "\(member)")
      hashes.insert(hash)
      // Language 2 leaves it out.
      #expect(try before.propose(Self.order(member)).proposalHash == Self.expected([]), "\(member)")
    }
    #expect(hashes.count == Self.forms.count)
    var world = try Self.world()
    #expect(try world.propose(Self.order("\"\(name)\": null")).proposalHash == Self.expected([]))
  }

  @Test("all of them stand in their order, beside whom it is for")
  func allAtOnce() throws {
    var world = try Self.world()
    let all = #""truth_id": "t", "requires_consent": "implicit", "reason": "r", "pack": "shop", "confidence": 0.950, "#
    let outcome = try world.propose(Self.order(all + #""on_behalf_of": "ann""#))
    #expect(
      outcome.proposalHash
        == Self.expected([
          ("truth_id", .text("t")), ("requires_consent", .text("implicit")), ("reason", .text("r")), ("pack", .text("shop")),
          ("confidence", try World.json("0.95").value), ("on_behalf_of", .text("ann")),
        ]))
  }

  @Test("the members of a queue's record win over those within, and so does their absence")
  func recordWins() throws {
    let within = #"{"action": "order_part", "proposal_id": "p1", "part_id": "b1", "confidence": 0.95, "reason": "within"}"#
    let cases: [(more: String, shown: [(String, JSONValue)])] = [
      ("", [("confidence", try World.json("0.95").value), ("reason", .text("within"))]),
      (#", "reason": "beside""#, [("confidence", try World.json("0.95").value), ("reason", .text("beside"))]),
      (#", "confidence": null"#, [("reason", .text("within"))]),
    ]
    for (more, shown) in cases {
      var world = try Self.world()
      let record = #"{"proposal": \#(within), "actor": {"type": "agent", "user_id": "bot"}\#(more)}"#
      #expect(try world.propose(record).proposalHash == Self.expected(shown), "\(more)")
    }
  }

  @Test("what was approved with one confidence is asked for anew with another")
  func anotherConfidence() throws {
    for language in [LanguageVersion.two, .three] {
      var world = try Self.world(language)
      let waiting = try world.propose(Self.order(#""confidence": 0.85"#))
      let request = try #require(AgreementTests.requests(waiting).first)
      #expect(try world.propose(AgreementTests.grant(request, Self.mia)).decision == .accepted)
      let other = try world.propose(Self.order(#""confidence": 0.01"#))
      if language == .two {
        #expect(other.decision == .accepted)
      } else {
        #expect(other.run.status == .waiting && other.run.runID != waiting.run.runID)
        #expect(AgreementTests.requests(other).first.map { $0 != request } == true)
        #expect(try world.propose(Self.order(#""confidence": 0.85"#)).decision == .accepted)
      }
    }
  }

  @Test("a retry after an upgrade, of the same key and words, gets the answer that was recorded; other words are a conflict")
  func retryAfterUpgrade() throws {
    var old = try Self.world(.two)
    let key = #""idempotency_key": "k1", "reason": "cheapest", "confidence": 0.95"#
    let first = try old.propose(Self.order(key))
    #expect(first.decision == .accepted)
    var new = old.speaking(.three)
    let again = try new.propose(Self.order(key))
    #expect(again.isReplay && again.entries.isEmpty && again.run.runID == first.run.runID && again.outputHash == first.outputHash)
    let other = try new.propose(Self.order(key.replacing("cheapest", with: "dearest")))
    #expect(other.truthID == "converge.idempotency.conflict")
  }

  @Test("a run that waits since language 2 goes on where nothing more is hashed of it, and asks anew where something is")
  func waitingSinceLanguageTwo() throws {
    for (more, isNew) in [("", false), (#""reason": "cheapest""#, true)] {
      var old = try World([("shop.truths", Self.agreed)], language: .two)
      let waiting = try old.propose(Self.order(more))
      let request = try #require(AgreementTests.requests(waiting).first)
      _ = try old.propose(AgreementTests.grant(request, Self.mia))
      var new = old.speaking(.three)
      let again = try new.propose(Self.order(more))
      #expect(again.run.runID == waiting.run.runID)
      #expect(again.decision == (isNew ? .halted : .accepted))
      let asked = AgreementTests.requests(again)
      #expect(asked.count == (isNew ? 1 : 0) && !asked.contains(request))
      guard let next = asked.first else { continue }
      _ = try new.propose(AgreementTests.grant(next, Self.mia))
      #expect(try new.propose(Self.order(more)).decision == .accepted)
    }
  }
}
