package import TruthsCheck
import TruthsText

/// A clause with what its reason and values are made of, compiled once.
package final class RecordClause {
  package let checked: CheckedClause
  /// The truth or invariant that declares it.
  package let declaredBy: String
  /// The order among clauses of one kind (runtime.md §3, step 4).
  let rank: Int32
  let terms: [RecordTerm]
  /// Places in `terms`, as RFC 8785 sorts the members of `values`.
  let sortedTerms: [Int]
  /// What the clause says itself; `nil` where the reason is made.
  let words: [RecordPart]?

  /// - Parameter writer: takes the code of the terms and words.
  init(_ clause: CheckedClause, declaredBy: String, rank: Int32, _ writer: inout CodeWriter) {
    checked = clause
    self.declaredBy = declaredBy
    self.rank = rank
    terms = clause.terms.map { RecordTerm($0, &writer) }
    sortedTerms = clause.terms.indices.sorted {
      Text(clause.terms[$0].label).precedesInUTF16(Text(clause.terms[$1].label))
    }
    words = clause.reason.map { reason in
      guard case .text(let parts) = reason else { return [.value(writer.expression(reason))] }
      return parts.map { part in
        switch part {
        case .literal(let literal): .literal(Array(literal.string.utf8))
        case .value(let node): .value(writer.expression(node))
        }
      }
    }
  }
}

/// A term of a clause: its label and how its value is worked out.
struct RecordTerm {
  let label: [UInt8]
  let value: CompiledExpression
  /// Whether a missing value is told by the keys that are missing, which wants a closer look.
  let hasKeys: Bool
  /// Whether it is the first element that fails, which wants a closer look always.
  let isElement: Bool

  init(_ term: Term, _ writer: inout CodeWriter) {
    label = Array(term.label.utf8)
    isElement = term.isFirstFailingElement
    value = isElement ? CompiledExpression(start: -1, result: .register(0)) : writer.expression(term.node)
    switch term.node {
    case .present, .lookUp, .lookUpExists, .state: hasKeys = true
    default: hasKeys = false
    }
  }
}

/// A piece of a reason.
enum RecordPart {
  case literal([UInt8])
  case value(CompiledExpression)
}

/// A clause that does not hold, with where its words stand in ``RecordPlan/text``.
package struct RecordViolation {
  /// Place in ``RecordPlan/clauses``.
  package var clause: Int
  package var kind: Violation.Kind
  /// The reason as JSON.
  package var reason: RecordRange
  /// The values as JSON, in order of occurrence and in canonical order.
  package var values: RecordRange
  package var sortedValues: RecordRange
}

/// A fact that is produced, with where its payload stands in ``RecordPlan/text``.
package struct RecordFact: BitwiseCopyable {
  /// Place of the truth in ``Program/truths``.
  package var truth: Int
  /// The payload in declared order and in canonical order.
  package var payload: RecordRange
  package var sortedPayload: RecordRange

  /// A fact by its truth and where its payload stands.
  package init(truth: Int, payload: RecordRange, sortedPayload: RecordRange) {
    self.truth = truth
    self.payload = payload
    self.sortedPayload = sortedPayload
  }
}

/// Some bytes of a buffer.
package struct RecordRange: BitwiseCopyable {
  package var start: Int
  package var end: Int

  /// The bytes from one place up to another.
  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  /// The same as a range; empty where it would end before it begins.
  package var range: Range<Int> { start..<max(start, end) }
}
