import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// `old(e)`: the value of an expression on the context before the run (declarations §5.6).
extension ClauseTypeChecker {
  /// The position of an expression with respect to `old`.
  enum OldPlace {
    /// A clause or reason of `ensures`.
    case ensures
    /// Inside an `old` in `ensures`.
    case inside
    case elsewhere
  }

  func old(_ name: Name, _ arguments: [Expr], at span: Span, expecting type: ValueType?) -> Typed {
    guard arguments.count == 1, let argument = arguments.first else {
      session.report(WrongArguments.count(name, wanted: 1...1, found: arguments.count, at: span))
      return .fault(at: span)
    }
    guard oldPlace == .ensures else {
      session.report(MisplacedOld.finding(formatted(argument), isInside: oldPlace == .inside, at: span))
      return .fault(at: span)
    }
    oldPlace = .inside
    defer { oldPlace = .ensures }
    let value = valueOrCondition(argument, expecting: type)
    if value.type.isUnknown { return .fault(at: span) }
    if case .fact = value.type {
      session.report(WrongType.finding(self.name(of: value.type), wanted: "a value", at: value.span))
      return .fault(at: span)
    }
    var reads = OldReads(lets: Set(lets.map(\.slot)), outer: outerVariables, tables: program.tables)
    reads.read(value, isAsked: false)
    if let (place, variable) = reads.misplaced {
      session.report(MisplacedOld.variable(variable, in: formatted(argument), at: place))
      return .fault(at: span)
    }
    if !reads.isAnew {
      session.report(MisplacedOld.unchanging(formatted(argument), at: span))
      return .fault(at: span)
    }
    return Typed(
      node: .old(oldNode(value)), type: value.type, span: span, parts: [value], isBareNumber: value.isBareNumber,
      label: formatted(Expr(.call(name, arguments), at: span)))
  }

  /// Variables that quantifiers and aggregates bind around the `old`, by their slots.
  private var outerVariables: [Int: String] {
    let ofMatches = Set(matchVariables.map(\.slot))
    let bound = variables.filter { !ofMatches.contains($0.slot) }
    return Dictionary(bound.map { ($0.slot, $0.name.text) }, uniquingKeysWith: { _, last in last })
  }

  private func oldNode(_ value: Typed) -> OldNode {
    let own = value.node.slots
    var (read, wanted) = (own.read.subtracting(own.bound), Set<Int>())
    // `checkedLets` has each `let` after those that it reads, so one reverse pass finds all.
    var chosen: [CheckedLet] = []
    for binding in checkedLets.reversed() where read.contains(binding.slot) {
      wanted.insert(binding.slot)
      let inner = binding.node.slots
      read.formUnion(inner.read.subtracting(inner.bound))
      chosen.append(binding)
    }
    return OldNode(
      arguments: read.subtracting(wanted).sorted(), lets: chosen.reversed(), body: value.node,
      terms: TermCollector.terms(of: value))
  }
}

/// Finds what the expression inside an `old` reads.
private struct OldReads {
  let lets: Set<Int>
  /// Names of the variables bound outside the `old`, by their slots.
  let outer: [Int: String]
  /// Whether the expression reads something that may differ on the context before the run.
  private(set) var isAnew = false
  /// The first place where a variable bound outside the `old` gives the value, and not only a key or condition. Its value comes
  /// from the result of the run, not from the context before the run.
  private(set) var misplaced: (place: Span, variable: String)?

  private let tables: [CheckedTable]

  init(lets: Set<Int>, outer: [Int: String], tables: [CheckedTable]) {
    self.lets = lets
    self.outer = outer
    self.tables = tables
  }

  /// Reads an expression and its parts.
  ///
  /// - Parameter isAsked: whether the expression is part of a key or condition, which select a value and are not the value
  ///   itself.
  mutating func read(_ typed: Typed, isAsked: Bool) {
    let parts = typed.parts
    switch typed.node {
    case .slot(let slot):
      if lets.contains(slot) { isAnew = true }
      if !isAsked, misplaced == nil, let variable = outer[slot] { misplaced = (typed.span, variable) }
    case .policy: isAnew = true
    case .present, .lookUp, .amount(.lookUp, _), .lookUpExists, .state:
      isAnew = true
      for part in parts { read(part, isAsked: true) }
    case .quantified(let quantified):
      if quantified.loop.source.list == nil { isAnew = true }
      if let source = parts.first { read(source, isAsked: isAsked) }
      for part in parts.dropFirst() { read(part, isAsked: true) }
    case .aggregate(let aggregate):
      for loop in aggregate.loops where loop.source.list == nil { isAnew = true }
      for (place, part) in parts.enumerated() { read(part, isAsked: isAsked || place == aggregate.loops.count) }
    case .conditional:
      for (place, part) in parts.enumerated() { read(part, isAsked: isAsked || place == 0) }
    case .table(let index, _):
      if tables[index].readsContext { isAnew = true }
      for part in parts { read(part, isAsked: isAsked) }
    default:
      for part in parts { read(part, isAsked: isAsked) }
    }
  }
}
