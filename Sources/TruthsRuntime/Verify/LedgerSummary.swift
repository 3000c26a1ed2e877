import TruthsEngine
package import TruthsLedger
import TruthsText

/// The properties of a whole ledger that its verification must know in advance.
package struct LedgerSummary: Sendable {
  /// The number of decisions.
  package private(set) var decisions = 0
  /// The index of the last decision, counted from 0; `nil` if the ledger has no decision.
  package private(set) var lastDecision: Int?
  /// The index of the first decision that names its truths; `nil` if no decision does.
  package private(set) var firstWithTruths: Int?
  /// The indices of the entries whose facts record adoptions.
  package private(set) var adoptions: [Int] = []
  /// The sequence of the last seal of facts in short form; `nil` if the ledger has no seal.
  private(set) var lastSeal: Int?
  /// The distinct truths hashes that decisions name, in the order in which they occur.
  private(set) var truths: [String] = []
  /// Whether the ledger has decisions without a truths hash, which version 1 made.
  private(set) var hasUnnamed = false
  /// The language versions that decisions name, without those that this engine does not support.
  private(set) var languages: Set<LanguageVersion> = []
  /// The sequence of the first decision with an older language version than an earlier decision; `nil` if none has.
  private(set) var firstSetBack: Int?
  private var newest: LanguageVersion?
  private var seen: Set<String> = []
  private var count = 0

  package init(_ entries: [Entry] = []) {
    for entry in entries { take(entry) }
  }

  /// Updates the summary by the next entry.
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
