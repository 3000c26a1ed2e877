package import TruthsJSON
import TruthsText

/// The way in which a declaration differs between two truth sets (answers §4.2).
package enum DifferenceKind: String, Hashable, Sendable, CaseIterable {
  case same, stricter, looser, both
  /// The decisions are the same, but their effects differ.
  case effects
  case added, removed
  /// Neither a difference nor equality was proven.
  case undecided = "not decided"

  /// The version increment that this difference needs, if nothing else is uncertain.
  var need: VersionNeed {
    switch self {
    case .same: .none
    case .looser, .effects, .added: .minor
    case .stricter, .both, .removed, .undecided: .major
    }
  }

  /// Combines the shifts of several decisions.
  init(_ shifts: some Collection<DecisionShift>) {
    if shifts.contains(.both) || shifts.contains(.stricter) && shifts.contains(.looser) {
      self = .both
    } else if shifts.contains(.stricter) {
      self = .stricter
    } else if shifts.contains(.looser) {
      self = .looser
    } else {
      self = shifts.isEmpty ? .same : .effects
    }
  }
}

/// The part of a version that must be raised.
package enum VersionNeed: Int, Hashable, Sendable, Comparable, CaseIterable {
  case none, patch, minor, major

  package static func < (left: VersionNeed, right: VersionNeed) -> Bool { left.rawValue < right.rawValue }

  package var word: String {
    switch self {
    case .none: "none"
    case .patch: "patch"
    case .minor: "minor"
    case .major: "major"
    }
  }
}

/// A scenario that two truth sets decide differently.
package struct DifferenceWitness: Sendable {
  package var shift: DecisionShift
  package var scenario: ReceivedScenario
  package var old: ProbeResult
  package var new: ProbeResult
}

/// A value that differs between two truth sets. It is the result of a table or function for some inputs, or the facts of a view
/// for some context.
package struct ValueWitness: Sendable {
  package var given: JSONValue
  package var old: JSONValue
  package var new: JSONValue
}

/// The comparison of one declaration in two truth sets.
package struct Difference: Sendable {
  /// The name of the declaration, as clauses and proposals write it.
  package var name: String
  package var kind: DifferenceKind
  /// Whether the new set may be stricter in cases that were not tried.
  package var mayBeStricter = false
  package var witnesses: [DifferenceWitness] = []
  package var values: [ValueWitness] = []
  /// Descriptions of additions, removals and changes.
  package var notes: [String] = []
  /// The packs whose declarations cause the difference.
  package var packs: Set<String> = []
  /// The number of cases that were tried, if the difference is undecided.
  package var tried = 0

  /// The version increment that the difference needs.
  var need: VersionNeed { mayBeStricter && kind != .same ? .major : kind.need }
}

/// All differences between two truth sets, grouped by kind of declaration. ``SetComparison`` computes them.
package struct SetDifference: Sendable {
  package var intents: [Difference] = []
  package var tables: [Difference] = []
  package var functions: [Difference] = []
  package var lifecycles: [Difference] = []
  package var views: [Difference] = []
  package var derivations: [Difference] = []
  package var invariants: [Difference] = []
  package var facts: [Difference] = []
  package var records: [Difference] = []
  package var enums: [Difference] = []
  package var policies: [Difference] = []
  package var calendars: [Difference] = []
  package var sources: [Difference] = []
  package var roles: [Difference] = []
  /// The differences in the versions of packs, in the order of the packs' names.
  package var packs: [PackDifference] = []

  package init() {}

  /// The differences, each group with the name of its section in the report, in the report's order.
  package var sections: [(name: String, differences: [Difference])] {
    [
      ("intents", intents), ("tables", tables), ("functions", functions), ("lifecycles", lifecycles), ("views", views),
      ("closing", derivations), ("invariants", invariants), ("facts", facts), ("records", records), ("enums", enums),
      ("policies", policies), ("calendars", calendars), ("sources", sources), ("roles", roles),
    ]
  }

  /// The largest version increment that any pack needs.
  package var need: VersionNeed { packs.map(\.need).max() ?? .none }
}

/// The versions of a pack in both sets, and the version increment that the pack's differences need.
package struct PackDifference: Sendable {
  package var name: String
  package var old: String?
  package var new: String?
  package var need: VersionNeed
  package var isAdded = false
  package var isRemoved = false
  /// The differences that need this increment, in words and in order.
  package var because: [String] = []

  /// The lowest version that the pack may have in the new set. `nil` if the pack needs no increment and its version did not
  /// decrease. Also `nil` if only one set has the pack, or if the old version does not consist of numbers.
  package var wanted: String? {
    guard let least, need != .none || !isAtLeast(least) else { return nil }
    return least.text
  }

  /// Whether the new version is high enough.
  package var isEnough: Bool {
    guard let least else { return isAdded || isRemoved || need == .none || old == nil }
    return isAtLeast(least)
  }

  private var least: PackVersion? {
    isAdded || isRemoved ? nil : old.flatMap(PackVersion.init)?.raised(by: need)
  }

  private func isAtLeast(_ least: PackVersion) -> Bool { new.flatMap(PackVersion.init).map { !($0 < least) } ?? false }
}

/// A version `major.minor.patch`. Text after a `-` or `+` is ignored.
struct PackVersion: Comparable {
  private let numbers: [Int]

  init?(_ text: String) {
    let core = text.prefix { $0 != "-" && $0 != "+" }
    let parts = core.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> Int? in
      part.allSatisfy { $0.isASCII && $0.isNumber } && part.count <= 9 ? Int(part) : nil
    }
    guard numbers.count == parts.count, (1...3).contains(numbers.count) else { return nil }
    self.numbers = numbers + [Int](repeating: 0, count: 3 - numbers.count)
  }

  private init(_ numbers: [Int]) { self.numbers = numbers }

  var text: String { numbers.map(String.init).joined(separator: ".") }

  static func < (left: PackVersion, right: PackVersion) -> Bool { left.numbers.lexicographicallyPrecedes(right.numbers) }

  /// Returns the next version. Before 1.0.0, a major change increases the second number, and any other change increases the
  /// third.
  func raised(by need: VersionNeed) -> PackVersion {
    let isFirst = numbers[0] == 0
    switch need {
    case .none: return self
    case .major where !isFirst: return PackVersion([numbers[0] + 1, 0, 0])
    case .major: return PackVersion([0, numbers[1] + 1, 0])
    case .minor where !isFirst: return PackVersion([numbers[0], numbers[1] + 1, 0])
    case .minor, .patch: return PackVersion([numbers[0], numbers[1], numbers[2] + 1])
    }
  }
}
