package import TruthsText

/// T8020: a value in a context that is neither an entry nor a fact.
///
/// Detected in `Sources/TruthsLedger/Read/LedgerReader.swift`.
package enum EntryShape: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8020", "entry-shape", .error,
    title: "a value in a context is neither an entry nor a fact",
    why:
      "A context holds whole entries, which say their `entry_type`, and facts in short form, which say their `type`. What "
      + "says neither could mean anything.",
    mend: "Give a fact its `type`, such as `period.closed`, or an entry its `entry_type`.",
    wrong: [DataSamples.context(#"{"name": "Ada"}"#)],
    right: [DataSamples.context(#"{"type": "person.greeted", "name": "Ada"}"#)])

  /// A value that is no object.
  package static func notAnObject(found: String, at span: Span) -> Diagnostic {
    make("an entry is an object, not \(found)", at: span, help: #"a fact in short form is `{"type": "…", …}`"#)
  }

  /// A list of findings, told once and not for each of them.
  ///
  /// - Parameter wanted: what should stand there.
  package static func findings(_ count: Int, wanted: String, at span: Span) -> Diagnostic {
    make(
      "this is a list of findings, as `truths check --format json` prints \(count == 1 ? "it" : "them"), and holds no entry",
      at: span, help: "give \(wanted)")
  }

  /// An object without `entry_type` and without `type`.
  ///
  /// - Parameters:
  ///   - misspelt: A member that was probably meant as one of them, and where its name stands.
  ///   - isProposal: Whether it looks like a proposal.
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

/// T8021: an entry of a type that there is not.
///
/// Detected in `Sources/TruthsLedger/Read/EnvelopeReader.swift`.
package enum UnknownEntryType: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8021", "unknown-entry-type", .error,
    title: "an entry has an unknown type",
    why:
      "Entries are facts, proposals, traces or decisions. An entry of another type is from something that this version cannot "
      + "judge.",
    mend: "Use one of `fact`, `proposal`, `trace`, `decision`.",
    wrong: [DataSamples.context(DataSamples.entry(type: #""entry_type": "fakt""#))],
    right: [DataSamples.context(DataSamples.entry())])

  /// An `entry_type` that is none of the known ones.
  package static func found(_ type: String, known: [String], at span: Span) -> Diagnostic {
    let names = known.map { "`\($0)`" }.joined(separator: ", ")
    let help = nearestName(to: type, among: known).map { "did you mean `\($0)`?" } ?? "the types are \(names)"
    return make("unknown entry type `\(type)`", at: span, help: help)
  }
}

/// T8022: a member that no entry has.
///
/// Detected in `Sources/TruthsLedger/Read/EnvelopeReader.swift`.
package enum UnknownEnvelopeMember: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8022", "unknown-envelope-member", .error,
    title: "an entry has a member that entries do not have",
    why: "Every member of an entry is hashed; one that nothing reads would be believed and ignored at once.",
    mend: "Correct the name, or move the member into `payload`.",
    wrong: [
      DataSamples.context(DataSamples.entry(type: #""entry_type": "fact", "note": "x""#))
    ],
    right: [DataSamples.context(DataSamples.entry())])

  /// A name that stands in no entry.
  package static func found(_ name: String, known: [String], at span: Span) -> Diagnostic {
    let help = nearestName(to: name, among: known).map { "did you mean `\($0)`?" } ?? "what the entry says stands in `payload`"
    return make("entries have no member `\(name)`", at: span, help: help)
  }

  /// A name that stands in entries of another type only.
  package static func misplaced(_ name: String, owner: String, type: String, at span: Span) -> Diagnostic {
    make("`\(name)` belongs to entries of type `\(owner)`, not `\(type)`", at: span)
  }
}

/// T8023: an entry without a member that every entry has.
///
/// Detected in `Sources/TruthsLedger/Read/EnvelopeReader.swift`.
package enum MissingEnvelopeMember: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8023", "missing-envelope-member", .error,
    title: "an entry lacks a member that every entry has",
    why:
      "Every entry says when it was made, by whom, in which run, and which truth it satisfies; that is what makes it evidence.",
    mend: "Add the member, or give the fact in short form: its payload alone.",
    wrong: [DataSamples.context(DataSamples.entry(truth: ""))],
    right: [DataSamples.context(DataSamples.entry()), DataSamples.context(#"{"type": "person.greeted", "name": "Ada"}"#)])

  /// A member that is not there.
  package static func found(_ name: String, help: String?, at span: Span) -> Diagnostic {
    make("the entry has no `\(name)`", at: span, help: help)
  }
}

/// T8024: a member of an entry with a value of the wrong form.
///
/// Detected in `Sources/TruthsLedger/Read/EnvelopeReader.swift`, `Sources/TruthsRuntime/Procedure/Context/ContextLoader.swift`.
package enum EnvelopeValue: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8024", "envelope-value", .error,
    title: "a member of an entry has the wrong form",
    why: "An entry that could be read in two ways is no evidence of either.",
    mend: """
      A `sequence` is a whole number from 1, a `timestamp` a moment such as `2025-01-31T12:00:00Z`, a `payload` an \
      object, and an \
      id of an actor a text with one spelling and without characters that nobody sees. In a ledger, restore the line from where \
      it was copied.
      """,
    wrong: [DataSamples.context(DataSamples.entry(timestamp: #""2026-01-31 09:00""#))],
    right: [DataSamples.context(DataSamples.entry(timestamp: #""2026-01-31T09:00:00Z""#))])

  /// A value of another kind than its place wants.
  package static func wrongForm(_ path: String, wanted: String, found: String, at span: Span) -> Diagnostic {
    make("`\(path)` wants \(wanted), not \(found)", at: span)
  }

  /// A text that is no moment in time.
  package static func notATimestamp(_ text: String, at span: Span) -> Diagnostic {
    make("`\(text)` is not a timestamp", at: span, help: "a timestamp is in UTC and written `2026-01-31T09:00:00Z`")
  }

  /// A text that is none of the ones that its place knows.
  package static func notOneOf(_ path: String, _ text: String, known: [String], at span: Span) -> Diagnostic {
    let names = known.map { "`\($0)`" }.joined(separator: ", ")
    let help = nearestName(to: text, among: known).map { "did you mean `\($0)`?" }
    return make("`\(path)` is one of \(names), not `\(text)`", at: span, help: help)
  }
}

extension EnvelopeValue {
  /// An actor with an id that could be taken for another one.
  ///
  /// - Parameter fault: what is wrong with it: `holds U+200B, a character that nobody sees`.
  package static func identifier(_ fault: String, at span: Span) -> Diagnostic {
    make(
      fault, at: span,
      help: "an id is a text that is not empty, in normal form C, without white space at its ends and without characters that "
        + "nobody sees; write it as who issued it does")
  }
}

/// T8025: entries out of sequence.
///
/// Detected in `Sources/TruthsLedger/Read/LedgerReader.swift`.
package enum EntrySequence: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8025", "entry-sequence", .error,
    title: "an entry is out of sequence",
    why:
      "A ledger only grows: its entries are numbered 1, 2, 3 … without a gap. A gap is an entry that was removed, a repeat is "
      + "one that was added.",
    mend: "Restore the entries that are missing, in their order. Facts in short form take the next number.",
    wrong: [DataSamples.context(DataSamples.entry(sequence: "2"))],
    right: [DataSamples.context(DataSamples.entry(sequence: "1"))])

  /// An entry with another number than the one that follows the entry before it.
  package static func found(_ sequence: Int, wanted: Int, at span: Span) -> Diagnostic {
    make("entry \(sequence) stands where entry \(wanted) is wanted", at: span)
  }
}

/// T8026: two entries with one identity.
///
/// Detected in `Sources/TruthsLedger/Read/LedgerReader.swift`.
package enum DuplicateEntryID: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8026", "duplicate-entry-id", .error,
    title: "two entries have the same `entry_id`",
    why:
      "A correction names the entry that it corrects by its `entry_id`, which is made from the entry's content and its place, "
      + "and is never the same twice.",
    mend: "Remove one of the entries, or leave `entry_id` out: it is then made.",
    wrong: [DataSamples.context(DataSamples.entry() + "\n" + DataSamples.entry(sequence: "2", name: "Alan"))],
    right: [
      DataSamples.context(
        DataSamples.entry() + "\n" + DataSamples.entry(id: #""ctx_0000000000000002""#, sequence: "2", name: "Alan"))
    ])

  /// An `entry_id` that an earlier entry has.
  package static func found(_ id: String, at span: Span, first: Span) -> Diagnostic {
    make("`\(id)` is the `entry_id` of an earlier entry", at: span, notes: [.init("first here", at: first)])
  }
}
