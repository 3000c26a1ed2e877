package import TruthsText

/// T8206: a fixture names an intent that no pack declares.
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

/// T8207: a fixture names a fact type that no pack declares.
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

/// T8208: a fixture names a field that its intent, fact or record does not have.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureMember: DiagnosticKind {
  package static let id = DiagnosticID("T8208", .error)

  /// A field that its intent, fact type or record does not have.
  ///
  /// - Parameter owner: What has no such field: ``intent `greet` ``.
  package static func unknown(_ name: String, of owner: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "\(owner) has no field `\(name)`", at: span, label: "unknown field",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" })
  }

  /// A name that no clause of a truth shows a value of.
  ///
  /// - Parameters:
  ///   - id: The truth or clause that a violation names.
  ///   - known: The names that there are.
  package static func term(_ name: String, of id: String, known: [String], at span: Span) -> Diagnostic {
    let others = known.isEmpty ? "no clause of it names any" : "they name \(known.map { "`\($0)`" }.joined(separator: ", "))"
    return make(
      "no clause of `\(id)` names `\(name)`", at: span, label: "unknown name",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" } ?? others)
  }
}

/// T8209: a fixture names an id that no truth, invariant or clause has.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureTruth: DiagnosticKind {
  package static let id = DiagnosticID("T8209", .error)

  /// An id that nothing reports.
  package static func unknown(_ id: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "unknown truth id `\(id)`", at: span, label: "no truth, invariant or clause has it",
      help: nearestName(to: id, among: known).map { "did you mean `\($0)`?" })
  }
}

/// T8210: a fixture uses a word that its place does not know.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`, `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureWord: DiagnosticKind {
  package static let id = DiagnosticID("T8210", .error)

  /// A word outside a closed list.
  ///
  /// - Parameters:
  ///   - place: What is named: `decision`, `run status`.
  ///   - known: All words of the list.
  package static func unknown(_ word: String, as place: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "`\(word)` is not \(place.withArticle)", at: span,
      help: nearestName(to: word, among: known).map { "did you mean `\($0)`?" }
        ?? "known are \(known.map { "`\($0)`" }.joined(separator: ", "))")
  }
}

/// T8211: a fixture names a pack that is not loaded.
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

/// T8212: a step of a scenario is not one that scenarios have.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`.
package enum FixtureStep: DiagnosticKind {
  package static let id = DiagnosticID("T8212", .error)

  /// A step name that does not exist.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "unknown step `\(name)`", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
        ?? "steps are \(known.map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// A step whose arguments do not stand.
  package static func notTaken(_ why: String, at span: Span) -> Diagnostic { make(why, at: span) }

  /// A step that names two clients.
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

/// T8213: a step acts as a client that never connected.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`.
package enum UnknownFixtureClient: DiagnosticKind {
  package static let id = DiagnosticID("T8213", .error)

  /// A step of a client before there is any.
  package static func none(at span: Span) -> Diagnostic {
    make("no earlier step connects a client", at: span, help: "begin with `{\"connect\": {\"as\": \"ada\"}}`")
  }

  /// A client of a fault that no step connects, before or behind it.
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
