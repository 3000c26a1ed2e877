package import TruthsText

/// An intent that no truth governs.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum UngovernedIntent: DiagnosticKind {
  package static let id = DiagnosticID("T5001", .warning)

  /// An intent that no truth names.
  package static func finding(_ intent: String, at key: Span) -> Diagnostic {
    make(
      "no truth fires on intent `\(intent)`", at: key,
      help: "write a truth with this intent under `when`; until then every proposal of the intent is rejected")
  }
}

/// A truth that never fires, or an invariant that applies to nothing.
///
/// Detected in `Sources/TruthsCheck/Declare/Bodies.swift`, `Sources/TruthsCheck/Declare/Jobs.swift`.
package enum NeverFires: DiagnosticKind {
  package static let id = DiagnosticID("T5002", .error)

  /// A truth whose `when` names no intent.
  package static func finding(at key: Span) -> Diagnostic {
    make("this truth never fires", at: key, help: "name an intent or a fact under `when`: `when: - intent: …`")
  }

  /// An invariant whose `applies_to` is an empty list.
  package static func invariant(at key: Span) -> Diagnostic {
    make("this invariant applies to nothing", at: key, help: "name intents under `applies_to`, or write `all` or `state`")
  }
}

/// A truth that reads the moment of the decision although its run may wait for an approval or consent.
///
/// Detected in `Sources/TruthsCheck/Lints/MomentLints.swift`.
package enum MomentOfAnswer: DiagnosticKind {
  package static let id = DiagnosticID("T5021", .warning)

  /// - Parameters:
  ///   - span: the first place where the moment is read.
  ///   - advice: what to do to read the moment of the proposal.
  ///   - now: the place of `now` in a function that is called, or in a truth that derives the facts that are read.
  ///   - cause: the clause that makes the run wait.
  ///   - names: the places of `now` in the truth.
  package static func finding(
    _ truth: String, at span: Span, advice: String, reads now: Span? = nil, waits cause: Span, fixes names: [Span]
  ) -> Diagnostic {
    let edits = names.map { Diagnostic.Edit($0, instead) }
    let reading = now.map { [Diagnostic.Note("this reads `now`", at: $0)] } ?? []
    return make(
      "a run of `\(truth)` may wait for an answer, and `now` is then the moment of the answer", at: span,
      help: "if you mean the moment of the proposal, \(advice)",
      notes: reading + [Diagnostic.Note("this may make it wait", at: cause)],
      fixes: edits.isEmpty ? [] : [Diagnostic.Fix("read the moment of the proposal", edits, isSafe: false)])
  }

  /// The name for the moment of the proposal.
  package static let instead = "proposal.at"
}

/// The claimed `proposal.on_behalf_of`, read outside pack trust.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`.
package enum ClaimedOutsideTrust: DiagnosticKind {
  package static let id = DiagnosticID("T5060", .warning)

  package static func finding(at span: Span, pack: String) -> Diagnostic {
    make(
      "pack `\(pack)` reads `proposal.on_behalf_of`, which the proposal only claims, unless a session checks it", at: span,
      help: "read it in pack trust: `truth …:` in `truths/trust/trust.truths`, with `when: - intent: …` and this clause")
  }
}

/// A role that is read outside pack trust.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`.
package enum RoleOutsideTrust: DiagnosticKind {
  package static let id = DiagnosticID("T5003", .error)

  /// `actor.roles` or `actor.type` in a pack other than trust.
  package static func finding(_ name: String, at span: Span, pack: String) -> Diagnostic {
    make(
      "`\(name)` is read in pack `\(pack)`, and may be read only in pack `trust`", at: span,
      help: "move the clause to a truth of pack `trust`, which says who may do what")
  }
}

/// A guardrail with an unknown enforcer.
///
/// Detected in `Sources/TruthsCheck/Lints/JobLints.swift`.
package enum UnknownEnforcer: DiagnosticKind {
  package static let id = DiagnosticID("T5004", .error)

  /// `enforced_by` with an unknown id.
  package static func finding(_ id: some PlacedName, among ids: [String]) -> Diagnostic {
    let near = NearestHelp(to: id.text, among: ids)
    return make(
      "no truth, invariant or clause has the id `\(id.text)`", at: id.span, help: near.help, fixes: near.fixes(at: id.span))
  }
}

/// A guardrail that nothing enforces.
///
/// Detected in `Sources/TruthsCheck/Lints/JobLints.swift`.
package enum UnenforcedGuardrail: DiagnosticKind {
  package static let id = DiagnosticID("T5005", .warning)

  /// A guardrail without `enforced_by` that no truth names under `enforces`.
  ///
  /// - Parameter number: the number of the guardrail, from 1.
  package static func finding(_ text: some PlacedName, job: String, number: Int) -> Diagnostic {
    make(
      "nothing enforces that one must not \(text.text)", at: text.span,
      help: "write `enforced_by: <id>` here, or `enforces: [\(job).\(number)]` at a truth")
  }
}

/// A fact that is produced outside its pack.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum ProducedOutsidePack: DiagnosticKind {
  package static let id = DiagnosticID("T5006", .error)

  /// An output of a fact type that another pack declares.
  package static func finding(_ name: some PlacedName, fact: String, owner: String, pack: String, declared: Span) -> Diagnostic {
    make(
      "`\(fact)` belongs to pack `\(owner)`, so truths of pack `\(pack)` cannot produce it", at: name.span,
      help: "move this truth to a file of pack `\(owner)`, such as `truths/\(owner)/\(owner).truths`, or produce a fact of pack "
        + "`\(pack)`",
      notes: [Diagnostic.Note("the fact type is declared here", at: declared)])
  }

  /// An output of a fact type that the language declares.
  ///
  /// - Parameter isOfTrust: whether truths of pack trust may produce it.
  package static func builtIn(_ name: some PlacedName, fact: String, pack: String, isOfTrust: Bool) -> Diagnostic {
    isOfTrust
      ? make(
        "`\(fact)` is declared by the language, and only truths of pack `trust` produce it, not those of pack `\(pack)`",
        at: name.span,
        help: "move this truth to a file of pack `trust`, such as `truths/trust/trust.truths`; there it needs no declaration")
      : make(
        "`\(fact)` is declared by the language, and the engine alone records it", at: name.span,
        help: "declare a fact of pack `\(pack)` with a name of its own, and produce that")
  }

  /// A move of a lifecycle that another pack declares.
  package static func moved(_ name: some PlacedName, owner: String, pack: String, declared: Span) -> Diagnostic {
    make(
      "lifecycle `\(name.text)` belongs to pack `\(owner)`, so truths of pack `\(pack)` cannot move it", at: name.span,
      notes: [Diagnostic.Note("the lifecycle is declared here", at: declared)])
  }
}

/// A fact that is read but never produced.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum FactNeverProduced: DiagnosticKind {
  package static let id = DiagnosticID("T5007", .warning)

  /// A fact type that is read, but neither produced nor external.
  package static func finding(_ fact: String, readAt span: Span, declared: Span) -> Diagnostic {
    make(
      "no truth produces `\(fact)`, and it is not `external`", at: span,
      notes: [Diagnostic.Note("the fact type is declared here", at: declared)])
  }
}

/// A declaration that is not used.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum UnusedDeclaration: DiagnosticKind {
  package static let id = DiagnosticID("T5008", .warning)

  /// A policy, fact type or `let` that is neither read nor produced.
  package static func finding(kind: String, _ name: String, at span: Span) -> Diagnostic {
    make("nothing uses \(kind) `\(name)`", at: span)
  }
}
