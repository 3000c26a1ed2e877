import TruthsJSON
import TruthsProgram
import TruthsText

/// The facts of one type as packed rows. A fact's place is its index among all versions that have arrived.
struct FactTable: Sendable {
  let shape: TableShape
  private(set) var layers: Layers<FactLayer>
  /// Whether any fact has more than one version.
  private(set) var hasVersions = false
  /// The place after the last row that has an entry.
  private(set) var entered = 0

  init(_ shape: TableShape) {
    self.shape = shape
    layers = Layers(FactLayer(shape, first: 0))
  }

  var count: Int { layers.last.end }

  var isEmpty: Bool { count == 0 }

  mutating func settle() { layers.settle() }

  // MARK: Rows

  /// Returns the layer of a place, and the row in it; `nil` where there is no such place.
  @inline(__always)
  func row(at place: Int) -> (layer: FactLayer, row: Int)? {
    var index = layers.all.count - 1
    guard place >= 0, place < layers.all[index].end else { return nil }
    while layers.all[index].first > place { index -= 1 }
    return (layers.all[index], place - layers.all[index].first)
  }

  @inline(__always)
  func cell(at place: Int, _ field: Int) -> Cell {
    guard let (layer, row) = row(at: place), field >= 0, field < shape.width else { return .absent }
    return layer.cells[row * shape.width + field]
  }

  func cells(at place: Int) -> [Cell] {
    guard let (layer, row) = row(at: place) else { return [] }
    return (0..<shape.width).map { layer.cells[row * shape.width + $0] }
  }

  func sequence(at place: Int) -> Int {
    guard let (layer, row) = row(at: place) else { return 0 }
    return layer.sequences[row]
  }

  func origin(at place: Int) -> Int32 {
    guard let (layer, row) = row(at: place) else { return 0 }
    return layer.origins[row]
  }

  // MARK: Identities

  @inline(__always)
  func hash(ofRow row: [Cell]) -> UInt64 { shape.hash(ofRow: row) }

  /// Returns the place of the newest version with the identity of a row; -1 if none exists.
  @inline(__always)
  func newest(ofRow row: [Cell], hash: UInt64) -> Int {
    var index = layers.all.count
    while index > 0 {
      index -= 1
      let layer = layers.all[index]
      let newest = layer.find(hash) { candidate in
        let base = candidate * shape.width
        for field in shape.identity where layer.cells[base + field] != row[field] { return false }
        return true
      }
      if newest >= 0 { return newest }
    }
    return -1
  }

  /// Returns the place of the newest version whose whole key is one cell; -1 if none exists.
  @inline(__always)
  func newest(key: Cell) -> Int {
    guard shape.identity.count == 1 else { return -1 }
    let field = shape.identity[0]
    let hash = shape.hash(ofKey: key)
    var index = layers.all.count
    while index > 0 {
      index -= 1
      let layer = layers.all[index]
      let place = layer.find(hash) { layer.cells[$0 * shape.width + field] == key }
      if place >= 0 { return place }
    }
    return -1
  }

  /// Returns the place of the newest version with a key; -1 if none exists.
  @inline(__always)
  func newest(key: Swift.Span<Cell>) -> Int {
    guard key.count == shape.identity.count else { return -1 }
    if key.count == 1 { return newest(key: key[0]) }
    var hash = CellHash.seed
    for part in key.indices { hash = CellHash.add(key[part], to: hash) }
    var index = layers.all.count
    while index > 0 {
      index -= 1
      let layer = layers.all[index]
      let row = layer.find(hash) { candidate in
        let base = candidate * shape.width
        for part in key.indices where layer.cells[base + shape.identity[part]] != key[part] { return false }
        return true
      }
      if row >= 0 { return row }
    }
    return -1
  }

  /// Returns whether no newer version replaces a row.
  @inline(__always)
  func isCurrent(_ place: Int) -> Bool {
    if !hasVersions { return place >= 0 && place < count }
    let row = cells(at: place)
    return !row.isEmpty && newest(ofRow: row, hash: hash(ofRow: row)) == place
  }

  /// The newest version of each fact, in order of arrival.
  var currentPlaces: [Int] { (0..<count).filter { isCurrent($0) } }

  /// Returns the place of the version before; below 0 for the first.
  func earlier(than place: Int) -> Int {
    guard hasVersions, let (layer, _) = row(at: place) else { return -1 }
    return layer.earlier[place] ?? -1
  }

  /// Returns the place of the first row after a sequence.
  func firstPlace(after sequence: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.sequence(at: middle) <= sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Appending

  /// Returns the layer to append to, which has no other owner.
  mutating func writable() -> FactLayer { layers.writable() }

  /// Appends a row whose identity has been looked up.
  ///
  /// - Parameter newest: the place of the newest version so far; below 0 for the first version.
  /// - Returns: the place of the row.
  @discardableResult
  mutating func append(_ row: [Cell], hash: UInt64, newest: Int, sequence: Int, origin: Int32) -> Int {
    let layer = layers.writable()
    row.withUnsafeBufferPointer { row in
      let row = row.baseAddress ?? UnsafePointer(layer.cells.elements)
      if newest < 0 { return layer.append(row, hash: hash, sequence: sequence, origin: origin) }
      layer.append(
        row, hash: hash, sequence: sequence, origin: origin, older: newest >= layer.first ? newest - layer.first : nil,
        corrected: newest)
    }
    if newest >= 0 { hasVersions = true }
    if origin >= 0 { entered = layer.end }
    return layer.end - 1
  }
}

/// The tables of all fact types, by index of the type, in chunks.
///
/// A copy that changes one table copies its chunk and the list of chunks, not every table.
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
  /// - Precondition: the index is that of a type.
  @inline(__always)
  subscript(type: Int) -> FactTable {
    _read { yield chunks[type &>> Self.shift][type & (Self.length &- 1)] }
    _modify { yield &chunks[type &>> Self.shift][type & (Self.length &- 1)] }
  }

  /// The number of facts of each type, by index of the type.
  var counts: [Int] { chunks.flatMap { $0.map(\.count) } }

  /// The number of tables in a chunk, as a power of two; for a thousand types there are about as many chunks.
  private static var shift: Int { 5 }
  private static var length: Int { 1 &<< shift }
}

/// The shape of a fact type's table.
final class TableShape: Sendable {
  /// Index in ``Program/facts``.
  let type: Int
  /// The number of cells in a row, one for each field.
  let width: Int
  /// The fields that identify a fact: its key, or all of them where it has none.
  let identity: [Int]
  /// Whether one text field identifies a fact. Then the number of that text gives a unique hash (``CellHash/identity(ofText:)``).
  let isKeyedByText: Bool
  let required: [Int]
  /// The lifecycle whose history the type is.
  let lifecycle: Int?

  init(_ type: FactType, index: Int) {
    self.type = index
    width = type.fields.count
    identity = type.key.isEmpty ? Array(type.fields.indices) : type.key
    isKeyedByText = identity.count == 1 && type.fields[identity[0]].type == .text
    required = type.fields.indices.filter { !type.fields[$0].isOptional }
    lifecycle = type.lifecycle
  }

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

  /// Returns the hash of an identity of one cell.
  @inline(__always)
  func hash(ofKey key: Cell) -> UInt64 { CellHash.identity(ofKey: key, isText: isKeyedByText, seed: CellHash.seed) }
}

/// Returns the JCS bytes of the object of a fact's key fields, or of all its fields where it has no key.
///
/// Sources are sorted by these bytes.
func canonicalKey(of values: [Value], key: [Int], fields: [Field], program: Program) -> [UInt8] {
  let indices = key.isEmpty ? Array(fields.indices) : key
  let members = indices.compactMap { index -> JSONObject.Member? in
    guard !values[index].isMissing else { return nil }
    return JSONObject.Member(name: Text(fields[index].jsonName), value: program.json(of: values[index]))
  }
  return JSONValue.object(JSONObject(members)).canonical()
}
