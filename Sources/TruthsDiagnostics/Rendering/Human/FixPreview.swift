import TruthsText

/// What a fix does to the source, as lines taken away and lines put in.
struct FixPreview {
  /// A run of lines that changes.
  struct Change: Equatable {
    /// Number of the first line that changes, from 1.
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

  /// The lines under a group of edits, before and after, without those that stay the same at either end.
  private static func change(_ group: [Diagnostic.Edit], _ file: SourceFile) -> Change? {
    guard let first = group.first, let last = group.last else { return nil }
    let firstLine = file.position(at: Int(first.span.start)).line
    let lastLine = file.position(at: Int(last.span.end)).line
    let start = file.bytes(ofLine: firstLine).lowerBound
    let end = file.bytes(ofLine: lastLine).upperBound
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
    return Change(line: line, removed: removed, added: added)
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      return visible(text.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    "))
    }
  }
}
