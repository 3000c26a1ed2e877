import TruthsCheck
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The completion items at a position of a truth or job file.
struct PlaceCompletions {
  let cursor: CursorPlace
  /// The span of the part that is already written, with its dots.
  let written: Span
  let names: VisibleNames
  var program: Program { names.program }

  init(_ cursor: CursorPlace, _ written: Span) {
    self.cursor = cursor
    self.written = written
    names = VisibleNames(cursor)
  }

  func items(at place: CompletionPlace) -> [CompletionItem] {
    switch place {
    case .declaration: return declarations
    case .member(let kind): return members(of: kind)
    case .entry(let table): return table.members.map(key)
    case .clause: return ExpressionCompletions(self).items
    case .output: return outputs
    case .outputField(let key): return fields(ofOutput: key)
    case .type: return types
    case .intents: return intents + (["all", "state"].filter { _ in isInvariant }.map { word($0) })
    case .facts: return facts(isQualified: false)
    case .intentsAndFacts: return intents + facts(isQualified: false)
    case .packs: return program.packs.map { CompletionItem(label: $0.name, kind: .module, symbol: .pack($0.name)) }
    case .lifecycles: return lifecycles
    case .states(let name): return states(of: name)
    case .rules: return rules
    case .fields: return ownFields
    case .words(let words): return words.map { word($0) }
    case .nothing: return []
    }
  }

  private func key(_ member: DeclarationMember) -> CompletionItem {
    CompletionItem(
      label: member.name, kind: .property, detail: member.summary, insertion: member.name + ": $0", isSnippet: true,
      word: member.name)
  }

  func word(_ text: String, rank: Int = 5) -> CompletionItem {
    CompletionItem(label: text, kind: .keyword, word: text, rank: rank)
  }

  private var declarations: [CompletionItem] {
    let isJob = cursor.document.path.hasSuffix(".jtbd")
    return DeclarationKind.allCases.filter { ($0 == .jtbd) == isJob }.map { kind in
      CompletionItem(
        label: kind.rawValue, kind: .snippet, detail: "a new \(kind.rawValue)", insertion: DeclarationSnippets.text(of: kind),
        isSnippet: true, word: kind.rawValue)
    }
  }

  private func members(of kind: DeclarationKind) -> [CompletionItem] {
    let outline = LineOutline(cursor.file)
    let line = outline.line(at: cursor.offset)
    var present: Set<String> = []
    var number = line.number
    while number > 0, outline.lines[number].indentation > 0 || outline.lines[number].isBlank || number == line.number {
      number -= 1
    }
    for other in outline.lines[(number + 1)...] where !other.isBlank && other.number != line.number {
      if other.indentation == 0, !other.isComment { break }
      if let key = other.key, !other.isEntry, outline.path(to: other.number).count == 1 { present.insert(key) }
    }
    return kind.members.members.filter { !present.contains($0.name) }.enumerated().map { place, member in
      CompletionItem(
        label: member.name, kind: .property, detail: member.summary, insertion: DeclarationSnippets.member(member),
        isSnippet: true, word: member.name, rank: 4 + min(place, 5) / 5)
    }
  }

  private var isInvariant: Bool {
    LineOutline(cursor.file).path(to: cursor.file.line(at: cursor.offset)).first?.hasPrefix("invariant ") ?? false
  }

  // MARK: Names

  private var intents: [CompletionItem] {
    program.intents.enumerated().filter { names.sees($0.element.pack) && !$0.element.isBuiltIn }.map { place, intent in
      CompletionItem(label: intent.name, kind: .event, detail: "intent of \(intent.pack)", symbol: .intent(place))
    }
  }

  /// Returns the facts of the visible packs.
  ///
  /// - Parameter isQualified: unused.
  func facts(isQualified: Bool, prefix: String = "", rank: Int = 5) -> [CompletionItem] {
    program.facts.enumerated().filter { names.sees($0.element.pack) }.map { place, fact in
      CompletionItem(
        label: prefix + fact.name, kind: .classKind, detail: "fact of \(fact.pack)", symbol: .fact(place),
        rank: fact.isBuiltIn ? rank + 2 : rank)
    }
  }

  private var lifecycles: [CompletionItem] {
    program.lifecycles.enumerated().filter { $0.element.pack == names.pack && !$0.element.isExternal }.map { place, lifecycle in
      CompletionItem(
        label: lifecycle.name, kind: .structure, detail: "lifecycle", insertion: "\(lifecycle.name): $0", isSnippet: true,
        symbol: .lifecycle(place))
    }
  }

  private func states(of name: String) -> [CompletionItem] {
    guard let lifecycle = program.lifecycles.first(where: { $0.name == name }) else { return [] }
    return values(of: lifecycle.states) + [word("any", rank: 6)]
  }

  /// Returns the values of an enum, or the states of a lifecycle.
  func values(of index: Int, rank: Int = 3) -> [CompletionItem] {
    program.enums[index].values.enumerated().map { ordinal, value in
      CompletionItem(
        label: value.string, kind: .enumMember, detail: program.enums[index].name,
        symbol: .value(enumeration: index, ordinal: ordinal), rank: rank)
    }
  }

  private var rules: [CompletionItem] {
    var ids: [String] = []
    for truth in program.truths where !truth.isBuiltIn {
      ids.append(truth.id)
      for clause in truth.requires + truth.invariants + truth.ensures where clause.hasOwnID { ids.append(clause.id) }
    }
    ids += program.invariants.map(\.id)
    return ids.uniqued().map { CompletionItem(label: $0, kind: .function, symbol: .rule($0)) }
  }

  private var ownFields: [CompletionItem] {
    guard let declaration = cursor.project.unit(cursor.file)?.declaration(before: cursor.offset) else { return [] }
    switch declaration.body {
    case .fact(let fact): return fact.fields.map { CompletionItem(label: $0.name.text, kind: .field) }
    case .lifecycle:
      let all =
        program.facts.filter { $0.pack == names.pack }.flatMap(\.fields)
        + program.intents.filter { $0.pack == names.pack }.flatMap(\.fields)
      return all.uniqued(on: \.name).map { CompletionItem(label: $0.name, kind: .field) }
    default: return []
    }
  }

  private var types: [CompletionItem] {
    let builtIn = [
      "text", "integer", "decimal", "boolean", "date", "timestamp", "duration", "period", "time", "json", "list of", "map of",
    ]
    func label(_ name: String, _ pack: String) -> String { pack == names.pack ? name : "\(pack).\(name)" }
    let declared = cursor.project.symbols.declarations.compactMap { one -> CompletionItem? in
      guard names.sees(one.pack), one.pack != ConvergePack.name else { return nil }
      switch one.symbol {
      case .enumeration:
        return CompletionItem(label: label(one.text, one.pack), kind: .enumeration, detail: "enum", symbol: one.symbol, rank: 4)
      case .record:
        return CompletionItem(label: label(one.text, one.pack), kind: .structure, detail: "record", symbol: one.symbol, rank: 4)
      default: return nil
      }
    }
    return declared + builtIn.map { CompletionItem(label: $0, kind: .keyword, word: $0) }
  }

  // MARK: Outputs

  private var outputs: [CompletionItem] {
    let own = program.facts.enumerated().filter { place, fact in
      fact.pack == names.pack && !fact.isExternal && fact.lifecycle == nil
    }
    let facts = own.flatMap { place, fact -> [CompletionItem] in
      let made = CompletionItem(
        label: "fact.\(fact.name)", kind: .classKind, detail: "makes the fact", symbol: .fact(place), rank: 3)
      if fact.isImmutable { return [made] }
      return [
        made,
        CompletionItem(
          label: "correction.\(fact.name)", kind: .classKind, detail: "corrects the fact", symbol: .fact(place), rank: 4),
      ]
    }
    let name = cursor.project.unit(cursor.file)?.declaration(before: cursor.offset)?.name.text ?? "name"
    return facts + [CompletionItem(label: "trace.\(name)", kind: .value, detail: "records that it fired", word: "trace", rank: 3)]
  }

  private func fields(ofOutput key: String) -> [CompletionItem] {
    let name = key.split(separator: " ").first.map(String.init) ?? key
    let type =
      ["fact.", "correction.", "proposal."].first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) } ?? name
    let owner: Symbol.FieldOwner? =
      name.hasPrefix("proposal.")
      ? program.intents.firstIndex { $0.name == type }.map { .intent($0) }
      : program.facts.firstIndex { $0.name == type }.map { .fact($0) }
    guard let owner else { return [] }
    return SymbolText(cursor.project).fields(of: owner).enumerated().map { place, field in
      CompletionItem(
        label: field.name, kind: .field, detail: program.name(of: field, from: names.pack), insertion: "\(field.name): $0",
        isSnippet: true, symbol: .field(owner, place), rank: 3)
    }
  }
}
