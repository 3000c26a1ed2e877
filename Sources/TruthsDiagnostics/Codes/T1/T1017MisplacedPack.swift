package import TruthsText

/// A pack is declared in a file of another.
package enum MisplacedPack: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1017", "misplaced-pack", .error,
    title: "a pack is declared in a file of another",
    why: "The first segment of a file's name says whose declarations it holds.",
    mend: "Move the declaration to a file of its pack.",
    wrong: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "truths/demo/demo.other.truths",
          """
          pack other:
            version: 1.0.0

          """
        ),
      ])
    ],
    right: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "truths/other/other.truths",
          """
          pack other:
            version: 1.0.0

          """
        ),
      ])
    ])

  /// `pack <name>` in a file whose name begins with another pack.
  package static func declared(_ name: some PlacedName, inFileOf pack: String) -> Diagnostic {
    make(
      "pack `\(name.text)` is declared in a file of pack `\(pack)`", at: name.span,
      help: "move it to `truths/\(name.text)/\(name.text).truths`")
  }

  /// A file or declaration of the built-in pack's name.
  package static func builtIn(_ name: String, at span: Span) -> Diagnostic {
    make("pack `\(name)` is built in", at: span, help: "choose another name for the pack")
  }
}
