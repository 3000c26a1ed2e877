import TruthsCheck
import TruthsProgram
import TruthsText

/// Conversion of symbols to texts that the client keeps and sends back. They contain names, because the indices of symbols
/// change with the rule set.
struct SymbolKeys {
  private let project: ServedProject
  private let text: SymbolText

  init(_ project: ServedProject) {
    self.project = project
    text = SymbolText(project)
  }

  /// Returns the key of a symbol: `fact:order.placed`, `field:intent:place_order:amount`; `nil` for a local name, because only
  /// its position identifies it.
  func key(of symbol: Symbol) -> String? {
    let program = project.program
    switch symbol {
    case .pack(let name): return "pack:\(name)"
    case .enumeration(let index): return "enum:\(program.enums[index].pack):\(program.enums[index].name)"
    case .value(let index, let ordinal):
      return "value:\(program.enums[index].pack):\(program.enums[index].name):\(program.enums[index].values[ordinal])"
    case .record(let index): return "record:\(program.records[index].pack):\(program.records[index].name)"
    case .fact(let index): return "fact:\(program.facts[index].name)"
    case .intent(let index): return "intent:\(program.intents[index].name)"
    case .policy(let index): return "policy:\(program.policies[index].qualifiedName)"
    case .calendar(let index): return "calendar:\(program.calendars[index].qualifiedName)"
    case .table(let index): return "table:\(program.tables[index].qualifiedName)"
    case .lifecycle(let index): return "lifecycle:\(program.lifecycles[index].name)"
    case .source(let index): return "source:\(program.sources[index].pack).\(program.sources[index].name)"
    case .job(let index): return "job:\(program.jobs[index].pack).\(program.jobs[index].name)"
    case .blueprint(let index): return "blueprint:\(program.blueprints[index].pack).\(program.blueprints[index].name)"
    case .role(let name): return "role:\(name)"
    case .document(let name): return "document:\(name)"
    case .rule(let id): return "rule:\(id)"
    case .field(let owner, let place):
      guard let outer = key(of: owner.symbol) else { return nil }
      if case .outputs = owner { return "output:\(outer):\(text.fields(of: owner)[place].name)" }
      return "field:\(outer):\(text.fields(of: owner)[place].name)"
    case .local: return nil
    }
  }

  /// Returns the symbol of a key in the current rule set.
  func symbol(_ key: String) -> Symbol? {
    if key.hasPrefix("rule:") { return .rule(String(key.dropFirst(5))) }
    if key.hasPrefix("role:") { return .role(String(key.dropFirst(5))) }
    if key.hasPrefix("document:") { return .document(String(key.dropFirst(9))) }
    let isOutput = key.hasPrefix("output:")
    if isOutput || key.hasPrefix("field:"), let colon = key.lastIndex(of: ":"),
      let outer = symbol(String(key[key.index(key.startIndex, offsetBy: isOutput ? 7 : 6)..<colon]))
    {
      guard var owner = outer.fieldOwner else { return nil }
      if isOutput, case .table(let index) = owner { owner = .outputs(index) }
      let name = key[key.index(after: colon)...]
      return text.fields(of: owner).firstIndex { $0.name == name }.map { .field(owner, $0) }
    }
    return candidates(for: key).first { self.key(of: $0) == key }
  }

  private func candidates(for key: String) -> [Symbol] {
    let program = project.program
    switch key.prefix(while: { $0 != ":" }) {
    case "pack": return program.packs.map { .pack($0.name) }
    case "enum": return program.enums.indices.map { .enumeration($0) }
    case "value":
      return program.enums.indices.flatMap { index in
        program.enums[index].values.indices.map { .value(enumeration: index, ordinal: $0) }
      }
    case "record": return program.records.indices.map { .record($0) }
    case "fact": return program.facts.indices.map { .fact($0) }
    case "intent": return program.intents.indices.map { .intent($0) }
    case "policy": return program.policies.indices.map { .policy($0) }
    case "calendar": return program.calendars.indices.map { .calendar($0) }
    case "table": return program.tables.indices.map { .table($0) }
    case "lifecycle": return program.lifecycles.indices.map { .lifecycle($0) }
    case "source": return program.sources.indices.map { .source($0) }
    case "job": return program.jobs.indices.map { .job($0) }
    case "blueprint": return program.blueprints.indices.map { .blueprint($0) }
    default: return []
    }
  }
}

extension Symbol.FieldOwner {
  /// The declaration of the fields.
  var symbol: Symbol {
    switch self {
    case .record(let index): .record(index)
    case .fact(let index): .fact(index)
    case .intent(let index): .intent(index)
    case .table(let index), .outputs(let index): .table(index)
    }
  }
}

extension Symbol {
  /// The symbol as an owner of fields; `nil` if the symbol declares no fields.
  var fieldOwner: FieldOwner? {
    switch self {
    case .record(let index): .record(index)
    case .fact(let index): .fact(index)
    case .intent(let index): .intent(index)
    case .table(let index): .table(index)
    default: nil
    }
  }
}
