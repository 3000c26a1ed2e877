/// The page of a code: its name, why it matters, how to fix it, and samples that a test runs. The text is in
/// `docs/diagnostics/<code>.md` and in the executable.
package struct DiagnosticPage: Sendable {
  package let code: DiagnosticCode
  /// The name, such as `unknown-intent`.
  package let name: String
  package let severity: Severity
  /// The problem in general, in lower case, without a full stop.
  package let title: String
  /// Why the problem matters, in one or two sentences.
  package let why: String
  /// Instructions to fix the problem, in one or two sentences.
  package let mend: String
  /// Samples that produce this code, the first of which is shown; never empty.
  package let wrong: [DiagnosticSample]
  /// Corrected samples, which produce no finding; never empty.
  package let right: [DiagnosticSample]
}

/// A small truth set with a command, which shows a diagnostic or its absence.
package struct DiagnosticSample: Sendable {
  /// The path below the workspace (`truths/demo/demo.truths`, `context.jsonl`, `Fixtures/demo/a.json`) and the text of each
  /// file.
  package let files: [(path: String, text: String)]
  package let action: Action
  /// The bytes of the first file if they cannot be shown as text; its `text` is then a description.
  package let bytes: (@Sendable () -> [UInt8])?

  /// The command that is run on the files.
  package enum Action: Hashable, Sendable {
    /// `truths check`, which checks fixtures too, with the name of a bundle.
    case check
    /// `truths run --proposal proposal.json`, with further options for other files of the sample.
    ///
    /// These are `--context context.jsonl`, `--actor actor.json`, and `--document` for each other JSON file.
    case run
    /// A run whose entries are appended: `run` with `--ledger ledger.jsonl --now proposal --actor proposal`.
    case append
    /// A run with a low work limit: `run` with `--max-work 100`.
    case runWithLittleWork
    /// A check of a partition: `truths check --partition-by FIELD`.
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
