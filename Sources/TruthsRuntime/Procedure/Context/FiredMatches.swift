import Synchronization
import TruthsLedger
import TruthsText

/// The matches of truths on facts that have fired, by the traces of a ledger. Of each a digest is kept.
///
/// Entries that arrive one by one are taken in as they arrive. Those that a run appends are left to the ledger until somebody
/// asks: a context that is closed is seldom asked. No entry is read twice.
struct FiredMatches: Sendable {
  private var keys = SharedTable<Digest, Bool>()
  /// How many entries of the ledger have been taken in.
  private(set) var taken = 0
  /// Entries that were read from the ledger for it.
  private(set) var read = 0

  /// Takes in the entry at a sequence, where all before it have been.
  mutating func take(_ entry: Entry, at sequence: Int) {
    guard taken == sequence - 1 else { return }
    taken = sequence
    if let key = Self.key(of: entry) { keys.set(true, for: key) }
  }

  /// Whether a truth has fired on facts.
  func contains(_ truth: String, of ids: [String]) -> Bool { keys[Self.key(truth, ids)] ?? false }

  /// Takes in all entries that have not been.
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

/// Asks which matches have fired on one context, by many at a time.
final class FiredLookUp: Sendable {
  private let ledger: Ledger
  private let index: Mutex<FiredMatches>

  /// - Parameter known: of the ledger, as far as it has been taken in.
  init(_ known: FiredMatches, _ ledger: Ledger) {
    self.ledger = ledger
    index = Mutex(known)
  }

  /// What is known by now.
  var known: FiredMatches { index.withLock { $0 } }

  /// Whether a truth has fired on facts before.
  ///
  /// - Parameter ids: the entry ids of the facts.
  func contains(_ truth: String, of ids: [String]) -> Bool {
    index.withLock { index in
      index.catchUp(with: ledger)
      return index.contains(truth, of: ids)
    }
  }
}
