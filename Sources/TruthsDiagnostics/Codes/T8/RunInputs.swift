package import TruthsText

/// T8101: a fact of a context that does not fit the vocabulary.
///
/// Detected in `Sources/TruthsRuntime/Procedure/Context/ContextLoader.swift`.
package enum ContextFactFault: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8101", "context-fact", .error,
    title: "a fact of the context does not fit the vocabulary",
    why:
      "A fact is authority: what clauses read of it decides. A fact with an unknown type or field, a wrong type, or a missing "
      + "field would be read as something that it does not say, so nothing runs.",
    mend: "Give the fact the type and the fields that its declaration names, or declare what it needs.",
    wrong: [sample(period: "\"period\"")], right: [sample(period: "\"period_id\"")])

  /// - Parameter nearest: the nearest known name, where a name is unknown.
  package static func at(_ span: Span, _ message: String, nearest: String?) -> Diagnostic {
    make(message, at: span, help: nearest.map { "did you mean `\($0)`?" })
  }

  private static func sample(period: String) -> DiagnosticSample {
    DiagnosticSample(
      .run,
      files: [
        ("truths/demo/demo.truths", demoPack), ("context.jsonl", "{\"type\": \"period.closed\", \(period): \"2024-Q1\"}\n"),
        ("proposal.json", "{\"action\": \"close_books\", \"period_id\": \"2024-Q2\"}\n"),
      ])
  }
}

/// A fact of a context has the key of an earlier one, and does not state that it corrects it.
///
/// Detected in `Sources/TruthsRuntime/Procedure/Context/ContextLoader.swift`.
package enum RepeatedKey: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8104", "repeated-key", .warning,
    title: "a context has two facts of one key",
    why:
      "The later one counts, and what followed from the earlier one may stay. A fact that corrects another says so in its "
      + "entry, with `corrects`; without it, nobody can tell a correction from a mistake.",
    mend: "Leave one of the two out, or give the later one as an entry with `corrects` and the `entry_id` of the earlier one.",
    wrong: [sample(second: "2024-Q1")], right: [sample(second: "2024-Q3")])

  /// - Parameters:
  ///   - key: `invoice_id INV-1`
  ///   - first: `entry_id` of the earlier fact.
  package static func found(_ fact: String, key: String, first: String, sequence: Int, at span: Span) -> Diagnostic {
    make(
      "there is \(fact.quotedWithArticle) of this key already (\(key)), in entry \(sequence)", at: span, label: "this one counts",
      help: "where it corrects the earlier one, its entry has `\"corrects\": \"\(first)\"`")
  }

  private static func sample(second: String) -> DiagnosticSample {
    let closed = { (period: String) in "{\"type\": \"period.closed\", \"period_id\": \"\(period)\"}\n" }
    return DiagnosticSample(
      .run,
      files: [
        ("truths/demo/demo.truths", demoPack), ("context.jsonl", closed("2024-Q1") + closed(second)),
        ("proposal.json", "{\"action\": \"close_books\", \"period_id\": \"2024-Q2\"}\n"),
      ])
  }
}

/// T8102: a policy is set that nobody declares, or to a value that is not of its type.
///
/// Detected in `Sources/TruthsRuntime/Procedure/Context/RunProcedure+Context.swift`.
package enum PolicySettingFault: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8102", "policy-setting", .error,
    title: "a policy is set that nobody declares, or to a value of another type",
    why: "A policy that is set under a wrong name keeps its old value, and every rule that reads it goes on as before.",
    mend: "Set the policy by its qualified name, `<pack>.<policy>`, to a value of its declared type.",
    wrong: [sample(policy: "demo.limitt")], right: [sample(policy: "demo.limit")])

  /// - Parameter nearest: the nearest known name, where a name is unknown.
  package static func at(_ span: Span, _ message: String, nearest: String?) -> Diagnostic {
    make(message, at: span, help: nearest.map { "did you mean `\($0)`?" })
  }

  private static func sample(policy: String) -> DiagnosticSample {
    DiagnosticSample(
      .run,
      files: [
        ("truths/demo/demo.truths", demoPack),
        ("context.jsonl", "{\"type\": \"policy.set\", \"policy\": \"\(policy)\", \"value\": 5}\n"),
        ("proposal.json", "{\"action\": \"close_books\", \"period_id\": \"2024-Q2\"}\n"),
      ])
  }
}

/// T8103: a proposal that is not an object, or, where an expression reads it, does not fit its intent; columns that are no
/// proposals.
///
/// Detected in `Sources/Truths/Run/RunBatch.swift`, `Sources/Truths/Run/RunInput.swift`,
/// `Sources/Truths/Expression/ExpressionSession.swift`, `Sources/Truths/Columns/ColumnFault.swift`.
package enum ProposalShapeFault: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8103", "proposal-shape", .error,
    title: "a proposal is not an object",
    why: "A proposal says which intent it proposes and with which fields; nothing else can be decided, or even recorded.",
    mend: "Give one JSON object with an `action`, such as {\"action\": \"close_books\", \"period_id\": \"2024-Q2\"}.",
    wrong: [sample("[\"close_books\"]\n")], right: [sample("{\"action\": \"close_books\", \"period_id\": \"2024-Q2\"}\n")])

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

  private static func sample(_ proposal: String) -> DiagnosticSample {
    DiagnosticSample(.run, files: [("truths/demo/demo.truths", demoPack), ("proposal.json", proposal)])
  }
}

/// T8110: something that a run is given beside its proposal has not its form, or an expression wants it.
///
/// Detected in `Sources/Truths/Run/RunOrigin.swift`, `Sources/Truths/Expression/ExpressionSession.swift`.
package enum RunSettingFault: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8110", "run-setting", .error,
    title: "the moment, the actor or a limit of a run has not its form",
    why: "A setting that was passed over in silence would leave its place to what the proposal claims, or to nothing.",
    mend: """
      Write a moment as `2025-01-31T12:00:00Z`, an actor as {"type": "user", "user_id": "ann", "roles": ["accountant"]}, a limit \
      as a whole number from 0.
      """,
    wrong: [sample(type: "robot")], right: [sample(type: "agent")])

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

  private static func sample(type: String) -> DiagnosticSample {
    DiagnosticSample(
      .run,
      files: [
        ("truths/demo/demo.truths", demoPack), ("proposal.json", "{\"action\": \"close_books\", \"period_id\": \"2024-Q2\"}\n"),
        ("actor.json", "{\"type\": \"\(type)\", \"user_id\": \"r2\", \"roles\": []}\n"),
      ])
  }
}

/// T8111: what is appended to a ledger does not say when, or by whom.
///
/// Detected in `Sources/Truths/Run/RunOrigin.swift`, `Sources/Truths/Run/RunSetup.swift`.
package enum RunOriginFault: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8111", "run-origin", .error,
    title: "a run that is appended does not say when it is, or who proposes",
    why: """
      A ledger is believed later. A decision that is dated 1970, or made by nobody, could be anybody's, and approvals and \
      deadlines that count from it count wrongly.
      """,
    mend: """
      Give a moment and an actor that you vouch for (`--now clock --actor actor.json`), or write `timestamp` and `actor` into \
      the proposal and believe it (`--now proposal --actor proposal`).
      """,
    wrong: [sample("")],
    right: [
      sample(#", "timestamp": "2025-01-31T12:00:00Z", "actor": {"type": "user", "user_id": "ann", "roles": ["accountant"]}"#)
    ])

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

  private static func sample(_ more: String) -> DiagnosticSample {
    DiagnosticSample(
      .append,
      files: [
        ("truths/demo/demo.truths", demoPack),
        ("proposal.json", "{\"action\": \"close_books\", \"period_id\": \"2024-Q2\"\(more)}\n"),
      ])
  }
}

/// T8153: a ledger that is appended to has a decision in short form.
///
/// Detected in `Sources/TruthsRuntime/Procedure/Context/ContextLoader.swift`.
package enum ShortDecision: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8153", "short-decision", .error,
    title: "a ledger that is appended to has a decision in short form",
    why: """
      `decision.made` tells what was decided, and clauses count on it. In a ledger that stands in the entries of decisions, \
      which `verify` makes again; a short form would let anybody say that something was refused or accepted before.
      """,
    mend: "Take the line out. What a fixture gives in its context, or `--context` to a dry run, may have such lines.",
    wrong: [
      sample(
        #"{"type": "decision.made", "run_id": "r1", "decision": "rejected", "status": "halted", "decided_at": "#
          + #""2025-01-31T11:00:00Z"}"#)
    ],
    right: [sample(#"{"type": "period.closed", "period_id": "2024-Q1"}"#)])

  /// - Parameter span: the short form.
  package static func found(at span: Span) -> Diagnostic {
    make(
      "`decision.made` in short form stands for no decision, and this ledger is appended to", at: span,
      help: "take it out; in a fixture's `context`, or with `--context` in a dry run, it may stand")
  }

  private static func sample(_ line: String) -> DiagnosticSample {
    DiagnosticSample(
      .append,
      files: [
        ("truths/demo/demo.truths", demoPack),
        (
          "proposal.json",
          #"{"action": "close_books", "period_id": "2024-Q2", "timestamp": "2025-01-31T12:00:00Z", "#
            + #""actor": {"type": "user", "user_id": "ann", "roles": ["accountant"]}}"# + "\n"
        ), ("context.jsonl", line + "\n"),
      ])
  }
}

/// T8112: a decision takes more work than it may.
///
/// Detected in `Sources/Truths/Run/RunReport.swift` and `Sources/TruthsRuntime/Documents/RunProcedure+Documents.swift`.
package enum WorkOverLimit: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8112", "work-exceeded", .error,
    title: "a decision takes more work than it may",
    why: """
      Lists within lists, and joins of facts that share no key, take a time that grows with the product of their sizes. Work is \
      bounded, so that no proposal keeps others waiting. It never decides: past the limit there is no decision, and nothing is \
      appended.
      """,
    mend: """
      Ask with `where x.key == y.key` instead of going through everything, propose less at once, or give more work with \
      `--max-work`.
      """,
    wrong: [sample(books: 48)], right: [sample(books: 2)])

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

  private static func sample(books: Int) -> DiagnosticSample {
    let list = (1...books).map { "\"\($0)\"" }.joined(separator: ", ")
    return DiagnosticSample(
      .runWithLittleWork,
      files: [
        (
          "truths/demo/demo.truths",
          """
          pack demo:
            version: 1.0.0

          fact books.counted:
            key: [period_id]
            fields:
              period_id: text

          intent count_books:
            fields:
              period_id: text
              books: list of text

          truth counting_books:
            when:
              - intent: count_books
            requires:
              - period_id exists
              - books exists
              - count(b in books where b == "1" or b == "2" or b == "3") > 0
            produces:
              - fact.books.counted
              - trace.books.counting

          """
        ),
        (
          "proposal.json", "{\"action\": \"count_books\", \"period_id\": \"2024-Q2\", \"books\": [\(list)]}\n"
        ),
      ])
  }
}

/// T8220: the idempotency key of a queue's record has not the form of contract §16.1.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum QueueKeyFault: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8220", "queue-key", .warning,
    title: "the idempotency key of a queued record has not its form",
    why: "A record of an offline queue with such a key is rejected as not well-formed, so that the fixture tests nothing else.",
    mend: "Write the key as `{device_id}:{action}:{timestamp_ms}:{random_4}`, such as `ios:abc:greet:1704067200000:f7a2`.",
    wrong: [sample("k1")], right: [sample("ios:abc:greet:1704067200000:f7a2")])

  package static func at(_ span: Span, _ message: String) -> Diagnostic { make(message, at: span) }

  private static func sample(_ key: String) -> DiagnosticSample {
    FixtureSamples.sample(
      """
      {
        "id": "demo.queued",
        "proposal": {
          "idempotency_key": "\(key)",
          "proposal": {"action": "greet", "name": "Ada"},
          "replay_safe": true
        },
        "expected": {"decision": "accepted"}
      }
      """)
  }
}
