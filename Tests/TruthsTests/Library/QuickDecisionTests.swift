import Testing
import Truths

/// The façade's decider, on the workload that engines are compared by.
struct QuickDecisionTests {
  private static let workspace = Workspace(truths: [InvoiceWork.pack, InvoiceWork.truth])

  private static func decider(facts: Int) throws -> Gate {
    try Gate(RuleSet(workspace), context: SourceText(path: "context.jsonl", bytes: Array(InvoiceWork.context(facts).utf8)))
  }

  @Test("the workload's truths are without errors")
  func check() { #expect(!Self.workspace.check().hasErrors) }

  @Test("every decision of the workload is the reference's", arguments: [0, 10, 1000])
  func codes(facts: Int) throws {
    let decider = try Self.decider(facts: facts)
    let work = InvoiceWork(facts: facts)
    for number in 0..<2000 {
      let proposal = work.proposal(number)
      let prepared = try decider.prepare(Array(proposal.json.utf8))
      #expect(InvoiceWork.code(try decider.decide(prepared), prepared) == proposal.code, "\(proposal.json)")
    }
  }

  @Test("the order in which proposals are decided makes no difference, nor who else decides them")
  func order() async throws {
    let decider = try Self.decider(facts: 1000)
    let work = InvoiceWork(facts: 1000)
    let codes = (0..<1000).map { work.proposal($0).code }
    let prepared = try (0..<1000).map { try decider.prepare(Array(work.proposal($0).json.utf8)) }
    await withTaskGroup(of: [Int].self) { group in
      for step in [1, 3, 997, 999] {
        group.addTask {
          (0..<1000).map { $0 * step % 1000 }.filter { number in
            (try? decider.decide(prepared[number])).map { InvoiceWork.code($0, prepared[number]) } != codes[number]
          }
        }
      }
      for await wrong in group { #expect(wrong == []) }
    }
  }

  @Test("a decision is that of a whole run, and names the clause that decided")
  func agreement() throws {
    let decider = try Self.decider(facts: 100)
    let work = InvoiceWork(facts: 100)
    for number in 0..<60 {
      let proposal = work.proposal(number)
      var input = RunInput(proposals: SourceText(path: "proposal.json", bytes: Array(proposal.json.utf8)))
      input.context = SourceText(path: "context.jsonl", bytes: Array(InvoiceWork.context(100).utf8))
      let prepared = try decider.prepare(Array(proposal.json.utf8))
      let decision = try decider.decide(prepared)
      let report = try Self.workspace.run(input)
      let words: [QuickDecision.Outcome: String] = [.accepted: "accepted", .rejected: "rejected"]
      let told = report.json
      #expect(told.contains("\"decision\": \"\(words[decision.outcome] ?? "halted")\""), "\(proposal.json)\n\(told)")
      #expect(told.contains("\"status\": \"waiting\"") == (decision.outcome == .waiting))
      guard let clause = decision.clause else { continue }
      #expect(told.contains("\"clause\": \"\(prepared.clauses[clause].name)\""))
    }
  }

  @Test("what does not fit its intent is rejected; what is no JSON is refused")
  func faults() throws {
    let decider = try Self.decider(facts: 10)
    let unknown = try decider.prepare(Array(#"{"action": "create_invoice", "amout": 5}"#.utf8))
    #expect(try decider.decide(unknown).outcome == .rejected)
    #expect(try decider.decide(unknown).clause == nil)
    #expect(throws: Findings.self) { try decider.prepare(Array(#"{"action": "#.utf8)) }
  }

  @Test("a proposal with an explicit consent waits, as in a whole run")
  func consent() throws {
    let decider = try Self.decider(facts: 10)
    let json = InvoiceWork(facts: 10).proposal(0).json.dropLast() + #", "requires_consent": "explicit"}"#
    #expect(try decider.decide(try decider.prepare(Array(String(json).utf8))).outcome == .waiting)
  }

  @Test("a proposal that another decider prepared is refused, be its context the same")
  func foreign() throws {
    let (decider, other) = (try Self.decider(facts: 10), try Self.decider(facts: 10))
    let proposal = Array(InvoiceWork(facts: 10).proposal(0).json.utf8)
    let prepared = try decider.prepare(proposal)
    #expect(throws: ForeignProposal.self) { try other.decide(prepared) }
    let misfit = try decider.prepare(Array(#"{"action": "nothing"}"#.utf8))
    #expect(throws: ForeignProposal.self) { try other.decide(misfit) }
    // Neither is worse off for it, and a copy of a decider is the decider.
    let copy = decider
    #expect(try copy.decide(prepared) == decider.decide(prepared))
    #expect(try other.decide(other.prepare(proposal)) == decider.decide(prepared))
  }
}
