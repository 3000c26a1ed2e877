import Foundation
import Testing
import TruthsCheck
import TruthsEval
import TruthsJSON
import TruthsText

/// The tables of `docs/rules`: each rule of a contract with what enforces it and what shows it. Whatever they name is there.
@Suite("The tables of rules")
struct RuleTableTests {
  struct Row {
    var place: String
    var enforcers: [String]
    var fixtures: [String]
    /// The words of the last two cells.
    var reason: String
  }

  static let documents = (try? Repository.files(in: "docs/rules", endings: [".md"])) ?? []

  /// The rows of the table with four columns.
  static func rows(of document: (path: String, bytes: [UInt8])) -> [Row] {
    let lines = String(decoding: document.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { number, line in
      guard line.hasPrefix("| "), line.hasSuffix(" |"), line.dropFirst(2).first?.isNumber == true else { return nil }
      let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
      guard cells.count >= 4 else { return Row(place: "\(document.path):\(number + 1)", enforcers: [], fixtures: [], reason: "") }
      return Row(
        place: "\(document.path):\(number + 1)", enforcers: names(in: cells[cells.count - 2]),
        fixtures: names(in: cells[cells.count - 1]),
        reason: cells.suffix(2).joined(separator: " "))
    }
  }

  /// What stands between backticks.
  private static func names(in cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
      String($0.element)
    }
  }

  private func declared(_ program: Program) -> Set<String> {
    var ids = Set(program.truths.map(\.id) + program.invariants.map(\.id) + program.invariants.map(\.clause.id))
    for truth in program.truths {
      ids.formUnion((truth.requires + truth.invariants + truth.ensures + truth.moves.map(\.clause)).map(\.id))
    }
    ids.formUnion(program.lifecycles.map { "\($0.pack).\($0.name).lifecycle" })
    ids.formUnion(program.tables.map(\.qualifiedName))
    ids.formUnion(program.policies.map { "\($0.pack).\($0.name)" } + program.intents.map { "\($0.pack).\($0.name)" })
    ids.formUnion(program.facts.map { "\($0.pack).\($0.name)" } + program.sources.map { "\($0.pack).\($0.name)" })
    return ids
  }

  @Test("there is one for each of the two contracts that became packs")
  func found() {
    #expect(Self.documents.map(\.path) == ["docs/rules/aevum.md", "docs/rules/swapgraph.md"])
    for document in Self.documents { #expect(Self.rows(of: document).count > 50, "\(document.path)") }
  }

  @Test("what a rule names is there: clauses, truths, tables, lifecycles; and fixtures", arguments: documents.indices)
  func honest(index: Int) throws {
    let set = try Repository.truths()
    let ids = declared(set.program)
    var fixtures: Set<String> = []
    for (path, bytes) in try Repository.files(in: "Fixtures", endings: [".json"]) {
      guard let file = try? JSONReader.read(SourceFile(id: FileID(0), path: path, bytes: bytes)).get() else { continue }
      for fixture in file.elements ?? [file] { fixtures.formUnion([fixture.member("id")?.value.stringValue].compactMap { $0 }) }
    }
    for row in Self.rows(of: Self.documents[index]) {
      for id in row.enforcers where !ids.contains(id) { Issue.record("\(row.place): nothing is called `\(id)`") }
      if row.enforcers.isEmpty {
        #expect(row.fixtures.isEmpty && row.reason.count > 10, "\(row.place): neither enforced nor is there a reason why not")
      } else {
        #expect(!row.fixtures.isEmpty, "\(row.place): no fixture shows it")
        for id in row.fixtures where !fixtures.contains(id) { Issue.record("\(row.place): no fixture is called `\(id)`") }
      }
    }
  }
}
