import TruthsCheck
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The completion items at a position of a truth or job file.
struct PlaceCompletions {
  let cursor: CursorPlace
  /// The span of the part that is already written, with its dots.
  let written: Span
  let names: VisibleNames
  var program: Program { names.program }

  init(_ cursor: CursorPlace, _ written: Span) {
    self.cursor = cursor
    self.written = written
    names = VisibleNames(cursor)
  }

  func items(at site: CompletionSite) -> [CompletionItem] {
    switch site.place {
    case .declaration: declarations
    case .member(let kind): members(of: kind)
    case .entry(let table): table.members.map(key)
    case .clause, .value: expressions(site)
    case .grid: GridCompletions(self).items
    case .output: outputs
    case .outputField(let key): fields(ofOutput: key)
    case .type: TypeCompletions(self, in: site.range).items
    case .intents: intents
    case .scope: intents + ["all", "state"].map { word($0) }
    case .facts: facts()
    case .intentsAndFacts: jobFacts + intents
    case .artifacts: jobFacts + jobStates
    case .packs: packs
    case .lifecycles: lifecycles
    case .states(let name): steps(of: name, site)
    case .ownStates: ownStates
    case .rules: CompletionItem.rules(of: program)
    case .documents: CompletionItem.documents(of: program)
    case .roles(let isExternal): roles + (isExternal ? ["system", "user"].map { word($0) } : [])
    case .guardrails: guardrails
    case .holidays: holidays
    case .fields: ownFields
    case .recordFields: recordFields(site)
    case .jsonNames: jsonNames
    case .words(let words): words.map { word($0) }
    case .nothing: []
    }
  }

  private func expressions(_ site: CompletionSite) -> [CompletionItem] {
    let completions = ExpressionCompletions(
      self, in: site.range, isEscaped: site.isEscaped, isRule: isRule(site), behind: loop(site), outer: outer(site))
    guard site.isEscaped else { return completions.items }
    return completions.items.map { item in
      var item = item
      item.insertion = (item.insertion ?? item.label).replacing("\"", with: item.isSnippet ? #"\\""# : #"\""#)
      return item
    }
  }

  /// Whether a clause may be an approval or a consent alone (declarations §5.3).
  private func isRule(_ site: CompletionSite) -> Bool {
    switch declaration.kind {
    case .truth: site.keys.count > 1 && ["invariants", "ensures"].contains(site.keys[1])
    case .invariant: site.keys.dropFirst().first == "rule"
    default: false
    }
  }

  /// Returns the kind of value that a place in a file expects, such as a boolean for a clause.
  private func outer(_ site: CompletionSite) -> ExpectedValue {
    let keys = site.keys
    let name = keys.first.flatMap { $0.split(separator: " ").last.map(String.init) } ?? ""
    func isOwn(_ declared: String, _ pack: String) -> Bool { declared == name && pack == names.pack }
    switch keys.dropFirst().first {
    case "default": return defaultType(keys, name).map { .value($0) } ?? .anything
    // Before its arrow a row has a condition.
    case "rows" where cursor.isBeforeArrow(from: site.range.lowerBound): return .value(.boolean)
    case "rows", "value": return program.tables.first { isOwn($0.name, $0.pack) }.map { .value($0.rowType) } ?? .anything
    case "produces":
      guard keys.count > 3, let owner = owner(ofOutput: keys[2]) else { return .anything }
      return SymbolText(cursor.project).fields(of: owner).first { $0.name == keys[3] }.map { .value($0.type) } ?? .anything
    case "let": return .anything
    default: return .value(.boolean)
    }
  }

  /// Returns the key of the output that a site is in, since the key may contain a loop; empty text outside outputs.
  private func loop(_ site: CompletionSite) -> String {
    site.path.count > 2 && site.path[1] == "produces" ? site.path[2] : ""
  }

  /// Returns the type of a policy's default, or of a part of it by its keys.
  private func defaultType(_ keys: [String], _ name: String) -> ValueType? {
    let policy = program.policies.first { $0.name == name && $0.pack == names.pack }
    return keys.dropFirst(2).reduce(policy?.type) { type, key in
      type.flatMap { names.fields(of: $0.element ?? $0).first { $0.name == key }?.type }
    }
  }

  private func recordFields(_ site: CompletionSite) -> [CompletionItem] {
    guard let type = defaultType(site.path, declaration.name) else { return [] }
    return names.fields(of: type.element ?? type).map {
      CompletionItem(label: $0.name, kind: .field, insertion: "\($0.name): $0", isSnippet: true, rank: 3)
    }
  }

  private func key(_ member: DeclarationMember) -> CompletionItem {
    CompletionItem(
      label: member.name, kind: .property, detail: member.summary, insertion: member.name + ": $0", isSnippet: true,
      word: member.name)
  }

  func word(_ text: String, rank: Int = 5) -> CompletionItem {
    CompletionItem(label: text, kind: .keyword, word: text, rank: rank)
  }

  private var declarations: [CompletionItem] {
    let isJob = cursor.document.path.hasSuffix(".jtbd")
    return DeclarationKind.allCases.filter { ($0 == .jtbd) == isJob }.map { kind in
      CompletionItem(
        label: kind.rawValue, kind: .snippet, detail: "a new \(kind.rawValue)", insertion: DeclarationSnippets.text(of: kind),
        isSnippet: true, word: kind.rawValue)
    }
  }

  private func members(of kind: DeclarationKind) -> [CompletionItem] {
    let present = presentMembers
    return kind.members.members.filter { !present.contains($0.name) }.enumerated().map { place, member in
      CompletionItem(
        label: member.name, kind: .property, detail: member.summary, insertion: DeclarationSnippets.member(member),
        isSnippet: true, word: member.name, rank: 4 + min(place, 5) / 5)
    }
  }

  /// The members that the declaration around the position has already.
  private var presentMembers: Set<String> {
    let outline = LineOutline(cursor.file)
    let line = outline.line(at: cursor.offset)
    if line.indentation == 0, line.key != nil, !line.isEntry {
      return FlowScan.keys(in: cursor.file.bytes, line.valueStart..<line.end, besides: cursor.offset)
    }
    var present: Set<String> = []
    var number = line.number
    while number > 0, outline.lines[number].indentation > 0 || outline.lines[number].isBlank || number == line.number {
      number -= 1
    }
    for other in outline.lines[(number + 1)...] where !other.isBlank && other.number != line.number {
      if other.indentation == 0, !other.isComment { break }
      if let key = other.key, !other.isEntry, outline.path(to: other.number).count == 1 { present.insert(key) }
    }
    return present
  }

  // MARK: Names

  /// The intents of the visible packs; in a blueprint, which goes from pack to pack, the intents of all packs. The only built-in
  /// intent among them is the adoption of other truths.
  private var intents: [CompletionItem] {
    let isBlueprint = declaration.kind == .blueprint
    let own = program.intents.enumerated().filter { _, intent in
      intent.isBuiltIn ? intent.name == ConvergePack.adoption : isBlueprint || names.sees(intent.pack)
    }
    return own.map { place, intent in
      CompletionItem(
        label: intent.name, kind: .event, detail: "intent of \(intent.pack)", symbol: .intent(place),
        rank: intent.isBuiltIn ? 7 : intent.pack == names.pack ? 4 : names.sees(intent.pack) ? 5 : 6)
    }
  }

  var packs: [CompletionItem] {
    program.packs.map { CompletionItem(label: $0.name, kind: .module, symbol: .pack($0.name)) }
  }

  /// The roles as clauses write them. If the set declares roles: the declared roles and the roles that need no declaration
  /// (approvals §3). If not: the roles that the set names, without the one that is being written.
  var roles: [CompletionItem] {
    let symbols = cursor.project.symbols
    let declared = symbols.declarations.filter { if case .role = $0.symbol { true } else { false } }
    let all = CompletionItem.roles(of: cursor.project)
    var found: [CompletionItem]
    if declared.contains(where: { names.sees($0.pack) }) {
      let known = program.undeclaredRoles.map(\.string)
      let items = Dictionary(first: all.map { ($0.label, $0) })
      found = declared.compactMap { items[$0.text] }
      found += known.map { CompletionItem(label: $0, kind: .constant, detail: "role", symbol: .role($0), rank: 3) }
    } else {
      let here = cursor.uses
      found = all.filter { item in
        guard let role = item.symbol, let use = here.first(where: { $0.symbol == role }) else { return true }
        return symbols.uses(of: [role]).contains { $0.span != use.span }
      }
    }
    return found.uniqued(on: \.label).map { item in
      var item = item
      if !item.label.isPlainName { item.label = "\"\(item.label)\"" }
      return item
    }
  }

  /// The guardrails of jobs: `send_invoice.1`.
  private var guardrails: [CompletionItem] {
    program.jobs.enumerated().flatMap { index, job in
      job.declaration.guardrails.enumerated().map { place, guardrail in
        CompletionItem(
          label: "\(job.name).\(place + 1)", kind: .constant, detail: guardrail.mustNot.text, symbol: .job(index))
      }
    }
  }

  /// The policies whose values are dates.
  private var holidays: [CompletionItem] {
    program.policies.enumerated().filter { names.sees($0.element.pack) && [.date, .list(.date)].contains($0.element.type) }.map {
      CompletionItem(label: $0.element.name, kind: .constant, symbol: .policy($0.offset))
    }
  }

  /// Returns the facts of the visible packs.
  func facts(prefix: String = "", rank: Int = 5) -> [CompletionItem] {
    program.facts.enumerated().filter { names.sees($0.element.pack) }.map { place, fact in
      CompletionItem(
        label: prefix + fact.name, kind: .classKind, detail: "fact of \(fact.pack)", symbol: .fact(place),
        rank: fact.isBuiltIn ? rank + 2 : rank)
    }
  }

  private var lifecycles: [CompletionItem] {
    program.lifecycles.enumerated().filter { $0.element.pack == names.pack && !$0.element.isExternal }.map { place, lifecycle in
      CompletionItem(
        label: lifecycle.name, kind: .structure, detail: "lifecycle", insertion: "\(lifecycle.name): $0", isSnippet: true,
        symbol: .lifecycle(place))
    }
  }

  /// Returns what may follow in a move: a state, or after one an arrow or a reason.
  private func steps(of name: String, _ site: CompletionSite) -> [CompletionItem] {
    let (bytes, end) = (cursor.file.bytes, Int(written.start))
    let tokens = ClauseScan(bytes, in: min(site.range.lowerBound, end)..<end, isEscaped: site.isEscaped).tokens
    let words = tokens.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    guard let last = tokens.last, last.kind != .sign else { return states(of: name) }
    if words.contains("else") { return [] }
    return (words.contains("→") ? ["→", "else"] : ["→"]).map { word($0, rank: 3) }
  }

  private func states(of name: String) -> [CompletionItem] {
    guard let lifecycle = program.lifecycles.first(where: { $0.name == name }) else { return [] }
    return values(of: lifecycle.states) + [word("any", rank: 6)]
  }

  /// The states that the transitions of the declaration name.
  private var ownStates: [CompletionItem] {
    let known = program.lifecycles.first { $0.name == declaration.name && $0.pack == names.pack }
    let states = known.map { program.enums[$0.states].values.dropFirst().map(\.string) } ?? []
    return (states + declaration.states).uniqued().map { CompletionItem(label: $0, kind: .enumMember, rank: 3) }
      + [word("any", rank: 6)]
  }

  /// The declaration around the position.
  var declaration: WrittenDeclaration { WrittenDeclaration(LineOutline(cursor.file), around: cursor.offset) }

  /// The names of the declaration that may have another name in JSON.
  private var jsonNames: [CompletionItem] {
    func keys(_ names: [String], _ kind: CompletionItem.Kind) -> [CompletionItem] {
      names.map { CompletionItem(label: $0, kind: kind, insertion: "\($0): \"$1\"", isSnippet: true) }
    }
    switch cursor.project.unit(cursor.file)?.declaration(before: cursor.offset)?.body {
    case .enumeration(let type): return keys(type.values.map(\.text), .enumMember)
    case .lifecycle(let lifecycle): return keys(lifecycle.key.map(\.text), .field) + keys(ownStates.map(\.label), .enumMember)
    default: return []
    }
  }

  /// Returns the values of an enum, or the states of a lifecycle.
  func values(of index: Int, rank: Int = 3) -> [CompletionItem] {
    program.enums[index].values.enumerated().map { ordinal, value in
      CompletionItem(
        label: value.string.isPlainName ? value.string : "\"\(value.string)\"", kind: .enumMember,
        detail: program.enums[index].name,
        symbol: .value(enumeration: index, ordinal: ordinal), rank: rank)
    }
  }

  var ownFields: [CompletionItem] {
    let declaration = declaration
    switch declaration.kind {
    case .fact, .intent, .record: return declaration.fields.map { CompletionItem(label: $0, kind: .field) }
    case .lifecycle:
      let all =
        program.facts.filter { $0.pack == names.pack }.flatMap(\.fields)
        + program.intents.filter { $0.pack == names.pack }.flatMap(\.fields)
      return all.uniqued(on: \.name).map { CompletionItem(label: $0.name, kind: .field) }
    default: return []
    }
  }

  /// The facts in the words of jobs: `invoice_sent`.
  private var jobFacts: [CompletionItem] {
    program.facts.enumerated().filter { !$0.element.isBuiltIn }.map { index, fact in
      CompletionItem(
        label: JobExample.word(fact.name), kind: .classKind, detail: "fact of \(fact.pack)", symbol: .fact(index),
        rank: names.sees(fact.pack) ? 4 : 6)
    }
  }

  /// The states of lifecycles in the words of jobs: `draft_invoice`.
  private var jobStates: [CompletionItem] {
    program.lifecycles.flatMap { lifecycle in
      let isSeen = names.sees(lifecycle.pack)
      return program.enums[lifecycle.states].values.enumerated().dropFirst().map { ordinal, state in
        CompletionItem(
          label: "\(state.string)_\(JobExample.word(lifecycle.name))", kind: .enumMember, detail: "state of \(lifecycle.name)",
          symbol: .value(enumeration: lifecycle.states, ordinal: ordinal), rank: isSeen ? 5 : 7)
      }
    }
  }

  // MARK: Outputs

  private var outputs: [CompletionItem] {
    let isSource = declaration.kind == .source
    let own = program.facts.enumerated().filter { place, fact in
      let isAuthority = fact.name == ConvergePack.authority && names.pack == ConvergePack.trust
      return (fact.pack == names.pack || isAuthority) && fact.lifecycle == nil
        && (isSource ? !fact.isDerived : !fact.isExternal)
    }
    let facts = own.flatMap { place, fact -> [CompletionItem] in
      let made = CompletionItem(
        label: "fact.\(fact.name)", kind: .classKind, detail: "makes the fact", symbol: .fact(place), rank: 3)
      // A source corrects no fact, and a view follows by itself.
      if fact.isImmutable || fact.isDerived || isSource { return [made] }
      return [
        made,
        CompletionItem(
          label: "correction.\(fact.name)", kind: .classKind, detail: "corrects the fact", symbol: .fact(place), rank: 4),
      ]
    }
    let name = cursor.project.unit(cursor.file)?.declaration(before: cursor.offset)?.name.text ?? "name"
    let proposals = program.intents.enumerated().filter { names.sees($0.element.pack) }.map {
      CompletionItem(
        label: "proposal.\($0.element.name)", kind: .event, detail: "makes a proposal", symbol: .intent($0.offset), rank: 4)
    }
    let trace = CompletionItem(
      label: "trace.\(name)", kind: .value, detail: "records that it fired", word: "trace", rank: 3)
    return facts + (isSource ? proposals : [trace])
  }

  /// Returns the fact type or intent that an entry of `produces` makes.
  private func owner(ofOutput key: String) -> Symbol.FieldOwner? {
    let name = key.split(separator: " ").first.map(String.init) ?? key
    let type =
      ["fact.", "correction.", "proposal."].first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) } ?? name
    return name.hasPrefix("proposal.")
      ? program.intents.firstIndex { $0.name == type }.map { .intent($0) }
      : program.facts.firstIndex { $0.name == type }.map { .fact($0) }
  }

  private func fields(ofOutput key: String) -> [CompletionItem] {
    guard let owner = owner(ofOutput: key) else { return [] }
    return SymbolText(cursor.project).fields(of: owner).enumerated().map { place, field in
      CompletionItem(
        label: field.name, kind: .field, detail: program.name(of: field, from: names.pack), insertion: "\(field.name): $0",
        isSnippet: true, symbol: .field(owner, place), rank: 3)
    }
  }
}

extension CursorPlace {
  /// Returns whether no arrow is between an offset and the position.
  fileprivate func isBeforeArrow(from start: Int) -> Bool {
    Array(file.bytes[min(start, offset)..<offset]).offset(of: Array("→".utf8)) == nil
  }
}

extension String {
  /// Whether clauses write a value or role of this name without quotes.
  var isPlainName: Bool {
    guard let first = utf8.first, ClauseScan.isLetter(first) else { return false }
    return utf8.allSatisfy { ClauseScan.isLetter($0) || ClauseScan.isDigit($0) } && !ReservedWords.contains(self)
  }
}
