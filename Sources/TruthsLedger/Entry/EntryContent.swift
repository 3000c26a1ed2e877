package import TruthsJSON
package import TruthsText

/// What an entry is about: any payload, or one that a run writes many of and that is written without being put together first.
package enum EntryContent: Sendable {
  case payload(JSONObject)
  /// A proposal as it was received, and JCS of it.
  case received(LocatedJSON, canonical: [UInt8])
  case trace(Trace)

  /// The payload, members in the order in which they were given.
  package var payload: JSONObject {
    switch self {
    case .payload(let payload): payload
    case .received(let received, _): received.value.objectValue ?? [:]
    case .trace(let trace): trace.payload
    }
  }

  /// Appends JCS of the payload.
  func writeCanonical(to buffer: inout ByteBuffer) {
    switch self {
    case .payload(let payload): buffer.writeCanonical(payload)
    case .received(_, let canonical): buffer.append(canonical)
    case .trace(let trace): trace.writeCanonical(to: &buffer)
    }
  }

  /// Appends the payload without white space, members in the order in which they were given.
  package func writeCompact(to buffer: inout ByteBuffer) {
    switch self {
    case .payload(let payload): buffer.writeCompact(.object(payload))
    case .received(let received, _): buffer.writeCompact(received)
    case .trace(let trace): trace.writeCompact(to: &buffer)
    }
  }
}

extension EntryContent: Hashable {
  package static func == (left: EntryContent, right: EntryContent) -> Bool { left.payload == right.payload }

  package func hash(into hasher: inout Hasher) { hasher.combine(payload) }
}
