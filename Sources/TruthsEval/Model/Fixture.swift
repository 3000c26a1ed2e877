package import TruthsJSON
package import TruthsText

/// A test as data (runtime.md §6): a context, what is done to it, and what must come of it.
package struct Fixture: Sendable {
  /// Unique among the fixtures of one evaluation.
  package var id: String
  /// The characters of the id.
  package var span: Span
  package var description: String?
  /// The packs that it runs against; `nil` means all that are loaded.
  package var packs: [Name]?
  /// Written into the proposal's timestamp; a scenario's clock begins there.
  package var now: Timestamp?
  /// Policies that differ from their defaults, appended as `policy.set` entries.
  package var policies: [(name: String, span: Span, value: LocatedJSON)]
  package var tags: [String]
  /// `context.facts`: payloads and whole entries, in ledger order; `nil` where the fixture has none.
  package var facts: LocatedJSON?
  package var body: Body

  /// What a fixture does.
  package enum Body: Sendable {
    /// One proposal, and what its decision must be.
    case decision(proposal: LocatedJSON, expected: Expectation)
    /// A story of steps; an `expected` beside it speaks of the last decision.
    case scenario([ScenarioStep], expected: Expectation?)
  }

  /// A name as it stands in the file.
  package struct Name: Hashable, Sendable {
    package var text: String
    package var span: Span
  }

  /// Why the fixture is to be skipped: a tag `skip` or `skip: <why>`, the only means there is.
  package var skipReason: String? {
    for tag in tags where tag == "skip" || tag.hasPrefix("skip:") {
      let why = tag.dropFirst("skip:".count)
      return why.isEmpty ? "tagged skip" : String(why.drop { $0 == " " })
    }
    return nil
  }
}
