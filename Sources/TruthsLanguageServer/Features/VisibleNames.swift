import TruthsCheck
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The names that an expression at a position may read, with the types that are known.
struct VisibleNames {
  struct Visible {
    var name: String
    var symbol: Symbol
    var type: ValueType?
  }

  let project: ServedProject
  let program: Program
  let pack: String
  /// The packs whose names need no qualifier.
  let packs: Set<String>
  /// The variables and `let`s of the declaration, and the fields of the intents, fact or table that it is about.
  private(set) var own: [Visible] = []

  init(_ cursor: CursorPlace) {
    project = cursor.project
    program = project.program
    pack = cursor.pack
    let uses = program.packs.first { $0.name == cursor.pack }?.uses ?? []
    packs = Set(uses + [pack, "converge"])
    guard let declaration = project.unit(cursor.file)?.declaration(before: cursor.offset) else { return }
    addLocals(in: declaration, cursor)
    addFields(of: declaration)
  }

  func sees(_ pack: String) -> Bool { packs.contains(pack) }

  /// Adds the `let`s and matches of the declaration, and the variables that are bound on the line.
  private mutating func addLocals(in declaration: Declaration, _ cursor: CursorPlace) {
    let types = project.symbols.localTypes(in: cursor.file.id)
    let lets = Set(declaration.lets.map(\.name.span))
    let line = cursor.file.line(at: cursor.offset)
    for use in project.symbols.uses(in: cursor.file.id) where use.role == .declaration {
      guard case .local(let span) = use.symbol, span.start >= declaration.span.start, span.end <= declaration.span.end else {
        continue
      }
      let isMatch = types[span].map { if case .fact = $0 { true } else { false } } ?? false
      guard lets.contains(span) || isMatch || cursor.file.line(at: Int(span.start)) == line else { continue }
      own.append(Visible(name: cursor.file.text(span), symbol: use.symbol, type: types[span]))
    }
  }

  private mutating func addFields(of declaration: Declaration) {
    switch declaration.body {
    case .truth(let truth):
      for entry in truth.when {
        switch entry {
        case .intents(let names): for name in names { add(intent: name.text) }
        case .fact(let match):
          if let index = program.facts.firstIndex(where: { $0.name == match.type.text }) {
            add(program.facts[index].fields, .fact(index))
          }
        default: break
        }
      }
    case .invariant(let invariant):
      if case .intents(let names) = invariant.appliesTo { for name in names { add(intent: name.text) } }
    case .table:
      guard let index = program.tables.firstIndex(where: { $0.name == declaration.name.text && $0.pack == pack }) else { return }
      add(program.tables[index].inputs, .table(index))
    default: break
    }
  }

  private mutating func add(intent name: String) {
    let bare = name.split(separator: ".").last.map(String.init) ?? name
    if let index = program.intents.firstIndex(where: { $0.name == bare }) { add(program.intents[index].fields, .intent(index)) }
  }

  private mutating func add(_ fields: [Field], _ owner: Symbol.FieldOwner) {
    for (place, field) in fields.enumerated() where !own.contains(where: { $0.name == field.name }) {
      own.append(Visible(name: field.name, symbol: .field(owner, place), type: field.type))
    }
  }

  // MARK: Paths

  /// Returns the type of a path such as `item.amount`; `nil` where it is unknown.
  func type(of path: String) -> ValueType? {
    var words = path.split(separator: ".").map(String.init)
    guard let first = words.first else { return nil }
    words.removeFirst()
    var type = own.last { $0.name == first }?.type ?? policy(first)
    if type == nil, let fact = fact(in: path) {
      words = Array(path.dropFirst(fact.name.count).split(separator: ".").map(String.init))
      type = .fact(fact.index)
    }
    if let lifecycle = program.lifecycles.first(where: { $0.name == first }), words.first == "state" {
      return .enumeration(lifecycle.states)
    }
    for word in words {
      guard let known = type, let owner = owner(of: known) else { return nil }
      let fields = SymbolText(project).fields(of: owner)
      guard let field = fields.first(where: { $0.name == word }) else { return nil }
      type = field.type
    }
    return type
  }

  private func policy(_ name: String) -> ValueType? { program.policies.first { $0.name == name && sees($0.pack) }?.type }

  /// Returns the fact type with the longest name at the start of a path.
  func fact(in path: String) -> (index: Int, name: String)? {
    let found = program.facts.indices.filter { index in
      let name = program.facts[index].name
      return sees(program.facts[index].pack) && (path == name || path.hasPrefix(name + "."))
    }
    return found.max { program.facts[$0].name.count < program.facts[$1].name.count }.map { ($0, program.facts[$0].name) }
  }

  /// Returns the declaration that owns the fields of a type.
  func owner(of type: ValueType) -> Symbol.FieldOwner? {
    switch type {
    case .fact(let index): .fact(index)
    case .record(let index):
      switch project.symbols.owner(ofRecord: index) {
      case .record(let index): .record(index)
      case .fact(let index): .fact(index)
      case .lifecycle(let index): .fact(program.lifecycles[index].history)
      default: nil
      }
    default: nil
    }
  }
}

extension SourceUnit {
  /// Returns the declaration that contains an offset, or the last one that starts before it.
  func declaration(before offset: Int) -> Declaration? {
    declaration(around: offset) ?? declarations.last { Int($0.keySpan.start) <= offset }
  }
}

extension Declaration {
  /// The `let`s of the declaration.
  var lets: [LetBinding] {
    switch body {
    case .truth(let body): body.lets
    case .table(let body): body.lets
    case .source(let body): body.lets
    default: []
    }
  }
}
