package import TruthsText

/// T8206: an undeclared intent in a fixture.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureIntent: DiagnosticKind {
  package static let id = DiagnosticID("T8206", .error)

  /// An intent that is not declared.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    misnamed(
      "unknown intent `\(name)`", NearestHelp(to: name, among: known), at: span, label: "no pack declares it")
  }
}

/// T8207: an undeclared fact type in a fixture.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureFact: DiagnosticKind {
  package static let id = DiagnosticID("T8207", .error)

  /// A fact type that is not declared.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    misnamed(
      "unknown fact type `\(name)`", NearestHelp(to: name, among: known), at: span, label: "no pack declares it")
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
    misnamed(
      "\(owner) has no field `\(name)`", NearestHelp(to: name, among: known), at: span, label: "unknown field")
  }

  /// A name whose value no clause of a truth shows.
  ///
  /// - Parameters:
  ///   - id: the truth or clause that a violation names.
  ///   - known: the names that its clauses show.
  package static func term(_ name: String, of id: String, known: [String], at span: Span) -> Diagnostic {
    let others = known.isEmpty ? "no clause of it names any" : "they name \(known.map { "`\($0)`" }.joined(separator: ", "))"
    return misnamed(
      "no clause of `\(id)` names `\(name)`", NearestHelp(to: name, among: known), at: span, label: "unknown name",
      otherwise: others)
  }
}

/// T8209: an unknown id of a truth, invariant or clause in a fixture.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixtureTruth: DiagnosticKind {
  package static let id = DiagnosticID("T8209", .error)

  /// An unknown id.
  package static func unknown(_ id: String, known: [String], at span: Span) -> Diagnostic {
    misnamed(
      "unknown truth id `\(id)`", NearestHelp(to: id, among: known), at: span, label: "no truth, invariant or clause has it")
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
    misnamed(
      "`\(word)` is not \(place.withArticle)", NearestHelp(to: word, among: known), at: span,
      otherwise: "known are \(known.map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// An actor that the background of a fixture does not have.
  package static func actor(_ name: String, of background: String, known: [String], at span: Span) -> Diagnostic {
    let sample = "write it in the background: `\"actors\": {\"\(name)\": {\"roles\": […]}}`"
    return make(
      "`\(name)` is not an actor of background `\(background)`", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" } ?? sample)
  }

  /// The name of an actor in a fixture without a background.
  package static func actorWithoutBackground(_ name: String, at span: Span) -> Diagnostic {
    make(
      "there is no actor `\(name)`, because the fixture names no background", at: span,
      help: "name a `background` with this actor, or write the actor as an object: `{\"user_id\": \"\(name)\"}`")
  }

  /// A background that neither the folder nor one above it has.
  package static func background(_ name: String, known: [String], at span: Span) -> Diagnostic {
    let sample = "write it in a file of this folder or of one above: `{\"name\": \"\(name)\", \"context\": {\"facts\": […]}}`"
    return misnamed(
      "there is no background `\(name)`", NearestHelp(to: name, among: known), at: span,
      otherwise: sample)
  }
}

/// T8211: a pack in a fixture that is not loaded.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader.swift`.
package enum UnknownFixturePack: DiagnosticKind {
  package static let id = DiagnosticID("T8211", .error)

  /// A pack that is not loaded.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    misnamed(
      "unknown pack `\(name)`", NearestHelp(to: name, among: known), at: span, label: "not loaded")
  }
}

/// T8212: an unknown or malformed step of a scenario.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureReader+Steps.swift`.
package enum FixtureStep: DiagnosticKind {
  package static let id = DiagnosticID("T8212", .error)

  /// An unknown name of a step.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    misnamed(
      "unknown step `\(name)`", NearestHelp(to: name, among: known), at: span,
      otherwise: "steps are \(known.map { "`\($0)`" }.joined(separator: ", "))")
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
    misnamed(
      "no step connects the client `\(name)`, so the fault would do nothing", NearestHelp(to: name, among: known), at: span,
      otherwise: "connect it, or remove the fault")
  }

  /// A client that no earlier step connected.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    misnamed(
      "no earlier step connects the client `\(name)`", NearestHelp(to: name, among: known), at: span,
      otherwise: "add `{\"connect\": {\"as\": \"\(name)\"}}` before it")
  }
}

/// T8221: a background that no fixture names.
///
/// Detected in `Sources/TruthsEval/Fixtures/FixtureSuite.swift`.
package enum UnusedBackground: DiagnosticKind {
  package static let id = DiagnosticID("T8221", .warning)

  /// A background that no fixture begins with.
  package static func finding(_ name: String, at span: Span) -> Diagnostic {
    make(
      "no fixture begins with the background `\(name)`", at: span,
      help: "name it in a fixture, `\"background\": \"\(name)\"`, or remove it")
  }
}
