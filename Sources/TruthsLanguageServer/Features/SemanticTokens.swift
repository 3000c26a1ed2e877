import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsText

/// The types of semantic tokens, in the order of the legend.
enum TokenType: Int, CaseIterable {
  case namespace, type, enumMember, variable, property, event, classType, function, keyword, string, number, comment, parameter
  case label, interface, method

  var name: String { self == .classType ? "class" : self == .label ? "decorator" : "\(self)" }

  static let modifiers = ["declaration", "definition", "readonly"]

  /// Creates the type for a name that means a symbol.
  init(_ symbol: Symbol) {
    self =
      switch symbol {
      case .pack: .namespace
      case .enumeration, .record: .type
      case .value: .enumMember
      case .fact: .classType
      case .intent: .event
      case .field: .property
      case .policy, .calendar: .parameter
      case .table: .function
      case .lifecycle: .interface
      case .source, .document, .job, .blueprint, .role: .label
      case .rule: .method
      case .local: .variable
      }
  }
}

/// Semantic tokens of a file, of a range, and as changes.
extension LanguageServer {
  /// Answers `textDocument/semanticTokens/full`.
  func semanticTokens(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let place = try document(parameters, "textDocument/semanticTokens/full")
    guard let data = tokenData(place) else { return .null }
    let id = keep(data, place.uri)
    return .object(["resultId": .text("\(id)"), "data": .array(data.map { .int($0) })])
  }

  /// Answers `textDocument/semanticTokens/range`.
  func semanticTokensRange(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let method = "textDocument/semanticTokens/range"
    let place = try document(parameters, method)
    guard let range = parameters["range"].flatMap({ ProtocolRange($0) }) else {
      throw ResponseError.parameters(of: method, lack: "range")
    }
    guard let data = tokenData(place, in: range) else { return .null }
    return .object(["data": .array(data.map { .int($0) })])
  }

  /// Answers `textDocument/semanticTokens/full/delta` with one edit of the tokens that the client holds.
  func semanticTokensDelta(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let place = try document(parameters, "textDocument/semanticTokens/full/delta")
    guard let data = tokenData(place) else { return .null }
    let known = sentTokens[place.uri]
    let id = keep(data, place.uri)
    guard let known, "\(known.id)" == parameters["previousResultId"]?.stringValue else {
      return .object(["resultId": .text("\(id)"), "data": .array(data.map { .int($0) })])
    }
    var start = 0
    while start < min(data.count, known.data.count), data[start] == known.data[start] { start += 1 }
    var end = 0
    while end < min(data.count, known.data.count) - start, data[data.count - 1 - end] == known.data[known.data.count - 1 - end] {
      end += 1
    }
    let isSame = start == data.count && start == known.data.count
    let edit: JSONObject = [
      "start": .int(start), "deleteCount": .int(known.data.count - start - end),
      "data": .array(data[start..<(data.count - end)].map { .int($0) }),
    ]
    return .object(["resultId": .text("\(id)"), "edits": .array(isSame ? [] : [.object(edit)])])
  }

  private func keep(_ data: [Int], _ uri: String) -> Int {
    nextID += 1
    if documents[uri] != nil { sentTokens[uri] = (nextID, data) }
    return nextID
  }

  /// Returns the tokens of a file in the encoding of the protocol: five numbers for each.
  private func tokenData(_ place: DocumentPlace, in range: ProtocolRange? = nil) -> [Int]? {
    guard ServedProject.isTruths(place.path), let file = place.file else { return nil }
    var data: [Int] = []
    var last = LinePosition.zero
    for token in FileTokens(file, place.project.symbols).tokens {
      let start = file.linePosition(at: token.range.lowerBound, client.encoding)
      let end = file.linePosition(at: token.range.upperBound, client.encoding)
      if let range, end < range.start || range.end < start { continue }
      guard start.line == end.line, end.character > start.character else { continue }
      data += [
        start.line - last.line, start.line == last.line ? start.character - last.character : start.character,
        end.character - start.character, token.type.rawValue, token.isDeclaration ? 1 : 0,
      ]
      last = start
    }
    return data
  }
}

/// The coloured parts of a truth or job file, in order and without overlaps.
struct FileTokens {
  struct Token {
    var range: Range<Int>
    var type: TokenType
    var isDeclaration = false
  }

  private(set) var tokens: [Token] = []

  init(_ file: SourceFile, _ symbols: SymbolIndex) {
    var found: [Token] = []
    for use in symbols.uses(in: file.id) where use.role != .implicit {
      found.append(
        Token(
          range: Int(use.span.start)..<Int(use.span.end), type: TokenType(use.symbol), isDeclaration: use.role == .declaration))
    }
    found += Self.written(file)
    // At the same position, a resolved name comes before a token that is found by its letters alone.
    let ordered = found.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, token) in ordered where !token.range.isEmpty {
      if let end = tokens.last?.range.upperBound, token.range.lowerBound < end { continue }
      tokens.append(token)
    }
  }

  /// Returns the comments, the keys, and the words, numbers and texts of clauses.
  private static func written(_ file: SourceFile) -> [Token] {
    let outline = LineOutline(file)
    var found: [Token] = []
    for line in outline.lines where !line.isBlank {
      if line.isComment {
        found.append(Token(range: line.start..<line.end, type: .comment))
        continue
      }
      if let key = line.key {
        let start = line.isEntry ? outline.keyStart(of: line) : line.start
        let isRoot = line.indentation == 0 && !line.isEntry
        // The key of an output may have a loop: `fact.order.placed for l in lines`. That of a move may name an instance:
        // `level(level_id = next)`.
        let isLoop = line.isEntry && (key.contains(" ") || key.contains("("))
        let length = isRoot || isLoop ? key.utf8.prefix { $0 != 0x20 && $0 != 0x28 }.count : key.utf8.count
        found.append(Token(range: start..<(start + length), type: isRoot ? .keyword : .label))
        if isLoop { found += clause((start + length)..<(start + key.utf8.count), file) }
      }
      let value = outline.value(of: line)
      if value.upperBound < line.end { found.append(Token(range: value.upperBound..<line.end, type: .comment)) }
      if outline.isClause(line) { found += clause(value, file) }
    }
    return found
  }

  /// Returns the words, numbers and texts of a clause.
  private static func clause(_ range: Range<Int>, _ file: SourceFile) -> [Token] {
    ClauseScan(file.bytes, in: range).tokens.flatMap { token -> [Token] in
      switch token.kind {
      case .keyword: [Token(range: token.range, type: .keyword)]
      case .number: [Token(range: token.range, type: .number)]
      case .text: stretches(of: token.range, in: file)
      case .word where isCalled(token.range, in: file): [Token(range: token.range, type: .function)]
      case .word, .sign: []
      }
    }
  }

  /// Returns the parts of a text outside of its braces.
  private static func stretches(of range: Range<Int>, in file: SourceFile) -> [Token] {
    var found: [Token] = []
    var start = range.lowerBound
    var place = start
    while place < range.upperBound {
      if file.bytes[place] == 0x7B {
        found.append(Token(range: start..<(place + 1), type: .string))
        while place < range.upperBound, file.bytes[place] != 0x7D { place += 1 }
        start = place
      }
      place += 1
    }
    if start < range.upperBound { found.append(Token(range: start..<range.upperBound, type: .string)) }
    return found
  }

  private static func isCalled(_ range: Range<Int>, in file: SourceFile) -> Bool {
    range.upperBound < file.bytes.count && file.bytes[range.upperBound] == 0x28
  }
}

extension LineOutline {
  /// Returns the offset of the key of an entry, after its dash.
  func keyStart(of line: Line) -> Int {
    var place = line.start + 1
    while place < line.end, file.bytes[place] == 0x20 { place += 1 }
    return place
  }
}
