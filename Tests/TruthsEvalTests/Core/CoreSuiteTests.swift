import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsJSON
import TruthsProgram

/// The suite that every platform must pass (contract §17.1), against the repository's own packs.
@Suite struct CoreSuiteTests {
  static let ids = [
    "truth.fact_from_proposal", "truth.halt_on_violation", "truth.trace_has_truth_id", "context.actor_present",
    "context.correlation_linked", "context.idempotent_replay", "determinism.no_llm_mode", "capability.session_handshake",
    "stream.early_facts", "stream.multi_actor", "stream.resume_sequence", "stream.degraded_indicator", "stream.waiting_state",
  ]

  @Test func thePacksCheckWithoutAWord() throws {
    let set = try Repository.truths()
    #expect(set.diagnostics.isEmpty, "\(HumanRenderer(sources: set.sources).report(set.diagnostics))")
  }

  /// The core folder has all fixtures of the contract's suite, and additions about speakers, agreement, transports and the
  /// queue.
  @Test func allThirteenStandInTheCoreFolder() throws {
    let files = try Repository.files(in: "Fixtures/core", endings: [".json"])
    let found = files.flatMap { file -> [String] in
      let content = json(String(decoding: file.bytes, as: UTF8.self))
      return (content.arrayValue ?? [content]).compactMap { $0["id"]?.stringValue }
    }
    #expect(Set(found).count == found.count)
    #expect(Set(Self.ids).subtracting(found) == [])
    for topic in ["agents.", "context.", "offline.", "run.", "stream.", "truth."] {
      #expect(found.contains { $0.hasPrefix(topic) }, "\(topic)")
    }
  }

  @Test func everyFixtureOfTheRepositoryPasses() async throws {
    // Fixtures name documents beside them, and the sample trackers of the document that explains the stop evaluator.
    let trackers = try Repository.files(in: "docs/rules/swapgraph", endings: [".json"])
    let files =
      try Repository.files(in: "Fixtures", endings: [".json", ".jsonl"])
      + trackers.filter { !$0.path.hasSuffix("/evaluate.json") }
    let evaluation = await Evaluation(files, against: try Repository.truths(), jobs: 2)
    #expect(evaluation.results.exitCode == 0, "\(HumanReport(sources: evaluation.sources).text(evaluation.results))")
    #expect(evaluation.results.results.count >= 2_400)
  }

  /// The contract's own fixture needs no more than its own truth and the words that it uses.
  @Test func haltOnViolationNeedsOnlyTheSampleAndItsVocabulary() throws {
    let wanted = ["money.truths", "money.invoice.creation.truths"]
    let files = try Repository.files(in: "truths/money", endings: [".truths"]).filter { file in
      wanted.contains { file.path.hasSuffix("/\($0)") }
    }
    let alone = files.map { file in
      (file.path, Array(String(decoding: file.bytes, as: UTF8.self).replacing("  uses: [customers, delivery]\n", with: "").utf8))
    }
    let set = Loader.load(alone)
    #expect(!set.diagnostics.hasErrors, "\(HumanRenderer(sources: set.sources).report(set.diagnostics))")
    let fixture = try Repository.fixture("truth.halt_on_violation", against: set)
    #expect(FixtureRunner(EvalSubject(set)).run(fixture).outcome == .passed)
  }
}
