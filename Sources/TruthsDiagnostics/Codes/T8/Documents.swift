package import TruthsText

/// T8501: a document under a name that no source reads.
///
/// Detected in `Sources/TruthsRuntime/Documents/DocumentReader.swift`.
package enum UnknownDocument: DiagnosticKind {
  package static let id = DiagnosticID("T8501", .error)

  /// - Parameter known: the names that sources read.
  package static func finding(_ name: String, known: [String], at span: Span) -> Diagnostic {
    let known = Set(known).sorted()
    let help =
      nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
      ?? (known.isEmpty ? "no source reads a document" : "sources read \(known.map { "`\($0)`" }.joinedInWords)")
    return make("no source reads a document `\(name)`", at: span, help: help)
  }
}

/// T8502: a document without a member that the path of a source names.
///
/// Detected in `Sources/TruthsRuntime/Documents/ElementReader.swift`.
package enum DocumentPathMissing: DiagnosticKind {
  package static let id = DiagnosticID("T8502", .error)

  /// - Parameters:
  ///   - path: the path from the document to the member.
  ///   - known: the members that exist.
  package static func finding(_ path: String, _ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "`\(path)` is missing", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`, which is there?" })
  }
}

/// T8503: a part of a document with another shape than its source expects.
///
/// Detected in `Sources/TruthsRuntime/Documents/ElementReader.swift`.
package enum DocumentShapeFault: DiagnosticKind {
  package static let id = DiagnosticID("T8503", .error)

  /// - Parameters:
  ///   - part: the wrong part, `the document` or a path in backticks.
  ///   - found: its form, `a text`.
  package static func finding(_ part: String, _ found: String, wanted: String, at span: Span) -> Diagnostic {
    make("\(part) is \(found), not \(wanted)", at: span)
  }
}

/// T8504: a value of a document that does not have the type of its field.
///
/// Detected in `Sources/TruthsRuntime/Documents/ElementReader.swift`.
package enum DocumentValueFault: DiagnosticKind {
  package static let id = DiagnosticID("T8504", .error)

  /// A value that does not fit its field.
  ///
  /// - Parameter nearest: the nearest known name, where a name is unknown.
  package static func finding(_ message: String, nearest: String?, at span: Span) -> Diagnostic {
    make(message, at: span, help: nearest.map { "did you mean `\($0)`?" })
  }
}

/// T8505: an element of a document without a member that a fact needs.
///
/// Detected in `Sources/TruthsRuntime/Documents/ElementReader.swift`.
package enum DocumentIncomplete: DiagnosticKind {
  package static let id = DiagnosticID("T8505", .error)

  /// A field of a fact without a value.
  ///
  /// - Parameters:
  ///   - path: the path to the member that the field is read from, if it is a single member.
  ///   - part: the element, `the document` or a path in backticks.
  package static func field(_ field: String, of fact: String, path: String?, part: String, at span: Span) -> Diagnostic {
    guard let path else { return make("\(part) gives no `\(field)`, which `\(fact)` needs", at: span) }
    return make("`\(path)` is missing, and `\(fact)` needs it as `\(field)`", at: span)
  }

  /// A missing list over which an output loops.
  package static func list(_ path: String?, fact: String, at span: Span) -> Diagnostic {
    make("\(path.map { "`\($0)`" } ?? "the list") is missing, and `\(fact)` reads it", at: span)
  }

  /// A condition that is unknown because a value is missing.
  package static func condition(_ text: String, fact: String, part: String, at span: Span) -> Diagnostic {
    make(
      "it is not known whether `\(text)` holds for \(part), and so whether it is \(fact.quotedWithArticle)", at: span,
      help: "something that the condition reads is missing")
  }
}

/// T8506: a member of an element of a closed document that the source does not read.
///
/// Detected in `Sources/TruthsRuntime/Documents/ElementReader.swift`.
package enum UnknownDocumentMember: DiagnosticKind {
  package static let id = DiagnosticID("T8506", .error)

  /// - Parameters:
  ///   - path: the path from the document to the member.
  ///   - known: the members that the source reads.
  package static func finding(_ path: String, _ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "`\(path)` is unknown, and the source is closed", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
        ?? "it takes \(known.map { "`\($0)`" }.joinedInWords)")
  }
}

/// T8507: a document with two contents for one fact.
///
/// Detected in `Sources/TruthsRuntime/Documents/DocumentReader.swift`,
/// `Sources/TruthsRuntime/Documents/RunProcedure+Documents.swift`.
package enum DocumentConflict: DiagnosticKind {
  package static let id = DiagnosticID("T8507", .error)

  /// Two elements of the documents for one fact.
  ///
  /// - Parameters:
  ///   - part: the second element, `the document` or a path in backticks.
  ///   - field: a field in which they differ.
  package static func finding(
    _ fact: String, at part: (name: String, span: Span), first: Span, field: String?
  ) -> Diagnostic {
    make(
      "\(part.name) is the same `\(fact)` as another element, with a different \(field.map { "`\($0)`" } ?? "content")",
      at: part.span, notes: [Diagnostic.Note("the other element is here", at: first)])
  }

  /// An element that changes an immutable fact of the context.
  package static func immutable(_ fact: String, at part: (name: String, span: Span)) -> Diagnostic {
    make("\(part.name) changes \(fact.quotedWithArticle) that is known already, and it is immutable", at: part.span)
  }
}

/// T8508: a member that both a list's element and the element around it have.
///
/// Detected in `Sources/TruthsRuntime/Documents/ElementReader.swift`.
package enum DocumentHeldTwice: DiagnosticKind {
  package static let id = DiagnosticID("T8508", .error)

  /// - Parameters:
  ///   - path: the path from the document to the inner member.
  ///   - outer: the member of the same name in the element around the list.
  package static func finding(_ name: String, _ path: String, at span: Span, outer: Span) -> Diagnostic {
    make(
      "`\(path)` is also in the element around the list", at: span,
      help: "write the field `\(name)` under the output, from the loop variable or from `trigger.\(name)`",
      notes: [Diagnostic.Note("the other `\(name)` is here", at: outer)])
  }
}

/// T8509: a document with facts for which the truths on facts fail.
///
/// Detected in `Sources/TruthsRuntime/Documents/RunProcedure+Documents.swift`.
package enum DocumentNotClosable: DiagnosticKind {
  package static let id = DiagnosticID("T8509", .error)

  /// - Parameters:
  ///   - reason: the reason of the first violation.
  ///   - truth: the id that the violation reports.
  package static func finding(_ reason: String, truth: String, at span: Span) -> Diagnostic {
    make("the facts of this document cannot be accepted: \(reason) (`\(truth)`)", at: span)
  }
}
