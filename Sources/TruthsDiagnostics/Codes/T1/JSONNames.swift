package import TruthsText

/// A JSON name after `named` that a field, an intent, a value or a state cannot have (types §12.1).
///
/// Detected in `Sources/TruthsCheck/Declare/VocabularyTables.swift`, `Sources/TruthsCheck/Declare/JSONNames.swift`,
/// `Sources/TruthsCheck/Shapes/Shape.swift`.
package enum JSONName: DiagnosticKind {
  package static let id = DiagnosticID("T1068", .error)

  package static func empty(_ field: some PlacedName, at span: Span) -> Diagnostic {
    make("`\(field.text)` has no name in JSON", at: span, help: "write a name in the quotes, or leave `named` out")
  }

  /// Two fields with the same JSON name.
  ///
  /// - Parameter first: where the other field is declared.
  package static func twice(_ name: String, of owner: String, at span: Span, first: Span, field: String) -> Diagnostic {
    make(
      "`\(name)` is the name of `\(field)` in JSON, too", at: span,
      help: "a member of `\(owner)` gives one field: choose another name",
      notes: [Diagnostic.Note("the other field is declared here", at: first)])
  }

  /// Two values, states or fields of a lifecycle with the same JSON name.
  ///
  /// - Parameter other: the other value.
  package static func value(_ name: some PlacedName, isAlso other: String) -> Diagnostic {
    make(
      "`\(name.text)` is the name of `\(other)` in JSON, too", at: name.span,
      help: "what stands in JSON means one thing: choose another name")
  }

  /// An entry of `named` in an enum for something that is no value of it.
  package static func unknownValue(_ name: some PlacedName, of owner: String, among known: [String]) -> Diagnostic {
    make(
      "`\(owner)` has no value `\(name.text)`", at: name.span,
      help: nearestName(to: name.text, among: known).map { "did you mean `\($0)`?" }
        ?? "under `named` stand values of the enum, each with its name in JSON")
  }

  /// An intent with a JSON name that is an action of another intent.
  ///
  /// - Parameters:
  ///   - other: the other intent.
  ///   - first: where it is declared.
  package static func action(_ name: some PlacedName, isAlso other: String, first: Span) -> Diagnostic {
    make(
      "`\(name.text)` is the name of intent `\(other)`, too", at: name.span,
      help: "an `action` names one intent: choose another name",
      notes: [Diagnostic.Note("the other intent is declared here", at: first)])
  }

  /// An intent with the JSON name of an action of the engine.
  package static func reservedAction(_ name: some PlacedName) -> Diagnostic {
    make(
      "`\(name.text)` is what the engine does by itself, so no proposal can have this `action`", at: name.span,
      help: "choose another name")
  }

  /// A field with the JSON name `type`, which holds the type of a fact.
  package static func typeOfFact(at span: Span) -> Diagnostic {
    make(
      "every fact says under `type` which type it has, so no field of a fact can have that name in JSON", at: span,
      help: "choose another name, such as `named \"Type\"`")
  }

  /// A field with the JSON name of a member of the proposal's envelope.
  package static func envelope(_ name: String, at span: Span) -> Diagnostic {
    make(
      "`\(name)` is a member of every proposal's envelope, so no field of an intent can have that name in JSON", at: span,
      help: "choose another name")
  }

  /// `named` on an input or output of a table or function.
  package static func misplaced(_ field: some PlacedName, owner: String, at span: Span) -> Diagnostic {
    make(
      "`\(field.text)` of `\(owner)` is no member of JSON, so that it has no name there", at: span,
      help: "leave `named` out: it is for fields of facts, intents and records")
  }

  /// A field that has different JSON names in the facts and intents of one source.
  package static func twoMeanings(_ field: String, _ names: [String], at span: Span) -> Diagnostic {
    let all = names.map { "`\($0)`" }.joinedInWords
    return make(
      "`\(field)` is \(all) in JSON, by which of the facts and intents that the source makes it goes into", at: span,
      help: "write the value of one of them under it: `\(field): …`")
  }
}
