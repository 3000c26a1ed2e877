import Foundation
import Testing
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Writes samples to files, so that another implementation of the definition can decide them. `TRUTHS_SAMPLES` names the folder,
/// `TRUTHS_SAMPLES_COUNT` their number (default 100), and `TRUTHS_SAMPLES_FROM` the first seed (default 0).
@Suite("Samples for another reader")
struct SampleWritingTests {
  private static let environment = ProcessInfo.processInfo.environment

  private static func number(_ name: String, else number: Int) -> Int { environment[name].flatMap { Int($0) } ?? number }

  @Test("each in a folder, with what every proposal comes to on the context", .enabled(if: environment["TRUTHS_SAMPLES"] != nil))
  func write() throws {
    let folder = URL(filePath: Self.environment["TRUTHS_SAMPLES"] ?? "")
    let first = Self.number("TRUTHS_SAMPLES_FROM", else: 0)
    for seed in first..<(first + Self.number("TRUTHS_SAMPLES_COUNT", else: 100)) {
      let sample = Self.sample(seed)
      guard case .accepted(let trial) = Trial.load(sample) else { continue }
      let context = try trial.context()
      let dated = sample.proposals.map { "{\"timestamp\": \"\(Trial.now.text)\", \($0.dropFirst())" }
      let outcomes = try dated.map { text in
        let outcome = try trial.procedure.run(RunRequest(proposal: try Trial.json(text)), on: context)
        return Account.text(outcome.json { _ in "" })
      }
      let own = folder.appending(path: String(seed))
      for file in sample.files { try Self.write(file.text, own.appending(path: file.path)) }
      try Self.write(Self.lines(sample.context), own.appending(path: "context.jsonl"))
      try Self.write(Self.lines(dated), own.appending(path: "proposals.jsonl"))
      try Self.write(Self.lines(outcomes), own.appending(path: "outcomes.jsonl"))
    }
  }

  /// Returns, by the seed, a sample with all features, one with more unknown conditions, or one about a single unknown `if`.
  private static func sample(_ seed: Int) -> Sample {
    switch seed % 3 {
    case 0: return Generator.sample(seed: seed, features: .all)
    case 1: return Generator.sample(seed: seed, features: Features.all.union(.unknowns))
    default:
      var chance = Chance(seed)
      return UnknownSample(
        chance.pick(UnknownCause.allCases), chance.pick(UnknownForm.allCases), chance.pick(UnknownPlace.allCases), seed: seed
      ).sample
    }
  }

  private static func lines(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  private static func write(_ text: String, _ file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
