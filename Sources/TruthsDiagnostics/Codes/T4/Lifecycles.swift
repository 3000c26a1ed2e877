package import TruthsText

/// A transition that the lifecycle does not have.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum UnknownTransition: DiagnosticKind {
  package static let id = DiagnosticID("T4201", .error)

  /// A transition from some states to another.
  package static func finding(from states: [String], to state: String, lifecycle: String, at span: Span, declared: Span)
    -> Diagnostic
  {
    let steps = states.map { "`\($0) → \(state)`" }.joined(separator: ", ")
    return make(
      "lifecycle `\(lifecycle)` has no transition \(steps)", at: span,
      help: "add it to the lifecycle's `transitions`, or move through the states between",
      notes: [Diagnostic.Note("the lifecycle is declared here", at: declared)])
  }
}

/// A state that no instance can reach.
///
/// Detected in `Sources/TruthsCheck/Lints/LifecycleLints.swift`.
package enum UnreachableState: DiagnosticKind {
  package static let id = DiagnosticID("T4202", .error)

  /// - Parameter meant: the state that was meant, if this one is most likely misspelt.
  package static func finding(_ state: String, lifecycle: String, meant: String?, at span: Span) -> Diagnostic {
    let near = NearestHelp(nearest: meant)
    return make(
      "no transition of lifecycle `\(lifecycle)` leads to `\(state)`", at: span,
      help: near.help(orElse: "add a transition to `\(state)` from a state that can be reached, or remove `\(state)`"),
      fixes: near.fixes(at: span))
  }
}

/// A state without outgoing transitions that is not declared terminal.
///
/// Detected in `Sources/TruthsCheck/Lints/LifecycleLints.swift`.
package enum DeadEndState: DiagnosticKind {
  package static let id = DiagnosticID("T4203", .error)

  /// - Parameter meant: the state that was meant, if this one is most likely misspelt.
  package static func finding(_ state: String, lifecycle: String, meant: String?, at span: Span) -> Diagnostic {
    let near = NearestHelp(nearest: meant)
    return make(
      "no transition leaves `\(state)` in lifecycle `\(lifecycle)`", at: span,
      help: near.help(orElse: "add `\(state)` to `terminal`, or add a transition from it"), fixes: near.fixes(at: span))
  }
}

/// A transition that no truth makes.
///
/// Detected in `Sources/TruthsCheck/Lints/LifecycleLints.swift`.
package enum UnmadeTransition: DiagnosticKind {
  package static let id = DiagnosticID("T4204", .warning)

  package static func finding(from: String, to: String, lifecycle: String, at span: Span) -> Diagnostic {
    make(
      "no truth takes `\(lifecycle)` from `\(from)` to `\(to)`", at: span,
      help: "write `- \(lifecycle): \(from) → \(to)` under the `moves` of a truth, or remove the transition")
  }

  /// An initial state that no truth enters.
  package static func initial(_ state: some PlacedName, lifecycle: String) -> Diagnostic {
    make(
      "no truth begins `\(lifecycle)`: nothing enters `\(state.text)`", at: state.span,
      help: "write `- \(lifecycle): start → \(state.text)` under the `moves` of a truth, or mark it `external: true`")
  }
}

/// A terminal state with an outgoing transition.
///
/// Detected in `Sources/TruthsCheck/Lints/LifecycleLints.swift`.
package enum LeftTerminalState: DiagnosticKind {
  package static let id = DiagnosticID("T4205", .error)

  package static func finding(_ state: some PlacedName, lifecycle: String) -> Diagnostic {
    make(
      "`\(state.text)` is terminal in lifecycle `\(lifecycle)`, and a transition leaves it", at: state.span,
      help: "remove `\(state.text)` from `terminal`, or remove the transition")
  }
}
