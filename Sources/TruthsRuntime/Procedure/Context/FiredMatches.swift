import Synchronization
import TruthsLedger
import TruthsText

/// The matches whose traces are in a ledger, looked through once somebody asks: a context that is closed is seldom asked.
final class FiredMatches: Sendable {
  private let ledger: Ledger
  private let keys = Mutex<Set<Text>?>(nil)

  init(_ ledger: Ledger) { self.ledger = ledger }

  /// Whether a truth has fired on facts before.
  ///
  /// - Parameter ids: the entry ids of the facts.
  /// - Complexity: O(size of the ledger) the first time.
  func contains(truth: String, of ids: [String]) -> Bool {
    let key = Self.key(truth, ids)
    return keys.withLock { keys in
      if let keys { return keys.contains(key) }
      var found: Set<Text> = []
      for entry in ledger.entries {
        if let truth = entry.truthID, let ids = entry.follows { found.insert(Self.key(truth, ids)) }
      }
      keys = found
      return found.contains(key)
    }
  }

  private static func key(_ truth: String, _ ids: [String]) -> Text { Text(truth + "\n" + ids.joined(separator: "\n")) }
}
