package import TruthsText

/// A missing expression where a clause is expected.
///
/// Detected in `Sources/TruthsSyntax/Grammar/Grammar.swift`, `Sources/TruthsSyntax/Grammar/ClauseParser.swift`.
package enum EmptyClause: DiagnosticKind {
  package static let id = DiagnosticID("T0050", .error)

  /// An empty text in the place of a clause, value or type.
  package static func finding(at span: Span) -> Diagnostic {
    make("expected an expression, but found nothing", at: span, help: "write an expression, or remove the entry")
  }

  /// A reason without words.
  package static func reason(at span: Span) -> Diagnostic {
    make("the reason is empty, so it explains nothing", at: span, help: "write what is wrong between the quotes")
  }
}

/// A token or an end where the grammar expects something else.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser.swift`.
package enum UnexpectedSyntax: DiagnosticKind {
  package static let id = DiagnosticID("T0051", .error)

  /// A token that is not allowed here.
  package static func finding(
    _ token: String, expected: String, at span: Span, help: String? = nil, guidance: Diagnostic.Guidance = .exact
  ) -> Diagnostic {
    make("expected \(expected), found `\(short(token))`", at: span, help: help, guidance: guidance)
  }

  /// A text that ends too early.
  package static func atEnd(
    expected: String, at span: Span, help: String? = nil, guidance: Diagnostic.Guidance = .exact
  ) -> Diagnostic {
    make("expected \(expected), and the text ends here", at: span, help: help, guidance: guidance)
  }

  /// A `%` between a number and a `-`, if the white space does not decide the meaning of `%`.
  ///
  /// - Parameter operand: the operand after the `-`; `nil` if it is more than a word or number.
  package static func percentOrRemainder(_ number: String, _ operand: String?, at span: Span) -> Diagnostic {
    let (number, operand) = (short(number), operand.map { short($0) } ?? "…")
    return make(
      "`%` before `-` may be a percent sign or the remainder of a division", at: span,
      help: "write `\(number)% - \(operand)` for percent, or `\(number) % (-\(operand))` for the remainder")
  }

  /// An entry of `produces` without its prefix.
  package static func output(_ type: String, at span: Span) -> Diagnostic {
    let message = "expected `fact.…`, `correction.…` or `trace.…`, found `\(short(type))`"
    let first = type.prefix { $0 != "." }
    let small = first.lowercased()
    if let meant = ["fact", "correction", "trace"].first(where: { small == $0 || small == $0 + "s" }),
      first.utf8.count < type.utf8.count
    {
      let place = Span(file: span.file, start: Int(span.start), end: Int(span.start) + first.utf8.count)
      let words = "write `\(meant)\(type.dropFirst(first.count))`"
      return make(message, at: span, help: words, fixes: [.init(words, [.init(place, meant)], isSafe: false)])
    }
    return make(
      message, at: span, help: "write `fact.\(type)` to produce that fact",
      fixes: [.init("write `fact.\(type)`", [.init(span.atStart, "fact.")], isSafe: false)])
  }
}

/// A comparison of a comparison.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Comparisons.swift`.
package enum ChainedComparison: DiagnosticKind {
  package static let id = DiagnosticID("T0052", .error)

  /// Two comparisons that share an operand.
  ///
  /// - Parameters:
  ///   - brackets: the span to enclose in brackets if a `not` before the chain applies to both comparisons.
  ///   - forms: other texts for the whole chain, the best first; each as shown to people, and with the quoting of its place.
  ///   - chain: the place of the chain.
  package static func finding(
    _ operand: String, insertion: String, behind place: Span, at span: Span, brackets: Span?, isSafe: Bool,
    forms: [(shown: String, written: String)], in chain: Span
  ) -> Diagnostic {
    var edits = [Diagnostic.Edit(place, insertion)]
    if let brackets { edits = [.init(brackets.atStart, "(")] + edits + [.init(brackets.atEnd, ")")] }
    let words = "repeat the operand" + (brackets == nil ? "" : ", in brackets")
    return make(
      "a comparison cannot follow another comparison", at: span,
      help: forms.first.map { "write `\(short($0.shown))`" }
        ?? "write both comparisons\(brackets == nil ? "" : ", in brackets"): `… and \(operand) …`",
      fixes: [.init(words, edits, isSafe: isSafe)]
        + forms.map { .init("write `\(short($0.shown))`", [.init(chain, $0.written)], isSafe: false) })
  }

  /// A second comparison operator whose operands are not clear, which cannot be fixed automatically.
  package static func unmendable(_ sign: String, at span: Span) -> Diagnostic {
    make(
      "a comparison cannot follow another comparison: `\(short(sign))` is the second", at: span,
      help: "put brackets around one of the two comparisons", guidance: .general)
  }
}

/// `not` before a test that has its own negated form.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Comparisons.swift`.
package enum MisplacedNot: DiagnosticKind {
  package static let id = DiagnosticID("T0053", .error)

  /// A `not` before `exists` or `missing`.
  package static func finding(_ word: String, instead: String, at span: Span) -> Diagnostic {
    make(
      "there is no test `not \(word)`", at: span, help: "write `\(short(instead))`",
      fixes: [.init("write `\(short(instead))`", [.init(span, instead)], isSafe: true)])
  }

  /// A `not` between a value and its test, as in `x not contains y` and `x not like y`.
  package static func finding(_ word: String, operand: Span, at span: Span) -> Diagnostic {
    make(
      "there is no test `not \(word)`", at: span, help: "write `not` before the whole comparison",
      fixes: [
        .init("move `not` to the front", [.init(operand.atStart, "not "), .init(span, word)], isSafe: true)
      ])
  }
}

/// An operator of another language.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Comparisons.swift`, `Sources/TruthsSyntax/Lexer/Lexer.swift`.
package enum ForeignOperator: DiagnosticKind {
  package static let id = DiagnosticID("T0054", .error)

  /// An operator of another language.
  ///
  /// - Parameters:
  ///   - meant: the corresponding operator of this language.
  ///   - replacement: its spelling at this place, with YAML's quoting.
  package static func finding(
    _ written: String, meant: String, replacement: String, isSafe: Bool = true, at span: Span
  ) -> Diagnostic {
    make(
      "there is no operator `\(short(written))`", at: span, help: "write `\(short(meant))`",
      fixes: [.init("write `\(short(meant))`", [.init(span, replacement)], isSafe: isSafe)])
  }

  /// `=` where two values are compared.
  package static func assign(at span: Span, replacement: String) -> Diagnostic {
    make(
      "`=` does not compare", at: span, help: "write `==`",
      fixes: [.init("write `==`", [.init(span, replacement)], isSafe: true)])
  }

  /// `=>`, whose meaning is not clear.
  package static func arrow(at span: Span) -> Diagnostic {
    make(
      "there is no operator `=>`", at: span, help: "write `→` before a consequence, `>=` to compare",
      guidance: .general)
  }
}

/// A text in other quotes than `"`.
///
/// Detected in `Sources/TruthsSyntax/Lexer/Lexer.swift`.
package enum OtherQuotes: DiagnosticKind {
  package static let id = DiagnosticID("T0055", .error)

  /// A text in single or curly quotes.
  ///
  /// - Parameter quote: the double quote as it must be written at this place; `nil` where replacing the quotes is not
  ///   enough.
  package static func finding(_ written: String, opening: Span, closing: Span, quote: String?) -> Diagnostic {
    let fix = quote.map { quote in
      // The quotes of an empty text are one edit, because adjacent edits are not applied.
      let edits: [Diagnostic.Edit] =
        opening.end == closing.start
        ? [.init(opening.union(closing), quote + quote)] : [.init(opening, quote), .init(closing, quote)]
      return Diagnostic.Fix("write double quotes", edits, isSafe: true)
    }
    return make(
      "write texts in double quotes", at: opening.union(closing), help: "write `\"…\"`", guidance: .general,
      fixes: fix.map { [$0] } ?? [])
  }

  /// A pattern of SQL in single quotes after `like`, in which `%` stands for any run of characters.
  ///
  /// - Parameters:
  ///   - meant: the pattern with `*` for `%`; `nil` where it has no equivalent.
  ///   - replacement: its spelling at this place, with YAML's quoting.
  package static func pattern(meant: String?, replacement: String?, at span: Span) -> Diagnostic {
    make(
      "write texts in double quotes", at: span,
      help: meant.map { "write `\($0)`: `*` stands for any run of characters" }
        ?? "write `\"…\"`, with `*` for any run of characters; no sign matches exactly one character", guidance: .general,
      fixes: replacement.map { [.init("write `\(short(meant ?? ""))`", [.init(span, $0)], isSafe: false)] } ?? [])
  }
}

/// A text without its closing quote.
///
/// Detected in `Sources/TruthsSyntax/Lexer/Lexer.swift`.
package enum UnclosedText: DiagnosticKind {
  package static let id = DiagnosticID("T0056", .error)

  /// A text without its closing quote.
  ///
  /// - Parameter span: the text, from its opening quote to its end.
  package static func finding(at span: Span) -> Diagnostic {
    make("the text is not closed", at: span, help: "write the closing `\"`; a quote inside a text is `\\\"`", guidance: .general)
  }
}

/// A bracket that is not closed.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser.swift`.
package enum UnclosedBracket: DiagnosticKind {
  package static let id = DiagnosticID("T0057", .error)

  /// A bracket without its closing bracket.
  ///
  /// - Parameter span: the opening bracket.
  package static func finding(_ bracket: String, at span: Span) -> Diagnostic {
    make("`\(short(bracket))` is not closed", at: span, help: "write the closing bracket", guidance: .general)
  }
}

/// A backslash before a character that has no escape.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Texts.swift`.
package enum UnknownEscape: DiagnosticKind {
  package static let id = DiagnosticID("T0058", .error)

  /// An escape that does not exist.
  ///
  /// - Parameter escape: a backslash and the character after it.
  package static func finding(_ escape: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(escape))` has no meaning in a text", at: span,
      help: "after a backslash only these are allowed: `\\\"`, `\\\\`, `\\n`, `\\t`, `\\u{…}` and, for `like`, `\\*`")
  }

  /// A `\u` that names no Unicode scalar.
  package static func scalar(_ escape: String, at span: Span) -> Diagnostic {
    make("`\(short(escape))` names no character", at: span, help: "write one to six hexadecimal digits: `\\u{2192}`")
  }
}

/// A brace in a text that does not enclose an expression.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Texts.swift`.
package enum TextBrace: DiagnosticKind {
  package static let id = DiagnosticID("T0059", .error)

  /// A `}` without its `{`.
  ///
  /// - Parameter isBehindAnother: whether it follows a closing brace, so that it is one too many.
  package static func loneClosing(replacement: String, isBehindAnother: Bool, at span: Span) -> Diagnostic {
    if isBehindAnother {
      return make(
        "`}` closes nothing in this text", at: span, help: "remove the second `}`, or write `}}}` for a brace after the value",
        fixes: [.init("remove the second `}`", [.init(span, "")], isSafe: false)])
    }
    return make(
      "`}` closes nothing in this text", at: span, help: "write `}}` for a brace",
      fixes: [.init("write `}}`", [.init(span, replacement)], isSafe: false)])
  }

  /// A `{` without its `}` before a name.
  package static func unclosed(before name: String, at span: Span, closing place: Span) -> Diagnostic {
    make(
      "`{` is not closed in this text", at: span, help: "write `{\(name)}`, or `{{` for a brace",
      fixes: [.init("write `{\(name)}`", [.init(place, "}")], isSafe: false)])
  }

  /// A `{` without its `}`.
  package static func unclosed(replacement: String, at span: Span) -> Diagnostic {
    make(
      "`{` is not closed in this text", at: span, help: "write `{{` for a brace",
      fixes: [.init("write `{{`", [.init(span, replacement)], isSafe: false)])
  }

  /// An empty pair of braces, `{}`.
  package static func empty(at span: Span) -> Diagnostic {
    make(
      "these braces are empty", at: span, help: "write an expression, or `{{}}` for a pair of braces", guidance: .general)
  }

  /// A brace in a text that is itself inside braces.
  package static func inner(at span: Span) -> Diagnostic {
    make("braces inside braces are not allowed", at: span, help: "give the text a name with `let`")
  }
}

/// An effect in a place that allows none.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Expressions.swift`,
/// `Sources/TruthsSyntax/Grammar/ClauseParser.swift`.
package enum MisplacedEffect: DiagnosticKind {
  package static let id = DiagnosticID("T0061", .error)

  /// An effect in `requires`.
  package static func inRequirement(_ effect: String, at span: Span) -> Diagnostic {
    let reason = effect == "reject" ? ", or write `else \"…\"`: a requirement that does not hold rejects by itself" : ""
    return make(
      "`\(short(effect))` is not allowed in `requires`", at: span, help: "move the clause to `invariants`\(reason)")
  }

  /// An effect in the middle of an expression.
  package static func inExpression(_ effect: String, at span: Span) -> Diagnostic {
    make("`\(short(effect))` is an effect, not a value", at: span, help: "effects follow `→` or `else`", guidance: .general)
  }
}

/// `else` after an effect.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser.swift`.
package enum ElseBehindEffect: DiagnosticKind {
  package static let id = DiagnosticID("T0062", .error)

  /// The word `else` after an effect.
  ///
  /// - Parameter meant: the effect with the reason in it, if that is known.
  package static func finding(at span: Span, meant: String?) -> Diagnostic {
    let written = short(meant ?? "reject(\"…\")")
    return make("`else` may not follow an effect", at: span, help: "write the reason into the effect: `\(written)`")
  }
}

/// An expression nested too deeply.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker.swift`, `Sources/TruthsCheck/Declare/CallGraph.swift`,
/// `Sources/TruthsCheck/Declare/Jobs.swift`, `Sources/TruthsSyntax/Grammar/ClauseParser.swift`.
package enum ExpressionTooDeep: DiagnosticKind {
  package static let id = DiagnosticID("T0064", .error)

  /// An expression that is nested too deeply.
  ///
  /// - Parameter span: the inner expression at which the limit is exceeded.
  package static func finding(limit: Int, at span: Span) -> Diagnostic {
    make("the expression is nested more than \(limit) levels deep", at: span, help: "give its parts names with `let`")
  }

  /// Tables and functions whose calls are nested too deeply.
  package static func calls(limit: Int, at span: Span) -> Diagnostic {
    make(
      "tables and functions call each other more than \(limit) levels deep", at: span,
      help: "pass the value of this call as an input")
  }

  /// A truth that joins too many facts.
  package static func facts(limit: Int, at span: Span) -> Diagnostic {
    make(
      "the truth fires on more than \(limit) facts together", at: span,
      help: "join some of them in a truth that makes a view")
  }
}

/// A character that begins no token.
///
/// Detected in `Sources/TruthsSyntax/Lexer/Lexer.swift`.
package enum UnexpectedCharacter: DiagnosticKind {
  package static let id = DiagnosticID("T0065", .error)

  /// The advice for a record that was written in braces.
  package static let bracesHelp = "a record is written with its name and `=`, as in `line(sku = \"A\", quantity = 1)`"

  /// The unexpected character; an invisible one is named by its code point.
  package static func finding(_ character: String, at span: Span) -> Diagnostic {
    let help =
      switch character {
      case ":": "keys and outputs take `=`, as in `(order_id = 7)`; write texts in double quotes"
      case "{", "}": bracesHelp
      default: "remove it; write texts in double quotes"
      }
    return make(
      "\(named(character)) means nothing here", at: span, help: help,
      guidance: help == bracesHelp ? .grammatical : .general)
  }

  private static func named(_ character: String) -> String {
    guard let scalar = character.unicodeScalars.first, scalar.properties.isWhitespace || scalar.visible != String(scalar) else {
      return "`\(short(character))`"
    }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "the character U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits), which cannot be seen,"
  }
}

/// A malformed number.
///
/// Detected in `Sources/TruthsSyntax/Lexer/Lexer.swift`.
package enum MalformedNumber: DiagnosticKind {
  package static let id = DiagnosticID("T0066", .error)

  /// A malformed number, with the intended number where it is clear.
  ///
  /// - Parameter isCertain: whether no other number can be intended.
  package static func finding(_ written: String, mend: String?, isCertain: Bool = true, at span: Span) -> Diagnostic {
    make(
      "`\(short(written))` is not a number", at: span,
      help: mend.map { "write `\($0)`" }
        ?? "write only digits, with no zero before them and a point before the decimal places: `1000`, `0.5`",
      guidance: mend == nil ? .general : .exact,
      fixes: mend.map { [.init("write `\($0)`", [.init(span, $0)], isSafe: isCertain)] } ?? [])
  }
}

/// A date or time without quotes.
///
/// Detected in `Sources/TruthsSyntax/Lexer/Lexer.swift`.
package enum UnquotedDate: DiagnosticKind {
  package static let id = DiagnosticID("T0067", .error)

  /// A date or timestamp in an expression.
  ///
  /// - Parameters:
  ///   - date: the date with both digits of its month and day.
  ///   - quoted: the date in quotes, as it must be written at this place.
  package static func finding(_ written: String, meant date: String, quoted: String, at span: Span) -> Diagnostic {
    make(
      "the date `\(short(written))` is not in quotes", at: span, help: "write `\"\(date)\"`",
      fixes: [.init("quote the date", [.init(span, quoted)], isSafe: true)])
  }

  /// A time of day in an expression.
  ///
  /// - Parameters:
  ///   - time: the time with both digits of its hour.
  ///   - quoted: the time in quotes, as it must be written at this place.
  package static func time(_ written: String, meant time: String, quoted: String, at span: Span) -> Diagnostic {
    make(
      "the time `\(short(written))` is not in quotes", at: span, help: "write `\"\(time)\"`",
      fixes: [.init("quote the time", [.init(span, quoted)], isSafe: true)])
  }
}

/// A `truths:ignore` comment that cannot be parsed.
///
/// Detected in `Sources/TruthsSyntax/Declarations/IgnoreReader.swift`.
package enum MalformedIgnore: DiagnosticKind {
  package static let id = DiagnosticID("T0068", .error)

  /// A malformed comment, with its error.
  package static func finding(_ fault: String, at span: Span) -> Diagnostic {
    make(fault, at: span, help: "write `# truths:ignore T4012 reason until 2027-01-31`")
  }
}

/// An `if` in the middle of an expression.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Expressions.swift`.
package enum MisplacedConditional: DiagnosticKind {
  package static let id = DiagnosticID("T0069", .error)

  package static func asOperand(at span: Span) -> Diagnostic {
    make(
      "an `if` between operators needs brackets", at: span, help: "put the `if` in brackets: `(if … then … else …)`",
      guidance: .general)
  }
}
