import TruthsCheck
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Removes fixes that compare a value with itself, and the help that says the same. `org_id == org_idd` is misspelt, but
/// `org_id == org_id` would let everything pass.
struct ConstantFixes {
  /// The maximum number of bytes compared on each side of an edit, in the line of the edit.
  private static let reach = 400

  private let loaded: LoadedSet

  init(_ loaded: LoadedSet) { self.loaded = loaded }

  func applied(to found: [Diagnostic]) -> [Diagnostic] {
    found.map { finding in
      guard finding.fixes.contains(where: isConstant) else { return finding }
      var result = finding
      result.fixes.removeAll(where: isConstant)
      result.help = nil
      // Nothing is tried in its place: the name is known that the misspelt one is near to, and it cannot be meant.
      result.guidance = .exact
      return result
    }
  }

  private func isConstant(_ fix: Diagnostic.Fix) -> Bool {
    fix.edits.contains { edit in
      guard let bytes = loaded.sources.file(edit.span.file)?.bytes, edit.replacement.utf8.count <= Self.reach else {
        return false
      }
      let (start, end) = (Int(edit.span.start), Int(edit.span.end))
      guard start <= end, end <= bytes.count, end - start <= Self.reach else { return false }
      let (low, high) = (max(0, start - Self.reach), min(bytes.count, end + Self.reach))
      let first = bytes[low..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? low
      let last = bytes[end..<high].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? high
      let changed = Array(bytes[first..<start]) + Array(edit.replacement.utf8) + Array(bytes[end..<last])
      return SelfComparison.occurs(in: Self.clause(changed))
        && !SelfComparison.occurs(in: Self.clause(Array(bytes[first..<last])))
    }
  }

  /// Returns the clause on a line, without its dash, its key and the quotes around it.
  private static func clause(_ line: [UInt8]) -> String {
    var text = line.drop { $0 == 0x20 }
    if text.starts(with: "- ".utf8) { text = text.dropFirst(2) }
    let key = text.prefix { isWordByte($0) || $0 == 0x2E }
    if text.dropFirst(key.count).starts(with: ": ".utf8) { text = text.dropFirst(key.count + 2) }
    if let quote = text.first, quote == 0x27, text.last == quote, text.count > 1 { text = text.dropFirst().dropLast() }
    return String(decoding: text, as: UTF8.self)
  }
}
