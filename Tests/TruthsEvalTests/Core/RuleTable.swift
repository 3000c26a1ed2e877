import Foundation
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsProgram

/// The tables of `docs/rules`: the rules of a contract, with their enforcers, the fixtures that keep them and those that break
/// them.
struct RuleTable {
  var path: String
  var rows: [Row]

  struct Row {
    /// `docs/rules/converge.md:31`
    var place: String
    /// The section of the contract.
    var section: String
    var enforcers: [String]
    /// The names in the cell of fixtures that show the rule.
    var shown: [String]
    /// The names in the cell of fixtures that break the rule; `nil` in a row of the older form, which has one cell for both.
    var broken: [String]?
    /// The section that has the same rule, and what breaks it: of `as § 1.4` in the last cell.
    var repeats: String?
    /// The words of the cell that says why it is no rule of a pack.
    var reason: String
  }

  static let all = ((try? Repository.files(in: "docs/rules", endings: [".md"])) ?? []).map { RuleTable($0) }

  init(_ document: (path: String, bytes: [UInt8])) {
    path = document.path
    let lines = String(decoding: document.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    rows = lines.enumerated().compactMap { number, line in
      guard line.hasPrefix("| "), line.hasSuffix(" |"), line.dropFirst(2).first?.isNumber == true else { return nil }
      return Row(cells: line.dropFirst(2).dropLast(2).components(separatedBy: " | "), place: "\(document.path):\(number + 1)")
    }
  }
}

extension RuleTable.Row {
  init(cells: [String], place: String) {
    self.place = place
    section = cells[0]
    guard cells.count >= 4 else {
      (enforcers, shown, broken, reason) = ([], [], nil, "")
      return
    }
    enforcers = Self.names(in: cells[2])
    shown = Self.names(in: cells[3])
    broken = cells.count > 4 ? (enforcers.isEmpty ? [] : Self.names(in: cells[4])) : nil
    repeats = cells.count > 4 ? cells[4].wholeMatch(of: /as § ([0-9.]+)/).map { String($0.1) } : nil
    reason = cells.dropFirst(cells.count > 4 ? 4 : 2).joined(separator: " ")
  }

  /// Returns the texts between backticks.
  private static func names(in cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
      String($0.element)
    }
  }

  /// Whether a violation is one of this rule: of a clause, truth or lifecycle that enforces it.
  func covers(_ violation: String, declaredBy truth: String? = nil) -> Bool {
    enforcers.contains { $0 == violation || $0 == truth || violation.hasPrefix("\($0).") }
  }
}

/// The number of rules of a table, and of those that something breaks.
struct RuleNumbers {
  private var rows = 0
  private var rules = 0
  private var byFixture = 0
  private var byTest = 0
  private var byCode = 0
  private var repeated = 0

  init(_ table: RuleTable) {
    rows = table.rows.count
    for row in table.rows where !row.enforcers.isEmpty {
      rules += 1
      let broken = row.broken ?? []
      if broken.contains(where: { !RuleNames.isTest($0) && !RuleNames.isCode($0) }) {
        byFixture += 1
      } else if broken.contains(where: RuleNames.isTest) {
        byTest += 1
      } else if !broken.isEmpty {
        byCode += 1
      } else if row.repeats != nil {
        repeated += 1
      }
    }
  }

  /// The number of rules with a breaker of their own.
  var broken: Int { byFixture + byTest + byCode }

  /// The line of the page.
  var line: String {
    """
    Of \(rows) rows \(rules) are rules. \(broken) have breakers of their own (\(byFixture) fixtures, \(byTest) tests, \
    \(byCode) codes), \(repeated) are said elsewhere, and nothing breaks \(rules - broken - repeated).
    """
  }

  /// The line of numbers in a page.
  static func line(in page: String) -> Range<String.Index>? {
    page.firstRange(of: /(?m)^Of [0-9]+ rows .*$/)
  }
}

/// The names other than fixtures that a cell may contain.
enum RuleNames {
  /// A test of this repository, `ResumeTests.whoComesLateGetsEverything`: the file below `Tests`, and the function in it.
  static func isTest(_ name: String) -> Bool { name.first?.isUppercase == true && name.contains(".") }

  /// The code of a diagnostic, `T5003`: its page has the document that it finds.
  static func isCode(_ name: String) -> Bool { name.wholeMatch(of: #/T[0-9]{4}/#) != nil }

  /// The functions of each test file, by the name of the file.
  private static let tests = Result { () throws -> [String: String] in
    let files = try Repository.files(in: "Tests", endings: ["Tests.swift"])
    return Dictionary(
      files.map { file in
        (
          String(file.path.split(separator: "/").last ?? "").replacing(".swift", with: ""),
          String(decoding: file.bytes, as: UTF8.self)
        )
      }, uniquingKeysWith: { $0 + $1 })
  }

  /// Whether a test is there.
  static func hasTest(_ name: String) throws -> Bool {
    let parts = name.split(separator: ".")
    guard parts.count == 2, let text = try tests.get()[String(parts[0])] else { return false }
    return text.contains("func \(parts[1])(")
  }

  /// Returns whether a code exists, with a sample that has it. The tests of pages check that the sample has no other finding.
  static func hasCode(_ name: String) -> Bool {
    DiagnosticRegistry.page(for: DiagnosticCode(name)).map { !$0.wrong.isEmpty } ?? false
  }

  /// Everything that a truth set declares under the names by which a table speaks of it.
  static func declared(_ program: Program) -> Set<String> {
    var ids = Set(program.truths.map(\.id) + program.invariants.map(\.id) + program.invariants.map(\.clause.id))
    for truth in program.truths {
      ids.formUnion((truth.requires + truth.invariants + truth.ensures + truth.moves.map(\.clause)).map(\.id))
    }
    ids.formUnion(program.lifecycles.map { "\($0.pack).\($0.name).lifecycle" })
    ids.formUnion(program.tables.map(\.qualifiedName))
    ids.formUnion(program.policies.map { "\($0.pack).\($0.name)" } + program.intents.map { "\($0.pack).\($0.name)" })
    ids.formUnion(program.facts.map { "\($0.pack).\($0.name)" } + program.sources.map { "\($0.pack).\($0.name)" })
    ids.formUnion(BuiltInTruth.allCases.map(\.rawValue))
    return ids
  }
}
