package import TruthsEngine
package import TruthsJSON
package import TruthsText

/// A recorded violation (runs §10.5). A member that is missing or has a wrong type counts as absent.
package struct RecordedViolation: Hashable, Sendable {
  /// The id of the truth, invariant or clause that was violated.
  package let truthID: String?
  /// The name of the clause, such as `requires[0]`, `rule`, `if` or `built-in`.
  package let clause: String?
  package let kind: Violation.Kind?
  package let reason: String?
  /// The values of the clause's terms, keyed by the terms as text.
  package let values: JSONObject
  /// The forms in which the values are displayed, keyed by the terms; empty if the violation was read from a record.
  package let displayTypes: [String: DisplayType]
  /// The ids of those who approved or consented; empty if no one did.
  package let approvers: [String]
  /// Whether an override covers the violation.
  package let isOverridden: Bool
  /// Whether the generated reason contains the text of the clause; always `false` if the violation was read from a record.
  package let tellsItsText: Bool
  /// The reason why an override that names the violation does not count; `nil` if no such override exists.
  package let overrideFault: String?
  /// The file and position of the clause; `nil` if the violation was read from a ledger, which does not record them.
  package let source: String?

  package init(_ json: JSONValue) {
    truthID = json["truth_id"]?.stringValue
    clause = json["clause"]?.stringValue
    kind = json["kind"]?.stringValue.flatMap(Violation.Kind.init)
    reason = json["reason"]?.stringValue
    values = json["values"]?.objectValue ?? [:]
    displayTypes = [:]
    let people = json["approved_by"]?.stringValue
    approvers = people?.split(separator: ", ", omittingEmptySubsequences: false).map(String.init) ?? []
    isOverridden = json["overridden"] == .boolean(true)
    tellsItsText = false
    overrideFault = json["override"]?["why"]?.stringValue
    source = json["source"]?.stringValue
  }

  /// Creates the record of a new violation.
  ///
  /// - Parameter source: returns the text for a span in a truth file.
  package init(_ violation: Violation, source: (Span) -> String) {
    truthID = violation.truthID
    clause = violation.clause
    kind = violation.kind
    reason = violation.reason
    values = violation.values
    displayTypes = violation.displayTypes
    approvers = violation.approvers
    isOverridden = violation.isOverridden
    tellsItsText = violation.tellsItsText
    overrideFault = violation.overrideFault
    self.source = violation.span.map(source)
  }
}
