/// The tables of all fact types, by index of the type, in chunks: a copy that changes one table pays for its chunk and for the
/// list of chunks, not for every table.
struct FactTables: Sendable {
  private var chunks: [[FactTable]]
  let count: Int

  init(_ tables: [FactTable]) {
    count = tables.count
    chunks = stride(from: 0, to: tables.count, by: Self.length).map { first in
      Array(tables[first..<min(first + Self.length, tables.count)])
    }
  }

  var indices: Range<Int> { 0..<count }

  /// The table of a type.
  ///
  /// - Precondition: there is such a type.
  @inline(__always)
  subscript(type: Int) -> FactTable {
    _read { yield chunks[type &>> Self.shift][type & (Self.length &- 1)] }
    _modify { yield &chunks[type &>> Self.shift][type & (Self.length &- 1)] }
  }

  /// By index of the type, how many facts of it have arrived.
  var counts: [Int] { chunks.flatMap { $0.map(\.count) } }

  /// Tables of a chunk, as a power of two: as many as there are chunks where types are a thousand.
  private static var shift: Int { 5 }
  private static var length: Int { 1 &<< shift }
}
