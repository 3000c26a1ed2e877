import Foundation
import Testing
import TruthsText

/// Arithmetic of decimal128, powers, roots, sums and means, and the limits of expressions, compared with Python's results
/// (Tests/python/number_cases.py): 5,000 cases, and 200,000 with `TRUTHS_SOAK`.
@Suite("Numbers come to what Python's decimals and fractions come to", .serialized)
struct NumberComparisonTests {
  private static let isSoak = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil
  private static let count = isSoak ? 200_000 : 5_000

  @Test("the same answers")
  func sameAnswers() throws {
    var (asked, differences) = ([String: Int](), 0)
    let arguments = ["--seed", Self.isSoak ? "2" : "1", "--count", "\(Self.count)"]
    for line in try PythonLibraries.output(of: "Tests/python/number_cases.py", arguments).split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      let (name, answer) = (try #require(fields.first), try #require(fields.last))
      asked[name, default: 0] += 1
      let found = try Self.calculate(name, Array(fields.dropFirst().dropLast()))
      let wanted = answer == "-" ? nil : try Self.number(answer)
      if found != wanted {
        differences += 1
        if differences <= 20 { Issue.record("\(line): \(found?.canonicalText.prefix(60) ?? "missing")") }
      }
    }
    #expect(differences == 0)
    #expect(asked.values.reduce(0, +) == Self.count)
    #expect(asked.count == 10)
  }

  private static func calculate(_ name: String, _ operands: [String]) throws -> TruthsText.Decimal? {
    let first = try number(operands[0])
    switch name {
    case "add": return try? first.adding(number(operands[1])).get()
    case "subtract": return try? first.subtracting(number(operands[1])).get()
    case "multiply": return try? first.multiplied(by: number(operands[1])).get()
    case "divide": return try? first.divided(by: number(operands[1])).get()
    case "remainder": return try? first.remainder(dividingBy: number(operands[1])).get()
    case "power": return try? first.power(#require(Int(operands[1]))).get()
    case "sqrt": return first.squareRoot
    case "leaving": return first.leaving
    default:
      var sum = DecimalSum()
      for operand in operands { sum.add(try number(operand)) }
      return try? (name == "sum" ? sum.result : sum.mean(of: operands.count)).get()
    }
  }

  /// `coefficient/scale`.
  private static func number(_ text: String) throws -> TruthsText.Decimal {
    let parts = text.split(separator: "/")
    return try TruthsText.Decimal.make(coefficient: #require(Int128(parts[0])), scale: #require(Int(parts[1]))).get()
  }
}
