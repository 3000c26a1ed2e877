import TruthsEngine
package import TruthsLedger
import TruthsText

/// The facts about a whole ledger that its verification needs in advance.
package struct LedgerSummary: Sendable {
  /// The number of decisions.
  package private(set) var decisions = 0
  /// The index of the last decision, from 0.
  package private(set) var lastDecision: Int?
  /// The index of the first decision that names its truths.
  package private(set) var firstWithTruths: Int?
  /// The indices of the facts that record adoptions.
  package private(set) var adoptions: [Int] = []
  /// The sequence of the last seal of facts in short form.
  private(set) var lastSeal: Int?
  /// The distinct truths hashes that decisions name, in order.
  private(set) var truths: [String] = []
  /// Whether there are decisions without a truths hash, made by version 1.
  private(set) var hasUnnamed = false
  /// The language versions that decisions name, as far as this engine supports them.
  private(set) var languages: Set<LanguageVersion> = []
  /// The sequence of the first decision with an older language version than a decision before it.
  private(set) var firstSetBack: Int?
  private var newest: LanguageVersion?
  private var seen: Set<String> = []
  private var count = 0

  package init(_ entries: [Entry] = []) {
    for entry in entries { take(entry) }
  }

  /// Takes in the next entry.
  package mutating func take(_ entry: Entry) {
    defer { count += 1 }
    if entry.truthID == BuiltInTruth.sealing.rawValue { lastSeal = count + 1 }
    switch entry.type {
    case .decision:
      decisions += 1
      lastDecision = count
      if firstWithTruths == nil, DecisionRecord(entry.payload).truthsHash != nil { firstWithTruths = count }
      guard let basis = RecordedBasis(entry.payload) else { return hasUnnamed = true }
      if let version = basis.version { take(version) }
      if seen.insert(basis.truths).inserted { truths.append(basis.truths) }
    case .fact: if entry.builtInFact == .truthsAdopted { adoptions.append(count) }
    case .proposal, .trace: break
    }
  }

  private mutating func take(_ version: LanguageVersion) {
    languages.insert(version)
    if let newest, version < newest { firstSetBack = firstSetBack ?? count + 1 }
    newest = max(newest ?? version, version)
  }
}
