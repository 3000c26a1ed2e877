/// An id does not begin with its pack.
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
