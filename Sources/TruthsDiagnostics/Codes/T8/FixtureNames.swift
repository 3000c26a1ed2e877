package import TruthsText

/// T8206: an undeclared intent in a fixture.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureIntent: DiagnosticKind {
  package static let id = DiagnosticID("T8206", .error)

  /// An intent that is not declared.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "unknown intent `\(name)`", at: span, label: "no pack declares it",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" })
  }
}

/// T8207: an undeclared fact type in a fixture.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureFact: DiagnosticKind {
  package static let id = DiagnosticID("T8207", .error)

  /// A fact type that is not declared.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "unknown fact type `\(name)`", at: span, label: "no pack declares it",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" })
  }
}

/// T8208: an unknown field of an intent, fact or record in a fixture.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureMember: DiagnosticKind {
  package static let id = DiagnosticID("T8208", .error)

  /// An unknown field of an intent, fact type or record.
  ///
  /// - Parameter owner: the declaration: ``intent `greet` ``.
  package static func unknown(_ name: String, of owner: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "\(owner) has no field `\(name)`", at: span, label: "unknown field",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" })
  }

  /// A name whose value no clause of a truth shows.
  ///
  /// - Parameters:
  ///   - id: the truth or clause that a violation names.
  ///   - known: the names that its clauses show.
  package static func term(_ name: String, of id: String, known: [String], at span: Span) -> Diagnostic {
    let others = known.isEmpty ? "no clause of it names any" : "they name \(known.map { "`\($0)`" }.joined(separator: ", "))"
    return make(
      "no clause of `\(id)` names `\(name)`", at: span, label: "unknown name",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" } ?? others)
  }
}

/// T8209: an unknown id of a truth, invariant or clause in a fixture.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureTruth: DiagnosticKind {
  package static let id = DiagnosticID("T8209", .error)

  /// An unknown id.
  package static func unknown(_ id: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "unknown truth id `\(id)`", at: span, label: "no truth, invariant or clause has it",
      help: nearestName(to: id, among: known).map { "did you mean `\($0)`?" })
  }
}

/// T8210: a word in a fixture that is not allowed at its place.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`, `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureWord: DiagnosticKind {
  package static let id = DiagnosticID("T8210", .error)

  /// A word outside a closed list.
  ///
  /// - Parameters:
  ///   - place: the kind of word: `decision`, `run status`.
  ///   - known: all words of the list.
  package static func unknown(_ word: String, as place: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "`\(word)` is not \(place.withArticle)", at: span,
      help: nearestName(to: word, among: known).map { "did you mean `\($0)`?" }
        ?? "known are \(known.map { "`\($0)`" }.joined(separator: ", "))")
  }
}

/// T8211: a pack in a fixture that is not loaded.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixturePack: DiagnosticKind {
  package static let id = DiagnosticID("T8211", .error)

  /// A pack that is not loaded.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "unknown pack `\(name)`", at: span, label: "not loaded",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" })
  }
}

/// T8212: an unknown or malformed step of a scenario.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`.
package enum FixtureStep: DiagnosticKind {
  package static let id = DiagnosticID("T8212", .error)

  /// An unknown name of a step.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "unknown step `\(name)`", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
        ?? "steps are \(known.map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// A step with arguments that are not valid together.
  package static func notTaken(_ why: String, at span: Span) -> Diagnostic { make(why, at: span) }

  /// A step with two clients.
  package static func twoClients(_ outer: String, _ inner: String, at span: Span) -> Diagnostic {
    make(
      "a step acts as one client, this one as `\(outer)` and as `\(inner)`", at: span,
      help: "write `as` once, beside the step or within it")
  }

  /// A step without a name, or with two.
  package static func notOne(_ names: [String], at span: Span) -> Diagnostic {
    let found = names.isEmpty ? "names no step" : "names \(names.map { "`\($0)`" }.joined(separator: " and "))"
    return make(
      "a step names exactly one thing to do, this one \(found)", at: span, help: "write `{\"propose\": {…}, \"as\": \"ada\"}`")
  }
}

/// T8213: a step of a client that is not connected.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`.
package enum UnknownFixtureClient: DiagnosticKind {
  package static let id = DiagnosticID("T8213", .error)

  /// A step of a client before any client is connected.
  package static func none(at span: Span) -> Diagnostic {
    make("no earlier step connects a client", at: span, help: "begin with `{\"connect\": {\"as\": \"ada\"}}`")
  }

  /// A fault for a client that no step connects.
  package static func never(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "no step connects the client `\(name)`, so the fault would do nothing", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" } ?? "connect it, or leave the fault out")
  }

  /// A client that no earlier step connected.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "no earlier step connects the client `\(name)`", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
        ?? "add `{\"connect\": {\"as\": \"\(name)\"}}` before it")
  }
}
