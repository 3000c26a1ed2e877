import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Completion, and the documentation of completed items.
extension LanguageServer {
  /// Answers `textDocument/completion` with the items that may be written at the position.
  func completion(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/completion") else { return .null }
    var items: [CompletionItem]
    let written: Span
    if cursor.isTruths {
      let site = CompletionSite(LineOutline(cursor.file), at: cursor.offset)
      written = cursor.written(dots: !site.place.isOfKey)
      items = PlaceCompletions(cursor, written).items(at: site)
    } else {
      let completions = FixtureCompletions(cursor)
      written = completions.written ?? Span(file: cursor.file.id, start: cursor.offset, end: cursor.offset)
      items = completions.items
    }
    // Items that start with the written prefix come first; the client filters the others.
    let prefix = cursor.file.text(written).lowercased()
    for index in items.indices where items[index].label.lowercased().hasPrefix(prefix) {
      // Where some letters are written, functions, policies and words come before the many fact types that begin with them.
      let isBare = !prefix.isEmpty && [.function, .constant, .keyword].contains(items[index].kind)
      items[index].rank = (isBare ? min(items[index].rank, 4) : items[index].rank) - 1
    }
    let keys = SymbolKeys(cursor.project)
    let range = cursor.range(written).json
    return .object([
      "isIncomplete": .boolean(false),
      "items": .array(
        items.map { $0.json(range, root: cursor.project.root, keys, takesSnippets: client.takesSnippets) }),
    ])
  }

  /// Answers `completionItem/resolve` with the documentation of the item.
  func resolvedCompletion(_ item: JSONValue) -> JSONValue {
    guard var object = item.objectValue, let data = item["data"] else { return item }
    var text: String?
    if let word = data["word"]?.stringValue {
      text = WordText.text(of: word)
    } else if let root = data["root"]?.stringValue, let key = data["key"]?.stringValue,
      let project = projects.first(where: { $0.root == root }), let symbol = SymbolKeys(project).symbol(key)
    {
      text = SymbolText(project).markdown(of: symbol, from: "")
    }
    if let text { object["documentation"] = client.completionFormat.json(text) }
    return .object(object)
  }
}

extension CompletionPlace {
  fileprivate var isOfKey: Bool {
    switch self {
    case .declaration, .member, .entry, .jsonNames: true
    default: false
    }
  }
}

extension CursorPlace {
  /// Returns the span of the part of a name that is written before the position.
  ///
  /// - Parameter dots: whether dots belong to the name.
  func written(dots: Bool) -> Span {
    var start = offset
    while start > 0 {
      let byte = file.bytes[start - 1]
      guard ClauseScan.isLetter(byte) || ClauseScan.isDigit(byte) || dots && byte == 0x2E else { break }
      start -= 1
    }
    return Span(file: file.id, start: start, end: offset)
  }
}

/// One suggestion of a completion.
struct CompletionItem {
  /// The `CompletionItemKind`s of the protocol.
  enum Kind: Int {
    case text = 1, function = 3, field = 5, variable = 6, classKind = 7, module = 9, property = 10, unit = 11, value = 12
    case enumeration = 13, keyword = 14, snippet = 15, enumMember = 20, constant = 21, structure = 22, event = 23
  }

  var label: String
  var kind: Kind
  var detail: String?
  /// The text to insert, where it differs from the label; a snippet where ``isSnippet`` is `true`.
  var insertion: String?
  var isSnippet = false
  /// The symbol, or the word of the language, whose documentation the client may request.
  var symbol: Symbol?
  var word: String?
  /// The order: items with a lower rank are shown first.
  var rank = 5

  func json(_ range: JSONValue, root: String, _ keys: SymbolKeys, takesSnippets: Bool) -> JSONValue {
    var text = insertion ?? label
    if isSnippet, !takesSnippets { text = DeclarationSnippets.plain(text) }
    var object: JSONObject = [
      "label": .text(label), "kind": .int(kind.rawValue), "sortText": .text("\(rank)\(label)"),
      "textEdit": .object(["range": range, "newText": .text(text)]),
    ]
    if let detail { object["detail"] = .text(detail) }
    if isSnippet, takesSnippets { object["insertTextFormat"] = .int(2) }
    if let key = symbol.flatMap({ keys.key(of: $0) }) {
      object["data"] = .object(["root": .text(root), "key": .text(key)])
    } else if let word {
      object["data"] = .object(["word": .text(word)])
    }
    return .object(object)
  }
}
