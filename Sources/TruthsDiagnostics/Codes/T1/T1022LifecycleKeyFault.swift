package import TruthsText

/// A key field of a lifecycle has no one type.
package enum LifecycleKeyFault: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1022", "lifecycle-key", .error,
    title: "a key field of a lifecycle has no one type",
    why:
      "A lifecycle's key has the type that its pack gives to fields of that name; without exactly one, instances cannot be "
      + "told apart.",
    mend: "Name a field that the pack's facts and intents declare, with the same type everywhere.",
    wrong: [
      .lifecycle(key: "order", states: ["open → done"], terminal: ["done"], moves: [])
    ],
    right: [
      .lifecycle(states: ["open → done"], terminal: ["done"], moves: ["start → open → done"])
    ])

  package static func noType(_ name: some PlacedName, pack: String, among known: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: known)
    return make(
      "no fact, intent or record of pack `\(pack)` has a field `\(name.text)`, so this key has no type", at: name.span,
      help: near.help, fixes: near.fixes(at: name.span))
  }

  package static func severalTypes(_ name: some PlacedName, pack: String, types: [String], places: [Span]) -> Diagnostic {
    make(
      "pack `\(pack)` gives fields named `\(name.text)` several types, so this key has none", at: name.span,
      help: "give them one type, or name another field",
      notes: zip(types, places).map { Diagnostic.Note("here it is `\($0)`", at: $1) })
  }

  package static func reserved(_ name: some PlacedName) -> Diagnostic {
    make(
      "`\(name.text)` is a field of every lifecycle's history, so it cannot be a key", at: name.span, help: "choose another name")
  }
}
