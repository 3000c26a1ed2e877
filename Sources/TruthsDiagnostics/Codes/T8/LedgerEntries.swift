package import TruthsText

/// T8020: a value in a context that is neither an entry nor a fact.
///
/// Detected in `Sources/TruthsLedger/Read/LedgerAssembly.swift`, `Sources/TruthsLedger/Read/LedgerReader.swift`.
package enum EntryShape: DiagnosticKind {
  package static let id = DiagnosticID("T8020", .error)

  /// A value that is not an object.
  package static func notAnObject(found: String, at span: Span) -> Diagnostic {
    make("an entry is an object, not \(found)", at: span, help: #"a fact in short form is `{"type": "…", …}`"#)
  }

  /// A list of findings in place of entries, reported once for the whole list.
  ///
  /// - Parameter wanted: what the file should contain.
  package static func findings(_ count: Int, wanted: String, at span: Span) -> Diagnostic {
    make(
      "this is a list of findings, as `truths check --format json` prints \(count == 1 ? "it" : "them"), and holds no entry",
      at: span, help: "give \(wanted)")
  }

  /// An object without `entry_type` and without `type`.
  ///
  /// - Parameters:
  ///   - misspelt: a member that is probably a misspelling of one of them, and the place of its name.
  ///   - isProposal: whether the object looks like a proposal.
  package static func neither(misspelt: (name: String, span: Span)?, isProposal: Bool, at span: Span) -> Diagnostic {
    if let misspelt, let nearest = nearestName(to: misspelt.name, among: ["entry_type", "type"]) {
      return make("unknown member `\(misspelt.name)`", at: misspelt.span, help: "did you mean `\(nearest)`?")
    }
    let help =
      isProposal
      ? "a proposal is given by itself; in a context it is a whole entry"
      : "a fact says its `type`, an entry its `entry_type`"
    return make("neither an entry nor a fact: there is no `entry_type` and no `type`", at: span, help: help)
  }
}

/// T8021: an entry of an unknown type.
///
/// Detected in `Sources/TruthsLedger/Read/EnvelopeReader.swift`.
package enum UnknownEntryType: DiagnosticKind {
  package static let id = DiagnosticID("T8021", .error)

  /// An unknown `entry_type`.
  package static func finding(_ type: String, known: [String], at span: Span) -> Diagnostic {
    let names = known.map { "`\($0)`" }.joined(separator: ", ")
    let help = nearestName(to: type, among: known).map { "did you mean `\($0)`?" } ?? "the types are \(names)"
    return make("unknown entry type `\(type)`", at: span, help: help)
  }
}

/// T8022: a member that no entry has.
///
/// Detected in `Sources/TruthsLedger/Read/EnvelopeReader.swift`.
package enum UnknownEnvelopeMember: DiagnosticKind {
  package static let id = DiagnosticID("T8022", .error)

  /// A name that no entry has.
  package static func finding(_ name: String, known: [String], at span: Span) -> Diagnostic {
    let help =
      nearestName(to: name, among: known).map { "did you mean `\($0)`?" } ?? "the content of the entry belongs in `payload`"
    return make("entries have no member `\(name)`", at: span, help: help)
  }

  /// A name that only entries of another type have.
  package static func misplaced(_ name: String, owner: String, type: String, at span: Span) -> Diagnostic {
    make("`\(name)` belongs to entries of type `\(owner)`, not `\(type)`", at: span)
  }
}

/// T8023: an entry without a required member.
///
/// Detected in `Sources/TruthsLedger/Read/EnvelopeReader.swift`.
package enum MissingEnvelopeMember: DiagnosticKind {
  package static let id = DiagnosticID("T8023", .error)

  /// A required member that is missing.
  package static func finding(_ name: String, help: String?, at span: Span) -> Diagnostic {
    make("the entry has no `\(name)`", at: span, help: help)
  }
}

/// T8024: a member of an entry with a value of the wrong form.
///
/// Detected in `Sources/TruthsLedger/Read/EnvelopeReader.swift`,
/// `Sources/TruthsRuntime/Procedure/Context/ContextLoader.swift`.
package enum EnvelopeValue: DiagnosticKind {
  package static let id = DiagnosticID("T8024", .error)

  /// A value of the wrong form.
  package static func wrongForm(_ path: String, wanted: String, found: String, at span: Span) -> Diagnostic {
    make("`\(path)` wants \(wanted), not \(found)", at: span)
  }

  /// A text that is not a timestamp.
  package static func notATimestamp(_ text: String, at span: Span) -> Diagnostic {
    make("`\(text)` is not a timestamp", at: span, help: "a timestamp is in UTC and written `2026-01-31T09:00:00Z`")
  }

  /// A text outside the list of allowed texts.
  package static func notOneOf(_ path: String, _ text: String, known: [String], at span: Span) -> Diagnostic {
    let names = known.map { "`\($0)`" }.joined(separator: ", ")
    let help = nearestName(to: text, among: known).map { "did you mean `\($0)`?" }
    return make("`\(path)` is one of \(names), not `\(text)`", at: span, help: help)
  }
}

extension EnvelopeValue {
  /// An actor with an id that could be mistaken for another one.
  ///
  /// - Parameter fault: the fault of the id: `holds U+200B, an invisible character`.
  package static func identifier(_ fault: String, at span: Span) -> Diagnostic {
    make(
      fault, at: span,
      help: "an id is a text that is not empty, in normal form C, without white space at its ends and without invisible "
        + "characters; write it exactly as its issuer does")
  }
}

/// T8025: entries out of sequence.
///
/// Detected in `Sources/TruthsLedger/Read/LedgerAssembly.swift`.
package enum EntrySequence: DiagnosticKind {
  package static let id = DiagnosticID("T8025", .error)

  /// An entry whose number does not follow that of the entry before it.
  package static func finding(_ sequence: Int, wanted: Int, at span: Span) -> Diagnostic {
    make("this is entry \(sequence), and entry \(wanted) is expected", at: span)
  }
}

/// T8026: two entries with the same id.
///
/// Detected in `Sources/TruthsLedger/Read/LedgerAssembly.swift`.
package enum DuplicateEntryID: DiagnosticKind {
  package static let id = DiagnosticID("T8026", .error)

  /// An `entry_id` that an earlier entry already has.
  package static func finding(_ id: String, at span: Span, first: Span) -> Diagnostic {
    make("`\(id)` is the `entry_id` of an earlier entry", at: span, notes: [.init("first here", at: first)])
  }
}
