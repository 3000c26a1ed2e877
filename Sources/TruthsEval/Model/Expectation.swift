package import TruthsJSON
package import TruthsText

/// What must come: the members of `expected`, or of a scenario's `expect`. It asserts only what it names, and at least one thing.
package struct Expectation: Sendable {
  /// The whole object.
  package var span: Span
  /// In the order written; each name is one that its place knows.
  package var members: [LocatedJSON.Member]

  package init(members: [LocatedJSON.Member], at span: Span) {
    self.members = members
    self.span = span
  }

  /// The value of a member.
  package func value(_ name: String) -> LocatedJSON? {
    let wanted = Text(name)
    return members.first { $0.name == wanted }?.value
  }

  /// The ids of truths that must have fired or blocked for this expectation to hold: those of `truth_id`, `violations` and
  /// `traces`.
  package var namedTruths: [String] {
    let lists = ["violations", "traces"].flatMap { value($0)?.elements ?? [] }
    let ids = [value("truth_id")] + lists.map { $0.member("truth_id")?.value }
    return ids.compactMap { $0?.stringValue }
  }
}
