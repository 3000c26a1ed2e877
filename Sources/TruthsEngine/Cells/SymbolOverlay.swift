package import TruthsCheck
package import TruthsText

/// Symbols of one reader's own above those of a store, which stays as it is: what a proposal says is not written into a store
/// that many threads read. A number at or above ``base`` is the overlay's own; nothing in the store is equal to it.
package struct SymbolOverlay: Sendable, SymbolReading, SymbolWriting {
  /// Numbers of the overlay's own symbols begin here.
  package static let base = 1 << 40

  /// The symbols below.
  package let symbols: Symbols
  private var own: Symbols

  /// No symbols of its own yet.
  package init(over symbols: Symbols) {
    self.symbols = symbols
    own = Symbols(enumNames: symbols.enumNames)
  }

  package var enumNames: [[Text]] { symbols.enumNames }

  /// How many symbols of its own it has, with the cells of lists and records.
  var weight: Int { own.weight }

  // MARK: Adding

  package mutating func intern(_ text: Text) -> Int {
    let hash = CellHash.hash(text, seed: CellHash.seed)
    return symbols.find(text, hash: hash) ?? Self.base + own.intern(text, hash: hash)
  }

  package mutating func intern(_ number: Decimal) -> Int { symbols.find(number) ?? Self.base + own.intern(number) }

  package mutating func intern(_ cells: [Cell], shape: BoxShape, type: UInt32) -> Int {
    let hash = SymbolLayer.hash(cells, shape, type)
    return symbols.find(cells, shape, type: type, hash: hash) ?? Self.base + own.intern(cells, shape, type: type, hash: hash)
  }

  package mutating func intern(opaque value: Value) -> Int {
    symbols.find(opaque: value) ?? Self.base + own.intern(opaque: value)
  }

  // MARK: Reading

  @inline(__always)
  package func text(_ symbol: Int) -> Text { symbol < Self.base ? symbols.text(symbol) : own.text(symbol - Self.base) }

  package func number(_ symbol: Int) -> Decimal { symbol < Self.base ? symbols.number(symbol) : own.number(symbol - Self.base) }

  package func count(ofBox box: Int) -> Int {
    box < Self.base ? symbols.count(ofBox: box) : own.count(ofBox: box - Self.base)
  }

  package func element(_ index: Int, ofBox box: Int) -> Cell {
    box < Self.base ? symbols.element(index, ofBox: box) : own.element(index, ofBox: box - Self.base)
  }

  package func opaque(_ box: Int) -> Value { box < Self.base ? symbols.opaque(box) : own.opaque(box - Self.base) }
}
