import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Leaves out findings that may follow from a declaration that could not be read: what seems to be unknown, or to have another
/// type, may stand in it.
struct RootCauses {
  /// Faults of the text of a declaration that keep parts of it from being read.
  private static let breaks: Set<DiagnosticCode> = [
    "T0009", "T0010", "T0019", "T0020", "T0022", "T0023", "T0024", "T0027", "T0028",
  ]
  /// Those of them after which all but a name, or a part that is not there, has been read.
  private static let ofNames: Set<DiagnosticCode> = ["T0023", "T0024", "T0027"]
  /// Findings about names, by the words of which it can be told whether they may stand in what was not read.
  private static let aboutNames: Set<DiagnosticCode> = [
    "T1001", "T1005", "T1006", "T1007", "T1010", "T1016", "T1018", "T1019", "T1020", "T1022", "T1056", "T5004",
  ]
  /// Findings about types and values, which depend on all of a vocabulary.
  private static let aboutValues: Set<DiagnosticCode> = ["T1011", "T1015", "T2002", "T2003", "T3004"]

  private let loaded: LoadedSet
  /// Where declarations stand that could not be read whole.
  private var broken: [FileID: [Range<Int>]] = [:]
  /// The words in them.
  private var words: Set<String> = []
  /// Names that could not be read, in one spelling.
  private var names: Set<String> = []
  private var lacksVocabulary = false

  init(_ loaded: LoadedSet) {
    self.loaded = loaded
    guard loaded.diagnostics.contains(where: Self.isAboutOthers) else { return }
    for finding in loaded.diagnostics where finding.severity == .error && Self.breaks.contains(finding.code) {
      guard let file = loaded.sources.file(finding.span.file) else { continue }
      names.insert(Self.spelling(file.text(finding.span)))
      let start = Int(finding.span.start)
      if broken[file.id]?.last.map({ $0.contains(start) }) ?? false { continue }
      let range = Self.declaration(around: start, in: file)
      broken[file.id, default: []].append(range)
      let text = Self.words(of: file.bytes[range])
      words.formUnion(text)
      let isOpen = !Self.ofNames.contains(finding.code)
      if isOpen, let kind = text.first, !["truth", "invariant", "jtbd", "blueprint"].contains(kind) { lacksVocabulary = true }
      names.insert(Self.spelling(file.text(finding.span).split(separator: " ").dropFirst().joined()))
    }
  }

  /// The findings that stand for themselves.
  func kept(_ found: [Diagnostic]) -> [Diagnostic] { broken.isEmpty ? found : found.filter { !mayFollow($0) } }

  private static func isAboutOthers(_ finding: Diagnostic) -> Bool {
    aboutValues.contains(finding.code) || aboutNames.contains(finding.code)
  }

  private func mayFollow(_ finding: Diagnostic) -> Bool {
    guard Self.isAboutOthers(finding) else { return false }
    let isAboutValues = Self.aboutValues.contains(finding.code)
    if broken[finding.span.file]?.contains(where: { $0.contains(Int(finding.span.start)) }) ?? false { return true }
    if isAboutValues { return lacksVocabulary }
    guard let file = loaded.sources.file(finding.span.file) else { return false }
    let text = file.text(finding.span)
    if !words.isDisjoint(with: Self.words(of: Array(text.utf8)[...])) { return true }
    return names.contains(Self.spelling(text))
      || text.split(separator: ".").contains { names.contains(Self.spelling(String($0))) }
  }

  /// From the last line before an offset that begins in the first column to the next such line.
  private static func declaration(around offset: Int, in file: SourceFile) -> Range<Int> {
    let bytes = file.bytes
    func begins(_ place: Int) -> Bool {
      place == 0 || bytes[place - 1] == 0x0A && place < bytes.count && bytes[place] > 0x23
    }
    var (start, end) = (min(offset, max(0, bytes.count - 1)), offset + 1)
    while !begins(start) { start -= 1 }
    while end < bytes.count, !begins(end) { end += 1 }
    return start..<max(start, min(end, bytes.count))
  }

  private static func words(of bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split { !($0 == 0x5F || isLetterOrDigit($0)) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The letters and digits of a name, in small letters.
  private static func spelling(_ name: String) -> String {
    String(decoding: name.utf8.filter(isLetterOrDigit).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }
}
