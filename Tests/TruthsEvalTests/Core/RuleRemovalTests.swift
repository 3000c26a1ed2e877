import Testing
import TruthsEval

/// The fixtures of a row fail once the truth behind the row is removed.
@Suite("The tables of rules, without the rules")
struct RuleRemovalTests {
  private typealias Probe = RulesTakenAway.Probe

  @Test("what breaks a row is caught by truths that the row names, and each of these is needed", arguments: RuleTable.all.indices)
  func needed(index: Int) throws {
    let fixtures = try BrokenRules.all.get()
    let rules = RulesTakenAway(fixtures)
    var rows = RuleTable.all[index].rows.filter { $0.repeats == nil }.map { row in
      TriedRow(
        place: row.place, enforcers: row.enforcers.filter { rules.isRemovable($0) },
        broken: (row.broken ?? []).filter { fixtures.fixture($0) != nil },
        shown: row.shown.filter { fixtures.fixture($0) != nil },
        isBrokenByTests: (row.broken ?? []).contains(where: RuleNames.isTest))
    }
    let caught = rules.failing(Set(rows.flatMap { $0.probes($0.broken) }))
    for row in rows where !row.enforcers.isEmpty {
      for id in row.broken where !row.enforcers.contains(where: { caught.contains(Probe(rule: $0, fixture: id)) }) {
        let violations = fixtures.result(of: id)?.violations ?? []
        let isBuiltIn = !violations.isEmpty && violations.allSatisfy { $0.id.hasPrefix("converge.") }
        #expect(isBuiltIn, "\(row.place): without \(row.enforcers) `\(id)` passes all the same")
      }
    }
    // What is needed for nothing that breaks the row is needed for what shows it: a view, or facts that a truth makes.
    rows = rows.filter { !$0.isBrokenByTests }
    for place in rows.indices {
      let broken = rows[place].broken
      rows[place].enforcers.removeAll { rule in
        broken.contains { caught.contains(Probe(rule: rule, fixture: $0)) || fixtures.isViolated(rule, in: $0) }
      }
    }
    let missed = rules.failing(Set(rows.flatMap { $0.probes($0.shown) }), .everything)
    for row in rows {
      for rule in row.enforcers where !row.shown.contains(where: { missed.contains(Probe(rule: rule, fixture: $0)) }) {
        Issue.record("\(row.place): without `\(rule)` all fixtures of the row pass all the same")
      }
    }
  }

  /// A row with what can be tried.
  private struct TriedRow {
    var place: String
    /// The removable rules.
    var enforcers: [String]
    var broken: [String]
    var shown: [String]
    /// Tests take away themselves what they break.
    var isBrokenByTests: Bool

    func probes(_ fixtures: [String]) -> [Probe] {
      enforcers.flatMap { rule in fixtures.map { Probe(rule: rule, fixture: $0) } }
    }
  }
}
