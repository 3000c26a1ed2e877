import Synchronization
import TruthsLedger
import TruthsText

/// The matches of facts for which a truth has already fired, as recorded by the traces of a ledger. Each is kept as a digest.
///
/// Entries that arrive one by one are added at once. Entries that a run appends are read from the ledger only for a query,
/// because a closed context is rarely queried. No entry is read twice.
struct FiredMatches: Sendable {
  private var keys = SharedTable<Digest, Bool>()
  /// The number of entries, from the start of the ledger, that have been examined.
  private(set) var taken = 0
  /// The number of entries that were read again from the ledger.
  private(set) var read = 0

  /// Examines the entry at a sequence, if all earlier entries have been examined.
  mutating func take(_ entry: Entry, at sequence: Int) {
    guard taken == sequence - 1 else { return }
    taken = sequence
    if let key = Self.key(of: entry) { keys.set(true, for: key) }
  }

  /// Returns whether a truth has fired for the facts with some entry ids.
  func contains(_ truth: String, of ids: [String]) -> Bool { keys[Self.key(truth, ids)] ?? false }

  /// Examines all entries of the ledger that were not examined yet.
  ///
  /// - Complexity: O(the entries examined).
  fileprivate mutating func catchUp(with ledger: Ledger) {
    guard taken < ledger.size else { return }
    var firedKeys: [Digest: Bool] = [:]
    for sequence in taken + 1..<ledger.size + 1 {
      if let key = ledger.entry(sequence: sequence).flatMap({ Self.key(of: $0) }) { firedKeys[key] = true }
    }
    read += ledger.size - taken
    taken = ledger.size
    if !firedKeys.isEmpty { keys.set(firedKeys) }
  }

  private static func key(of entry: Entry) -> Digest? {
    guard let truth = entry.truthID, let ids = entry.follows else { return nil }
    return key(truth, ids)
  }

  private static func key(_ truth: String, _ ids: [String]) -> Digest {
    Digest { buffer in
      buffer.append(truth)
      for id in ids {
        buffer.append(UInt8(ascii: "\n"))
        buffer.append(id)
      }
    }
  }
}

/// A thread-safe query for fired matches of one context.
final class FiredLookUp: Sendable {
  private let ledger: Ledger
  private let index: Mutex<FiredMatches>

  /// Creates a query for the ledger of one context.
  ///
  /// - Parameter known: the fired matches of the ledger's first entries.
  init(_ known: FiredMatches, _ ledger: Ledger) {
    self.ledger = ledger
    index = Mutex(known)
  }

  /// The matches known so far.
  var snapshot: FiredMatches { index.withLock { $0 } }

  /// Returns whether a truth has fired for some facts before.
  ///
  /// - Parameter ids: the entry ids of the facts.
  func contains(_ truth: String, of ids: [String]) -> Bool {
    index.withLock { index in
      index.catchUp(with: ledger)
      return index.contains(truth, of: ids)
    }
  }
}
