package import TruthsText

/// A truth that produces an external fact.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum ProducedExternal: DiagnosticKind {
  package static let id = DiagnosticID("T5012", .error)

  /// An output of an external fact type.
  package static func finding(_ name: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "`\(name.text)` is external, but this truth produces it", at: name.span,
      notes: [Diagnostic.Note("it is declared `external` here", at: declared)])
  }

  /// A move of an external lifecycle.
  package static func moved(_ name: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "lifecycle `\(name.text)` is external, so its states arrive from outside, but this truth moves it", at: name.span,
      help: "remove `external: true` from the lifecycle, or remove the move",
      notes: [Diagnostic.Note("it is declared `external` here", at: declared)])
  }
}

/// A truth that corrects an immutable fact.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum CorrectedImmutable: DiagnosticKind {
  package static let id = DiagnosticID("T5013", .error)

  /// A correction of an immutable fact type.
  package static func finding(_ name: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "`\(name.text)` is immutable, so it cannot be corrected", at: name.span,
      notes: [Diagnostic.Note("it is declared `immutable` here", at: declared)])
  }
}

/// A truth that names another pack in `when`.
///
/// Detected in `Sources/TruthsCheck/Declare/Bodies.swift`.
package enum ForeignPackInWhen: DiagnosticKind {
  package static let id = DiagnosticID("T5014", .error)

  /// An entry `pack:` under `when` that names another pack than the truth's own.
  package static func finding(_ name: some PlacedName, pack: String) -> Diagnostic {
    make(
      "with `pack: \(name.text)`, a truth of pack `\(pack)` never fires", at: name.span,
      help: "write `pack: \(pack)`, or remove the line")
  }
}

/// A truth on facts with a part that only truths on intents have.
///
/// Detected in `Sources/TruthsCheck/Declare/Jobs.swift`.
package enum MixedTrigger: DiagnosticKind {
  package static let id = DiagnosticID("T5015", .error)

  /// An intent and a fact under one `when`.
  package static func intent(_ name: some PlacedName, fact: Span) -> Diagnostic {
    make(
      "a truth fires on intents or on facts, not on both", at: name.span, help: "make two truths of it",
      notes: [Diagnostic.Note("it fires on a fact here", at: fact)])
  }

  /// A requirement in a truth on facts.
  package static func requirement(at span: Span, fact: Span) -> Diagnostic {
    make(
      "a truth that fires on a fact has no requirements", at: span,
      help: "write the clause as `- if: …` under `when`, or as an invariant",
      notes: [Diagnostic.Note("it fires on a fact here", at: fact)])
  }

  /// The reason of a move in a truth on facts.
  package static func reason(at span: Span, fact: Span) -> Diagnostic {
    make(
      "a truth that fires on facts gives no reason for a move: it does not fire where the move cannot be made", at: span,
      help: "remove `else` and the reason", notes: [Diagnostic.Note("it fires on a fact here", at: fact)])
  }
}

/// A truth that produces a lifecycle's history directly.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum ProducedHistory: DiagnosticKind {
  package static let id = DiagnosticID("T5016", .error)

  package static func finding(_ type: some PlacedName, lifecycle: String, declared: Span) -> Diagnostic {
    make(
      "`\(type.text)` is the history of lifecycle `\(lifecycle)` and cannot be produced", at: type.span,
      help: "write the step under `moves`", notes: [Diagnostic.Note("the lifecycle is declared here", at: declared)])
  }
}

/// A step of a blueprint that needs a fact which no earlier step makes.
///
/// Detected in `Sources/TruthsCheck/Lints/JobLints.swift`.
package enum UnfedStep: DiagnosticKind {
  package static let id = DiagnosticID("T5017", .warning)

  /// A step whose truths require a fact.
  package static func finding(_ step: some PlacedName, fact: String) -> Diagnostic {
    make(
      "`\(step.text)` needs `\(fact)`, and no step before it makes one", at: step.span,
      help: "put a step that makes it before this one, or mark the fact type `external: true`")
  }
}

/// An output where it is not allowed.
///
/// Detected in `Sources/TruthsCheck/Declare/Bodies.swift`, `Sources/TruthsCheck/Shapes/Sources.swift`.
package enum MisplacedOutput: DiagnosticKind {
  package static let id = DiagnosticID("T5018", .error)

  /// A trace as an output of a source.
  package static func trace(at span: Span) -> Diagnostic {
    make("a source leaves no trace: nothing is decided when a document is read", at: span, help: "remove it")
  }

  /// A correction as an output of a source.
  package static func correction(_ type: some PlacedName) -> Diagnostic {
    make(
      "a source makes no corrections by itself: a changed value in a document is a new version", at: type.span,
      help: "write `fact.\(type.text)`")
  }

  /// A proposal as an output of a truth.
  package static func proposal(at span: Span) -> Diagnostic {
    make(
      "a truth decides on proposals and makes none", at: span,
      help: "only a source makes proposals, from a document; remove the output, or produce a fact")
  }

  /// A source without outputs.
  package static func nothing(at span: Span) -> Diagnostic {
    make("the source produces nothing", at: span, help: "say which facts its elements become: `produces: - fact.…`")
  }
}

/// A truth set with approvals in which no truth reads `override.used`, the record of a break-glass override.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum UnreadOverride: DiagnosticKind {
  package static let id = DiagnosticID("T5019", .warning)

  /// A pack with an approval, in a truth set where nothing reads `override.used`.
  package static func finding(_ pack: String, at span: Span, approval: Span) -> Diagnostic {
    make(
      "approvals of pack `\(short(pack))` can be skipped by break-glass, and no truth reads `override.used`",
      at: span,
      help: "read it in pack trust: `truth override_review:` with `when: - fact: override.used` that opens a review",
      notes: [Diagnostic.Note("this asks for an approval", at: approval)])
  }
}
