import TruthsCheck
import TruthsProgram
import TruthsSyntax

/// Makes names of the language of what other tools write.
enum ImportName {
  /// Words that a name may not be, or that mean something else where the name would stand.
  private static let taken: Set<String> = [
    "proposal", "actor", "now", "start", "any", "entry", "the", "with", "matches", "matching", "between", "old", "trigger", "sum",
    "min", "max", "list", "count", "mean", "first", "last", "by", "desc", "otherwise", "output", "action", "proposal_id",
    "timestamp", "confidence", "reason", "override", "payload", "trace_id", "truth_id", "pack", "requires_consent",
    "on_behalf_of",
    "consent", "type", "case_id", "id",
  ]

  /// Words that nothing declared may be called: what is called by them is built in.
  private static let declared = Set(Function.nameable.map(\.rawValue) + AggregateFunction.allCases.map(\.rawValue))
    .union(Function.ofAlternatives).union(["reject", "requires_approval", "warn", "decision", "policy", "truths", "converge"])

  /// A name in snake case: `Pre-Bureau Risk` and `preBureauRisk` are `pre_bureau_risk`.
  ///
  /// - Parameters:
  ///   - other: the name where nothing of what is written can stand in one.
  ///   - isDeclared: whether a pack, function, table or type is called so, and not only a field or variable.
  static func make(_ written: String, or other: String, isDeclared: Bool = false) -> String {
    var name = ""
    let scalars = Array(written.unicodeScalars.filter { $0 != "'" && $0 != "’" }.prefix(80))
    for (index, scalar) in scalars.enumerated() {
      guard isLetter(scalar) || isDigit(scalar) else {
        if !name.isEmpty, !name.hasSuffix("_") { name += "_" }
        continue
      }
      if isCapital(scalar), index > 0, !name.isEmpty, !name.hasSuffix("_") {
        let isBehindSmall = isLetter(scalars[index - 1]) && !isCapital(scalars[index - 1]) || isDigit(scalars[index - 1])
        let isBeforeSmall = index + 1 < scalars.count && isLetter(scalars[index + 1]) && !isCapital(scalars[index + 1])
        if isBehindSmall || isBeforeSmall { name += "_" }
      }
      name += isCapital(scalar) ? String(scalar).lowercased() : String(scalar)
    }
    while name.hasSuffix("_") { name.removeLast() }
    guard let first = name.unicodeScalars.first else { return other }
    if isDigit(first) { name = "\(other)_\(name)" }
    let isBuiltIn = isDeclared && (declared.contains(name) || TypeResolver.isBuiltIn(name))
    return isBuiltIn || ReservedWords.contains(name) || taken.contains(name) ? "\(name)_value" : name
  }

  /// The same, with a number where the name is taken.
  static func unique(_ written: String, or other: String, among taken: Set<String>) -> String {
    unique(written, or: other, count: taken.count) { taken.contains($0) }
  }

  /// The same, with a number where the name is taken.
  ///
  /// - Parameter count: how many names there are, about; beyond a few numbers the search goes on there.
  static func unique(_ written: String, or other: String, count: Int, isTaken: (String) -> Bool) -> String {
    let base = make(written, or: other)
    var (name, number) = (base, 2)
    while isTaken(name) {
      name = "\(base)_\(number)"
      number += number == 20 ? max(1, count - 20) : 1
    }
    return name
  }

  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool { scalar >= "A" && scalar <= "Z" }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { isCapital(scalar) || scalar >= "a" && scalar <= "z" }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }
}
