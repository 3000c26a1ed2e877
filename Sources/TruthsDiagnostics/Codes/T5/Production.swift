package import TruthsText

/// A truth produces a fact that comes from outside.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum ProducedExternal: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5012", "produced-external", .error,
    title: "a truth produces a fact that comes from outside",
    why: "An external fact is one that no truth produces: its word is somebody else's.",
    mend: "Remove `external: true`, or the output.",
    wrong: [
      .order(
        declarations: """
          fact stock.taken:
            key: [order_id]
            external: true
            fields:
              order_id: text
          """,
        output: ["- fact.stock.taken"])
    ],
    right: [
      .order(
        declarations: """
          fact stock.taken:
            key: [order_id]
            fields:
              order_id: text
          """,
        output: ["- fact.stock.taken"])
    ])

  /// An output of an external fact type.
  package static func found(_ name: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "`\(name.text)` is external, so no truth produces it", at: name.span,
      notes: [Diagnostic.Note("it is declared `external` here", at: declared)])
  }

  /// A move of an external lifecycle.
  package static func moved(_ name: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "lifecycle `\(name.text)` is external: its states arrive from outside, and no truth moves it", at: name.span,
      notes: [Diagnostic.Note("it is declared `external` here", at: declared)])
  }
}

/// A truth corrects a fact that may not be corrected.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum CorrectedImmutable: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5013", "corrected-immutable", .error,
    title: "a truth corrects a fact that may not be corrected",
    why: "An immutable fact stands as it was recorded; every run that would correct it halts.",
    mend: "Remove `immutable: true`, or record another fact instead.",
    wrong: [
      .order(
        declarations: """
          fact order.priced:
            key: [order_id]
            immutable: true
            fields:
              order_id: text
              price: decimal
          """,
        output: ["- correction.order.priced:", "    price: 12"])
    ],
    right: [
      .order(
        declarations: """
          fact order.priced:
            key: [order_id]
            fields:
              order_id: text
              price: decimal
          """,
        output: ["- correction.order.priced:", "    price: 12"])
    ])

  /// A correction of an immutable fact type.
  package static func found(_ name: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "`\(name.text)` is immutable, so it cannot be corrected", at: name.span,
      notes: [Diagnostic.Note("it is declared `immutable` here", at: declared)])
  }
}

/// A truth fires for another pack.
///
/// Detected in `Sources/TruthsCheck/Declare/Bodies.swift`.
package enum ForeignPackInWhen: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5014", "foreign-pack-in-when", .error,
    title: "a truth fires for another pack",
    why: "A truth speaks for its own pack; under another pack's name it would never fire.",
    mend: "Write the truth's own pack, or leave `pack:` out.",
    wrong: [
      DiagnosticSample(files: [
        (
          "truths/demo/demo.truths",
          DiagnosticSample.orderText(
            declarations: """
              truth order_ids:
                when:
                  - intent: place_order
                  - pack: base
                produces:
                  - trace.order.ids
              """)
        ),
        (
          "truths/base/base.truths",
          """
          pack base:
            version: 1.0.0

          """
        ),
      ])
    ],
    right: [
      .order(
        declarations: """
          truth order_ids:
            when:
              - intent: place_order
              - pack: demo
            produces:
              - trace.order.ids
          """)
    ])

  /// `pack: <other>` under `when`.
  package static func found(_ name: some PlacedName, pack: String) -> Diagnostic {
    make(
      "a truth of pack `\(pack)` never fires for pack `\(name.text)`", at: name.span,
      help: "write `pack: \(pack)`, or leave it out")
  }
}

/// A truth fires on facts, and has what belongs to proposals.
///
/// Detected in `Sources/TruthsCheck/Declare/Jobs.swift`.
package enum MixedTrigger: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5015", "mixed-trigger", .error,
    title: "a truth fires on facts and has what belongs to proposals",
    why:
      "A truth fires on a proposal or follows from facts. What follows from facts cannot be refused to anybody, so it has no "
      + "requirements.",
    mend: "Make two truths of it, or turn the requirement into an `if` or an invariant.",
    wrong: [
      .order(
        declarations: """
          fact order.noted:
            key: [order_id]
            fields:
              order_id: text

          truth order_noting:
            when:
              - fact: order.placed
            requires:
              - order_id exists
            produces:
              - fact.order.noted
              - trace.order.noting
          """)
    ],
    right: [
      .order(
        declarations: """
          fact order.noted:
            key: [order_id]
            fields:
              order_id: text

          truth order_noting:
            when:
              - fact: order.placed
            produces:
              - fact.order.noted
              - trace.order.noting
          """)
    ])

  /// An intent beside a fact.
  package static func intent(_ name: some PlacedName, fact: Span) -> Diagnostic {
    make(
      "a truth fires on intents or on facts, not on both", at: name.span, help: "make two truths of it",
      notes: [Diagnostic.Note("it fires on a fact here", at: fact)])
  }

  /// A requirement of a truth on facts.
  package static func requirement(at span: Span, fact: Span) -> Diagnostic {
    make(
      "a truth that fires on facts has no requirements", at: span,
      help: "write it as `- if: …` under `when`, or as an invariant",
      notes: [Diagnostic.Note("it fires on a fact here", at: fact)])
  }
}

/// A truth writes a lifecycle's history by hand.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum ProducedHistory: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5016", "produced-history", .error,
    title: "a truth writes a lifecycle's history by hand",
    why: "The history of a lifecycle grows by its moves alone, which are held to its transitions.",
    mend: "Write the step under `moves`.",
    wrong: [
      .lifecycle(
        states: ["open → done"], terminal: ["done"], moves: ["start → open → done"],
        output: ["- fact.order.entered:", "    state: open", "    step: 1"])
    ],
    right: [
      .lifecycle(states: ["open → done"], terminal: ["done"], moves: ["start → open → done"])
    ])

  package static func found(_ type: some PlacedName, lifecycle: String, declared: Span) -> Diagnostic {
    make(
      "`\(type.text)` is the history of lifecycle `\(lifecycle)` and cannot be produced", at: type.span,
      help: "write the step under `moves`", notes: [Diagnostic.Note("the lifecycle is declared here", at: declared)])
  }
}

/// A step of a blueprint needs a fact that nothing before it makes.
///
/// Detected in `Sources/TruthsCheck/Lints/JobLints.swift`.
package enum UnfedStep: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5017", "unfed-step", .warning,
    title: "a step of a blueprint needs a fact that nothing before it makes",
    why: "Whoever follows the blueprint from its beginning is stopped at this step.",
    mend: "Put the step that makes the fact before it, or let the fact come from outside.",
    wrong: [.order(declarations: signing + blueprint("[sign_order, place_order]"))],
    right: [.order(declarations: signing + blueprint("[place_order, sign_order]"))])

  private static let signing = """
    fact order.signed:
      key: [order_id]
      fields:
        order_id: text

    intent sign_order:
      fields:
        order_id: text

    truth order_signing:
      when:
        - intent: sign_order
      requires:
        - order_id exists
        - order.placed
      produces:
        - fact.order.signed
        - trace.order.signing

    """

  private static func blueprint(_ steps: String) -> String {
    """

    blueprint ordering:
      outcome: An order is placed and signed
      packs: [demo]
      steps: \(steps)
    """
  }

  /// A step whose truths require a fact.
  package static func found(_ step: some PlacedName, fact: String) -> Diagnostic {
    make(
      "`\(step.text)` needs `\(fact)`, and no step before it makes one", at: step.span,
      help: "put a step that makes it before this one, or mark the fact type `external: true`")
  }
}

/// An output where it has no meaning.
///
/// Detected in `Sources/TruthsCheck/Declare/Bodies.swift`, `Sources/TruthsCheck/Shapes/Sources.swift`.
package enum MisplacedOutput: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5018", "misplaced-output", .error,
    title: "an output where it has no meaning",
    why:
      "What a document says is taken in as facts, before any truth fires: nothing was decided that could leave a trace, and what "
      + "a document says anew is a new version by itself. Truths decide on proposals, and make none.",
    mend: "In a source, write what the document's elements become, as `fact.…` or `proposal.…`; in a truth, `fact.…` or a trace.",
    wrong: [.source(output: ["- fact.task.recorded", "- trace.task.reading"])], right: [.source()])

  /// A trace.
  package static func trace(at span: Span) -> Diagnostic {
    make("a source leaves no trace: nothing is decided when a document is read", at: span, help: "leave it out")
  }

  /// A correction.
  package static func correction(_ type: some PlacedName) -> Diagnostic {
    make(
      "a source corrects nothing by itself: what a document says anew is a new version", at: type.span,
      help: "write `fact.\(type.text)`")
  }

  /// A proposal of a truth.
  package static func proposal(at span: Span) -> Diagnostic {
    make(
      "a truth decides on proposals and makes none", at: span,
      help: "only a source makes proposals of a document; leave it out, or produce a fact")
  }

  /// No output at all.
  package static func nothing(at span: Span) -> Diagnostic {
    make("the source produces nothing", at: span, help: "say which facts its elements become: `produces: - fact.…`")
  }
}

/// A set with approvals, in which nothing reads that one was passed with break-glass.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum UnreadOverride: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5019", "unread-override", .warning,
    title: "nobody learns that an approval was passed in an emergency",
    why:
      "Whoever may break the glass passes an approval with an `override`, and the engine records it as `override.used`. Where no "
      + "truth reads that fact, nobody learns of it, and nothing is reviewed afterwards.",
    mend: "Read `override.used` in a truth of pack trust: open a review of it, or record it in an audit.",
    wrong: [
      DiagnosticSample(
        DiagnosticSample.orderText(
          fields: ["size: integer"], requires: ["size exists"], invariants: ["size > 10 → requires_approval(manager)"]))
    ],
    right: [
      .order(fields: ["size: integer"], requires: ["size exists"], invariants: ["size > 10 → requires_approval(manager)"])
    ])

  /// A pack with an approval, of a set in which nothing reads `override.used`.
  package static func found(_ pack: String, at span: Span, approval: Span) -> Diagnostic {
    make(
      "approvals of pack `\(short(pack))` can be passed with break-glass, and no truth reads `override.used`",
      at: span,
      help: "read it in pack trust: `truth override_review:` with `when: - fact: override.used` that opens a review",
      notes: [Diagnostic.Note("this wants an approval", at: approval)])
  }
}
