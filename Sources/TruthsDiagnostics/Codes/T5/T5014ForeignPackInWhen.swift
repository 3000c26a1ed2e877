/// A truth fires for another pack.
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
