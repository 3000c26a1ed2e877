package import TruthsText

/// A read or write that may reach facts of another partition, so that proposals cannot be partitioned by this field.
///
/// Detected in `Sources/TruthsEngine/Partition/PartitionReach.swift`.
package enum ReachesFurther: DiagnosticKind {
  package static let id = DiagnosticID("T4147", .error)

  private static let lane = "decide these proposals in one ledger, one after another"

  private static func declared(_ name: String, _ span: Span) -> [Diagnostic.Note] {
    [Diagnostic.Note("`\(name)` is declared here", at: span)]
  }

  /// - Parameters:
  ///   - keys: each key as it is written.
  ///   - column: the field of the fact by which its facts are partitioned.
  ///   - value: the expression for it in a proposal of the same partition.
  package static func lookUp(
    _ fact: String, keys: [String], column: String, by value: String, at span: Span, declared: Span
  ) -> Diagnostic {
    make(
      "this may read \(fact.quotedWithArticle) of another ledger, with a different `\(column)`: it is looked up by "
        + keys.map { "`\($0)`" }.joinedInWords, at: span,
      help: "look up the fact of the proposal, as in `\(fact)(\(column) = \(value))`, or \(lane)",
      notes: Self.declared(fact, declared))
  }

  /// - Parameter variable: the loop variable, where it is known.
  package static func loop(
    _ fact: String, variable: String?, column: String, by value: String, at span: Span, declared: Span
  ) -> Diagnostic {
    let name = variable ?? "x"
    return make(
      "this reads `\(fact)` of every `\(column)`, including those in other ledgers", at: span,
      help: "read only the facts of the proposal, as in `\(name) in \(fact) where \(name).\(column) == \(value)`, or \(lane)",
      notes: Self.declared(fact, declared))
  }

  package static func match(_ fact: String, column: String, at span: Span, declared: Span) -> Diagnostic {
    make(
      "`\(fact)` is matched with facts of a different `\(column)`, which may be in another ledger", at: span,
      help: "join them by an `if` such as `one.\(column) == other.\(column)`, or \(lane)",
      notes: Self.declared(fact, declared))
  }

  package static func presence(_ fact: String, column: String, by value: String, at span: Span, declared: Span) -> Diagnostic {
    make(
      "this looks for \(fact.quotedWithArticle) of any `\(column)`, including those in other ledgers", at: span,
      help: "ask for a fact of the proposal, as in `some x in \(fact) satisfies x.\(column) == \(value)`, or \(lane)",
      notes: Self.declared(fact, declared))
  }

  /// A fact whose key does not determine its partition.
  package static func unkeyed(_ fact: String, by field: String, at span: Span, declared: Span) -> Diagnostic {
    make(
      "this reads `\(fact)`, which proposals of a different `\(field)` write too, in other ledgers", at: span,
      help: "write `\(field)` into a key field of `\(fact)`, partition by its key, or \(lane)",
      notes: Self.declared(fact, declared))
  }

  /// - Parameters:
  ///   - key: the fields that identify the fact.
  ///   - column: the field by which its facts are partitioned, if there is one.
  package static func write(
    _ fact: String, key: [String], column: String?, by field: String, at span: Span, declared: Span
  ) -> Diagnostic {
    if let column {
      return make(
        "this writes \(fact.quotedWithArticle) whose `\(column)` may differ from that of the proposal", at: span,
        help: "write the proposal's own `\(column)`, or \(lane)", notes: Self.declared(fact, declared))
    }
    return make(
      "this writes \(fact.quotedWithArticle) that proposals of a different `\(field)` may write too: its key is "
        + key.map { "`\($0)`" }.joinedInWords, at: span,
      help: "add `\(field)` to its key, as in `key: [\((key + [field]).joined(separator: ", "))]`, or \(lane)",
      notes: Self.declared(fact, declared))
  }

  /// - Parameter key: the key fields of the view.
  package static func view(_ view: String, key: [String], by field: String, at span: Span, declared: Span) -> Diagnostic {
    make(
      "`\(view)` may be computed from facts of a different `\(field)`, in another ledger", at: span,
      help: "ask for it by a key field that its truths copy from a required field of what they match"
        + (key.contains(field) ? ", as in `\(view)(\(field) = \(field))`" : "") + ", or \(lane)",
      notes: Self.declared(view, declared))
  }

  package static func together(by field: String, at span: Span) -> Diagnostic {
    make(
      "this is about facts of every `\(field)` together, and is checked against the result of each proposal", at: span,
      help: "say it about each single fact, as in `every x in … satisfies …`, or \(lane)")
  }

  package static func environment(at span: Span) -> Diagnostic {
    make(
      "this is checked against facts of every key, and depends on the proposal or the moment", at: span,
      help: "do not read `now`, `actor` or `proposal` here, or \(lane)")
  }

  package static func authorities(by field: String, at span: Span) -> Diagnostic {
    make(
      "`authority.held` says who may answer this, and it is computed from facts of every `\(field)`", at: span,
      help: "compute `authority.held` from facts that no proposal with `\(field)` writes, or \(lane)")
  }

  package static func lasting(by field: String, at span: Span) -> Diagnostic {
    make(
      "this does not stop a proposal that breaks it, and that affects later proposals of every `\(field)`", at: span,
      help: "write `→ reject(\"…\")`, ask it in `ensures` of a truth on the intent, or \(lane)")
  }

  package static func moment(at span: Span) -> Diagnostic {
    make(
      "the result of this depends on the moment, and therefore on which proposal is next", at: span,
      help: "ask for the moment in a truth on the intent, or in a view, or \(lane)")
  }

  package static func timed(_ fact: String, at span: Span) -> Diagnostic {
    make(
      "`\(fact)` follows when time has passed, with whichever proposal is next", at: span,
      help: "make it a view (`derived: true`), which is computed with the moment of the proposal, or \(lane)")
  }

  package static func sequence(at span: Span) -> Diagnostic {
    make(
      "`.entry.sequence` is a position in one ledger, and differs if there are several ledgers", at: span,
      help: "compare `.entry.timestamp`, or \(lane)")
  }

  /// - Parameter fact: the type of the fact, where it is known.
  package static func entry(_ fact: String?, at span: Span) -> Diagnostic {
    make(
      "the entry of \(fact.map { "`\($0)`" } ?? "what is not known here") may be made with a proposal of another key", at: span,
      help: "write what is asked for into a field of the fact, or \(lane)")
  }

  /// - Parameter fact: the type of fact that the engine records with the runs of proposals.
  package static func record(_ fact: String, by field: String, at span: Span) -> Diagnostic {
    make(
      "`\(fact)` records proposals of every `\(field)`", at: span,
      help: "read a fact that the accepted proposals leave behind, with `\(field)` in its key, or \(lane)")
  }

  package static func requests(at span: Span) -> Diagnostic {
    make(
      "what follows from `approval.requested` is made with the next proposal, whatever its key is", at: span,
      help: "start from a fact that the run leaves behind when it is accepted, or \(lane)")
  }

  package static func field(_ name: String, at span: Span) -> Diagnostic {
    make(
      "nothing can be partitioned by `\(name)`", at: span,
      help: "name a field that is one text, number, date or value of an enum")
  }
}
