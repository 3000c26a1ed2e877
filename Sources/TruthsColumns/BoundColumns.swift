import Truths
import TruthsText

/// Limits the JSON written for a batch. A list or text may be stored once in the batch's memory and still occur in all its
/// rows.
struct ColumnWork {
  private var bytes = 0

  /// - Throws: a fault where the total exceeds 16 GiB, more than the maximum number of rows has at a usual size.
  mutating func note(_ more: Int) throws(ColumnFault) {
    bytes += more
    guard bytes <= 1 << 34 else {
      throw ColumnFault(message: "the batch has more than 16 GiB as JSON", help: "give it in slices")
    }
  }
}

/// The columns of a batch as members of proposals, in order.
struct BoundColumns {
  /// Whether fields are written into `payload`: where the intent is open, or a field has the name of an envelope member (runs
  /// §2.2).
  let hasPayload: Bool
  private(set) var members: [(member: ColumnMember, role: Role)] = []

  /// The role of a column in the proposal.
  enum Role: Equatable {
    case envelope
    /// A field of the intent, by index.
    case field(Int)
    /// A member that an open intent does not declare, and that is ignored.
    case readPast
  }

  init(hasPayload: Bool) { self.hasPayload = hasPayload }

  mutating func append(_ member: ColumnMember, _ role: Role) { members.append((member, role)) }

  /// Appends the proposal of a row as a line of JSON.
  ///
  /// - Parameter head: the JSON before the first member: `{"action":"place_order"`
  func write(_ row: Int, head: [UInt8], to buffer: inout ByteBuffer) throws(ColumnFault) {
    buffer.append(head)
    for (member, role) in members where !hasPayload || role == .envelope {
      try member.writeMember(row, isFirst: false, to: &buffer)
    }
    if hasPayload {
      buffer.append(#","payload":{"# as StaticString)
      let start = buffer.count
      for (member, role) in members where role != .envelope {
        try member.writeMember(row, isFirst: buffer.count == start, to: &buffer)
      }
      buffer.append(UInt8(ascii: "}"))
    }
    buffer.append("}\n" as StaticString)
  }
}
