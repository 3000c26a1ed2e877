import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Texts that name a declaration, because they are compared with or written into a field for such names, as in `d.action ==
/// "refund"`. They are recorded only where an editor keeps the positions of names.
extension ClauseTypeChecker {
  /// Records the names in the texts on either side of a comparison, and reports texts that are the own names of intents.
  func noteNames(in sides: [Typed]) {
    guard sides.count == 2 else { return }
    for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      if let names = vocabulary(of: other) { reportMisspelt(in: side, names) }
      guard let named = named(by: other) else { continue }
      if named == .intent { reportOwnNames(in: side) }
      if session.tables.keepsUses { note(textsOf: side, as: named) }
    }
  }

  /// Reports texts that are the own name of an intent with another name in JSON: no action is this text (types §12.1).
  private func reportOwnNames(in typed: Typed) {
    switch typed.node {
    case .constant(.text(let text)):
      let found = program.intents.first { $0.isCalled(text.string) && !$0.isProposed(by: text.string) }
      guard let found else { return }
      let action = text.string == found.name ? found.jsonName : found.qualifiedJSONName
      session.report(UnknownNameInText.finding(text.string, action: action, at: typed.span))
    case .list, .coalesce, .conditional: for part in typed.parts { reportOwnNames(in: part) }
    case .slot(let slot):
      if letNames.reported.insert(slot).inserted, let value = binding(slot) { reportOwnNames(in: value) }
    default: break
    }
  }

  /// The names that a value may be, with the kind of thing that they name; `nil` if the value may be any text.
  private func vocabulary(of typed: Typed) -> Vocabulary? {
    switch typed.node {
    case .builtin(.actorType): return Vocabulary(what: "a type of actor", names: Self.actorTypes)
    case .builtin(.proposalPack): return Vocabulary(what: "a pack", names: program.packs.map(\.name))
    default: break
    }
    switch named(by: typed) {
    case .intent:
      let names = program.intents.flatMap { [$0.jsonName, $0.name, $0.qualifiedJSONName, "\($0.pack).\($0.name)"] }
      return Vocabulary(what: "an intent", names: names)
    case .role where !session.declared.roles.isEmpty:
      return Vocabulary(what: "a role", names: session.declared.roles.map(\.name.text) + Program.defaultRoles)
    case .role, .rule, .policy, nil: return nil
    }
  }

  private struct Vocabulary {
    let what: String
    let names: [String]
  }

  private static let actorTypes = ["user", "agent", "system"]

  /// Reports texts that are similar to a name that the value may have, but are not such a name.
  private func reportMisspelt(in typed: Typed, _ vocabulary: Vocabulary) {
    switch typed.node {
    case .constant(.text(let text)):
      let isKnown = vocabulary.names.contains { Text($0) == text }
      guard !isKnown, let near = nearestName(to: text.string, among: session.candidates(vocabulary.names)) else { return }
      let place = typed.span.insideQuotes(of: text.string)
      session.report(
        UnknownNameInText.misspelt(text.string, what: vocabulary.what, near: near, at: typed.span, place: place))
    case .list, .coalesce, .conditional: for part in typed.parts { reportMisspelt(in: part, vocabulary) }
    case .slot(let slot):
      if letNames.compared.insert(slot).inserted, let value = binding(slot) { reportMisspelt(in: value, vocabulary) }
    default: break
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
    case .slot(let slot):
      if let known = letNames.kinds[slot] { return known }
      let found = binding(slot).flatMap { named(by: $0) }
      letNames.kinds[slot] = .some(found)
      return found
    case .coalesce: return typed.parts.firstValue { named(by: $0) }
    case .field(_, let field):
      guard let base = typed.parts.first?.type, let owner = session.owner(of: base) else { return nil }
      switch owner {
      case .fact(let fact): return NamedInText(field: program.facts[fact].fields[field].name, of: fact, in: program)
      case .record(let record) where program.records[record].pack == ConvergePack.name:
        return NamedInText(field: program.records[record].fields[field].name, of: program.records[record].name)
      case .record, .intent, .table, .outputs: return nil
      }
    default: return nil
    }
  }

  private func note(textsOf typed: Typed, as named: NamedInText) {
    switch typed.node {
    case .constant(.text(let text)): session.note(text.string, at: typed.span, as: named)
    case .list, .coalesce, .conditional: for part in typed.parts { note(textsOf: part, as: named) }
    case .slot(let slot):
      let isNew = letNames.noted[named, default: []].insert(slot).inserted
      if isNew, let value = binding(slot) { note(textsOf: value, as: named) }
    default: break
    }
  }

  /// Returns the value of the `let` in a slot of the frame; `nil` if the slot holds another variable.
  private func binding(_ slot: Int) -> Typed? {
    guard let found = lets.first(where: { $0.slot == slot }), case .done(let value) = found.state else { return nil }
    return value
  }
}

/// Names in the `let`s of a body, by the `let`'s slot. Each `let` is read once, however often it is compared.
struct LetNames {
  /// The kind of declaration that the value of a `let` names.
  fileprivate var kinds: [Int: NamedInText?] = [:]
  /// The `let`s whose texts were compared with an action.
  fileprivate var reported: Set<Int> = []
  /// The `let`s that were compared with a name.
  fileprivate var compared: Set<Int> = []
  /// The `let`s whose texts are recorded as names of a kind.
  fileprivate var noted: [NamedInText: Set<Int>] = [:]
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
    guard tables.keepsUses, let inner = span.insideQuotes(of: text) else { return }
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

extension Span {
  /// Returns the place of a quoted text without its quotes; `nil` for a text with escapes, whose inner place is unknown.
  fileprivate func insideQuotes(of text: String) -> Span? {
    let quotes = Int(end - start) - text.utf8.count
    return quotes == 2 || quotes == 4 ? Span(file: file, start: Int(start) + quotes / 2, end: Int(end) - quotes / 2) : nil
  }
}
