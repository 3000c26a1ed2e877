package import TruthsText

/// A truth leaves no trace of its own.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum NoTrace: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T6001", "no-trace", .warning,
    title: "a truth leaves no trace of its own",
    why: "Nothing happens without a trace; a name for it lets people ask for it.",
    mend: "Add `- trace.<what>.<happened>` under `produces`.",
    wrong: [
      .order(
        declarations: """
          truth order_ids:
            when:
              - intent: place_order
            requires:
              - length(order_id) < 40
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

  /// A truth without `trace.…` under `produces`.
  package static func found(at key: Span) -> Diagnostic {
    make("this truth leaves no trace", at: key, help: "add `- trace.<what>.<happened>` under `produces`")
  }
}

/// An id does not begin with its pack.
///
/// Detected in `Sources/TruthsCheck/Declare/DeclaredNames.swift`.
package enum ForeignID: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T6002", "foreign-id", .warning,
    title: "an id does not begin with its pack",
    why: "An id in a trace or a reason should say where to look.",
    mend: "Begin the id with the name of the pack that declares it.",
    wrong: [
      .order(
        declarations: """
          truth order_ids:
            id: order.ids
            when:
              - intent: place_order
            produces:
              - trace.order.ids
          """)
    ],
    right: [
      .order(
        declarations: """
          truth order_ids:
            id: demo.order.ids
            when:
              - intent: place_order
            produces:
              - trace.order.ids
          """)
    ])

  /// An explicit id without its pack.
  package static func found(_ id: some PlacedName, pack: String) -> Diagnostic {
    make("the id `\(id.text)` does not begin with `\(pack).`", at: id.span)
  }
}
