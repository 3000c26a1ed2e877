import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsText

/// Navigation from names to declarations, types and implementations.
extension LanguageServer {
  /// Answers `textDocument/definition` and `textDocument/declaration`: the declaration of the name. A name in its own
  /// declaration leads to itself.
  func definition(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/definition") else { return .null }
    let symbols = cursor.symbols
    if symbols.isEmpty { return .array(locations(ofSharedNameAt: cursor) { $0.role == .declaration }) }
    return locations(symbols, cursor)
  }

  /// Answers `textDocument/typeDefinition`: the declaration of a value's type.
  func typeDefinition(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/typeDefinition") else { return .null }
    let types = cursor.symbols.compactMap { SymbolTypes(cursor.project).declared(of: $0) }
    return locations(types, cursor)
  }

  /// Answers `textDocument/implementation`: the outputs and moves that make a fact or change a lifecycle, or the rules on an
  /// intent.
  func implementation(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/implementation") else { return .null }
    let symbols = Set(cursor.symbols)
    let isIntent = cursor.symbols.contains { if case .intent = $0 { true } else { false } }
    let uses = cursor.project.symbols.uses(of: symbols).filter { $0.role == .making || isIntent && $0.role == .use }
    let places = cursor.document.places
    return .array(uses.compactMap { places.location($0.span) })
  }

  private func locations(_ symbols: [Symbol], _ cursor: CursorPlace) -> JSONValue {
    let places = cursor.document.places
    let declared = symbols.compactMap { symbol in
      cursor.project.symbols.declaration(of: symbol)
        ?? symbol.origin(in: cursor.project.program).flatMap { cursor.project.symbols.declaration(of: $0) }
    }
    let found = declared.compactMap { places.location($0.name) }
    return .array(found.uniqued())
  }
}

extension Symbol {
  /// Returns the declaration from which a symbol without a declaration of its own comes. Such a symbol is the history of a
  /// lifecycle, or a rule with a derived id, such as `trip.trip.lifecycle`.
  fileprivate func origin(in program: Program) -> Symbol? {
    switch self {
    case .fact(let index), .field(.fact(let index), _): return program.facts[index].lifecycle.map { .lifecycle($0) }
    case .rule(let id): return Self.origin(ofRule: id, in: program)
    default: return nil
    }
  }

  private static func origin(ofRule id: String, in program: Program) -> Symbol? {
    if let fact = program.facts.firstIndex(where: { id == "\($0.pack).\($0.name)_invariant" }) { return .fact(fact) }
    return program.lifecycles.firstIndex { id == "\($0.pack).\($0.name).lifecycle" }.map { .lifecycle($0) }
  }
}

extension CursorPlace {
  /// The symbols that the name at the position means. A field of the proposal can be a field of several intents.
  var symbols: [Symbol] {
    guard let use = use ?? fixtureUse else { return [] }
    let all = uses.filter { $0.span == use.span && $0.role != .implicit }.map(\.symbol)
    return all.isEmpty ? [use.symbol] : all
  }
}

/// The types of the values that symbols stand for.
struct SymbolTypes {
  private let project: ServedProject

  init(_ project: ServedProject) { self.project = project }

  /// Returns the type of a symbol's value; `nil` where the symbol has no value.
  func type(of symbol: Symbol) -> ValueType? {
    switch symbol {
    case .field(let owner, let place):
      let fields = SymbolText(project).fields(of: owner)
      return fields.indices.contains(place) ? fields[place].type : nil
    case .policy(let index): return project.program.policies[index].type
    case .table(let index): return project.program.tables[index].output
    case .local(let span): return project.symbols.type(ofLocal: span)
    case .value(let index, _): return .enumeration(index)
    default: return nil
    }
  }

  /// Returns the declaration of a symbol's type, or of the type of its elements.
  func declared(of symbol: Symbol) -> Symbol? { type(of: symbol).flatMap { declared($0) } }

  private func declared(_ type: ValueType) -> Symbol? {
    switch type {
    case .list(let element), .map(let element): return declared(element)
    case .enumeration(let index):
      return project.program.lifecycles.firstIndex { $0.states == index }.map { .lifecycle($0) } ?? .enumeration(index)
    case .fact(let index): return .fact(index)
    case .record(let index): return project.symbols.owner(ofRecord: index)
    default: return nil
    }
  }
}
