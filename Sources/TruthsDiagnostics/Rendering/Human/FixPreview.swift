import TruthsText

/// The effect of a fix on the source, as removed and added lines. A long line is cut to the part around the change.
struct FixPreview {
  /// The maximum number of characters shown of a line.
  static let width = 500

  /// A run of lines that a fix changes.
  struct Change: Equatable {
    /// The number of the first changed line, from 1.
    var line: Int
    var removed: [String]
    var added: [String]
  }

  let changes: [Change]

  /// - Returns: `nil` for edits that overlap or reach into several files, which cannot be drawn.
  init?(_ edits: [Diagnostic.Edit], in file: SourceFile) {
    let sorted = edits.sorted { $0.span < $1.span }
    var changes: [Change] = []
    var index = 0
    while index < sorted.count {
      var group = [sorted[index]]
      while index + 1 < sorted.count, let last = group.last, Self.touches(last, sorted[index + 1], file) {
        guard sorted[index + 1].span.start >= last.span.end else { return nil }
        group.append(sorted[index + 1])
        index += 1
      }
      guard group.allSatisfy({ $0.span.file == file.id }) else { return nil }
      if let change = Self.change(group, file) { changes.append(change) }
      index += 1
    }
    self.changes = changes
  }

  /// Whether two edits change the same line.
  private static func touches(_ left: Diagnostic.Edit, _ right: Diagnostic.Edit, _ file: SourceFile) -> Bool {
    file.position(at: Int(left.span.end)).line >= file.position(at: Int(right.span.start)).line
  }

  /// Returns the lines under a group of edits, before and after, without equal lines at either end.
  private static func change(_ group: [Diagnostic.Edit], _ file: SourceFile) -> Change? {
    guard let first = group.first, let last = group.last else { return nil }
    let firstLine = file.position(at: Int(first.span.start)).line
    let lastLine = file.position(at: Int(last.span.end)).line
    let (lineStart, lineEnd) = (file.bytes(ofLine: firstLine).lowerBound, file.bytes(ofLine: lastLine).upperBound)
    let start = file.scalarStart(max(lineStart, Int(first.span.start) - width))
    let end = file.scalarStart(min(lineEnd, Int(last.span.end) + width))
    guard end - start <= 1 << 16 else { return nil }
    var new: [UInt8] = []
    var offset = start
    for edit in group {
      new += file.bytes[offset..<max(offset, Int(edit.span.start))] + Array(edit.replacement.utf8)
      offset = Int(edit.span.end)
    }
    new += file.bytes[offset..<max(offset, end)]
    var removed = lines(file.bytes[start..<end])
    var added = lines(new[...])
    if start > lineStart { (removed[0], added[0]) = ("…" + removed[0], "…" + added[0]) }
    if end < lineEnd {
      removed[removed.count - 1] += "…"
      added[added.count - 1] += "…"
    }
    var line = firstLine
    while let left = removed.first, left == added.first {
      removed.removeFirst()
      added.removeFirst()
      line += 1
    }
    while let left = removed.last, left == added.last {
      removed.removeLast()
      added.removeLast()
    }
    return Change(line: line, removed: cut(removed, beside: added), added: cut(added, beside: removed))
  }

  /// Cuts each line to the shown width, from a little before its first difference to the same line before or after the
  /// change.
  private static func cut(_ lines: [String], beside others: [String]) -> [String] {
    lines.enumerated().map { index, line in
      let scalars = Array(line.unicodeScalars)
      if scalars.count <= width { return line }
      let other = index < others.count ? others[index] : ""
      let same = zip(scalars, other.unicodeScalars).prefix { $0 == $1 }.count
      let start = min(max(0, same - width / 4), scalars.count - width)
      var shown = String.UnicodeScalarView()
      shown.append(contentsOf: scalars[start..<(start + width)])
      return (start > 0 ? "…" : "") + String(shown) + (start + width < scalars.count ? "…" : "")
    }
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      return visible(text.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    "))
    }
  }
}

extension SourceFile {
  /// Returns the beginning of the scalar that a byte belongs to.
  fileprivate func scalarStart(_ offset: Int) -> Int {
    var start = offset
    while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }
}
