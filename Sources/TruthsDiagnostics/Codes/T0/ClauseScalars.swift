package import TruthsText

/// A clause in which YAML reads `: ` as the end of a key.
///
/// Detected in `Sources/TruthsSyntax/Declarations/NodeReader+Clauses.swift`, `Sources/TruthsSyntax/YAML/LineTraps.swift`.
package enum ColonInClause: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0040", "colon-in-clause", .error,
    title: "a clause in which YAML reads `: ` as the end of a key",
    why: "In a clause without quotes around it YAML takes everything before `: ` as the key of a mapping.",
    mend: "Quote the whole clause in '…'.",
    wrong: [.requirement(#"weight > 0 else "Note: weigh it""#)],
    right: [.requirement(#"'weight > 0 else "Note: weigh it"'"#)])

  /// A clause that YAML cut at `: `. `content` is the whole clause, `quoted` the same in '…'.
  package static func found(at span: Span, place: String, content: Span, quoted: String, isSafe: Bool) -> Diagnostic {
    make(
      "YAML reads `: ` as the end of a key", at: span, help: "quote the whole \(place) in '…'",
      fixes: [.init("quote the whole \(place)", [.init(content, quoted)], isSafe: isSafe)])
  }

  /// The same where more lies behind the key than one text.
  package static func unmendable(at span: Span, place: String) -> Diagnostic {
    make("YAML reads `: ` as the end of a key", at: span, help: "quote the whole \(place) in '…'", guidance: .general)
  }
}

/// A clause in which YAML reads ` #` as a comment.
///
/// Detected in `Sources/TruthsSyntax/Declarations/NodeReader+Clauses.swift`.
package enum CommentInClause: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0041", "comment-in-clause", .error,
    title: "a clause in which YAML reads ` #` as a comment",
    why: "In a clause without quotes around it YAML drops everything from ` #` on.",
    mend: "Quote the whole clause in '…'.",
    wrong: [.requirement(#"weight > 0 else "Rule #5""#)],
    right: [.requirement(#"'weight > 0 else "Rule #5"'"#)])

  /// A clause that YAML cut at ` #`. `content` is the whole clause, `quoted` the same in '…'.
  package static func found(at span: Span, place: String, content: Span, quoted: String, isSafe: Bool) -> Diagnostic {
    make(
      "YAML reads ` #` as the beginning of a comment", at: span, help: "quote the whole \(place) in '…'",
      fixes: [.init("quote the whole \(place)", [.init(content, quoted)], isSafe: isSafe)])
  }
}

/// A clause begins with a sign of YAML.
///
/// Detected in `Sources/TruthsSyntax/YAML/LineTraps.swift`.
package enum ClauseIndicator: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0042", "clause-indicator", .error,
    title: "a clause begins with a sign of YAML",
    why: "YAML gives the first character of a value without quotes around it a meaning of its own.",
    mend: "Quote the whole clause in '…'.",
    wrong: [.requirement(#""fragile" in tags"#)],
    right: [.requirement(#"'"fragile" in tags'"#)])

  /// A clause that begins with a sign of YAML. `content` is the whole clause, `quoted` the same in '…'.
  package static func found(_ sign: String, at span: Span, place: String, content: Span, quoted: String, isSafe: Bool)
    -> Diagnostic
  {
    make(
      "YAML gives `\(short(sign))` at the beginning of \(place.withArticle) a meaning of its own", at: span,
      help: "quote the whole \(place) in '…'",
      fixes: [.init("quote the whole \(place)", [.init(content, quoted)], isSafe: isSafe)])
  }
}

/// Clauses in square brackets.
///
/// Detected in `Sources/TruthsSyntax/Declarations/NodeReader+Clauses.swift`, `Sources/TruthsSyntax/YAML/FaultWords.swift`.
package enum FlowClauses: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0043", "flow-clauses", .error,
    title: "clauses in square brackets",
    why: "YAML cuts what stands in square brackets at every comma, also at those of a clause.",
    mend: "Write each clause in a line of its own, behind `- `.",
    wrong: [.truth("  requires: [weight exists, weight > 0]\n")],
    right: [.requirement("weight > 0")])

  /// A list of clauses in `[…]`.
  package static func found(_ key: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(key))` must not stand in `[…]`: YAML would cut its clauses at commas", at: span,
      help: "write each in a line of its own, behind `- `", guidance: .general)
  }
}

/// A clause in `{…}` without quotes.
///
/// Detected in `Sources/TruthsSyntax/YAML/LineTraps.swift`.
package enum FlowClause: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0044", "flow-clause", .error,
    title: "a clause in `{…}` without quotes",
    why: "YAML cuts what stands in braces at `,`, `[`, `]`, `{` and `}`, also at those of a clause.",
    mend: "Quote the clause in '…', or write `id` and `rule` in lines of their own.",
    wrong: [.requirement(#"{id: demo.tagged, rule: length(tags) in [1, 2]}"#)],
    right: [.requirement(#"{id: demo.tagged, rule: 'length(tags) in [1, 2]'}"#)])

  /// A clause that YAML cut inside `{…}`. `content` is the whole clause, `quoted` the same in '…'.
  package static func found(at span: Span, content: Span, quoted: String, isSafe: Bool) -> Diagnostic {
    make(
      "YAML cuts this clause: in `{…}` the signs `, [ ] { }` are its own", at: span, help: "quote the whole clause in '…'",
      fixes: [.init("quote the whole clause", [.init(content, quoted)], isSafe: isSafe)])
  }
}
