import Truths
import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Hovers over names, clauses, findings and words of the language.
extension LanguageServer {
  /// Answers `textDocument/hover`: the description of a name, the results of the clause around it, and the pages of findings at
  /// the position. A word that is not a name gets its section of the reference.
  func hover(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/hover") else { return .null }
    var parts: [String] = []
    var span: Span?
    let use = cursor.use ?? cursor.fixtureUse
    if let use {
      parts.append(SymbolText(cursor.project).markdown(of: use.symbol, from: cursor.pack))
      span = use.span
    }
    if let text = caseHover(cursor) { parts.append(text) }
    for finding in cursor.findings {
      parts.append(Self.page(of: finding))
      span = span ?? finding.span
    }
    if use == nil, cursor.isTruths, let word = cursor.word, let text = WordText.text(of: word.text) {
      parts.append(text)
      span = span ?? word.span
    }
    guard !parts.isEmpty else { return .null }
    var hover: JSONObject = ["contents": client.hoverFormat.json(parts.joined(separator: "\n\n---\n\n"))]
    if let span { hover["range"] = cursor.range(span).json }
    return .object(hover)
  }

  private static func page(of finding: Diagnostic) -> String {
    guard let page = DiagnosticRegistry.page(for: finding.code) else { return finding.message }
    return "**\(page.code)** \(page.title)\n\n\(page.why)\n\n\(page.mend)"
  }
}

extension CursorPlace {
  /// The findings at the position.
  var findings: [Diagnostic] {
    let found = project.findings(.atOnce)
    return found.diagnostics.filter { finding in
      guard found.sources.file(finding.span.file)?.path == document.path else { return false }
      return Int(finding.span.start) <= offset && offset <= max(Int(finding.span.end), Int(finding.span.start) + 1)
    }
  }

  /// The pack of the file; empty in a fixture.
  var pack: String { project.unit(file)?.pack ?? "" }

  /// The word around the position.
  var word: (text: String, span: Span)? {
    func isOfWord(_ byte: UInt8) -> Bool {
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    var (start, end) = (offset, offset)
    while start > 0, isOfWord(file.bytes[start - 1]) { start -= 1 }
    while end < file.bytes.count, isOfWord(file.bytes[end]) { end += 1 }
    guard start < end else { return nil }
    let span = Span(file: file.id, start: start, end: end)
    return (file.text(span), span)
  }

  func range(_ span: Span) -> ProtocolRange {
    ProtocolRange(
      file.linePosition(at: Int(span.start), document.encoding), file.linePosition(at: Int(span.end), document.encoding))
  }
}

/// The documentation of words of the language, from the reference.
enum WordText {
  /// The most lines of a section that are shown.
  private static let lineLimit = 24

  static func text(of word: String) -> String? {
    if let function = FunctionRows.text(of: word) { return function }
    guard word.utf8.count > 1, let section = Reference.text(of: word) else { return nil }
    let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.dropFirst().prefix(lineLimit).joined(separator: "\n")
    return "**\(lines.first ?? "")**\n\(shown)"
      + (lines.count > lineLimit + 1 ? "\n…\n\n`truths explain \(word)` shows all of it." : "")
  }
}
