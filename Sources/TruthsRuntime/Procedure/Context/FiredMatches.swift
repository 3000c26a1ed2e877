import Synchronization
import TruthsLedger
import TruthsText

/// The matches of truths on facts that have fired, from the traces of a ledger, as a digest of each.
///
/// Entries that arrive one by one are taken in directly. Entries that a run appends are read from the ledger only on a query,
/// because a closed context is rarely queried. No entry is read twice.
struct FiredMatches: Sendable {
  private var keys = SharedTable<Digest, Bool>()
  /// The number of ledger entries taken in.
  private(set) var taken = 0
  /// The number of entries read again from the ledger.
  private(set) var read = 0

  /// Takes in the entry at a sequence, if all entries before it have been taken in.
  mutating func take(_ entry: Entry, at sequence: Int) {
    guard taken == sequence - 1 else { return }
    taken = sequence
    if let key = Self.key(of: entry) { keys.set(true, for: key) }
  }

  /// Returns whether a truth has fired on facts.
  func contains(_ truth: String, of ids: [String]) -> Bool { keys[Self.key(truth, ids)] ?? false }

  /// Takes in all other entries of the ledger.
  ///
  /// - Complexity: O(these entries).
  fileprivate mutating func catchUp(with ledger: Ledger) {
    guard taken < ledger.size else { return }
    var found: [Digest: Bool] = [:]
    for sequence in taken + 1..<ledger.size + 1 {
      if let key = ledger.entry(sequence: sequence).flatMap({ Self.key(of: $0) }) { found[key] = true }
    }
    read += ledger.size - taken
    taken = ledger.size
    if !found.isEmpty { keys.set(found) }
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

  /// Creates a query.
  ///
  /// - Parameter known: the matches of the ledger's first entries.
  init(_ known: FiredMatches, _ ledger: Ledger) {
    self.ledger = ledger
    index = Mutex(known)
  }

  /// The matches known so far.
  var known: FiredMatches { index.withLock { $0 } }

  /// Returns whether a truth has fired on facts before.
  ///
  /// - Parameter ids: the entry ids of the facts.
  func contains(_ truth: String, of ids: [String]) -> Bool {
    index.withLock { index in
      index.catchUp(with: ledger)
      return index.contains(truth, of: ids)
    }
  }
}
