package import TruthsText

/// A literal for which the result is always missing.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Calendar.swift`.
package enum NeverFits: DiagnosticKind {
  package static let id = DiagnosticID("T3019", .error)

  /// A duration added to a date that is not a whole number of days.
  ///
  /// - Parameter instead: an expression for the moment, which may be intended.
  package static func date(_ duration: String, at span: Span, instead: String) -> Diagnostic {
    make(
      "`\(duration)` is not a whole number of days, so this date is always missing", at: span,
      help: "a date has no hours: write `\(instead)` for the moment, or move the date by whole days, `days(1)`")
  }

  /// A number of months or years with decimal places.
  package static func fraction(_ number: String, of function: String, at span: Span) -> Diagnostic {
    make(
      "`\(number)` is not a whole number, so this period is always missing", at: span,
      help: "a period is whole months: write `months(18)` for a year and a half" + (function == "years" ? "" : ", or days"))
  }

  /// A day or time that does not exist.
  package static func impossible(_ noun: String, at span: Span) -> Diagnostic {
    make(
      "there is no such \(noun), so this is always missing", at: span,
      help: noun == "day"
        ? "write a day of the calendar, such as `date_of(2024, 2, 29)`" : "write hours from 0 to 23, such as `time_of(23, 59, 0)`"
    )
  }

  /// An element of the empty list, `[]`.
  package static func ofNothing(at span: Span) -> Diagnostic {
    make("`[]` has no elements, so this is always missing", at: span, help: "take an element of a list that may have some")
  }

  /// A list element at place 0 or at a fraction, such as `l[0]`.
  package static func position(_ list: String, at span: Span) -> Diagnostic {
    make(
      "positions in a list are whole numbers from 1, so this is always missing", at: span,
      help: "write `\(list)[1]` for the first element, and `\(list)[-1]` for the last")
  }

  /// A place, count or number of digits outside its limits.
  package static func number(_ number: String, limits: ClosedRange<Int>, at span: Span) -> Diagnostic {
    let wanted =
      limits.upperBound < .max
      ? "from \(limits.lowerBound) to \(limits.upperBound)" : limits.lowerBound > .min ? "from \(limits.lowerBound) on" : ""
    return make(
      "`\(number)` is not a whole number\(wanted.isEmpty ? "" : " \(wanted)"), so this is always missing", at: span,
      help: "write a whole number\(wanted.isEmpty ? "" : " \(wanted)"), such as `\(max(1, limits.lowerBound))`")
  }

  /// The root of a number below zero.
  package static func root(of number: String, at span: Span) -> Diagnostic {
    make(
      "`\(number)` is below zero, so this is always missing", at: span,
      help: "write a number from 0 on, or `sqrt(abs(x))` for the root of a size")
  }

  /// An empty text as the text to search for.
  package static func nothingSought(_ function: String, at span: Span) -> Diagnostic {
    make(
      "`\(function)` looks for an empty text, so this is always missing", at: span,
      help: "write the text that is looked for, such as `\",\"`")
  }

  /// A fill text that is not one character.
  package static func fill(_ text: String, at span: Span) -> Diagnostic {
    make(
      "\"\(text)\" is not one character, so this is always missing", at: span,
      help: "write the one character that fills, such as `\"0\"`")
  }

  /// A literal text that a conversion function cannot convert.
  package static func text(_ text: String, of function: String, at span: Span) -> Diagnostic {
    let examples = [
      "number": "number(\"-12.5\")", "integer": "integer(\"12\")", "date": "date(\"2026-03-31\")", "time": "time(\"09:30\")",
      "timestamp": "timestamp(\"2026-03-31T12:00:00Z\")", "duration": "duration(\"PT36H\")", "period": "period(\"P1Y6M\")",
    ]
    return make(
      "\"\(text)\" is not a valid \(function), so this is always missing", at: span,
      help: examples[function].map { "write it like `\($0)`" })
  }
}
