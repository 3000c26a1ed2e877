package import TruthsJSON
import TruthsText

/// How a declaration of one truth set differs from that of another (answers §4.2).
package enum DifferenceKind: String, Hashable, Sendable, CaseIterable {
  case same, stricter, looser, both
  /// What is decided is the same, and what comes of it is not.
  case effects
  case added, removed
  /// Neither shown to be the same nor shown to be different.
  case undecided = "not decided"

  /// What it asks of the version of a pack, where all that it says is shown.
  var need: VersionNeed {
    switch self {
    case .same: .none
    case .looser, .effects, .added: .minor
    case .stricter, .both, .removed, .undecided: .major
    }
  }

  /// What several shifts come to together.
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

/// Which part of a version has to be raised.
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

/// A case that two truth sets answer otherwise.
package struct DifferenceWitness: Sendable {
  package var shift: DecisionShift
  package var scenario: ReceivedScenario
  package var old: ProbeResult
  package var new: ProbeResult
}

/// A value that two truth sets give otherwise: of a table or function for its inputs, of a view for the facts that are known.
package struct ValueWitness: Sendable {
  package var given: JSONValue
  package var old: JSONValue
  package var new: JSONValue
}

/// What became of one declaration.
package struct Difference: Sendable {
  /// As clauses and proposals name it.
  package var name: String
  package var kind: DifferenceKind
  /// Whether it was not shown that nothing is stricter: what is looser in all cases that were run may be stricter in others.
  package var mayBeStricter = false
  package var witnesses: [DifferenceWitness] = []
  package var values: [ValueWitness] = []
  /// What was added, removed or written otherwise, in words.
  package var notes: [String] = []
  /// Packs whose declarations make the difference.
  package var packs: Set<String> = []
  /// How many cases were tried, of what was not decided.
  package var tried = 0

  /// What it asks of the version of a pack.
  var need: VersionNeed { mayBeStricter && kind != .same ? .major : kind.need }
}

/// All that is different between two truth sets.
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
  /// By name, what each pack's version needs.
  package var packs: [PackDifference] = []

  package init() {}

  /// Each sort of declarations under the name that reports give it, in their order.
  package var sections: [(name: String, differences: [Difference])] {
    [
      ("intents", intents), ("tables", tables), ("functions", functions), ("lifecycles", lifecycles), ("views", views),
      ("closing", derivations), ("invariants", invariants), ("facts", facts), ("records", records), ("enums", enums),
      ("policies", policies), ("calendars", calendars), ("sources", sources), ("roles", roles),
    ]
  }

  /// What the whole needs.
  package var need: VersionNeed { packs.map(\.need).max() ?? .none }
}

/// The version of a pack in both sets.
package struct PackDifference: Sendable {
  package var name: String
  package var old: String?
  package var new: String?
  package var need: VersionNeed
  package var isAdded = false
  package var isRemoved = false
  /// What asks for that, in order.
  package var because: [String] = []

  /// The least version that the new one may have: a version never goes down. `nil` where nothing is asked, or the old one has no
  /// version of three numbers.
  package var wanted: String? {
    guard let least, need != .none || !isAtLeast(least) else { return nil }
    return least.text
  }

  /// Whether the new version is at least what is asked.
  package var isEnough: Bool {
    guard let least else { return isAdded || isRemoved || need == .none || old == nil }
    return isAtLeast(least)
  }

  private var least: PackVersion? {
    isAdded || isRemoved ? nil : old.flatMap(PackVersion.init)?.raised(by: need)
  }

  private func isAtLeast(_ least: PackVersion) -> Bool { new.flatMap(PackVersion.init).map { !($0 < least) } ?? false }
}

/// `major.minor.patch`; what stands behind a `-` or `+` is read past.
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

  /// The next version; before 1.0.0 a major change raises the second number, any other the third.
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
