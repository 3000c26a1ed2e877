import TruthsCheck
import TruthsProgram
import TruthsText

/// The completion items in a clause or an expression.
struct ExpressionCompletions {
  private let place: PlaceCompletions
  /// The names that are visible at the position, with the variables of the loops around it.
  private let names: VisibleNames
  /// The tokens before the name that is being written.
  private let reader: ClauseReader
  /// Whether the position is in a quoted text, outside of its braces.
  private let isInText: Bool
  /// Whether an approval or a consent alone may be written at the position.
  private let takesDemand: Bool
  private let outer: ExpectedValue
  private var program: Program { place.program }
  private var cursor: CursorPlace { place.cursor }

  /// - Parameters:
  ///   - range: the clause or expression, without the quotes of its scalar.
  ///   - isEscaped: whether it is in a double-quoted scalar.
  ///   - isRule: whether it may be an approval or a consent alone.
  ///   - loop: text before it with loops whose variables it may read.
  ///     - outer: the value that the whole expression must have.
  init(
    _ place: PlaceCompletions, in range: Range<Int>, isEscaped: Bool = false, isRule: Bool = false, behind loop: String = "",
    outer: ExpectedValue
  ) {
    self.place = place
    self.outer = outer
    let bytes = place.cursor.file.bytes
    var names = place.names
    let head = Array(loop.utf8)
    let before = ClauseReader(tokens: ClauseScan(head, in: 0..<head.count).tokens, bytes: head)
    for loop in before.loops(names) { names.bind(loop.name, loop.type, at: loop.range) }
    let whole = ClauseReader(tokens: ClauseScan(bytes, in: range, isEscaped: isEscaped).tokens, bytes: bytes)
    for loop in whole.loops(names) { names.bind(loop.name, loop.type, at: loop.range) }
    self.names = names
    let end = Int(place.written.start)
    let start = min(range.lowerBound, end)
    var tokens = ClauseScan(bytes, in: start..<end, isEscaped: isEscaped).tokens
    takesDemand = isRule && tokens.isEmpty
    var isInText = false
    if let last = tokens.last, last.isOpen {
      let braces = bytes[last.range].lastIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
      if let braces, bytes[braces] == UInt8(ascii: "{") {
        tokens = ClauseScan(bytes, in: (braces + 1)..<end, isEscaped: isEscaped).tokens
      } else {
        isInText = true
      }
    }
    self.isInText = isInText
    reader = ClauseReader(tokens: tokens, bytes: bytes)
  }

  var items: [CompletionItem] {
    let path = cursor.file.text(place.written)
    if isInText { return [] }
    if path.hasPrefix(".") { return membersOfOperand }
    if let dot = path.lastIndex(of: ".") { return members(of: String(path[..<dot])) }
    var items: [CompletionItem] = []
    let expected = ExpectedValue(reader, names, outer: outer)
    switch expected {
    case .approver: return place.roles + [place.word("by")]
    case .keys(let fields, let owner):
      let all = owner.map { SymbolText(cursor.project).fields(of: $0) } ?? []
      items += fields.map { field in
        let index = all.firstIndex { $0.name == field.name }
        return CompletionItem(
          label: field.name, kind: .field, detail: program.name(of: field, from: names.pack), insertion: "\(field.name) = $0",
          isSnippet: true, symbol: owner.flatMap { owner in index.map { .field(owner, $0) } }, rank: 2)
      }
    case .value(.enumeration(let index)), .value(.list(.enumeration(let index))): items += place.values(of: index, rank: 2)
    case .value(let type): items += outputs(type)
    case .anything: items += allValues
    }
    if case .value(.boolean) = expected { items += isAfterArrow ? effects : takesDemand ? demands : [] }
    items += names.own.map { own in
      CompletionItem(
        label: own.name, kind: own.isField ? .field : .variable,
        detail: own.type.flatMap { $0.isUnknown ? nil : program.name(of: $0, from: names.pack) }, symbol: own.symbol, rank: 4)
    }
    items += policies + tables + calendars + records
    items += place.facts()
    items += program.lifecycles.enumerated().filter { names.sees($0.element.pack) }.map { index, lifecycle in
      CompletionItem(label: "\(lifecycle.name).state", kind: .structure, detail: "lifecycle", symbol: .lifecycle(index))
    }
    items += place.packs.map { item in
      var item = item
      item.rank = 7
      return item
    }
    return items + functions + keywords
  }

  /// Returns the outputs of a row that has several: `route = …`.
  private func outputs(_ type: ValueType) -> [CompletionItem] {
    guard ["→", ","].contains(reader.text(reader.tokens.count - 1)), reader.call == nil else { return [] }
    return names.fields(of: type).map { field in
      CompletionItem(
        label: field.name, kind: .field, detail: program.name(of: field, from: names.pack), insertion: "\(field.name) = $0",
        isSnippet: true, rank: 2)
    }
  }

  // MARK: After a dot

  /// Returns the items after a path and its dot. Each label is the whole path, because clients replace all of it.
  private func members(of base: String) -> [CompletionItem] {
    var items: [CompletionItem] = []
    func add(_ fields: [Field], _ owner: Symbol.FieldOwner?) {
      for (index, field) in fields.enumerated() {
        items.append(
          CompletionItem(
            label: "\(base).\(field.name)", kind: .field, detail: program.name(of: field, from: names.pack),
            symbol: owner.map { .field($0, index) }, rank: 3))
      }
    }
    if let type = names.type(of: base) {
      add(names.fields(of: type), names.owner(of: type))
      if case .fact = type {
        items += EntryField.allCases.map { CompletionItem(label: "\(base).entry.\($0.rawValue)", kind: .field, rank: 4) }
      }
    }
    // `used.entry.actor.user_id`: the members of the entry behind a fact.
    for end in [".entry", ".entry.actor"] where base.hasSuffix(end) {
      let fact = base.dropLast(end.utf8.count)
      guard case .fact? = names.type(of: String(fact)) else { continue }
      items += EntryField.allCases.map { "\(fact).entry.\($0.rawValue)" }.filter { $0.hasPrefix(base + ".") }
        .map { CompletionItem(label: $0, kind: .field, rank: 3) }
    }
    items += place.facts().filter { $0.label.hasPrefix(base + ".") }
    if let lifecycle = program.lifecycles.firstIndex(where: { $0.name == base }) {
      items.append(CompletionItem(label: "\(base).state", kind: .field, symbol: .lifecycle(lifecycle), rank: 3))
    }
    if base == "trigger" {
      items += names.own.filter(\.isField).map {
        CompletionItem(label: "trigger.\($0.name)", kind: .field, symbol: $0.symbol, rank: 3)
      }
    }
    if base == "fact" { items += place.facts(prefix: "fact.") }
    items += Builtin.nameable.map(\.rawValue).filter { $0.hasPrefix(base + ".") }.map {
      CompletionItem(label: $0, kind: .field, word: base)
    }
    if program.packs.contains(where: { $0.name == base && names.sees($0.name) }) { items += declarations(of: base) }
    return items
  }

  /// Returns the declarations of a pack that expressions read, with its name before them.
  private func declarations(of pack: String) -> [CompletionItem] {
    func items<Element>(
      _ list: [Element], _ kind: CompletionItem.Kind, _ name: (Element) -> (pack: String, name: String), _ symbol: (Int) -> Symbol
    ) -> [CompletionItem] {
      list.enumerated().compactMap { index, element in
        let own = name(element)
        return own.pack == pack ? CompletionItem(label: "\(pack).\(own.name)", kind: kind, symbol: symbol(index), rank: 4) : nil
      }
    }
    return items(program.policies, .constant, { ($0.pack, $0.name) }) { .policy($0) }
      + items(program.facts, .classKind, { ($0.pack, $0.name) }) { .fact($0) }
      + items(program.tables, .function, { ($0.pack, $0.name) }) { .table($0) }
      + items(program.lifecycles, .structure, { ($0.pack, $0.name) }) { .lifecycle($0) }
      + items(program.calendars, .constant, { ($0.pack, $0.name) }) { .calendar($0) }
  }

  /// The members of the operand before the dot that is being written: a call, an element or a lifecycle's instance.
  private var membersOfOperand: [CompletionItem] {
    switch reader.operand(endingAt: reader.tokens.count - 1, names).meaning {
    case .lifecycle(let index): return [CompletionItem(label: ".state", kind: .field, symbol: .lifecycle(index))]
    case .value(let type):
      let owner = names.owner(of: type)
      return names.fields(of: type).enumerated().map { index, field in
        CompletionItem(
          label: ".\(field.name)", kind: .field, detail: program.name(of: field, from: names.pack),
          symbol: owner.map { .field($0, index) }, rank: 3)
      }
    case nil: return []
    }
  }

  private var isAfterArrow: Bool {
    let last = reader.text(reader.tokens.count - 1)
    return last == "→" || last == "else"
  }

  /// The values of all enums of the visible packs, for a place whose type is unknown.
  private var allValues: [CompletionItem] {
    program.enums.indices.filter { names.sees(program.enums[$0].pack) && program.enums[$0].pack != ConvergePack.name }
      .flatMap { place.values(of: $0, rank: 8) }.uniqued(on: \.label)
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

  private var records: [CompletionItem] {
    program.records.enumerated().filter { names.sees($0.element.pack) && !$0.element.name.isEmpty }.compactMap { index, record in
      guard case .record(index)? = cursor.project.symbols.owner(ofRecord: index) else { return nil }
      return CompletionItem(label: record.name, kind: .structure, detail: "record", symbol: .record(index), rank: 7)
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
      .uniqued().map { place.word($0, rank: 9) }
  }

  /// The effects that are clauses by themselves.
  private var demands: [CompletionItem] {
    [
      Self.effect("requires_approval", "requires_approval(${1:manager})"),
      Self.effect("requires_consent", "requires_consent(\"${1:why}\")"),
    ]
  }

  private static func effect(_ name: String, _ snippet: String) -> CompletionItem {
    CompletionItem(label: name, kind: .function, detail: "effect", insertion: snippet, isSnippet: true, word: name, rank: 2)
  }

  private var effects: [CompletionItem] {
    [
      Self.effect("reject", "reject(\"${1:why}\")"), Self.effect("warn", "warn(\"${1:what}\")"),
    ] + demands
  }
}

extension VisibleNames.Visible {
  /// Whether the name is a field of an intent, a fact or a table, and not a `let` or a variable.
  var isField: Bool {
    if case .field = symbol { return true }
    return false
  }
}
