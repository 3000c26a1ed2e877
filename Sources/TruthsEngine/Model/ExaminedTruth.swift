package import TruthsJSON
package import TruthsText

/// A truth (or invariant of its own) that applied to a proposal, and what each of its clauses came to: the material of a story.
package struct ExaminedTruth: Hashable, Sendable {
  package var id: String
  package var clauses: [ExaminedClause]

  package init(id: String, clauses: [ExaminedClause]) {
    self.id = id
    self.clauses = clauses
  }
}

/// A clause that was read, with the value under each of its terms.
package struct ExaminedClause: Hashable, Sendable {
  /// `requires[0]`
  package var clause: String
  /// The clause as the formatter writes it.
  package var text: String
  package var result: Result
  package var values: JSONObject
  package var span: Span?

  package init(clause: String, text: String, result: Result, values: JSONObject, span: Span?) {
    self.clause = clause
    self.text = text
    self.result = result
    self.values = values
    self.span = span
  }

  package enum Result: String, Hashable, Sendable {
    case holds, violated, unknown
    /// The condition of its arrow is false.
    case notApplicable = "not applicable"
  }
}
