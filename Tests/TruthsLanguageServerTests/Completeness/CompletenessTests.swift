import Foundation
import Testing
import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsText

@testable import TruthsLanguageServer

/// Every token of every file of the packs and examples. A name has a hover, a definition and references; a word of the language
/// has a hover. Completion offers the token where it is taken away, and among the first ten once two letters are typed.
///
/// A run draws some tokens of each project; another draw follows from every change of a file. `TRUTHS_SOAK=10` draws ten times
/// as many, and a large number all of them.
@Suite("The editor knows every name")
struct CompletenessTests {
  static let factor = ProcessInfo.processInfo.environment["TRUTHS_SOAK"].map { max(1, Int($0) ?? 1) }

  @Test("tokens of all files", arguments: RepositoryProject.all)
  func everyToken(_ project: RepositoryProject) throws {
    let files = try project.files()
    let editor = EditorStub(files)
    var survey = TokenSurvey(editor)
    let all = survey.tokens(of: files)
    let step = max(1, all.count / (project.size * (Self.factor ?? 1)))
    let first = Int(project.hash(of: files) % UInt64(step))
    let sample = all.enumerated().filter { $0.offset % step == first }.map(\.element)
    #expect(!sample.isEmpty)
    for token in sample { survey.navigate(token) }
    for (path, tokens) in Dictionary(grouping: sample, by: \.path).sorted(by: { $0.key < $1.key }) {
      editor.open(path)
      for token in tokens { survey.complete(token) }
      editor.change(path, to: files[path] ?? "")
      editor.close(path)
    }
    if Self.factor != nil || !survey.failures.isEmpty { print(survey.table(of: project.name)) }
    #expect(survey.failures.isEmpty)
  }
}

/// Answers of the server at tokens, counted by the kinds of tokens.
struct TokenSurvey {
  enum Check: String, CaseIterable { case hover, definition, references, signature, completion, early }

  private let editor: EditorStub
  /// The files as they are on disk, by path.
  private let sources: [String: SourceFile]
  private var counts: [String: Int] = [:]
  /// The names that are declared where they stand, so that no list can have them.
  private var declared: Set<String> = []
  private(set) var failures: [String: [Check: [String]]] = [:]

  init(_ editor: EditorStub) {
    self.editor = editor
    let files = editor.host.all.map { ($0, SourceFile(id: FileID(0), path: $0, bytes: Array($1.utf8))) }
    sources = Dictionary(uniqueKeysWithValues: files)
  }

  private var project: ServedProject? { editor.server.projects.first { !$0.root.isEmpty } }

  /// Returns all tokens of some files, in order of path and place.
  func tokens(of files: [String: String]) -> [SourceToken] {
    guard let project else { return [] }
    let program = project.program
    var names = Set(project.symbols.declarations.map(\.text))
    var opaque: Set<String> = []
    for fields in program.records.map(\.fields) + program.facts.map(\.fields) + program.intents.map(\.fields) {
      names.formUnion(fields.map(\.jsonName))
      opaque.formUnion(fields.filter { $0.type == .json }.map(\.jsonName))
    }
    names.formUnion(program.intents.map(\.jsonName))
    for type in program.enums { names.formUnion(type.jsonNames.map(\.string)) }
    return files.keys.sorted().flatMap { path -> [SourceToken] in
      guard let file = sources[path] else { return [] }
      if ServedProject.isTruths(path) { return TruthTokens.all(of: file) }
      let lines = path.hasSuffix(".jsonl") ? JSONLines(file).map { $0 } : [JSONReader.read(file)]
      return lines.compactMap { try? $0.get() }.flatMap {
        DataTokens.all(of: $0, in: path, names: names, roles: project.roles, opaque: opaque)
      }
    }
  }

  // MARK: Checks

  /// Asks for the hover, the definition and the references of a token.
  mutating func navigate(_ token: SourceToken) {
    // What a source reads of a document has no declaration.
    if token.kind.hasPrefix("source."), token.meaning == .name, uses(token).isEmpty {
      declared.insert(token.place)
      return
    }
    counts[token.kind, default: 0] += 1
    if token.kind.hasSuffix(" head") || isDeclaration(token) { declared.insert(token.place) }
    let isTruths = ServedProject.isTruths(token.path)
    if isTruths ? token.meaning == .name || token.meaning == .word : token.meaning == .name {
      let hover = request(token, "hover")
      expect(hover.at("contents", "value")?.stringValue?.isEmpty == false, .hover, token)
    }
    let behind = sources[token.path]?.bytes.dropFirst(token.range.upperBound).first
    if isTruths, behind == UInt8(ascii: "("), token.meaning == .name || token.meaning == .word {
      expect(request(token, "signatureHelp", at: token.range.upperBound + 1) != .null, .signature, token)
    }
    guard token.meaning == .name else { return }
    expect(!editor.places(request(token, "definition")).isEmpty || isUndeclared(token), .definition, token)
    let start = place(token.range.lowerBound, in: token.path)
    let references = request(token, "references").arrayValue ?? []
    let isFound = references.contains { one in
      guard one["uri"]?.stringValue == EditorStub.uri(token.path), let range = one["range"].flatMap({ ProtocolRange($0) }) else {
        return false
      }
      return range.start <= start && start < range.end
    }
    expect(isFound, .references, token)
  }

  /// Asks for a completion in place of a token, and again behind its first two letters.
  mutating func complete(_ token: SourceToken) {
    guard token.meaning != .connective else { return }
    let text = sources[token.path]?.bytes ?? []
    if token.meaning == .name, declared.contains(token.place) { return }
    let offers = offers(token, typed: 0, text)
    expect(offers.contains { fits($0, token, text) }, .completion, token)
    // Of an id with dots, the letters of the last word.
    let stem = token.text.lastIndex(of: ".").map { token.text.utf8.distance(from: token.text.startIndex, to: $0) + 1 } ?? 0
    let typed = min(stem + 2, token.text.utf8.count)
    let early = self.offers(token, typed: typed, text)
    // Of `stock.counted` and `stock.moved` a reader sees one word first.
    let words = early.map(\.word).uniqued().prefix(10)
    let first = early.prefix { words.contains($0.word) }
    expect(first.contains { fits($0, token, text) }, .early, token)
  }

  /// Whether a token is the name of a role that no declaration names, or of something that the language declares.
  private func isUndeclared(_ token: SourceToken) -> Bool {
    uses(token).contains { symbol in
      if let declared = project?.symbols.declaration(of: symbol) { return declared.name.file == FileID(0) }
      if case .role = symbol { return true }
      return false
    }
  }

  /// The symbols that a token is a name of.
  private func uses(_ token: SourceToken) -> [Symbol] {
    guard let project else { return [] }
    let inTruths = project.file(token.path).map { project.symbols.uses(in: $0.id) }
    let uses = inTruths ?? (project.fixtureFiles + project.triedFiles).first { $0.file.path == token.path }?.uses ?? []
    return uses.filter { Int($0.span.start) <= token.range.lowerBound && token.range.upperBound <= Int($0.span.end) }.map(
      \.symbol)
  }

  /// Whether a token declares its name. The only use of a role that needs no declaration does too.
  private func isDeclaration(_ token: SourceToken) -> Bool {
    guard let project, let file = project.file(token.path) else { return false }
    return project.symbols.uses(in: file.id).contains { use in
      var isOnly = false
      if case .role = use.symbol { isOnly = project.symbols.uses(of: [use.symbol]).count == 1 }
      return (use.role == .declaration || isOnly) && Int(use.span.start) <= token.range.lowerBound
        && token.range.upperBound <= Int(use.span.end)
    }
  }

  /// An offered text with the offset at which it begins.
  private struct Offer {
    var start: Int
    var text: String
    /// The word that is written next, without the names before its dot.
    var word: String
  }

  /// Returns what is offered where a token is taken away up to its first letters, in the order in which a client shows it.
  private func offers(_ token: SourceToken, typed: Int, _ text: [UInt8]) -> [Offer] {
    var bytes = text
    let cursor = token.range.lowerBound + typed
    bytes.removeSubrange(cursor..<token.range.upperBound)
    editor.change(token.path, to: String(decoding: bytes, as: UTF8.self))
    let file = SourceFile(id: FileID(0), path: "", bytes: bytes)
    let place = file.linePosition(at: cursor, .utf16)
    let answer = editor.request(
      "textDocument/completion",
      ["textDocument": .object(["uri": .text(EditorStub.uri(token.path))]), "position": place.json])
    let items = (answer["items"]?.arrayValue ?? []).sorted {
      ($0["sortText"]?.stringValue ?? "") < ($1["sortText"]?.stringValue ?? "")
    }
    return items.compactMap { item in
      guard let range = item.at("textEdit", "range").flatMap({ ProtocolRange($0) }) else { return nil }
      let start = file.offset(of: range.start, .utf16)
      let written = String(decoding: bytes[start..<cursor], as: UTF8.self)
      let filter = item["filterText"]?.stringValue ?? item["label"]?.stringValue ?? ""
      guard filter.lowercased().hasPrefix(written.lowercased()) else { return nil }
      let text = item.at("textEdit", "newText")?.stringValue ?? ""
      let stem = written.lastIndex(of: ".").map { written.distance(from: written.startIndex, to: $0) + 1 } ?? 0
      return Offer(start: start, text: text, word: String(text.dropFirst(stem).prefix { $0 != "." }))
    }
  }

  /// Whether an offer writes the token, perhaps with more behind it.
  private func fits(_ offer: Offer, _ token: SourceToken, _ text: [UInt8]) -> Bool {
    guard offer.start <= token.range.lowerBound else { return false }
    let wanted = text[offer.start..<token.range.upperBound]
    let offered = Array(offer.text.utf8)
    guard offered.starts(with: wanted) else { return false }
    guard offered.count > wanted.count else { return true }
    let next = offered[wanted.count]
    return !ClauseScan.isLetter(next) && !ClauseScan.isDigit(next)
  }

  // MARK: Positions

  private func place(_ offset: Int, in path: String) -> LinePosition {
    sources[path]?.linePosition(at: offset, .utf16) ?? LinePosition(line: 0, character: 0)
  }

  private func request(_ token: SourceToken, _ method: String, at offset: Int? = nil) -> JSONValue {
    let place = place(offset ?? token.range.lowerBound, in: token.path)
    return editor.request(
      "textDocument/\(method)",
      [
        "textDocument": .object(["uri": .text(EditorStub.uri(token.path))]),
        "position": place.json,
        "context": .object(["includeDeclaration": .boolean(true)]),
      ])
  }

  // MARK: Counts

  private mutating func expect(_ isFine: Bool, _ check: Check, _ token: SourceToken) {
    if isFine { return }
    let place = place(token.range.lowerBound, in: token.path)
    failures[token.kind, default: [:]][check, default: []].append(
      "\(token.path):\(place.line + 1):\(place.character + 1) \(token.text)")
  }

  /// Returns the counts of each kind with failures, with the first places.
  func table(of name: String) -> String {
    let total = counts.values.reduce(0, +)
    let rows = failures.sorted { $0.key < $1.key }.flatMap { kind, checks in
      Check.allCases.compactMap { check -> String? in
        guard let places = checks[check] else { return nil }
        return "\(kind) \(check.rawValue): \(places.count) of \(counts[kind] ?? 0): \(places.prefix(12).joined(separator: "; "))"
      }
    }
    return (["\(name): \(total) tokens"] + rows).joined(separator: "\n")
  }
}
