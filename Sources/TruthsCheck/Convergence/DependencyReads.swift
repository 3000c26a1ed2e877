import TruthsProgram
import TruthsSyntax
import TruthsText

/// What one truth on facts reads, and how (declarations §6).
///
/// Positive are its matches, presence tests and `some` in its `if` under `and` and `or` only, seen through `let`s, and the states
/// that its moves leave: more facts can only make more of them true. Every other reading is negative. What `ensures` reads is
/// none, since all has been derived by then; `start` is none, since nothing enters it.
struct DependencyReads {
  private let lets: LetFacts
  /// ``Program/tables``.
  private let tables: [CheckedTable]
  /// With the first place that reads it so.
  private(set) var positive: [ContextSubject: Span] = [:]
  /// The states that its moves leave, with the first place that does.
  private(set) var left: [ContextSubject: Span] = [:]
  /// With the first place that reads it so.
  private(set) var negative: [ContextSubject: Span] = [:]
  private var seenLets: Set<Int> = []

  /// How many readings there are.
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

  /// What one condition reads.
  ///
  /// - Parameter isPositive: whether it stands where more facts can only make more of it true; else all that it reads is
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

  /// It folds over the parts with their places, since a node does not know where it is written.
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
