import TruthsDiagnostics
import TruthsText

/// The safe fixes of some findings that can be applied at once: none touches another. Those left out get their turn when the set
/// has been checked again.
struct FixRound {
  /// A line for each fix that is applied.
  private(set) var applied: [String] = []
  /// By the file's path, in order of place.
  private var edits: [Text: [Diagnostic.Edit]] = [:]

  init(_ findings: Findings, isWritable: (String) -> Bool) {
    for diagnostic in findings.diagnostics {
      guard let fix = diagnostic.fixes.first(where: \.isSafe), add(fix, in: findings.sources, isWritable) else { continue }
      let place = findings.sources.start(of: diagnostic.span)
      let path = findings.sources.file(diagnostic.span.file)?.path ?? ""
      applied.append("\(path):\(place.line):\(place.column): \(fix.title) (\(diagnostic.code))")
    }
  }

  /// A file with its fixes applied.
  func mended(_ file: SourceText) -> SourceText {
    guard let edits = edits[Text(file.path)] else { return file }
    var bytes: [UInt8] = []
    var offset = 0
    for edit in edits {
      bytes += file.bytes[offset..<max(offset, Int(edit.span.start))] + Array(edit.replacement.utf8)
      offset = max(offset, Int(edit.span.end))
    }
    return SourceText(path: file.path, bytes: bytes + file.bytes[offset...])
  }

  /// Takes all edits of a fix, or none.
  private mutating func add(_ fix: Diagnostic.Fix, in sources: SourceMap, _ isWritable: (String) -> Bool) -> Bool {
    var edits = self.edits
    for edit in fix.edits {
      guard let file = sources.file(edit.span.file), isWritable(file.path), Int(edit.span.end) <= file.bytes.count,
        Self.insert(edit, into: &edits[Text(file.path), default: []])
      else { return false }
    }
    self.edits = edits
    return !fix.edits.isEmpty
  }

  /// Puts an edit in its place, unless it touches another.
  private static func insert(_ edit: Diagnostic.Edit, into edits: inout [Diagnostic.Edit]) -> Bool {
    var low = 0
    var high = edits.count
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].span < edit.span { low = middle + 1 } else { high = middle }
    }
    if low > 0, edits[low - 1].span.end >= edit.span.start { return false }
    if low < edits.count, edit.span.end >= edits[low].span.start { return false }
    edits.insert(edit, at: low)
    return true
  }
}
