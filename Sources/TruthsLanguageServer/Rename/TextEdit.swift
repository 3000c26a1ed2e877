import TruthsText

/// The replacement of a part of a file.
struct TextEdit: Hashable {
  var span: Span
  var text: String

  /// Returns bytes with edits applied, which do not overlap.
  ///
  /// - Complexity: O(bytes + n log n).
  static func applied(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var (result, end) = ([UInt8](), 0)
    for edit in edits.sorted(by: { $0.span.start < $1.span.start }) {
      result += bytes[end..<Int(edit.span.start)]
      result += edit.text.utf8
      end = Int(edit.span.end)
    }
    return result + bytes[end...]
  }
}

/// Edits applied to a file, which convert offsets between the edited file and the original one.
struct AppliedEdits {
  /// The edits, sorted by where they begin; they do not overlap.
  private let edits: [TextEdit]
  /// The offset in the edited file at which the text of each edit begins.
  private let starts: [Int]

  /// - Complexity: O(n log n).
  init(_ edits: [TextEdit]) {
    self.edits = edits.sorted { $0.span.start < $1.span.start }
    var (starts, shift) = ([Int](), 0)
    for edit in self.edits {
      starts.append(Int(edit.span.start) + shift)
      shift += edit.text.utf8.count - edit.length
    }
    self.starts = starts
  }

  /// Returns the offset in the original file of an offset in the edited file. A character that an edit wrote is at the edit's
  /// start.
  ///
  /// - Complexity: O(log n).
  func before(_ offset: Int) -> Int {
    guard let last = starts.lastPlace(notAbove: offset) else { return offset }
    let (edit, behind) = (edits[last], offset - starts[last] - edits[last].text.utf8.count)
    return behind < 0 ? Int(edit.span.start) : Int(edit.span.end) + behind
  }

  /// Returns whether an edit changes one of some characters of the original file.
  ///
  /// - Complexity: O(log n).
  func meet(_ span: Span) -> Bool {
    guard let last = edits.lazy.map({ Int($0.span.start) }).lastPlace(notAbove: Int(span.end) - 1) else { return false }
    return edits[last].span.end > span.start
  }
}

extension TextEdit {
  fileprivate var length: Int { Int(span.end - span.start) }
}

extension RandomAccessCollection<Int> where Index == Int {
  /// Returns the last index with a value that is at most a bound; the values ascend.
  fileprivate func lastPlace(notAbove bound: Int) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > bound { high = middle } else { low = middle + 1 }
    }
    return low == startIndex ? nil : low - 1
  }
}
