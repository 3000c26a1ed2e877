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
  /// The lifecycle whose history it is.
  let lifecycle: Int?

  init(_ type: FactType, index: Int) {
    self.type = index
    width = type.fields.count
    identity = type.key.isEmpty ? Array(type.fields.indices) : type.key
    isKeyedByText = identity.count == 1 && type.fields[identity[0]].type == .text
    lifecycle = type.lifecycle
  }

  /// The hash of the identity of a row of this table.
  @inline(__always)
  func hash(ofRow row: UnsafePointer<Cell>) -> UInt64 {
    if isKeyedByText { return CellHash.identity(ofText: row[identity[0]], seed: CellHash.seed) }
    var hash = CellHash.seed
    for field in identity { hash = CellHash.add(row[field], to: hash) }
    return hash
  }

  /// The hash of an identity of one cell.
  @inline(__always)
  func hash(ofKey key: Cell) -> UInt64 {
    isKeyedByText ? CellHash.identity(ofText: key, seed: CellHash.seed) : CellHash.add(key, to: CellHash.seed)
  }
}
