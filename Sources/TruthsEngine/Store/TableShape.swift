import TruthsCheck

/// What the table of a fact type is made for.
final class TableShape: Sendable {
  /// Index in ``Program/facts``.
  let type: Int
  /// Cells of a row: one per field.
  let width: Int
  /// Fields that identify a fact: its key, or all of them where it has none.
  let identity: [Int]
  /// The lifecycle whose history it is.
  let lifecycle: Int?

  init(_ type: FactType, index: Int) {
    self.type = index
    width = type.fields.count
    identity = type.key.isEmpty ? Array(type.fields.indices) : type.key
    lifecycle = type.lifecycle
  }
}
