import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension Body {
  /// What a path of two words or more may mean.
  private enum Meaning {
    /// Members of what the first word means.
    case members(Found)
    /// A fact type, and how many words it takes, from which word on.
    case fact(Int, from: Int, count: Int)
    /// A policy of a pack, `money.limit`.
    case policy(Int)
    /// The state of a lifecycle, or with its pack before it the lifecycle itself, and how many words name it.
    case lifecycle(Int, count: Int)
  }

  /// What `a.b.c` means: a built-in value, a field of the trigger, members, a fact type or look-up, or a name qualified by its
  /// pack.
  func path(_ words: [Name], at span: Span) -> Target {
    switch words[0].text {
    case "actor", "proposal":
      // The actor of a source's facts is its document.
      if !isSource || words.map(\.text) != ["actor", "user_id"] { staysInTable(words[0].text, at: span) }
      return .value(builtin(words, at: span))
    case "trigger" where find("trigger").isEmpty: return .value(triggerField(words, at: span))
    case "fact" where find("fact").isEmpty: return factPath(words, from: 1, at: span)
    default: break
    }
    let meanings = meanings(of: words)
    if meanings.count > 1 {
      reportAmbiguous(words.map(\.text).joined(separator: "."), at: span, meanings.map { form($0, words) })
      return .fault
    }
    guard let meaning = meanings.first else {
      reportUnknownPath(words, at: span)
      return .fault
    }
    switch meaning {
    case .members(let found):
      return .value(members(Array(words.dropFirst()), of: typed(found, at: words[0].span, label: words[0].text), at: span))
    case .policy(let index):
      guard sees(program.policies[index].pack, words, at: span) else { return .fault }
      var base = policy(index, at: words[0].span.union(words[1].span))
      base.label = "\(words[0].text).\(words[1].text)"
      return .value(members(Array(words.dropFirst(2)), of: base, at: span))
    case .fact(let index, let from, let count): return fact(index, words, from: from, count: count, at: span)
    case .lifecycle(let index, let count): return lifecycle(index, words, count: count, at: span)
    }
  }

  /// A lifecycle qualified by its pack, or a state where more words follow.
  private func lifecycle(_ index: Int, _ words: [Name], count: Int, at span: Span) -> Target {
    guard sees(program.lifecycles[index].pack, words, at: span), isOfDocument(words, at: span) else { return .fault }
    let reference = LifecycleReference(
      lifecycle: index, keys: nil, span: words[0].span.union(words[count - 1].span),
      label: words[..<count].map(\.text).joined(separator: "."))
    return words.count == count ? .lifecycle(reference) : .value(state(reference, Array(words[count...]), at: span))
  }

  private func meanings(of words: [Name]) -> [Meaning] {
    var meanings: [Meaning] = []
    if let found = only(find(words[0].text).filter { !$0.isLifecycle }), hasMember(words[1].text, found) {
      meanings.append(.members(found))
    }
    if let match = longestFact(words, from: 0) { meanings.append(.fact(match.fact, from: 0, count: match.count)) }
    if words[1].text == "state", let lifecycle = session.lifecycle(named: words[0].text) {
      meanings.append(.lifecycle(lifecycle, count: 1))
    }
    guard session.names.isPack(words[0].text) else { return meanings }
    if let match = longestFact(words, from: 1), program.facts[match.fact].pack == words[0].text {
      meanings.append(.fact(match.fact, from: 1, count: match.count))
    }
    if let lifecycle = session.lifecycle(named: words[1].text), program.lifecycles[lifecycle].pack == words[0].text,
      words.count == 2 || words[2].text == "state"
    {
      meanings.append(.lifecycle(lifecycle, count: 2))
    }
    if let policy = session.policies(named: words[1].text).first(where: { program.policies[$0].pack == words[0].text }) {
      meanings.append(.policy(policy))
    }
    return meanings
  }

  /// How many words at the beginning of a path only qualify what follows, so that the rest alone means the same: `trigger`, a
  /// pack's name, and `fact` before that.
  func qualifyingWords(_ words: [Name]) -> Int {
    guard words.count > 1 else { return 0 }
    let rest = Array(words.dropFirst())
    if words[0].text == "trigger" {
      guard find("trigger").isEmpty, let field = only(find(rest[0].text)), case .field = field else { return 0 }
      return isEnumValue(rest[0].text) || rest.count > 1 && !areMembers(rest) ? 0 : 1
    }
    if words[0].text == "fact" {
      guard find("fact").isEmpty else { return 0 }
      let count = qualifyingWords(rest)
      return count > 0 ? count + 1 : 0
    }
    let meanings = meanings(of: words)
    guard meanings.count == 1, let meaning = meanings.first else { return 0 }
    return isSame(meaning, rest) ? 1 : 0
  }

  /// Whether the words behind a pack's name mean alone what they mean behind it.
  private func isSame(_ meaning: Meaning, _ rest: [Name]) -> Bool {
    let alone = rest.count > 1 ? meanings(of: rest) : []
    switch meaning {
    case .fact(let index, from: 1, _):
      guard alone.count == 1, case .fact(index, from: 0, _) = alone[0] else { return false }
      return true
    case .policy(let index):
      guard rest.count == 1, !isEnumValue(rest[0].text), case .policy(index) = only(find(rest[0].text)) else { return false }
      return true
    case .lifecycle(let index, count: 2) where rest.count == 1:
      guard case .lifecycle(index) = only(find(rest[0].text)) else { return false }
      return true
    case .lifecycle(let index, count: 2):
      guard alone.count == 1, case .lifecycle(index, count: 1) = alone[0] else { return false }
      return true
    default: return false
    }
  }

  /// Whether a path is one of members, and nothing else.
  private func areMembers(_ words: [Name]) -> Bool {
    let meanings = meanings(of: words)
    guard meanings.count == 1, case .members = meanings[0] else { return false }
    return true
  }

  /// Whether a bare name may be a value of an enum, which it then is before anything else.
  private func isEnumValue(_ name: String) -> Bool {
    program.enums.indices.contains { session.enumConstant(Text(name), of: $0) != nil }
  }

  private func form(_ meaning: Meaning, _ words: [Name]) -> (form: String, kind: String, span: Span?) {
    let text = words.map(\.text).joined(separator: ".")
    switch meaning {
    case .members(let found):
      let root = forms([found], words[0].text)[0]
      let rest = words.dropFirst().map { ".\($0.text)" }.joined()
      return (root.form + rest, root.kind, root.span)
    case .policy(let index): return (text, "policy", program.policies[index].span)
    case .fact(let index, let from, _):
      let fact = program.facts[index]
      return (from == 0 ? "\(fact.pack).\(text)" : text, "fact type", fact.span)
    case .lifecycle(let index, let count):
      let lifecycle = program.lifecycles[index]
      return (count == 1 ? "\(lifecycle.pack).\(text)" : text, "lifecycle", lifecycle.span)
    }
  }

  /// `fact.period.closed`: the prefix means nothing, but a fact type must follow.
  private func factPath(_ words: [Name], from start: Int, at span: Span) -> Target {
    if let match = longestFact(words, from: start) { return fact(match.fact, words, from: start, count: match.count, at: span) }
    if words.count > start + 2, session.names.isPack(words[start].text), let match = longestFact(words, from: start + 1),
      program.facts[match.fact].pack == words[start].text
    {
      return fact(match.fact, words, from: start + 1, count: match.count, at: span)
    }
    reportUnknownPath(
      Array(words.dropFirst(start)), at: words[min(start, words.count - 1)].span.union(words[words.count - 1].span))
    return .fault
  }

  /// A fact type, or a look-up where more words follow.
  private func fact(_ index: Int, _ words: [Name], from start: Int, count: Int, at span: Span) -> Target {
    guard sees(program.facts[index].pack, words, at: span), isOfDocument(words, at: span) else { return .fault }
    let rest = Array(words.dropFirst(start + count))
    let type = words[..<(start + count)]
    let reference = FactReference(
      fact: index, keys: nil, span: words[0].span.union(type[type.endIndex - 1].span),
      label: type.map(\.text).joined(separator: "."))
    return rest.isEmpty ? .fact(reference) : .value(lookUp(reference, rest, at: span))
  }

  /// The fact type that takes the most words from a place on; two at least.
  func longestFact(_ words: [Name], from start: Int) -> (fact: Int, count: Int)? {
    guard words.count >= start + 2 else { return nil }
    for end in stride(from: words.count, through: start + 2, by: -1) {
      let name = words[start..<end].map(\.text).joined(separator: ".")
      if let fact = session.fact(named: name) { return (fact, end - start) }
    }
    return nil
  }

  /// Whether this pack may use a name of another, reported where it may not.
  private func sees(_ pack: String, _ words: [Name], at span: Span) -> Bool {
    if scope.sees(pack) { return true }
    session.report(UnusedPack.name(words.map(\.text).joined(separator: "."), at: span, pack: pack, scope: scope.name))
    return false
  }

  /// Whether a fact type or lifecycle may be read here: not in a source, which is reported.
  private func isOfDocument(_ words: [Name], at span: Span) -> Bool {
    if isSource { session.report(BeyondDocument.found(words.map(\.text).joined(separator: "."), at: span)) }
    return !isSource
  }

  /// `trigger.amount`: a field of the proposal's intent, whatever else has its name.
  private func triggerField(_ words: [Name], at span: Span) -> Typed {
    guard let field = trigger.field(words[1].text) else {
      let several = trigger.all(words[1].text).map(Found.field)
      if several.count > 1 {
        reportAmbiguous("trigger.\(words[1].text)", at: span, forms(several, words[1].text))
        return .fault(at: span)
      }
      reportUnknownTriggerField(words[1])
      return .fault(at: span)
    }
    let root = words[0].span.union(words[1].span)
    let base = typed(.field(field), at: root, label: "trigger.\(words[1].text)")
    return members(Array(words.dropFirst(2)), of: base, at: span)
  }
}
