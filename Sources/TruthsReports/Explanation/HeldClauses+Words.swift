import TruthsDiagnostics
import TruthsRuntime

/// Words for the number of clauses that hold.
extension HeldClauses {
  /// The number of clauses that hold, in words: `1 requirement holds`.
  var words: String {
    let parts = [(requirements, "requirement"), (invariants, "invariant")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    if parts.isEmpty { return "nothing is required" }
    return parts.joined(separator: " and ") + (requirements + invariants == 1 ? " holds" : " hold")
  }
}
