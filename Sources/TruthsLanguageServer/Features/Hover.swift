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
    if use == nil, let (naming, all) = cursor.sharedName {
      parts.append(all.markdown(of: naming.shared))
      span = naming.place.span
    }
    if let text = caseHover(cursor) { parts.append(text) }
    for finding in cursor.findings {
      parts.append(Self.page(of: finding))
      span = span ?? finding.span
    }
    if use == nil, let word = cursor.word, let text = cursor.isTruths ? wordText(word.text, cursor) : memberText(cursor) {
      parts.append(text)
      span = span ?? word.span
    }
    guard !parts.isEmpty else { return .null }
    var hover: JSONObject = ["contents": client.hoverFormat.json(parts.joined(separator: "\n\n---\n\n"))]
    if let span { hover["range"] = cursor.range(span).json }
    return .object(hover)
  }

  /// Returns the section of the reference about a word; for the name of a unit, the section about units.
  private func wordText(_ word: String, _ cursor: CursorPlace) -> String? {
    guard let unit = cursor.unit, unit == word else { return WordText.text(of: word) ?? keyText(word, cursor) }
    return "```truths\ndecimal in \(unit)\n```\n\nA unit. Numbers of different units are not added, subtracted or compared."
  }

  /// Returns the meaning of the member of a declaration whose key is at a position.
  private func keyText(_ word: String, _ cursor: CursorPlace) -> String? {
    let outline = LineOutline(cursor.file)
    let line = outline.line(at: cursor.offset)
    guard line.key == word, let head = outline.path(to: line.number).first?.split(separator: " ").first,
      let kind = DeclarationKind(rawValue: String(head))
    else { return nil }
    let tables = [kind.members, .condition, .clause, .guardrail, .field, .access, .external]
    return tables.lazy.compactMap { $0[word] }.first.map { "`\(word)`: \($0.summary)" }
  }

  /// Returns the meaning of a member of a fixture, a proposal or a context.
  private func memberText(_ cursor: CursorPlace) -> String? {
    let site = DataSite(cursor)
    guard site.outline.isName, let start = site.outline.textStart else { return nil }
    let name = String(decoding: cursor.file.bytes[start...].prefix { $0 != 0x22 && $0 != 0x0A }, as: UTF8.self)
    return site.members.first { $0.name == name && !$0.summary.isEmpty }.map { "`\(name)`: \($0.summary)" }
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

  /// The unit around the position, which follows `in` in a type.
  var unit: String? {
    guard let word else { return nil }
    let site = CompletionSite(LineOutline(file), at: Int(word.span.start))
    guard case .type = site.place else { return nil }
    let before = ClauseScan(file.bytes, in: min(site.range.lowerBound, Int(word.span.start))..<Int(word.span.start)).tokens.last
    return before.map { Array(file.bytes[$0.range]) == Array("in".utf8) } ?? false ? word.text : nil
  }

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
  /// Maximum number of lines of a section that are shown.
  private static let lineLimit = 24

  /// Words that no section of the reference is about.
  private static let own = [
    "otherwise": "`otherwise`: the row of a table that counts where no row above it does.",
    "trigger": "`trigger`: the intent or fact that fires the truth, where another name hides its field.",
  ]

  static func text(of word: String) -> String? {
    if let text = own[word] { return text }
    if let function = FunctionRows.text(of: word) { return function }
    guard word.utf8.count > 1, let section = Reference.text(of: word) else { return nil }
    let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.dropFirst().prefix(lineLimit).joined(separator: "\n")
    return "**\(lines.first ?? "")**\n\(shown)"
      + (lines.count > lineLimit + 1 ? "\n…\n\n`truths explain \(word)` shows the whole text." : "")
  }
}
