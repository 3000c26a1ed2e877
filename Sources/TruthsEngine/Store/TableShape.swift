import TruthsCheck

/// What the table of a fact type is made for.
final class TableShape: Sendable {
  /// Index in ``Program/facts``.
  let type: Int
  /// Cells of a row: one per field.
  let width: Int
  /// Fields that identify a fact: its key, or all of them where it has none.
  let identity: [Int]
  /// Whether one text identifies a fact: then the hash of the text's number is the identity (``CellHash/identity(ofText:)``).
  let isKeyedByText: Bool
  /// Fields without which a fact is not whole.
  let required: [Int]
  /// The lifecycle whose history it is.
  let lifecycle: Int?

  init(_ type: FactType, index: Int) {
    self.type = index
    width = type.fields.count
    identity = type.key.isEmpty ? Array(type.fields.indices) : type.key
    isKeyedByText = identity.count == 1 && type.fields[identity[0]].type == .text
    required = type.fields.indices.filter { !type.fields[$0].isOptional }
    lifecycle = type.lifecycle
  }

  /// The hash of the identity of a row of this table.
  @inline(__always)
  func hash(ofRow row: [Cell]) -> UInt64 {
    let seed = CellHash.seed
    return row.withUnsafeBufferPointer { row in
      identity.withUnsafeBufferPointer { fields in
        guard let row = row.baseAddress, let first = fields.baseAddress else { return seed }
        return CellHash.identity(ofRow: row, first, fields.count, isText: isKeyedByText, seed: seed)
      }
    }
  }

  /// The hash of an identity of one cell.
  @inline(__always)
  func hash(ofKey key: Cell) -> UInt64 { CellHash.identity(ofKey: key, isText: isKeyedByText, seed: CellHash.seed) }
}
