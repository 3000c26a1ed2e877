import Truths
import TruthsText

/// How much was written of a batch: lists and texts may stand in the memory of a batch once, and be in all of its rows.
struct ColumnWork {
  private var bytes = 0

  /// - Throws: where it is more than the most rows have of a usual size.
  mutating func note(_ more: Int) throws(ColumnFault) {
    bytes += more
    guard bytes <= 1 << 34 else {
      throw ColumnFault(message: "the batch has more than 16 GiB as JSON", help: "give it in slices")
    }
  }
}

/// The columns of a batch as members of proposals, in their order.
struct BoundColumns {
  /// Whether fields stand in `payload`: where the intent is open, or the envelope has a member of the name of a field (runs
  /// §2.2).
  let hasPayload: Bool
  private(set) var members: [(member: ColumnMember, role: Role)] = []

  /// What a column is to the proposal.
  enum Role: Equatable {
    case envelope
    /// Its place among the fields of the intent.
    case field(Int)
    /// What an open intent does not declare.
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
