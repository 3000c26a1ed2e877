package import TruthsText

/// A clause reads a value that may be missing.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayBeMissing: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T3001", "may-be-missing", .warning,
    title: "a clause reads a value that may be missing",
    why:
      "Every field of an intent may be left out. A structural or acceptance clause that cannot be told halts the run, "
      + "for a reason that its author did not write.",
    mend:
      "Require the value (`amount exists`, `amount > 0`) in a truth that fires for the intent, or test it in the "
      + "clause itself.",
    wrong: [
      .order(fields: ["amount: decimal"], invariants: ["amount > 1000 → requires_approval"])
    ],
    right: [
      .order(fields: ["amount: decimal"], requires: ["amount > 0"], invariants: ["amount > 1000 → requires_approval"])
    ])

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
  package static let page = DiagnosticPage(
    "T3002", "may-divide-by-zero", .warning,
    title: "a divisor may be zero",
    why: "Divided by zero, a value is missing, and what reads it cannot be told.",
    mend: "Require that the divisor is not zero, or test it in the clause.",
    wrong: [
      .order(fields: ["amount: decimal = 1", "parts: decimal = 1"], invariants: ["amount / parts > 9 → requires_approval"])
    ],
    right: [
      .order(
        fields: ["amount: decimal = 1", "parts: decimal = 1"], requires: ["parts > 0"],
        invariants: ["amount / parts > 9 → requires_approval"])
    ])

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
  package static let page = DiagnosticPage(
    "T3003", "may-be-incomplete", .warning,
    title: "a produced fact may lack a field",
    why: "A fact is whole: a run that would produce one without a required field halts.",
    mend: "Require the value, write another one under the fact, or mark the field with `?`.",
    wrong: [
      .order(
        declarations: """
          fact order.priced:
            key: [order_id]
            fields:
              order_id: text
              price: decimal
          """,
        fields: ["price: decimal"], output: ["- fact.order.priced"])
    ],
    right: [
      .order(
        declarations: """
          fact order.priced:
            key: [order_id]
            fields:
              order_id: text
              price: decimal
          """,
        fields: ["price: decimal"], requires: ["price exists"], output: ["- fact.order.priced"])
    ])

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
  package static let page = DiagnosticPage(
    "T3004", "always-incomplete", .error,
    title: "nothing gives a required field of a produced fact a value",
    why: "A fact is whole: every run that would produce this one halts.",
    mend: "Write the value under the fact, add a field of that name to the intent, or mark the field with `?`.",
    wrong: [
      .order(
        declarations: """
          fact order.priced:
            key: [order_id]
            fields:
              order_id: text
              price: decimal
          """,
        output: ["- fact.order.priced"])
    ],
    right: [
      .order(
        declarations: """
          fact order.priced:
            key: [order_id]
            fields:
              order_id: text
              price: decimal
          """,
        output: ["- fact.order.priced:", "    price: 12"])
    ])

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
  package static let page = DiagnosticPage(
    "T3005", "may-be-over-nothing", .warning,
    title: "a least or greatest value may be taken of nothing",
    why: "Over nothing, `min` and `max` are missing, and what reads them cannot be told.",
    mend: "Require that the list is not empty, or test it in the clause.",
    wrong: [
      .order(
        fields: ["prices: list of decimal"], requires: ["prices exists"],
        invariants: ["max(p for p in prices) > 9 → requires_approval"])
    ],
    right: [
      .order(
        fields: ["prices: list of decimal"], requires: ["prices not empty"],
        invariants: ["max(p for p in prices) > 9 → requires_approval"])
    ])

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
  package static let page = DiagnosticPage(
    "T3006", "may-keep-old-value", .warning,
    title: "a correction may keep the old value of a field that it writes",
    why:
      "Where the value that a correction writes is missing, an optional field stays as it was: nothing is erased by what was "
      + "only left out. Whoever meant to erase it would not notice.",
    mend: "Require the value; to take the field away on purpose, write `missing` under the correction: `note: missing`.",
    wrong: [.noteCorrection(requires: [])],
    right: [.noteCorrection(requires: ["note exists"]), .noteCorrection(requires: [], note: "missing")])

  /// An optional field of a correction whose written value may be missing.
  package static func found(_ field: String, fact: some PlacedName, at span: Span) -> Diagnostic {
    make(
      "this may be missing, and then `\(fact.text)` keeps the `\(field)` that it has", at: span,
      help: "require the value, or take the field away with `\(field): missing`")
  }
}

extension DiagnosticSample {
  /// An intent that corrects the note of an order.
  fileprivate static func noteCorrection(requires: [String], note: String = "note") -> DiagnosticSample {
    .order(
      declarations: """
        fact order.noted:
          key: [order_id]
          fields:
            order_id: text
            note: text?

        intent open_order:
          fields:
            order_id: text

        truth order_opening:
          when:
            - intent: open_order
          requires:
            - order_id exists
          produces:
            - fact.order.noted
            - trace.order.opening
        """,
      fields: ["note: text"], requires: requires, output: ["- correction.order.noted:", "    note: \(note)"])
  }
}

/// The `if` of a truth on facts may be unknown.
///
/// Detected in `Sources/TruthsCheck/Flow/UnknownFiring.swift`.
package enum MayNotFire: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T3007", "may-not-fire", .warning,
    title: "the `if` of a truth on facts may be unknown, and stops the run then",
    why:
      "Nobody can tell then whether the truth applies, and what is unknown never passes: the run halts, a fact from outside is "
      + "refused, and of a view the key that the fact would have cannot be read.",
    mend:
      "Say in the `if` what is so when the value is missing: `weight missing or weight > 10`, or `weight exists and weight "
      + "> 10`. Of an element, leave it out: `where e.weight exists`.",
    wrong: [
      .order(
        declarations: """
          fact order.weighed:
            key: [order_id]
            external: true
            fields:
              order_id: text
              weight: decimal?

          fact order.heavy:
            key: [order_id]
            fields:
              order_id: text

          truth order_weighing:
            when:
              - fact: order.weighed
              - if: weight > 10
            produces:
              - fact.order.heavy
              - trace.order.weighing
          """, invariants: ["order.heavy → reject(\"Too heavy\")"])
    ],
    right: [
      .order(
        declarations: """
          fact order.weighed:
            key: [order_id]
            external: true
            fields:
              order_id: text
              weight: decimal?

          fact order.heavy:
            key: [order_id]
            fields:
              order_id: text

          truth order_weighing:
            when:
              - fact: order.weighed
              - if: weight missing or weight > 10
            produces:
              - fact.order.heavy
              - trace.order.weighing
          """, invariants: ["order.heavy → reject(\"Too heavy\")"])
    ])

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
  package static let page = DiagnosticPage(
    "T3008", "hidden-unknown", .warning,
    title: "`coalesce` hides that a sum, count or list cannot be told",
    why:
      "Over nothing a sum and a count are 0, and a list is empty. They are missing only where something in them cannot be "
      + "told, and that is what the other value would hide.",
    mend: "Leave `coalesce` out, or say in `where` which elements count.",
    wrong: [
      .order(
        fields: ["weights: list of decimal = []"],
        requires: ["coalesce(sum(w for w in weights), 0) < 100"])
    ],
    right: [.order(fields: ["weights: list of decimal = []"], requires: ["sum(w for w in weights) < 100"])])

  /// - Parameter function: `sum`, `count` or `list`.
  package static func found(_ function: String, at span: Span) -> Diagnostic {
    make(
      "over nothing a `\(function)` is not missing: `coalesce` hides that it cannot be told", at: span,
      help: "leave `coalesce` out: over nothing it is \(function == "list" ? "[]" : "0")")
  }
}
