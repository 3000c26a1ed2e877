package import TruthsProgram
package import TruthsText

/// The symbol table of a store: texts, big numbers, lists, records and JSON, each kept once and known by a number.
///
/// It is append-only; copies share their content (``Layers``), and many threads may read one table.
package struct Symbols: Sendable, SymbolReading, SymbolWriting {
  package let enumNames: [[Text]]
  /// All tables begin with one shared layer; the first write begins an own layer, so an unused overlay costs nothing.
  private var layers = Layers(Self.nothing)

  private static let nothing = SymbolLayer()

  /// Creates a table that has only the enums of a program.
  package init(program: Program) { enumNames = program.enums.map(\.values) }

  init(enumNames: [[Text]]) { self.enumNames = enumNames }

  /// Joins the layers that copies left, which makes look-ups fastest; costs a pass over all symbols.
  package mutating func settle() { layers.settle() }

  /// The number of symbols, including the cells of lists and records.
  var weight: Int { layers.all.reduce(0) { $0 + $1.weight } }

  // MARK: Finding

  /// Returns the number of a text; `nil` where the store does not contain it and no stored value can equal it.
  ///
  /// - Complexity: O(length).
  package func find(_ text: Text) -> Int? { find(text, hash: CellHash.hash(text, seed: CellHash.seed)) }

  func find(_ text: Text, hash: UInt64) -> Int? { first { $0.find(text, hash: hash) } }

  func find(utf8 bytes: UnsafeRawBufferPointer, hash: UInt64) -> Int? { first { $0.find(utf8: bytes, hash: hash) } }

  func find(_ number: Decimal) -> Int? {
    let hash = SymbolLayer.hash(number)
    return first { $0.find(number, hash: hash) }
  }

  func find(_ cells: [Cell], _ shape: BoxShape, type: UInt32, hash: UInt64) -> Int? {
    first { $0.find(cells, shape, type: type, hash: hash) }
  }

  func find(opaque value: Value) -> Int? {
    let hash = SymbolLayer.hash(value)
    return first { $0.find(opaque: value, hash: hash) }
  }

  @inline(__always)
  private func first(_ find: (SymbolLayer) -> Int?) -> Int? {
    var index = layers.all.count
    while index > 0 {
      index -= 1
      if let found = Unmanaged.passUnretained(layers.all[index])._withUnsafeGuaranteedRef(find) { return found }
    }
    return nil
  }

  /// Returns the cell of a value without adding symbols; `nil` where no stored value can equal it.
  package func findCell(of value: Value) -> Cell? {
    if let cell = Cell(plain: value) { return cell }
    switch value {
    case .number(let number): return find(number).map { Cell(.bigNumber, bits: Int64($0)) }
    case .amount(let number, let unit): return findCell(of: .number(number))?.with(unit: unit)
    case .text(let text): return find(text).map { .text($0) }
    case .list(let elements): return findBox(elements, .list, type: 0)
    case .map(let entries): return findBox(entries.alternating, .map, type: 0)
    case .record(let record): return findBox(record.fields, .record, type: UInt32(truncatingIfNeeded: record.type))
    default: return find(opaque: value).map { Cell(.boxed, small: BoxShape.opaque.rawValue, bits: Int64($0)) }
    }
  }

  private func findBox(_ values: [Value], _ shape: BoxShape, type: UInt32) -> Cell? {
    var cells: [Cell] = []
    for value in values {
      guard let cell = findCell(of: value) else { return nil }
      cells.append(cell)
    }
    let extra = shape == .record ? type : UInt32(clamping: cells.count)
    let hash = SymbolLayer.hash(cells, shape, extra)
    return find(cells, shape, type: extra, hash: hash).map { Cell(.boxed, small: shape.rawValue, extra: extra, bits: Int64($0)) }
  }

  // MARK: Adding

  package mutating func intern(_ text: Text) -> Int { intern(text, hash: CellHash.hash(text, seed: CellHash.seed)) }

  mutating func intern(_ text: Text, hash: UInt64) -> Int {
    if let found = first({ $0.find(text, hash: hash) }) { return found }
    return layers.writable().append(text, hash: hash)
  }

  mutating func intern(utf8 bytes: UnsafeRawBufferPointer, hash: UInt64) -> Int {
    if let found = find(utf8: bytes, hash: hash) { return found }
    return layers.writable().append(Text(String(decoding: bytes, as: UTF8.self)), hash: hash)
  }

  package mutating func intern(_ number: Decimal) -> Int {
    let hash = SymbolLayer.hash(number)
    if let found = first({ $0.find(number, hash: hash) }) { return found }
    return layers.writable().append(number, hash: hash)
  }

  package mutating func intern(_ cells: [Cell], shape: BoxShape, type: UInt32) -> Int {
    intern(cells, shape, type: type, hash: SymbolLayer.hash(cells, shape, type))
  }

  mutating func intern(_ cells: [Cell], _ shape: BoxShape, type: UInt32, hash: UInt64) -> Int {
    if let found = first({ $0.find(cells, shape, type: type, hash: hash) }) { return found }
    return layers.writable().append(cells, shape, type: type, hash: hash)
  }

  package mutating func intern(opaque value: Value) -> Int {
    let hash = SymbolLayer.hash(value)
    if let found = first({ $0.find(opaque: value, hash: hash) }) { return found }
    return layers.writable().append(opaque: value, hash: hash)
  }

  // MARK: Reading

  @inline(__always)
  package func text(_ symbol: Int) -> Text {
    let index = index(of: symbol, \.firstText)
    return Unmanaged.passUnretained(layers.all[index])._withUnsafeGuaranteedRef { layer in
      let row = symbol - layer.firstText
      return layer.texts.indices.contains(row) ? layer.texts[row] : ""
    }
  }

  package func number(_ symbol: Int) -> Decimal {
    let layer = layer(of: symbol, \.firstNumber)
    let row = symbol - layer.firstNumber
    return layer.numbers.indices.contains(row) ? layer.numbers[row] : .zero
  }

  package func count(ofBox box: Int) -> Int {
    let layer = layer(of: box, \.firstBox)
    let row = box - layer.firstBox
    return layer.boxes.indices.contains(row) ? layer.boxes[row].count : 0
  }

  package func element(_ index: Int, ofBox box: Int) -> Cell {
    let layer = layer(of: box, \.firstBox)
    let row = box - layer.firstBox
    guard layer.boxes.indices.contains(row), index >= 0, index < layer.boxes[row].count else { return .absent }
    return layer.cells[layer.boxes[row].start + index]
  }

  package func cells(ofBox box: Int) -> ArraySlice<Cell> {
    let layer = layer(of: box, \.firstBox)
    let row = box - layer.firstBox
    guard layer.boxes.indices.contains(row), layer.boxes[row].shape != .opaque else { return [] }
    return layer.cells[layer.boxes[row].start..<layer.boxes[row].start + layer.boxes[row].count]
  }

  package func opaque(_ box: Int) -> Value {
    let layer = layer(of: box, \.firstBox)
    let row = box - layer.firstBox
    guard layer.boxes.indices.contains(row), layer.boxes[row].shape == .opaque else { return .missing(.absent) }
    return layer.values[layer.boxes[row].start]
  }

  /// Returns the layer that contains a number: the newest layer whose first number is not greater. The oldest layer has all
  /// smaller numbers.
  @inline(__always)
  private func layer(of symbol: Int, _ first: (SymbolLayer) -> Int) -> SymbolLayer { layers.all[index(of: symbol, first)] }

  @inline(__always)
  private func index(of symbol: Int, _ first: (SymbolLayer) -> Int) -> Int {
    var index = layers.all.count - 1
    while index > 0, first(layers.all[index]) > symbol { index -= 1 }
    return index
  }
}
