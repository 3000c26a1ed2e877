import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A fact type in an expression. The context decides whether the reference means a fact's presence, a field or all facts of the
/// type.
struct FactReference {
  var fact: Int
  /// Keys written in brackets; `nil` without brackets.
  var keys: [KeyArgument]?
  var span: Span
  /// The reference as written, such as `period.closed`.
  var label: String
}

/// A lifecycle in an expression. The context decides whether the reference means a state or all instances.
struct LifecycleReference {
  var lifecycle: Int
  /// Keys written in brackets; `nil` without brackets.
  var keys: [KeyArgument]?
  var span: Span
  /// The reference as written, such as `invoice`.
  var label: String
}

/// The meaning of a name, path or keyed form.
enum Target {
  case value(Typed)
  case fact(FactReference)
  case lifecycle(LifecycleReference)
  /// No meaning; that has been reported.
  case fault
}

extension Expr {
  /// Whether the expression is a name, a path or a fact type with keys: the forms that can mean a fact type.
  var isPath: Bool {
    switch kind {
    case .name, .keyed: true
    case .member(let base, _): base.isPath
    default: false
    }
  }

  /// Words of a plain path, `a.b.c`; `nil` for any other expression.
  var words: [Name]? {
    var words: [Name] = []
    return addWords(to: &words) ? words : nil
  }

  private func addWords(to words: inout [Name]) -> Bool {
    switch kind {
    case .name(let text): words.append(Name(text, at: span))
    case .member(let base, let word):
      guard base.addWords(to: &words) else { return false }
      words.append(word)
    default: return false
    }
    return true
  }
}

/// Resolves names, paths and keyed forms in clauses (clauses §9).
struct PathResolver {
  let checker: ClauseTypeChecker

  private typealias Found = ClauseTypeChecker.Found

  private var session: CheckSession { checker.session }
  private var program: Program { _read { yield checker.program } }

  /// Returns the meaning of an expression that has the form of a path (clauses §9).
  func target(_ expr: Expr, expecting type: ValueType?) -> Target {
    if let words = expr.words {
      return words.count == 1 ? bareTarget(words[0], expecting: type) : path(words, at: expr.span)
    }
    switch expr.kind {
    case .keyed(let base, let keys): return keyed(base, keys, at: expr.span)
    case .member(let base, let word):
      if let (inner, words) = expr.membersOfCurrent { return .value(checker.current(inner, words, at: expr.span)) }
      switch target(base, expecting: nil) {
      case .value(let typed): return .value(checker.members([word], of: typed, at: expr.span))
      case .fact(let reference): return .value(checker.lookUp(reference, [word], at: expr.span))
      case .lifecycle(let reference): return .value(checker.state(reference, [word], at: expr.span))
      case .fault: return .fault
      }
    default: return .value(checker.value(expr, expecting: type))
    }
  }

  private func keyed(_ base: Expr, _ keys: [KeyArgument], at span: Span) -> Target {
    if let words = base.words, let record = checker.recordType(words) {
      note(.record(record), words, from: words.count - 1, count: 1)
      return .value(checker.record(record, keys, at: span))
    }
    switch target(keyTarget(base), expecting: nil) {
    case .fault: return .fault
    case .lifecycle(var reference):
      if reference.keys != nil {
        session.report(NotAFact.keyed(at: base.span))
        return .fault
      }
      reference.keys = keys
      reference.span = span
      reference.label = formatted(Expr(.keyed(base, keys), at: span))
      return isStatePath(base) ? .value(checker.state(reference, label: reference.label, at: span)) : .lifecycle(reference)
    case .value(let typed):
      if !typed.type.isUnknown { session.report(NotAFact.keyed(at: base.span)) }
      return .fault
    case .fact(var reference):
      if reference.keys != nil {
        session.report(NotAFact.keyed(at: base.span))
        return .fault
      }
      reference.keys = keys
      reference.span = span
      reference.label = formatted(Expr(.keyed(base, keys), at: span))
      return .fact(reference)
    }
  }

  /// Returns the lifecycle in `invoice.state(invoice_id = x)`, where the keys follow the state; any other base unchanged.
  private func keyTarget(_ base: Expr) -> Expr {
    guard isStatePath(base), case .member(let root, _) = base.kind else { return base }
    return root
  }

  private func isStatePath(_ expr: Expr) -> Bool {
    guard case .member(let root, let word) = expr.kind, word.text == "state", let words = root.words, let last = words.last else {
      return false
    }
    if words.count == 1 { return checker.only(checker.find(last.text)).map(\.isLifecycle) ?? false }
    return words.count == 2 && session.lifecycle(named: last.text).map { program.lifecycles[$0].pack == words[0].text } ?? false
  }

  /// Returns the meaning of a bare name. A lifecycle stays one, because the context decides between its state and its
  /// instances.
  private func bareTarget(_ name: Name, expecting type: ValueType?) -> Target {
    var isValue = false
    if case .enumeration(let index) = type { isValue = session.enumConstant(Text(name.text), of: index) != nil }
    let meant = isValue ? nil : checker.meant(name.text)
    if case .lifecycle(let index) = meant {
      session.note(.lifecycle(index), at: name.span)
      return .lifecycle(LifecycleReference(lifecycle: index, keys: nil, span: name.span, label: name.text))
    }
    return .value(bareName(name, meant, expecting: type))
  }

  private func bareName(_ name: Name, _ meant: Found?, expecting type: ValueType?) -> Typed {
    if case .enumeration(let index) = type, let value = session.enumConstant(Text(name.text), of: index) {
      session.note(value: value, at: name.span)
      return .constant(value, .enumeration(index), at: name.span)
    }
    if let meant { return checker.typed(meant, at: name.span, label: name.text) }
    let found = checker.find(name.text)
    if found.isEmpty {
      checker.reportUnknown(name, expecting: type)
    } else {
      reportAmbiguous(name.text, at: name.span, checker.forms(found, name.text))
    }
    return .fault(at: name.span)
  }

  func reportAmbiguous(_ name: String, root: String? = nil, at span: Span, _ meanings: [AmbiguousName.Meaning]) {
    session.report(AmbiguousName.finding(name, root: root ?? name, at: span, meanings))
  }

  /// The meanings of a path of two words or more.
  private enum PathReading {
    /// Members of the meaning of the first word.
    case members(Found)
    /// A fact type: index in ``Program/facts``, its first word, and its number of words.
    case fact(Int, from: Int, count: Int)
    /// A policy of a pack, such as `money.limit`.
    case policy(Int)
    /// A lifecycle or its state, and how many words name the lifecycle: two if it is qualified by its pack.
    case lifecycle(Int, count: Int)
  }

  /// Returns the meaning of `a.b.c`: a built-in value, a field of the trigger, members, a fact type or look-up, or a name
  /// qualified by its pack.
  private func path(_ words: [Name], at span: Span) -> Target {
    switch words[0].text {
    case "actor", "proposal":
      // A source may read `actor.user_id`: the actor of its facts is its document.
      if !checker.isSource || words.map(\.text) != ["actor", "user_id"] { checker.staysInTable(words[0].text, at: span) }
      return .value(checker.builtin(words, at: span))
    case "document" where checker.isSource && words.count == 2 && words[1].text == "position" && !checker.binds("document"):
      return .value(checker.builtin(words, at: span))
    case "trigger" where checker.find("trigger").isEmpty: return .value(triggerField(words, at: span))
    case "fact" where checker.find("fact").isEmpty: return factPath(words, from: 1, at: span)
    default: break
    }
    let meanings = meanings(of: words)
    if meanings.count > 1 {
      let name = words.map(\.text).joined(separator: ".")
      reportAmbiguous(name, root: words[0].text, at: span, meanings.map { form($0, words) })
      return .fault
    }
    guard let meaning = meanings.first else {
      checker.reportUnknownPath(words, at: span)
      return .fault
    }
    switch meaning {
    case .members(let source):
      // A `let` with `the F` holds a record, which has no entry, so `entry` is read from the fact itself.
      if words[1].text == "entry", let inner = checker.current(in: source) {
        let base = checker.typed(source, at: words[0].span, label: words[0].text)
        if session.field("entry", of: base.type) == nil {
          return .value(checker.current(inner, Array(words.dropFirst()), at: span))
        }
      }
      return .value(
        checker.members(Array(words.dropFirst()), of: checker.typed(source, at: words[0].span, label: words[0].text), at: span))
    case .policy(let index):
      guard sees(program.policies[index].pack, words, at: span) else { return .fault }
      note(.policy(index), words, from: 1, count: 1)
      var base = checker.policy(index, at: words[0].span.union(words[1].span))
      base.label = "\(words[0].text).\(words[1].text)"
      return .value(checker.members(Array(words.dropFirst(2)), of: base, at: span))
    case .fact(let index, let from, let count): return fact(index, words, from: from, count: count, at: span)
    case .lifecycle(let index, let count): return lifecycle(index, words, count: count, at: span)
    }
  }

  /// Returns a lifecycle qualified by its pack, or its state if more words follow.
  private func lifecycle(_ index: Int, _ words: [Name], count: Int, at span: Span) -> Target {
    guard sees(program.lifecycles[index].pack, words, at: span), isOfDocument(words, at: span) else { return .fault }
    note(.lifecycle(index), words, from: count - 1, count: 1)
    let reference = LifecycleReference(
      lifecycle: index, keys: nil, span: words[0].span.union(words[count - 1].span),
      label: words[..<count].map(\.text).joined(separator: "."))
    return words.count == count ? .lifecycle(reference) : .value(checker.state(reference, Array(words[count...]), at: span))
  }

  private func meanings(of words: [Name]) -> [PathReading] {
    var meanings: [PathReading] = []
    if let found = checker.only(checker.find(words[0].text).filter { !$0.isLifecycle }), checker.hasMember(words[1].text, found) {
      // An unread declaration may have any member, so it is not certain that it hides another meaning.
      if checker.isUnread(found) { return [.members(found)] }
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

  /// Returns how many words at the beginning of a path are redundant qualifiers (`trigger`, a pack's name, `fact` before them):
  /// the rest alone has the same meaning.
  func qualifyingWords(_ words: [Name]) -> Int {
    guard words.count > 1 else { return 0 }
    let rest = Array(words.dropFirst())
    if words[0].text == "trigger" {
      guard checker.find("trigger").isEmpty, let field = checker.only(checker.find(rest[0].text)), case .field = field else {
        return 0
      }
      return isEnumValue(rest[0].text) || rest.count > 1 && !areMembers(rest) ? 0 : 1
    }
    if words[0].text == "fact" {
      guard checker.find("fact").isEmpty else { return 0 }
      let count = qualifyingWords(rest)
      return count > 0 ? count + 1 : 0
    }
    let meanings = meanings(of: words)
    guard meanings.count == 1, let meaning = meanings.first else { return 0 }
    return isSame(meaning, rest) ? 1 : 0
  }

  /// Whether the words after a pack's name have the same meaning without it.
  private func isSame(_ meaning: PathReading, _ rest: [Name]) -> Bool {
    let alone = rest.count > 1 ? meanings(of: rest) : []
    switch meaning {
    case .fact(let index, from: 1, _):
      guard alone.count == 1, case .fact(index, from: 0, _) = alone[0] else { return false }
      return true
    case .policy(let index):
      guard rest.count == 1, !isEnumValue(rest[0].text), case .policy(index) = checker.only(checker.find(rest[0].text)) else {
        return false
      }
      return true
    case .lifecycle(let index, count: 2) where rest.count == 1:
      guard case .lifecycle(index) = checker.only(checker.find(rest[0].text)) else { return false }
      return true
    case .lifecycle(let index, count: 2):
      guard alone.count == 1, case .lifecycle(index, count: 1) = alone[0] else { return false }
      return true
    default: return false
    }
  }

  private func areMembers(_ words: [Name]) -> Bool {
    let meanings = meanings(of: words)
    guard meanings.count == 1, case .members = meanings[0] else { return false }
    return true
  }

  /// Whether a bare name may be a value of an enum, which takes precedence over other meanings.
  private func isEnumValue(_ name: String) -> Bool {
    program.enums.indices.contains { session.enumConstant(Text(name), of: $0) != nil }
  }

  private func form(_ meaning: PathReading, _ words: [Name]) -> (form: String, kind: String, span: Span?) {
    let text = words.map(\.text).joined(separator: ".")
    switch meaning {
    case .members(let found):
      let root = checker.forms([found], words[0].text)[0]
      let rest = words.dropFirst().map { ".\($0.text)" }.joined()
      return (root.form + rest, root.kind, root.span)
    case .policy(let index): return (text, "policy", program.policies[index].span)
    case .fact(let index, let from, _):
      let fact = program.facts[index]
      return (from == 0 ? "\(fact.pack).\(text)" : "fact.\(text)", "fact type", fact.span)
    case .lifecycle(let index, let count):
      let lifecycle = program.lifecycles[index]
      return (count == 1 ? "\(lifecycle.pack).\(text)" : text, "lifecycle", lifecycle.span)
    }
  }

  /// Resolves `fact.period.closed`: the prefix is optional, but a fact type must follow.
  private func factPath(_ words: [Name], from start: Int, at span: Span) -> Target {
    if let match = longestFact(words, from: start) { return fact(match.fact, words, from: start, count: match.count, at: span) }
    if words.count > start + 2, session.names.isPack(words[start].text), let match = longestFact(words, from: start + 1),
      program.facts[match.fact].pack == words[start].text
    {
      return fact(match.fact, words, from: start + 1, count: match.count, at: span)
    }
    checker.reportUnknownPath(
      Array(words.dropFirst(start)), at: words[min(start, words.count - 1)].span.union(words[words.count - 1].span))
    return .fault
  }

  /// Records the use of a name made of some of the words, and of the pack before them.
  func note(_ symbol: Symbol, _ words: [Name], from start: Int, count: Int) {
    session.note(symbol, at: words[start].span.union(words[start + count - 1].span))
    guard start > 0, session.names.isPack(words[start - 1].text) else { return }
    session.note(.pack(words[start - 1].text), at: words[start - 1].span)
  }

  /// Returns a fact type, or a look-up if more words follow.
  private func fact(_ index: Int, _ words: [Name], from start: Int, count: Int, at span: Span) -> Target {
    guard sees(program.facts[index].pack, words, at: span), isOfDocument(words, at: span) else { return .fault }
    note(.fact(index), words, from: start, count: count)
    let rest = Array(words.dropFirst(start + count))
    let type = words[..<(start + count)]
    let reference = FactReference(
      fact: index, keys: nil, span: words[0].span.union(type[type.endIndex - 1].span),
      label: type.map(\.text).joined(separator: "."))
    return rest.isEmpty ? .fact(reference) : .value(checker.lookUp(reference, rest, at: span))
  }

  /// Returns the fact type that takes the most words from a start, at least two.
  func longestFact(_ words: [Name], from start: Int) -> (fact: Int, count: Int)? {
    guard words.count >= start + 2 else { return nil }
    for end in stride(from: words.count, through: start + 2, by: -1) {
      let name = words[start..<end].map(\.text).joined(separator: ".")
      if let fact = session.fact(named: name) { return (fact, end - start) }
    }
    return nil
  }

  /// Whether this pack may use a name of another pack; reports the name if not.
  private func sees(_ pack: String, _ words: [Name], at span: Span) -> Bool {
    if checker.scope.sees(pack) { return true }
    session.report(UnusedPack.name(words.map(\.text).joined(separator: "."), at: span, pack: pack, scope: checker.scope.name))
    return false
  }

  /// Whether a fact type or lifecycle may be read here. In a source it may not, and is reported.
  private func isOfDocument(_ words: [Name], at span: Span) -> Bool {
    if checker.isSource { session.report(BeyondDocument.finding(words.map(\.text).joined(separator: "."), at: span)) }
    return !checker.isSource
  }

  /// Lowers `trigger.amount`: a field of the proposal's intent, even if its name has another meaning too.
  private func triggerField(_ words: [Name], at span: Span) -> Typed {
    guard let field = checker.trigger.field(words[1].text) else {
      let several = checker.trigger.all(words[1].text).map(Found.field)
      if several.count > 1 {
        reportAmbiguous("trigger.\(words[1].text)", at: span, checker.forms(several, words[1].text))
        return .fault(at: span)
      }
      checker.reportUnknownTriggerField(words[1])
      return .fault(at: span)
    }
    let root = words[0].span.union(words[1].span)
    let base = checker.typed(.field(field), at: root, label: "trigger.\(words[1].text)", name: words[1].span)
    return checker.members(Array(words.dropFirst(2)), of: base, at: span)
  }
}

extension Expr {
  /// The fact type or lifecycle in `(the F).a.b`, and the members read of it; `nil` for any other expression.
  fileprivate var membersOfCurrent: (inner: Expr, words: [Name])? {
    var (expr, words) = (self, [Name]())
    while case .member(let base, let word) = expr.kind {
      words.append(word)
      expr = base
    }
    guard case .current(let inner) = expr.kind, !words.isEmpty else { return nil }
    return (inner, words.reversed())
  }
}
