import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension Body {
  /// Reports a bare name that means nothing, with the most likely cause.
  func reportUnknown(_ name: Name, expecting type: ValueType?) {
    let text = name.text
    if trigger.isFaulty || session.names.isUnread(text) || type == .unknown { return }
    if case .enumeration(let index) = type {
      session.report(session.unknownValue(text, of: index, at: name.span))
    } else if let policy = session.policies(named: text).first {
      session.report(UnusedPack.name(text, at: name.span, pack: program.policies[policy].pack, scope: scope.name))
    } else if let help = builtinHelp(text) {
      session.report(UnknownName.found(text, at: name.span, among: [], help: help))
    } else if let partly = partlyDeclared(text) {
      session.report(UnknownName.found(text, at: name.span, among: [], help: partly))
    } else {
      let effects = name.span == consequence ? Self.effects : []
      let candidates = session.candidates(effects + bareCandidates)
      session.report(UnknownName.found(text, at: name.span, among: candidates, help: triggerHelp))
    }
  }

  /// What may stand behind `→` beside conditions.
  static let effects = ["reject", "requires_approval", "warn"]

  /// Reports a path that means nothing: at the member, where its first word is known, else at the whole, with the nearest fact
  /// type.
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
    session.report(UnknownName.found(written, at: span, among: session.candidates(bareCandidates), help: triggerHelp))
  }

  /// The fact type that a path, or its beginning, nearly is; where its first word means something else, only one that begins
  /// with it. Behind a pack's name, the name of that pack that the rest nearly is.
  private func nearest(to words: [Name]) -> (written: String, span: Span, name: String)? {
    let written = words.map(\.text).joined(separator: ".")
    let first = words[0].text
    let isKnown = only(find(first)) != nil
    if !isKnown, session.names.isUnread(written) || session.names.isPack(first) && !scope.sees(first) { return nil }
    let candidates = isKnown ? visibleFacts.filter { $0.hasPrefix(first + ".") } : visibleFacts
    for count in stride(from: words.count, through: 2, by: -1) {
      let head = words[..<count].map(\.text).joined(separator: ".")
      let rest = words[1..<count].map(\.text).joined(separator: ".")
      let near = isKnown ? nil : nearest(to: rest, in: first)
      if let near = near ?? nearestName(to: head, among: session.candidates(candidates)) {
        return (head, words[0].span.union(words[count - 1].span), near)
      }
    }
    return nil
  }

  /// A name qualified by its pack, of which the pack or the name is misspelt, not both.
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
      UnknownName.found(word.text, at: word.span, among: session.candidates(trigger.fields.map(\.field.name)), help: help))
  }

  private var visibleFacts: [String] { program.facts.filter { scope.sees($0.pack) }.map(\.name) }

  private var bareCandidates: [String] {
    variables.map(\.name.text) + lets.map(\.binding.name.text) + trigger.fields.map(\.field.name)
      + program.policies.filter { scope.sees($0.pack) }.map(\.name) + ["now"] + visibleFacts
      + program.lifecycles.filter { scope.sees($0.pack) }.map(\.name)
  }

  /// Several intents, of which only some declare a field, or with another type.
  private func partlyDeclared(_ name: String) -> String? {
    guard trigger.intents.count > 1 else { return nil }
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

  private func builtinHelp(_ name: String) -> String? {
    if name == "reject" || name == "warn" { return "write `→ \(name)(\"…\")`" }
    if name == "requires_approval" { return "an effect stands behind `→` or `else`" }
    if ["null", "nil", "none", "undefined"].contains(name) { return "test it with `x missing` or `x exists`" }
    guard name == "actor" || name == "proposal" else { return nil }
    return "it has \(Builtin.allCases.map(\.rawValue).filter { $0.hasPrefix(name + ".") }.quotedList)"
  }
}
