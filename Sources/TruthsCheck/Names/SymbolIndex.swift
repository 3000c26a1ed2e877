package import TruthsProgram
import TruthsSyntax
package import TruthsText

/// Declarations and uses of the symbols of a checked set. It keeps the check alive, and answers from what the check resolved.
package struct SymbolIndex {
  private let check: SetCheck

  init(_ check: SetCheck) { self.check = check }

  private var declared: DeclarationTable { _read { yield check.session.declared } }
  private var program: Program { _read { yield check.session.program } }

  /// Returns the names in a file, in order of place, each once.
  ///
  /// - Complexity: O(declarations of the set + names of the vocabulary), plus sorting the names of the file.
  package func uses(in file: FileID) -> [NameUse] {
    var found: [NameUse] = []
    visitDeclarations(where: { $0.file == file }) { use, _ in found.append(use) }
    visitUses(where: { $0.file == file }) { if $0.span.file == file { found.append($0) } }
    return found.inOrder()
  }

  /// Returns the places of some symbols, in order of place, each once.
  ///
  /// - Complexity: O(names of the set).
  package func uses(of symbols: Set<Symbol>) -> [NameUse] {
    var found: [NameUse] = []
    visitDeclarations(where: { _ in true }) { use, _ in if symbols.contains(use.symbol) { found.append(use) } }
    visitUses(where: { _ in true }) { if symbols.contains($0.symbol) { found.append($0) } }
    return found.inOrder()
  }

  /// Every use of a name in the set.
  package var all: Set<NameUse> {
    var found: Set<NameUse> = []
    visitDeclarations(where: { _ in true }) { use, _ in found.insert(use) }
    visitUses(where: { _ in true }) { found.insert($0) }
    return found
  }

  /// The roles that a declaration, a clause or a fact from outside names.
  package var roles: Set<String> {
    var found: Set<String> = []
    func take(_ symbol: Symbol) { if case .role(let name) = symbol { found.insert(name) } }
    visitHeads { take($0.symbol) }
    visitUses(where: { _ in true }) { take($0.symbol) }
    return found
  }

  /// Returns the type of a `let` or variable, by the place at which it is bound.
  package func type(ofLocal span: Span) -> ValueType? {
    if let type = check.session.uses.localTypes[span] { return type }
    for session in bodySessions(where: { $0.file == span.file }) {
      if let type = session.uses.localTypes[span] { return type }
    }
    return nil
  }

  /// Returns the `let`s and variables that are bound in a file, with their types.
  package func localTypes(in file: FileID) -> [Span: ValueType] {
    var types = check.session.uses.localTypes.filter { $0.key.file == file }
    for session in bodySessions(where: { $0.file == file }) { types.merge(session.uses.localTypes) { first, _ in first } }
    return types
  }

  /// Returns the declaration of a symbol; `nil` if the symbol has none.
  package func declaration(of symbol: Symbol) -> SymbolDeclaration? {
    switch symbol {
    case .local(let span): return SymbolDeclaration(symbol: symbol, name: span, key: span)
    case .field, .value:
      guard let outer = outer(of: symbol) else { break }
      var found: SymbolDeclaration?
      visitDeclarations(where: { $0 == outer }) { use, key in
        if found == nil, use.symbol == symbol { found = SymbolDeclaration(symbol: symbol, name: use.span, key: key) }
      }
      if let found { return found }
    default:
      var found: SymbolDeclaration?
      visitHeads { head in if found == nil, head.symbol == symbol { found = head } }
      if let found { return found }
    }
    // States, and clauses with ids of their own.
    return uses(of: [symbol]).first { $0.role == .declaration }.map {
      SymbolDeclaration(symbol: symbol, name: $0.span, key: $0.span)
    }
  }

  /// Returns the key of the declaration that contains a field or a value of an enum.
  private func outer(of symbol: Symbol) -> Span? {
    switch symbol {
    case .field(.record(let index), _): program.records[index].span
    case .field(.fact(let index), _): program.facts[index].span
    case .field(.intent(let index), _): program.intents[index].span
    case .field(.table(let index), _), .field(.outputs(let index), _): program.tables[index].span
    case .value(let index, _): program.enums[index].span
    default: nil
    }
  }

  /// Returns the declaration whose values have this record type: a record, a fact type, a lifecycle, or a table with several
  /// outputs. `nil` for elements of documents.
  package func owner(ofRecord index: Int) -> Symbol? {
    switch check.session.owner(of: .record(index)) {
    case .record(let index): .record(index)
    case .fact(let index): program.facts[index].lifecycle.map { .lifecycle($0) } ?? .fact(index)
    case .outputs(let index): .table(index)
    default: nil
    }
  }

  /// Every declaration of the set by its kind, and by name within it.
  package var declarations: [SymbolDeclaration] {
    var found: [SymbolDeclaration] = []
    visitHeads { found.append($0) }
    return found
  }
}

/// The declaration of a symbol, with its place.
package struct SymbolDeclaration: Hashable, Sendable {
  package var symbol: Symbol
  /// Place of the name.
  package var name: Span
  /// Place of the root key; the place of the name for a symbol declared inside another declaration.
  package var key: Span
  /// The name as clauses write it.
  package var text = ""
  package var pack = ""
  package var summary: String?
}

extension SymbolIndex {
  /// Returns the sessions of bodies whose keys satisfy a condition.
  private func bodySessions(where isWanted: (Span) -> Bool) -> [CheckSession] {
    check.bodies.intents.filter { isWanted($0.declared.keySpan) }.map(\.checker.session)
      + check.bodies.tables.filter { isWanted($0.declared.keySpan) }.map(\.checker.session)
      + check.bodies.truths.filter { isWanted($0.declared.keySpan) }.map(\.checker.session)
      + check.bodies.invariants.filter { isWanted($0.declared.keySpan) }.map(\.checker.session)
  }

  private func visitUses(where isWanted: (Span) -> Bool, _ visit: (NameUse) -> Void) {
    for use in check.session.uses.all { visit(use) }
    for session in bodySessions(where: isWanted) { for use in session.uses.all { visit(use) } }
  }

  /// Visits the declarations themselves, without their fields and values.
  private func visitHeads(_ visit: (SymbolDeclaration) -> Void) {
    func each<Syntax>(_ list: [Declared<Syntax>], _ symbol: (Int) -> Symbol) {
      for (place, one) in list.enumerated() {
        visit(
          SymbolDeclaration(
            symbol: symbol(place), name: one.name.span, key: one.keySpan, text: one.name.text, pack: one.pack,
            summary: one.summary?.text))
      }
    }
    each(declared.packs) { .pack(declared.packs[$0].name.text) }
    each(declared.enums) { .enumeration($0) }
    each(declared.records) { .record($0) }
    each(declared.facts) { .fact($0) }
    each(declared.intents) { .intent($0) }
    each(declared.policies) { .policy($0) }
    each(declared.roles) { .role(declared.roles[$0].name.text) }
    each(declared.calendars) { .calendar($0) }
    each(declared.tables) { .table($0) }
    each(declared.lifecycles) { .lifecycle($0) }
    each(declared.sources) { .source($0) }
    each(declared.jobs) { .job($0) }
    each(declared.blueprints) { .blueprint($0) }
    func rule(_ id: String, _ written: Name?, _ name: Name, _ key: Span, _ pack: String, _ summary: Name?) {
      visit(
        SymbolDeclaration(
          symbol: .rule(id), name: (written ?? name).span, key: key, text: id, pack: pack, summary: summary?.text))
    }
    for truth in check.bodies.truths {
      let one = truth.declared
      rule(truth.id, one.body.id, one.name, one.keySpan, one.pack, one.summary)
    }
    for invariant in check.bodies.invariants {
      let one = invariant.declared
      rule(invariant.id, one.body.id, one.name, one.keySpan, one.pack, one.summary)
    }
  }

  /// Visits the names that declarations declare: their own, and those of fields and values, each with its declaration's key.
  ///
  /// - Parameter isWanted: selects declarations by their key.
  private func visitDeclarations(where isWanted: (Span) -> Bool, _ visit: (NameUse, Span) -> Void) {
    visitHeads { if isWanted($0.key) { visit(NameUse($0.symbol, at: $0.name, .declaration), $0.key) } }
    func fields<Syntax>(
      _ list: [FieldDeclaration], of declaration: Declared<Syntax>, _ owner: Symbol.FieldOwner, _ known: [Field]
    ) {
      guard isWanted(declaration.keySpan) else { return }
      let places = Dictionary(first: known.enumerated().map { ($0.element.name, $0.offset) })
      for field in list {
        guard let place = places[field.name.text] else { continue }
        visit(NameUse(.field(owner, place), at: field.name.span, .declaration), declaration.keySpan)
      }
    }
    for (place, one) in declared.records.enumerated() {
      fields(one.body.fields, of: one, .record(place), program.records[place].fields)
    }
    for (place, one) in declared.facts.enumerated() {
      fields(one.body.fields, of: one, .fact(place), program.facts[place].fields)
    }
    for (place, one) in declared.intents.enumerated() {
      fields(one.body.fields, of: one, .intent(place), program.intents[place].fields)
    }
    for (place, one) in declared.tables.enumerated() {
      fields(one.body.inputs, of: one, .table(place), program.tables[place].inputs)
      if case .several(let outputs) = one.body.outputs, case .record(let index) = program.tables[place].rowType {
        fields(outputs, of: one, .outputs(place), program.records[index].fields)
      }
    }
    for (place, one) in declared.lifecycles.enumerated() where isWanted(one.keySpan) {
      let key = one.body.key.map {
        FieldDeclaration(name: $0, type: TypeSyntax(.error, isOptional: false, at: $0.span), initial: nil, at: $0.span)
      }
      fields(key, of: one, .fact(declared.facts.count + place), program.lifecycles[place].key)
    }
    for (place, one) in declared.enums.enumerated() where isWanted(one.keySpan) {
      let values = program.enums[place].values
      for value in one.body.values {
        guard let ordinal = values.firstIndex(of: Text(value.text)) else { continue }
        visit(NameUse(.value(enumeration: place, ordinal: ordinal), at: value.span, .declaration), one.keySpan)
      }
    }
  }
}

extension [NameUse] {
  fileprivate func inOrder() -> [NameUse] {
    uniqued().sorted { ($0.span, $0.role.rawValue) < ($1.span, $1.role.rawValue) }
  }
}
