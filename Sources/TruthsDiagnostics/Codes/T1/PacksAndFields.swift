package import TruthsText

/// A name of a pack that is not in `uses`.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`, `Sources/TruthsCheck/Clauses/PathResolver.swift`,
/// `Sources/TruthsCheck/Declare/AccessMappings.swift`, `Sources/TruthsCheck/Declare/Jobs.swift`,
/// `Sources/TruthsCheck/Types/TypeResolver.swift`.
package enum UnusedPack: DiagnosticKind {
  package static let id = DiagnosticID("T1009", .error)

  /// A name of another pack, used bare or qualified.
  package static func name(_ name: String, at span: Span, pack: String, scope: String) -> Diagnostic {
    make(
      "`\(name)` belongs to pack `\(pack)`, which pack `\(scope)` does not use", at: span,
      help: "add `\(pack)` to `uses` of pack `\(scope)`")
  }
}

/// An unknown field.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`, `Sources/TruthsCheck/Declare/AccessMappings.swift`,
/// `Sources/TruthsCheck/Declare/VocabularyTables.swift`.
package enum UnknownField: DiagnosticKind {
  package static let id = DiagnosticID("T1010", .error)

  /// A word after a dot, a field under `produces`, or a key field that `owner` does not have.
  package static func finding(_ name: some PlacedName, of owner: String, among fields: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: fields)
    let known = fields.prefix(8).map { "`\($0)`" }.joined(separator: ", ") + (fields.count > 8 ? " …" : "")
    return make(
      "`\(owner)` has no field `\(name.text)`", at: name.span, help: near.help ?? (fields.isEmpty ? nil : "it has \(known)"),
      guidance: .general,
      fixes: near.fixes(at: name.span))
  }

  /// A name under `required` that is no field of the intent.
  ///
  /// - Parameter others: the fields that `required` does not name.
  package static func required(_ name: some PlacedName, of intent: String, others: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: others)
    let known = others.prefix(8).map { "`\($0)`" }.joined(separator: ", ") + (others.count > 8 ? " …" : "")
    return make(
      "`\(intent)` has no field `\(name.text)`", at: name.span,
      help: near.help ?? (others.isEmpty ? "remove it, or declare it under `fields`" : "not yet required: \(known)"),
      guidance: .general, fixes: near.fixes(at: name.span))
  }

  /// A word after a dot, on a value without members.
  package static func noMembers(_ name: some PlacedName, type: String) -> Diagnostic {
    make("a value of type `\(type)` has no field `\(name.text)`", at: name.span, guidance: .general)
  }

  /// A word after a lifecycle's name that is not `state`.
  package static func ofLifecycle(_ name: some PlacedName, lifecycle: String) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: ["state"])
    return make(
      "lifecycle `\(lifecycle)` has no `\(name.text)`", at: name.span, help: near.help ?? "write `\(lifecycle).state`",
      fixes: near.fixes(at: name.span))
  }

  /// `F(x = …)` where `x` is not a key field of `F`.
  package static func notAKey(_ name: some PlacedName, of fact: String, keys: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: keys)
    let known = keys.isEmpty ? "it has no key" : "its key is " + keys.map { "`\($0)`" }.joined(separator: ", ")
    return make(
      "`\(name.text)` is not in the key of `\(fact)`", at: name.span, help: near.help ?? known, fixes: near.fixes(at: name.span))
  }
}

/// A fact that cannot be looked up with the fields of the intent.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum CannotJoin: DiagnosticKind {
  package static let id = DiagnosticID("T1011", .error)

  /// A presence test or look-up with key fields that the trigger does not have.
  package static func missingKey(
    _ keys: [String], fact: String, hasTrigger: Bool, isLifecycle: Bool = false, at span: Span, declared: Span
  ) -> Diagnostic {
    let names = keys.map { "`\($0)`" }.joined(separator: " and ")
    let arguments = keys.map { "\($0) = …" }.joined(separator: ", ")
    let cause = hasTrigger ? "the proposal or fact of this rule has no field \(names)" : "no intent gives \(names) here"
    return make(
      "`\(fact)` cannot be looked up: \(cause)", at: span,
      help: "write `\(fact)(\(arguments))` or `some x in \(fact) satisfies …`",
      notes: [Diagnostic.Note("the \(isLifecycle ? "lifecycle" : "fact type") is declared here", at: declared)])
  }

  /// A look-up in a fact type without a key, which may have many facts.
  package static func lookUpWithoutKey(fact: String, at span: Span, declared: Span) -> Diagnostic {
    make(
      "`\(fact)` has no key, so no single fact can be looked up", at: span,
      help: "give the fact type a `key`, or write `some x in \(fact) satisfies …`",
      notes: [Diagnostic.Note("the fact type is declared here", at: declared)])
  }
}

/// A `let` that depends on itself.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Lets.swift`.
package enum LetCycle: DiagnosticKind {
  package static let id = DiagnosticID("T1012", .error)

  /// The place at which a `let` reads itself again.
  package static func finding(_ name: some PlacedName, at span: Span) -> Diagnostic {
    make(
      "`\(name.text)` is computed from itself", at: span, notes: [Diagnostic.Note("the `let` is here", at: name.span)])
  }
}

/// An id that is used for two things.
///
/// Detected in `Sources/TruthsCheck/Declare/Bodies.swift`, `Sources/TruthsCheck/Declare/DeclaredNames.swift`.
package enum ConflictingID: DiagnosticKind {
  package static let id = DiagnosticID("T1013", .error)

  /// A second truth or invariant with the same id.
  package static func declarations(_ id: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "the id `\(id)` is already in use", at: span,
      help: "write a different `id:`", notes: [Diagnostic.Note("it is in use here", at: first)])
  }

  /// An id with the prefix of the built-in pack.
  package static func builtIn(_ id: some PlacedName, pack: String) -> Diagnostic {
    make(
      "the id `\(id.text)` belongs to the built-in pack `\(pack)`", at: id.span,
      help: "write an `id:` that begins with the name of your pack")
  }

  /// A clause with the id of a truth to which it does not belong.
  package static func truth(_ id: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "the id `\(id)` is already the id of a truth", at: span, help: "write this clause with an `id` of its own",
      notes: [Diagnostic.Note("it is the id of this truth", at: first)])
  }

  /// A second clause with the same id and another rule.
  package static func rules(_ id: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "the id `\(id)` is already the id of another rule", at: span, help: "write this clause with an `id` of its own",
      notes: [Diagnostic.Note("it is the id of this rule", at: first)])
  }
}

/// A name that may not be declared.
///
/// Detected in `Sources/TruthsCheck/Declare/DeclarationTable.swift`, `Sources/TruthsCheck/Declare/DeclaredNames.swift`,
/// `Sources/TruthsCheck/Declare/Lifecycles.swift`, `Sources/TruthsCheck/Declare/TableLowering.swift`.
package enum ReservedName: DiagnosticKind {
  package static let id = DiagnosticID("T1014", .error)

  /// A declaration named by one of the words `proposal actor now start any entry`.
  package static func finding(_ name: some PlacedName) -> Diagnostic {
    make("`\(name.text)` means something in every clause and cannot be declared", at: name.span, help: "choose another name")
  }

  /// An enum or record with the name of a built-in type.
  package static func builtInType(_ name: some PlacedName) -> Diagnostic {
    make("`\(name.text)` is a built-in type and cannot be declared", at: name.span, help: "choose another name")
  }

  /// A table with the name of a function.
  package static func function(_ name: some PlacedName) -> Diagnostic {
    make("`\(name.text)` is a function and cannot be declared", at: name.span, help: "choose another name")
  }

  /// A field of a fact, or a key of a lifecycle, named `type`, which every fact has.
  package static func factField(_ name: some PlacedName) -> Diagnostic {
    make(
      "every fact says under `\(name.text)` which type it has, so no field of a fact can have that name", at: name.span,
      help: "choose another name, such as `kind`")
  }

  /// A fact type or lifecycle whose name begins with `fact`, the optional prefix of all fact types.
  package static func prefix(_ name: some PlacedName) -> Diagnostic {
    make(
      "`\(name.text)` cannot be declared: `fact.` may be written before every fact type and has no meaning", at: name.span,
      help: "begin with another word")
  }

  /// A fact type with the name of a lifecycle's state or history.
  package static func ofLifecycle(_ name: some PlacedName, lifecycle: String) -> Diagnostic {
    make(
      "`\(name.text)` is made by lifecycle `\(lifecycle)`, so it cannot be declared", at: name.span, help: "choose another name")
  }

  /// A fact type whose first segment is a pack's name.
  package static func startsWithPack(_ name: some PlacedName, pack: String) -> Diagnostic {
    make(
      "`\(name.text)` begins with the name of pack `\(pack)`", at: name.span,
      help: "`\(pack).…` already means a name of pack `\(pack)`; begin with another word")
  }

  /// A pack with the name that a built-in fact type begins with.
  package static func packOfBuiltInFact(_ pack: String, fact: String, at span: Span) -> Diagnostic {
    make(
      "`\(pack)` cannot be a pack: the built-in fact `\(fact)` begins with it", at: span,
      help: "choose another name for the pack, and for its folder and files")
  }
}

/// A field of an intent with the name of a member of the proposal's envelope.
///
/// Detected in `Sources/TruthsCheck/Declare/VocabularyTables.swift`.
package enum EnvelopeField: DiagnosticKind {
  package static let id = DiagnosticID("T1067", .warning)

  package static func finding(_ field: some PlacedName, intent: String) -> Diagnostic {
    make(
      "`\(field.text)` already means something in every proposal, so it is not read as this field there", at: field.span,
      help: #"send it in `payload`: {"action": "\#(intent)", "payload": {"\#(field.text)": …}}, or choose another name"#)
  }
}

/// A field in `required` of an intent that is declared as one that may be left out.
///
/// Detected in `Sources/TruthsCheck/Declare/VocabularyTables.swift`.
package enum PointlessRequirement: DiagnosticKind {
  package static let id = DiagnosticID("T1072", .warning)

  /// A field with a default, which is never missing.
  package static func filled(_ field: some PlacedName, declaredAt span: Span) -> Diagnostic {
    make(
      "`\(field.text)` has a default, so it is never missing", at: field.span,
      help: "remove it from `required`, or remove its default", notes: [Diagnostic.Note("it is declared here", at: span)])
  }

  /// A field that is marked `?`.
  package static func optional(_ field: some PlacedName, declaredAt span: Span) -> Diagnostic {
    make(
      "`\(field.text)` is required, and its type says with `?` that it may be missing", at: field.span,
      help: "remove the `?`, or remove the field from `required`", notes: [Diagnostic.Note("it is declared here", at: span)])
  }
}
