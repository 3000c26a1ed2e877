import Foundation
import Testing
import Truths

/// The decisions that change under other rules (answers §2), compared with the threshold alone.
@Suite("Replay under other truths")
struct ReplayTests {
  private static let count = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 300 : 100_000

  private static func workspace(reject: Int = 1500, approve: Int = 1000) -> Workspace {
    let text = """
      pack shop:
        summary: Orders

      policy limit:
        type: integer
        default: 1

      fact customer.blocked:
        key: [customer]
        external: true
        fields:
          customer: text

      fact order.placed:
        key: [order_id]
        fields:
          order_id: text
          total: integer

      fact customer.known:
        key: [customer]
        fields:
          customer: text

      intent order:
        fields:
          order_id: text
          customer: text
          total: integer

      truth ordering:
        when:
          - intent: order
        requires:
          - order_id exists
          - customer exists
          - total > 0
        invariants:
          - customer.blocked → reject("{customer} is blocked")
          - total > \(reject) → reject("too large")
          - total > \(approve) → requires_approval(boss)
        produces:
          - fact.order.placed
          - fact.customer.known
          - trace.order.placed
      """
    return Workspace(truths: [SourceText(path: "truths/shop/shop.truths", bytes: Array(text.utf8))])
  }

  private static func total(_ number: Int) -> Int { number * 7_919 % 2_000 }

  /// A ledger of orders, decided under a set.
  private static func ledger(_ workspace: Workspace, _ proposals: [String], actor: String = "ann") throws -> String {
    var input = RunInput(proposals: SourceText(path: "p.jsonl", bytes: Array(proposals.joined(separator: "\n").utf8)))
    input.now = "2026-03-01T09:00:00Z"
    input.actor = .known(SourceText(path: "a.json", bytes: Array(#"{"type":"user","user_id":"\#(actor)"}"#.utf8)))
    input.isAppending = true
    return try workspace.run(input).ledger
  }

  private static func order(_ number: Int, total: Int) -> String {
    #"{"action": "order", "proposal_id": "prop_\#(number)", "order_id": "o\#(number)", "customer": "c\#(number)", "total": \#(total)}"#
  }

  private static let proposals = (1...count).map { order($0, total: total($0)) }

  private func replay(_ ledger: String, _ workspace: Workspace, cascades: Bool = false) throws -> ReplayReport {
    try workspace.replay(SourceText(path: "l.jsonl", bytes: Array(ledger.utf8)), cascades: cascades)
  }

  private func flips(_ report: ReplayReport) throws -> [[String: String]] {
    try report.ndjson.split(separator: "\n").map { line in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return object.compactMapValues { $0 as? String }
    }
  }

  private func outcomes(_ report: ReplayReport) throws -> [[String: String]] {
    try flips(report).filter { $0["kind"] == "outcome" }
  }

  @Test("exactly those flip whose total lies between the thresholds, with their truth and reason", arguments: [false, true])
  func thresholds(cascades: Bool) throws {
    let ledger = try Self.ledger(Self.workspace(), Self.proposals)
    let report = try replay(ledger, Self.workspace(reject: 1200, approve: 1100), cascades: cascades)
    #expect(report.decided == Self.count && report.undecided == 0)
    let expected = (1...Self.count).compactMap { number -> [String]? in
      switch Self.total(number) {
      case 1001...1100: ["prop_\(number)", "waiting", "accepted"]
      case 1201...1500: ["prop_\(number)", "waiting", "halted"]
      default: nil
      }
    }
    let found = try outcomes(report)
    #expect(found.map { [$0["proposal_id"], $0["from"], $0["to"]] } == expected.map { $0.map(Optional.init) })
    #expect(found.allSatisfy { $0["action"] == "order" && $0["truth_id"] == "shop.ordering" })
    #expect(found.filter { $0["to"] == "halted" }.allSatisfy { $0["reason"] == "too large" })
    #expect(report.count(of: [.outcome]) == expected.count)
  }

  @Test("under the same truths nothing flips, whatever was answered or came from outside", arguments: [false, true])
  func same(cascades: Bool) throws {
    let workspace = Self.workspace()
    let ledger = try Self.ledger(workspace, Self.proposals)
    let report = try replay(ledger, workspace, cascades: cascades)
    #expect(try flips(report).isEmpty && report.decided == Self.count)
    #expect(report.text().hasPrefix("0 of "))
  }

  @Test("a run that waited and was approved is decided where it was decided")
  func approvals() throws {
    let workspace = Self.workspace()
    var open = try OpenLedger(workspace, RunInput(context: nil))
    _ = try open.append(
      SourceText(path: "p.json", bytes: Array(Self.order(1, total: 1050).utf8)), now: "2026-03-01T09:00:00Z",
      actor: .known(SourceText(path: "a.json", bytes: Array(#"{"type":"user","user_id":"ann"}"#.utf8))))
    _ = try open.answer(
      .approve, to: "prop_1", now: "2026-03-01T10:00:00Z",
      actor: .known(SourceText(path: "b.json", bytes: Array(#"{"type":"user","user_id":"bob","roles":["boss"]}"#.utf8))))
    let ledger = String(decoding: open.entries, as: UTF8.self)
    let looser = try outcomes(replay(ledger, Self.workspace(approve: 1100)))
    #expect(looser.map { [$0["from"], $0["to"]] } == [["waiting", "accepted"]])
    let stricter = try outcomes(replay(ledger, Self.workspace(reject: 1040)))
    #expect(stricter.map { [$0["from"], $0["to"]] } == [["waiting", "halted"], ["accepted", "halted"]])
    // Set policies come before the first entry, and the waiting run is still found after them.
    for cascades in [false, true] {
      let report = try workspace.replay(
        SourceText(path: "l.jsonl", bytes: Array(ledger.utf8)), policies: ["shop.limit=3"], cascades: cascades)
      #expect(report.decided == 3 && report.undecided == 0 && report.count(of: Set(FlipKind.allCases)) == 0)
    }
  }

  @Test("with a history of its own, what follows from a flip flips too")
  func cascade() throws {
    let proposals = [
      Self.order(1, total: 1300), Self.order(1, total: 100).replacingOccurrences(of: "prop_1", with: "prop_2"),
    ]
    let ledger = try Self.ledger(Self.workspace(approve: 1400), proposals)
    // The second order is another one of the same number: it conflicts with the first, where that was accepted.
    let recorded = try outcomes(replay(ledger, Self.workspace(reject: 1200, approve: 1100)))
    #expect(recorded.map { [$0["proposal_id"], $0["from"], $0["to"]] } == [["prop_1", "accepted", "halted"]])
    let own = try outcomes(replay(ledger, Self.workspace(reject: 1200, approve: 1100), cascades: true))
    #expect(
      own.map { [$0["proposal_id"], $0["from"], $0["to"]] } == [
        ["prop_1", "accepted", "halted"], ["prop_2", "halted", "accepted"],
      ])
  }

  @Test(
    "what stood in the ledger before the first run, and what came from outside, is in every history", arguments: [false, true])
  func arrivals(cascades: Bool) throws {
    let context =
      #"{"type": "order.placed", "order_id": "o1", "total": 3}"# + "\n" + #"{"type": "customer.blocked", "customer": "c2"}"#
    var input = RunInput(
      proposals: SourceText(
        path: "p.jsonl", bytes: Array([1, 2, 3].map { Self.order($0, total: 9) }.joined(separator: "\n").utf8)))
    input.context = SourceText(path: "c.jsonl", bytes: Array(context.utf8))
    input.now = "2026-03-01T09:00:00Z"
    input.actor = .known(SourceText(path: "a.json", bytes: Array(#"{"type":"user","user_id":"ann"}"#.utf8)))
    input.isAppending = true
    let report = try Self.workspace().run(input)
    #expect(report.json.split(separator: "\n").map { $0.contains(#""decision":"halted""#) } == [true, true, false])
    #expect(try replay(report.ledger, Self.workspace(), cascades: cascades).count(of: Set(FlipKind.allCases)) == 0)
  }

  @Test("an intent that is gone flips with that reason; what is no ledger is refused")
  func gone() throws {
    let ledger = try Self.ledger(Self.workspace(), [Self.order(1, total: 100)])
    let other = Workspace(truths: [
      SourceText(
        path: "truths/shop/shop.truths",
        bytes: Array(
          """
          pack shop:
            summary: Nothing
          """.utf8))
    ])
    let found = try flips(replay(ledger, other))
    #expect(found.map { [$0["from"], $0["to"], $0["truth_id"]] } == [["accepted", "rejected", "converge.proposal.wellformed"]])
    #expect(throws: Findings.self) { try replay(#"{"no": "entry"}"#, other) }
  }
}
