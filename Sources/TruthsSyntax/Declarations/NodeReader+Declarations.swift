import TruthsDiagnostics
import TruthsText

/// Reads the members of every kind of declaration but tables and functions.
extension NodeReader {
  /// Reads the content under a root key, with its summary. The body is `nil` after an error was reported.
  mutating func body(_ kind: DeclarationKind, _ entry: YAMLEntry) -> (Declaration.Body?, Name?) {
    let key = Name(entry.key.scalar?.string ?? kind.rawValue, at: entry.key.span)
    if kind == .enum, case .sequence(let elements, _) = entry.value.kind {
      return (.enumeration(EnumDeclaration(values: enumValues(elements), isOrdered: false)), nil)
    }
    if kind == .pack || kind == .role, entry.value.scalar?.isNothing ?? false {
      return (kind == .role ? .role : .pack(PackDeclaration(version: nil, uses: [])), nil)
    }
    let wanted = kind == .enum ? "a list of values" : "a mapping of its parts"
    guard let entries = mapping(entry.value, at: key, wants: wanted, help: partsHelp(kind, entry.value)) else {
      return (nil, nil)
    }
    let fields = fields(entries, of: kind.place, known: kind.members.names)
    requireMembers(of: kind, fields, at: key.span)
    let summary = fields["summary"].flatMap { text($0.value, at: $0.key) }
    return (body(kind, fields, key), summary)
  }

  /// Returns help for a declaration with a value in place of its parts: the part that it is, if it can be only one.
  private func partsHelp(_ kind: DeclarationKind, _ value: YAMLNode) -> String? {
    guard kind == .role || kind == .pack, let text = value.scalar?.string, text.utf8.count <= 60 else { return nil }
    return "write it below, as the summary of the \(kind.rawValue): `summary: \(text)`"
  }

  private mutating func requireMembers(of kind: DeclarationKind, _ fields: Fields, at span: Span) {
    for member in kind.members.members where member.isRequired {
      if fields[member.name] != nil || member.alternative.flatMap({ fields[$0] }) != nil { continue }
      _ = require(nil, member.name, in: "the \(kind.rawValue)", at: span, help: member.help)
    }
  }

  private mutating func body(_ kind: DeclarationKind, _ fields: Fields, _ key: Name) -> Declaration.Body? {
    switch kind {
    case .pack: pack(fields)
    case .role: .role
    case .enum: enumeration(fields)
    case .record: record(fields)
    case .fact: fact(fields)
    case .intent: intent(fields)
    case .policy: policy(fields)
    case .calendar: calendar(fields)
    case .truth: truth(fields)
    case .invariant: invariant(fields)
    case .jtbd: job(fields)
    case .blueprint: blueprint(fields)
    case .table: table(fields, key)
    case .function: function(fields)
    case .lifecycle: lifecycle(fields)
    case .source: source(fields)
    }
  }

  // MARK: Vocabulary

  private mutating func pack(_ fields: Fields) -> Declaration.Body {
    let version = fields["version"].flatMap { text($0.value, at: $0.key) }
    let uses = fields["uses"].map { texts($0.value, at: $0.key, wants: "a list of packs") } ?? []
    return .pack(PackDeclaration(version: version, uses: uses))
  }

  private mutating func enumeration(_ fields: Fields) -> Declaration.Body? {
    guard let field = fields["ordered"] ?? fields["values"],
      let elements = sequence(field.value, at: field.key, wants: "a list of values")
    else { return nil }
    return .enumeration(
      EnumDeclaration(
        values: enumValues(elements), isOrdered: fields["ordered"] != nil,
        jsonNames: jsonNames(fields["named"], wants: "a value")))
  }

  /// Reads the names in JSON of values or states: `named: {escrow_pending: "escrow.pending"}`.
  private mutating func jsonNames(_ field: (key: Name, value: YAMLNode)?, wants wanted: String) -> [JSONNameSyntax] {
    guard let field, let entries = mapping(field.value, at: field.key, wants: "\(wanted) and its name in JSON in each line")
    else { return [] }
    return entries.compactMap { entry in
      guard let value = text(entry.key, at: field.key, wants: wanted),
        let jsonName = jsonName(entry.value, at: value, wants: "the name in JSON, such as `\"escrow.pending\"`")
      else { return nil }
      return JSONNameSyntax(value: value, jsonName: jsonName)
    }
  }

  /// Reads the values of an enum: names or quoted texts.
  private mutating func enumValues(_ elements: [YAMLNode]) -> [Name] {
    let key = Name("enum", at: elements.first?.span ?? chunk.span(chunk.range.lowerBound, chunk.range.lowerBound))
    return elements.compactMap { element in
      guard let value = text(element, at: key, wants: "names or quoted texts"), let scalar = element.scalar else { return nil }
      guard scalar.style == .plain else { return Name(scalar.string, at: element.span) }
      guard NameShape.isValue(value.text.utf8) else {
        report(BadName.finding(value.text, at: value.span, help: "write it in double quotes"))
        return nil
      }
      guard !ReservedWords.contains(value.text) else {
        report(ReservedWord.asName(value.text, at: value.span, help: "write it in double quotes"))
        return nil
      }
      return value
    }
  }

  private mutating func record(_ fields: Fields) -> Declaration.Body? {
    guard fields["fields"] != nil else { return nil }
    return .record(RecordDeclaration(isOpen: boolean(fields["open"]), fields: fieldDeclarations(fields["fields"])))
  }

  private mutating func fact(_ fields: Fields) -> Declaration.Body {
    .fact(
      FactDeclaration(
        key: fields["key"].map { texts($0.value, at: $0.key, wants: "a list of fields") } ?? [],
        external: external(fields["external"]), isImmutable: boolean(fields["immutable"]),
        isDerived: boolean(fields["derived"]), fields: fieldDeclarations(fields["fields"])))
  }

  private mutating func intent(_ fields: Fields) -> Declaration.Body {
    let levels = ConsentSyntax.Level.allCases.map(\.rawValue)
    let consent = fields["consent"].flatMap { field in
      choice(field, among: levels).flatMap(ConsentSyntax.Level.init).map { ConsentSyntax($0, at: field.value.span) }
    }
    let role = fields["consent_by"].flatMap { text($0.value, at: $0.key, wants: "a role, such as `manager`") }
    return .intent(
      IntentDeclaration(
        jsonName: fields["named"].flatMap {
          jsonName($0.value, at: $0.key, wants: "the `action` of its proposals, such as `\"invoice.send\"`")
        },
        consent: consent, consentBy: role, isOpen: boolean(fields["open"]), access: access(fields["authzen"]),
        required: fields["required"].map { texts($0.value, at: $0.key, wants: "a list of fields") } ?? [],
        fields: fieldDeclarations(fields["fields"]), lets: lets(fields["let"])))
  }

  private mutating func access(_ field: (key: Name, value: YAMLNode)?) -> AccessSyntax? {
    let wanted = "an action and a type of resources"
    guard let field, let entries = mapping(field.value, at: field.key, wants: wanted) else { return nil }
    let count = diagnostics.count
    let members = nested(entries, of: "`authzen`", known: MemberTable.access.names)
    let action = members["action"].flatMap { text($0.value, at: $0.key, wants: "the name of an action, such as `write`") }
    let resource = members["resource"].flatMap { text($0.value, at: $0.key, wants: "a type of resources, such as `record`") }
    let id = members["id"].flatMap { text($0.value, at: $0.key, wants: "a field") }
    let subjects = members["subjects"].flatMap { text($0.value, at: $0.key, wants: "a fact type") }
    let resources = members["resources"].flatMap { text($0.value, at: $0.key, wants: "a fact type") }
    if let action, let resource {
      return AccessSyntax(action: action, resource: resource, id: id, subjects: subjects, resources: resources)
    }
    if diagnostics.count == count {
      let help = "write `authzen: {action: write, resource: record}`"
      let missing = action == nil ? "action" : "resource"
      report(MissingPart.finding(missing, in: "`authzen`", at: field.key.span, help: help))
    }
    return nil
  }

  private mutating func policy(_ fields: Fields) -> Declaration.Body? {
    guard let field = fields["type"] else { return nil }
    guard let scalar = field.value.scalar, !scalar.isNothing else {
      wrongShape(field.value, at: field.key, wants: "a type")
      return nil
    }
    let type = read(scalar, Grammar.type)
    return .policy(PolicyDeclaration(type: type, initial: fields["default"].flatMap { value($0.value, at: $0.key) }))
  }
}

extension NodeReader {
  private mutating func calendar(_ fields: Fields) -> Declaration.Body? {
    guard let weekend = fields["weekend"] else { return nil }
    return .calendar(
      CalendarDeclaration(
        weekend: texts(weekend.value, at: weekend.key, wants: "a list of days, such as `[saturday, sunday]`"),
        holidays: fields["holidays"].map {
          texts($0.value, at: $0.key, wants: "a list of dates, days of every year such as `12-25`, and policies")
        } ?? []))
  }

  mutating func truth(_ fields: Fields) -> Declaration.Body {
    .truth(
      TruthDeclaration(
        id: fields["id"].flatMap { text($0.value, at: $0.key) }, when: conditions(fields["when"]), lets: lets(fields["let"]),
        requires: clauses(fields["requires"]), invariants: clauses(fields["invariants"]), moves: moves(fields["moves"]),
        produces: outputs(fields["produces"]), ensures: clauses(fields["ensures"]), enforces: enforced(fields["enforces"])))
  }

  mutating func invariant(_ fields: Fields) -> Declaration.Body? {
    guard let scope = fields["applies_to"], let rule = fields["rule"], let scope = appliesTo(scope) else { return nil }
    guard let scalar = ruleScalar(rule) else { return nil }
    return .invariant(
      InvariantDeclaration(
        id: fields["id"].flatMap { text($0.value, at: $0.key) }, appliesTo: scope, rule: clause(scalar, true),
        enforces: enforced(fields["enforces"])))
  }

  /// Returns the clause under `rule`; `nil` after reporting a list or mapping.
  private mutating func ruleScalar(_ rule: (key: Name, value: YAMLNode)) -> YAMLScalar? {
    if let scalar = rule.value.scalar { return scalar }
    reportIndicator(rule.value, at: rule.key)
    return nil
  }

  /// Reads a list of intents, one intent, `all` or `state`.
  private mutating func appliesTo(_ field: (key: Name, value: YAMLNode)) -> InvariantDeclaration.AppliesTo? {
    guard let scalar = field.value.scalar, !scalar.isNothing else {
      guard let elements = sequence(field.value, at: field.key, wants: "a list of intents, `all` or `state`") else { return nil }
      return .intents(elements.compactMap { text($0, at: field.key, wants: "intents") })
    }
    switch scalar.text.string(scalar.text.trimmed) {
    case "all": return .all
    case "state": return .state
    case let word: return .intents([Name(word, at: field.value.span)])
    }
  }

  mutating func lets(_ field: (key: Name, value: YAMLNode)?) -> [LetBinding] {
    guard let field, let entries = mapping(field.value, at: field.key, wants: "a mapping of names and values") else { return [] }
    return bindings(entries, isDeclaring: true)
  }

  private mutating func enforced(_ field: (key: Name, value: YAMLNode)?) -> [Name] {
    field.map { texts($0.value, at: $0.key, wants: "a list of guardrails") } ?? []
  }

  private mutating func conditions(_ field: (key: Name, value: YAMLNode)?) -> [WhenEntry] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of conditions") else { return [] }
    return elements.flatMap { condition($0, at: field.key) }
  }

  private mutating func condition(_ node: YAMLNode, at key: Name) -> [WhenEntry] {
    guard let entries = mapping(node, at: key, wants: "`intent:`, `fact:`, `pack:` or `if:`") else { return [] }
    let fields = fields(entries, of: "a condition", known: MemberTable.condition.names)
    return fields.entries.flatMap { field -> [WhenEntry] in
      switch field.key.text {
      case "intent": intents(field).map { [.intents($0)] } ?? []
      case "fact": matches(field).map { .fact($0) }
      case "pack": text(field.value, at: field.key, wants: "a pack").map { [.pack($0)] } ?? []
      default: [.condition(expression(field.value, at: field.key))]
      }
    }
  }

  private mutating func matches(_ field: (key: Name, value: YAMLNode)) -> [FactMatch] {
    let elements = if case .sequence(let elements, _) = field.value.kind { elements } else { [field.value] }
    return elements.compactMap { element in
      guard let scalar = element.scalar, !scalar.isNothing else {
        wrongShape(element, at: field.key, wants: "a fact type")
        return nil
      }
      return read(scalar, Grammar.match)
    }
  }

  private mutating func intents(_ field: (key: Name, value: YAMLNode)) -> [Name]? {
    if case .sequence(let elements, _) = field.value.kind {
      return elements.compactMap { text($0, at: field.key, wants: "an intent") }
    }
    return text(field.value, at: field.key, wants: "an intent").map { [$0] }
  }
}

extension NodeReader {
  // MARK: Lifecycles

  mutating func lifecycle(_ fields: Fields) -> Declaration.Body? {
    guard fields["transitions"] != nil, let key = fields["key"], let initial = fields["initial"],
      let first = text(initial.value, at: initial.key, wants: "a state")
    else { return nil }
    return .lifecycle(
      LifecycleDeclaration(
        key: texts(key.value, at: key.key, wants: "a list of fields"), initial: first,
        transitions: transitions(fields["transitions"]),
        terminal: fields["terminal"].map { texts($0.value, at: $0.key, wants: "a list of states") } ?? [],
        external: external(fields["external"]), jsonNames: jsonNames(fields["named"], wants: "a state")))
  }

  private mutating func transitions(_ field: (key: Name, value: YAMLNode)?) -> [StateChain] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of transitions") else { return [] }
    return elements.compactMap { element in
      guard let scalar = element.scalar else {
        wrongShape(element, at: field.key, wants: "transitions such as `draft → sent`")
        return nil
      }
      return read(scalar, Grammar.stateChain)
    }
  }

  /// Reads the entries of `moves`: `lifecycle: state → state else "reason"`.
  mutating func moves(_ field: (key: Name, value: YAMLNode)?) -> [MoveEntry] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of moves") else { return [] }
    return elements.flatMap { element -> [MoveEntry] in
      guard let entries = mapping(element, at: field.key, wants: "moves such as `invoice: draft → sent`") else { return [] }
      return entries.compactMap { entry in
        guard let key = entry.key.scalar else { return nil }
        var instance = (lifecycle: Name(key.string, at: entry.key.span), keys: [KeyArgument]())
        if key.text.bytes[key.text.range].contains(0x28) {
          guard let keyed = read(key, Grammar.instance) else { return nil }
          instance = keyed
        }
        let lifecycle = instance.lifecycle
        guard let scalar = entry.value.scalar else {
          wrongShape(entry.value, at: lifecycle, wants: "states such as `draft → sent`")
          return nil
        }
        return read(scalar, Grammar.move).map {
          MoveEntry(lifecycle: lifecycle, keys: instance.keys, chain: $0.chain, reason: $0.reason, at: entry.span)
        }
      }
    }
  }
}

extension NodeReader {
  mutating func source(_ fields: Fields) -> Declaration.Body? {
    guard fields["produces"] != nil, let field = fields["document"],
      let document = text(field.value, at: field.key, wants: "a name")
    else { return nil }
    guard NameShape.isName(document.text.utf8) else {
      report(BadName.finding(document.text, at: document.span, help: NameShape.proposal(document.text).map { "write `\($0)`" }))
      return nil
    }
    var path: DocumentPath?
    if let each = fields["each"] {
      guard let read = documentPath(each) else { return nil }
      path = read
    }
    return .source(
      SourceDeclaration(
        document: document, each: path, isClosed: boolean(fields["closed"]), lets: lets(fields["let"]),
        produces: outputs(fields["produces"])))
  }

  /// Limit of the steps in a path into a document.
  private static let pathLimit = 64

  /// Reads the path to the elements. `[]` alone is an empty list in YAML; it also means every element of the document.
  private mutating func documentPath(_ field: (key: Name, value: YAMLNode)) -> DocumentPath? {
    if case .sequence(let elements, _) = field.value.kind, elements.isEmpty {
      return DocumentPath([.elements], at: field.value.span)
    }
    guard let written = text(field.value, at: field.key, wants: "a path such as `tasks[]`") else { return nil }
    guard let steps = Self.pathSteps(written.text) else {
      report(MalformedPath.finding(written.text, at: written.span))
      return nil
    }
    guard steps.count <= Self.pathLimit else {
      report(MalformedPath.tooDeep(limit: Self.pathLimit, at: written.span))
      return nil
    }
    return DocumentPath(steps, at: written.span)
  }

  /// Parses names of members with dots between them, each followed by one `[]` per list level; `nil` if the text is not a path.
  private static func pathSteps(_ text: String) -> [DocumentPath.Step]? {
    var steps: [DocumentPath.Step] = []
    for (place, step) in text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).enumerated() {
      let name = step.prefix { $0 != UInt8(ascii: "[") }
      if name.isEmpty {
        guard place == 0, !step.isEmpty else { return nil }
      } else {
        guard name.allSatisfy(isPathByte) else { return nil }
        steps.append(.member(String(decoding: name, as: UTF8.self)))
      }
      var rest = step.dropFirst(name.count)
      while !rest.isEmpty {
        guard rest.starts(with: "[]".utf8) else { return nil }
        steps.append(.elements)
        rest = rest.dropFirst(2)
      }
    }
    return steps
  }

  /// Whether a byte is allowed in the name of a member of a path: anything but white space, quotes and brackets.
  private static func isPathByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !"[]{}()\"'`,".utf8.contains(byte)
  }
}

extension NodeReader {
  mutating func job(_ fields: Fields) -> Declaration.Body {
    .job(
      JobDeclaration(
        verb: fields["verb"].flatMap { text($0.value, at: $0.key) },
        object: fields["object"].flatMap { text($0.value, at: $0.key) },
        outcome: fields["outcome"].flatMap { text($0.value, at: $0.key) },
        triggers: fields["triggers"].map { texts($0.value, at: $0.key, wants: "a list of facts and intents") } ?? [],
        artifacts: artifacts(fields["artifacts"]), guardrails: guardrails(fields["guardrails"])))
  }

  mutating func blueprint(_ fields: Fields) -> Declaration.Body? {
    guard let steps = fields["steps"] else { return nil }
    return .blueprint(
      BlueprintDeclaration(
        outcome: fields["outcome"].flatMap { text($0.value, at: $0.key) },
        packs: fields["packs"].map { texts($0.value, at: $0.key, wants: "a list of packs") } ?? [],
        steps: texts(steps.value, at: steps.key, wants: "a list of intents")))
  }

  private mutating func artifacts(_ field: (key: Name, value: YAMLNode)?) -> [[Name]] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of artifacts") else { return [] }
    return elements.compactMap { element in
      guard let scalar = element.scalar else {
        wrongShape(element, at: field.key, wants: "artifacts")
        return nil
      }
      return read(scalar, Grammar.artifact)
    }
  }

  private mutating func guardrails(_ field: (key: Name, value: YAMLNode)?) -> [Guardrail] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of guardrails") else { return [] }
    return elements.compactMap { guardrail($0, at: field.key) }
  }

  private mutating func guardrail(_ node: YAMLNode, at key: Name) -> Guardrail? {
    guard let entries = mapping(node, at: key, wants: "`must_not:` entries") else { return nil }
    let fields = fields(entries, of: "a guardrail", known: MemberTable.guardrail.names)
    guard require(fields["must_not"], "must_not", in: "the guardrail", at: entries.first?.key.span ?? node.span),
      let field = fields["must_not"], let mustNot = text(field.value, at: field.key)
    else { return nil }
    let enforcedBy = fields["enforced_by"].flatMap { text($0.value, at: $0.key) }
    return Guardrail(mustNot: mustNot, enforcedBy: enforcedBy, at: node.span)
  }
}
