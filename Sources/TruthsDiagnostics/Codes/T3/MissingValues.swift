package import TruthsText

/// A value that may be missing where a clause reads it.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayBeMissing: DiagnosticKind {
  package static let id = DiagnosticID("T3001", .warning)

  /// A value that may be missing, and that neither the clause nor a requirement guarantees.
  ///
  /// - Parameter name: empty for an expression without a name, such as a conditional.
  package static func value(_ name: String, at span: Span, establish: String, _ remedy: MissingRemedy) -> Diagnostic {
    if name.isEmpty {
      return make("this may have no value, and then the clause cannot be checked", at: span, help: remedy.naming)
    }
    return make(
      "`\(name)` may have no value, and then this rule cannot be checked", at: span, help: remedy.establishing(establish))
  }

  /// A presence test or look-up with a key that may be missing.
  package static func key(
    _ key: String, of fact: String, at span: Span, establish: String, _ remedy: MissingRemedy
  ) -> Diagnostic {
    self.key(key, of: fact, at: span, help: remedy.establishing(establish))
  }

  /// A presence test or look-up with a key of an element that may be missing.
  ///
  /// - Parameter help: how to guard the test at its place.
  package static func key(_ key: String, of fact: String, at span: Span, help: String) -> Diagnostic {
    make(
      "`\(key)` may have no value, and then it cannot be checked whether there is \(fact.quotedWithArticle)", at: span,
      help: help)
  }

  /// A value of an element, in a quantifier or aggregate, that may be missing.
  ///
  /// - Parameter word: `sum`, `every`.
  package static func element(_ name: String, in word: String, isAggregate: Bool, at span: Span, help: String) -> Diagnostic {
    let effect = isAggregate ? "the `\(word)` is missing" : "it is not known whether the `\(word)` holds"
    return make("`\(name)` may be missing in one of the elements, and then \(effect)", at: span, help: help)
  }

  /// A field of a fact that may not exist.
  package static func fact(
    _ fact: String, reading name: String, at span: Span, establish: String, _ remedy: MissingRemedy
  ) -> Diagnostic {
    self.fact(fact, reading: name, at: span, help: remedy.establishing(establish))
  }

  /// A field of a fact that may not exist and is looked up for an element.
  ///
  /// - Parameter help: how to guard the look-up at its place.
  package static func fact(_ fact: String, reading name: String, at span: Span, help: String) -> Diagnostic {
    make("there may be no `\(fact)`, and then `\(name)` is missing", at: span, help: help)
  }
}

/// A divisor that may be zero.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Arithmetic.swift`,
/// `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayDivideByZero: DiagnosticKind {
  package static let id = DiagnosticID("T3002", .warning)

  /// A divisor for which zero is not excluded.
  package static func finding(at span: Span, _ remedy: MissingRemedy) -> Diagnostic {
    make("this may be zero, and a division by zero has no value", at: span, help: remedy.excludingZero)
  }

  /// A divisor that is always zero.
  package static func certain(at span: Span) -> Diagnostic {
    make("this is zero, so the quotient is always missing", at: span, severity: .error)
  }
}

/// A produced fact that may lack a field.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayBeIncomplete: DiagnosticKind {
  package static let id = DiagnosticID("T3003", .warning)

  /// Required fields of a produced fact with values that may be missing.
  package static func fields(_ fields: [String], fact: some PlacedName, _ remedy: MissingRemedy) -> Diagnostic {
    let names = fields.map { "`\($0)`" }.joined(separator: " and ")
    return make(
      "\(names) of `\(fact.text)` may be missing", at: fact.span,
      help: "\(remedy.demanding(fields.count == 1 ? "it" : "them")), or mark the field\(fields.count == 1 ? "" : "s") with `?`")
  }

  /// A required field with a written value that may be missing.
  package static func written(_ field: String, fact: some PlacedName, at span: Span) -> Diagnostic {
    make("this may be missing, and `\(field)` of `\(fact.text)` is required", at: span)
  }

  /// A `where` that may be unknown, or a loop over a list that may be missing.
  package static func filter(_ name: String, fact: some PlacedName, at span: Span, _ remedy: MissingRemedy) -> Diagnostic {
    make(
      "`\(name)` may have no value, and then it is not known which `\(fact.text)` are meant", at: span,
      help: remedy.establishing("\(name) exists"))
  }
}

/// A required field of a produced fact that never gets a value.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum AlwaysIncomplete: DiagnosticKind {
  package static let id = DiagnosticID("T3004", .error)

  /// A required field without a source.
  package static func finding(_ field: String, fact: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "nothing gives `\(field)` of `\(fact.text)` a value", at: fact.span, help: "write `\(field): …` under the fact",
      notes: [Diagnostic.Note("the field is declared here", at: declared)])
  }

  /// A required field that a correction removes.
  package static func takenAway(_ field: String, fact: some PlacedName, at span: Span, declared: Span) -> Diagnostic {
    make(
      "`\(field)` of `\(fact.text)` is required, so its value cannot be removed", at: span,
      help: "write a value, omit the line to keep the old value, or mark the field with `?`",
      notes: [Diagnostic.Note("the field is declared here", at: declared)])
  }

  /// A key field of a correction without a source.
  package static func key(_ field: String, fact: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "nothing says which `\(fact.text)` is corrected: `\(field)` has no value", at: fact.span,
      help: "a correction takes the key from the intent's fields",
      notes: [Diagnostic.Note("the key field is declared here", at: declared)])
  }
}

/// A minimum or maximum over a list that may be empty.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayBeOverNothing: DiagnosticKind {
  package static let id = DiagnosticID("T3005", .warning)

  /// `min` or `max` over elements of which there may be none.
  /// - Parameter isList: whether it is applied to a whole list.
  package static func finding(_ function: String, isList: Bool, at span: Span, _ remedy: MissingRemedy) -> Diagnostic {
    make(
      "there may be no elements, and then the `\(function)` is missing", at: span,
      help: isList ? remedy.establishing("… not empty") : remedy.naming)
  }
}

/// A correction that may keep the old value of a field that it writes.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayKeepOldValue: DiagnosticKind {
  package static let id = DiagnosticID("T3006", .warning)

  /// An optional field of a correction with a written value that may be missing.
  package static func finding(_ field: String, fact: some PlacedName, at span: Span, _ remedy: MissingRemedy) -> Diagnostic {
    make(
      "this may be missing, and then `\(fact.text)` keeps its old `\(field)`", at: span,
      help: "\(remedy.demanding("the value")), or remove the old value with `\(field): missing`")
  }
}

/// The `if` of a truth on facts that may be unknown.
///
/// Detected in `Sources/TruthsCheck/Flow/UnknownFiring.swift`.
package enum MayNotFire: DiagnosticKind {
  package static let id = DiagnosticID("T3007", .warning)

  /// The reason why the `if` may be unknown.
  package enum Cause {
    /// A value that may be missing, and the reason where it is not obvious.
    case value(String, String?)
    case fact(String)
    /// A divisor that may be zero, as it is written.
    case divisor(String?)
    /// The names that hold the currencies of two amounts; both are the same for elements of one list.
    case currencies(String, String)
    case nothing(String)

    fileprivate var words: String {
      switch self {
      case .value(let name, let cause): "\(Self.quoted(name)) may be missing" + (cause.map { " (\($0))" } ?? "")
      case .fact(let fact): "there may be no `\(fact)`"
      case .divisor(let name): "\(Self.quoted(name ?? "")) may be zero"
      case .currencies(let one, let other):
        one == other ? "`\(one)` may differ between the elements" : "`\(one)` and `\(other)` may be different currencies"
      case .nothing(let function): "there may be no elements for `\(function)`"
      }
    }

    private static func quoted(_ name: String) -> String { name.isEmpty ? "this" : "`\(name)`" }
  }

  /// - Parameters:
  ///   - cause: the first reason why it may be unknown, in order of occurrence.
  ///   - isView: whether the truth makes a view; reading a key of the view then fails.
  ///   - help: how to fix the clause, if this is known.
  package static func finding(_ cause: Cause, truth: String, isView: Bool, at span: Span, help: String?) -> Diagnostic {
    let effect = isView ? "its key cannot be read" : "the run halts, and a fact from outside is refused"
    return make(
      "\(cause.words), and then it is not known whether `\(truth)` applies: \(effect)", at: span, help: help)
  }
}

/// `coalesce` around an expression that is never missing for an empty list.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Alternatives.swift`.
package enum HiddenUnknown: DiagnosticKind {
  package static let id = DiagnosticID("T3008", .warning)

  /// - Parameter function: `sum`, `count` or `list`.
  package static func finding(_ function: String, at span: Span) -> Diagnostic {
    make(
      "without elements a `\(function)` has a value: `coalesce` only hides that the result is unknown", at: span,
      help: "remove `coalesce`: without elements the result is \(function == "list" ? "[]" : "0")")
  }
}
