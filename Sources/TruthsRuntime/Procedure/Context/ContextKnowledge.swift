import Synchronization
import TruthsEngine
import TruthsText

/// What was worked out of one context, once for all who decide on copies of it, as a batch does.
final class ContextKnowledge: Sendable {
  private struct Known {
    var now: Timestamp
    var limits: DerivationLimits
    var closing: Closing
  }

  private let closing = Mutex<Known?>(nil)
  private let head = Mutex<String?>(nil)
  private let fired = Mutex<FiredMatches?>(nil)

  /// Whether nothing was worked out so far.
  var isEmpty: Bool { closing.withLock { $0 == nil } && head.withLock { $0 == nil } && fired.withLock { $0 == nil } }

  /// What follows from the context by itself.
  ///
  /// - Parameter isTimeless: whether a closing that appends nothing is the same at every moment.
  func closing(now: Timestamp, limits: DerivationLimits, isTimeless: Bool, _ make: () -> Closing) -> Closing {
    closing.withLock { known in
      if let found = known, found.limits == limits, found.now == now || isTimeless && found.closing.isNothing {
        return found.closing
      }
      let made = make()
      if !made.isOverworked { known = Known(now: now, limits: limits, closing: made) }
      return made
    }
  }

  /// The Merkle tree head of its ledger.
  func head(_ make: () -> String) -> String { Self.once(head, make) }

  /// The matches whose traces are in its ledger.
  func fired(_ make: () -> FiredMatches) -> FiredMatches { Self.once(fired, make) }

  private static func once<Value: Sendable>(_ place: borrowing Mutex<Value?>, _ make: () -> Value) -> Value {
    place.withLock { known in
      if let known { return known }
      let made = make()
      known = made
      return made
    }
  }
}
