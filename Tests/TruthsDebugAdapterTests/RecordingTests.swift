import Testing
import Truths
import TruthsEngine
import TruthsProgram
import TruthsRuntime
import TruthsTestSupport
import TruthsText

@testable import TruthsDebugAdapter

@Suite("Recorded decisions (command-line §5.25)")
struct RecordingTests {
  @Test("the results of clauses are those of the run, in fixtures of three packs", arguments: ["delivery", "money", "people"])
  func results(_ pack: String) throws {
    let fixtures = Repository.files(below: "Fixtures/\(pack)", ending: ".json").compactMap { path in
      (try? Repository.text(path)).map { SourceText(path: path, bytes: Array($0.utf8)) }
    }
    let workspace = RepositoryTexts.workspace
    var count = 0
    // Each case reads all fixtures of the pack again, so that some of them are enough.
    for (number, id) in workspace.decidableFixtures(fixtures).enumerated() where number % 8 == 0 {
      let subject = try #require(try workspace.decidableCase(ofFixture: id, in: fixtures))
      let recording = try Recorder.recording(of: subject)
      #expect(recording.remark == nil, "\(id)")
      guard case .decision? = recording.steps.last?.kind else {
        Issue.record("\(id) has no decision")
        continue
      }
      for truth in recording.outcome.evaluated {
        // The clauses of truths on facts are recorded for each of their matches.
        if recording.program.truths.contains(where: { $0.id == truth.id && !$0.matches.isEmpty }) { continue }
        for clause in truth.clauses {
          let found = recording.steps.contains { step in
            guard case .clause(let verdict) = step.kind, step.span == clause.span else { return false }
            return verdict == StepVerdict(clause.result)
          }
          #expect(found, "\(id): \(truth.id) \(clause.clause) is not recorded as \(clause.result)")
          count += 1
        }
      }
      // Every step is inside of the step before it, or beside one around it.
      for (index, step) in recording.steps.enumerated().dropFirst() {
        #expect(step.parent.map { $0 < index && recording.steps[$0].depth + 1 == step.depth } == true, "\(id): step \(index)")
      }
    }
    #expect(count > 20)
  }

  @Test("a `let` of the intent is recorded as that of its truth, at its place on the intent (declarations §4.3)")
  func sharedLets() throws {
    func steps(_ truths: String) throws -> [(title: String, text: String, line: Int?)] {
      let workspace = Workspace(truths: [SourceText(path: ShopCase.path, bytes: Array(truths.utf8))])
      let order = SourceText(path: "order.json", bytes: Array(ShopCase.order.utf8))
      let subject = try workspace.decidableCase(proposal: order, context: nil)
      return try Recorder.recording(of: subject).steps.map { step in
        (step.title, step.text, step.span.map { subject.sources.start(of: $0).line })
      }
    }
    let lines = ShopCase.truths.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("truth ordering:") }) + 3
    let fields = try #require(lines.firstIndex { $0.hasPrefix("intent place_order:") }) + 1
    try #require(lines[start] == "  let:")
    // The lines of the `let`s move up to the intent, so that every other line after it moves down by them.
    let moved = lines[...fields] + lines[start..<start + 3] + lines[(fields + 1)..<start] + lines[(start + 3)...]
    let (own, shared) = (try steps(ShopCase.truths), try steps(moved.joined(separator: "\n")))
    #expect(own.map(\.title) == shared.map(\.title) && own.map(\.text) == shared.map(\.text))
    func places(_ steps: [(title: String, text: String, line: Int?)]) -> Set<Int?> {
      Set(steps.filter { $0.title.hasPrefix("let ") }.map(\.line))
    }
    #expect(places(own) == [start + 2, start + 3] && places(shared) == [fields + 3, fields + 4])
  }

  @Test("a recording is cut at its limit, with a remark, and ends with the decision")
  func limits() throws {
    let lines = (0..<2_000).map { #"{"sku": "s\#($0)", "quantity": 1}"# }.joined(separator: ",")
    let order = #"{"action": "place_order", "order_id": "o1", "amount": 1, "lines": [\#(lines)]}"#
    let workspace = Workspace(truths: [SourceText(path: ShopCase.path, bytes: Array(ShopCase.truths.utf8))])
    let subject = try workspace.decidableCase(proposal: SourceText(path: "p.json", bytes: Array(order.utf8)), context: nil)
    let recording = try Recorder.recording(of: subject)
    #expect(recording.remark == "a loop or table has more than 1000 elements or rows; the rest is not shown")
    #expect(recording.steps.count < Recorder.mostSteps)
    guard case .decision? = recording.steps.last?.kind else {
      Issue.record("the last step is no decision")
      return
    }
  }
}
