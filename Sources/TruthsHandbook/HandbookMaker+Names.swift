import TruthsEngine
import TruthsProgram
import TruthsRendering
import TruthsSyntax
import TruthsText

/// Names of declarations in the text, and links to them.
extension HandbookMaker {
  /// Returns the names for ids: summaries of truths and invariants, and names in words for other declarations.
  static func allNames(_ program: Program, _ declarations: [Span: Declaration]) -> [String: Phrase] {
    var names: [String: Phrase] = [:]
    func add(_ id: String, _ span: Span) {
      if names[id] == nil { names[id] = .plain(declarations[span]?.summary?.text ?? PlainName.title(of: id)) }
    }
    for truth in program.truths { add(truth.id, truth.span) }
    for invariant in program.invariants { add(invariant.id, invariant.span) }
    for truth in BuiltInTruth.allCases where names[truth.rawValue] == nil { names[truth.rawValue] = .plain(truth.summary) }
    for lifecycle in program.lifecycles {
      let id = id(of: lifecycle)
      if names[id] == nil { names[id] = "The steps of the \(term: PlainName.words(lifecycle.name))" }
    }
    return names
  }

  func name(ofID id: String) -> Phrase { names[id] ?? .plain(PlainName.title(of: id)) }

  func link(id: String) -> Phrase { .link(name(ofID: id), to: HeadingAnchor.id(id)) }
  func link(fact: FactType) -> Phrase { .link(words.scope.words(fact.name), to: anchor(of: fact)) }

  /// Returns the anchor of a fact type. The history of a lifecycle has that of the lifecycle.
  func anchor(of fact: FactType) -> String {
    fact.lifecycle.map { HeadingAnchor.id(Self.id(of: program.lifecycles[$0])) } ?? HeadingAnchor.declaration("fact", fact.name)
  }

  func link(fact index: Int) -> Phrase { link(fact: program.facts[index]) }
  func link(intent index: Int) -> Phrase { link(intent: program.intents[index].name) }
  func link(intent name: String) -> Phrase {
    .link(.term(PlainName.words(name)), to: HeadingAnchor.declaration("intent", name))
  }
  func link(pack name: String) -> Phrase {
    .link(.plain(PlainName.heading(name)), to: HeadingAnchor.declaration("pack", name))
  }

  /// Returns the name of a declaration for the first cell of its row: in words, and as in the packs.
  func named(_ name: String) -> Phrase { ["\(strong: .plain(PlainName.heading(name)))", .code(name)].lines }

  /// Returns the name of a lifecycle's state in words.
  func state(_ name: String, isStart: Bool) -> Phrase {
    isStart ? "the beginning" : "“\(value: PlainName.words(name))”"
  }

  /// Returns links to examples; only the first few are named.
  func links(_ shown: [HandbookExample]) -> Phrase {
    let most = 2
    let links = shown.prefix(most).map { Phrase.link($0.title, to: $0.anchor) }
    let rest: [Phrase] = shown.count > most ? ["and \(shown.count - most) more"] : []
    return (links + rest).joined("; ")
  }

  /// Returns fixtures in one folded block.
  func exampleBlocks(_ shown: [HandbookExample]) -> [Handbook.Block] {
    if shown.isEmpty { return [] }
    let title: Phrase = shown.count == 1 ? "1 example" : "\(shown.count) examples"
    let blocks = shown.map { Handbook.Block.example($0.example(self)) }
    return [.example(Handbook.Example(anchor: nil, title: title, blocks: blocks))]
  }
}

/// Types in words.
extension HandbookMaker {
  func type(of field: Field) -> Phrase {
    type(field.currency.map { field.type.with(numberUnit: .named(PlainName.words($0))) } ?? field.type)
  }

  /// Returns a type in words: `a number in eur` with its article, `number in eur` without.
  func type(_ type: ValueType, hasArticle: Bool = false) -> Phrase {
    func words(_ article: String, _ name: String) -> Phrase { .plain(hasArticle ? "\(article) \(name)" : name) }
    switch type {
    case .text: return words("a", "text")
    case .integer(let unit): return words("a", "whole number" + (unit.map { " in \($0.words)" } ?? ""))
    case .decimal(let unit): return words("a", "number" + (unit.map { " in \($0.words)" } ?? ""))
    case .boolean: return "yes or no"
    case .date: return words("a", "date")
    case .timestamp: return words("a", "date and time")
    case .duration: return words("a", "length of time")
    case .period: return words("a", "number of months or years")
    case .time: return words("a", "time of day")
    case .json: return words("any", "JSON")
    case .enumeration(let index):
      let type = program.enums[index]
      return named("enum", pack: type.pack, type.name, hasArticle: hasArticle)
    case .record(let index):
      let type = program.records[index]
      return named("record", pack: type.pack, type.name, hasArticle: hasArticle)
    case .list(let element): return words("a", "list, each ") + self.type(element, hasArticle: true)
    case .map(let element): return words("a", "set of named values, each ") + self.type(element, hasArticle: true)
    case .fact(let index): return link(fact: index)
    case .unknown: return "anything"
    }
  }

  private func named(_ kind: String, pack: String, _ name: String, hasArticle: Bool) -> Phrase {
    let link = Phrase.link(.term(PlainName.words(name)), to: HeadingAnchor.declaration(kind, "\(pack).\(name)"))
    return hasArticle ? "\(plain: PlainName.article(before: name)) \(link)" : link
  }

  /// Returns fields, one per line.
  func fields(_ fields: [Field], key: [Int] = [], required: [Int] = []) -> Phrase {
    fields.enumerated().map { index, field -> Phrase in
      let marks: [Phrase] = [
        key.contains(index) ? "identifies it" : "", required.contains(index) ? "must be there" : "",
        field.isOptional ? "may be left out" : "",
        field.jsonName == field.name ? "" : "\(code: field.jsonName) in JSON",
        field.range?.least.map { "at least \(value: PlainValue.number($0.canonicalText))" } ?? "",
        field.range?.most.map { "at most \(value: PlainValue.number($0.canonicalText))" } ?? "",
        field.isSensitive ? "shown only to people who may see it" : "",
      ]
      let said = marks.filter { !$0.isEmpty }
      return "\(term: PlainName.words(field.name)): \(type(of: field))" + (said.isEmpty ? "" : " (\(said.joined("; ")))")
    }.lines
  }
}

extension PlainWords {
  /// Returns the expression writer with the names that `let`s give to values.
  func naming(_ bindings: [LetBinding]) -> PlainWords {
    bindings.reduce(self) { words, binding in
      let type: ValueType? = if case .expression(let expr) = binding.value.kind { words.scope.type(expr) } else { nil }
      return words.naming(binding.name.text, type, isVariable: false)
    }
  }
}
