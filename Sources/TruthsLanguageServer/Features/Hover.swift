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

  /// Returns the section of the reference about a word; for the name of a unit, what a unit is.
  private func wordText(_ word: String, _ cursor: CursorPlace) -> String? {
    if let unit = cursor.unit, unit == word {
      return "```truths\ndecimal in \(unit)\n```\n\nA unit. Numbers of different units are not added, subtracted or compared."
    }
    if cursor.isInType, let text = WordText.text(inType: word) { return text }
    return keyText(word, cursor) ?? WordText.text(of: word) ?? choiceText(word, cursor)
  }

  /// Returns what a word is that is one of a few: a day of the week, or a type of the actors who bring facts in.
  private func choiceText(_ word: String, _ cursor: CursorPlace) -> String? {
    guard let start = cursor.word?.span.start else { return nil }
    let site = CompletionSite(LineOutline(cursor.file), at: Int(start))
    switch site.place {
    case .words(let words) where words.contains(word): return site.key.map { "`\(word)`: a value of `\($0)`." }
    case .roles(isExternal: true) where ["system", "user"].contains(word): return "`\(word)`: every actor of this type."
    default: return nil
    }
  }

  /// Returns the meaning of the member of a declaration whose key is at a position. The section named after the member follows,
  /// or else the section about the kind of declaration. The reference has `summary` in a section about jobs.
  private func keyText(_ word: String, _ cursor: CursorPlace) -> String? {
    let outline = LineOutline(cursor.file)
    let line = outline.line(at: cursor.offset)
    guard line.key == word, let head = outline.path(to: line.number).first?.split(separator: " ").first,
      let kind = DeclarationKind(rawValue: String(head))
    else { return nil }
    let tables = [kind.members, .condition, .clause, .guardrail, .field, .access, .external]
    guard let member = tables.lazy.compactMap({ $0[word] }).first else { return nil }
    let own = WordText.text(of: word).flatMap { $0.hasPrefix("**`\(word)`") ? $0 : nil }
    let texts = ["`\(word)`: \(member.summary)", own ?? WordText.text(of: kind.rawValue)]
    return texts.compactMap(\.self).joined(separator: "\n\n")
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

  /// Whether the word around the position is in a type.
  var isInType: Bool {
    guard let word else { return false }
    if case .type = CompletionSite(LineOutline(file), at: Int(word.span.start)).place { return true }
    return false
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
    "true": "`true`: a value of type `boolean`. The other one is `false`.",
    "false": "`false`: a value of type `boolean`. The other one is `true`.",
    "trigger": "`trigger`: the intent or fact that fires the truth, where another name hides its field.",
  ]

  /// The sections about words that also stand in the title of another section, or in none.
  private static let sections = [
    "and": "clauses §3", "between": "clauses §4", "desc": "clauses §7", "for": "clauses §7", "in": "clauses §4",
    "jtbd": "files §8", "matches": "clauses §5", "matching": "clauses §5", "no": "clauses §6", "not": "clauses §3",
    "or": "clauses §3", "then": "clauses §11", "where": "clauses §7",
  ]

  /// The sections about words that mean something else in a type: `date` is also a function.
  private static let types = [
    "boolean": "types §1", "date": "dates §1", "decimal": "types §1", "duration": "dates §1", "in": "types §4.1",
    "integer": "types §1", "json": "types §11", "list": "types §9", "map": "types §10", "max": "types §1", "min": "types §1",
    "named": "types §12.1", "of": "types §1", "period": "dates §1", "text": "types §2", "time": "dates §1",
    "timestamp": "dates §1",
  ]

  static func text(of word: String) -> String? {
    if let text = own[word] { return text }
    if let section = sections[word] { return text(ofSection: section) }
    if let function = FunctionRows.text(of: word) { return function }
    return word.utf8.count > 1 ? text(ofSection: word) : nil
  }

  /// Returns the documentation of a word of a type; `nil` for any other word.
  static func text(inType word: String) -> String? { types[word].flatMap { text(ofSection: $0) } }

  /// Returns the beginning of the section about a subject: `clauses §7`, `function`.
  private static func text(ofSection subject: String) -> String? {
    guard let section = Reference.text(of: subject) else { return nil }
    let shownSubject = subject.contains(" ") ? "\"\(subject)\"" : subject
    let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.dropFirst().prefix(lineLimit).joined(separator: "\n")
    return "**\(lines.first ?? "")**\n\(shown)"
      + (lines.count > lineLimit + 1 ? "\n…\n\n`truths explain \(shownSubject)` shows the whole text." : "")
  }
}
