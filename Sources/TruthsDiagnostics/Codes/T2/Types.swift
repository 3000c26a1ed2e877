package import TruthsText

/// A number literal beyond the limits of types §3.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Expressions.swift`.
package enum NumberLimits: DiagnosticKind {
  package static let id = DiagnosticID("T2001", .error)

  /// A literal that passes one of the limits.
  package static func literal(_ written: String, _ fault: DecimalLiteralFault, at span: Span) -> Diagnostic {
    let limit =
      switch fault {
      case .tooManyPlaces: "more than 12 digits behind the point"
      case .tooLarge: "a size of 10^15 or more"
      case .tooManyDigits, .malformed: "more than 15 significant digits"
      }
    return make(
      "the number `\(short(written))` has \(limit)", at: span,
      help: "numbers have at most 15 significant digits, 12 of them behind the point, and a size below 10^15")
  }
}

/// A value has the wrong type.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Conditions.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`, `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Calendar.swift`, `Sources/TruthsCheck/Clauses/ClauseTypeChecker.swift`,
/// `Sources/TruthsCheck/Declare/Calendars.swift`, `Sources/TruthsCheck/Declare/Literals.swift`.
package enum WrongType: DiagnosticKind {
  package static let id = DiagnosticID("T2002", .error)

  /// A value where another type is wanted.
  package static func found(_ found: String, wanted: String, at span: Span) -> Diagnostic {
    make("this is \(found), and \(wanted) is wanted", at: span)
  }

  /// A map that is to tell facts apart.
  package static func mapAsKey(_ field: some PlacedName, of fact: String) -> Diagnostic {
    make(
      "`\(field.text)` is a map, and a map cannot be a key of `\(fact)`", at: field.span,
      help: "take one of its members into a field of its own, and make that the key")
  }

  /// A mapping where no record is wanted.
  ///
  /// - Parameters:
  ///   - wanted: the type of its place; `nil` where that tells none.
  ///   - members: as they stand in brackets.
  package static func mapping(_ members: String, wanted: String?, at span: Span) -> Diagnostic {
    if let wanted { return make("this is a mapping, and \(wanted) is wanted", at: span) }
    return make(
      "a mapping is a record where a record is wanted, and this place wants none", at: span,
      help: "write the record with the name of its type before the brackets: `…(\(members))`", guidance: .general)
  }

  /// An argument of `days`, `months` and their like that is no number, or one of another unit.
  package static func count(_ found: String, of function: String, at span: Span) -> Diagnostic {
    make(
      "`\(function)` takes a number that has no unit or the unit `\(function)`, and this is `\(found)`", at: span,
      help: "write a number, as in `\(function)(3)`")
  }

  /// Two sides that have no common type.
  ///
  /// - Parameter help: what to write instead, where that is plain.
  package static func between(
    _ left: String, _ right: String, operation: String, at span: Span, help: String? = nil,
    guidance: Diagnostic.Guidance = .exact
  ) -> Diagnostic {
    make("`\(operation)` cannot compare `\(left)` with `\(right)`", at: span, help: help, guidance: guidance)
  }

  /// A bound of `between` that does not go with what is compared with it.
  ///
  /// - Parameter isNumber: whether bounds that are numbers would.
  package static func bound(_ found: String, value: String, type: String, isNumber: Bool, at span: Span) -> Diagnostic {
    make(
      "this bound is `\(found)`, and `\(value)`, which is compared with it, is `\(type)`", at: span,
      help: isNumber ? "write two numbers: `\(value) between 1 and 5`" : "write two bounds that are `\(type)`")
  }

  /// An element that differs from those before it.
  package static func inList(_ found: String, others: String, at span: Span) -> Diagnostic {
    make("this element is `\(found)`, the others are `\(others)`", at: span, help: "a list has elements of one type")
  }

  /// A value that differs from those which may be taken in its place.
  ///
  /// - Parameter noun: what it is, such as `branch`.
  package static func among(_ found: String, others: String, noun: String, at span: Span) -> Diagnostic {
    make(
      "this \(noun) is `\(found)`, and the others are `\(others)`", at: span,
      help: "one of them is the value, so all have one type")
  }

  /// A key field and the trigger's field of the same name, of different types.
  package static func key(
    _ field: String, found: String, wanted: String, fact: String, at span: Span, declared: Span
  ) -> Diagnostic {
    make(
      "`\(fact)` is looked up by `\(field)`, which is `\(found)` here and `\(wanted)` there", at: span,
      help: "write `\(fact)(\(field) = …)`", notes: [Diagnostic.Note("the key field is declared here", at: declared)])
  }

  /// A produced field and what it would be copied from, of different types.
  package static func copied(
    _ field: String, fact: some PlacedName, found: String, wanted: String, declared: Span
  ) -> Diagnostic {
    make(
      "`\(field)` of `\(fact.text)` is `\(wanted)`, and what it would be copied from is `\(found)`", at: fact.span,
      help: "write `\(field): …` under the fact", notes: [Diagnostic.Note("the field is declared here", at: declared)])
  }
}

/// Units do not go together.
///
/// Detected in `Sources/TruthsFixes/Menders/UnitSpelling.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Conditions.swift`, `Sources/TruthsCheck/Clauses/ClauseTypeChecker.swift`,
/// `Sources/TruthsCheck/Types/TypeResolver.swift`.
package enum UnitMismatch: DiagnosticKind {
  package static let id = DiagnosticID("T2003", .error)

  /// Two sides of an operation or comparison.
  package static func between(
    _ left: String, _ right: String, operation: String, at span: Span, help: String? = nil
  ) -> Diagnostic {
    make("`\(operation)` cannot take `\(left)` and `\(right)`", at: span, help: help)
  }

  /// A value in a place of another unit.
  package static func found(_ found: String, wanted: String, at span: Span, help: String? = nil) -> Diagnostic {
    make("this is `\(found)`, and `\(wanted)` is wanted", at: span, help: help)
  }

  /// A number that has a unit, where `in_unit` gives one.
  package static func given(_ found: String, number: String, unit: String, at span: Span) -> Diagnostic {
    make(
      "this is `\(found)`, and `in_unit` gives a unit to a number without one", at: span,
      help: "drop the unit first: `in_unit(number(\(number)), \(unit))`")
  }

  /// A unit that one type alone has, and that is nearly another one.
  package static func misspelt(_ unit: some PlacedName, nearest: String) -> Diagnostic {
    let near = NearestHelp(nearest: nearest)
    return make(
      "`\(unit.text)` is the unit of this type alone, and does not fit where it is used", at: unit.span, help: near.help,
      fixes: near.fixes(at: unit.span))
  }

  /// A unit on a type that is no number.
  package static func onType(unit: some PlacedName, type: String) -> Diagnostic {
    make("`\(type)` takes no unit", at: unit.span, help: "only `integer` and `decimal` have units")
  }
}

/// A condition is not a boolean.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Conditions.swift`.
package enum NotBoolean: DiagnosticKind {
  package static let id = DiagnosticID("T2004", .error)

  /// A value where a condition is wanted.
  package static func found(_ type: String, at span: Span) -> Diagnostic {
    make(
      "this is `\(type)`, and a condition is wanted", at: span, help: "compare it, or test it with `exists`", guidance: .general)
  }
}

/// Values of a type have no order.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Conditions.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`.
package enum NotOrdered: DiagnosticKind {
  package static let id = DiagnosticID("T2005", .error)

  /// `<`, `min`, `max`, `by` or `is_sorted` over a type without an order.
  package static func found(_ type: String, operation: String, at span: Span) -> Diagnostic {
    make("`\(operation)` wants an order, and `\(type)` has none", at: span)
  }
}

/// A text cannot be read as the type of its place.
///
/// Detected in `Sources/TruthsCheck/Declare/Calendars.swift`, `Sources/TruthsCheck/Declare/Literals.swift`.
package enum BadLiteral: DiagnosticKind {
  package static let id = DiagnosticID("T2006", .error)

  /// A date whose month has no such day.
  ///
  /// - Parameter reason: `February 2023 has 28 days`.
  package static func noSuchDay(_ text: String, reason: String, at span: Span) -> Diagnostic {
    make("`\(text)` is no date: \(reason)", at: span, help: "write a day that the month has")
  }

  /// A holiday that begins with a digit and is no date.
  package static func holiday(_ text: String, impossible reason: String?, at span: Span) -> Diagnostic {
    if let reason { return noSuchDay(text, reason: reason, at: span) }
    return make(
      "`\(short(text))` is no holiday", at: span,
      help: "write a date, `2026-04-03`, a day of every year, `12-25`, or the name of a policy of type `list of date`")
  }

  /// A text in a place of a date, timestamp, duration, period or time.
  package static func found(_ text: String, type: String, form: String, at span: Span) -> Diagnostic {
    make(
      "`\(text)` is not \(type.withArticle)", at: span, help: "\(type.withArticle) is written as `\(form)`",
      guidance: .general)
  }
}

/// An operator does not take these types.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Arithmetic.swift`.
package enum WrongOperands: DiagnosticKind {
  package static let id = DiagnosticID("T2007", .error)

  /// The two sides of an arithmetic operator.
  package static func found(_ left: String, _ right: String, operation: String, areTexts: Bool, at span: Span) -> Diagnostic {
    make(
      "`\(operation)` does not take `\(left)` and `\(right)`", at: span,
      help: areTexts ? "texts are joined inside a text: `\"{a}{b}\"`" : nil, guidance: .general)
  }
}

/// A loop goes through something that is no list.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`.
package enum NotASource: DiagnosticKind {
  package static let id = DiagnosticID("T2008", .error)

  /// A value behind `in` that is no list.
  /// - Parameter map: as it is written, where it is a map.
  package static func found(_ type: String, map: String? = nil, at span: Span) -> Diagnostic {
    make(
      "this is `\(type)`, and a list or fact type is wanted", at: span,
      help: map.map { "go through its names or its values: `keys(\($0))`, `values(\($0))`" })
  }

  /// A fact type with keys behind `in`.
  package static func keyed(_ fact: String, at span: Span) -> Diagnostic {
    make("a loop goes through all facts of a type, so `\(fact)` takes no keys here", at: span, help: "say which with `where`")
  }
}

/// A function is called with the wrong number of arguments.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`.
package enum WrongArguments: DiagnosticKind {
  package static let id = DiagnosticID("T2009", .error)

  /// `first` or `last` of elements in no order.
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
      help: example.map { "write it like `\($0)`" })
  }
}

/// The inside of a `json` value is read.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Conditions.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`, `Sources/TruthsCheck/Clauses/ClauseTypeChecker.swift`.
package enum JSONRead: DiagnosticKind {
  package static let id = DiagnosticID("T2010", .error)

  /// A member, comparison or print of a `json` value.
  package static func found(at span: Span) -> Diagnostic {
    make("a `json` value is carried, never read", at: span, help: "test it with `exists`, or declare a record for it")
  }
}

/// A default is not a literal.
///
/// Detected in `Sources/TruthsCheck/Declare/Literals.swift`.
package enum DefaultNotLiteral: DiagnosticKind {
  package static let id = DiagnosticID("T2011", .error)

  /// An expression where a default is wanted.
  package static func found(at span: Span) -> Diagnostic {
    make("a default is a literal", at: span)
  }
}

/// A field of a fact has a default.
///
/// Detected in `Sources/TruthsCheck/Declare/VocabularyTables.swift`.
package enum MisplacedDefault: DiagnosticKind {
  package static let id = DiagnosticID("T2012", .error)

  /// `= default` behind the type of a fact's field.
  package static func found(_ name: some PlacedName, at span: Span) -> Diagnostic {
    make(
      "the field `\(name.text)` of a fact takes no default", at: span,
      help: "mark it with `?`, or write the value where it is produced")
  }
}

/// A member of a document whose type nothing tells.
///
/// Detected in `Sources/TruthsCheck/Shapes/Shape.swift`.
package enum UntypedMember: DiagnosticKind {
  package static let id = DiagnosticID("T2013", .error)

  package static func found(_ name: String, at span: Span) -> Diagnostic {
    make(
      "cannot tell the type of member `\(name)`", at: span,
      help: "take it into a field of a fact, or compare it with something whose type is known")
  }
}

/// An `if` that has no value, whatever its condition.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Alternatives.swift`.
package enum NoValue: DiagnosticKind {
  package static let id = DiagnosticID("T2014", .error)

  package static func bothBranches(at span: Span) -> Diagnostic {
    make("both branches are `missing`", at: span, help: "write a value in one of them: `if … then 20 else missing`")
  }
}
