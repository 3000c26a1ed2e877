import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Inlay hints for types, policies and keys.
extension LanguageServer {
  /// Answers `textDocument/inlayHint`: the types of `let`s and variables, the defaults of policies, the keys by which facts and
  /// lifecycles are looked up implicitly, and the results of cases beside clauses and fixtures.
  func inlayHints(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let method = "textDocument/inlayHint"
    let place = try document(parameters, method)
    guard let range = parameters["range"].flatMap({ ProtocolRange($0) }) else {
      throw ResponseError.parameters(of: method, lack: "range")
    }
    guard let file = text(of: place) else { return .null }
    let wanted = client.hints
    guard ServedProject.isTruths(place.path) else {
      return .array(wanted.contains(.cases) ? decisionHints(place, file) : [])
    }
    let start = file.offset(of: range.start, client.encoding)
    let end = file.offset(of: range.end, client.encoding)
    let uses = place.project.symbols.uses(in: file.id).filter { Int($0.span.start) <= end && start <= Int($0.span.end) }
    var hints: [Hint] = []
    if wanted.contains(.types) { hints += types(uses, place, file) }
    if wanted.contains(.keys) { hints += joins(uses, place) }
    if wanted.contains(.policies) { hints += defaults(uses, place) }
    let told = hints.sorted { $0.offset < $1.offset }.map { hint in
      JSONValue.object([
        "position": file.linePosition(at: hint.offset, client.encoding).json, "label": .text(hint.label),
        "kind": .int(hint.kind), "paddingLeft": .boolean(hint.kind == 2), "tooltip": .text(hint.tip),
      ])
    }
    return .array(told + (wanted.contains(.cases) ? caseHints(place, file, start...max(start, end)) : []))
  }

  private struct Hint {
    var offset: Int
    var label: String
    /// The `InlayHintKind` of the protocol: 1 for a type, 2 for a parameter.
    var kind: Int
    var tip: String
  }

  private func types(_ uses: [NameUse], _ place: DocumentPlace, _ file: SourceFile) -> [Hint] {
    let known = place.project.symbols.localTypes(in: file.id)
    let pack = place.project.unit(file)?.pack ?? ""
    return uses.compactMap { use in
      guard use.role == .declaration, case .local(let span) = use.symbol, let type = known[span], type != .unknown else {
        return nil
      }
      return Hint(
        offset: Int(span.end), label: ": \(place.project.program.name(of: type, from: pack))", kind: 1,
        tip: "the type of its value")
    }
  }

  /// Returns hints with the values that policies have by default.
  private func defaults(_ uses: [NameUse], _ place: DocumentPlace) -> [Hint] {
    uses.compactMap { use in
      guard use.role == .use, case .policy = use.symbol, let key = place.project.symbols.declaration(of: use.symbol)?.key,
        let unit = place.project.loaded.units.first(where: { $0.file == key.file }),
        case .policy(let policy)? = unit.declaration(around: Int(key.start))?.body, let initial = policy.initial
      else { return nil }
      return Hint(offset: Int(use.span.end), label: " = \(formatted(initial))", kind: 1, tip: "where nothing sets the policy")
    }
  }

  /// Returns hints with the keys that a lookup takes from fields of the same name.
  private func joins(_ uses: [NameUse], _ place: DocumentPlace) -> [Hint] {
    let program = place.project.program
    let named = Set(uses.filter { $0.role == .use || $0.role == .making }.map(\.span))
    let facts = Dictionary(grouping: uses.filter { $0.role == .implicit }) { $0.span }
    return facts.compactMap { span, implicit in
      var keys: [String] = []
      for use in implicit {
        guard case .field(.fact(let fact), let field) = use.symbol, program.facts[fact].key.contains(field) else { continue }
        let name = program.facts[fact].fields[field].name
        if !keys.contains(name) { keys.append(name) }
      }
      let isRead = named.contains { $0.start >= span.start && $0.end <= span.end }
      let isMade = uses.contains { $0.role == .making && $0.span.end == span.end }
      guard !keys.isEmpty, isRead, !isMade else { return nil }
      return Hint(
        offset: Int(span.end), label: "(\(keys.joined(separator: ", ")))", kind: 2,
        tip: "looked up by what has the name of its key")
    }
  }
}
