import TruthsCheck
import TruthsDiagnostics
import TruthsText

/// Leaves out findings that may follow from a declaration that could not be read: what seems to be unknown, or to have another
/// type, may stand in it.
struct RootCauses {
  /// Findings about names, by the words of which it can be told whether they may stand in what was not read.
  private static let aboutNames: Set<DiagnosticCode> = [
    "T1001", "T1005", "T1006", "T1007", "T1010", "T1016", "T1018", "T1020", "T1022", "T5004",
  ]
  /// Findings about types and values, which depend on all of a vocabulary.
  private static let aboutValues: Set<DiagnosticCode> = ["T1015", "T2002", "T2003", "T3004"]

  private let loaded: LoadedSet
  /// Words of declarations that could not be read whole.
  private var words: Set<String> = []
  private var lacksVocabulary = false

  init(_ loaded: LoadedSet) {
    self.loaded = loaded
    for finding in loaded.diagnostics where finding.severity == .error && Self.breaks.contains(finding.code) {
      guard let file = loaded.sources.file(finding.span.file) else { continue }
      let range = Self.declaration(around: Int(finding.span.start), in: file)
      let text = Self.words(of: file.bytes[range])
      words.formUnion(text)
      if let kind = text.first, !["truth", "invariant", "jtbd", "blueprint"].contains(kind) { lacksVocabulary = true }
    }
  }

  /// Faults of the text of a declaration that keep parts of it from being read.
  private static let breaks: Set<DiagnosticCode> = ["T0009", "T0010", "T0019", "T0020", "T0022", "T0023", "T0027", "T0028"]

  /// The findings that stand for themselves.
  func kept(_ found: [Diagnostic]) -> [Diagnostic] {
    if words.isEmpty { return found }
    return found.filter { finding in
      if Self.aboutValues.contains(finding.code) { return !lacksVocabulary }
      guard Self.aboutNames.contains(finding.code), let file = loaded.sources.file(finding.span.file) else { return true }
      return words.isDisjoint(with: Self.words(of: file.bytes[Int(finding.span.start)..<Int(finding.span.end)]))
    }
  }

  /// From the line before an offset that begins in the first column to the next such line.
  private static func declaration(around offset: Int, in file: SourceFile) -> Range<Int> {
    let starts = file.lineStarts.map(Int.init).filter { $0 < file.bytes.count && file.bytes[$0] > 0x23 } + [file.bytes.count]
    let next = starts.first { $0 > offset } ?? file.bytes.count
    return (starts.last { $0 <= offset } ?? 0)..<next
  }

  private static func words(of bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split { !($0 == 0x5F || $0 >= 0x30 && $0 <= 0x39 || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
