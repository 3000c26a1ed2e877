import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension Body {
  /// Whether what a name means has a member of that name.
  func hasMember(_ word: String, _ found: Found) -> Bool {
    let type: ValueType?
    switch found {
    case .variable(let variable): type = variable.type
    case .binding(let index): type = quietType(lets[index].binding.name.text)
    case .field(let field): type = field.field.type
    case .policy(let index): type = program.policies[index].type
    case .lifecycle, .now: type = nil
    }
    switch type {
    case .unknown: return true
    case .fact where word == "entry": return true
    default: return type.flatMap { session.field(word, of: $0) } != nil
    }
  }

  /// `base.a.b`: fields of records and bound facts, and what is known of a bound fact's entry.
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
        session.report(JSONRead.found(at: result.span))
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
      session.report(UnknownField.found(word, of: owner, among: session.candidates(fields.map(\.name))))
      return .fault(at: base.span.union(word.span))
    }
    return Typed(
      node: .field(base.node, index), type: fields[index].type, span: base.span.union(word.span), parts: [base],
      label: base.label.isEmpty ? word.text : "\(base.label).\(word.text)")
  }

  /// `p.entry.timestamp`
  private func entry(_ words: [Name], of base: Typed, _ entry: Name, at span: Span) -> Typed {
    let wanted = words.map(\.text).joined(separator: ".")
    guard let field = EntryField(rawValue: wanted) else {
      let place = words.first ?? entry
      session.report(
        UnknownField.found(
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
    return Typed(node: .entry(base.node, field), type: type, span: span, parts: [base], label: "\(base.label).entry.\(wanted)")
  }

  /// `actor.roles`, `proposal.override.reason`
  func builtin(_ words: [Name], at span: Span) -> Typed {
    let wanted = words.map(\.text).joined(separator: ".")
    guard let builtin = Builtin(rawValue: wanted) else {
      let known = Builtin.allCases.map(\.rawValue).filter { $0.hasPrefix(words[0].text + ".") }
      session.report(UnknownName.found(wanted, at: span, among: known, help: "known are \(known.quotedList)"))
      return .fault(at: span)
    }
    if builtin == .actorRoles || builtin == .actorType, scope.name != "trust", !isBuiltIn {
      session.report(RoleOutsideTrust.found(wanted, at: span, pack: scope.name))
    }
    return Typed(node: .builtin(builtin), type: builtin.type, span: span, label: wanted)
  }
}

extension Builtin {
  /// The type of the value that it stands for.
  var type: ValueType {
    switch self {
    case .now: .timestamp
    case .actorRoles: .list(.text)
    case .proposalConfidence: .decimal(unit: nil)
    case .proposalConsent: .boolean
    case .actorType, .actorUserID, .proposalPack, .proposalTruthID, .proposalRequiresConsent, .proposalOverrideReason,
      .proposalOnBehalfOf:
      .text
    }
  }
}

extension [String] {
  /// "`a`, `b` and `c`"
  var quotedList: String {
    let quoted = map { "`\($0)`" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "none" }
    return quoted.dropLast().joined(separator: ", ") + " and " + last
  }
}
