import Foundation
import Testing
import Truths

/// The answers of `truths why` (answers §3) on a small set. Each expectation follows from the set alone.
@Suite("Why")
struct WhyTests {
  private static let truths = """
    pack shop:
      summary: Orders

    fact period.opened:
      key: [month]
      external: {by: [system, bookkeeper]}
      fields:
        month: text

    fact receipt.kept:
      key: [order_id]
      immutable: true
      fields:
        order_id: text

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        net: decimal in eur
        gross: decimal in eur
        month: text

    fact order.counted:
      key: [order_id]
      fields:
        order_id: text
        gross: decimal in eur

    fact month.busy:
      key: [month]
      derived: true
      fields:
        month: text

    policy largest:
      type: decimal in eur
      default: 1000

    lifecycle order:
      key: [order_id]
      initial: draft
      transitions:
        - draft → sent → paid
        - sent → held → draft
        - paid → closed
      terminal: [closed]

    table rate_of:
      inputs:
        net: decimal in eur
      output: decimal
      rows:
        - net >= 500 → 0.5
        - otherwise → 0.25

    intent place:
      fields:
        order_id: text
        net: decimal in eur
        month: text

    truth busy:
      when:
        - fact: order.placed as o
        - if: o.gross > 100
      produces:
        - fact.month.busy:
            month: o.month

    truth placing:
      when:
        - intent: place
      let:
        gross: net * (1 + rate_of(net))
        before: sum(o.net for o in order.placed where o.month == month)
      requires:
        - order_id exists and month exists
        - net > 0
        - period.opened
      invariants:
        - order.placed → reject("it is there")
        - before + net > largest → reject("too much in {month}")
      moves:
        - order: start → draft
      produces:
        - fact.order.placed
        - fact.receipt.kept
        - trace.order.placing
      ensures:
        - order.placed.gross > net

    truth counting:
      when:
        - fact: order.placed as o
      produces:
        - fact.order.counted:
            order_id: o.order_id
            gross: o.gross
        - trace.order.counting

    intent send:
      fields:
        order_id: text

    truth sending:
      when:
        - intent: send
      requires:
        - order_id exists
        - not month.busy(month = "2026-09")
      moves:
        - order: draft → sent
      produces:
        - trace.order.sending

    intent hold:
      consent: explicit
      fields:
        order_id: text

    truth holding:
      when:
        - intent: hold
      requires:
        - order_id exists
      moves:
        - order: sent → held
      produces:
        - trace.order.holding

    intent redraft:
      fields:
        order_id: text
        net: decimal in eur

    truth redrafting:
      when:
        - intent: redraft
      requires:
        - order_id exists
        - net > 0
        - order.placed
      invariants:
        - net > 100 → requires_approval(boss)
      moves:
        - order: held → draft
      produces:
        - correction.order.placed:
            net: net
        - trace.order.redrafting

    intent pay:
      fields:
        order_id: text

    truth paying:
      when:
        - intent: pay
        - if: order.state == sent
      requires:
        - order_id exists
      moves:
        - order: sent → paid
      produces:
        - trace.order.paying

    intent close:
      fields:
        order_id: text

    truth closing:
      when:
        - intent: close
      requires:
        - order_id exists
      moves:
        - order: paid → closed
      produces:
        - trace.order.closing
    """

  private static let trust = """
    pack trust:
      summary: Who may
      uses: [shop]

    invariant holders:
      applies_to: [hold]
      rule: '"keeper" in actor.roles'
    """

  static func workspace(_ change: (String) -> String = { $0 }) -> Workspace {
    Workspace(truths: [
      SourceText(path: "truths/shop/shop.truths", bytes: Array(change(truths).utf8)),
      SourceText(path: "truths/trust/trust.truths", bytes: Array(trust.utf8)),
    ])
  }

  private static let periods = #"{"type": "period.opened", "month": "2026-02"}"# + "\n"

  static func place(_ id: String, _ net: Int) -> String {
    #"{"action": "place", "order_id": "\#(id)", "net": \#(net), "month": "2026-02"}"#
  }

  private static func of(_ action: String, _ id: String) -> String { #"{"action": "\#(action)", "order_id": "\#(id)"}"# }

  static func record(
    _ proposals: [String], _ workspace: Workspace = workspace(), context: String = periods
  ) throws -> Record {
    var input = RunInput(proposals: SourceText(path: "p.jsonl", bytes: Array(proposals.joined(separator: "\n").utf8)))
    input.context = SourceText(path: "c.jsonl", bytes: Array(context.utf8))
    input.now = "2026-03-01T09:00:00Z"
    input.actor = .known(
      SourceText(path: "a.json", bytes: Array(#"{"type":"user","user_id":"ann","roles":["keeper"]}"#.utf8)))
    input.isAppending = true
    return try Record(SourceText(path: "l.jsonl", bytes: Array(try workspace.run(input).ledger.utf8)))
  }

  // MARK: Reading what is printed

  struct Node: Decodable {
    var id: Int
    var kind: String
    var name: String
    var clause: String?
    var text: String?
    var outcome: String?
    var entry: Int?
    var line: Int?
    var count: Int?
    var place: String?
    var outside: String?
    var because: [Int]
  }

  struct Undone: Decodable {
    struct Fact: Decodable {
      struct Step: Decodable {
        struct Intent: Decodable {
          struct Approval: Decodable {
            var of: String
            var `where`: String?
          }
          var intent: String
          var proposers: [String]?
          var approvals: [Approval]?
          var consent: String?
        }
        var move: String?
        var correction: Bool?
        var intents: [Intent]
      }
      struct State: Decodable {
        var now: String
        var before: String
      }
      var entry: Int
      var superseded_by: Int?
      var state: State?
      var ways: [[Step]]
      var exits: [Step]?
      var arrives_from: String?
      var reason: String?
    }
    var facts: [Fact]
    var remark: String?
  }

  struct Answer: Decodable {
    var nodes: [Node]
    var undo: Undone?
    var remarks: [String]?
    var left_out: Int?

    /// Returns the direct causes of a node, of all kinds.
    func behind(_ node: Node) -> [Node] { node.because.map { nodes[$0 - 1] } }

    /// Returns all direct and indirect causes of a node.
    func all(behind node: Node) -> [Node] {
      var (found, seen, rest) = ([Node](), Set<Int>(), node.because)
      while let id = rest.popLast() {
        if !seen.insert(id).inserted { continue }
        found.append(nodes[id - 1])
        rest += nodes[id - 1].because
      }
      return found
    }

    func first(_ kind: String, _ name: String) throws -> Node { try #require(nodes.first { $0.kind == kind && $0.name == name }) }
  }

  func answer(
    _ record: Record, _ subject: String? = nil, _ workspaces: [Workspace] = [workspace()]
  ) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data(try record.why(subject, with: workspaces).json.utf8))
  }

  // MARK: Sources of values

  @Test("values lead to the proposal, a policy, a row, an earlier fact and its decision, and all of it ends outside")
  func sources() throws {
    let answer = try answer(try Self.record([Self.place("o1", 400), Self.place("o2", 600)]))
    #expect(answer.nodes[0].kind == "decision" && answer.nodes[0].outcome == "accepted")
    #expect(answer.nodes.map(\.id) == Array(1...answer.nodes.count))
    let net = try answer.first("field", "net")
    let proposal = try #require(answer.behind(net).first)
    #expect(proposal.kind == "proposal" && proposal.entry == proposal.line)
    let opened = try answer.first("look-up", "period.opened")
    #expect(answer.behind(opened).contains { $0.kind == "fact" && $0.outside == "short form" && $0.entry == 1 && $0.line == 1 })
    let largest = try answer.first("policy", "largest")
    #expect(largest.because.isEmpty && largest.place?.hasPrefix("shop/shop.truths:") == true)
    let gone = try #require(answer.nodes.first { $0.kind == "range" })
    #expect(gone.count == 1)
    let earlier = try #require(answer.behind(gone).first { $0.kind == "fact" && $0.name == "order.placed" })
    #expect(answer.behind(earlier).contains { $0.kind == "decision" && $0.entry ?? 0 < earlier.entry ?? 0 })
    let gross = try #require(answer.behind(earlier).first { $0.kind == "attribute" && $0.name == "gross" })
    #expect(answer.all(behind: gross).contains { $0.kind == "row" })
    let grounds: Set = [
      "proposal", "approval", "consent", "constant", "moment", "absent", "result", "policy", "row", "range", "state", "let",
    ]
    for node in answer.nodes where node.because.isEmpty {
      #expect(grounds.contains(node.kind) || node.outside != nil, "\(node.kind) \(node.name)")
    }
  }

  @Test("what the decision itself leaves is its result, with nothing behind it")
  func result() throws {
    let answer = try answer(try Self.record([Self.place("o1", 400)]))
    let clause = try #require(answer.nodes.first { $0.clause == "ensures[0]" })
    let results = answer.all(behind: clause).filter { $0.kind == "result" }
    #expect(results.map(\.name) == ["order.placed"])
    #expect(results.allSatisfy { $0.because.isEmpty && $0.entry ?? 0 > answer.nodes[0].entry ?? 0 })
  }

  @Test("a clause that asks without a condition is told once")
  func alone() throws {
    let workspace = Self.workspace {
      $0.replacingOccurrences(of: "net > 100 → requires_approval(boss)", with: "requires_approval(boss)")
    }
    let proposals = [
      Self.place("o1", 40), Self.of("send", "o1"), #"{"action": "hold", "order_id": "o1", "consent": true}"#,
      #"{"action": "redraft", "order_id": "o1", "net": 50}"#,
    ]
    let record = try Self.record(proposals, workspace)
    let clause = try #require(try answer(record, nil, [workspace]).nodes.first { $0.outcome == "violated" })
    #expect(clause.text == "requires_approval(boss)")
  }

  @Test("the condition for which a truth fired is a clause; a policy that was set leads to who set it")
  func conditions() throws {
    let paid = try answer(try Self.record([Self.place("o1", 40), Self.of("send", "o1"), Self.of("pay", "o1")]))
    let condition = try #require(paid.nodes.first { $0.clause == "if" })
    #expect(condition.outcome == "holds" && paid.behind(condition).first?.kind == "state")
    let setting = #"{"type": "policy.set", "policy": "shop.largest", "value": 900}"# + "\n"
    let policy = try answer(try Self.record([Self.place("o1", 40)], context: Self.periods + setting)).first("policy", "largest")
    #expect(policy.because.count == 1)
  }

  @Test("a fact leads to the facts that it follows from; a view to those that it is made of")
  func follows() throws {
    let record = try Self.record([Self.place("o1", 400), Self.of("send", "o1")])
    let counted = try answer(record, "order.counted:o1")
    #expect(counted.nodes[0].kind == "fact" && counted.nodes[0].name == "order.counted")
    let behind = counted.behind(counted.nodes[0])
    #expect(behind.contains { $0.kind == "fact" && $0.name == "order.placed" })
    #expect(behind.contains { $0.kind == "decision" })
    let busy = Self.workspace {
      $0.replacingOccurrences(of: "not month.busy(month = \"2026-09\")", with: "month.busy(month = \"2026-02\")")
    }
    let sent = try Self.record([Self.place("o1", 400), Self.of("send", "o1")], busy)
    let view = try self.answer(sent, nil, [busy]).first("view", "month.busy")
    #expect(try self.answer(sent, nil, [busy]).behind(view).contains { $0.kind == "fact" && $0.name == "order.placed" })
  }

  @Test("a correction leads its kept fields to the version before it")
  func kept() throws {
    let proposals = [
      Self.place("o1", 40), Self.of("send", "o1"), #"{"action": "hold", "order_id": "o1", "consent": true}"#,
      #"{"action": "redraft", "order_id": "o1", "net": 50}"#,
    ]
    let record = try Self.record(proposals)
    let corrected = try answer(record, "order.placed:o1")
    let month = try corrected.first("kept", "month")
    #expect(corrected.behind(month).contains { $0.kind == "fact" && $0.name == "order.placed" })
    let net = try #require(corrected.behind(corrected.nodes[0]).first { $0.name == "net" })
    #expect(corrected.behind(net).first?.kind == "field")
    // The first version was corrected.
    let first = try #require(corrected.behind(month).first?.entry)
    #expect(try answer(record, "\(first)").undo?.facts.first?.superseded_by == corrected.nodes[0].entry)
  }

  // MARK: Subjects

  @Test("a decision or fact is named by sequence, entry, proposal, run, or type and key; what is none is said")
  func subjects() throws {
    let record = try Self.record([Self.place("o1", 400)])
    let last = try answer(record).nodes[0]
    for other in ["\(last.entry ?? 0)", "\((last.entry ?? 0) - 1)"] {
      #expect(try answer(record, other).nodes[0].entry == last.entry)
    }
    #expect(try answer(record, "order:o1").nodes[0].name == "order.entered")
    for (subject, words) in [
      ("99", "there is no entry 99"), ("0", "there is no entry 0"), ("2", "neither a decision nor a fact"),
      ("order.placed:o9", "no such fact"), ("x", "no entry"),
    ] {
      let fault = #expect(throws: WhyFault.self) { try record.why(subject, with: [Self.workspace()]) }
      #expect(fault?.message.contains(words) == true && fault?.isMissing == true, "\(subject): \(fault?.message ?? "")")
    }
  }

  @Test("under other truths a decision that comes out the same is told by them, another by its record; without truths all are")
  func otherTruths() throws {
    let record = try Self.record([Self.place("o1", 400)])
    func changed(_ limit: String) -> Workspace { Self.workspace { $0.replacingOccurrences(of: "default: 1000", with: limit) } }
    let told = try answer(record, nil, [changed("default: 2000")])
    #expect(told.nodes.contains { $0.kind == "look-up" })
    #expect(told.remarks?.contains { $0.contains("have the same result") } == true)
    let recorded = try answer(record, nil, [changed("default: 10")])
    #expect(!recorded.nodes.contains { $0.kind == "look-up" })
    #expect(recorded.remarks?.contains { $0.contains("another result") } == true)
    let none = try answer(record, nil, [])
    #expect(none.nodes.contains { $0.kind == "proposal" } && none.undo == nil && none.remarks?.count == 1)
    let faulty = Workspace(truths: [SourceText(path: "truths/a/a.truths", bytes: Array("pack b:\n".utf8))])
    #expect(throws: WhyFault.self) { try record.why(nil, with: [faulty]) }
  }

  // MARK: Undo

  @Test("of a state the moves that lead back, one after the other, with who proposes and who agrees")
  func lifecycle() throws {
    let answer = try answer(try Self.record([Self.place("o1", 40), Self.of("send", "o1")]))
    let fact = try #require(answer.undo?.facts.first)
    #expect(fact.state?.now == "sent" && fact.state?.before == "draft" && fact.ways.count == 1)
    let way = try #require(fact.ways.first)
    #expect(way.map(\.move) == ["order: sent → held", "order: held → draft"])
    #expect(way.map { $0.intents.map(\.intent) } == [["hold"], ["redraft"]])
    #expect(way[0].intents[0].proposers == [#""keeper" in actor.roles"#] && way[0].intents[0].consent == "explicit")
    #expect(way[1].intents[0].approvals?.map(\.of) == ["boss"] && way[1].intents[0].approvals?[0].where == "net > 100")
  }

  @Test("where nothing leads back that is said, with where it goes on to; a terminal state is one")
  func noWayBack() throws {
    let paid = try answer(try Self.record([Self.place("o1", 40), Self.of("send", "o1"), Self.of("pay", "o1")]))
    let fact = try #require(paid.undo?.facts.first)
    #expect(fact.ways.isEmpty && fact.exits?.map(\.move) == ["order: paid → closed"])
    #expect(fact.reason == "no truth leads from paid back to sent")
    let all = [Self.place("o1", 40), Self.of("send", "o1"), Self.of("pay", "o1"), Self.of("close", "o1")]
    let closed = try #require(try answer(try Self.record(all)).undo?.facts.first)
    #expect(closed.exits == nil && closed.reason?.contains("terminal") == true)
  }

  @Test("facts are corrected by the truths that do, brought in anew from outside, or stand")
  func corrections() throws {
    let record = try Self.record([Self.place("o1", 40)])
    let facts = try #require(try answer(record).undo?.facts)
    func fact(_ subject: String) throws -> Undone.Fact { try #require(try answer(record, subject).undo?.facts.first) }
    #expect(try fact("order.placed:o1").ways.map { $0.map { $0.intents.map(\.intent) } } == [[["redraft"]]])
    #expect(try fact("receipt.kept:o1").reason?.contains("immutable") == true)
    #expect(try fact("order.counted:o1").reason == "no truth corrects order.counted")
    #expect(try fact("period.opened:2026-02").arrives_from == "system or @bookkeeper")
    #expect(facts.count == 4)
    let refused = try answer(try Self.record([Self.place("o1", -1)]))
    #expect(refused.undo?.facts.isEmpty == true && refused.undo?.remark?.contains("not accepted") == true)
  }
}
