import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Reasons without words, which versions 1 and 2 took: `amount > 0 else ""`.
struct EmptyReasons {
  private let spans: [Span]
  /// The conditions of clauses with an effect, as they are written, by the span of the effect's text.
  private let conditions: [Span: String]

  init(_ parsed: MigratedSource.Parsed) {
    spans = parsed.unit.diagnostics.filter { $0.code == EmptyClause.code && $0.span.start < $0.span.end }.map(\.span).sorted()
    let clauses = spans.isEmpty ? [] : parsed.unit.declarations.flatMap(\.clauses)
    conditions = clauses.reduce(into: [:]) { found, clause in
      guard case .effect(let effect)? = clause.consequence, let text = effect.text else { return }
      found[text.span] = formatted(clause.condition)
    }
  }

  /// Returns a file without its empty reasons, so that they are made. `reject` and `warn` need a text, and say their condition.
  func rewritten(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for span in spans.reversed() {
      let reason = Int(span.start)..<Int(span.end)
      guard reason.upperBound <= bytes.count else { continue }
      if let range = range(around: reason, bytes) {
        result.removeSubrange(range)
      } else if let condition = conditions[span], !condition.contains(where: { "\"'\\{}#:".contains($0) }) {
        result.replaceSubrange(reason, with: "\"\(condition)\"".utf8)
      }
    }
    return result
  }

  /// Returns the range of a reason with the word, comma or brackets that belong to it; `nil` if it cannot be left out.
  private func range(around reason: Range<Int>, _ bytes: [UInt8]) -> Range<Int>? {
    let before = bytes[..<reason.lowerBound].trimmingSuffix(while: isBlank)
    if before.ends(with: "else") { return before.dropLast(4).trimmingSuffix(while: isBlank).endIndex..<reason.upperBound }
    if before.last == UInt8(ascii: ",") { return before.dropLast().trimmingSuffix(while: isBlank).endIndex..<reason.upperBound }
    guard before.last == UInt8(ascii: "("), before.dropLast().ends(with: "requires_consent"),
      let close = bytes[reason.upperBound...].firstIndex(where: { !isBlank($0) }), bytes[close] == UInt8(ascii: ")")
    else { return nil }
    return before.endIndex - 1..<close + 1
  }
}

extension Declaration {
  fileprivate var clauses: [Clause] {
    switch body {
    case .truth(let truth): (truth.requires + truth.invariants + truth.ensures).map(\.clause)
    case .invariant(let invariant): [invariant.rule]
    default: []
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with word: String) -> Bool { suffix(word.utf8.count).elementsEqual(word.utf8) }
}
