import TruthsProgram

/// What is wrong with the facts of views, by the key that it concerns: a fault counts where its fact is read (declarations
/// §7).
package struct ViewFaults: Sendable {
  /// A fact of a view.
  struct Identity: Hashable {
    /// Index in ``Program/facts``.
    var type: Int
    /// The values of its key, in declared order.
    var key: [Value]
  }

  /// What is wrong, and with which fact.
  struct Fault: Sendable {
    var type: Int
    /// `nil` where the key is not known: then the fault concerns every fact of the type.
    var key: [Value]?
    var violation: Violation
  }

  private var byFact: [Identity: [Violation]] = [:]
  private var byType: [Int: [Violation]] = [:]

  package var isEmpty: Bool { byFact.isEmpty && byType.isEmpty }

  /// The types of which some fact is at fault.
  var types: Set<Int> { Set(byFact.keys.map(\.type)).union(byType.keys) }

  /// Everything that is wrong, in the order of runs §3, each once.
  var all: [Violation] {
    Set(byFact.values.joined()).union(byType.values.joined()).sorted(by: Self.precedes)
  }

  /// The keys of a type that are at fault, in the order of what is wrong with them.
  func keys(of type: Int) -> [[Value]] {
    byFact.filter { $0.key.type == type }
      .sorted { $0.value.lexicographicallyPrecedes($1.value, by: Self.precedes) }
      .map(\.key.key)
  }

  /// The order of runs §3; faults of several keys that are alike in it differ in their reasons.
  private static func precedes(_ left: Violation, _ right: Violation) -> Bool {
    if Violation.precedes(left, right) { return true }
    return !Violation.precedes(right, left) && left.reason.utf8.lexicographicallyPrecedes(right.reason.utf8)
  }

  /// What is wrong with any fact of a type.
  func faults(ofAny type: Int) -> [Violation] { byType[type] ?? [] }

  /// What is wrong with one fact.
  func faults(of type: Int, key: [Value]) -> [Violation] {
    (byFact[Identity(type: type, key: key)] ?? []) + (byType[type] ?? [])
  }

  /// Everything that is wrong with a type.
  func faults(ofAll type: Int) -> [Violation] {
    byFact.filter { $0.key.type == type }.flatMap(\.value).sorted(by: Self.precedes) + (byType[type] ?? [])
  }

  /// - Returns: whether that is new.
  @discardableResult
  mutating func add(_ fault: Fault) -> Bool {
    if let key = fault.key, !key.isEmpty, !key.contains(where: \.isMissing) {
      let identity = Identity(type: fault.type, key: key)
      if byFact[identity]?.contains(fault.violation) ?? false { return false }
      byFact[identity, default: []].append(fault.violation)
    } else {
      if byType[fault.type]?.contains(fault.violation) ?? false { return false }
      byType[fault.type, default: []].append(fault.violation)
    }
    return true
  }
}
