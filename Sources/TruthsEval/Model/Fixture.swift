package import TruthsJSON
package import TruthsRuntime
package import TruthsText

/// A test as data (runtime.md §6): a context, what is done to it, and what must come of it.
package struct Fixture: Sendable {
  /// Unique among the fixtures of one evaluation.
  package var id: String
  /// The characters of the id.
  package var span: Span
  package var description: String?
  package var tags: [String]
  /// Written into the proposal's timestamp; a scenario's clock begins there.
  package var now: Timestamp?
  /// The procedure over the packs that it names, or over all.
  package var procedure: RunProcedure
  /// What it begins with: `context.facts`, then a `policy.set` for each of its `policies`.
  package var context: Context
  package var body: Body
  /// What it was read from.
  var origin: Origin

  /// The text of a fixture, from which it can be read again against another truth set.
  struct Origin: Sendable {
    var json: LocatedJSON
    /// The files that its file names as documents, as it names them.
    var files: [Text: SourceFile]
    /// Documents that it does not give itself.
    var givenDocuments: [Document]
  }

  /// What a fixture does.
  package enum Body: Sendable {
    /// One proposal, and what its decision must be.
    case decision(proposal: LocatedJSON, expected: Expectation)
    /// A story of steps; an `expected` beside it speaks of the last decision.
    case scenario([ScenarioStep], expected: Expectation?)
  }

  /// The packs that it names; `nil` where it runs against all.
  var packs: [String]? { origin.json.member("packs")?.value.elements?.compactMap(\.stringValue) }

  /// Why the fixture is to be skipped: a tag `skip` or `skip: <why>`, the only means there is.
  package var skipReason: String? {
    for tag in tags where tag == "skip" || tag.hasPrefix("skip:") {
      let why = tag.dropFirst("skip:".count)
      return why.isEmpty ? "tagged skip" : String(why.drop { $0 == " " })
    }
    return nil
  }
}
