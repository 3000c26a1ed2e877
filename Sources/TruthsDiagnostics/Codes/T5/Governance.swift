package import TruthsText

/// No truth governs an intent.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum UngovernedIntent: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5001", "ungoverned-intent", .warning,
    title: "no truth governs an intent",
    why: "Every business action maps to a truth; a proposal that none governs is rejected.",
    mend: "Write a truth with `- intent: …` under `when`, or remove the intent.",
    wrong: [
      .order(
        declarations: """
          intent cancel_order:
            fields:
              order_id: text
          """)
    ],
    right: [
      .order()
    ])

  /// An intent that no truth names.
  package static func found(_ intent: String, at key: Span) -> Diagnostic {
    make("no truth governs intent `\(intent)`", at: key, help: "every proposal of it is rejected until one does")
  }
}

/// A truth names nothing that it fires on.
///
/// Detected in `Sources/TruthsCheck/Declare/Bodies.swift`, `Sources/TruthsCheck/Declare/Jobs.swift`.
package enum NeverFires: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5002", "never-fires", .error,
    title: "a truth names nothing that it fires on",
    why: "A truth without an intent never fires, so its clauses protect nothing.",
    mend: "Name an intent under `when`.",
    wrong: [
      .order(
        declarations: """
          truth order_ids:
            when:
              - pack: demo
            requires:
              - order_id exists
            produces:
              - trace.order.ids
          """)
    ],
    right: [
      .order(
        declarations: """
          truth order_ids:
            when:
              - intent: place_order
            requires:
              - length(order_id) < 40
            produces:
              - trace.order.ids
          """)
    ])

  /// A truth whose `when` names no intent.
  package static func found(at key: Span) -> Diagnostic {
    make("this truth never fires", at: key, help: "name what it fires on: `when: - intent: …`")
  }

  /// An invariant whose `applies_to` is an empty list.
  package static func invariant(at key: Span) -> Diagnostic {
    make("this invariant applies to nothing", at: key, help: "name intents under `applies_to`, or write `all` or `state`")
  }
}

/// Whom a proposal is for, as it claims, is read outside pack trust.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`.
package enum ClaimedOutsideTrust: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5060", "claimed-outside-trust", .warning,
    title: "whom a proposal is for is read outside pack trust",
    why:
      "`proposal.on_behalf_of` is what the proposal says, unless a session holds it to the identity of its client. A rule that "
      + "rests on it rests on a claim; pack trust is where claims are weighed.",
    mend: "Read it in a truth of pack trust for the same intent, or take the person from a fact.",
    wrong: [
      .order(
        fields: ["buyer: text"], requires: ["buyer exists", "proposal.on_behalf_of exists and proposal.on_behalf_of == buyer"])
    ],
    right: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText(fields: ["buyer: text"], requires: ["buyer exists"])),
        (
          "truths/trust/trust.truths",
          """
          pack trust:
            version: 1.0.0
            uses: [demo]

          truth order_buyer:
            when:
              - intent: place_order
            requires:
              - buyer exists
              - proposal.on_behalf_of exists and proposal.on_behalf_of == buyer
            produces:
              - trace.order.buyer

          """
        ),
      ])
    ])

  package static func found(at span: Span, pack: String) -> Diagnostic {
    make(
      "pack `\(pack)` reads `proposal.on_behalf_of`, which is a claim of the proposal unless a session holds it", at: span,
      help: "read it in pack trust: `truth …:` in `truths/trust/trust.truths`, with `when: - intent: …` and this clause")
  }
}

/// A role is read outside pack trust.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`.
package enum RoleOutsideTrust: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5003", "role-outside-trust", .error,
    title: "a role is read outside pack trust",
    why: "Who may do something is kept apart from what should happen: pack trust governs access, other packs govern outcomes.",
    mend: "Move the clause to a truth of pack trust for the same intent.",
    wrong: [
      .order(requires: ["actor.roles contains \"clerk\""])
    ],
    right: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "truths/trust/trust.truths",
          """
          pack trust:
            version: 1.0.0
            uses: [demo]

          truth order_access:
            when:
              - intent: place_order
            requires:
              - '"clerk" in actor.roles'
            produces:
              - trace.order.access

          """
        ),
      ])
    ])

  /// `actor.roles` or `actor.type` in a pack other than trust.
  package static func found(_ name: String, at span: Span, pack: String) -> Diagnostic {
    make(
      "`\(name)` is read in pack `\(pack)`", at: span, help: "who may do it belongs in a truth of pack `trust`")
  }
}

/// A guardrail names an enforcer that does not exist.
///
/// Detected in `Sources/TruthsCheck/Lints/JobLints.swift`.
package enum UnknownEnforcer: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5004", "unknown-enforcer", .error,
    title: "a guardrail names an enforcer that does not exist",
    why: "A guardrail that points nowhere reads as if it were enforced, and nothing enforces it.",
    mend: "Write the id of a truth, invariant or clause.",
    wrong: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "jtbd/demo/demo.jtbd",
          """
          jtbd place_order:
            verb: Place
            object: Order
            outcome: "The goods arrive"
            triggers:
              - place_order
            artifacts:
              - order_placed
            guardrails:
              - must_not: order without a number
                enforced_by: demo.order_placign

          """
        ),
      ])
    ],
    right: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "jtbd/demo/demo.jtbd",
          """
          jtbd place_order:
            verb: Place
            object: Order
            outcome: "The goods arrive"
            triggers:
              - place_order
            artifacts:
              - order_placed
            guardrails:
              - must_not: order without a number
                enforced_by: demo.order_placing

          """
        ),
      ])
    ])

  /// `enforced_by` with an id that nothing has.
  package static func found(_ id: some PlacedName, among ids: [String]) -> Diagnostic {
    let near = NearestHelp(to: id.text, among: ids)
    return make(
      "no truth, invariant or clause has the id `\(id.text)`", at: id.span, help: near.help, fixes: near.fixes(at: id.span))
  }
}

/// Nothing enforces a guardrail.
///
/// Detected in `Sources/TruthsCheck/Lints/JobLints.swift`.
package enum UnenforcedGuardrail: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5005", "unenforced-guardrail", .warning,
    title: "nothing enforces a guardrail",
    why: "A guardrail that no truth enforces is a wish: the run goes through it.",
    mend: "Name the truth, invariant or clause with `enforced_by`, or the guardrail with `enforces` at the truth.",
    wrong: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "jtbd/demo/demo.jtbd",
          """
          jtbd place_order:
            verb: Place
            object: Order
            outcome: "The goods arrive"
            triggers:
              - place_order
            artifacts:
              - order_placed
            guardrails:
              - must_not: order without a number

          """
        ),
      ])
    ],
    right: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText(truthKeys: ["enforces: [place_order.1]"])),
        (
          "jtbd/demo/demo.jtbd",
          """
          jtbd place_order:
            verb: Place
            object: Order
            outcome: "The goods arrive"
            triggers:
              - place_order
            artifacts:
              - order_placed
            guardrails:
              - must_not: order without a number

          """
        ),
      ])
    ])

  /// A guardrail without `enforced_by` that no truth names under `enforces`; `number` counts from 1.
  package static func found(_ text: some PlacedName, job: String, number: Int) -> Diagnostic {
    make(
      "nothing enforces that one must not \(text.text)", at: text.span,
      help: "write `enforced_by: <id>` here, or `enforces: [\(job).\(number)]` at a truth")
  }
}

/// A fact is produced outside its pack.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum ProducedOutsidePack: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5006", "produced-outside-pack", .error,
    title: "a fact is produced outside its pack",
    why: "A pack answers for its facts; if others could make them, its truths would prove nothing.",
    mend: "Produce a fact of this pack, and let a truth of the other pack answer to it.",
    wrong: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText(output: ["- fact.stock.taken"], packKeys: ["uses: [base]"])),
        (
          "truths/base/base.truths",
          """
          pack base:
            version: 1.0.0

          fact stock.taken:
            key: [order_id]
            fields:
              order_id: text

          """
        ),
      ])
    ],
    right: [
      .order(
        declarations: """
          fact stock.taken:
            key: [order_id]
            fields:
              order_id: text
          """, output: ["- fact.stock.taken"])
    ])

  /// An output of a fact type that another pack declares.
  package static func found(_ name: some PlacedName, fact: String, owner: String, pack: String, declared: Span) -> Diagnostic {
    make(
      "`\(fact)` belongs to pack `\(owner)`, so truths of pack `\(pack)` cannot produce it", at: name.span,
      help: "move this truth to a file of pack `\(owner)`, such as `truths/\(owner)/\(owner).truths`, or produce a fact of pack "
        + "`\(pack)`",
      notes: [Diagnostic.Note("the fact type is declared here", at: declared)])
  }

  /// An output of a fact type of the language itself.
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

/// A fact is read that nothing produces.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum FactNeverProduced: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5007", "fact-never-produced", .warning,
    title: "a fact is read that nothing produces",
    why: "A test of a fact that no truth produces and that does not come from outside is decided before it is asked.",
    mend: "Let a truth produce it, or mark the fact type with `external: true`.",
    wrong: [
      .order(
        declarations: """
          fact stock.counted:
            key: [order_id]
            fields:
              order_id: text
          """, requires: ["stock.counted"])
    ],
    right: [
      .order(
        declarations: """
          fact stock.counted:
            key: [order_id]
            external: true
            fields:
              order_id: text
          """,
        requires: ["stock.counted"])
    ])

  /// A fact type that is read, but neither produced nor external.
  package static func found(_ fact: String, readAt span: Span, declared: Span) -> Diagnostic {
    make(
      "no truth produces `\(fact)`, and it is not `external`", at: span,
      notes: [Diagnostic.Note("the fact type is declared here", at: declared)])
  }
}

/// A declaration is not used.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum UnusedDeclaration: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5008", "unused-declaration", .warning,
    title: "a declaration is not used",
    why: "What nothing reads decides nothing; it is left over, or its name is misspelt where it should be read.",
    mend: "Remove it, or use it.",
    wrong: [
      .order(
        declarations: """
          policy limit:
            type: decimal
            default: 10
          """)
    ],
    right: [
      .order(
        declarations: """
          policy limit:
            type: decimal
            default: 10
          """, fields: ["amount: decimal"], requires: ["amount < limit"])
    ])

  /// A policy, fact type or `let` that nothing reads or makes.
  package static func found(kind: String, _ name: String, at span: Span) -> Diagnostic {
    make("nothing uses \(kind) `\(name)`", at: span)
  }
}
