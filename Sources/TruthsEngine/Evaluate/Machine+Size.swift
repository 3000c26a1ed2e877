import TruthsCheck
import TruthsText

/// Texts, lists and records that are made of others may double with each `let` or fact: what is made is held to a size, so that
/// a few lines of a pack cannot fill the memory. Past it a value is missing (``MissingCause/size``). So it is where all that is
/// made for a frame, one large text for each element of a list perhaps, is too much (``MissingCause/total``).
extension Machine {
  /// Whether a text is larger than a value may be.
  static func isTooLarge(_ text: String) -> Bool {
    text.utf8.count > MachineRoom.ofValue * MachineRoom.bytesPerElement
  }

  /// Whether a list or record of some cells would be larger than a value may be.
  ///
  /// - Complexity: O(the limit) at most, and O(the elements).
  func areTooLarge(_ cells: [Cell]) -> Bool {
    var left = MachineRoom.ofValue
    return !fit(cells, &left)
  }

  /// Whether nothing more may be made.
  var hasNoRoom: Bool { made > MachineRoom.ofFrame }

  /// Counts work that is done without a loop of the code.
  mutating func spend(_ steps: Int) { memory.workLeft -= steps }

  mutating func spend(bytes texts: Text...) {
    spend(texts.reduce(0) { $0 + $1.string.utf8.count } / WorkMeter.bytesPerStep)
  }

  /// What a value takes, without what its elements do: those of a list; sixteen bytes of a text count as one.
  func size(of cell: Cell) -> Int {
    if cell.isList { return symbols.pointee.count(ofBox: Int(cell.bits)) }
    guard cell.kind == .text else { return 0 }
    return symbols.pointee.text(Int(cell.bits)).string.utf8.count / MachineRoom.bytesPerElement
  }

  /// A value that was made, as far as there is room for it. One that was made for this frame before takes none.
  mutating func charged(_ cell: Cell, elements: Int) -> Cell {
    if !memory.charged.insert(cell).inserted { return cell }
    made += MachineRoom.perValue + elements
    return hasNoRoom ? .missing(.total) : cell
  }

  /// What a value takes.
  ///
  /// - Complexity: O(the value).
  static func elements(of value: Value) -> Int {
    switch value {
    case .text(let text): text.string.utf8.count / MachineRoom.bytesPerElement
    case .list(let values): values.reduce(values.count) { $0 + elements(of: $1) }
    case .record(let record): record.fields.reduce(record.fields.count) { $0 + elements(of: $1) }
    default: 0
    }
  }

  private func fit(_ cells: [Cell], _ left: inout Int) -> Bool {
    left -= cells.count
    for cell in cells where left >= 0 {
      if cell.kind == .text {
        left -= symbols.pointee.text(Int(cell.bits)).string.utf8.count / MachineRoom.bytesPerElement
      } else if cell.kind == .boxed, cell.small != BoxShape.opaque.rawValue {
        let box = Int(cell.bits)
        let inner = (0..<symbols.pointee.count(ofBox: box)).map { symbols.pointee.element($0, ofBox: box) }
        if !fit(inner, &left) { return false }
      }
    }
    return left >= 0
  }
}
