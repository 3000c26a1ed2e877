package import TruthsJSON
package import TruthsText

/// A value for a policy, as `--set` or a fixture's `policies` gives it. The policy is looked up when the value is set.
package struct PolicyAssignment: Sendable {
  /// The policy's name, which may be unqualified if only one pack has it.
  package var name: String
  package var nameSpan: Span
  package var value: LocatedJSON

  package init(name: String, nameSpan: Span, value: LocatedJSON) {
    (self.name, self.nameSpan, self.value) = (name, nameSpan, value)
  }
}
