import TruthsProgram
import TruthsText

/// The shape of the value in a boxed cell.
package enum BoxShape: UInt8, Hashable, Sendable, BitwiseCopyable {
  case list, record
  /// Names and values alternately: name, value, name, value, and so on.
  case map
  /// JSON, or a fact of another store, kept as a value that clauses cannot read into.
  case opaque
}

/// A list or record as cells, or an opaque value.
struct Box: Hashable, Sendable, BitwiseCopyable {
  var shape: BoxShape
  /// The index in ``Program/records``; 0 for other shapes.
  var type: UInt32
  /// The index in the layer of the first cell; for an opaque value, the value's index in `values`.
  var start: Int
  var count: Int
}

/// The symbols that one store added at one time; see ``Layers``.
///
/// `@unchecked Sendable`, and without dynamic checks of exclusive access: a layer is written to only while it has one owner,
/// and never while it is read.
final class SymbolLayer: Layer, @unchecked Sendable {
  /// The numbers of the first text, number and box of this layer.
  let firstText: Int
  let firstNumber: Int
  let firstBox: Int
  @exclusivity(unchecked) private(set) var texts: [Text] = []
  @exclusivity(unchecked) private(set) var numbers: [Decimal] = []
  @exclusivity(unchecked) private(set) var boxes: [Box] = []
  @exclusivity(unchecked) private(set) var cells: [Cell] = []
  @exclusivity(unchecked) private(set) var values: [Value] = []
  @exclusivity(unchecked) private var textSlots = HashSlots()
  @exclusivity(unchecked) private var numberSlots = HashSlots()
  @exclusivity(unchecked) private var boxSlots = HashSlots()

  init(firstText: Int = 0, firstNumber: Int = 0, firstBox: Int = 0) {
    self.firstText = firstText
    self.firstNumber = firstNumber
    self.firstBox = firstBox
  }

  var weight: Int { texts.count + numbers.count + boxes.count + cells.count }

  func follower() -> SymbolLayer {
    SymbolLayer(
      firstText: firstText + texts.count, firstNumber: firstNumber + numbers.count, firstBox: firstBox + boxes.count)
  }

  func joined(with next: SymbolLayer) -> SymbolLayer {
    let layer = SymbolLayer(firstText: firstText, firstNumber: firstNumber, firstBox: firstBox)
    for part in [self, next] { layer.append(allOf: part) }
    return layer
  }

  /// Appends the symbols of another layer to those of this layer, which must not contain any of them yet.
  private func append(allOf other: SymbolLayer) {
    textSlots.append(allOf: other.textSlots, behind: texts.count)
    numberSlots.append(allOf: other.numberSlots, behind: numbers.count)
    boxSlots.append(allOf: other.boxSlots, behind: boxes.count)
    texts += other.texts
    numbers += other.numbers
    boxes += other.boxes.map { box in
      var box = box
      box.start += box.shape == .opaque ? values.count : cells.count
      return box
    }
    cells += other.cells
    values += other.values
  }

  // MARK: Hashes

  static func hash(_ number: Decimal) -> UInt64 {
    let bits = UInt128(truncatingIfNeeded: number.coefficient)
    let low = CellHash.mix(UInt64(truncatingIfNeeded: bits) ^ CellHash.seed, 0xD6E8_FEB8_6659_FD93)
    return CellHash.mix(UInt64(truncatingIfNeeded: bits >> 64) ^ low, UInt64(UInt32(bitPattern: number.scale)) ^ CellHash.seed)
  }

  static func hash(_ cells: some Sequence<Cell>, _ shape: BoxShape, _ type: UInt32) -> UInt64 {
    cells.reduce(CellHash.mix(CellHash.seed, UInt64(shape.rawValue) ^ UInt64(type) << 8 ^ 0xA076_1D64_78BD_642F)) {
      CellHash.add($1, to: $0)
    }
  }

  static func hash(_ value: Value) -> UInt64 {
    var hasher = Hasher()
    value.hash(into: &hasher)
    return CellHash.mix(UInt64(bitPattern: Int64(hasher.finalize())), CellHash.seed)
  }

  // MARK: Finding

  func find(_ text: Text, hash: UInt64) -> Int? { textSlots.find(hash) { texts[$0] == text }.map { $0 + firstText } }

  func find(utf8 bytes: UnsafeRawBufferPointer, hash: UInt64) -> Int? {
    textSlots.find(hash) { texts[$0].hasUTF8(bytes) }.map { $0 + firstText }
  }

  func find(_ number: Decimal, hash: UInt64) -> Int? { numberSlots.find(hash) { numbers[$0] == number }.map { $0 + firstNumber } }

  func find(_ cells: [Cell], _ shape: BoxShape, type: UInt32, hash: UInt64) -> Int? {
    boxSlots.find(hash) { row in
      let box = boxes[row]
      return box.shape == shape && box.type == type && box.count == cells.count && shape != .opaque
        && cells.indices.allSatisfy { self.cells[box.start + $0] == cells[$0] }
    }.map { $0 + firstBox }
  }

  func find(opaque value: Value, hash: UInt64) -> Int? {
    boxSlots.find(hash) { boxes[$0].shape == .opaque && values[boxes[$0].start] == value }.map { $0 + firstBox }
  }

  // MARK: Adding what is not there

  @discardableResult
  func append(_ text: Text, hash: UInt64) -> Int {
    textSlots.insert(hash, texts.count)
    texts.append(text)
    return firstText + texts.count - 1
  }

  @discardableResult
  func append(_ number: Decimal, hash: UInt64) -> Int {
    numberSlots.insert(hash, numbers.count)
    numbers.append(number)
    return firstNumber + numbers.count - 1
  }

  @discardableResult
  func append(_ cells: some Collection<Cell>, _ shape: BoxShape, type: UInt32, hash: UInt64) -> Int {
    boxSlots.insert(hash, boxes.count)
    boxes.append(Box(shape: shape, type: type, start: self.cells.count, count: cells.count))
    self.cells.append(contentsOf: cells)
    return firstBox + boxes.count - 1
  }

  @discardableResult
  func append(opaque value: Value, hash: UInt64) -> Int {
    boxSlots.insert(hash, boxes.count)
    boxes.append(Box(shape: .opaque, type: 0, start: values.count, count: 0))
    values.append(value)
    return firstBox + boxes.count - 1
  }
}

/// A part of an append-only table. It is written to while it has one owner, and is immutable after that.
protocol Layer: AnyObject, Sendable {
  /// The number of rows.
  var weight: Int { get }
  /// Returns an empty layer that continues the numbering of this one.
  func follower() -> Self
  /// Returns a layer with the rows of this layer and of its follower.
  func joined(with next: Self) -> Self
}

/// A stack of layers, oldest first, which copies share.
///
/// A write to a shared layer begins a new layer behind it, so continuing from a copy of a large table costs nothing for its
/// size.
struct Layers<Element: Layer>: Sendable {
  private(set) var all: [Element]

  init(_ first: Element) { all = [first] }

  var last: Element { all[all.count - 1] }

  /// Returns the layer to write to, which has no other owner.
  mutating func writable() -> Element {
    let end = all.count - 1
    guard isKnownUniquelyReferenced(&all[end]) else { return branch() }
    // Layers are joined before they grow; otherwise every copy would have to join them again.
    if end > 0, mayJoin(all[end - 1].weight, all[end].weight) { join() }
    return last
  }

  /// Joins all layers into one, so that look-ups search one layer only.
  mutating func settle() {
    guard all.count > 1 else { return }
    let joined = all.dropFirst().reduce(all[0]) { $0.joined(with: $1) }
    all = [joined]
  }

  @inline(never)
  private mutating func branch() -> Element {
    let fresh: Element
    if last.weight == 0 {
      // The new layer replaces a last layer that is empty.
      fresh = all.removeLast().follower()
    } else {
      while all.count > 1, mayJoin(all[all.count - 2].weight, last.weight) { join() }
      fresh = last.follower()
    }
    all.append(fresh)
    return fresh
  }

  private mutating func join() {
    let newer = all.removeLast()
    all[all.count - 1] = all[all.count - 1].joined(with: newer)
  }

  /// Whether two neighbouring layers are joined. Up to the size `large` each layer stays more than twice as large as the next,
  /// so that the work for a copy is bounded.
  private func mayJoin(_ older: Int, _ newer: Int) -> Bool {
    if older <= 2 * newer, older + newer <= Self.large { return true }
    return all.count > Self.most
  }

  private static var large: Int { 65_536 }
  private static var most: Int { 24 }
}
