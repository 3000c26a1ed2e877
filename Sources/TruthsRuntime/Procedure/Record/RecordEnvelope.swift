import TruthsJSON
import TruthsText

/// Where the members of a plain proposal stand in its tape (runtime.md §1).
struct RecordEnvelope {
  /// Places of values; 0 where there is none.
  private(set) var action = 0
  private(set) var pack = 0
  private(set) var proposalID = 0
  private(set) var correlationID = 0
  private(set) var traceID = 0
  private(set) var truthID = 0
  private(set) var confidence = 0
  private(set) var timestamp = 0
  private(set) var actor = 0
  /// The object that holds the intent's fields, where they do not stand beside the envelope's.
  private var payload = 0
  /// Places of the names of all members, and of the intent's fields, as RFC 8785 sorts them.
  private(set) var names: [Int32] = []
  private(set) var fields: [Int32] = []
  /// Whether an object called `proposal`, in which events look for a trace where there is none beside it, is among the fields.
  private(set) var mayNestTrace = false

  init() {
    names.reserveCapacity(32)
    fields.reserveCapacity(32)
  }

  /// - Returns: whether it has no member that wants a closer look.
  mutating func read(_ tape: borrowing JSONTape) -> Bool {
    (action, pack, proposalID, correlationID, traceID, timestamp, actor) = (0, 0, 0, 0, 0, 0, 0)
    (truthID, confidence, payload) = (0, 0, 0)
    mayNestTrace = false
    names.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    guard tape.nodes[0].kind == .object else { return false }
    var name = 1
    while name < Int(tape.nodes[0].next) {
      guard take(name, tape) else { return false }
      Self.insert(Int32(truncatingIfNeeded: name), into: &names, tape)
      name = Int(tape.nodes[name + 1].next)
    }
    return action > 0 && (payload == 0 || readPayload(tape))
  }

  /// - Returns: whether no field stands beside it.
  private mutating func readPayload(_ tape: borrowing JSONTape) -> Bool {
    guard fields.isEmpty else { return false }
    var name = payload + 1
    while name < Int(tape.nodes[payload].next) {
      Self.insert(Int32(truncatingIfNeeded: name), into: &fields, tape)
      name = Int(tape.nodes[name + 1].next)
    }
    return true
  }

  /// How sure whoever proposes is of it; it must be given.
  func confidence(_ tape: borrowing JSONTape) -> Decimal {
    let (coefficient, scale) = tape.number(at: confidence)
    return Decimal(normalized: coefficient, scale: Int32(scale))
  }

  private mutating func take(_ name: Int, _ tape: borrowing JSONTape) -> Bool {
    let value = name + 1
    let isText = tape.nodes[value].kind == .string
    switch Self.member(name, tape) {
    case .action: action = value
    case .pack: pack = value
    case .proposalID: proposalID = value
    case .correlationID: correlationID = value
    case .timestamp: timestamp = value
    case .traceID: traceID = value
    case .truthID: truthID = value
    case .words: break
    case .closer: return false
    case .confidence:
      confidence = value
      return tape.nodes[value].kind == .number
    case .actor:
      actor = value
      return tape.nodes[value].kind == .object
    case .payload:
      payload = value
      return tape.nodes[value].kind == .object
    case .field:
      if !isText, tape.text(at: name, is: "proposal" as StaticString) { mayNestTrace = true }
      Self.insert(Int32(truncatingIfNeeded: name), into: &fields, tape)
      return true
    }
    return isText
  }

  /// What a member of a proposal is.
  private enum Member {
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

  /// Keeps names sorted.
  private static func insert(_ name: Int32, into names: inout [Int32], _ tape: borrowing JSONTape) {
    names.append(name)
    let last = names.count - 1
    names.withUnsafeMutableBufferPointer { tape.sink($0, last) }
  }
}
