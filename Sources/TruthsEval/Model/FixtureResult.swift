package import TruthsDiagnostics
package import TruthsText

/// How a fixture ended. The five are never merged (runtime.md §6).
package enum FixtureOutcome: String, Hashable, Sendable, CaseIterable {
  case passed
  /// Something else came than it expects.
  case failed
  /// It, or its file, is at fault, so nothing ran.
  case didNotLoad = "did not load"
  /// It is tagged `skip`.
  case skipped
  /// A truth that it names neither fired nor blocked.
  case neverFired = "never fired"

  /// Whether the evaluation counts it as gone wrong.
  package var isFailure: Bool { self == .failed || self == .didNotLoad || self == .neverFired }
}

/// What became of one fixture, or of a file that holds none that could be read.
package struct FixtureResult: Hashable, Sendable {
  /// The fixture's id; `nil` where it could not be read.
  package var id: String?
  /// The characters of the id, else the beginning of what could not be read.
  package var span: Span
  package var outcome: FixtureOutcome
  /// What differs; only of those that ran.
  package var mismatches: [Mismatch]
  /// What is at fault; only of those that did not load.
  package var diagnostics: [Diagnostic]
  /// The edits after which it passes, as far as there are any; only of those that failed.
  package var edits: [FixtureEdit]
  /// Why it was skipped, or which truths never fired.
  package var note: String?

  package init(
    id: String?, span: Span, outcome: FixtureOutcome, mismatches: [Mismatch] = [], diagnostics: [Diagnostic] = [],
    edits: [FixtureEdit] = [], note: String? = nil
  ) {
    self.id = id
    self.span = span
    self.outcome = outcome
    self.mismatches = mismatches
    self.diagnostics = diagnostics
    self.edits = edits
    self.note = note
  }
}
