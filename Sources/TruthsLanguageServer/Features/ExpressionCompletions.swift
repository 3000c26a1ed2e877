import TruthsCheck
import TruthsProgram
import TruthsText

/// The completion items in a clause or an expression.
struct ExpressionCompletions {
  private let place: PlaceCompletions
  private var names: VisibleNames { place.names }
  private var program: Program { place.program }
  private var cursor: CursorPlace { place.cursor }

  init(_ place: PlaceCompletions) { self.place = place }

  var items: [CompletionItem] {
    let path = cursor.file.text(place.written)
    if isInText { return [] }
    if let dot = path.lastIndex(of: ".") { return members(of: String(path[..<dot])) }
    var items = expected
    if isAfterArrow { items += effects }
    items += names.own.map { own in
      CompletionItem(
        label: own.name, kind: own.isField ? .field : .variable,
        detail: own.type.map { program.name(of: $0, from: names.pack) }, symbol: own.symbol, rank: 4)
    }
    items += policies + tables + calendars
    items += place.facts(isQualified: true)
    items += program.lifecycles.enumerated().filter { names.sees($0.element.pack) }.map { index, lifecycle in
      CompletionItem(label: "\(lifecycle.name).state", kind: .structure, detail: "lifecycle", symbol: .lifecycle(index))
    }
    return items + functions + keywords
  }

  // MARK: After a dot

  /// Returns the items after a path and its dot. Each label is the whole path, because clients replace all of it.
  private func members(of base: String) -> [CompletionItem] {
    var items: [CompletionItem] = []
    func add(_ fields: [Field], _ owner: Symbol.FieldOwner) {
      for (index, field) in fields.enumerated() {
        items.append(
          CompletionItem(
            label: "\(base).\(field.name)", kind: .field, detail: program.name(of: field, from: names.pack),
            symbol: .field(owner, index), rank: 3))
      }
    }
    if let type = names.type(of: base), let owner = names.owner(of: type) {
      add(SymbolText(cursor.project).fields(of: owner), owner)
    }
    items += place.facts(isQualified: true).filter { $0.label.hasPrefix(base + ".") }
    if let lifecycle = program.lifecycles.firstIndex(where: { $0.name == base }) {
      items.append(CompletionItem(label: "\(base).state", kind: .field, symbol: .lifecycle(lifecycle), rank: 3))
    }
    if base == "trigger" {
      items += names.own.filter(\.isField).map {
        CompletionItem(label: "trigger.\($0.name)", kind: .field, symbol: $0.symbol, rank: 3)
      }
    }
    if base == "fact" { items += place.facts(isQualified: true, prefix: "fact.") }
    items += Builtin.nameable.map(\.rawValue).filter { $0.hasPrefix(base + ".") }.map {
      CompletionItem(label: $0, kind: .field, word: base)
    }
    if program.packs.contains(where: { $0.name == base && names.sees($0.name) }) {
      items += program.policies.enumerated().filter { $0.element.pack == base }.map {
        CompletionItem(label: "\(base).\($0.element.name)", kind: .constant, symbol: .policy($0.offset), rank: 4)
      }
      items += program.facts.enumerated().filter { $0.element.pack == base }.map {
        CompletionItem(label: "\(base).\($0.element.name)", kind: .classKind, symbol: .fact($0.offset), rank: 4)
      }
    }
    return items
  }

  // MARK: Expected values

  /// The tokens before the name that is being written.
  private var tokens: [ClauseScan.Token] {
    let line = LineOutline(cursor.file).line(at: cursor.offset)
    return ClauseScan(cursor.file.bytes, in: min(line.valueStart, Int(place.written.start))..<Int(place.written.start)).tokens
  }

  private func text(_ token: ClauseScan.Token) -> String { String(decoding: cursor.file.bytes[token.range], as: UTF8.self) }

  /// Whether the position is in a quoted text, outside of its braces.
  private var isInText: Bool {
    guard let last = tokens.last, last.kind == .text, last.range.upperBound == Int(place.written.start) else { return false }
    let written = text(last)
    if written.count > 1, written.hasSuffix("\"") { return false }
    return (written.lastIndex(of: "{") ?? written.startIndex) <= (written.lastIndex(of: "}") ?? written.startIndex)
  }

  private var isAfterArrow: Bool {
    guard let last = tokens.last else { return false }
    return text(last) == "→" || last.kind == .keyword && text(last) == "else"
  }

  /// The values of the enum on the left of a comparison or `in`.
  private var expected: [CompletionItem] {
    let words = tokens.map(text)
    var end = words.count
    if words.last == "[" || words.last == "," {
      guard let open = words.lastIndex(of: "["), open > 0, words[open - 1] == "in" else { return [] }
      end = open
    }
    guard end > 0 else { return [] }
    if words[end - 1] == "in" {
      end -= 1
      if end > 0, words[end - 1] == "not" { end -= 1 }
    } else if end > 1, words[end - 1] == "=", words[end - 2] == "=" || words[end - 2] == "!" {
      end -= 2
    } else {
      return []
    }
    var first = end
    while first > 0, words[first - 1] == "." || first == end || words[first] == "." { first -= 1 }
    let path = words[first..<end].joined()
    guard case .enumeration(let index)? = names.type(of: path) else { return [] }
    return place.values(of: index, rank: 2)
  }

  // MARK: Visible names

  private var policies: [CompletionItem] {
    program.policies.enumerated().filter { names.sees($0.element.pack) }.map { index, policy in
      CompletionItem(
        label: policy.name, kind: .constant, detail: program.name(of: policy.type, from: names.pack), symbol: .policy(index))
    }
  }

  private var calendars: [CompletionItem] {
    program.calendars.enumerated().filter { names.sees($0.element.pack) }.map { index, calendar in
      CompletionItem(label: calendar.name, kind: .constant, detail: "calendar", symbol: .calendar(index), rank: 7)
    }
  }

  private var tables: [CompletionItem] {
    program.tables.enumerated().filter { names.sees($0.element.pack) }.map { index, table in
      CompletionItem(
        label: table.name, kind: .function, detail: table.kind, insertion: "\(table.name)($0)", isSnippet: true,
        symbol: .table(index))
    }
  }

  private var functions: [CompletionItem] {
    Function.nameable.map(\.rawValue).map { name in
      CompletionItem(
        label: name, kind: .function, detail: FunctionRows.rows[name]?.first?.calls.first, insertion: "\(name)($0)",
        isSnippet: true, word: name, rank: 7)
    }
  }

  private var keywords: [CompletionItem] {
    (["sum", "mean", "count", "min", "max", "list", "coalesce", "no", "now"] + ClauseScan.keywords.sorted())
      .uniqued().map { place.word($0, rank: 8) }
  }

  private var effects: [CompletionItem] {
    [
      ("reject", "reject(\"${1:why}\")"), ("warn", "warn(\"${1:what}\")"),
      ("requires_approval", "requires_approval(${1:manager})"), ("requires_consent", "requires_consent(\"${1:why}\")"),
    ].map { name, snippet in
      CompletionItem(label: name, kind: .function, detail: "effect", insertion: snippet, isSnippet: true, word: name, rank: 2)
    }
  }
}

extension VisibleNames.Visible {
  /// Whether the name is a field of an intent, a fact or a table, and not a `let` or a variable.
  var isField: Bool {
    if case .field = symbol { return true }
    return false
  }
}
