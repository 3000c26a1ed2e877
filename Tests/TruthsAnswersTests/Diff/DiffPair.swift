import Testing
import TruthsAnswers
import TruthsText

@testable import Truths

/// Two versions of a small set, and the expected answer of `diff` about them.
struct DiffPair: CustomTestStringConvertible, Sendable {
  var name: String
  var old: String
  var new: String

  var testDescription: String { name }

  /// - Parameter body: of both versions, with `«old¦new»` where they differ.
  init(_ name: String, _ body: String) {
    self.name = name
    (old, new) = (Self.version(of: body, 0), Self.version(of: body, 1))
  }

  private static func version(of body: String, _ side: Int) -> String {
    body.split(separator: "«", omittingEmptySubsequences: false).enumerated().map { place, piece -> String in
      guard place > 0 else { return String(piece) }
      let halves = piece.split(separator: "»", maxSplits: 1, omittingEmptySubsequences: false)
      let choices = halves[0].split(separator: "¦", omittingEmptySubsequences: false)
      return String(choices[side]) + halves.dropFirst().joined()
    }.joined()
  }

  /// - Throws: the findings of a version with errors.
  func report() throws -> DifferenceReport { try workspace(new).difference(from: workspace(old)) }

  private func workspace(_ text: String) -> Workspace {
    let packs = text.split(separator: "pack ", omittingEmptySubsequences: true).filter { $0.contains(":") }
    return Workspace(
      truths: packs.map { pack in
        let name = pack.prefix { $0 != ":" }
        return SourceText(path: "truths/\(name)/\(name).truths", bytes: Array("pack \(pack)".utf8))
      })
  }

  /// Every declaration that is not the same: `intents buy stricter`.
  static func changes(_ report: DifferenceReport) -> [String] {
    report.difference.sections.flatMap { section, differences in
      differences.filter { $0.kind != .same }.map { "\(section) \($0.name) \($0.kind.rawValue)" }
    }
  }

  /// Returns a pack with an intent `buy`, whose truth has some lines, after other declarations.
  static func buying(_ lines: String, besides declarations: String = "") -> String {
    """
    pack shop:
      version: 1.0.0

    fact customer.known:
      key: [customer]
      external: true
      fields:
        customer: text
        boss: text
        deputy: text

    \(declarations)

    intent buy:
      fields:
        order: text
        customer: text
        total: decimal
        other: decimal
        limit: decimal
        count: integer
        word: text

    truth deciding:
      when:
        - intent: buy
    \(lines)

    """
  }

  /// The requirement that a clause over a table's value is.
  static func table(_ table: String, _ clause: String) -> String {
    buying("  requires:\n    - \(clause)\n  produces:\n    - trace.shop.deciding", besides: table)
  }
}
