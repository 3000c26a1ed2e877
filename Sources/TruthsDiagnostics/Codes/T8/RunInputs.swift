package import TruthsText

/// T8101: a fact of a context that does not fit the vocabulary.
///
/// Detected in `Sources/TruthsRuntime/Procedure/Context/ContextLoader.swift`.
package enum ContextFactFault: DiagnosticKind {
  package static let id = DiagnosticID("T8101", .error)

  /// - Parameter nearest: the nearest known name, where a name is unknown.
  package static func at(_ span: Span, _ message: String, nearest: String?) -> Diagnostic {
    make(message, at: span, help: nearest.map { "did you mean `\($0)`?" })
  }
}

/// A fact of a context has the key of an earlier one, and does not state that it corrects it.
///
/// Detected in `Sources/TruthsRuntime/Procedure/Context/ContextLoader.swift`.
package enum RepeatedKey: DiagnosticKind {
  package static let id = DiagnosticID("T8104", .warning)

  /// - Parameters:
  ///   - key: `invoice_id INV-1`
  ///   - first: `entry_id` of the earlier fact.
  package static func found(_ fact: String, key: String, first: String, sequence: Int, at span: Span) -> Diagnostic {
    make(
      "there is \(fact.quotedWithArticle) of this key already (\(key)), in entry \(sequence)", at: span, label: "this one counts",
      help: "where it corrects the earlier one, its entry has `\"corrects\": \"\(first)\"`")
  }
}

/// T8102: a policy is set that nobody declares, or to a value that is not of its type.
///
/// Detected in `Sources/TruthsRuntime/Procedure/Context/RunProcedure+Context.swift`.
package enum PolicySettingFault: DiagnosticKind {
  package static let id = DiagnosticID("T8102", .error)

  /// - Parameter nearest: the nearest known name, where a name is unknown.
  package static func at(_ span: Span, _ message: String, nearest: String?) -> Diagnostic {
    make(message, at: span, help: nearest.map { "did you mean `\($0)`?" })
  }
}

/// T8103: a proposal that is not an object, or, where an expression reads it, does not fit its intent; columns that are no
/// proposals.
///
/// Detected in `Sources/Truths/Run/RunBatch.swift`, `Sources/TruthsRuntime/Inputs/RunData.swift`,
/// `Sources/Truths/Expression/ExpressionSession.swift`, `Sources/TruthsColumns/ColumnFault.swift`.
package enum ProposalShapeFault: DiagnosticKind {
  package static let id = DiagnosticID("T8103", .error)

  package static func at(_ span: Span) -> Diagnostic {
    make("a proposal is an object with an `action`", at: span, label: "this is none")
  }

  /// What a run rejects a proposal for; an expression cannot read it then.
  package static func misfit(_ message: String, at span: Span) -> Diagnostic {
    make("the proposal cannot be read: \(message)", at: span)
  }

  /// Columns whose rows are no proposals of the intent.
  package static func columns(_ message: String, help: String, at span: Span) -> Diagnostic {
    make(message, at: span, help: help)
  }
}

/// T8110: something that a run is given beside its proposal has not its form, or an expression wants it.
///
/// Detected in `Sources/TruthsRuntime/Inputs/RunOrigin.swift`, `Sources/Truths/Expression/ExpressionSession.swift`.
package enum RunSettingFault: DiagnosticKind {
  package static let id = DiagnosticID("T8110", .error)

  /// A moment that is none.
  package static func moment(_ text: String, at span: Span, takesProposal: Bool) -> Diagnostic {
    make(
      "the moment of a run is a timestamp, and \"\(text)\" is none", at: span,
      help: "write it as `2025-01-31T12:00:00Z`: RFC 3339 in UTC, with Z"
        + (takesProposal ? "; or `proposal` for that of the proposal" : ""))
  }

  /// An expression that depends on the moment, which nobody has given.
  package static func noMoment(at span: Span) -> Diagnostic {
    make(
      "this depends on the moment, and none is given", at: span,
      help: "say when it is: `--now 2025-01-31T12:00:00Z`, or `--now clock`; in `truths repl` with `:now`")
  }

  /// A limit below nothing.
  package static func limit(_ name: String, _ value: Int, at span: Span) -> Diagnostic {
    make(
      "`\(name)` is \(value), and a limit is not negative", at: span,
      help: "write a whole number from 0, such as `\(name) = 1000`")
  }

  /// An actor at fault.
  package static func actor(_ message: String, nearest: String?, at span: Span) -> Diagnostic {
    make(
      message, at: span,
      help: nearest.map { "did you mean `\($0)`?" }
        ?? #"an actor is such as {"type": "user", "user_id": "ann", "roles": ["accountant"]}"#)
  }
}

/// T8111: what is appended to a ledger does not say when, or by whom.
///
/// Detected in `Sources/TruthsRuntime/Inputs/RunOrigin.swift`, `Sources/Truths/Run/RunSetup.swift`.
package enum RunOriginFault: DiagnosticKind {
  package static let id = DiagnosticID("T8111", .error)

  /// Nobody said when a run is that is to be appended.
  package static func noMoment(at span: Span) -> Diagnostic {
    make(
      "what is appended wants a moment, and none is given", at: span,
      help: "give `now`, such as `2025-01-31T12:00:00Z`, or `proposal` to believe the proposal's own `timestamp`")
  }

  /// Nobody said who proposes what is to be appended.
  package static func noActor(at span: Span) -> Diagnostic {
    make(
      "what is appended wants an actor, and none is given", at: span,
      help: #"give `actor`, such as {"type": "user", "user_id": "ann", "roles": ["accountant"]}, or `proposal` to believe the "#
        + "proposal's own")
  }

  /// A proposal that is believed, and does not say when it was made.
  ///
  /// - Parameter isGiven: whether it says something that is no moment.
  package static func untimed(isGiven: Bool, at span: Span) -> Diagnostic {
    make(
      isGiven ? "the proposal's `timestamp` is no moment, and was to be believed" : "the proposal has no `timestamp` to believe",
      at: span, help: #"write `"timestamp": "2025-01-31T12:00:00Z"` into it, or give a moment: `--now clock`"#)
  }

  /// A proposal that is believed, and does not say who makes it.
  ///
  /// - Parameter fault: what is wrong with the actor that it names; `nil` where it names none.
  package static func unsigned(fault: String?, at span: Span) -> Diagnostic {
    make(
      fault.map { "the proposal's `actor` was to be believed, and is at fault: \($0)" }
        ?? "the proposal has no `actor` to believe",
      at: span,
      help: #"write `"actor": {"type": "user", "user_id": "ann", "roles": ["accountant"]}` into it, or give one: `--actor FILE`"#)
  }

  /// Policies or documents are given beside a proposal of somebody who brings nothing in.
  package static func bringsNothing(_ who: String, at span: Span) -> Diagnostic {
    make(
      "\(who), and only a user or a system sets policies and brings documents in", at: span,
      help: "leave `--set` and `--document` out of this run, and append them in one by somebody who may: "
        + #"`--actor '{"type": "user", "user_id": "ann", "roles": ["accountant"]}'`"#)
  }

  /// A ledger begins with entries, and the run that begins it is of somebody who brings nothing in.
  package static func bringsNoEntries(_ who: String, at span: Span) -> Diagnostic {
    make(
      "\(who), and only a user or a system begins a ledger with the entries of a context", at: span,
      help: "leave `--context` out of this run, or begin the ledger with one by somebody who may: "
        + #"`--actor '{"type": "user", "user_id": "ann", "roles": ["accountant"]}'`"#)
  }
}

/// T8153: a ledger that is appended to has a decision in short form.
///
/// Detected in `Sources/TruthsRuntime/Procedure/Context/ContextLoader.swift`.
package enum ShortDecision: DiagnosticKind {
  package static let id = DiagnosticID("T8153", .error)

  /// - Parameter span: the short form.
  package static func found(at span: Span) -> Diagnostic {
    make(
      "`decision.made` in short form stands for no decision, and this ledger is appended to", at: span,
      help: "take it out; in a fixture's `context`, or with `--context` in a dry run, it may stand")
  }
}

/// T8112: a decision takes more work than it may.
///
/// Detected in `Sources/TruthsRuntime/Inputs/Findings+Work.swift` and
/// `Sources/TruthsRuntime/Documents/RunProcedure+Documents.swift`.
package enum WorkOverLimit: DiagnosticKind {
  package static let id = DiagnosticID("T8112", .error)

  /// - Parameters:
  ///   - what: whose work it was, and what was gone through.
  ///   - limit: steps of work that there may be.
  ///   - span: the clause.
  package static func found(_ what: String, limit: Int, at span: Span) -> Diagnostic {
    let more = limit > .max / 10 ? limit : 10 * limit
    return make(
      "there is no decision: \(what)", at: span,
      help: "join by a key, propose less at once, or allow more work, such as \(more) steps (`--max-work`)")
  }
}

/// T8220: the idempotency key of a queue's record has not the form of contract §16.1.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum QueueKeyFault: DiagnosticKind {
  package static let id = DiagnosticID("T8220", .warning)

  package static func at(_ span: Span, _ message: String) -> Diagnostic { make(message, at: span) }
}
