import Foundation
import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsProgram

/// The tables of `docs/rules`: the rules of a contract, with their enforcers, and with fixtures that keep them and that break
/// them. All names in them exist, and each breaking fixture is caught by its rule.
@Suite("The tables of rules")
struct RuleTableTests {
  static let tables = RuleTable.all

  /// The sections of the contract of Converge.
  static let sections = [
    "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "2", "3",
    "4.1",
    "4.2", "4.3", "5.1", "5.2", "5.3", "6.1", "6.2", "7.1", "7.2", "7.3", "8.1", "8.2", "9.1", "9.2", "9.3", "10.1", "10.2", "11",
    "11.1", "12.1", "12.2", "13.1", "13.2", "13.3", "13.4", "13.5", "13.6", "13.7", "14.1", "14.2", "14.3", "14.4", "14.5",
    "14.6",
    "15.1", "15.2", "16.1", "16.2", "16.3", "17.1", "17.2", "18", "19",
  ]

  @Test("there is one for each of the three contracts, and that of Converge leaves out no section")
  func found() {
    #expect(Self.tables.map(\.path) == ["docs/rules/aevum.md", "docs/rules/converge.md", "docs/rules/swapgraph.md"])
    for table in Self.tables { #expect(table.rows.count > 50, "\(table.path)") }
    let converge = Self.tables.first { $0.path.hasSuffix("/converge.md") }
    #expect(Set(Self.sections).symmetricDifference(converge?.rows.map(\.section) ?? []) == [])
  }

  @Test("what a rule names is there: what enforces it, what shows it, what breaks it", arguments: tables.indices)
  func honest(index: Int) throws {
    let ids = RuleNames.declared(try Repository.truths().program)
    let fixtures = try BrokenRules.all.get().ids
    for row in Self.tables[index].rows {
      for id in row.enforcers where try !isEnforcer(id, ids) { Issue.record("\(row.place): nothing is called `\(id)`") }
      for id in row.shown + (row.broken ?? []) where try !isWitness(id, fixtures) {
        Issue.record("\(row.place): no fixture is called `\(id)`")
      }
      if row.enforcers.isEmpty {
        #expect(row.shown.isEmpty && row.reason.count > 10, "\(row.place): neither enforced nor is there a reason why not")
      } else {
        #expect(!(row.shown + (row.broken ?? [])).isEmpty, "\(row.place): nothing shows it")
      }
    }
  }

  @Test("of Converge, a code that only warns is called a warning: it refuses no set without `--strict`")
  func warnings() throws {
    let page = try #require(try Repository.files(in: "docs/rules", endings: ["converge.md"]).first)
    var warnings = 0
    for row in String(decoding: page.bytes, as: UTF8.self).split(separator: "\n") where row.hasPrefix("| ") {
      guard row.dropFirst(2).first?.isNumber == true else { continue }
      for match in row.matches(of: /`(T[0-9]{4})`( \(warning\))?/) {
        let isWarning = DiagnosticRegistry.page(for: DiagnosticCode(String(match.1)))?.severity == .warning
        #expect(isWarning == (match.2 != nil), "\(match.1) in: \(row)")
        if isWarning { warnings += 1 }
      }
    }
    #expect(warnings > 10)
  }

  /// The checklists of a contract, which say once more what its sections say: what breaks a row there breaks one of those as well.
  private static let checklists = ["docs/rules/converge.md": ["17.1", "18"]]

  @Test("what breaks a row breaks no other one, but for one of a checklist", arguments: tables.indices)
  func breakersOfTheirOwn(index: Int) {
    let table = Self.tables[index]
    for isChecklist in [false, true] {
      var places: [String: [String]] = [:]
      for row in table.rows where (Self.checklists[table.path] ?? []).contains(row.section) == isChecklist {
        for id in row.broken ?? [] { places[id, default: []].append(row.place) }
      }
      for (id, rows) in places.sorted(by: { $0.key < $1.key }) {
        #expect(rows.count == 1, "`\(id)` breaks \(rows.joined(separator: ", ")): each row names what breaks it alone")
      }
    }
  }

  @Test("a row that says what another section says leads to a row that something breaks", arguments: tables.indices)
  func repeated(index: Int) {
    let rows = Self.tables[index].rows
    for row in rows {
      guard let section = row.repeats else { continue }
      let isBroken = rows.contains { $0.section == section && !($0.broken ?? []).isEmpty }
      #expect(isBroken, "\(row.place): nothing breaks a row of § \(section)")
    }
  }

  @Test("the header of each page has the numbers of its table; TRUTHS_UPDATE=1 writes them", arguments: tables.indices)
  func numbers(index: Int) throws {
    let file = Repository.root.appending(path: Self.tables[index].path)
    let page = try String(contentsOf: file, encoding: .utf8)
    let line = RuleNumbers(Self.tables[index]).line
    let place = try #require(RuleNumbers.line(in: page), "\(Self.tables[index].path) has no line of numbers")
    if ProcessInfo.processInfo.environment["TRUTHS_UPDATE"] == "1" {
      try page.replacingCharacters(in: place, with: line).write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(page[place] == line)
    }
  }

  private func isEnforcer(_ name: String, _ declared: Set<String>) throws -> Bool {
    if RuleNames.isCode(name) { return RuleNames.hasCode(name) }
    return try RuleNames.isTest(name) ? RuleNames.hasTest(name) : declared.contains(name)
  }

  private func isWitness(_ name: String, _ fixtures: Set<String>) throws -> Bool {
    if RuleNames.isCode(name) { return RuleNames.hasCode(name) }
    return try RuleNames.isTest(name) ? RuleNames.hasTest(name) : fixtures.contains(name)
  }

  @Test("what breaks a rule passes as a fixture, is not accepted, and violates that rule and no other", arguments: tables.indices)
  func caught(index: Int) throws {
    let fixtures = try BrokenRules.all.get()
    for row in Self.tables[index].rows where !row.enforcers.isEmpty {
      for id in row.broken ?? [] {
        guard let result = fixtures.result(of: id) else { continue }
        #expect(result.passed, "\(row.place): `\(id)` does not pass")
        #expect(!result.accepted, "\(row.place): `\(id)` breaks nothing, it is accepted")
        let others = result.violations.filter { !row.covers($0.id, declaredBy: $0.truth) }
        if result.isDecision {
          #expect(others.isEmpty, "\(row.place): `\(id)` violates \(others.map(\.id)), which the row does not name")
        } else {
          #expect(others.count < result.violations.count, "\(row.place): `\(id)` violates \(others.map(\.id)) alone")
        }
      }
    }
  }

  @Test("what shows a rule passes as a fixture, and does not violate that rule", arguments: tables.indices)
  func kept(index: Int) throws {
    let fixtures = try BrokenRules.all.get()
    for row in Self.tables[index].rows where row.broken != nil {
      for id in row.shown {
        // The tests of all fixtures check that scenarios pass. In a scenario the rule may be broken first, and kept then.
        guard let result = fixtures.result(of: id, scenarios: false) else { continue }
        #expect(result.passed, "\(row.place): `\(id)` does not pass")
        guard result.isDecision, !result.accepted else { continue }
        #expect(!result.violations.contains { row.covers($0.id, declaredBy: $0.truth) }, "\(row.place): `\(id)` breaks the rule")
      }
    }
  }

  @Test("of at least 400 rows a violation of that row alone is caught, and at least 500 have breakers of their own")
  func enough() throws {
    #expect(Self.tables.reduce(0) { $0 + RuleNumbers($1).broken } >= 500)
    let fixtures = try BrokenRules.all.get()
    let rows = Self.tables.flatMap(\.rows).filter { row in
      // In rows of the older form, one cell has the fixtures that keep the rule and those that break it.
      (row.broken ?? row.shown).contains { id in
        guard let result = fixtures.result(of: id), result.passed, !result.accepted else { return false }
        let covered = result.violations.filter { row.covers($0.id, declaredBy: $0.truth) }
        return result.isDecision ? covered.count == result.violations.count : !covered.isEmpty
      }
    }
    #expect(rows.count >= 400)
  }
}
