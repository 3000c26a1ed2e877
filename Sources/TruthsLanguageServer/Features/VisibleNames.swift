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
  private let file: FileID
  /// The packs whose names need no qualifier.
  let packs: Set<String>
  /// The variables and `let`s of the declaration, and the fields of the intents, fact or table that it is about.
  private(set) var own: [Visible] = []

  init(_ cursor: CursorPlace) {
    project = cursor.project
    program = project.program
    pack = cursor.pack
    file = cursor.file.id
    let uses = program.packs.first { $0.name == cursor.pack }?.uses ?? []
    packs = Set(uses + [pack, ConvergePack.name])
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
            // In a clause that does not parse, the check tells nothing of the variable.
            if let variable = match.variable, !own.contains(where: { $0.name == variable.text }) {
              own.append(Visible(name: variable.text, symbol: .local(variable.span), type: .fact(index)))
            }
            add(program.facts[index].fields, .fact(index))
          }
        default: break
        }
      }
      for name in project.sharedLets.lets(of: declaration, in: pack).map(\.name)
      where !own.contains(where: { $0.name == name.text }) {
        own.append(Visible(name: name.text, symbol: .local(name.span), type: project.symbols.type(ofLocal: name.span)))
      }
    case .intent: add(intent: declaration.name.text)
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

  /// Adds a variable, which hides another one of its name.
  mutating func bind(_ name: String, _ type: ValueType, at range: Range<Int>) {
    own.removeAll { $0.name == name }
    own.append(Visible(name: name, symbol: .local(Span(file: file, start: range.lowerBound, end: range.upperBound)), type: type))
  }

  /// Returns the meaning of a call.
  ///
  /// - Parameter argument: reads the first argument.
  func result(of name: String, firstArgument argument: () -> ClauseReader.Operand?) -> ClauseReader.Operand? {
    func isNamed(_ own: String, _ ownPack: String) -> Bool { name == own || name == "\(ownPack).\(own)" }
    if let table = program.tables.first(where: { isNamed($0.name, $0.pack) }) { return .value(table.output) }
    if let index = program.facts.firstIndex(where: { isNamed($0.name, $0.pack) }) { return .value(.fact(index)) }
    if let index = program.lifecycles.firstIndex(where: { isNamed($0.name, $0.pack) }) { return .lifecycle(index) }
    if let lifecycle = program.lifecycles.first(where: { isNamed("\($0.name).state", $0.pack) }) {
      return .value(.enumeration(lifecycle.states))
    }
    if let index = program.records.firstIndex(where: { isNamed($0.name, $0.pack) }) { return .value(.record(index)) }
    guard let given = argument() else { return nil }
    switch (name, given) {
    case ("coalesce", _), ("distinct", _), ("reverse", _), ("sort", _), ("slice", _): return given
    case ("first", .value(.list(let element))), ("last", .value(.list(let element))), ("flatten", .value(.list(let element))):
      return .value(element)
    default: return nil
    }
  }

  /// Returns the meaning of some members of a value; `nil` where one is unknown.
  func member(_ words: [String], of base: ClauseReader.Operand) -> ClauseReader.Operand? {
    switch base {
    case .lifecycle(let index): return words == ["state"] ? .value(.enumeration(program.lifecycles[index].states)) : nil
    case .value(let type): return self.type(of: words[...], in: type).map { .value($0) }
    }
  }

  /// Returns the fields of a value's type; empty where it has none.
  func fields(of type: ValueType) -> [Field] {
    switch type {
    case .fact(let index): program.facts[index].fields
    case .record(let index): program.records.indices.contains(index) ? program.records[index].fields : []
    default: []
    }
  }

  private func type(of words: ArraySlice<String>, in base: ValueType) -> ValueType? {
    words.reduce(base) { type, word in type.flatMap { fields(of: $0).first { $0.name == word }?.type } }
  }

  /// Returns the type of a path such as `item.amount`; `nil` where it is unknown.
  func type(of path: String) -> ValueType? {
    let words = path.split(separator: ".").map(String.init)
    guard let first = words.first else { return nil }
    if let lifecycle = program.lifecycles.first(where: { $0.name == first }), words.dropFirst().first == "state" {
      return .enumeration(lifecycle.states)
    }
    let named = own.last { $0.name == first }?.type ?? policy(first)
    if let type = named.flatMap({ self.type(of: words.dropFirst(), in: $0) }) { return type }
    // A field may have the first word of a fact's name: `route` beside `route.open`.
    return fact(in: path).flatMap { fact in
      let members = path.dropFirst(fact.name.count).split(separator: ".").map(String.init)
      return type(of: members[...], in: .fact(fact.index))
    }
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
      case .table(let index): .outputs(index)
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
  /// The `let`s that the declaration declares.
  var lets: [LetBinding] {
    switch body {
    case .truth(let body): body.lets
    case .intent(let body): body.lets
    case .table(let body): body.lets
    case .source(let body): body.lets
    default: []
    }
  }
}
