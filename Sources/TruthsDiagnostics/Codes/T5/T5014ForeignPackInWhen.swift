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
            declarations:
              "truth order_ids:\n  when:\n    - intent: place_order\n    - pack: base\n  produces:\n    - trace.order.ids")
        ),
        ("truths/base/base.truths", "pack base:\n  version: 1.0.0\n"),
      ])
    ],
    right: [
      .order(
        declarations: "truth order_ids:\n  when:\n    - intent: place_order\n    - pack: demo\n  produces:\n    - trace.order.ids"
      )
    ])

  /// `pack: <other>` under `when`.
  package static func found(_ name: some PlacedName, pack: String) -> Diagnostic {
    make(
      "a truth of pack `\(pack)` never fires for pack `\(name.text)`", at: name.span,
      help: "write `pack: \(pack)`, or leave it out")
  }
}
