import TruthsDiagnostics
import TruthsText

/// Brackets around what a rewriting moves, so that it binds as it did. They are written as two characters that no file has, which
/// no form mistakes for brackets of the author; a text is settled before it is proposed, and keeps only those that it needs.
enum Grouping {
  static let opening: UInt8 = 0x01
  static let closing: UInt8 = 0x02
  /// Most pairs of brackets that are tried one by one, because each costs a reading; further ones are all kept.
  private static let pairLimit = 64

  /// Returns an expression in brackets that may turn out redundant.
  static func grouped(_ text: String) -> String { "\u{1}\(text)\u{2}" }

  /// Returns a text with brackets in place of those that it needs, and without the others: those without which its tree is the
  /// same. A text that cannot be read keeps all.
  ///
  /// - Parameter forms: the forms of which the text may be one, the likeliest first.
  static func settled(_ text: String, as forms: [Diagnostic.UnreadText.Form] = [.clause, .row, .output]) -> String {
    guard text.utf8.contains(opening) else { return text }
    let bytes = Array(text.utf8)
    let pairs = pairs(of: bytes)
    var dropped: Set<Int> = []
    let bracketed = written(bytes, without: dropped)
    let reading = forms.lazy.compactMap { form in canonical(bracketed, as: form).map { (form, $0) } }.first
    guard let (form, tree) = reading else { return bracketed }
    for (start, end) in pairs.prefix(pairLimit) {
      let without = dropped.union([start, end])
      if canonical(written(bytes, without: without), as: form) == tree { dropped = without }
    }
    return written(bytes, without: dropped)
  }

  /// Returns the offsets of brackets that belong together, the outer ones first.
  private static func pairs(of bytes: [UInt8]) -> [(Int, Int)] {
    var open: [Int] = []
    var result: [(Int, Int)] = []
    for (offset, byte) in bytes.enumerated() {
      if byte == opening { open.append(offset) }
      if byte == closing, let start = open.popLast() { result.append((start, offset)) }
    }
    return result.sorted { $0.0 < $1.0 }
  }

  /// Returns the text with brackets, except those at some offsets. Words that only such a bracket separated get a space.
  private static func written(_ bytes: [UInt8], without dropped: Set<Int>) -> String {
    var result: [UInt8] = []
    var separates = false
    for (offset, byte) in bytes.enumerated() {
      if dropped.contains(offset) {
        separates = true
        continue
      }
      if separates, let last = result.last, isWordByte(last), isWordByte(byte) { result.append(0x20) }
      separates = false
      result.append(byte == opening ? 0x28 : byte == closing ? 0x29 : byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the canonical text of what a text is read as, which has only necessary brackets; `nil` if it cannot be read.
  private static func canonical(_ text: String, as form: Diagnostic.UnreadText.Form) -> String? {
    let bytes = Array(text.utf8)
    var text = ClauseText(file: .init(0), bytes: bytes, range: bytes.indices, style: .bare)
    text.isTrial = true
    func canonical<Tree>(_ reading: Grammar.Result<Tree>, _ write: (Tree) -> String?) -> String? {
      reading.diagnostics.isEmpty ? write(reading.tree) : nil
    }
    return switch form {
    case .clause, .requirement:
      canonical(Grammar.clause(text, allowsEffects: form == .clause)) { formatted($0) }
    case .expression: canonical(Grammar.expression(text)) { formatted($0) }
    case .row: canonical(Grammar.row(text)) { $0.map { formatted($0) } }
    case .output: canonical(Grammar.output(text)) { $0.map { formatted($0) } }
    default: nil
    }
  }
}
