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
  private(set) var payload = 0
  /// Places of the names of all members, and of the intent's fields, as RFC 8785 sorts them.
  private(set) var names: [Int32] = []
  private(set) var fields: [Int32] = []
  /// The same in the order given, and what is known of that order.
  private var places: [Int32] = []
  private var shape = EnvelopeShape()
  /// Whether an object called `proposal`, in which events look for a trace where there is none beside it, is among the fields.
  private(set) var mayNestTrace = false

  init() {
    names.reserveCapacity(32)
    fields.reserveCapacity(32)
    places.reserveCapacity(32)
  }

  /// - Returns: whether it has no member that wants a closer look.
  mutating func read(_ tape: borrowing JSONTape) -> Bool {
    (action, pack, proposalID, correlationID, traceID, timestamp, actor) = (0, 0, 0, 0, 0, 0, 0)
    (truthID, confidence, payload) = (0, 0, 0)
    mayNestTrace = false
    names.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    guard tape.nodes[0].kind == .object else { return false }
    var name = 1
    while name < Int(tape.nodes[0].next) {
      places.append(Int32(truncatingIfNeeded: name))
      name = Int(tape.nodes[name + 1].next)
    }
    if !shape.isThat(of: places, tape) { shape.learn(places, tape) }
    for turn in places.indices {
      guard take(shape.members[turn], Int(places[turn]), tape) else { return false }
    }
    for turn in shape.order {
      names.append(places[turn])
      if shape.members[turn] == .field { fields.append(places[turn]) }
    }
    return action > 0 && (payload == 0 || readPayload(tape))
  }

  /// - Returns: whether no field stands beside it.
  private mutating func readPayload(_ tape: borrowing JSONTape) -> Bool {
    guard fields.isEmpty else { return false }
    var name = payload + 1
    while name < Int(tape.nodes[payload].next) {
      fields.append(Int32(truncatingIfNeeded: name))
      let last = fields.count - 1
      fields.withUnsafeMutableBufferPointer { tape.sink($0, last) }
      name = Int(tape.nodes[name + 1].next)
    }
    return true
  }

  /// How sure whoever proposes is of it; it must be given.
  func confidence(_ tape: borrowing JSONTape) -> Decimal {
    let (coefficient, scale) = tape.number(at: confidence)
    return Decimal(normalized: coefficient, scale: Int32(scale))
  }

  private mutating func take(_ member: EnvelopeShape.Member, _ name: Int, _ tape: borrowing JSONTape) -> Bool {
    let value = name + 1
    let isText = tape.nodes[value].kind == .string
    switch member {
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
      return true
    }
    return isText
  }
}
