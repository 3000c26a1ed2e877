package import TruthsText

/// T8501: a document is given under a name that no source reads.
///
/// Detected in `Sources/TruthsRuntime/Documents/DocumentReader.swift`.
package enum UnknownDocument: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8501", "unknown-document", .error,
    title: "a document is given under a name that no source reads",
    why: "Nothing would be read of it, and the rules would decide as if it said nothing.",
    mend: "Give it under the name that stands in `document:` of a source.",
    wrong: [.document(#"{"tasks": []}"#, name: "trackr")],
    right: [.document(DiagnosticSample.fineDocument)])

  /// - Parameter known: the names that sources read.
  package static func found(_ name: String, known: [String], at span: Span) -> Diagnostic {
    let known = Set(known).sorted()
    let help =
      nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
      ?? (known.isEmpty ? "no source reads a document" : "sources read \(known.map { "`\($0)`" }.joinedInWords)")
    return make("no source reads a document `\(name)`", at: span, help: help)
  }
}

/// T8502: a document lacks what the path of a source names.
///
/// Detected in `Sources/TruthsRuntime/Documents/ElementReader.swift`.
package enum DocumentPathMissing: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8502", "document-path-missing", .error,
    title: "a document lacks what the path of a source names",
    why:
      "A list that is not where it is looked for reads like one without elements, and what should be "
      + "counted counts as nothing.",
    mend: "Mend the document, or the path in `each:` of the source.",
    wrong: [.document(#"{"task": []}"#)],
    right: [.document(DiagnosticSample.fineDocument)])

  /// - Parameters:
  ///   - path: the way from the document to the member.
  ///   - known: the members that are there.
  package static func found(_ path: String, _ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "`\(path)` is missing", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`, which is there?" })
  }
}

/// T8503: a part of a document has another shape than its source goes through.
///
/// Detected in `Sources/TruthsRuntime/Documents/ElementReader.swift`.
package enum DocumentShapeFault: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8503", "document-shape", .error,
    title: "a part of a document has another shape than its source goes through",
    why: "A source goes through lists and reads the members of objects; anything else it would have to guess at.",
    mend: "Mend the document, or the path in `each:` of the source.",
    wrong: [.document(#"{"tasks": {"T1": "open"}}"#)],
    right: [.document(DiagnosticSample.fineDocument)])

  /// - Parameters:
  ///   - part: what is at fault, `the document` or a path in backticks.
  ///   - found: what it is, `a text`.
  package static func found(_ part: String, _ found: String, wanted: String, at span: Span) -> Diagnostic {
    make("\(part) is \(found), not \(wanted)", at: span)
  }
}

/// T8504: a value of a document is not of the type of the fact that it reaches.
///
/// Detected in `Sources/TruthsRuntime/Documents/ElementReader.swift`.
package enum DocumentValueFault: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8504", "document-value", .error,
    title: "a value of a document is not of the type of the fact that it reaches",
    why: "A value of another type cannot be compared with anything that the rules say, so nothing can be decided on it.",
    mend: "Mend the document, or the type of the field.",
    wrong: [.document(#"{"tasks": [{"task_id": "T1", "state": "dnoe"}]}"#)],
    right: [.document(DiagnosticSample.fineDocument)])

  /// - Parameter nearest: the nearest known name, where a name is unknown.
  package static func found(_ message: String, nearest: String?, at span: Span) -> Diagnostic {
    make(message, at: span, help: nearest.map { "did you mean `\($0)`?" })
  }
}

/// T8505: an element of a document lacks what a fact needs.
///
/// Detected in `Sources/TruthsRuntime/Documents/ElementReader.swift`.
package enum DocumentIncomplete: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8505", "document-incomplete", .error,
    title: "an element of a document lacks what a fact needs",
    why: "A fact is whole: one that lacks something would be passed over by the very rules that ask for it.",
    mend: "Complete the document, or mark the field of the fact with `?`.",
    wrong: [.document(#"{"tasks": [{"task_id": "T1"}]}"#)],
    right: [.document(DiagnosticSample.fineDocument)])

  /// A field of a fact.
  ///
  /// - Parameters:
  ///   - path: the way to the member that the field is read from, where it is one alone.
  ///   - part: the element, `the document` or a path in backticks.
  package static func field(_ field: String, of fact: String, path: String?, part: String, at span: Span) -> Diagnostic {
    guard let path else { return make("\(part) gives no `\(field)`, which `\(fact)` needs", at: span) }
    return make("`\(path)` is missing, and `\(fact)` needs it as `\(field)`", at: span)
  }

  /// A list that an output goes through.
  package static func list(_ path: String?, fact: String, at span: Span) -> Diagnostic {
    make("\(path.map { "`\($0)`" } ?? "the list") is missing, and `\(fact)` goes through it", at: span)
  }

  /// A condition that cannot be told.
  package static func condition(_ text: String, fact: String, part: String, at span: Span) -> Diagnostic {
    make(
      "cannot tell whether `\(text)` holds of \(part), so whether it is \(fact.quotedWithArticle)", at: span,
      help: "something that the condition reads is missing")
  }
}

/// T8506: an element of a closed document has a member that nothing takes.
///
/// Detected in `Sources/TruthsRuntime/Documents/ElementReader.swift`.
package enum UnknownDocumentMember: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8506", "unknown-document-member", .error,
    title: "an element of a closed document has a member that nothing takes",
    why:
      "The source says `closed: true`: it knows every member that there is. Another one may be a misspelt "
      + "name, or say something new.",
    mend: "Mend the name, take the member into a fact, or leave out `closed: true`.",
    wrong: [
      .document(
        #"{"tasks": [{"task_id": "T1", "state": "done", "sate": "open"}]}"#,
        each: "each: tasks[]\n  closed: true")
    ],
    right: [.document(DiagnosticSample.fineDocument, each: "each: tasks[]\n  closed: true")])

  /// - Parameters:
  ///   - path: the way from the document to the member.
  ///   - known: the members that the source takes.
  package static func found(_ path: String, _ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "`\(path)` is unknown, and the source is closed", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
        ?? "it takes \(known.map { "`\($0)`" }.joinedInWords)")
  }
}

/// T8507: a document says two things of one fact.
///
/// Detected in `Sources/TruthsRuntime/Documents/DocumentReader.swift`,
/// `Sources/TruthsRuntime/Documents/RunProcedure+Documents.swift`.
package enum DocumentConflict: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8507", "document-conflict", .error,
    title: "a document says two things of one fact",
    why: "Two elements with one key and another content cannot both be true, and nobody can tell which is.",
    mend: "Mend the document, or add what tells the elements apart to the key of the fact.",
    wrong: [.document(#"{"tasks": [{"task_id": "T1", "state": "open"}, {"task_id": "T1", "state": "done"}]}"#)],
    right: [.document(DiagnosticSample.fineDocument)])

  /// Two elements of the documents.
  ///
  /// - Parameters:
  ///   - part: the second, `the document` or a path in backticks.
  ///   - field: a field in which they differ.
  package static func found(
    _ fact: String, at part: (name: String, span: Span), first: Span, field: String?
  ) -> Diagnostic {
    make(
      "\(part.name) is the same `\(fact)` as another element, with another \(field.map { "`\($0)`" } ?? "content")",
      at: part.span, notes: [Diagnostic.Note("the other element is here", at: first)])
  }

  /// An element that changes an immutable fact of the context.
  package static func immutable(_ fact: String, at part: (name: String, span: Span)) -> Diagnostic {
    make("\(part.name) changes \(fact.quotedWithArticle) that is known already, and it is immutable", at: part.span)
  }
}

/// T8508: a list's element and the element around it hold a member of one name.
///
/// Detected in `Sources/TruthsRuntime/Documents/ElementReader.swift`.
package enum DocumentHeldTwice: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8508", "held-twice", .error,
    title: "a list's element and the element around it hold a member of one name",
    why: "A field without a value is copied from whichever of the two holds it; where both do, nobody can tell which is meant.",
    mend:
      "Write the field under the output: `state: t.state` for the list's element, `state: trigger.state` "
      + "for the one around it.",
    wrong: [.nested(#"{"groups": [{"name": "a", "state": "open", "tasks": [{"task_id": "T1", "state": "done"}]}]}"#)],
    right: [.nested(#"{"groups": [{"name": "a", "tasks": [{"task_id": "T1", "state": "done"}]}]}"#)])

  /// - Parameters:
  ///   - path: the way from the document to the inner member.
  ///   - outer: the same name in the element around the list.
  package static func found(_ name: String, _ path: String, at span: Span, outer: Span) -> Diagnostic {
    make(
      "`\(path)` is held by the element around the list too", at: span,
      help: "write the field `\(name)` under the output, from the loop variable or from `trigger.\(name)`",
      notes: [Diagnostic.Note("the other `\(name)` is here", at: outer)])
  }
}

/// With the facts of a document the context cannot be closed.
///
/// Detected in `Sources/TruthsRuntime/Documents/RunProcedure+Documents.swift`.
package enum DocumentNotClosable: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8509", "document-not-closable", .error,
    title: "with the facts of a document the context cannot be closed",
    why:
      "What follows from the document contradicts what is there, or itself. Taken in, it would halt every decision that "
      + "comes behind it, of every pack, so it is refused as it arrives.",
    mend: "Mend the document, or let what it contradicts be corrected first.",
    wrong: [sample(#"{"tasks": [{"task_id": "T1", "state": "open"}, {"task_id": "T2", "state": "done"}]}"#)],
    right: [sample(#"{"tasks": [{"task_id": "T1", "state": "done"}, {"task_id": "T2", "state": "done"}]}"#)])

  private static func sample(_ document: String) -> DiagnosticSample {
    let summary = """
      fact work.summed:
        key: [name]
        fields:
          name: text
          state: task_state

      truth work_summing:
        when:
          - fact: task.recorded as t
        produces:
          - fact.work.summed:
              name: "all"
              state: t.state
          - trace.work.summing

      """
    return .document(document, declarations: summary)
  }

  /// - Parameters:
  ///   - reason: of the first violation.
  ///   - truth: the id that it reports.
  package static func found(_ reason: String, truth: String, at span: Span) -> Diagnostic {
    make("with the facts of this document the context cannot be closed: \(reason) (`\(truth)`)", at: span)
  }
}
