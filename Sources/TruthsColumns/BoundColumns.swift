import Truths
import TruthsText

/// A limit on the JSON that is written for a batch. The batch's memory may hold a list or text once that occurs in all rows.
struct ColumnWork {
  private var bytes = 0

  /// Adds bytes to the total.
  ///
  /// - Throws: a fault if the total exceeds 16 GiB. The greatest number of rows has less at a usual size.
  mutating func note(_ more: Int) throws(ColumnFault) {
    bytes += more
    guard bytes <= 1 << 34 else {
      throw ColumnFault(message: "the batch has more than 16 GiB as JSON", help: "give it in slices")
    }
  }
}

/// The columns of a batch as members of proposals, in the order of the batch.
struct BoundColumns {
  /// Whether fields are written into `payload`. This is so if the intent is open, or if a field has the name of an envelope
  /// member (runs §2.2).
  let hasPayload: Bool
  private(set) var members: [(member: ColumnMember, role: Role)] = []

  /// The part of the proposal that a column gives.
  enum Role: Equatable {
    case envelope
    /// A field of the intent, by its index.
    case field(Int)
    /// A member that an open intent does not declare. It is ignored.
    case readPast
  }

  init(hasPayload: Bool) { self.hasPayload = hasPayload }

  mutating func append(_ member: ColumnMember, _ role: Role) { members.append((member, role)) }

  /// Appends the proposal of a row as a line of JSON.
  ///
  /// - Parameters:
  ///   - row: the index of the row.
  ///   - head: the JSON before the first member, such as `{"action":"place_order"`.
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
