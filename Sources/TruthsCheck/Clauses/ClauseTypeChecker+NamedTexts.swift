import TruthsProgram
import TruthsText

/// Texts that name a declaration, because they are compared with or written into a field for such names, as in `d.action ==
/// "refund"`. They are recorded only where an editor keeps the positions of names.
extension ClauseTypeChecker {
  /// Records the names in the texts on either side of a comparison.
  func noteNames(in sides: [Typed]) {
    guard session.tables.keepsUses, sides.count == 2 else { return }
    for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      if let named = named(by: other) { note(textsOf: side, as: named) }
    }
  }

  /// Records the names in the texts that are written into a field of a built-in fact, or compared with it as a key.
  func noteNames(in value: Typed?, field: Int, of fact: Int) {
    guard session.tables.keepsUses, let value,
      let named = NamedInText(field: program.facts[fact].fields[field].name, of: fact, in: program)
    else { return }
    note(textsOf: value, as: named)
  }

  /// Returns the kind of declaration that the value of an expression, or the elements of its list, name.
  private func named(by typed: Typed) -> NamedInText? {
    switch typed.node {
    case .builtin(let builtin): return NamedInText(builtin)
    case .lookUp(let key, let field):
      return NamedInText(field: program.facts[key.fact].fields[field].name, of: key.fact, in: program)
    case .coalesce: return typed.parts.firstValue { named(by: $0) }
    case .field(_, let field):
      guard let base = typed.parts.first?.type, let owner = session.owner(of: base) else { return nil }
      switch owner {
      case .fact(let fact): return NamedInText(field: program.facts[fact].fields[field].name, of: fact, in: program)
      case .record(let record) where program.records[record].pack == ConvergePack.name:
        return NamedInText(field: program.records[record].fields[field].name, of: program.records[record].name)
      case .record, .intent, .table: return nil
      }
    default: return nil
    }
  }

  private func note(textsOf typed: Typed, as named: NamedInText) {
    switch typed.node {
    case .constant(.text(let text)): session.note(text.string, at: typed.span, as: named)
    case .list, .coalesce, .conditional: for part in typed.parts { note(textsOf: part, as: named) }
    default: break
    }
  }
}

extension NamedInText {
  /// Creates the kind of declaration that a field of a fact names; `nil` for facts that are not built in.
  fileprivate init?(field: String, of fact: Int, in program: Program) {
    guard program.facts.indices.contains(fact), program.facts[fact].isBuiltIn else { return nil }
    self.init(field: field, of: program.facts[fact].name)
  }
}

extension CheckSession {
  /// Records the name in a quoted text. A text with escapes is left out, because the position of the name in it is unknown.
  func note(_ text: String, at span: Span, as named: NamedInText) {
    let quotes = Int(span.end - span.start) - text.utf8.count
    guard tables.keepsUses, quotes == 2 || quotes == 4 else { return }
    let inner = Span(file: span.file, start: Int(span.start) + quotes / 2, end: Int(span.end) - quotes / 2)
    let parts = text.headAndRest
    func isOf(_ pack: String) -> Bool { parts.count == 2 && parts[0] == pack }
    switch named {
    case .intent:
      guard let index = program.intents.firstIndex(where: { $0.isProposed(by: text) }) else { return }
      let intent = program.intents[index]
      if intent.jsonName == text { return note(.intent(index), at: inner) }
      // A name of its own in JSON is no part of the text that a rename changes.
      if intent.jsonName == intent.name { note(qualified: .intent(index), text, at: inner) }
    case .policy:
      guard let index = policies(named: parts.last ?? text).first(where: { isOf(program.policies[$0].pack) }) else { return }
      note(qualified: .policy(index), text, at: inner)
    case .rule: note(.rule(text), at: inner)
    case .role: note(.role(text), at: inner)
    }
  }
}
