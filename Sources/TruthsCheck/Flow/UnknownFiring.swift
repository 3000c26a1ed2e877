import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds truths on facts whose `if` may be unknown: then the run halts, a fact from outside is refused, or the key of a view
/// cannot be read (declarations §6, §7). It reports every cause, including those that give no warning in clauses.
///
/// It runs after the tables are decided, because two rows that may hold at once are a cause.
///
/// - Complexity: O(size of the conditions and tables), if some truth on facts has an `if`.
struct UnknownFiringPass: CheckPass {
  let session: CheckSession
  let bodies: CheckedBodies

  func run() {
    guard bodies.truths.contains(where: \.hasConditionOnFacts) else { return }
    let lacks = TableLacks.all(of: bodies.tables, tables)
    let truths = findings(in: bodies.truths, steps: Fuel.ofReading) { truth, fuel in
      [finding(truth, lacks, fuel)].compactMap(\.self)
    }
    for findings in truths { report(findings) }
  }

  private func finding(_ truth: TruthBody, _ lacks: [[TableLack]], _ fuel: Fuel) -> Diagnostic? {
    guard let condition = truth.condition, truth.hasConditionOnFacts else { return nil }
    var collector = ReadCollector(tables, trigger: truth.checker.trigger, lets: truth.checker.letFacts, lacks: lacks, fuel)
    var flow = FlowState()
    flow.own = truth.knowledge
    collector.read(condition, flow)
    guard let first = collector.reads.first else { return nil }
    let written = truth.declared.body.when.compactMap(\.condition)
    return MayNotFire.finding(
      first.cause(in: written), truth: truth.id, isView: truth.checked.isView, at: first.span,
      help: FiringMend(reads: collector.reads, written: written).text)
  }
}

extension TruthBody {
  /// Whether the truth fires on facts under a condition.
  fileprivate var hasConditionOnFacts: Bool { condition != nil && !checked.matches.isEmpty && !declared.isBuiltIn }
}

/// The reasons why tables and functions may have no value although all their inputs are present, each computed once.
private struct TableLacks {
  let bodies: [TableBody]
  let tables: CheckTables
  private var tableLacks: [[TableLack]]
  private var isDone: [Bool]
  private let fuel = Fuel(total: Fuel.ofReading)

  /// Returns the missing values by index in ``Program/tables``.
  static func all(of bodies: [TableBody], _ tables: CheckTables) -> [[TableLack]] {
    var lacks = TableLacks(
      bodies: bodies, tables: tables, tableLacks: Array(repeating: [], count: bodies.count),
      isDone: Array(repeating: false, count: bodies.count))
    for index in bodies.indices { lacks.find(index) }
    return lacks.tableLacks
  }

  /// Finds the missing values of one table, after the missing values of the tables that it calls. A call cycle was reported, and
  /// ends here.
  private mutating func find(_ index: Int) {
    if isDone[index] { return }
    isDone[index] = true
    for call in bodies[index].checker.calls { find(call.callee) }
    let (body, table) = (bodies[index], tables.program.tables[index])
    let logic = FlowNarrowing(lets: body.checker.letFacts, tables: tables.program.tables, flow: FlowState())
    var before: SmallSet<Prerequisite> = []
    for row in body.rows {
      var chosen = before
      if let condition = row.condition {
        note(condition, FlowState().adding(before), index)
        chosen.formUnion(logic.established(condition, when: true))
        if table.takesFirst { before.formUnion(logic.established(condition, when: false)) }
      }
      if let value = row.value { note(value, FlowState().adding(chosen), index) }
    }
    if !table.isFunction, table.mayBeMissing { note(table.rows.contains { $0.value == nil } ? .leftOut : .noRow, index) }
    if body.decision?.plain.contains(where: { $0.code == MayOverlap.code }) ?? false { note(.twoRows, index) }
  }

  private mutating func note(_ cause: MissingRead.Cause, _ index: Int) {
    tableLacks[index].append(TableLack(prerequisite: .value(.takenAway), cause: cause.rawValue))
  }

  private mutating func note(_ typed: Typed, _ there: FlowState, _ index: Int) {
    let checker = bodies[index].checker
    var collector = ReadCollector(tables, trigger: checker.trigger, lets: checker.letFacts, lacks: tableLacks, fuel)
    collector.read(typed, there)
    tableLacks[index] += collector.reads.map { TableLack(prerequisite: $0.prerequisite, cause: $0.words) }
  }
}

extension MissingRead {
  /// Returns why the `if` is unknown, for a message.
  ///
  /// - Parameter written: the conditions under `when`.
  fileprivate func cause(in written: [Expr]) -> MayNotFire.Cause {
    let expr = written.firstValue { $0.part(at: span) }
    switch kind {
    case .value(let label, _): return .value(expr.map { formatted($0) } ?? label, cause)
    case .key(let label, _): return .value(label, cause)
    case .fact(let fact, _): return .fact(fact)
    case .divisor: return .divisor(expr.map { formatted($0) })
    case .currencies(let left, let right, _): return .currencies(left, right)
    case .mixed(let currency, _): return .currencies(currency, currency)
    case .within(let call): return .value(call, words)
    case .nothing(let function, _): return .nothing(function)
    }
  }
}
