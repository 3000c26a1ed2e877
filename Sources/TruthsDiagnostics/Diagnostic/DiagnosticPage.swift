/// What is told of a code in general: its name, why it matters, how to fix it, and samples that a test runs. Its text stands in
/// `docs/diagnostics/<code>.md`, and in the executable.
package struct DiagnosticPage: Sendable {
  package let code: DiagnosticCode
  /// The name, such as `unknown-intent`.
  package let name: String
  package let severity: Severity
  /// What is wrong in general, lower case, without a full stop.
  package let title: String
  /// Why it matters, one or two sentences.
  package let why: String
  /// How to fix it, one or two sentences.
  package let mend: String
  /// Samples that yield this code; the first is shown as the wrong one. Never empty.
  package let wrong: [DiagnosticSample]
  /// Corrected samples, which yield nothing. Never empty.
  package let right: [DiagnosticSample]
}

/// A small truth set with an action, which shows a diagnostic or its absence.
package struct DiagnosticSample: Sendable {
  /// Path below the workspace (`truths/demo/demo.truths`, `context.jsonl`, `Fixtures/demo/a.json`) and text of each file.
  package let files: [(path: String, text: String)]
  package let action: Action
  /// The bytes of the first file if they cannot be shown as text; its `text` then describes them.
  package let bytes: (@Sendable () -> [UInt8])?

  /// What a user does with the files.
  package enum Action: Hashable, Sendable {
    /// `truths check`, which checks fixtures too, with the name of a bundle.
    case check
    /// `truths run --proposal proposal.json`, with `--context context.jsonl` if the sample has that file, `--actor actor.json`
    /// if it has that one, and `--document` for each other JSON file.
    case run
    /// The same with `--ledger ledger.jsonl --now proposal --actor proposal`.
    case append
    /// As `run`, with `--max-work 100`.
    case runWithLittleWork
    /// `truths check --partition-by FIELD`.
    case partition(by: String)
  }

  package init(_ action: Action, files: [(path: String, text: String)], bytes: (@Sendable () -> [UInt8])? = nil) {
    self.files = files
    self.action = action
    self.bytes = bytes
  }

  /// The documents of a run, by name.
  package var documents: [(name: String, path: String)] {
    guard action != .check else { return [] }
    let named = ["proposal.json", "actor.json"]
    return files.map(\.path).filter { $0.hasSuffix(".json") && !named.contains($0) && !$0.utf8.contains(UInt8(ascii: "/")) }
      .map { (String($0.dropLast(5)), $0) }
  }
}
