/// A pack is not known.
package enum UnknownPack: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1008", "unknown-pack", .error,
    title: "a pack is not known",
    why: "Names of a pack that is not there cannot be found.",
    mend: "Write the name of a pack that has files under `truths/`.",
    wrong: [
      .order(packKeys: ["uses: [trsut]"])
    ],
    right: [
      .order(packKeys: ["uses: [demo]"])
    ])

  /// A word under `uses`, `packs` or `pack:` that is no pack.
  package static func found(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make("no pack is called `\(name.text)`", at: name.span, help: near.help, fixes: near.fixes(at: name.span))
  }
}
