import TruthsProgram
import TruthsSyntax
import TruthsText

/// Subjects that one truth on facts reads, and whether positively or negatively (declarations §6).
///
/// Positive readings are matches, presence tests and `some` in its `if` under `and` and `or` only, seen through `let`s, and the
/// states that its moves leave: more facts can only make more of them true. Every other reading is negative. Readings in
/// `ensures` do not count, because all facts are derived by then; `start` does not count, because nothing enters it.
struct DependencyReads {
  private let lets: LetFacts
  private let tables: [CheckedTable]
  /// Positive readings, with the first place of each.
  private(set) var positive: [ContextSubject: Span] = [:]
  /// States that the truth's moves leave, with the first place of each.
  private(set) var left: [ContextSubject: Span] = [:]
  /// Negative readings, with the first place of each.
  private(set) var negative: [ContextSubject: Span] = [:]
  private var seenLets: Set<Int> = []

  var count: Int { positive.count + left.count + negative.count }

  init(of truth: TruthBody, _ tables: [CheckedTable]) {
    lets = truth.checker.letFacts
    self.tables = tables
    for match in truth.checker.trigger.matches { add(.fact(match.fact), at: match.syntax.span, isPositive: true) }
    if let condition = truth.condition { readPositively(condition) }
    for clause in truth.invariants {
      read(clause.test)
      if let reason = clause.reason { read(reason) }
    }
    for output in truth.outputs { read(output) }
    for move in truth.moves {
      for key in move.test.parts.first?.parts ?? [] { read(key) }
      for state in move.checked.from where state != LifecycleType.start {
        let (subject, span) = (ContextSubject.entered(move.checked.key.lifecycle, state), move.checked.clause.span)
        left[subject] = min(left[subject] ?? span, span)
      }
    }
  }

  /// Collects the readings of one condition.
  ///
  /// - Parameter isPositive: whether more facts can only make more of the condition true; otherwise all its readings are
  ///   negative.
  init(of condition: Typed, _ lets: LetFacts, _ tables: [CheckedTable], isPositive: Bool) {
    self.lets = lets
    self.tables = tables
    if isPositive { readPositively(condition) } else { read(condition) }
  }

  private mutating func read(_ output: TypedOutput) {
    if let loop = output.checked.loop { read(loop.source, at: output.checked.span, isPositive: false) }
    for part in [output.source, output.filter] + output.fields {
      if let part { read(part) }
    }
  }

  private mutating func add(_ subject: ContextSubject, at span: Span, isPositive: Bool) {
    if isPositive {
      positive[subject] = min(positive[subject] ?? span, span)
    } else {
      negative[subject] = min(negative[subject] ?? span, span)
    }
  }

  private mutating func readPositively(_ typed: Typed) {
    switch typed.node {
    case .and, .or: typed.parts.forEach { readPositively($0) }
    case .present(let key):
      add(.fact(key.fact), at: typed.span, isPositive: true)
      typed.parts.forEach { read($0) }
    case .quantified(let quantified) where quantified.quantifier == .some:
      read(quantified.loop.source, at: typed.span, isPositive: true)
      read(typed.parts[0])
      readPositively(typed.parts[1])
      readPositively(typed.parts[2])
    case .slot(let slot): if let inner = lets[slot] { readPositively(inner) }
    case .table(let index, _):
      for subject in tables[index].contextReads.positive { add(subject, at: typed.span, isPositive: true) }
      for subject in tables[index].contextReads.negative { add(subject, at: typed.span, isPositive: false) }
      typed.parts.forEach { read($0) }
    default: read(typed)
    }
  }

  /// Reads an expression and its parts as negative. It visits typed parts, because a node does not know its place in the
  /// source.
  private mutating func read(_ typed: Typed) {
    typed.node.withoutCurrency.forEachOwnRead { read in
      switch read {
      case .fact(let key): add(.fact(key.fact), at: typed.span, isPositive: false)
      case .state(let key): add(.states(key.lifecycle), at: typed.span, isPositive: false)
      case .elements(let loop): self.read(loop.source, at: typed.span, isPositive: false)
      case .table(let index, _):
        for subject in tables[index].contextReads.all { add(subject, at: typed.span, isPositive: false) }
      case .slot(let slot): if let inner = lets[slot], seenLets.insert(slot).inserted { self.read(inner) }
      case .policy, .builtin, .entry, .old: break
      }
    }
    typed.parts.forEach { read($0) }
  }

  private mutating func read(_ source: SourceNode, at span: Span, isPositive: Bool) {
    switch source {
    case .list: break
    case .facts(let fact): add(.fact(fact), at: span, isPositive: isPositive)
    case .instances(let lifecycle): add(.states(lifecycle), at: span, isPositive: false)
    }
  }
}
