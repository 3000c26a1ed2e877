package import TruthsText

/// Nothing stands where a clause is expected.
///
/// Detected in `Sources/TruthsSyntax/Grammar/Grammar.swift`.
package enum EmptyClause: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0050", "empty-clause", .error,
    title: "nothing stands where a clause is expected",
    why: "An empty clause demands nothing; it is most often one that was not finished.",
    mend: "Write the clause, or remove the entry.",
    wrong: [.requirement("")],
    right: [.requirement("weight > 0")])

  /// An empty text in a clause, value or type place.
  package static func found(at span: Span) -> Diagnostic {
    make("expected an expression, and nothing stands here", at: span, help: "write it, or remove the entry")
  }
}

/// Something else was expected.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser.swift`.
package enum UnexpectedSyntax: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0051", "unexpected-syntax", .error,
    title: "something else was expected",
    why: "The clause cannot be read from here on.",
    mend: """
      Finish the clause where the caret stands. A requirement is a condition, `weight > 0`; an invariant has an effect behind an \
      arrow, `weight > 30 → reject("Too heavy")`; a value is an expression, `weight * price`.
      """,
    wrong: [.requirement("weight > ")],
    right: [.requirement("weight > 0")])

  /// A token that cannot stand here.
  package static func found(
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

  /// An entry of `produces` without its prefix.
  package static func output(_ type: String, at span: Span) -> Diagnostic {
    make(
      "expected `fact.…`, `correction.…` or `trace.…`, found `\(short(type))`", at: span,
      help: "write `fact.\(type)` to produce that fact",
      fixes: [.init("write `fact.\(type)`", [.init(span.atStart, "fact.")], isSafe: false)])
  }
}

/// A comparison of a comparison.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Comparisons.swift`.
package enum ChainedComparison: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0052", "chained-comparison", .error,
    title: "a comparison of a comparison",
    why: "In some languages `0 < x < 10` compares a truth value with 10; here it would have to be guessed.",
    mend: "Write both comparisons, joined with `and`.",
    wrong: [.requirement("0 < weight < 10")],
    right: [.requirement("0 < weight and weight < 10")])

  /// Two comparisons that share an operand.
  ///
  /// - Parameter brackets: what brackets must enclose, behind a `not` that is meant for both.
  package static func found(
    _ operand: String, insertion: String, behind place: Span, at span: Span, brackets: Span?, isSafe: Bool
  ) -> Diagnostic {
    var edits = [Diagnostic.Edit(place, insertion)]
    if let brackets { edits = [.init(brackets.atStart, "(")] + edits + [.init(brackets.atEnd, ")")] }
    let words = "repeat the operand" + (brackets == nil ? "" : ", in brackets")
    return make(
      "comparisons do not chain", at: span, help: "\(words): `… and \(operand) …`",
      fixes: [.init(words, edits, isSafe: isSafe)])
  }

  /// A second operator of which it is not plain what it compares.
  package static func unmendable(_ sign: String, at span: Span) -> Diagnostic {
    make(
      "comparisons do not chain: `\(short(sign))` follows another", at: span,
      help: "put brackets around the part that is meant", guidance: .general)
  }
}

/// `not` before a test that has a word of its own.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Comparisons.swift`.
package enum MisplacedNot: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0053", "misplaced-not", .error,
    title: "`not` before a test that has a word of its own",
    why: "`not` stands before what it denies; only `not in` and `not empty` are tests.",
    mend: "Write `missing` for `not exists`, `exists` for `not missing`, and `not x contains y`.",
    wrong: [.truth("  requires:\n    - weight not missing\n")],
    right: [.truth("  requires:\n    - weight exists\n")])

  /// `not exists` or `not missing`.
  package static func found(_ word: String, instead: String, at span: Span) -> Diagnostic {
    make(
      "there is no test `not \(word)`", at: span, help: "write `\(short(instead))`",
      fixes: [.init("write `\(short(instead))`", [.init(span, instead)], isSafe: true)])
  }

  /// `x not contains y`, `x not like y`.
  package static func found(_ word: String, operand: Span, at span: Span) -> Diagnostic {
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
  package static let page = DiagnosticPage(
    "T0054", "foreign-operator", .error,
    title: "an operator of another language",
    why: "There is one way to write each operator.",
    mend: "Write `==`, `!=`, `<=`, `>=`, `and`, `or`, `not`.",
    wrong: [.requirement("weight > 0 && weight < 10")],
    right: [.requirement("weight > 0 and weight < 10")])

  /// An operator and what is meant by it; `replacement` is how it must be written in its place.
  package static func found(_ written: String, meant: String, replacement: String, at span: Span) -> Diagnostic {
    make(
      "there is no operator `\(short(written))`", at: span, help: "write `\(short(meant))`",
      fixes: [.init("write `\(short(meant))`", [.init(span, replacement)], isSafe: true)])
  }

  /// `=` where two values are compared.
  package static func assign(at span: Span, replacement: String) -> Diagnostic {
    make(
      "`=` does not compare", at: span, help: "write `==`",
      fixes: [.init("write `==`", [.init(span, replacement)], isSafe: true)])
  }

  /// `=>`, of which it is not plain what it means.
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
  package static let page = DiagnosticPage(
    "T0055", "other-quotes", .error,
    title: "a text in other quotes than `\"`",
    why: "Texts stand in double quotes; single quotes belong to YAML.",
    mend: "Write `\"…\"`.",
    wrong: [.requirement("weight > 0 else 'Too light'")],
    right: [.requirement("weight > 0 else \"Too light\"")])

  /// A text in single or curly quotes; `quote` is how a right one is written here, `nil` where replacing them is not enough.
  package static func found(_ written: String, opening: Span, closing: Span, quote: String?) -> Diagnostic {
    let fix = quote.map { quote in
      // Of a text without characters both are one: edits that touch are not applied.
      let edits: [Diagnostic.Edit] =
        opening.end == closing.start
        ? [.init(opening.union(closing), quote + quote)] : [.init(opening, quote), .init(closing, quote)]
      return Diagnostic.Fix("write double quotes", edits, isSafe: true)
    }
    return make(
      "texts stand in double quotes", at: opening.union(closing), help: "write `\"…\"`", guidance: .general,
      fixes: fix.map { [$0] } ?? [])
  }
}

/// A text without its closing quote.
///
/// Detected in `Sources/TruthsSyntax/Lexer/Lexer.swift`.
package enum UnclosedText: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0056", "unclosed-text", .error,
    title: "a text without its closing quote",
    why: "Everything behind the quote belongs to the text.",
    mend: "Write the closing quote; a quote inside a text is `\\\"`.",
    wrong: [.requirement(#"weight > 0 else "Too light"#)],
    right: [.requirement(#"weight > 0 else "Too light""#)])

  /// The text from its quote to the end.
  package static func found(at span: Span) -> Diagnostic {
    make("the text is not closed", at: span, help: "write the closing `\"`; a quote inside a text is `\\\"`", guidance: .general)
  }
}

/// A bracket that is not closed.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser.swift`.
package enum UnclosedBracket: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0057", "unclosed-bracket", .error,
    title: "a bracket that is not closed",
    why: "What belongs into the bracket would have to be guessed.",
    mend: "Write the closing bracket where what it holds ends: `sum(l.price for l in lines) > 0`.",
    wrong: [.requirement("(weight > 0")],
    right: [.requirement("weight > 0")])

  /// The opening bracket.
  package static func found(_ bracket: String, at span: Span) -> Diagnostic {
    make("`\(short(bracket))` is not closed", at: span, help: "write the closing bracket", guidance: .general)
  }
}

/// A backslash before something that it does not change.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Texts.swift`.
package enum UnknownEscape: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0058", "unknown-escape", .error,
    title: "a backslash before something that it does not change",
    why: "In another version of the language it might mean something.",
    mend: """
      Escapes are `\\"`, `\\\\`, `\\n`, `\\t`, `\\u{…}`, and `\\*` for a star in a pattern of `like`; a backslash is `\\\\`.
      """,
    wrong: [.requirement(#"weight > 0 else "Too \light""#)],
    right: [.requirement(#"weight > 0 else "Too\\light""#)])

  /// A backslash and what follows it.
  package static func found(_ escape: String, at span: Span) -> Diagnostic {
    make(
      "there is no escape `\(short(escape))`", at: span,
      help: "escapes are `\\\"`, `\\\\`, `\\n`, `\\t`, `\\u{…}` and, for `like`, `\\*`")
  }

  /// A `\u` that names no Unicode scalar.
  package static func scalar(_ escape: String, at span: Span) -> Diagnostic {
    make("`\(short(escape))` names no character", at: span, help: "write one to six hexadecimal digits: `\\u{2192}`")
  }
}

/// A brace in a text that encloses no expression.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Texts.swift`.
package enum TextBrace: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0059", "text-brace", .error,
    title: "a brace in a text that encloses no expression",
    why: "In a text `{…}` is replaced by the value of what stands in it.",
    mend: "Write `{{` and `}}` for braces.",
    wrong: [.requirement(#"weight > 0 else "Too } light""#)],
    right: [.requirement(#"weight > 0 else "Too }} light""#)])

  /// A `}` without its `{`.
  ///
  /// - Parameter isBehindAnother: whether it follows a brace that closes something, so that it is one too many.
  package static func loneClosing(replacement: String, isBehindAnother: Bool, at span: Span) -> Diagnostic {
    if isBehindAnother {
      return make(
        "`}` closes nothing in this text", at: span, help: "remove the second `}`, or write `}}}` for a brace behind the value",
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

  /// `{}`
  package static func empty(at span: Span) -> Diagnostic {
    make(
      "nothing stands in these braces", at: span, help: "write an expression, or `{{}}` for a pair of braces", guidance: .general)
  }

  /// A brace in a text inside the braces.
  package static func inner(at span: Span) -> Diagnostic {
    make("no braces may stand inside the braces", at: span, help: "give the text a name with `let`")
  }
}

/// An effect where none may stand.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Expressions.swift`,
/// `Sources/TruthsSyntax/Grammar/ClauseParser.swift`.
package enum MisplacedEffect: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0061", "misplaced-effect", .error,
    title: "an effect where none may stand",
    why: "A requirement that does not hold rejects the proposal; that is its only effect.",
    mend: "Write the effect in `invariants`, behind `→` or `else`; give a requirement its reason with `else \"…\"`.",
    wrong: [.requirement(#"weight < 0 → reject("Too light")"#)],
    right: [.requirement(#"weight >= 0 else "Too light""#)])

  /// An effect in `requires`.
  package static func inRequirement(_ effect: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(effect))` may not stand in `requires`", at: span,
      help: "move the clause to `invariants`, or write `else \"…\"`: a requirement that does not hold rejects by itself")
  }

  /// An effect in the middle of an expression.
  package static func inExpression(_ effect: String, at span: Span) -> Diagnostic {
    make("`\(short(effect))` is an effect, not a value", at: span, help: "effects follow `→` or `else`", guidance: .general)
  }
}

/// `else` behind an effect.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser.swift`.
package enum ElseBehindEffect: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0062", "else-behind-effect", .error,
    title: "`else` behind an effect",
    why: "An effect already says what happens; there is nothing else.",
    mend: "Remove the `else`; the reason of an effect stands in its brackets.",
    wrong: [.invariant(#"weight > 99 → reject("Too heavy") else "Too light""#)],
    right: [.invariant(#"weight > 99 → reject("Too heavy")"#)])

  /// The word `else`.
  package static func found(at span: Span) -> Diagnostic {
    make("`else` may not follow an effect", at: span, help: "write the reason into the effect: `reject(\"…\")`")
  }
}

/// An expression nested too deeply.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker.swift`, `Sources/TruthsCheck/Declare/CallGraph.swift`,
/// `Sources/TruthsCheck/Declare/Jobs.swift`, `Sources/TruthsSyntax/Grammar/ClauseParser.swift`.
package enum ExpressionTooDeep: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0064", "expression-too-deep", .error,
    title: "an expression nested too deeply",
    why: "Nobody can read it, and a reader that followed any depth could be brought down by a file.",
    mend: "Give its parts names with `let`.",
    wrong: [.requirement(String(repeating: "(", count: 129) + "weight" + String(repeating: ")", count: 129) + " > 0")],
    right: [.requirement("weight > 0")])

  /// The place at which the limit is passed.
  package static func found(limit: Int, at span: Span) -> Diagnostic {
    make("the expression is more than \(limit) deep", at: span, help: "give its parts names with `let`")
  }

  /// Tables and functions that call each other, one inside the other.
  package static func calls(limit: Int, at span: Span) -> Diagnostic {
    make(
      "tables and functions call each other more than \(limit) deep", at: span,
      help: "hand over as an input what this call gives")
  }

  /// Facts that one truth joins.
  package static func facts(limit: Int, at span: Span) -> Diagnostic {
    make("the truth fires on more than \(limit) facts together", at: span, help: "join some of them in a truth that makes a view")
  }
}

/// A character that begins nothing.
///
/// Detected in `Sources/TruthsSyntax/Lexer/Lexer.swift`.
package enum UnexpectedCharacter: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0065", "unexpected-character", .error,
    title: "a character that begins nothing",
    why: "The clause cannot be read from here on.",
    mend: "Remove it; texts stand in double quotes.",
    wrong: [.requirement("weight > $0")],
    right: [.requirement("weight > 0")])

  /// The character; an invisible one is named by its number.
  package static func found(_ character: String, at span: Span) -> Diagnostic {
    let help = character == ":" ? "keys and outputs take `=`, as in `(order_id = 7)`; texts stand in double quotes" : nil
    return make(
      "\(named(character)) means nothing here", at: span, help: help ?? "remove it; texts stand in double quotes",
      guidance: .general)
  }

  private static func named(_ character: String) -> String {
    guard let scalar = character.unicodeScalars.first, scalar.properties.isWhitespace || scalar.visible != String(scalar) else {
      return "`\(short(character))`"
    }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "the character U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits), which cannot be seen,"
  }
}

/// A number that is not written as one.
///
/// Detected in `Sources/TruthsSyntax/Lexer/Lexer.swift`.
package enum MalformedNumber: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0066", "malformed-number", .error,
    title: "a number that is not written as one",
    why: "Numbers are digits, and digits behind a point.",
    mend: "Write it out: `1000`, `0.5`.",
    wrong: [.requirement("weight > .5")],
    right: [.requirement("weight > 0.5")])

  /// What was written and, where that is plain, what was meant.
  ///
  /// - Parameter isCertain: whether nothing else can be meant.
  package static func found(_ written: String, mend: String?, isCertain: Bool = true, at span: Span) -> Diagnostic {
    make(
      "`\(short(written))` is not a number", at: span,
      help: mend.map { "write `\($0)`" } ?? "a number is digits, and digits behind a point",
      guidance: mend == nil ? .general : .exact,
      fixes: mend.map { [.init("write `\($0)`", [.init(span, $0)], isSafe: isCertain)] } ?? [])
  }
}

/// A date or time without quotes.
///
/// Detected in `Sources/TruthsSyntax/Lexer/Lexer.swift`.
package enum UnquotedDate: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0067", "unquoted-date", .error,
    title: "a date or time without quotes",
    why: "Without quotes `2027-01-31` is 2027 minus 1 minus 31, and `12:30` is two numbers.",
    mend: "Write the date or time in double quotes.",
    wrong: [
      .requirement("weight > 2027-01-31"),
      .order(fields: ["pickup: time"], requires: ["pickup < 12:30"]),
    ],
    right: [
      .requirement("weight > 2027 - 1 - 31"),
      .order(fields: ["pickup: time"], requires: ["pickup < \"12:30\""]),
    ])

  /// A date or timestamp in an expression; `quoted` is how it must be written in its place.
  package static func found(_ date: String, quoted: String, at span: Span) -> Diagnostic {
    make(
      "the date `\(short(date))` is not in quotes", at: span, help: "write `\"\(date)\"`",
      fixes: [.init("quote the date", [.init(span, quoted)], isSafe: true)])
  }

  /// A time of day in an expression.
  ///
  /// - Parameter time: the same with both digits of its hour; `quoted` is how that must be written in its place.
  package static func time(_ written: String, meant time: String, quoted: String, at span: Span) -> Diagnostic {
    make(
      "the time `\(short(written))` is not in quotes", at: span, help: "write `\"\(time)\"`",
      fixes: [.init("quote the time", [.init(span, quoted)], isSafe: true)])
  }
}

/// A `truths:ignore` that cannot be read.
///
/// Detected in `Sources/TruthsSyntax/Declarations/IgnoreReader.swift`.
package enum MalformedIgnore: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0068", "malformed-ignore", .error,
    title: "a `truths:ignore` that cannot be read",
    why: "A finding that is hidden by mistake, or not hidden although it should be, is a surprise later.",
    mend: "Write `# truths:ignore T4012 reason until 2027-01-31`; the date may be left out.",
    wrong: [DiagnosticSample("# truths:ignore this\npack demo:\n  summary: Shows one thing\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// What is wrong with the comment.
  package static func found(_ fault: String, at span: Span) -> Diagnostic {
    make(fault, at: span, help: "write `# truths:ignore T4012 reason until 2027-01-31`")
  }
}

/// An `if` in the middle of an expression.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Expressions.swift`.
package enum MisplacedConditional: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0069", "misplaced-conditional", .error,
    title: "an `if` where an operand is wanted",
    why: "What follows its `else` reaches as far right as it can, so nobody could see where an `if` between operators ends.",
    mend: "Put it in brackets: `10 + (if heavy then 5 else 0)`.",
    wrong: [.requirement("1 + if weight > 9 then 5 else 0 > 0")], right: [.requirement("1 + (if weight > 9 then 5 else 0) > 0")])

  package static func asOperand(at span: Span) -> Diagnostic {
    make(
      "an `if` is no operand by itself", at: span, help: "put it in brackets: `(if … then … else …)`",
      guidance: .general)
  }
}
