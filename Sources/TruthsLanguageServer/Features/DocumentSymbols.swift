import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The `SymbolKind`s of the protocol.
enum SymbolKind: Int {
  case module = 2, namespace = 3, package = 4, classKind = 5, method = 6, property = 7, field = 8, enumeration = 10
  case interface = 11, function = 12, variable = 13, constant = 14, string = 15, array = 18, object = 19, key = 20
  case enumMember = 22, structure = 23, event = 24, operation = 25

  /// Creates the kind of a declaration.
  init(kind: DeclarationKind) {
    self =
      switch kind {
      case .pack: .package
      case .enum: .enumeration
      case .record: .structure
      case .fact: .classKind
      case .intent: .event
      case .policy: .constant
      case .calendar, .blueprint: .object
      case .table: .array
      case .function: .function
      case .lifecycle: .interface
      case .truth: .method
      case .invariant: .operation
      case .source: .module
      case .role: .namespace
      case .jtbd: .key
      }
  }
}

/// The outline of a file, and the search for declarations of all projects.
extension LanguageServer {
  /// Answers `textDocument/documentSymbol`: the declarations of a file with their parts, or the fixtures of a fixture file.
  func documentSymbols(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let place = try document(parameters, "textDocument/documentSymbol")
    guard let file = text(of: place) else { return .null }
    let symbols =
      ServedProject.isTruths(place.path)
      ? place.project.unit(file).map { unit in unit.declarations.map { symbol($0, in: file) } } ?? [] : fixtures(in: file)
    if client.takesHierarchy { return .array(symbols) }
    return .array(symbols.flatMap { flat($0, place.uri, container: nil) })
  }

  private func symbol(_ declaration: Declaration, in file: SourceFile) -> JSONValue {
    let parts = DeclarationParts(declaration).parts.map { part in
      symbol(part.name, part.kind, part.detail, part.span, part.span, in: file)
    }
    let kind = declaration.body.kind
    return symbol(
      "\(kind.rawValue) \(declaration.name.text)", SymbolKind(kind: kind), declaration.summary?.text ?? "", declaration.span,
      declaration.name.span, in: file, children: parts)
  }

  private func symbol(
    _ name: String, _ kind: SymbolKind, _ detail: String, _ span: Span, _ selection: Span, in file: SourceFile,
    children: [JSONValue] = []
  ) -> JSONValue {
    var object: JSONObject = ["name": .text(name.isEmpty ? "?" : name)]
    if !detail.isEmpty { object["detail"] = .text(detail) }
    object["kind"] = .int(kind.rawValue)
    object["range"] = range(of: span.union(selection), in: file).json
    object["selectionRange"] = range(of: selection, in: file).json
    if !children.isEmpty { object["children"] = .array(children) }
    return .object(object)
  }

  private func fixtures(in file: SourceFile) -> [JSONValue] {
    guard case .success(let json) = JSONReader.read(file) else { return [] }
    return (json.elements ?? [json]).compactMap { fixture in
      guard let id = fixture.member("id")?.value, let name = id.stringValue else { return nil }
      return symbol(name, .object, "", fixture.span, id.span, in: file)
    }
  }

  /// Returns a symbol and its children as a flat list, for clients without support for hierarchies.
  private func flat(_ symbol: JSONValue, _ uri: String, container: String?) -> [JSONValue] {
    guard let name = symbol["name"], let kind = symbol["kind"], let range = symbol["selectionRange"] else { return [] }
    var object: JSONObject = [
      "name": name, "kind": kind, "location": .object(["uri": .text(uri), "range": range]),
    ]
    if let container { object["containerName"] = .text(container) }
    return [.object(object)] + (symbol["children"]?.arrayValue ?? []).flatMap { flat($0, uri, container: name.stringValue) }
  }

  /// Answers `workspace/symbol`: the declarations whose names or ids are near the query, the nearest first.
  func workspaceSymbols(_ parameters: JSONValue) -> JSONValue {
    let query = (parameters["query"]?.stringValue ?? "").lowercased()
    var found: [(distance: Int, symbol: JSONValue)] = []
    for project in projects {
      let places = SpanPlaces(project.loaded.sources, in: project, client.encoding)
      var ids: [Span: String] = [:]
      for declared in project.symbols.declarations { if case .rule(let id) = declared.symbol { ids[declared.key] = id } }
      for unit in project.loaded.units {
        for declaration in unit.declarations {
          let names = [declaration.name.text, declaration.ruleID].compactMap(\.self)
          var distances = names.compactMap { Self.distance(from: query, to: $0) }
          // An id begins with the name of its pack, which is nearer to a query that is this name.
          if let id = ids[declaration.keySpan], id.lowercased().contains(query) { distances.append(1) }
          guard let distance = distances.min(),
            let location = places.location(declaration.name.span)
          else { continue }
          let symbol = JSONValue.object([
            "name": .text(declaration.name.text), "kind": .int(SymbolKind(kind: declaration.body.kind).rawValue),
            "containerName": .text("\(declaration.body.kind.rawValue) of \(unit.pack)"), "location": location,
          ])
          found.append((distance, symbol))
        }
      }
    }
    let nearest = found.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
    return .array(nearest.prefix(Self.symbolLimit).map(\.element.symbol))
  }

  /// Maximum number of symbols in an answer; those whose names are nearest to the query are kept.
  private static var symbolLimit: Int { 200 }

  /// Returns how far a name is from a query: 0 if the name begins with the query, 1 if it contains the query, 2 if it has the
  /// query's letters in order; `nil` for any other name.
  private static func distance(from query: String, to name: String) -> Int? {
    let name = name.lowercased()
    if name.hasPrefix(query) { return 0 }
    if name.contains(query) { return 1 }
    var rest = Array(query.utf8)[...]
    for byte in name.utf8 where byte == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty ? 2 : nil
  }
}

extension Declaration {
  /// The id that a truth or invariant writes.
  var ruleID: String? {
    switch body {
    case .truth(let truth): truth.id?.text
    case .invariant(let invariant): invariant.id?.text
    default: nil
    }
  }
}

/// The parts of a declaration that an outline shows.
struct DeclarationParts {
  struct Part {
    var name: String
    var kind: SymbolKind
    var detail = ""
    var span: Span
  }

  private(set) var parts: [Part] = []

  init(_ declaration: Declaration) {
    switch declaration.body {
    case .enumeration(let body): add(body.values, .enumMember)
    case .record(let body): add(body.fields)
    case .fact(let body): add(body.fields)
    case .intent(let body):
      add(body.fields)
      add(body.lets)
    case .table(let body):
      add(body.inputs)
      add(body.lets)
    case .lifecycle(let body):
      for chain in body.transitions {
        parts.append(
          Part(name: chain.states.map(\.text).joined(separator: " → "), kind: .enumMember, span: chain.span))
      }
    case .truth(let body): add(body)
    case .invariant(let body):
      parts.append(Part(name: "rule", kind: .operation, detail: formatted(body.rule), span: body.rule.span))
    case .source(let body): add(body.lets)
    case .job(let body):
      for guardrail in body.guardrails {
        parts.append(Part(name: guardrail.mustNot.text, kind: .operation, span: guardrail.span))
      }
    case .pack, .policy, .calendar, .blueprint, .role: break
    }
  }

  private mutating func add(_ names: [Name], _ kind: SymbolKind) {
    for name in names { parts.append(Part(name: name.text, kind: kind, span: name.span)) }
  }

  private mutating func add(_ fields: [FieldDeclaration]) {
    for field in fields { parts.append(Part(name: field.name.text, kind: .field, span: field.span)) }
  }

  private mutating func add(_ lets: [LetBinding]) {
    for binding in lets { parts.append(Part(name: binding.name.text, kind: .variable, span: binding.name.span)) }
  }

  private mutating func add(_ truth: TruthDeclaration) {
    add(truth.lets)
    for (name, entries) in [("requires", truth.requires), ("invariants", truth.invariants), ("ensures", truth.ensures)] {
      for (place, entry) in entries.enumerated() {
        let text = entry.id?.text ?? "\(name)[\(place)]"
        parts.append(Part(name: text, kind: .operation, detail: formatted(entry.clause), span: entry.span))
      }
    }
    for output in truth.produces {
      let name: String
      switch output.kind {
      case .fact(let fact): name = "\(fact.isCorrection ? "correction" : "fact").\(fact.type.text)"
      case .trace(let trace): name = trace.text.isEmpty ? "trace" : "trace.\(trace.text)"
      case .proposal(let proposal): name = "proposal.\(proposal.type.text)"
      }
      parts.append(Part(name: name, kind: .property, span: output.span))
    }
  }
}
