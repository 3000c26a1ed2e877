import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsText

extension LanguageServer {
  /// `textDocument/definition` and `textDocument/declaration`: where the name is declared. At a declaration itself that is its
  /// own place.
  func definition(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/definition") else { return .null }
    return locations(cursor.symbols, cursor)
  }

  /// `textDocument/typeDefinition`: where the type of a value is declared.
  func typeDefinition(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/typeDefinition") else { return .null }
    let types = cursor.symbols.compactMap { SymbolTypes(cursor.project).declared(of: $0) }
    return locations(types, cursor)
  }

  /// `textDocument/implementation`: what makes a fact, moves a lifecycle or decides on an intent.
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
    let found = symbols.compactMap { cursor.project.symbols.declaration(of: $0) }.compactMap { places.location($0.name) }
    return .array(found.uniqued())
  }
}

extension CursorPlace {
  /// What the name at the position means; a field of the trigger may be one of several intents.
  var symbols: [Symbol] {
    guard let use = use ?? fixtureUse else { return [] }
    let all = uses.filter { $0.span == use.span && $0.role != .implicit }.map(\.symbol)
    return all.isEmpty ? [use.symbol] : all
  }
}

/// The types of symbols.
struct SymbolTypes {
  private let project: ServedProject

  init(_ project: ServedProject) { self.project = project }

  /// The type of the value that a symbol stands for.
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

  /// The declared type of a symbol, or of the elements that it has.
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
