import TruthsJSON
import TruthsLedger
import TruthsText

/// The payload of a proposal's entry: the record as it was received.
final class ReceivedPayload: EntryPayload {
  private let received: LocatedJSON
  /// JCS of it.
  private let canonical: [UInt8]

  /// - Parameter proposal: one that is an object.
  init(_ proposal: ReceivedProposal) {
    received = proposal.received
    canonical = proposal.canonical
  }

  var object: JSONObject { received.value.objectValue ?? [:] }

  func writeCanonical(to buffer: inout ByteBuffer) { buffer.append(canonical) }

  func writeCompact(to buffer: inout ByteBuffer) { buffer.writeCompact(received) }
}
