import Foundation
import Testing
import TruthsDiagnostics
import TruthsGenerators
import TruthsProgram
import TruthsText

@testable import TruthsCheck

/// Tables of random cells, whose overlaps and dead rows are also found by trying every point (declarations §8).
@Suite("Overlaps and dead rows of random tables, declarations §8")
struct RandomTableTests {
  /// Tables of three columns; with `TRUTHS_SOAK` also of ten.
  private static let widths = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? [3] : [3, 10]

  private enum Kind: CaseIterable { case enumeration, integer, decimal, text }

  /// A cell as it is written, and the points of its column where it holds, as bits.
  private struct Cell {
    var text: String
    var points: UInt64
  }

  private static let poolSize = 12

  /// Points of a column: the values that cells name; numbers one further at each end, decimals also halves, and one other text.
  private static func pointCount(_ kind: Kind) -> Int {
    switch kind {
    case .enumeration: poolSize
    case .text: poolSize + 1
    case .integer: poolSize + 2
    case .decimal: 2 * poolSize + 3
    }
  }

  /// The point of the value with a number.
  private static func point(_ kind: Kind, _ value: Int) -> Int {
    switch kind {
    case .enumeration, .text: value
    case .integer: value + 1
    case .decimal: 2 * value + 2
    }
  }

  private static func written(_ kind: Kind, _ value: Int) -> String {
    switch kind {
    case .enumeration: "e\(value)"
    case .text: "\"e\(value)\""
    case .integer, .decimal: "\(value)"
    }
  }

  private static func cell(_ kind: Kind, _ chance: inout Chance) -> Cell {
    let all: UInt64 = (1 << UInt64(pointCount(kind))) - 1
    if chance.once(in: 12) { return Cell(text: "-", points: all) }
    var (parts, points): ([String], UInt64) = ([], 0)
    for _ in 0..<(1 + chance.next(below: 3)) {
      let first = chance.next(below: poolSize)
      if kind == .integer || kind == .decimal, chance.once(in: 2) {
        let last = min(first + chance.next(below: 3), poolSize - 1)
        let isOpen = first < last && chance.once(in: 2)
        parts.append(isOpen ? "[\(first)..\(last))" : "\(first)..\(last)")
        let end = point(kind, last) - (isOpen ? 1 : 0)
        for place in point(kind, first)...end { points |= 1 << UInt64(place) }
      } else {
        parts.append(written(kind, first))
        points |= 1 << UInt64(point(kind, first))
      }
    }
    if kind == .enumeration || kind == .text, chance.once(in: 10) {
      return Cell(text: "not (\(parts.joined(separator: ", ")))", points: all & ~points)
    }
    return Cell(text: parts.joined(separator: ", "), points: points)
  }

  private static func overlap(_ one: [Cell], _ other: [Cell]) -> Bool {
    zip(one, other).allSatisfy { $0.points & $1.points != 0 }
  }

  private static func shop(_ kinds: [Kind], _ rows: [[Cell]], isUnique: Bool) -> DecideShop {
    let types = kinds.map { kind in
      switch kind {
      case .enumeration: "letter"
      case .integer: "integer"
      case .decimal: "decimal"
      case .text: "text"
      }
    }
    let names = kinds.indices.map { "c\($0)" }
    let lines =
      ["table graded:", "  inputs:"] + zip(names, types).map { "    \($0): \($1)" } + ["  output: integer"]
      + (isUnique ? ["  hit: unique"] : []) + ["  grid: |", "    \(names.joined(separator: " | ")) → output"]
      + rows.enumerated().map { "    \($1.map(\.text).joined(separator: " | ")) → \($0)" } + ["    otherwise → \(rows.count)"]
    let letters = (0..<poolSize).map { "e\($0)" }.joined(separator: ", ")
    return DecideShop(requires: ["b"], declarations: ["enum letter: [\(letters)]", lines.joined(separator: "\n")])
  }

  /// The rows that the findings with a code are about, by the value of each row.
  private func reported(_ code: String, in loaded: LoadedSet) -> Set<Int> {
    Set(
      loaded.diagnostics.filter { $0.code.description == code }.compactMap { finding in
        let text = loaded.sources.file(finding.span.file)?.text(finding.span) ?? ""
        return text.split(separator: " ").last.flatMap { Int($0) }
      })
  }

  /// The rows, `otherwise` included, that are never the first to hold.
  private static func dead(_ kinds: [Kind], _ rows: [[Cell]]) -> Set<Int> {
    var reached: Set<Int> = []
    func visit(_ column: Int, _ holding: [Int]) {
      if column == kinds.count {
        reached.insert(holding.first ?? rows.count)
      } else {
        for point in 0..<pointCount(kinds[column]) {
          visit(column + 1, holding.filter { rows[$0][column].points & 1 << UInt64(point) != 0 })
        }
      }
    }
    visit(0, Array(rows.indices))
    return Set(0...rows.count).subtracting(reached)
  }

  @Test("each row that overlaps with an earlier one is found", arguments: 0..<24)
  func overlaps(_ seed: Int) {
    var chance = Chance(seed: UInt64(seed))
    let (count, width) = chance.pick([(40, 3), (60, 3), (80, 4), (100, 4), (150, 5)])
    // Every fourth table has columns of one kind; in the others kinds are mixed.
    let kinds = (0..<width).map { _ in seed < 8 ? Kind.allCases[seed % 4] : chance.pick(Kind.allCases) }
    var rows: [[Cell]] = []
    for _ in 0..<(count * 40) where rows.count < count {
      let row = kinds.map { Self.cell($0, &chance) }
      // Few rows overlap, so that most questions have the answer no.
      if chance.once(in: 200) || !rows.contains(where: { Self.overlap($0, row) }) { rows.append(row) }
    }
    let expected = rows.indices.filter { place in rows[..<place].contains { Self.overlap($0, rows[place]) } }
    let shop = Self.shop(kinds, rows, isUnique: true)
    let loaded = shop.load()
    #expect(reported("T4402", in: loaded) == Set(expected), "\(shop.text)")
    #expect(shop.findings.broken == [])
  }

  @Test("each row that earlier rows hide is found", arguments: 0..<12)
  func deadRows(_ seed: Int) {
    var chance = Chance(seed: UInt64(1000 + seed))
    let count = chance.pick([40, 60, 100, 150])
    let kinds = (0..<(seed % 2 + 1)).map { _ in seed < 4 ? Kind.allCases[seed] : chance.pick(Kind.allCases) }
    let rows = (0..<count).map { _ in kinds.map { Self.cell($0, &chance) } }
    let shop = Self.shop(kinds, rows, isUnique: false)
    let loaded = shop.load()
    let expected = Self.dead(kinds, rows)
    #expect(reported("T4403", in: loaded) == expected, "\(shop.text)")
    #expect(shop.findings.broken == [])
  }

  /// A search would take up to 60,000 steps for each row; boxes decide which rows overlap in no step. Values are found in few:
  /// the limit is half of what a whole set has (limits §6).
  @Test("a thousand rows take few steps", arguments: widths, [true, false])
  func steps(width: Int, isUnique: Bool) throws {
    for kind in Kind.allCases {
      var chance = Chance(seed: UInt64(width))
      let kinds = [Kind](repeating: kind, count: width)
      let rows = (0..<1000).map { _ in kinds.map { Self.cell($0, &chance) } }
      let program = Self.shop(kinds, rows, isUnique: isUnique).load().program
      let index = try #require(program.tables.firstIndex { $0.name == "graded" })
      let fuel = Fuel(total: .max)
      let tables = CheckTables(DeclarationTable([]))
      tables.program = program
      var found = TableRows(tables, index, unread: [], fuel: fuel)
      found.find()
      #expect(fuel.spent < 20_000_000, "\(kind)")
    }
  }
}
