import Testing
import Truths

/// The library as a program uses it: sets, contexts and decisions as values.
struct GateTests {
  private static let pack = SourceText(
    path: "truths/shop/shop.truths",
    bytes: Array(
      """
      pack shop:
        version: 1.0.0

      enum tier: [plain, gold]

      fact customer.known:
        external: true
        key: [customer]
        fields:
          customer: text
          tier: tier
          note: text? named "Note"

      fact order.placed:
        key: [order_id]
        fields:
          order_id: text
          total: decimal in eur

      policy limit:
        type: decimal in eur
        default: 100

      intent place_order:
        fields:
          order_id: text
          customer: text
          total: decimal in eur

      truth placing:
        when:
          - intent: place_order
        requires:
          - order_id exists and total exists and customer exists
          - total > 0 else "nothing is ordered"
        invariants:
          - id: shop.known
            rule: customer.known(customer = customer) exists else "{customer} is not known"
          - total > limit → requires_approval(manager, "it is over {limit}")
        produces:
          - fact.order.placed:
              order_id: order_id
              total: total
          - trace.shop.placed

      """.utf8))
  private static let context = SourceText(
    path: "context.jsonl", bytes: Array(#"{"type":"customer.known","customer":"ann","tier":"gold"}"#.utf8))
  private static let proposals = [
    #"{"action":"place_order","order_id":"1","customer":"ann","total":5}"#,
    #"{"action":"place_order","order_id":"2","customer":"ann","total":-1}"#,
    #"{"action":"place_order","order_id":"3","customer":"bob","total":5}"#,
    #"{"action":"place_order","order_id":"4","customer":"ann","total":500,"actor":{"type":"user","user_id":"u"}}"#,
    #"{"action":"place_order","order_id":5}"#, #"{"action":"nothing"}"#,
  ]

  private static func gate(now: String? = nil, policies: [String] = []) throws -> Gate {
    try Gate(RuleSet([pack]), context: context, policies: policies, now: now)
  }

  @Test("a decision says what becomes of a proposal, and why")
  func decisions() throws {
    let gate = try Self.gate()
    let decisions: [Decision] = try Self.proposals.map { try gate.decide(Array($0.utf8)) }
    #expect(decisions.map(\.outcome) == [.accepted, .rejected, .halted, .waiting, .rejected, .rejected])
    #expect(decisions[1].reason == "nothing is ordered")
    #expect(decisions[2].violations.map(\.id) == ["shop.known"])
    #expect(decisions[2].violations.map(\.reason) == ["bob is not known"])
    #expect(decisions[2].violations[0].place?.hasPrefix("shop/shop.truths:") == true)
    #expect(decisions[2].violations[0].kind == "structural")
    #expect(decisions[3].waitingFor == ["approval from @manager"])
    #expect(decisions[0].facts == [#"{"order_id":"1","total":5,"type":"order.placed"}"#])
    #expect(decisions.allSatisfy { $0.inputHash.hasPrefix("sha256:") && $0.outputHash.hasPrefix("sha256:") })
    #expect(decisions.allSatisfy { $0.truthsHash == gate.rules.hash })
  }

  @Test("records are the bytes of a batch, one by one, all at once and by `run`")
  func records() throws {
    let gate = try Self.gate(now: "2026-01-31T12:00:00Z")
    let lines = Self.proposals.map { $0 + "\n" }.joined()
    let whole = gate.records(Array(lines.utf8))
    let single = try Self.proposals.flatMap { proposal -> [UInt8] in
      let decision: Decision = try gate.decide(Array(proposal.utf8))
      return decision.record + [0x0A]
    }
    #expect(String(decoding: whole, as: UTF8.self) == String(decoding: single, as: UTF8.self))
    var input = RunInput(proposals: SourceText(path: "proposals.jsonl", bytes: Array(lines.utf8)))
    (input.context, input.now) = (Self.context, "2026-01-31T12:00:00Z")
    let report = try RuleSet([Self.pack]).workspace.run(input)
    #expect(String(decoding: whole, as: UTF8.self) == report.json)
  }

  @Test("a line at fault has a record of its own, and the next is decided")
  func faultyLine() throws {
    let records = String(decoding: try Self.gate().records(Array("{\n\(Self.proposals[0])\n".utf8)), as: UTF8.self)
    let lines = records.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix(#"{"error":{"line":1,"message":"#))
    #expect(lines[1].contains(#""decision":"accepted""#))
  }

  @Test("the quick way comes to the same, and names the clause that decides among those of the intent")
  func quick() throws {
    let gate = try Self.gate()
    let intent = try #require(gate.rules.intents.first)
    for proposal in Self.proposals {
      let decision: Decision = try gate.decide(Array(proposal.utf8))
      let quick: QuickDecision = try gate.decide(try gate.prepare(Array(proposal.utf8)))
      #expect(quick.outcome == decision.outcome)
      if let clause = quick.clause {
        #expect(intent.clauses[clause].name == decision.violations.first?.clause)
        #expect(intent.clauses[clause].id == decision.violations.first?.id)
      }
    }
  }

  @Test("eight threads on one gate get what one gets")
  func threads() async throws {
    let gate = try Self.gate()
    let lines = Array(Self.proposals.map { $0 + "\n" }.joined().utf8)
    let wanted = gate.records(lines)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<20).allSatisfy { _ in gate.records(lines) == wanted }
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test("a set tells its words")
  func vocabulary() throws {
    let rules = try RuleSet([Self.pack])
    #expect(rules.packs == ["shop"])
    #expect(rules.intents.filter { $0.pack == "shop" }.map(\.name) == ["place_order"])
    #expect(rules.intents.contains { $0.pack == "converge" && $0.name == "grant_approval" })
    #expect(rules.intents[0].fields.map(\.type) == ["text", "text", "decimal in eur"])
    #expect(rules.intents[0].clauses.map(\.name) == ["requires[0]", "requires[1]", "invariants[0]", "invariants[1]"])
    #expect(rules.facts.map(\.name) == ["customer.known", "order.placed"])
    #expect(rules.facts[0].key == ["customer"])
    #expect(rules.facts[0].fields.map(\.jsonName) == ["customer", "tier", "Note"])
    #expect(rules.facts[0].fields.map(\.isOptional) == [false, false, true])
    #expect(rules.description.contains("\"hash\": \"\(rules.hash)\""))
  }

  @Test("a bundle is the same set")
  func bundle() throws {
    let rules = try RuleSet([Self.pack])
    let bundle = SourceText(path: "shop.truthpack", bytes: Array(try rules.bundle().utf8))
    #expect(try RuleSet(bundle: bundle).hash == rules.hash)
  }

  @Test("policies are set for all decisions")
  func policies() throws {
    let decision: Decision = try Self.gate(policies: ["limit=1000"]).decide(Array(Self.proposals[3].utf8))
    #expect(decision.outcome == .accepted)
  }

  @Test("what is at fault is thrown, as values")
  func findings() throws {
    let text = String(decoding: Self.pack.bytes, as: UTF8.self).replacing("total > 0", with: "totl > 0")
    let error = #expect(throws: Findings.self) {
      _ = try RuleSet([SourceText(path: "truths/shop/shop.truths", bytes: Array(text.utf8))])
    }
    let finding = try #require(error?.all.first)
    #expect(finding.isError)
    #expect(finding.place.path == "truths/shop/shop.truths")
    #expect(finding.place.endColumn - finding.place.column == 4)
    #expect(finding.fixes.first?.edits.first?.replacement == "total")
    #expect(error?.description.contains("totl") == true)
    let gate = try Self.gate()
    #expect(throws: Findings.self) { let _: Decision = try gate.decide(Array("[".utf8)) }
    #expect(throws: Findings.self) { _ = try Self.gate(now: "yesterday") }
    #expect(throws: Findings.self) { _ = try Self.gate(policies: ["limt=1"]) }
    #expect(throws: ForeignProposal.self) {
      let _: QuickDecision = try gate.decide(try Self.gate().prepare(Array(Self.proposals[0].utf8)))
    }
  }
}
