package import TruthsText

/// A fact type without a key.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum KeylessFact: DiagnosticKind {
  package static let id = DiagnosticID("T4001", .warning)

  /// A fact type without `key`.
  package static func finding(_ name: some PlacedName, at key: Span) -> Diagnostic {
    make("fact type `\(name.text)` has no key", at: key, help: "name the fields that identify a fact: `key: […]`")
  }
}

/// A cycle of truths on facts through a condition that new facts can make false.
///
/// Detected in `Sources/TruthsCheck/Convergence/Convergence.swift`.
package enum NegativeCycle: DiagnosticKind {
  package static let id = DiagnosticID("T4101", .error)

  /// A negative reading inside a cycle.
  ///
  /// - Parameter notes: the steps of the cycle.
  package static func finding(truth: String, subject: String, at span: Span, notes: [Diagnostic.Note]) -> Diagnostic {
    make(
      "`\(truth)` reads \(subject) in a way that a new fact can make false, and what it makes leads to such facts", at: span,
      label: "a new fact can change this",
      help: "let one truth of the cycle start from an intent, or read something that the cycle does not make", notes: notes)
  }
}

/// Truths on facts that could create new facts without end.
///
/// Detected in `Sources/TruthsCheck/Convergence/Termination.swift`.
package enum NotTerminating: DiagnosticKind {
  package static let id = DiagnosticID("T4102", .error)

  /// The role of a computed field in the identity of facts.
  package enum Role: Sendable {
    /// The field belongs to the key.
    case key
    /// The fact has no key, so all fields identify it.
    case whole
    /// The field is copied, within the cycle, to a field that identifies a fact.
    case source
  }

  /// A computed field of a fact in the cycle that identifies a fact, directly or through a copy.
  package static func field(_ field: String, fact: String, role: Role, truth: String, at span: Span) -> Diagnostic {
    let label: String? =
      switch role {
      case .key: nil
      case .whole: "`\(fact)` has no key, so all of its fields identify it"
      case .source: "what identifies a fact of the cycle is copied from it"
      }
    return make(
      "`\(truth)` computes \(role == .key ? "the key field" : "the field") `\(field)` of `\(fact)`, which leads back to it",
      at: span, label: label, help: "copy `\(field)` from a fact that the truth fires on, or break the cycle")
  }

  /// A correction of a fact of the cycle: every new version fires its truths again.
  package static func correction(_ type: some PlacedName, truth: String) -> Diagnostic {
    make(
      "`\(truth)` corrects `\(type.text)`, and the new version leads back to it", at: type.span,
      help: "correct it in a truth that fires on an intent, or break the cycle")
  }

  /// A move of a lifecycle in a cycle.
  package static func move(truth: String, at span: Span) -> Diagnostic {
    make(
      "`\(truth)` moves a lifecycle, and what it makes leads back to it", at: span,
      help: "move it in a truth that fires on an intent, or break the cycle")
  }

  /// Transitions of truths on facts that lead back to the state where they began.
  package static func transitions(lifecycle: String, states: [String], at span: Span, notes: [Diagnostic.Note]) -> Diagnostic {
    make(
      "truths that start from facts move `\(lifecycle)` in a circle: \(states.joined(separator: " → "))", at: span,
      help: "let a truth that fires on an intent make one of these transitions", notes: notes)
  }
}

/// A view where only entries of the ledger are allowed, or an entry where only a view is.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`,
/// `Sources/TruthsCheck/Convergence/Convergence.swift`, `Sources/TruthsCheck/Declare/DeclaredNames.swift`.
package enum MisusedView: DiagnosticKind {
  package static let id = DiagnosticID("T4103", .error)

  /// A truth that makes entries and fires on a view.
  package static func matched(_ type: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "`\(type.text)` is derived, so only a truth that makes views can start from it", at: type.span,
      help: "start from the facts that it is derived from, and read the view in `if`",
      notes: [Diagnostic.Note("it is declared as derived here", at: declared)])
  }

  /// A truth on intents that makes a view.
  package static func fromProposal(_ type: some PlacedName) -> Diagnostic {
    make(
      "`\(type.text)` is derived, so no proposal produces it", at: type.span, help: "derive it in a truth with `when: - fact: …`")
  }

  /// A source that makes a view.
  package static func fromDocument(_ type: some PlacedName) -> Diagnostic {
    make(
      "`\(type.text)` is derived, so no source produces it", at: type.span, help: "derive it in a truth with `when: - fact: …`")
  }

  package static func corrected(_ type: some PlacedName) -> Diagnostic {
    make(
      "`\(type.text)` is derived, so it cannot be corrected", at: type.span,
      help: "write `fact.\(type.text)`: it is computed each time it is read")
  }

  package static func external(_ type: some PlacedName) -> Diagnostic {
    make(
      "`\(type.text)` is derived, so it cannot arrive from outside", at: type.span,
      help: "remove `external: true`, or `derived: true`")
  }

  package static func immutable(_ type: some PlacedName) -> Diagnostic {
    make(
      "`\(type.text)` is derived, so there is nothing to correct that `immutable: true` would forbid", at: type.span,
      help: "remove `immutable: true`, or `derived: true`")
  }

  /// An output of entries together with an output of a view.
  package static func mixed(_ type: some PlacedName, view: some PlacedName) -> Diagnostic {
    make(
      "one truth makes views or recorded facts, not both: `\(view.text)` is derived, `\(type.text)` is not", at: type.span,
      help: "make two truths of it")
  }

  /// A part that a truth for a view may not have.
  package static func extra(_ what: String, at span: Span, view: some PlacedName) -> Diagnostic {
    make(
      "a truth that makes a view has no \(what.replacingArticle)", at: span, label: "`\(view.text)` is derived",
      help: "remove it: nothing is decided or recorded when a view is read")
  }
}

/// A truth on facts that reads the entry of a derived fact: its moment or actor. Truths on facts make derived facts.
///
/// Detected in `Sources/TruthsCheck/Convergence/Convergence.swift`.
package enum EntryOfDerived: DiagnosticKind {
  package static let id = DiagnosticID("T4104", .error)

  /// - Parameters:
  ///   - label: the expression as it is written.
  ///   - maker: a truth on facts that makes the fact, and the place where it does so.
  package static func finding(_ label: String, fact: String, at span: Span, maker: (truth: String, span: Span)) -> Diagnostic {
    make(
      "`\(label)` depends on which truth came first, because truths that start from facts make `\(fact)`", at: span,
      help: "write what you need into a field of `\(fact)`",
      notes: [Diagnostic.Note("`\(maker.truth)` makes it", at: maker.span)])
  }
}

extension String {
  /// The text without a leading `a `.
  fileprivate var replacingArticle: String { hasPrefix("a ") ? String(dropFirst(2)) : self }
}
