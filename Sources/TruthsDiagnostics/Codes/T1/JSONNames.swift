package import TruthsText

/// A JSON name after `named` that a field, an intent, a value or a state cannot have (types §12.1).
///
/// Detected in `Sources/TruthsCheck/Declare/VocabularyTables.swift`, `Sources/TruthsCheck/Declare/JSONNames.swift`,
/// `Sources/TruthsCheck/Shapes/Shape.swift`.
package enum JSONName: DiagnosticKind {
  package static let id = DiagnosticID("T1068", .error)

  package static func empty(_ field: some PlacedName, at span: Span) -> Diagnostic {
    make("`\(field.text)` has no name in JSON", at: span, help: "write a name in the quotes, or remove `named`")
  }

  /// Two fields with the same JSON name.
  ///
  /// - Parameter first: where the other field is declared.
  package static func twice(_ name: String, of owner: String, at span: Span, first: Span, field: String) -> Diagnostic {
    make(
      "`\(name)` is already the name of `\(field)` in JSON", at: span,
      help: "a name in JSON belongs to one field of `\(owner)`: choose another name",
      notes: [Diagnostic.Note("the other field is declared here", at: first)])
  }

  /// A value, state or field of a lifecycle with a JSON name that another one has, as its JSON name or its own name.
  ///
  /// - Parameters:
  ///   - other: the own name of the other.
  ///   - owner: the enum or lifecycle.
  package static func value(_ name: some PlacedName, isAlso other: String, of owner: String) -> Diagnostic {
    make(
      name.text == other
        ? "`\(name.text)` is the own name of something else in `\(owner)`"
        : "`\(name.text)` is already the name of `\(other)` in JSON",
      at: name.span, help: "a name in JSON has one meaning: choose another name")
  }

  /// A JSON name that a reader takes for another one.
  ///
  /// - Parameter fault: ``Identifier/fault(in:)``: `ends with white space (U+0020)`.
  package static func illegible(_ name: some PlacedName, _ fault: String) -> Diagnostic {
    make(
      "`\(name.text)` \(fault), so that a reader takes it for another name", at: name.span,
      help: "write the name as it is read, in Unicode's normal form C")
  }

  /// An entry of `named` in an enum for something that is no value of it.
  package static func unknownValue(_ name: some PlacedName, of owner: String, among known: [String]) -> Diagnostic {
    make(
      "`\(owner)` has no value `\(name.text)`", at: name.span,
      help: nearestName(to: name.text, among: known).map { "did you mean `\($0)`?" }
        ?? "`named` lists values of the enum, each with its name in JSON")
  }

  /// An intent with a JSON name that is an action of another intent.
  ///
  /// - Parameters:
  ///   - other: the other intent.
  ///   - first: where it is declared.
  package static func action(_ name: some PlacedName, isAlso other: String, first: Span) -> Diagnostic {
    make(
      "`\(name.text)` is already the name of intent `\(other)`", at: name.span,
      help: "an `action` names one intent: choose another name",
      notes: [Diagnostic.Note("the other intent is declared here", at: first)])
  }

  /// An intent with the JSON name of an action of the engine.
  package static func reservedAction(_ name: some PlacedName) -> Diagnostic {
    make(
      "`\(name.text)` is an action of the engine itself, so no proposal can have this `action`", at: name.span,
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
      "`\(field.text)` of `\(owner)` does not occur in JSON, so it has no name there", at: span,
      help: "remove `named`: it is only for fields of facts, intents and records")
  }

  /// A field that has different JSON names in the facts and intents of one source.
  package static func twoMeanings(_ field: String, _ names: [String], at span: Span) -> Diagnostic {
    let all = names.map { "`\($0)`" }.joinedInWords
    return make(
      "`\(field)` is called \(all) in JSON, depending on which fact or intent the source writes it to", at: span,
      help: "write the value of one of them under it: `\(field): …`")
  }
}

/// A text that is compared with the name of an intent, a role, a pack or a type of actor, and is no such name.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+NamedTexts.swift`.
package enum UnknownNameInText: DiagnosticKind {
  package static let id = DiagnosticID("T1069", .warning)

  /// - Parameter action: the name in JSON, with its pack where the text has it.
  package static func finding(_ text: String, action: String, at span: Span) -> Diagnostic {
    make(
      "`\(text)` is not an action: the intent is called `\(action)` in JSON", at: span, help: "write `\"\(action)\"`")
  }

  /// A misspelt name.
  ///
  /// - Parameters:
  ///   - what: what the text should name, with its article: `an intent`.
  ///   - near: the name that it is near to.
  ///   - place: the place of the name within the quotes; `nil` if it is not known.
  package static func misspelt(_ text: String, what: String, near: String, at span: Span, place: Span?) -> Diagnostic {
    make(
      "`\(short(text))` is not the name of \(what)", at: span, help: "did you mean `\"\(near)\"`?",
      fixes: place.map { [.init("write `\"\(near)\"`", [.init($0, near)], isSafe: false)] } ?? [])
  }
}
