import TruthsDiagnostics

/// A diagram with the value under each term of a clause, below the clause's text:
///
///     amount > approval_threshold
///     5000     1000
///
/// A value that has no room beside its right neighbour is placed a row lower, with a bar up to its term.
package struct TermDiagram {
  /// A term, its column in the text, and its value.
  private struct PlacedValue {
    var column: Int
    var value: String
  }

  private let places: [PlacedValue]
  /// Terms whose labels do not occur in the text; they follow the diagram, one per line.
  private let others: [(label: String, value: String)]

  /// - Parameter values: the terms by their labels, and their values as they are printed.
  package init(text: String, values: [(label: String, value: String)]) {
    var places: [PlacedValue] = []
    var others: [(label: String, value: String)] = []
    for (label, value) in values {
      if let column = Self.column(of: label, in: text) {
        places.append(PlacedValue(column: column, value: value))
      } else {
        others.append((label, value))
      }
    }
    self.places = places.sorted { $0.column < $1.column }
    self.others = others
  }

  /// The rows below the text.
  package var rows: [String] {
    var rows: [[PlacedValue]] = []
    for placed in places.reversed() {
      // A value that contains a space needs two spaces before its neighbour.
      let gap = placed.value.contains(" ") ? 1 : 0
      let end = placed.column + displayWidth(of: placed.value) + gap
      let row = rows.firstIndex { $0.last.map { end < $0.column } ?? true } ?? rows.count
      if row == rows.count { rows.append([]) }
      for above in 0..<row { rows[above].append(PlacedValue(column: placed.column, value: "│")) }
      rows[row].append(placed)
    }
    return rows.map(Self.line) + others.map { "\($0.label): \($0.value)" }
  }

  private static func line(_ places: [PlacedValue]) -> String {
    var line = ""
    for place in places.reversed() {
      line += String(repeating: " ", count: max(0, place.column - displayWidth(of: line))) + place.value
    }
    return line
  }

  /// Returns the column of the first occurrence of a term as a whole name, not as a part of another one.
  private static func column(of label: String, in text: String) -> Int? {
    let wanted = Array(label.utf8)
    let bytes = Array(text.utf8)
    guard !wanted.isEmpty, wanted.count <= bytes.count else { return nil }
    for start in 0...(bytes.count - wanted.count) where bytes[start..<start + wanted.count].elementsEqual(wanted) {
      let isBeginning = start == 0 || !(isNamePart(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "."))
      let end = start + wanted.count
      if isBeginning, end == bytes.count || !isNamePart(bytes[end]) {
        return displayWidth(of: String(decoding: bytes[..<start], as: UTF8.self))
      }
    }
    return nil
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
