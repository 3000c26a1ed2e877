import Foundation
import Testing
import Truths

/// Rules that repeat the decisions of a ledger, and decide new proposals in shadow (server §10.2).
@Suite struct RulesTrialTests {
  private static let start = 1_740_823_200_000

  private static func rules(limit: Int, isSensitive: Bool = false) throws -> RuleSet {
    let type = isSensitive ? "{type: integer, sensitive: true}" : "integer"
    let text = """
      pack shop:
        version: 1.0.0

      fact order.placed:
        key: [order_id]
        fields:
          order_id: text
          amount: integer

      intent place_order:
        fields:
          order_id: text
          amount: \(type)

      truth ordering:
        when:
          - intent: place_order
        requires:
          - order_id exists
          - amount <= \(limit)
        produces:
          - fact.order.placed:
              amount: 0
          - trace.shop.ordering

      """
    return try RuleSet([SourceText(path: "truths/shop/shop.truths", bytes: Array(text.utf8))])
  }

  private static func actor(_ name: String, of organisation: String) -> String {
    #"{"type":"user","user_id":"\#(name)","device_id":"d","org_id":"\#(organisation)","roles":[]}"#
  }

  private static func session(_ rules: RuleSet) throws -> RunSession {
    var session = try RunSession(
      rules, ledger: SourceText(path: "ledger.jsonl", bytes: []), journal: nil, now: start)
    for (name, organisation) in [("ann", "acme"), ("ben", "bolt")] {
      try session.open(name, by: actor(name, of: organisation), over: .rest)
    }
    return session
  }

  /// Orders of amounts from 1 on, each by ann and by ben.
  private static func order(_ amounts: ClosedRange<Int>, in session: inout RunSession) throws {
    for amount in amounts {
      for name in ["ann", "ben"] {
        let body = #"{"action":"place_order","order_id":"\#(name)-\#(amount)","amount":\#(amount)}"#
        session.receive(try .proposal(Array(body.utf8)), from: name, now: start + amount)
      }
    }
    session.work(now: start + amounts.upperBound)
    _ = session.outgoing()
  }

  private static func catchUp(_ trial: inout RulesTrial, _ session: RunSession) {
    while true {
      let slice = session.ledgerSlice(from: trial.report.nextSequence)
      if slice.isEmpty { return }
      trial.take(slice)
    }
  }

  private static func json(_ trial: RulesTrial, _ rules: RuleSet, readable: [String?]) throws -> String {
    String(decoding: try PendingRules(rules, since: start).json(trial.report, readable: readable), as: UTF8.self)
  }

  @Test("the history is decided as `truths replay` does it, what comes then in shadow")
  func counts() throws {
    let (old, new) = (try Self.rules(limit: 100), try Self.rules(limit: 4))
    var session = try Self.session(old)
    try Self.order(1...6, in: &session)
    var trial = try RulesTrial(of: new, besides: old, liveAfter: session.ledgerPoint.size)
    #expect(!trial.report.isReplayed)
    Self.catchUp(&trial, session)
    #expect(trial.report.isReplayed && trial.report.shadowCounts == (0, 0))
    let replayed = try new.workspace.replay(SourceText(path: "ledger.jsonl", bytes: session.ledger))
    let text = try Self.json(trial, new, readable: trial.report.organisations)
    #expect(replayed.count(of: [.outcome]) == 4 && text.contains(#""decided":12"#) && text.contains(#""left_out":0"#))
    for line in replayed.ndjson.split(separator: "\n") {
      let id = try #require(line.firstMatch(of: /"proposal_id":"(.*?)"/)?.1)
      #expect(text.contains(#""proposal_id":"\#(id)""#) && text.contains(#""done":true"#))
    }

    try Self.order(7...20, in: &session)
    Self.catchUp(&trial, session)
    #expect(trial.report.shadowCounts == (28, 28))
    let shadow = try Self.json(trial, new, readable: trial.report.organisations)
    #expect(shadow.contains(#""flips":[{"action":"place_order","count":28,"from":"accepted","kind":"outcome","to":"rejected"}]"#))
    #expect(shadow.components(separatedBy: #""entry":"#).count - 1 == 4 + 10)
    #expect(session.rulesHash == old.hash && !String(decoding: session.ledger, as: UTF8.self).contains(new.hash))
  }

  @Test("only decisions of organisations that one may read are told, and nothing that is sensitive on either side")
  func readers() throws {
    let (old, new) = (try Self.rules(limit: 100, isSensitive: true), try Self.rules(limit: 4))
    var session = try Self.session(old)
    try Self.order(1...6, in: &session)
    var trial = try RulesTrial(of: new, besides: old, liveAfter: 0)
    Self.catchUp(&trial, session)
    #expect(trial.report.organisations == ["acme", "bolt"])
    let readable = session.readable(trial.report.organisations, by: "ben")
    #expect(readable == ["bolt"] && session.readable(trial.report.organisations, by: "nobody") == [])
    let text = try Self.json(trial, new, readable: readable)
    #expect(text.contains(#""count":2"#) && !text.contains("amount is 5") && text.contains("amount ***"), "\(text)")
    #expect(try Self.json(trial, new, readable: []).contains(#""examples":[],"flips":[]"#))
  }

  @Test("what is kept is bounded")
  func bounds() throws {
    let (old, new) = (try Self.rules(limit: 10_000), try Self.rules(limit: 0))
    var session = try Self.session(old)
    for part in 0..<7 { try Self.order(part * 150 + 1...part * 150 + 150, in: &session) }
    var trial = try RulesTrial(of: new, besides: old, liveAfter: session.ledgerPoint.size)
    Self.catchUp(&trial, session)
    let text = try Self.json(trial, new, readable: ["acme"])
    #expect(text.contains(#""left_out":50"#) && text.contains(#""decided":2100"#))
    #expect(text.components(separatedBy: #""entry":"#).count - 1 == 1_000)
  }
}
