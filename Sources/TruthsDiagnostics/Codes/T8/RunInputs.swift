package import TruthsText

/// T8101: a fact of a context that does not fit the vocabulary.
///
/// Detected in `Sources/TruthsRuntime/Procedure/Context/ContextLoader.swift`.
package enum ContextFactFault: DiagnosticKind {
  package static let id = DiagnosticID("T8101", .error)

  /// - Parameter nearest: the nearest known name, where a name is unknown.
  package static func at(_ span: Span, _ message: String, nearest: String?) -> Diagnostic {
    misnamed(message, NearestHelp(nearest: nearest), at: span)
  }
}

/// T8104: a fact of a context with the key of an earlier fact that it does not correct.
///
/// Detected in `Sources/TruthsRuntime/Procedure/Context/ContextLoader.swift`.
package enum RepeatedKey: DiagnosticKind {
  package static let id = DiagnosticID("T8104", .warning)

  /// - Parameters:
  ///   - key: the key, `invoice_id INV-1`.
  ///   - first: the `entry_id` of the earlier fact.
  package static func finding(_ fact: String, key: String, first: String, sequence: Int, at span: Span) -> Diagnostic {
    make(
      "entry \(sequence) is already \(fact.quotedWithArticle) of this key (\(key))", at: span, label: "this one counts",
      help: "if this fact corrects the earlier one, write `\"corrects\": \"\(first)\"` in its entry")
  }
}

/// T8102: a setting of an undeclared policy, or with a value of the wrong type.
///
/// Detected in `Sources/TruthsRuntime/Procedure/Context/RunProcedure+Context.swift`.
package enum PolicySettingFault: DiagnosticKind {
  package static let id = DiagnosticID("T8102", .error)

  /// - Parameter nearest: the nearest known name, where a name is unknown.
  package static func at(_ span: Span, _ message: String, nearest: String?) -> Diagnostic {
    make(message, at: span, help: nearest.map { "did you mean `\($0)`?" })
  }
}

/// T8103: a proposal that is not an object or does not fit its intent, or columns that are no proposals.
///
/// Detected in `Sources/Truths/Run/RunBatch.swift`, `Sources/TruthsRuntime/Inputs/RunData.swift`,
/// `Sources/Truths/Expression/ExpressionSession.swift`, `Sources/Truths/Eval/TrialFindings.swift`,
/// `Sources/TruthsColumns/ColumnFault.swift`.
package enum ProposalShapeFault: DiagnosticKind {
  package static let id = DiagnosticID("T8103", .error)

  package static func at(_ span: Span) -> Diagnostic {
    make("a proposal is an object with an `action`", at: span, label: "this is none")
  }

  /// A proposal that a run would reject as malformed, where an expression reads it or an editor shows it.
  package static func misfit(_ message: String, nearest: String?, at span: Span) -> Diagnostic {
    misnamed("the proposal cannot be read: \(message)", NearestHelp(nearest: nearest), at: span)
  }

  /// Columns whose rows are not proposals of the intent.
  package static func columns(_ message: String, help: String, at span: Span) -> Diagnostic {
    make(message, at: span, help: help)
  }
}

/// T8110: a malformed setting of a run, or a setting that an expression needs and that is missing.
///
/// Detected in `Sources/TruthsRuntime/Inputs/RunOrigin.swift`, `Sources/Truths/Expression/ExpressionSession.swift`.
package enum RunSettingFault: DiagnosticKind {
  package static let id = DiagnosticID("T8110", .error)

  /// A malformed moment.
  package static func moment(_ text: String, at span: Span, takesProposal: Bool) -> Diagnostic {
    make(
      "the moment of a run must be a timestamp, and \"\(text)\" is not one", at: span,
      help: "write it as `2025-01-31T12:00:00Z`: RFC 3339 in UTC, with Z"
        + (takesProposal ? "; or `proposal` for that of the proposal" : ""))
  }

  /// An expression that needs a moment, without one.
  package static func noMoment(at span: Span) -> Diagnostic {
    make(
      "this depends on the moment, and none is given", at: span,
      help: "say when it is: `--now 2025-01-31T12:00:00Z`, or `--now clock`; in `truths repl` with `:now`")
  }

  /// A limit below zero.
  package static func limit(_ name: String, _ value: Int, at span: Span) -> Diagnostic {
    make(
      "`\(name)` is \(value), and a limit must not be negative", at: span,
      help: "write a whole number from 0, such as `\(name) = 1000`")
  }

  /// A malformed actor.
  package static func actor(_ message: String, nearest: String?, at span: Span) -> Diagnostic {
    make(
      message, at: span,
      help: nearest.map { "did you mean `\($0)`?" }
        ?? #"an actor is such as {"type": "user", "user_id": "ann", "roles": ["accountant"]}"#)
  }
}

/// T8111: a run that is appended to a ledger without a moment or an actor.
///
/// Detected in `Sources/TruthsRuntime/Inputs/RunOrigin.swift`, `Sources/Truths/Run/RunSetup.swift`.
package enum RunOriginFault: DiagnosticKind {
  package static let id = DiagnosticID("T8111", .error)

  /// A run to be appended without a moment.
  package static func noMoment(at span: Span) -> Diagnostic {
    make(
      "a run that is appended needs a moment, and none is given", at: span,
      help: "give `now`, such as `2025-01-31T12:00:00Z`, or `proposal` to use the proposal's own `timestamp`")
  }

  /// A run to be appended without an actor.
  package static func noActor(at span: Span) -> Diagnostic {
    make(
      "a run that is appended needs an actor, and none is given", at: span,
      help: #"give `actor`, such as {"type": "user", "user_id": "ann", "roles": ["accountant"]}, or `proposal` to use the "#
        + "proposal's own")
  }

  /// A proposal without a moment, where the moment of the proposal is to be used.
  ///
  /// - Parameter isGiven: whether the proposal has a `timestamp` that is malformed.
  package static func untimed(isGiven: Bool, at span: Span) -> Diagnostic {
    make(
      isGiven
        ? "the proposal's `timestamp` is to be used, but is not a moment" : "the proposal has no `timestamp` that could be used",
      at: span, help: #"write `"timestamp": "2025-01-31T12:00:00Z"` into it, or give a moment: `--now clock`"#)
  }

  /// A proposal without a valid actor, where the actor of the proposal is to be used.
  ///
  /// - Parameter fault: the fault of its actor; `nil` where it has no actor.
  package static func unsigned(fault: String?, at span: Span) -> Diagnostic {
    make(
      fault.map { "the proposal's `actor` is to be used, but is malformed: \($0)" }
        ?? "the proposal has no `actor` that could be used",
      at: span,
      help: #"write `"actor": {"type": "user", "user_id": "ann", "roles": ["accountant"]}` into it, or give one: `--actor FILE`"#)
  }

  /// Policies or documents in a run whose actor may not bring any in.
  package static func bringsNothing(_ who: String, at span: Span) -> Diagnostic {
    make(
      "\(who), and only a user or a system sets policies and brings documents in", at: span,
      help: "leave `--set` and `--document` out of this run, and append them in a run by a person who may: "
        + #"`--actor '{"type": "user", "user_id": "ann", "roles": ["accountant"]}'`"#)
  }

  /// Entries of a context in the first run of a ledger, by an actor who may not bring any in.
  package static func bringsNoEntries(_ who: String, at span: Span) -> Diagnostic {
    make(
      "\(who), and only a user or a system begins a ledger with the entries of a context", at: span,
      help: "leave `--context` out of this run, or begin the ledger in a run by a person who may: "
        + #"`--actor '{"type": "user", "user_id": "ann", "roles": ["accountant"]}'`"#)
  }
}

/// T8153: a decision in short form, in a ledger to which a run is appended.
///
/// Detected in `Sources/TruthsRuntime/Procedure/Context/ContextLoader.swift`.
package enum ShortDecision: DiagnosticKind {
  package static let id = DiagnosticID("T8153", .error)

  /// - Parameter span: the short form.
  package static func finding(at span: Span) -> Diagnostic {
    make(
      "a ledger that is appended to cannot have `decision.made` in short form", at: span,
      help: "remove the line; it is allowed in a fixture's `context`, and with `--context` in a dry run")
  }
}

/// T8112: a decision that exceeds its work limit.
///
/// Detected in `Sources/TruthsRuntime/Inputs/Findings+Work.swift` and
/// `Sources/TruthsRuntime/Documents/RunProcedure+Documents.swift`.
package enum WorkOverLimit: DiagnosticKind {
  package static let id = DiagnosticID("T8112", .error)

  /// - Parameters:
  ///   - what: whose work it was, and what it was doing.
  ///   - limit: the number of steps allowed.
  ///   - span: the clause.
  package static func finding(_ what: String, limit: Int, at span: Span) -> Diagnostic {
    let more = limit > .max / 10 ? limit : 10 * limit
    return make(
      "there is no decision: \(what)", at: span,
      help: "join by a key, propose less at once, or allow more work, such as \(more) steps (`--max-work`)")
  }
}

/// T8220: an idempotency key of a queue's record that does not have the form of contract §16.1.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum QueueKeyFault: DiagnosticKind {
  package static let id = DiagnosticID("T8220", .warning)

  package static func at(_ span: Span, _ message: String) -> Diagnostic { make(message, at: span) }
}
