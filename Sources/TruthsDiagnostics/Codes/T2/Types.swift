package import TruthsText

/// A number literal beyond the limits of types §3.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Expressions.swift`.
package enum NumberLimits: DiagnosticKind {
  package static let id = DiagnosticID("T2001", .error)

  /// A literal that exceeds one of the limits.
  package static func literal(_ written: String, _ fault: DecimalLiteralFault, at span: Span) -> Diagnostic {
    let limit =
      switch fault {
      case .tooManyPlaces: "more than 12 decimal places"
      case .tooLarge: "a size of 10^15 or more"
      case .tooManyDigits, .malformed: "more than 15 significant digits"
      }
    return make(
      "the number `\(short(written))` has \(limit)", at: span,
      help: "numbers have at most 15 significant digits, at most 12 decimal places, and are below 10^15")
  }
}

/// A value of the wrong type.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Conditions.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`, `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Calendar.swift`, `Sources/TruthsCheck/Clauses/ClauseTypeChecker.swift`,
/// `Sources/TruthsCheck/Declare/Calendars.swift`, `Sources/TruthsCheck/Declare/Literals.swift`.
package enum WrongType: DiagnosticKind {
  package static let id = DiagnosticID("T2002", .error)

  /// A value where another type is expected.
  package static func finding(_ found: String, wanted: String, at span: Span) -> Diagnostic {
    make("this is \(found), and \(wanted) is expected", at: span)
  }

  /// A map used as a key of facts.
  package static func mapAsKey(_ field: some PlacedName, of fact: String) -> Diagnostic {
    make(
      "`\(field.text)` is a map, and a map cannot be a key of `\(fact)`", at: field.span,
      help: "write one of its members to a field of its own, and make that field the key")
  }

  /// A mapping where no record is expected.
  ///
  /// - Parameters:
  ///   - wanted: the expected type; `nil` where the place does not determine it.
  ///   - members: the members as they are written in brackets.
  package static func mapping(_ members: String, wanted: String?, at span: Span) -> Diagnostic {
    if let wanted { return make("this is a mapping, and \(wanted) is expected", at: span) }
    return make(
      "a mapping is read as a record, but no record is expected here", at: span,
      help: "write the record with the name of its type before the brackets: `…(\(members))`", guidance: .general)
  }

  /// An argument of `days`, `months` and similar functions that is not a number, or has another unit.
  package static func count(_ found: String, of function: String, at span: Span) -> Diagnostic {
    make(
      "`\(function)` takes a number that has no unit or the unit `\(function)`, and this is `\(found)`", at: span,
      help: "write a number, as in `\(function)(3)`", guidance: .general)
  }

  /// Two operands without a common type.
  ///
  /// - Parameter help: the text to write instead, if it is clear.
  package static func between(
    _ left: String, _ right: String, operation: String, at span: Span, help: String? = nil,
    guidance: Diagnostic.Guidance = .exact
  ) -> Diagnostic {
    make("`\(operation)` cannot compare `\(left)` with `\(right)`", at: span, help: help, guidance: guidance)
  }

  /// A bound of `between` that cannot be compared with the value.
  ///
  /// - Parameter isNumber: whether bounds that are numbers would fit.
  package static func bound(_ found: String, value: String, type: String, isNumber: Bool, at span: Span) -> Diagnostic {
    make(
      "this bound is `\(found)`, and `\(value)`, which is compared with it, is `\(type)`", at: span,
      help: isNumber ? "write two numbers: `\(value) between 1 and 5`" : "write two bounds that are `\(type)`")
  }

  /// An element whose type differs from that of earlier elements.
  package static func inList(_ found: String, others: String, at span: Span) -> Diagnostic {
    make("this element is `\(found)`, the others are `\(others)`", at: span, help: "a list has elements of one type")
  }

  /// An alternative whose type differs from that of the others.
  ///
  /// - Parameter noun: the kind of alternative, such as `branch`.
  package static func among(_ found: String, others: String, noun: String, at span: Span) -> Diagnostic {
    make(
      "this \(noun) is `\(found)`, and the others are `\(others)`", at: span,
      help: "one of them is the value, so all have one type")
  }

  /// A key field and the trigger's field of the same name with different types.
  package static func key(
    _ field: String, found: String, wanted: String, fact: String, at span: Span, declared: Span
  ) -> Diagnostic {
    make(
      "`\(fact)` is looked up by `\(field)`, which is `\(found)` here but `\(wanted)` in the key", at: span,
      help: "write `\(fact)(\(field) = …)`", notes: [Diagnostic.Note("the key field is declared here", at: declared)])
  }

  /// A produced field whose type differs from that of the field it would be copied from.
  package static func copied(
    _ field: String, fact: some PlacedName, found: String, wanted: String, declared: Span
  ) -> Diagnostic {
    make(
      "`\(field)` of `\(fact.text)` is `\(wanted)`, but the value that is copied to it is `\(found)`", at: fact.span,
      help: "write `\(field): …` under the fact", notes: [Diagnostic.Note("the field is declared here", at: declared)])
  }
}

/// Units that do not match.
///
/// Detected in `Sources/TruthsFixes/Menders/UnitSpelling.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Conditions.swift`, `Sources/TruthsCheck/Clauses/ClauseTypeChecker.swift`,
/// `Sources/TruthsCheck/Types/TypeResolver.swift`.
package enum UnitMismatch: DiagnosticKind {
  package static let id = DiagnosticID("T2003", .error)

  /// Two operands of an operation or comparison with different units.
  package static func between(
    _ left: String, _ right: String, operation: String, at span: Span, help: String? = nil
  ) -> Diagnostic {
    make("`\(operation)` cannot be used with `\(left)` and `\(right)`", at: span, help: help)
  }

  /// A value where another unit is expected.
  package static func finding(_ found: String, wanted: String, at span: Span, help: String? = nil) -> Diagnostic {
    make("this is `\(found)`, and `\(wanted)` is expected", at: span, help: help)
  }

  /// A number that already has a unit, in `in_unit`.
  package static func hasUnit(_ type: String, number: String, unit: String, at span: Span) -> Diagnostic {
    make(
      "this is `\(type)`, and `in_unit` gives a unit to a number without one", at: span,
      help: "drop the unit first: `in_unit(number(\(number)), \(unit))`")
  }

  /// A unit that only one type uses, and that is similar to another unit.
  package static func misspelt(_ unit: some PlacedName, nearest: String) -> Diagnostic {
    let near = NearestHelp(nearest: nearest)
    return make(
      "no other type has the unit `\(unit.text)`, and the value does not fit where it is used", at: unit.span, help: near.help,
      fixes: near.fixes(at: unit.span))
  }

  /// A unit on a type that is not a number.
  package static func onType(unit: some PlacedName, type: String) -> Diagnostic {
    make("`\(type)` takes no unit", at: unit.span, help: "only `integer` and `decimal` have units")
  }
}

/// A condition that is not a boolean.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Conditions.swift`.
package enum NotBoolean: DiagnosticKind {
  package static let id = DiagnosticID("T2004", .error)

  /// A value where a condition is expected.
  package static func finding(_ type: String, at span: Span) -> Diagnostic {
    make(
      "this is `\(type)`, and a condition is expected", at: span,
      help: "compare it, or test it with `exists`", guidance: .general)
  }
}

/// A type whose values have no order.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Conditions.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`.
package enum NotOrdered: DiagnosticKind {
  package static let id = DiagnosticID("T2005", .error)

  /// `<`, `min`, `max`, `by` or `is_sorted` over a type without an order.
  package static func finding(_ type: String, operation: String, at span: Span) -> Diagnostic {
    make("`\(operation)` needs an order, and `\(type)` has none", at: span)
  }
}

/// A text that cannot be read as the type of its place.
///
/// Detected in `Sources/TruthsCheck/Declare/Calendars.swift`, `Sources/TruthsCheck/Declare/Literals.swift`.
package enum BadLiteral: DiagnosticKind {
  package static let id = DiagnosticID("T2006", .error)

  /// A date whose month has no such day.
  ///
  /// - Parameter reason: `February 2023 has 28 days`.
  package static func noSuchDay(_ text: String, reason: String, at span: Span) -> Diagnostic {
    make("`\(text)` is not a date: \(reason)", at: span, help: "write a day that the month has")
  }

  /// A holiday that begins with a digit and is not a date.
  ///
  /// - Parameter meant: the day that was meant, if it is clear.
  package static func holiday(_ text: String, impossible reason: String?, meant: String?, at span: Span) -> Diagnostic {
    if let reason { return noSuchDay(text, reason: reason, at: span) }
    return make(
      "`\(short(text))` is not a holiday", at: span,
      help: meant.map { "write `\($0)`" }
        ?? "write a date, `2026-04-03`, a day of every year, `12-25`, or the name of a policy of type `list of date`",
      fixes: meant.map { [.init("write `\($0)`", [.init(span, $0)], isSafe: false)] } ?? [])
  }

  /// A malformed date, timestamp, duration, period or time.
  ///
  /// - Parameter meant: the value that was meant, if it is clear.
  package static func finding(_ text: String, type: String, form: String, meant: String?, at span: Span) -> Diagnostic {
    make(
      "`\(text)` is not \(type.withArticle)", at: span,
      help: meant.map { "write `\"\($0)\"`" } ?? "\(type.withArticle) is written as `\(form)`",
      guidance: meant == nil ? .general : .exact,
      fixes: meant.map { [.init("write `\"\($0)\"`", [.init(span, "\"\($0)\"")], isSafe: false)] } ?? [])
  }
}

/// An operator that does not accept these types.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Arithmetic.swift`.
package enum WrongOperands: DiagnosticKind {
  package static let id = DiagnosticID("T2007", .error)

  /// The two sides of an arithmetic operator.
  package static func finding(_ left: String, _ right: String, operation: String, areTexts: Bool, at span: Span) -> Diagnostic {
    make(
      "`\(operation)` does not work with `\(left)` and `\(right)`", at: span,
      help: areTexts ? "join texts inside a text: `\"{a}{b}\"`" : nil, guidance: .general)
  }

  /// A date and a number, which stands for days.
  ///
  /// - Parameters:
  ///   - number: the number as it is written, and its place.
  ///   - mended: the operation with days.
  package static func days(
    _ left: String, _ right: String, operation: String, number: (text: String, span: Span), mended: String, at span: Span
  ) -> Diagnostic {
    make(
      "`\(operation)` does not take `\(left)` and `\(right)`", at: span, help: "write `\(mended)`",
      fixes: [.init("write `\(mended)`", [.init(number.span, "days(\(number.text))")], isSafe: false)])
  }
}

/// A loop over a value that is not a list.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`.
package enum NotASource: DiagnosticKind {
  package static let id = DiagnosticID("T2008", .error)

  /// A value after `in` that is not a list.
  /// - Parameter map: the value as it is written, where it is a map.
  package static func finding(_ type: String, map: String? = nil, at span: Span) -> Diagnostic {
    make(
      "this is `\(type)`, and a list or fact type is expected", at: span,
      help: map.map { "read its names or its values: `keys(\($0))`, `values(\($0))`" })
  }

  /// A fact type with keys after `in`.
  package static func keyed(_ fact: String, at span: Span) -> Diagnostic {
    make("a loop reads all facts of a type, so `\(fact)` takes no keys here", at: span, help: "choose the facts with `where`")
  }
}

/// A function called with the wrong arguments.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`.
package enum WrongArguments: DiagnosticKind {
  package static let id = DiagnosticID("T2009", .error)

  /// `first` or `last` of elements without an order.
  package static func noOrder(_ function: String, of variable: String, at span: Span) -> Diagnostic {
    make(
      "`\(function)` needs an order: without `by` nothing says which element is the \(function)", at: span,
      help: "add `by` and what the elements are ordered by, such as `by \(variable).on`, before the last bracket")
  }

  /// A call with fewer or more arguments than the function takes.
  package static func count(
    _ name: some PlacedName, wanted: ClosedRange<Int>, found: Int, example: String? = nil, at span: Span
  ) -> Diagnostic {
    let wants =
      wanted.lowerBound == wanted.upperBound
      ? "\(wanted.lowerBound)"
      : wanted.upperBound == .max
        ? "at least \(wanted.lowerBound)"
        : "\(wanted.lowerBound) \(wanted.count == 2 ? "or" : "to") \(wanted.upperBound)"
    return make(
      "`\(name.text)` takes \(wants) argument\(wanted == 1...1 || wanted == 1...Int.max ? "" : "s"), not \(found)", at: span,
      help: example.map { "write it like `\($0)`" }, guidance: .general)
  }
}

/// A `json` value whose content is read.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Conditions.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`, `Sources/TruthsCheck/Clauses/ClauseTypeChecker.swift`.
package enum JSONRead: DiagnosticKind {
  package static let id = DiagnosticID("T2010", .error)

  /// A member access, comparison or output of a `json` value.
  package static func finding(at span: Span) -> Diagnostic {
    make("the inside of a `json` value cannot be read", at: span, help: "test it with `exists`, or declare a record for it")
  }
}

/// A default that is not a literal.
///
/// Detected in `Sources/TruthsCheck/Declare/Literals.swift`.
package enum DefaultNotLiteral: DiagnosticKind {
  package static let id = DiagnosticID("T2011", .error)

  /// An expression where a default is expected.
  ///
  /// - Parameter meant: the literal that was meant, if it is clear.
  package static func finding(meant: String?, at span: Span) -> Diagnostic {
    make(
      "a default must be a fixed value", at: span, help: meant.map { "write `\($0)`" },
      fixes: meant.map { [.init("write `\($0)`", [.init(span, $0)], isSafe: false)] } ?? [])
  }
}

/// A default on a field of a fact.
///
/// Detected in `Sources/TruthsCheck/Declare/VocabularyTables.swift`.
package enum MisplacedDefault: DiagnosticKind {
  package static let id = DiagnosticID("T2012", .error)

  /// `= default` after the type of a fact's field.
  package static func finding(_ name: some PlacedName, at span: Span) -> Diagnostic {
    make(
      "the field `\(name.text)` of a fact cannot have a default", at: span,
      help: "mark the field with `?`, or write the value where the fact is produced")
  }
}

/// A member of a document whose type cannot be determined.
///
/// Detected in `Sources/TruthsCheck/Shapes/Shape.swift`.
package enum UntypedMember: DiagnosticKind {
  package static let id = DiagnosticID("T2013", .error)

  package static func finding(_ name: String, at span: Span) -> Diagnostic {
    make(
      "the type of member `\(name)` is not known", at: span,
      help: "write it to a field of a fact, or compare it with something whose type is known")
  }
}

/// An `if` that never has a value.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Alternatives.swift`.
package enum NoValue: DiagnosticKind {
  package static let id = DiagnosticID("T2014", .error)

  package static func bothBranches(at span: Span) -> Diagnostic {
    make("both branches are `missing`", at: span, help: "write a value in one of them: `if … then 20 else missing`")
  }
}
