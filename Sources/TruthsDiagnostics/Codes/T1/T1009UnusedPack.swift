package import TruthsText

/// A name belongs to a pack that is not in `uses`.
package enum UnusedPack: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1009", "pack-not-used", .error,
    title: "a name belongs to a pack that is not in `uses`",
    why: "Which packs a pack rests on is part of what it says; without `uses` nobody sees it.",
    mend: "Add the pack to `uses` of this pack.",
    wrong: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText(requires: ["base.stock.counted(place = order_id)"])),
        (
          "truths/base/base.truths",
          """
          pack base:
            version: 1.0.0

          fact stock.counted:
            key: [place]
            external: true
            fields:
              place: text

          """
        ),
      ])
    ],
    right: [
      DiagnosticSample(files: [
        (
          "truths/demo/demo.truths",
          DiagnosticSample.orderText(requires: ["base.stock.counted(place = order_id)"], packKeys: ["uses: [base]"])
        ),
        (
          "truths/base/base.truths",
          """
          pack base:
            version: 1.0.0

          fact stock.counted:
            key: [place]
            external: true
            fields:
              place: text

          """
        ),
      ])
    ])

  /// A name of another pack, used bare or qualified.
  package static func name(_ name: String, at span: Span, pack: String, scope: String) -> Diagnostic {
    make(
      "`\(name)` belongs to pack `\(pack)`, which pack `\(scope)` does not use", at: span,
      help: "add `\(pack)` to `uses` of pack `\(scope)`")
  }
}
