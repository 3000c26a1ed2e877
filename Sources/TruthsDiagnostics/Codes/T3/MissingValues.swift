package import TruthsText

/// A clause reads a value that may be missing.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayBeMissing: DiagnosticKind {
  package static let id = DiagnosticID("T3001", .warning)

  /// A value that may be missing and that neither the clause nor a requirement establishes.
  ///
  /// - Parameter name: empty for an expression that has none, such as a conditional.
  package static func value(_ name: String, at span: Span, establish: String) -> Diagnostic {
    if name.isEmpty {
      return make(
        "this may be missing, and then nobody can tell whether the clause holds", at: span,
        help: "give it a name in `let`, and require that it exists: `- NAME exists`")
    }
    return make("`\(name)` may be missing, and then nobody can tell whether this holds", at: span, help: "require `\(establish)`")
  }

  /// A presence test or look-up of which a key may be missing.
  package static func key(_ key: String, of fact: String, at span: Span, establish: String) -> Diagnostic {
    self.key(key, of: fact, at: span, help: "require `\(establish)`")
  }

  /// The same of a key that an element gives; `help` says how to guard it there.
  package static func key(_ key: String, of fact: String, at span: Span, help: String) -> Diagnostic {
    make(
      "`\(key)` may be missing, and then nobody can tell whether there is \(fact.quotedWithArticle)", at: span, help: help)
  }

  /// A value of an element that a quantifier or aggregate goes through.
  ///
  /// - Parameter word: `sum`, `every`.
  package static func element(_ name: String, in word: String, isAggregate: Bool, at span: Span, help: String) -> Diagnostic {
    let effect = isAggregate ? "the `\(word)` is missing" : "nobody can tell whether the `\(word)` holds"
    return make("`\(name)` may be missing in one of the elements, and then \(effect)", at: span, help: help)
  }

  /// A field of a fact that may not be there.
  package static func fact(_ fact: String, reading name: String, at span: Span, establish: String) -> Diagnostic {
    self.fact(fact, reading: name, at: span, help: "require `\(establish)`, or test it in the clause")
  }

  /// The same of a fact that is looked up for an element; `help` says how to guard it there.
  package static func fact(_ fact: String, reading name: String, at span: Span, help: String) -> Diagnostic {
    make("there may be no `\(fact)`, and then `\(name)` is missing", at: span, help: help)
  }
}

/// A divisor may be zero.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Arithmetic.swift`,
/// `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayDivideByZero: DiagnosticKind {
  package static let id = DiagnosticID("T3002", .warning)

  /// A divisor that nothing keeps from being zero.
  package static func found(at span: Span) -> Diagnostic {
    make("this may be zero, and then the quotient is missing", at: span, help: "require that it is not 0")
  }

  /// A divisor that is zero.
  package static func certain(at span: Span) -> Diagnostic {
    make("this is zero, so the quotient is always missing", at: span, severity: .error)
  }
}

/// A produced fact may lack a field.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayBeIncomplete: DiagnosticKind {
  package static let id = DiagnosticID("T3003", .warning)

  /// Required fields of a produced fact whose values may be missing.
  package static func fields(_ fields: [String], fact: some PlacedName) -> Diagnostic {
    let names = fields.map { "`\($0)`" }.joined(separator: " and ")
    return make(
      "\(names) of `\(fact.text)` may be missing", at: fact.span,
      help: "require \(fields.count == 1 ? "it" : "them"), or mark the field\(fields.count == 1 ? "" : "s") with `?`")
  }

  /// A required field whose written value may be missing.
  package static func written(_ field: String, fact: some PlacedName, at span: Span) -> Diagnostic {
    make("this may be missing, and `\(field)` of `\(fact.text)` is required", at: span)
  }

  /// A `where` that may be unknown, or a loop over a list that may be missing.
  package static func part(_ name: String, fact: some PlacedName, at span: Span) -> Diagnostic {
    make(
      "`\(name)` may be missing, and then nobody can tell which `\(fact.text)` are meant", at: span,
      help: "require `\(name) exists`")
  }
}

/// Nothing gives a required field of a produced fact a value.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum AlwaysIncomplete: DiagnosticKind {
  package static let id = DiagnosticID("T3004", .error)

  /// A required field that has no source.
  package static func found(_ field: String, fact: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "nothing gives `\(field)` of `\(fact.text)` a value", at: fact.span, help: "write `\(field): …` under the fact",
      notes: [Diagnostic.Note("the field is declared here", at: declared)])
  }

  /// A required field that a correction takes away.
  package static func takenAway(_ field: String, fact: some PlacedName, at span: Span, declared: Span) -> Diagnostic {
    make(
      "`\(field)` of `\(fact.text)` is required, so it cannot be taken away", at: span,
      help: "write a value, leave the line away to keep the old one, or mark the field with `?`",
      notes: [Diagnostic.Note("the field is declared here", at: declared)])
  }

  /// A key field of a correction that has no source.
  package static func key(_ field: String, fact: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "nothing says which `\(fact.text)` is corrected: `\(field)` has no value", at: fact.span,
      help: "a correction takes the key from the intent's fields",
      notes: [Diagnostic.Note("the key field is declared here", at: declared)])
  }
}

/// A least or greatest value may be taken of nothing.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayBeOverNothing: DiagnosticKind {
  package static let id = DiagnosticID("T3005", .warning)

  /// `min` or `max` over what may be empty.
  /// - Parameter isList: whether it is taken of a whole list.
  package static func found(_ function: String, isList: Bool, at span: Span) -> Diagnostic {
    make(
      "there may be nothing to take the `\(function)` of, and then it is missing", at: span,
      help: isList
        ? "require that there is something, such as `… not empty`" : "give it a name in `let`, and require that it exists")
  }
}

/// A correction may keep the old value of a field that it writes.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayKeepOldValue: DiagnosticKind {
  package static let id = DiagnosticID("T3006", .warning)

  /// An optional field of a correction whose written value may be missing.
  package static func found(_ field: String, fact: some PlacedName, at span: Span) -> Diagnostic {
    make(
      "this may be missing, and then `\(fact.text)` keeps the `\(field)` that it has", at: span,
      help: "require the value, or take the field away with `\(field): missing`")
  }
}

/// The `if` of a truth on facts may be unknown.
///
/// Detected in `Sources/TruthsCheck/Flow/UnknownFiring.swift`.
package enum MayNotFire: DiagnosticKind {
  package static let id = DiagnosticID("T3007", .warning)

  /// Why the `if` is unknown.
  package enum Cause {
    /// A value, and why it is missing where that is not plain.
    case value(String, String?)
    case fact(String)
    /// A divisor, as it is written.
    case divisor(String?)
    /// What holds the currencies of two amounts; the same twice, of elements.
    case currencies(String, String)
    case nothing(String)

    fileprivate var words: String {
      switch self {
      case .value(let name, let cause): "\(Self.quoted(name)) may be missing" + (cause.map { " (\($0))" } ?? "")
      case .fact(let fact): "there may be no `\(fact)`"
      case .divisor(let name): "\(Self.quoted(name ?? "")) may be zero"
      case .currencies(let one, let other):
        one == other ? "`\(one)` may differ between the elements" : "`\(one)` and `\(other)` may be different currencies"
      case .nothing(let function): "there may be nothing for `\(function)` to go through"
      }
    }

    private static func quoted(_ name: String) -> String { name.isEmpty ? "this" : "`\(name)`" }
  }

  /// - Parameters:
  ///   - cause: why it may be unknown, the first in order of occurrence.
  ///   - isView: whether the truth makes a view, of which a key cannot be read then.
  ///   - help: how to mend it, where that is known.
  package static func found(_ cause: Cause, truth: String, isView: Bool, at span: Span, help: String?) -> Diagnostic {
    let effect = isView ? "its key cannot be read" : "the run halts, and a fact from outside is refused"
    return make(
      "\(cause.words), and then nobody can tell whether `\(truth)` applies: \(effect)", at: span, help: help)
  }
}

/// `coalesce` takes the place of what is never missing over nothing.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Alternatives.swift`.
package enum HiddenUnknown: DiagnosticKind {
  package static let id = DiagnosticID("T3008", .warning)

  /// - Parameter function: `sum`, `count` or `list`.
  package static func found(_ function: String, at span: Span) -> Diagnostic {
    make(
      "over nothing a `\(function)` is not missing: `coalesce` hides that it cannot be told", at: span,
      help: "leave `coalesce` out: over nothing it is \(function == "list" ? "[]" : "0")")
  }
}
