import TruthsJSON
import TruthsText

/// What the names of a proposal's members say by themselves: which member each is, and where RFC 8785 sorts it. Most proposals
/// have the names of the one before, in the same order, and nothing is worked out again for them.
struct EnvelopeShape {
  /// By the order given.
  private(set) var members: [Member] = []
  /// Turns of the order given, as their names are sorted.
  private(set) var order: [Int] = []
  /// The names one behind the other, and where each ends.
  private var names: [UInt8] = []
  private var ends: [Int] = []
  /// Places while they are sorted.
  private var sorted: [Int32] = []

  /// That of no member.
  init() {}

  /// Becomes the shape of another object, in the same memory.
  ///
  /// - Parameter places: where its names stand in the tape, in the order given.
  mutating func learn(_ places: [Int32], _ tape: borrowing JSONTape) {
    members.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: places)
    sorted.withUnsafeMutableBufferPointer { sorted in
      for last in sorted.indices { tape.sink(sorted, last) }
    }
    for place in sorted { order.append(places.firstIndex(of: place) ?? 0) }
    for place in places {
      members.append(Self.member(Int(place), tape))
      names.append(contentsOf: tape.bytes(of: Int(place)))
      ends.append(names.count)
    }
  }

  /// Whether an object with names at these places has the same names in the same order.
  func isThat(of places: [Int32], _ tape: borrowing JSONTape) -> Bool {
    guard places.count == ends.count else { return false }
    return names.withUnsafeBufferPointer { names in
      var start = 0
      for turn in places.indices {
        let name = UnsafeBufferPointer(rebasing: names[start..<ends[turn]])
        guard tape.text(at: Int(places[turn]), is: name) else { return false }
        start = ends[turn]
      }
      return true
    }
  }

  /// What a member of a proposal is.
  enum Member {
    case action, pack, proposalID, correlationID, traceID, truthID, timestamp, actor, confidence, payload
    /// It says something to people and decides nothing.
    case words
    /// It says more than clauses alone can tell.
    case closer
    /// One of the intent's.
    case field
  }

  private static func member(_ name: Int, _ tape: borrowing JSONTape) -> Member {
    func it(is text: StaticString, _ member: Member) -> Member? { tape.text(at: name, is: text) ? member : nil }
    switch tape.length(at: name) {
    case 4: return it(is: "pack", .pack) ?? .field
    case 5: return it(is: "actor", .actor) ?? .field
    case 6: return it(is: "action", .action) ?? it(is: "reason", .words) ?? it(is: "run_id", .closer) ?? .field
    case 7: return it(is: "consent", .closer) ?? it(is: "payload", .payload) ?? .field
    case 8: return it(is: "trace_id", .traceID) ?? it(is: "truth_id", .truthID) ?? it(is: "override", .closer) ?? .field
    case 9: return it(is: "timestamp", .timestamp) ?? it(is: "queued_at", .closer) ?? .field
    case 10: return it(is: "confidence", .confidence) ?? .field
    case 11: return it(is: "proposal_id", .proposalID) ?? it(is: "truths_hash", .closer) ?? .field
    case 14: return it(is: "correlation_id", .correlationID) ?? .field
    case 15: return it(is: "idempotency_key", .closer) ?? .field
    case 16: return it(is: "requires_consent", .closer) ?? .field
    default: return .field
    }
  }
}
