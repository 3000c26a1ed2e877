import TruthsCheck
package import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsSyntax
package import TruthsText

/// A proposal as it came, taken apart into envelope and intent fields (runtime.md §1). Nothing in it is believed yet.
package struct ReceivedProposal: Sendable {
  /// The whole record as received, with its places.
  package let received: LocatedJSON
  /// JCS of the record: several hashes are over it.
  let canonical: [UInt8]
  /// The digest of that, where an id is made from it.
  private var receivedDigest: Digest?
  /// Where in that a `timestamp` would stand, and whether behind all others; `nil` where the record has one, or is no object.
  private let timestampPlace: (place: Int, isLast: Bool)?
  /// The proposal's own identity, else one made from the record as received.
  package internal(set) var identity = ""
  /// What is wrong with it so far.
  package var faults: [DataFault] = []
  package var action: String?
  package var actionSpan: Span
  package var pack: String?
  /// Who proposes: whoever is known to, else whom the record names, else the default.
  package var actor: JSONObject = ReceivedProposal.defaultActor
  /// Whom the record names, where that is well-formed.
  package var claimedActor: JSONObject?
  /// In which members the record names somebody else than is known to propose, for people.
  package var actorMismatch: String?
  package var proposalID: String?
  package var correlationID: String?
  package var runID: String?
  package var timestamp: Timestamp?
  package var confidence: Decimal?
  package var truthID: String?
  package var requiresConsent: ConsentSyntax.Level?
  package var hasConsent: Bool?
  /// `user_id` of the person whom the proposal is made for.
  package var onBehalfOf: String?
  package var override: Override?
  package var idempotencyKey: String?
  /// Where the key stands.
  package var keySpan: Span
  package var truthsHash: String?
  package var policiesHash: String?
  /// Whether it is a record of an offline queue, contract §16.2.
  package var isQueueRecord = false
  package var queuedAt: Timestamp?
  /// What the queue's record says of a replay; nothing said is safe.
  package var isReplaySafe = true
  /// Whether somebody replays it although it is not safe.
  package var isForced = false
  /// The intent's fields as received.
  package var fields: [LocatedJSON.Member] = []

  /// A break-glass override, as claimed.
  package struct Override: Hashable, Sendable {
    package var truthID: String?
    package var reason: String?
  }

  /// Who a proposal or fact in short form is by (runtime.md §1).
  package static let defaultActor: JSONObject = [
    "type": .text("system"), "user_id": .text("fixture"), "device_id": .text("fixture"), "org_id": .text("fixture"),
    "roles": .array([]),
  ]

  /// When a short form was made: 1970-01-01T00:00:00Z.
  package static let defaultTimestamp = Timestamp.epoch

  /// `user_id` of the actor; empty where it has none.
  package var userID: String { actor["user_id"]?.stringValue ?? "" }

  /// `type` of the actor.
  package var actorType: String? { actor["type"]?.stringValue }

  /// The roles of the actor.
  package var roles: [String] { actor["roles"]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  /// What approvals and idempotency are bound to.
  package var hash: Digest {
    var scratch = HashScratch()
    return hash(&scratch)
  }

  /// What approvals and idempotency are bound to.
  ///
  /// - Parameter scratch: what it is hashed in.
  func hash(_ scratch: inout HashScratch) -> Digest {
    Hashes.proposalHash(action: action ?? "", proposalID: identity, userID: userID, onBehalfOf: onBehalfOf, &scratch) {
      $0.writeCanonical(fields)
    }
  }

  /// The correlation id of its run.
  var correlation: String { correlationID ?? receivedDigest.map { Hashes.correlationID(received: $0) } ?? "" }

  /// Gives it the identity that it has of its own, else one made from the record as received.
  mutating func identify(_ scratch: inout HashScratch) {
    if proposalID == nil || correlationID == nil { receivedDigest = scratch.digest { $0.append(canonical) } }
    identity = proposalID ?? receivedDigest.map { Hashes.proposalID(received: $0) } ?? ""
  }

  /// Appends JCS of the record as received, with the timestamp that is used.
  func writeUsed(at now: Timestamp, to buffer: inout ByteBuffer) {
    guard let timestampPlace else {
      guard case .object(var record) = received.value else { return buffer.append(canonical) }
      record["timestamp"] = .text(now.text)
      return buffer.writeCanonical(record)
    }
    canonical.withUnsafeBufferPointer { bytes in
      buffer.append(UnsafeBufferPointer(rebasing: bytes[..<timestampPlace.place]))
      if timestampPlace.isLast, bytes.count > 2 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(#""timestamp":"# as StaticString)
      buffer.append(UInt8(ascii: "\""))
      now.write(to: &buffer)
      buffer.append(UInt8(ascii: "\""))
      if !timestampPlace.isLast { buffer.append(UInt8(ascii: ",")) }
      buffer.append(UnsafeBufferPointer(rebasing: bytes[timestampPlace.place...]))
    }
  }

  /// - Parameter scratch: what it is written in first.
  init(received: LocatedJSON, _ scratch: inout HashScratch) {
    self.received = received
    scratch.buffer.truncate()
    if let members = received.members {
      timestampPlace = scratch.buffer.writeCanonical(members, placing: "timestamp")
    } else {
      scratch.buffer.writeCanonical(received)
      timestampPlace = nil
    }
    canonical = scratch.buffer.bytes
    actionSpan = received.span.atStart
    keySpan = received.span.atStart
  }
}
