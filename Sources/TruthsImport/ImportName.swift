import TruthsCheck
import TruthsProgram
import TruthsSyntax

/// A converter of names of other tools to names of the language.
enum ImportName {
  /// The words that are not used as names. They are reserved, or have a different meaning where a name is used.
  private static let taken: Set<String> = [
    "proposal", "actor", "now", "start", "any", "entry", "the", "with", "matches", "matching", "between", "old", "trigger", "sum",
    "min", "max", "list", "count", "mean", "first", "last", "by", "desc", "otherwise", "output", "action", "proposal_id",
    "timestamp", "confidence", "reason", "override", "payload", "trace_id", "truth_id", "pack", "requires_consent",
    "on_behalf_of",
    "consent", "type", "case_id", "id",
  ]

  /// The names of built-in declarations, which no declaration may have.
  private static let declared = Set(Function.nameable.map(\.rawValue) + AggregateFunction.allCases.map(\.rawValue))
    .union(Function.ofAlternatives).union(["reject", "requires_approval", "warn", "decision", "policy", "truths", "converge"])

  /// Returns a name in snake case: `Pre-Bureau Risk` and `preBureauRisk` become `pre_bureau_risk`.
  ///
  /// - Parameters:
  ///   - fallback: the name to use if no character of the original can be used.
  ///   - isDeclared: whether the name is for a pack, function, table or type. If false, it is for a field or variable.
  static func make(_ written: String, or fallback: String, isDeclared: Bool = false) -> String {
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
    guard let first = name.unicodeScalars.first else { return fallback }
    if isDigit(first) { name = "\(fallback)_\(name)" }
    let isBuiltIn = isDeclared && (declared.contains(name) || TypeResolver.isBuiltIn(name))
    return isBuiltIn || ReservedWords.contains(name) || taken.contains(name) ? "\(name)_value" : name
  }

  /// Returns a name in snake case. If the name is taken, a number is appended.
  static func unique(_ written: String, or other: String, among taken: Set<String>) -> String {
    unique(written, or: other, count: taken.count) { taken.contains($0) }
  }

  /// Returns a name in snake case. If the name is taken, a number is appended.
  ///
  /// - Parameters:
  ///   - other: the name to use if no character of the original can be used.
  ///   - count: the approximate number of names in use. After number 20, the search continues from `count`.
  static func unique(_ written: String, or other: String, count: Int, isTaken: (String) -> Bool) -> String {
    let base = make(written, or: other)
    var (name, number) = (base, 2)
    while isTaken(name) {
      name = "\(base)_\(number)"
      number += number == 20 ? max(1, count - 20) : 1
    }
    return name
  }

  /// Whether a name has letters or digits that the language does not allow, so that ``make(_:or:isDeclared:)`` leaves them out.
  static func losesLetters(_ written: String) -> Bool {
    written.unicodeScalars.contains { !$0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) }
  }

  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool { scalar >= "A" && scalar <= "Z" }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { isCapital(scalar) || scalar >= "a" && scalar <= "z" }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }
}
