import TruthsJSON
import TruthsText

/// Who a proposal is by, as it is written.
struct RecordActor {
  /// The bytes that it was read from; empty for who a short form is by.
  private(set) var given: [UInt8] = []
  /// In the order given, and in canonical order.
  private(set) var compact: [UInt8]
  private(set) var canonical: [UInt8]
  /// As JSON; the empty text where none is given.
  private(set) var userID: [UInt8]
  let type: String?
  let user: String?
  let roles: [String]

  /// Who a short form is by (runtime.md §1).
  static let fixture = RecordActor()

  private init() {
    let actor = ReceivedProposal.defaultActor
    compact = JSONValue.object(actor).compact()
    canonical = actor.canonical()
    type = actor["type"]?.stringValue
    user = actor["user_id"]?.stringValue
    roles = []
    userID = JSONValue.text(user ?? "").compact()
  }

  /// Becomes the actor at a place, 0 for none, who mostly is that of the proposal before.
  ///
  /// - Returns: whether that is somebody else; `nil` where it is not one that entries can have as it is.
  mutating func become(_ tape: borrowing JSONTape, at place: Int) -> Bool? {
    if isWritten(tape, at: place) { return false }
    guard let read = RecordActor(tape, at: place) else { return nil }
    self = read
    return true
  }

  private func isWritten(_ tape: borrowing JSONTape, at place: Int) -> Bool {
    place == 0 ? given.isEmpty : !given.isEmpty && tape.bytes(of: place).elementsEqual(given)
  }

  private init?(_ tape: borrowing JSONTape, at place: Int) {
    if place == 0 {
      self = .fixture
      return
    }
    guard tape.nodes[place].kind == .object else { return nil }
    var (type, user): (String?, String?)
    var roles: [String] = []
    var name = place + 1
    while name < Int(tape.nodes[place].next) {
      let value = name + 1
      let isText = tape.nodes[value].kind == .string
      if tape.text(at: name, is: "roles") {
        guard tape.nodes[value].kind == .array else { return nil }
        var role = value + 1
        while role < Int(tape.nodes[value].next) {
          guard tape.nodes[role].kind == .string else { return nil }
          roles.append(tape.text(at: role).string)
          role = Int(tape.nodes[role].next)
        }
      } else if tape.text(at: name, is: "type") {
        guard isText, ["user", "agent", "system"].contains(tape.text(at: value).string) else { return nil }
        type = tape.text(at: value).string
      } else if tape.text(at: name, is: "user_id") {
        guard isText else { return nil }
        user = tape.text(at: value).string
      } else {
        guard isText, tape.text(at: name, is: "device_id") || tape.text(at: name, is: "org_id") else { return nil }
      }
      name = Int(tape.nodes[value].next)
    }
    given = Array(tape.bytes(of: place))
    (self.type, self.user, self.roles) = (type, user, roles)
    var buffer = ByteBuffer()
    buffer.writeCompact(tape, at: place)
    compact = buffer.bytes
    buffer.truncate()
    buffer.writeCanonical(tape, at: place)
    canonical = buffer.bytes
    userID = JSONValue.text(user ?? "").compact()
  }
}
