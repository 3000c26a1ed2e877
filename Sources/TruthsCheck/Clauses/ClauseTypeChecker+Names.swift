import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Meanings of bare names and of members, and findings about unknown names (clauses §9).
extension ClauseTypeChecker {
  /// A possible meaning of a bare name; the cases are in the order of clauses §9.
  enum Found {
    case variable(BoundVariable)
    case binding(Int)
    case field(Trigger.TriggerField)
    case policy(Int)
    case lifecycle(Int)
    case now

    var isLifecycle: Bool {
      if case .lifecycle = self { return true }
      return false
    }
  }

  /// Returns every meaning of a bare name here. Only fields and policies can occur more than once.
  func find(_ name: String) -> [Found] {
    var meanings: [Found] = []
    if !variables.isEmpty, let variable = variables.last(where: { $0.name.text == name }) { meanings.append(.variable(variable)) }
    if !letIndex.isEmpty, let index = letIndex[name] { meanings.append(.binding(index)) }
    if let field = trigger.field(name) { meanings.append(.field(field)) } else { meanings += trigger.all(name).map(Found.field) }
    for policy in visiblePolicies(name) { meanings.append(.policy(policy)) }
    if let lifecycle = visibleLifecycle(name) { meanings.append(.lifecycle(lifecycle)) }
    if name == "now" { meanings.append(.now) }
    return meanings
  }

  /// Whether a variable or a `let` has a name.
  func binds(_ name: String) -> Bool { letIndex[name] != nil || variables.contains { $0.name.text == name } }

  /// Returns the meaning of a name, as ``only(_:)`` does for the results of ``find(_:)``, but without a list. Most names have one
  /// meaning, so this is the fast path.
  func meant(_ name: String) -> Found? {
    let policies = visiblePolicies(name)
    let lifecycle = visibleLifecycle(name)
    if !variables.isEmpty, let variable = variables.last(where: { $0.name.text == name }) { return .variable(variable) }
    if !letIndex.isEmpty, let index = letIndex[name] { return .binding(index) }
    guard policies.isEmpty, lifecycle == nil, name != "now", let field = trigger.field(name) else { return only(find(name)) }
    return .field(field)
  }

  /// Returns the one meaning of a name from all its meanings; `nil` if the name is ambiguous. A variable or `let` wins, because a
  /// hidden name was reported at the binding.
  func only(_ found: [Found]) -> Found? {
    guard let first = found.first else { return nil }
    if found.count == 1 { return first }
    switch first {
    case .variable, .binding: return first
    case .field, .policy, .lifecycle, .now: return nil
    }
  }

  /// Returns an unambiguous form for each meaning, with its kind and the place of its declaration.
  func forms(_ found: [Found], _ name: String) -> [(form: String, kind: String, span: Span?)] {
    found.map { found in
      switch found {
      case .variable(let variable): (name, "variable", variable.name.span)
      case .binding(let index): (name, "let", lets[index].binding.name.span)
      case .field(let field): (form(of: field), "field", field.field.span)
      case .policy(let index): (program.policies[index].qualifiedName, "policy", program.policies[index].span)
      case .lifecycle(let index):
        ("\(program.lifecycles[index].pack).\(name)", "lifecycle", program.lifecycles[index].span)
      case .now: ("now", "builtin", nil)
      }
    }
  }

  /// Returns the unambiguous form of a field of the trigger: qualified by the name of its fact, if it has one.
  private func form(of field: Trigger.TriggerField) -> String {
    guard let match = field.match else { return "trigger.\(field.field.name)" }
    let syntax = trigger.matches[match].syntax
    if let variable = syntax.variable { return "\(variable.text).\(field.field.name)" }
    return trigger.field(field.field.name) == nil
      ? "a.\(field.field.name)` with `- fact: \(syntax.type.text) as a" : "trigger.\(field.field.name)"
  }

  /// Lowers a meaning of a name.
  ///
  /// - Parameter name: place of the name alone, if `span` covers more than it.
  func typed(_ found: Found, at span: Span, label: String, name: Span? = nil) -> Typed {
    note(found, at: name ?? span)
    var result: Typed
    switch found {
    case .variable(let variable):
      result = Typed(node: variable.culprit ?? .slot(variable.slot), type: variable.type, span: span)
    case .binding(let index):
      lets[index].isUsed = true
      let value = letValue(index, at: span)
      result = Typed(node: .slot(lets[index].slot), type: value.type, span: span)
    case .field(let field): result = typed(field, at: span)
    case .policy(let index): result = policy(index, at: span)
    case .lifecycle(let index):
      session.report(NotAFact.lifecycleAsValue(program.lifecycles[index].name, at: span))
      result = .fault(at: span)
    case .now:
      staysInTable("now", at: span)
      momentReads.insert(span)
      result = Typed(node: .builtin(.now), type: .timestamp, span: span)
    }
    result.label = label
    return result
  }

  /// Records the use of a name. A field of the trigger is a field of each of the trigger's intents.
  private func note(_ found: Found, at span: Span) {
    guard session.tables.keepsUses else { return }
    let role: NameUse.Role = isImplicit ? .implicit : .use
    switch found {
    case .variable(let variable): session.note(.local(variable.name.span), at: span, role)
    case .binding(let index): session.note(.local(lets[index].binding.name.span), at: span, role)
    case .policy(let index): session.note(.policy(index), at: span, role)
    case .lifecycle(let index): session.note(.lifecycle(index), at: span, role)
    case .now: break
    case .field(let field):
      if let member = field.member, let match = field.match {
        session.note(.field(.fact(trigger.matches[match].fact), member), at: span, role)
      } else if let table = calledTable {
        session.note(.field(.table(table), field.slot), at: span, role)
      }
      for intent in trigger.intents {
        if let place = program.intents[intent].fields.firstIndex(where: { $0.name == field.field.name }) {
          session.note(.field(.intent(intent), place), at: span, role)
        }
      }
    }
  }

  private func typed(_ field: Trigger.TriggerField, at span: Span) -> Typed {
    guard let member = field.member, let match = field.match else {
      return Typed(node: .slot(field.slot), type: field.field.type, span: span).carrying(field.currency, field.field)
    }
    let fact = Typed(node: .slot(field.slot), type: .fact(trigger.matches[match].fact), span: span, isImplicit: true)
    return Typed(node: .field(fact.node, member), type: field.field.type, span: span, parts: [fact])
      .carrying(field.currency, field.field)
  }

  func policy(_ index: Int, at span: Span) -> Typed {
    session.usage.policies.insert(index)
    references.insert(.policy(index))
    return Typed(node: .policy(index), type: program.policies[index].type, span: span)
  }

  /// Returns the type of a bare name without an expected type, and reports nothing; `nil` if the name has no meaning.
  func quietType(_ name: String) -> ValueType? {
    switch meant(name) {
    case .variable(let variable): variable.type
    case .binding(let index): quietType(ofLet: index)
    case .field(let field): field.field.type
    case .policy(let index): program.policies[index].type
    case .lifecycle: nil
    case .now: .timestamp
    case nil: nil
    }
  }

  private func quietType(ofLet index: Int) -> ValueType? {
    if case .inProgress = lets[index].state { return nil }
    return letValue(index, at: lets[index].binding.name.span).type
  }
}

extension ClauseTypeChecker {
  /// Whether a meaning of a name has the member `word`.
  func hasMember(_ word: String, _ found: Found) -> Bool {
    switch type(of: found) {
    case .unknown: return true
    case .fact where word == "entry": return true
    case .record where word == "entry" && current(in: found) != nil: return true
    case let type: return type.flatMap { session.field(word, of: $0) } != nil
    }
  }

  /// Returns the fact type or lifecycle, with its keys, if the meaning is a `let` that consists of `the …` alone.
  func current(in found: Found) -> Expr? {
    guard case .binding(let index) = found, case .expression(let expr) = lets[index].binding.value.kind,
      case .current(let inner) = expr.kind
    else { return nil }
    return inner
  }

  /// Whether a meaning has no type because of an error that was reported.
  func isUnread(_ found: Found) -> Bool { type(of: found)?.isUnknown ?? false }

  private func type(of found: Found) -> ValueType? {
    switch found {
    case .variable(let variable): variable.type
    case .binding(let index): quietType(lets[index].binding.name.text)
    case .field(let field): field.field.type
    case .policy(let index): program.policies[index].type
    case .lifecycle, .now: nil
    }
  }

  /// Lowers `base.a.b`: fields of records and bound facts, and members of a bound fact's entry.
  func members(_ words: [Name], of base: Typed, at span: Span) -> Typed {
    var result = base
    var rest = words[...]
    while let word = rest.popFirst() {
      switch result.type {
      case .unknown: return .fault(at: span)
      case .fact where word.text == "entry": return entry(Array(rest), of: result, word, at: span)
      case .fact(let index): result = field(word, of: result, program.facts[index].fields, owner: program.facts[index].name)
      case .record(let index): result = field(word, of: result, program.records[index].fields, owner: program.records[index].name)
      case .json:
        session.report(JSONRead.finding(at: result.span))
        return .fault(at: span)
      default:
        session.report(UnknownField.noMembers(word, type: name(of: result.type)))
        return .fault(at: span)
      }
    }
    return result
  }

  private func field(_ word: Name, of base: Typed, _ fields: [Field], owner: String) -> Typed {
    guard let index = session.field(word.text, of: base.type) else {
      if session.isPartial(base.type) { return .fault(at: base.span) }
      session.report(UnknownField.finding(word, of: owner, among: session.candidates(fields.map(\.name))))
      return .fault(at: base.span.union(word.span))
    }
    session.note(field: index, of: base.type, at: word.span, isImplicit ? .implicit : .use)
    return Typed(
      node: .field(base.node, index), type: fields[index].type, span: base.span.union(word.span), parts: [base],
      label: base.label.isEmpty ? word.text : "\(base.label).\(word.text)"
    ).carrying(fields[index].currency.flatMap { session.field($0, of: base.type) }, fields[index])
  }

  /// Lowers a member of a bound fact's ledger entry, such as `p.entry.timestamp`.
  private func entry(_ words: [Name], of base: Typed, _ entry: Name, at span: Span) -> Typed {
    let wanted = words.map(\.text).joined(separator: ".")
    guard let field = EntryField(rawValue: wanted) else {
      let place = words.first ?? entry
      session.report(
        UnknownField.finding(
          Name(words.isEmpty ? "entry" : wanted, at: place.span.union((words.last ?? entry).span)), of: "entry",
          among: EntryField.allCases.map(\.rawValue)))
      return .fault(at: span)
    }
    let type: ValueType
    switch field {
    case .sequence: type = .integer(unit: nil)
    case .timestamp: type = .timestamp
    case .truthID, .actorUserID: type = .text
    }
    let label = "\(base.label).entry.\(wanted)"
    if case .fact(let fact) = base.type { entryReads.append(EntryRead(fact: fact, label: label, span: span)) }
    return Typed(node: .entry(base.node, field), type: type, span: span, parts: [base], label: label)
  }

  /// Lowers a built-in name such as `actor.roles` or `proposal.override.reason`.
  func builtin(_ words: [Name], at span: Span) -> Typed {
    let wanted = words.map(\.text).joined(separator: ".")
    guard let builtin = Builtin(rawValue: wanted), builtin != .actorStanding || isBuiltIn else {
      if words.count == 2, trigger.field(words[1].text) != nil {
        session.report(UnknownName.field(wanted, meant: words[1].text, at: span))
        return .fault(at: span)
      }
      let known = Builtin.nameable.map(\.rawValue).filter { $0.hasPrefix(words[0].text + ".") }
      session.report(UnknownName.finding(wanted, at: span, among: known, help: "known are \(known.quotedList)"))
      return .fault(at: span)
    }
    if builtin == .actorRoles || builtin == .actorType, scope.name != "trust", !isBuiltIn {
      session.report(RoleOutsideTrust.finding(wanted, at: span, pack: scope.name))
    }
    if builtin == .proposalOnBehalfOf, scope.name != "trust", !isBuiltIn {
      session.report(ClaimedOutsideTrust.finding(at: span, pack: scope.name))
    }
    if let match = trigger.matches.first, !isBuiltIn {
      session.report(
        BeyondFacts.finding(wanted, at: span, fact: match.syntax.type.text, variable: match.syntax.variable?.text))
      return .fault(at: span)
    }
    return Typed(node: .builtin(builtin), type: type(of: builtin), span: span, label: wanted)
  }

  private func type(of builtin: Builtin) -> ValueType {
    guard builtin == .actorStanding, let record = program.records.firstIndex(where: { $0.name == ConvergePack.standing }) else {
      return builtin.type
    }
    return .record(record)
  }
}

extension Builtin {
  var type: ValueType {
    switch self {
    case .now, .proposalAt: .timestamp
    case .actorRoles: .list(.text)
    case .proposalConfidence: .decimal(unit: nil)
    case .proposalConsent: .boolean
    case .documentPosition: .integer(unit: nil)
    case .actorStanding: .unknown
    case .actorType, .actorUserID, .proposalPack, .proposalTruthID, .proposalRequiresConsent, .proposalOverrideReason,
      .proposalOnBehalfOf, .proposalAction, .proposalID:
      .text
    }
  }
}

extension [String] {
  /// The names in words, such as "`a`, `b` and `c`".
  fileprivate var quotedList: String { isEmpty ? "none" : map { "`\($0)`" }.joinedInWords }
}

extension ClauseTypeChecker {
  /// Reports a bare name without a meaning, with the most likely cause.
  func reportUnknown(_ name: Name, expecting type: ValueType?) {
    let text = name.text
    if trigger.isFaulty || session.names.isUnread(text) || type == .unknown { return }
    if case .enumeration(let index) = type {
      session.report(LiteralReader(session: session).unknownValue(text, of: index, at: name.span))
    } else if let policy = session.policies(named: text).first {
      session.report(UnusedPack.name(text, at: name.span, pack: program.policies[policy].pack, scope: scope.name))
    } else if let help = partHelp(text) ?? sharedHelp(text) ?? effectAloneHelp(name) ?? builtinHelp(text) {
      session.report(UnknownName.finding(text, at: name.span, among: [], help: help))
    } else if let partly = partlyDeclared(text) {
      session.report(UnknownName.finding(text, at: name.span, among: [], help: partly))
    } else if let other = otherMeaning(of: text) {
      session.report(UnknownName.notAValue(text, isA: other.kind, help: other.help, at: name.span))
    } else {
      let effects = name.span == consequence ? Self.effects : []
      let candidates = session.candidates(effects + bareCandidates)
      session.report(UnknownName.finding(text, at: name.span, among: candidates, help: triggerHelp))
    }
  }

  /// Effects that may follow `→`.
  static let effects = ["reject", "requires_approval", "requires_consent", "warn"]

  /// Reports a path without a meaning: at the member if its first word is known, otherwise at the whole path, with the nearest
  /// fact type.
  func reportUnknownPath(_ words: [Name], at span: Span) {
    if words.isEmpty || trigger.isFaulty { return }
    if let near = nearest(to: words) {
      session.report(UnknownName.near(near.written, at: near.span, nearest: near.name))
      return
    }
    if case .lifecycle(let index) = only(find(words[0].text)), words.count > 1 {
      session.report(UnknownField.ofLifecycle(words[1], lifecycle: program.lifecycles[index].name))
      return
    }
    if let found = only(find(words[0].text)) {
      _ = members(Array(words.dropFirst()), of: typed(found, at: words[0].span, label: words[0].text), at: span)
      return
    }
    let written = words.map(\.text).joined(separator: ".")
    if session.names.isUnread(written) { return }
    if words.count > 1, session.names.isPack(words[0].text), !scope.sees(words[0].text) {
      session.report(UnusedPack.name(written, at: span, pack: words[0].text, scope: scope.name))
      return
    }
    if let help = partHelp(words[0].text) ?? sharedHelp(words[0].text) {
      session.report(UnknownName.finding(written, at: span, among: [], help: help))
      return
    }
    if words.count > 1, let other = qualifierMeaning(words[0].text, member: words[1].text) {
      session.report(UnknownName.notAValue(words[0].text, isA: other.kind, help: other.help, at: words[0].span))
      return
    }
    session.report(UnknownName.finding(written, at: span, among: session.candidates(bareCandidates), help: triggerHelp))
  }

  /// Returns the fact type nearest to a path or its beginning. If the first word has another meaning, only fact types that
  /// begin with it count. After a pack's name, it returns the nearest name of that pack.
  private func nearest(to words: [Name]) -> (written: String, span: Span, name: String)? {
    let written = words.map(\.text).joined(separator: ".")
    let first = words[0].text
    let isKnown = only(find(first)) != nil
    if !isKnown, session.names.isUnread(written) || session.names.isPack(first) && !scope.sees(first) { return nil }
    for count in stride(from: words.count, through: 2, by: -1) {
      let head = words[..<count].map(\.text).joined(separator: ".")
      let rest = words[1..<count].map(\.text).joined(separator: ".")
      let near = isKnown ? nil : nearest(to: rest, in: first)
      let candidates = session.candidates(isKnown ? visibleFacts.filter { $0.hasPrefix(first + ".") } : visibleFacts)
      if let near = near ?? nearestName(to: head, among: candidates) {
        return (head, words[0].span.union(words[count - 1].span), near)
      }
    }
    return nil
  }

  /// Returns the nearest name qualified by its pack, if either the pack or the name is misspelt, not both.
  private func nearest(to name: String, in pack: String) -> String? {
    if session.names.isPack(pack) {
      return nearestName(to: name, among: session.candidates(names(of: pack))).map { "\(pack).\($0)" }
    }
    let packs = session.candidates(program.packs.map(\.name).filter { scope.sees($0) })
    guard let near = nearestName(to: pack, among: packs), names(of: near).contains(name) else { return nil }
    return "\(near).\(name)"
  }

  private func names(of pack: String) -> [String] {
    program.policies.filter { $0.pack == pack }.map(\.name) + program.facts.filter { $0.pack == pack }.map(\.name)
      + program.lifecycles.filter { $0.pack == pack }.map(\.name)
  }

  /// Reports `trigger.x` for a field that the trigger does not have.
  func reportUnknownTriggerField(_ word: Name) {
    if trigger.isFaulty { return }
    let help = partlyDeclared(word.text) ?? triggerHelp
    session.report(
      UnknownName.finding(word.text, at: word.span, among: session.candidates(trigger.fields.map(\.field.name)), help: help))
  }

  private var bareCandidates: [String] {
    variables.map(\.name.text) + lets.map(\.binding.name.text) + trigger.fields.map(\.field.name)
      + program.policies.filter { scope.sees($0.pack) }.map(\.name) + ["now"] + visibleFacts
      + program.lifecycles.filter { scope.sees($0.pack) }.map(\.name)
  }

  /// Returns help if only some of several intents declare a field, or they declare it with different types.
  private func partlyDeclared(_ name: String) -> String? {
    guard trigger.intents.count > 1, session.mayLookThrough(trigger.intents.count) else { return nil }
    let having = trigger.intents.filter { program.intents[$0].fields.contains { $0.name == name } }
    guard !having.isEmpty else { return nil }
    if having.count == trigger.intents.count { return "the intents declare `\(name)` with different types" }
    let lacking = trigger.intents.filter { !having.contains($0) }.map { program.intents[$0].name }
    return "\(lacking.quotedList) \(lacking.count == 1 ? "has" : "have") no field `\(name)`"
  }

  private var triggerHelp: String? {
    trigger.intents.isEmpty && trigger.matches.isEmpty && trigger.fields.isEmpty
      ? "no intent is named here, so only `proposal`, `actor`, `now`, policies and facts can be read" : nil
  }

  /// Returns help for a quantifier's variable in the clause's text, where the quantifier is only a part of the clause.
  private func partHelp(_ name: String) -> String? {
    guard partVariables.contains(name) else { return nil }
    return "`\(name)` means the element that decides only if its quantifier is the whole clause: make it a clause of its own"
  }

  /// Returns help for a `let` of an intent that is not shared here: beside another intent, in another pack, or in an invariant.
  private func sharedHelp(_ name: String) -> String? {
    let intents = trigger.intents.lazy.map { self.session.declared.intents[$0] }
    guard let intent = intents.first(where: { $0.body.lets.contains { $0.name.text == name } }) else { return nil }
    return "`\(name)` is a `let` of intent `\(intent.name.text)`: only truths of pack `\(intent.pack)` that name no other "
      + "intent may use it"
  }

  /// Returns an approval or consent with its brackets, if the name is one that is all of a clause.
  private func effectAloneHelp(_ name: Name) -> String? {
    guard let clause = effectAlone, clause.condition.span == name.span else { return nil }
    var reason: TextLiteral?
    if case .reason(let literal)? = clause.otherwise { reason = literal } else if clause.otherwise != nil { return nil }
    switch name.text {
    case "requires_approval":
      return "write `requires_approval(\(approverRole)\(reason.map { ", \(formatted($0))" } ?? ""))`"
    case "requires_consent":
      return reason.map { "write `requires_consent(\(formatted($0)))`" } ?? "write `requires_consent(\"…\")`, with the reason"
    default: return nil
    }
  }

  /// The role that approves where a clause names none (approvals §3).
  private var approverRole: String {
    for pack in [scope.name, ConvergePack.trust] {
      guard let policy = program.policies.first(where: { $0.pack == pack && $0.name == "approver_role" }),
        case .text(let role) = policy.initial
      else { continue }
      return NameShape.isName(role.string.utf8) ? role.string : "\"\(role.string)\""
    }
    return "manager"
  }

  private func builtinHelp(_ name: String) -> String? {
    if name == "reject" || name == "warn" { return "write `→ \(name)(\"…\")`" }
    if name == "requires_approval" || name == "requires_consent" { return "an effect follows `→` or `else`" }
    if ["null", "nil", "none", "undefined"].contains(name) { return "test it with `x missing` or `x exists`" }
    guard name == "actor" || name == "proposal" else { return nil }
    return "it has \(Builtin.nameable.map(\.rawValue).filter { $0.hasPrefix(name + ".") }.quotedList)"
  }
}
