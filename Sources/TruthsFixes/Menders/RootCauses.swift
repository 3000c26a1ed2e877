import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Removes findings that may be consequences of a declaration that could not be parsed.
///
/// That declaration may declare the unknown name, or determine the type.
struct RootCauses {
  /// The codes of errors that keep parts of a declaration from being parsed.
  private static let breaks: Set<DiagnosticCode> = [
    "T0009", "T0010", "T0019", "T0020", "T0022", "T0023", "T0024", "T0027", "T0028",
  ]
  /// The codes in ``breaks`` that concern only a name or a missing part; the rest of the declaration is parsed.
  private static let ofNames: Set<DiagnosticCode> = ["T0023", "T0024", "T0027"]
  /// The codes of findings about names. Their words show whether an unparsed declaration may declare the name.
  private static let aboutNames: Set<DiagnosticCode> = [
    "T1001", "T1005", "T1006", "T1007", "T1010", "T1016", "T1018", "T1019", "T1020", "T1022", "T1056", "T5004",
  ]
  /// The codes of findings about types and values, which depend on the whole vocabulary.
  private static let aboutValues: Set<DiagnosticCode> = ["T1011", "T1015", "T2002", "T2003", "T3004"]

  private let loaded: LoadedSet
  /// The ranges of declarations that could not be parsed completely.
  private var broken: [FileID: [Range<Int>]] = [:]
  /// The words in the declarations of ``broken``.
  private var words: Set<String> = []
  /// The names that could not be parsed, in a normalised spelling.
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

  /// Returns the findings that are not consequences of others.
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

  /// Returns the range from the last line at or before an offset that begins in the first column to the next such line.
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

  /// Returns the letters and digits of a name, in lower case.
  private static func spelling(_ name: String) -> String {
    String(decoding: name.utf8.filter(isLetterOrDigit).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }
}
