import TruthsProgram

/// The faults of the facts of views, by key. A fault counts where its fact is read (declarations §7).
package struct ViewFaults: Sendable {
  /// A fact of a view, by its type and key.
  struct Identity: Hashable {
    /// The index in ``Program/facts``.
    var type: Int
    /// The values of the fact's key, in declared order.
    var key: [Value]
  }

  /// A violation, and the fact that it concerns.
  struct Fault: Sendable {
    var type: Int
    /// The fact's key; `nil` if the key is unknown, and the fault concerns every fact of the type.
    var key: [Value]?
    var violation: Violation
  }

  private var byFact: [Identity: [Violation]] = [:]
  private var byType: [Int: [Violation]] = [:]

  package var isEmpty: Bool { byFact.isEmpty && byType.isEmpty }

  /// The types with a faulty fact.
  var types: Set<Int> { Set(byFact.keys.map(\.type)).union(byType.keys) }

  /// All distinct violations, in the order of runs §3.
  var all: [Violation] {
    Set(byFact.values.joined()).union(byType.values.joined()).sorted(by: Self.precedes)
  }

  /// Returns the faulty keys of a type, in the order of their violations.
  func keys(of type: Int) -> [[Value]] {
    byFact.filter { $0.key.type == type }
      .sorted { $0.value.lexicographicallyPrecedes($1.value, by: Self.precedes) }
      .map(\.key.key)
  }

  /// Orders violations as in runs §3, and by their reasons where they are equal in that order.
  private static func precedes(_ left: Violation, _ right: Violation) -> Bool {
    if Violation.precedes(left, right) { return true }
    return !Violation.precedes(right, left) && left.reason.utf8.lexicographicallyPrecedes(right.reason.utf8)
  }

  /// Returns the faults that concern every fact of a type.
  func faults(ofAny type: Int) -> [Violation] { byType[type] ?? [] }

  func faults(of type: Int, key: [Value]) -> [Violation] {
    (byFact[Identity(type: type, key: key)] ?? []) + (byType[type] ?? [])
  }

  func faults(ofAll type: Int) -> [Violation] {
    byFact.filter { $0.key.type == type }.flatMap(\.value).sorted(by: Self.precedes) + (byType[type] ?? [])
  }

  /// Adds a fault.
  ///
  /// - Returns: whether the fault is new.
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
