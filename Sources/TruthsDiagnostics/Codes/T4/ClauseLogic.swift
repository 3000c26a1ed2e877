package import TruthsText

/// Required clauses that cannot hold together.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/Contradictions.swift`.
package enum ContradictoryClauses: DiagnosticKind {
  package static let id = DiagnosticID("T4301", .error)

  /// Clauses that cannot hold together, reported at the last of them.
  ///
  /// - Parameters:
  ///   - others: the clauses that it contradicts, and their places.
  ///   - witness: example values, "`amount` 11".
  package static func finding(
    _ clause: String, with others: [(text: String, span: Span)], witness: String, at span: Span
  ) -> Diagnostic {
    let all = others.map(\.text).joinedInWords
    let example = "with \(witness), \(all) \(others.count == 1 ? "holds" : "hold") and this does not"
    return make(
      "\(clause) cannot hold together with \(all)", at: span,
      label: others.count == 1 ? "no proposal can meet both" : "no proposal can meet all of them",
      help: "change one of the clauses, or join alternatives with `or`",
      notes: others.map { .init("\($0.text) must hold too", at: $0.span) }
        + [.init("for example, \(example)", at: span)])
  }
}

/// A required clause that never holds.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/Constancy.swift`.
package enum NeverHolds: DiagnosticKind {
  package static let id = DiagnosticID("T4302", .error)

  /// A requirement or invariant that is never true.
  ///
  /// - Parameter isLiteral: whether it reads no values, such as `false`; such a clause is probably intended and only a
  ///   warning.
  package static func finding(_ clause: String, witness: String, isLiteral: Bool, at span: Span) -> Diagnostic {
    make(
      "\(clause) can never hold", at: span, label: "no proposal can meet this",
      help: "correct the clause; if its conditions are alternatives, join them with `or`",
      notes: [.init("for example, with \(witness), it does not hold", at: span)], severity: isLiteral ? .warning : nil)
  }

  /// A guard that stops every proposal.
  package static func alwaysStops(_ condition: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "`\(condition)` is never false, so every proposal is halted", at: span, label: "nothing can pass this",
      help: "say when the proposal is to be halted",
      notes: [.init("for example, with \(witness), it is true", at: span)])
  }
}

/// A clause whose condition is never true.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/Constancy.swift`,
/// `Sources/TruthsCheck/Solver/Questions/Implications.swift`.
package enum DeadClause: DiagnosticKind {
  package static let id = DiagnosticID("T4303", .error)

  /// A condition that is never true.
  ///
  /// - Parameter scope: the case in which it is never true: "" or " where `if` holds".
  package static func finding(_ condition: String, scope: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "\(condition) is never true\(scope), so this clause does nothing", at: span, label: "never true",
      help: "correct the condition, or remove the clause",
      notes: [.init("for example, with \(witness), the clause does not apply", at: span)])
  }

  /// An approval that is never requested, because other clauses stop the proposal first.
  package static func ruledOut(
    _ condition: String, by others: [(text: String, span: Span)], witness: String, at span: Span
  ) -> Diagnostic {
    make(
      "`\(condition)` is true only of proposals that \(others.map(\.text).joinedInWords) "
        + "\(others.count == 1 ? "stops" : "stop") anyway, so no approval is ever asked for",
      at: span, label: "comes too late", help: "correct one of them, or remove this clause",
      notes: others.map { .init("\($0.text) must hold before", at: $0.span) }
        + [.init("for example, with \(witness), no approval helps", at: span)],
      severity: .warning)
  }
}

/// A clause that is always true.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/Constancy.swift`, `Sources/TruthsCheck/Declare/Bodies.swift`.
package enum AlwaysTrue: DiagnosticKind {
  package static let id = DiagnosticID("T4304", .warning)

  /// A required clause that always holds.
  ///
  /// - Parameters:
  ///   - needsValues: whether it is unknown where its values are missing, and true for all other values.
  ///   - state: the state whose presence it tests.
  package static func finding(
    _ clause: String, scope: String, needsValues: Bool, state: String?, witness: String, at span: Span
  ) -> Diagnostic {
    let presence = "correct the clause; to ask only that a value is there, write `… exists`"
    let help = state.map { "there always is a state; write `\($0) != start`, or compare it with another one" } ?? presence
    return make(
      needsValues ? "\(clause) is true\(scope) whatever its values are" : "\(clause) is always true\(scope)", at: span,
      label: "never false",
      help: needsValues ? help : "correct the clause, or remove it",
      notes: [.init("for example, with \(witness), it holds, and no other values make it fail", at: span)])
  }

  /// A condition of an approval or warning that is always true.
  package static func condition(_ condition: String, scope: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "`\(condition)` is never false\(scope), so this clause concerns every proposal", at: span, label: "never false",
      help: "correct the condition",
      notes: [.init("for example, with \(witness), it is true, and no other values make it false", at: span)])
  }

  /// An approval or consent alone that every run waits for, also a run that answers.
  package static func asksAlways(_ clause: String, at span: Span) -> Diagnostic {
    make(
      "`\(clause)` concerns every proposal, so a run that approves waits for it too, and nothing is ever decided", at: span,
      label: "no condition", help: "name the intents under `applies_to`, or write a condition: `… → \(clause)`")
  }

  /// A condition of `else` that is never true.
  package static func otherwise(_ condition: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "`\(condition)` is never true, so this clause concerns every proposal", at: span, label: "never true",
      help: "correct the condition",
      notes: [.init("for example, with \(witness), it is false, and no other values make it true", at: span)])
  }
}

/// A clause that other clauses of its truth imply.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/Implications.swift`.
package enum ImpliedClause: DiagnosticKind {
  package static let id = DiagnosticID("T4305", .warning)

  /// A clause and the clauses that imply it.
  ///
  /// - Parameter hasReason: whether the clause has its own reason, which would be lost with the clause.
  package static func finding(
    _ clause: String, by others: [(text: String, span: Span)], witness: String, hasReason: Bool, at span: Span
  ) -> Diagnostic {
    let example = others.count == 1 ? "the other" : "one of the others"
    let help =
      hasReason
      ? "correct the clause that is too strict; to keep this one for its reason, write `# truths:ignore T4305` above it"
      : "remove this clause, or correct the clause that is too strict"
    return make(
      "\(clause) follows from \(others.map(\.text).joinedInWords)", at: span, label: "decides nothing by itself",
      help: help,
      notes: others.map { .init("\($0.text) is here", at: $0.span) }
        + [.init("for example, with \(witness), it does not hold, and neither does \(example)", at: span)])
  }
}

/// Two clauses of one intent with the same condition and different consequences.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/Contradictions.swift`.
package enum OtherConsequence: DiagnosticKind {
  package static let id = DiagnosticID("T4306", .warning)

  /// The later of two clauses with the same condition.
  package static func finding(
    _ clause: String, intent: String, first: (text: String, span: Span), witness: String, at span: Span
  ) -> Diagnostic {
    make(
      "\(clause) and \(first.text) of intent `\(intent)` have the same condition and different consequences", at: span,
      label: "a different consequence",
      help: "keep the clause that is meant, or give the two different conditions",
      notes: [
        .init("\(first.text) is here", at: first.span), .init("for example, with \(witness), both apply", at: span),
      ])
  }
}

/// Two packs that set different limits for the same value.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/Thresholds.swift`.
package enum DifferingThresholds: DiagnosticKind {
  package static let id = DiagnosticID("T4307", .warning)

  /// The later of two clauses with different limits.
  package static func finding(
    _ clause: String, intent: String, first: (text: String, pack: String, span: Span), witness: String, at span: Span
  ) -> Diagnostic {
    make(
      "intent `\(intent)` has two limits: \(clause) here, and \(first.text) in pack `\(first.pack)`", at: span,
      label: "two limits for one thing", help: "agree on one limit, best as a policy",
      notes: [
        .init("\(first.text) is here", at: first.span),
        .init("for example, with \(witness), one of them applies and the other does not", at: span),
      ])
  }
}

/// The `if` of a truth that is never true or always true.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/Constancy.swift`.
package enum ConstantFiring: DiagnosticKind {
  package static let id = DiagnosticID("T4308", .error)

  /// An `if` that is never true.
  package static func never(_ condition: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "`\(condition)` is never true, so this truth never fires", at: span, label: "never true",
      help: "correct the condition, or remove the truth; join alternatives with `or`",
      notes: [.init("for example, with \(witness), the truth does not fire", at: span)])
  }

  /// An `if` that is never false.
  package static func always(_ condition: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "`\(condition)` is never false, so this `if` has no effect", at: span, label: "never false",
      help: "correct the condition, or remove it",
      notes: [.init("for example, with \(witness), the truth fires, and no other values keep it from firing", at: span)],
      severity: .warning)
  }
}
