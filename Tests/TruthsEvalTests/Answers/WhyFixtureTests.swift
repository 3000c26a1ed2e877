import Foundation
import Testing
import TruthsAnswers
import TruthsCheck
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Proofs of the decisions of the repository's fixtures, and of the facts that they leave (answers §3): every sixth, with
/// `TRUTHS_SOAK` each.
@Suite("Proofs of decisions, over the fixtures")
struct WhyFixtureTests {
  private static let parts = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 6 : 1

  @Test("every proof ends, leads backwards alone, and ends in what came from outside or stands in the truths")
  func grounds() throws {
    let set = try Repository.truths()
    let suite = try Repository.suite(set, against: EvalSubject(set))
    var (number, accepted, proven) = (0, 0, 0)
    for fixture in suite.fixtures {
      guard case .decision(let proposal, _) = fixture.body else { continue }
      number += 1
      guard number.isMultiple(of: Self.parts) else { continue }
      let outcome = try fixture.procedure.run(RunRequest(proposal: proposal, now: fixture.now), on: fixture.context)
      let entries = outcome.context.ledger.entries
      guard let decision = entries.last(where: { $0.type == .decision }) else { continue }
      if outcome.decision == .accepted { accepted += 1 }
      var asked = [decision.sequence]
      asked += entries.suffix(from: decision.sequence).filter { $0.type == .fact }.map(\.sequence)
      for sequence in asked {
        proven += 1
        let maker = ProofMaker(RecordedEntries(entries), [fixture.procedure], maxWork: Budget.standard.maxWork)
        let tree = maker.proof(of: sequence)
        #expect(ProofCheck.faults(of: tree) == [], "\(fixture.id), entry \(sequence)")
        #expect(tree.remarks == [] && tree.leftOut == 0, "\(fixture.id), entry \(sequence)")
        #expect(maker.undo(of: sequence) != nil)
      }
      let tree = ProofMaker(RecordedEntries(entries), [fixture.procedure], maxWork: Budget.standard.maxWork).proof(
        of: decision.sequence)
      let clauses = tree.nodes[0].because.filter { tree.nodes[$0].kind == .clause }
      // Only an invalid or unevaluated proposal has no clauses.
      if outcome.decision == .accepted { #expect(!clauses.isEmpty || !outcome.evaluated.contains { !$0.clauses.isEmpty }) }
    }
    #expect(number > 1000)
    #expect(accepted > 500 / Self.parts)
    #expect(proven > 2 * accepted)
  }
}

/// An independent check that a proof is valid.
enum ProofCheck {
  static func faults(of tree: ProofTree) -> [String] {
    var faults: [String] = []
    guard !tree.nodes.isEmpty else { return ["there is nothing"] }
    let told = tree.depthFirst
    if Set(told).count != told.count { faults.append("a node is told twice") }
    var entries: [Int: Int] = [:]
    for id in told {
      let node = tree.nodes[id]
      if node.because.isEmpty, !node.isGround, !node.isCut { faults.append("\(node.kind) \(node.name) has nothing behind it") }
      if [.decision, .fact, .proposal].contains(node.kind), let entry = node.entry {
        if entries.updateValue(id, forKey: entry) != nil { faults.append("entry \(entry) stands twice") }
      }
      for other in node.because {
        guard tree.nodes.indices.contains(other) else {
          faults.append("\(node.kind) \(node.name) leads nowhere")
          continue
        }
        // The causes of an entry come before it in the ledger, except the decision of a fact.
        if let entry = node.entry, let behind = tree.nodes[other].entry, tree.nodes[other].kind != .result, behind >= entry {
          faults.append("entry \(behind) stands behind entry \(entry)")
        }
      }
    }
    if let cycle = cycle(tree) { faults.append("\(tree.nodes[cycle].name) leads to itself") }
    return faults
  }

  /// Returns a node on a cycle, found by removing nodes without causes until none can be removed.
  private static func cycle(_ tree: ProofTree) -> Int? {
    var left = tree.nodes.map { Set($0.because).count }
    var leading: [[Int]] = Array(repeating: [], count: tree.nodes.count)
    for (id, node) in tree.nodes.enumerated() { for other in Set(node.because) { leading[other].append(id) } }
    var ready = left.indices.filter { left[$0] == 0 }
    var done = 0
    while let id = ready.popLast() {
      done += 1
      for other in leading[id] {
        left[other] -= 1
        if left[other] == 0 { ready.append(other) }
      }
    }
    return done == tree.nodes.count ? nil : left.firstIndex { $0 > 0 }
  }
}
