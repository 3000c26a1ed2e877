import TruthsCheck
import TruthsText

/// Texts, lists and records that are made of others may double with each `let` or fact: what is made is held to a size, so that a
/// few lines of a pack cannot fill the memory. Past it a value is missing (``MissingCause/size``).
extension Machine {
  /// Elements of a list, those of its elements included; sixteen bytes of text count as one.
  private static var weightLimit: Int { 1_000_000 }
  private static var bytesPerElement: Int { 16 }

  /// Whether a text is larger than a value may be.
  static func isTooLarge(_ text: String) -> Bool { text.utf8.count > weightLimit * bytesPerElement }

  /// Whether a list or record of some cells would be larger than a value may be.
  ///
  /// - Complexity: O(the limit) at most, and O(the elements).
  func areTooLarge(_ cells: [Cell]) -> Bool {
    var left = Self.weightLimit
    return !fit(cells, &left)
  }

  private func fit(_ cells: [Cell], _ left: inout Int) -> Bool {
    left -= cells.count
    for cell in cells where left >= 0 {
      if cell.kind == .text {
        left -= symbols.pointee.text(Int(cell.bits)).string.utf8.count / Self.bytesPerElement
      } else if cell.kind == .boxed, cell.small != BoxShape.opaque.rawValue {
        let box = Int(cell.bits)
        let inner = (0..<symbols.pointee.count(ofBox: box)).map { symbols.pointee.element($0, ofBox: box) }
        if !fit(inner, &left) { return false }
      }
    }
    return left >= 0
  }
}
