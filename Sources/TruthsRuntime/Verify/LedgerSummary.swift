import TruthsEngine
package import TruthsLedger
import TruthsText

/// What has to be known of a whole ledger before it is gone through.
package struct LedgerSummary: Sendable {
  /// Entries of decisions.
  package private(set) var decisions = 0
  /// The place of the last of them, from 0.
  package private(set) var lastDecision: Int?
  /// The place of the first of them that says its truths.
  package private(set) var firstWithTruths: Int?
  /// Places of the facts that tell of truths that were adopted.
  package private(set) var adoptions: [Int] = []
  /// The sequence of the last seal of short forms.
  private(set) var lastSeal: Int?
  /// Truths hashes that decisions name, in order, each once.
  private(set) var truths: [String] = []
  /// Whether there are decisions that name none: those of version 1.
  private(set) var hasUnnamed = false
  /// Versions of the language that decisions name, of those that this engine speaks.
  private(set) var languages: Set<LanguageVersion> = []
  /// The sequence of the first decision that names an older version of the language than one before it.
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
