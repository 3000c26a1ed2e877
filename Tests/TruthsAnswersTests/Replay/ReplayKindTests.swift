import Foundation
import Testing
import Truths

/// The kinds of changes in decisions (answers §2.2). The expected kinds of each pair of sets were determined by hand.
@Suite("Kinds of flips")
struct ReplayKindTests {
  /// Returns a set in which a parcel costs a fee.
  ///
  /// - Parameters:
  ///   - fee: the value written into the fact.
  ///   - truths: the truths on the intent, in order; the last one produces the fact.
  private static func workspace(
    fee: String = "10", limit: Int = 100, reason: String = "{weight} kg is too heavy", extra: String = "",
    truths: [String] = ["weighing", "sending"], facts: [String] = ["parcel.sent"]
  ) -> Workspace {
    let produced = facts.map { "\n    - fact.\($0): {fee: \(fee)}" }.joined()
    let declared = ["parcel.sent", "parcel.billed"].map { name in
      """
      fact \(name):
        key: [parcel_id]
        fields:
          fee: integer in eur
          parcel_id: text
      """
    }.joined(separator: "\n\n")
    let bodies = truths.map { name in
      name == "weighing"
        ? """
        truth weighing:
          when:
            - intent: send_parcel
          invariants:
            - weight > \(limit) → reject("\(reason)")
          produces:
            - trace.demo.weighing
        """
        : """
        truth \(name):
          when:
            - intent: send_parcel
          requires:
            - parcel_id exists\(extra)
          produces:\(produced)
            - trace.demo.\(name)
        """
    }.joined(separator: "\n\n")
    let text = """
      pack demo:
        summary: Parcels

      \(declared)

      intent send_parcel:
        fields:
          parcel_id: text
          weight: integer

      \(bodies)
      """
    return Workspace(truths: [SourceText(path: "truths/demo/demo.truths", bytes: Array(text.utf8))])
  }

  /// Parcels p1, p2 of 10 and 200 kg, decided under the set as it is.
  private static func ledger() throws -> SourceText {
    let proposals =
      #"{"action": "send_parcel", "proposal_id": "prop_1", "parcel_id": "p1", "weight": 10}"#
      + "\n" + #"{"action": "send_parcel", "proposal_id": "prop_2", "parcel_id": "p2", "weight": 200}"#
    var input = RunInput(proposals: SourceText(path: "p.jsonl", bytes: Array(proposals.utf8)))
    input.now = "2026-03-01T09:00:00Z"
    input.actor = .known(SourceText(path: "a.json", bytes: Array(#"{"type":"user","user_id":"ann"}"#.utf8)))
    input.isAppending = true
    return SourceText(path: "l.jsonl", bytes: Array(try workspace().run(input).ledger.utf8))
  }

  @Test(
    "another person who has to agree is another fact",
    arguments: [
      ("requires_approval(director)", ["facts"]), ("requires_approval(2 of manager)", ["facts"]),
      ("requires_approval(manager or director)", ["facts"]), ("requires_approval(manager not by \"dan\")", ["facts"]),
      ("requires_approval(manager)", []), ("requires_approval(manager, \"It is heavy\")", ["reason"]),
    ])
  func asked(_ effect: String, _ kinds: [String]) throws {
    func workspace(_ effect: String) -> Workspace {
      let text = """
        pack demo:
          summary: Parcels

        intent send_parcel:
          fields:
            weight: integer

        truth weighing:
          when:
            - intent: send_parcel
          invariants:
            - weight > 100 → \(effect)
          produces:
            - trace.demo.weighing
        """
      return Workspace(truths: [SourceText(path: "truths/demo/demo.truths", bytes: Array(text.utf8))])
    }
    let proposal = #"{"action": "send_parcel", "proposal_id": "prop_1", "weight": 200}"#
    var input = RunInput(proposals: SourceText(path: "p.jsonl", bytes: Array(proposal.utf8)))
    input.now = "2026-03-01T09:00:00Z"
    input.actor = .known(SourceText(path: "a.json", bytes: Array(#"{"type":"user","user_id":"ann"}"#.utf8)))
    input.isAppending = true
    let ledger = try workspace("requires_approval(manager)").run(input).ledger
    let report = try workspace(effect).replay(SourceText(path: "l.jsonl", bytes: Array(ledger.utf8)))
    let found = try report.ndjson.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["kind"] as? String
    }
    #expect(found == kinds, "\(report.ndjson)")
  }

  /// Who is asked for consent by `consent_by`, the proposer's organisation and `on_behalf_of` (approvals §6.2).
  private static func consenter(_ role: String?, _ organisation: String?, _ person: String?) -> String {
    let name = person ?? role
    return name.map { "@\($0)" } ?? organisation.map { "any user of @\($0)" } ?? "a person"
  }

  @Test(
    "another person who has to consent is another fact, although no fact says so",
    arguments: [String?.none, "acme"], [String?.none, "ann"])
  func consents(organisation: String?, person: String?) throws {
    func workspace(_ role: String?) -> Workspace {
      let text = """
        pack demo:
          summary: Parcels

        role buyer:

        role seller:

        intent send_parcel:
          consent: explicit\(role.map { "\n  consent_by: \($0)" } ?? "")
          fields:
            weight: integer

        truth weighing:
          when:
            - intent: send_parcel
          requires:
            - weight > 100
          produces:
            - trace.demo.weighing
        """
      return Workspace(truths: [SourceText(path: "truths/demo/demo.truths", bytes: Array(text.utf8))])
    }
    let claim = person.map { #""on_behalf_of": "\#($0)", "# } ?? ""
    let proposal = #"{"action": "send_parcel", "proposal_id": "prop_1", \#(claim)"weight": 200}"#
    let org = organisation.map { #","org_id":"\#($0)""# } ?? ""
    var input = RunInput(proposals: SourceText(path: "p.jsonl", bytes: Array(proposal.utf8)))
    input.now = "2026-03-01T09:00:00Z"
    input.actor = .known(SourceText(path: "a.json", bytes: Array(#"{"type":"agent","user_id":"bot"\#(org)}"#.utf8)))
    input.isAppending = true
    let roles = [String?.none, "buyer", "seller"]
    for old in roles {
      let ledger = try workspace(old).run(input).ledger
      for new in roles {
        let report = try workspace(new).replay(SourceText(path: "l.jsonl", bytes: Array(ledger.utf8)))
        let asked = [old, new].map { "consent from \(Self.consenter($0, organisation, person))" }
        let flips = try flips(report)
        #expect(report.decided == 1 && flips.map { $0["kind"] as? String } == (asked[0] == asked[1] ? [] : ["facts"]))
        for flip in flips {
          #expect((flip["old_facts"] as? [Any])?.isEmpty == true && (flip["new_facts"] as? [Any])?.isEmpty == true)
          #expect(flip["from"] as? String == "waiting" && flip["reason"] as? String == asked[1])
          #expect(report.text().contains("waiting for other people, \(asked[0]) → \(asked[1])\n"), "\(report.text())")
        }
      }
    }
  }

  /// A change of the set, and the expected kinds of change of `prop_1` and `prop_2`.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let set: @Sendable () -> Workspace
    let kinds: [String: String]
  }

  static let changes = [
    Change(testDescription: "nothing", set: { workspace() }, kinds: [:]),
    Change(testDescription: "the fee", set: { workspace(fee: "1000") }, kinds: ["prop_1": "facts"]),
    Change(
      testDescription: "one fact more", set: { workspace(facts: ["parcel.sent", "parcel.billed"]) }, kinds: ["prop_1": "facts"]),
    Change(testDescription: "no fact", set: { workspace(facts: []) }, kinds: ["prop_1": "facts"]),
    Change(testDescription: "another fact", set: { workspace(facts: ["parcel.billed"]) }, kinds: ["prop_1": "facts"]),
    Change(testDescription: "the limit", set: { workspace(limit: 5) }, kinds: ["prop_1": "outcome"]),
    Change(testDescription: "the limit, the other way", set: { workspace(limit: 500) }, kinds: ["prop_2": "outcome"]),
    Change(testDescription: "the reason", set: { workspace(reason: "No") }, kinds: ["prop_2": "reason"]),
    Change(
      testDescription: "a clause more, which holds", set: { workspace(extra: "\n    - weight > 0") }, kinds: ["prop_1": "reason"]),
    Change(
      testDescription: "the fee and the reason", set: { workspace(fee: "9", reason: "No") },
      kinds: ["prop_1": "facts", "prop_2": "reason"]),
    Change(
      testDescription: "the name of the truth that leaves the fact", set: { workspace(truths: ["weighing", "dispatching"]) },
      kinds: ["prop_1": "truth"]),
  ]

  private func flips(_ report: ReplayReport) throws -> [[String: Any]] {
    try report.ndjson.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test("each decision has the first kind that differs", arguments: changes, [false, true])
  func kinds(change: Change, cascades: Bool) throws {
    let report = try change.set().replay(Self.ledger(), cascades: cascades)
    #expect(report.decided == 2 && report.undecided == 0)
    var found: [String: String] = [:]
    for flip in try flips(report) { found[try #require(flip["proposal_id"] as? String)] = flip["kind"] as? String }
    #expect(found == change.kinds)
    for kind in FlipKind.allCases {
      #expect(report.count(of: [kind]) == change.kinds.values.count { $0 == kind.rawValue })
    }
  }

  @Test("the facts that differ are told on both sides, for people by their members")
  func facts() throws {
    let report = try Self.workspace(fee: "1000", facts: ["parcel.sent", "parcel.billed"]).replay(Self.ledger())
    let flip = try #require(try flips(report).first)
    #expect(flip["from"] as? String == "accepted" && flip["to"] as? String == "accepted")
    let (old, new) = (flip["old_facts"] as? [[String: Any]] ?? [], flip["new_facts"] as? [[String: Any]] ?? [])
    #expect(old.map { $0["type"] as? String } == ["parcel.sent"] && old.map { $0["fee"] as? Int } == [10])
    #expect(new.map { $0["fee"] as? Int } == [1000, 1000])
    #expect(
      report.text().contains(
        "accepted with other facts, `parcel.sent` fee 10 eur → 1,000 eur; also `parcel.billed` (fee 1,000 eur, parcel_id p1)"))
    #expect(report.text().hasPrefix("1 of 2 decisions changes\n"))
  }

  @Test("how many clauses hold is told in words")
  func held() throws {
    let report = try Self.workspace(extra: "\n    - weight > 0").replay(Self.ledger())
    #expect(report.text().contains("accepted for another reason, 2 requirements and 1 invariant hold"), "\(report.text())")
  }

  @Test("what stays as it was but for its reason is told beside what comes out otherwise")
  func headline() throws {
    let report = try Self.workspace(reason: "No").replay(Self.ledger())
    #expect(report.text().hasPrefix("0 of 2 decisions change, 1 gives another reason\n"))
  }
}
