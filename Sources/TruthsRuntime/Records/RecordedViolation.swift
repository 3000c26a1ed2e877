package import TruthsEngine
package import TruthsJSON
package import TruthsText

/// A violation as it was recorded (runs §10.5); what is missing, or of another type than it has to be, is not known.
package struct RecordedViolation: Hashable, Sendable {
  /// The id that the clause reports.
  package let truthID: String?
  /// `requires[0]`, `rule`, `if` or `built-in`
  package let clause: String?
  package let kind: Violation.Kind?
  package let reason: String?
  /// The terms of the clause and their values.
  package let values: JSONObject
  /// How people write these, by label; of a record that is not known.
  package let displayTypes: [String: DisplayType]
  /// The ids of who approved or consented; empty where nobody did.
  package let approvers: [String]
  /// Whether a break-glass override covers it.
  package let isOverridden: Bool
  /// Whether its reason tells the text of the clause; of a record that is not known.
  package let tellsItsText: Bool
  /// Why the override that names it does not count.
  package let overrideFault: String?
  /// Where the clause stands; a ledger does not tell it.
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

  /// - Parameter source: how a place in a truth file reads.
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
