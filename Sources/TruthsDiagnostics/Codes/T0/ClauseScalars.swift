package import TruthsText

/// A clause in which YAML reads `: ` as the end of a key.
///
/// Detected in `Sources/TruthsSyntax/Declarations/NodeReader+Clauses.swift`, `Sources/TruthsSyntax/YAML/LineTraps.swift`.
package enum ColonInClause: DiagnosticKind {
  package static let id = DiagnosticID("T0040", .error)

  /// A clause that YAML cut at `: `.
  ///
  /// - Parameters:
  ///   - content: the span of the whole clause.
  ///   - quoted: the whole clause in '…'.
  package static func finding(at span: Span, place: String, content: Span, quoted: String, isSafe: Bool) -> Diagnostic {
    make(
      "YAML reads `: ` as the end of a key", at: span, help: "quote the whole \(place) in '…'",
      fixes: [.init("quote the whole \(place)", [.init(content, quoted)], isSafe: isSafe)])
  }

  /// A clause, move, row, default or value whose text has a `: `, and no double quotes around it.
  ///
  /// - Parameter noun: the noun for the text, such as `reason`.
  package static func unquoted(at span: Span, _ noun: String, content: Span, mended: String) -> Diagnostic {
    make(
      "YAML reads `: ` as the end of a key", at: span, help: "write the \(noun) in double quotes: `\(short(mended))`",
      fixes: [.init("write the \(noun) in double quotes", [.init(content, mended)], isSafe: false)])
  }

  /// A clause that would be read, in a declaration that has too many of them.
  ///
  /// - Parameters:
  ///   - content: the span of the whole clause.
  ///   - quoted: the whole clause in '…'.
  package static func beyondLimit(at span: Span, place: String, content: Span, quoted: String, limit: Int) -> Diagnostic {
    make(
      "YAML reads `: ` as the end of a key", at: span,
      help: "quote the whole \(place) in '…': one declaration may have \(limit) places with `: ` and no quotes",
      fixes: [.init("quote the whole \(place)", [.init(content, quoted)], isSafe: true)])
  }

  /// A clause that YAML cut at `: `, with more than one text after the key, which cannot be fixed automatically.
  package static func unmendable(at span: Span, place: String) -> Diagnostic {
    make("YAML reads `: ` as the end of a key", at: span, help: "quote the whole \(place) in '…'", guidance: .general)
  }
}

/// A clause in which YAML reads ` #` as a comment.
///
/// Detected in `Sources/TruthsSyntax/Declarations/NodeReader+Clauses.swift`.
package enum CommentInClause: DiagnosticKind {
  package static let id = DiagnosticID("T0041", .error)

  /// A clause that YAML cut at ` #`.
  ///
  /// - Parameters:
  ///   - content: the span of the whole clause.
  ///   - quoted: the whole clause in '…'.
  package static func finding(at span: Span, place: String, content: Span, quoted: String, isSafe: Bool) -> Diagnostic {
    make(
      "YAML reads ` #` as the beginning of a comment", at: span, help: "quote the whole \(place) in '…'",
      fixes: [.init("quote the whole \(place)", [.init(content, quoted)], isSafe: isSafe)])
  }
}

/// A clause that begins with an indicator character of YAML.
///
/// Detected in `Sources/TruthsSyntax/YAML/LineTraps.swift`.
package enum ClauseIndicator: DiagnosticKind {
  package static let id = DiagnosticID("T0042", .error)

  /// A clause that begins with an indicator character of YAML.
  ///
  /// - Parameters:
  ///   - content: the span of the whole clause.
  ///   - quoted: the whole clause in '…'.
  package static func finding(_ sign: String, at span: Span, place: String, content: Span, quoted: String, isSafe: Bool)
    -> Diagnostic
  {
    make(
      "`\(short(sign))` at the beginning of \(place.withArticle) has a special meaning in YAML", at: span,
      help: "quote the whole \(place) in '…'",
      fixes: [.init("quote the whole \(place)", [.init(content, quoted)], isSafe: isSafe)])
  }
}

/// Clauses in square brackets.
///
/// Detected in `Sources/TruthsSyntax/Declarations/NodeReader+Clauses.swift`, `Sources/TruthsSyntax/YAML/FaultWords.swift`.
package enum FlowClauses: DiagnosticKind {
  package static let id = DiagnosticID("T0043", .error)

  /// A list of clauses in `[…]`.
  package static func finding(_ key: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(key))` must not be written in `[…]`, because YAML would split its clauses at commas", at: span,
      help: "write each clause on its own line, after `- `", guidance: .general)
  }
}

/// A clause in `{…}` without quotes.
///
/// Detected in `Sources/TruthsSyntax/YAML/LineTraps.swift`.
package enum FlowClause: DiagnosticKind {
  package static let id = DiagnosticID("T0044", .error)

  /// A clause that YAML cut inside `{…}`.
  ///
  /// - Parameters:
  ///   - content: the span of the whole clause.
  ///   - quoted: the whole clause in '…'.
  package static func finding(at span: Span, content: Span, quoted: String, isSafe: Bool) -> Diagnostic {
    make(
      "YAML cuts this clause, because `, [ ] { }` have a special meaning inside `{…}`", at: span,
      help: "quote the whole clause in '…'",
      fixes: [.init("quote the whole clause", [.init(content, quoted)], isSafe: isSafe)])
  }
}
