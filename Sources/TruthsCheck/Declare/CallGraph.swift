import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Graph of calls between tables and functions (declarations §8): reports call cycles, and computes what each function reads
/// through its calls, callees first.
///
/// - Complexity: O(tables + calls).
struct CallGraph: CheckPass {
  /// Limit of nested calls: each takes room on the stack of the thread that decides.
  private static let depthLimit = 32

  let session: CheckSession
  /// Bodies by index in ``Program/tables``.
  let bodies: [TableBody]
  /// Budget for reading `let`s.
  private let fuel = Fuel(total: Fuel.ofReading)

  init(session: CheckSession, bodies: [TableBody]) {
    self.session = session
    self.bodies = bodies
  }

  func run() {
    guard bodies.contains(where: { !$0.checker.calls.isEmpty || $0.declared.body.isFunction }) else {
      for index in bodies.indices { program.tables[index].mayBeMissing = mayBeMissing(index) }
      return
    }
    var depths = [Int](repeating: 1, count: bodies.count)
    var roots: [Int: (label: String, span: Span)] = [:]
    for index in order() {
      if let call = bodies[index].checker.calls.max(by: { depths[$0.callee] < depths[$1.callee] }) {
        depths[index] = depths[call.callee] + 1
        if depths[index] == Self.depthLimit + 1 {
          report(ExpressionTooDeep.calls(limit: Self.depthLimit, at: call.span))
        }
      }
      addReads(index, &roots)
      program.tables[index].mayBeMissing = mayBeMissing(index)
    }
  }

  // MARK: Order

  private enum Visit {
    case new, open, closed
  }

  /// Returns every table after those that it calls; reports a call that closes a cycle, and ignores it.
  private func order() -> [Int] {
    var visits = [Visit](repeating: .new, count: bodies.count)
    var order: [Int] = []
    for root in bodies.indices where visits[root] == .new {
      var path = [(index: root, next: 0)]
      visits[root] = .open
      while let (index, next) = path.last {
        let calls = bodies[index].checker.calls
        guard next < calls.count else {
          visits[index] = .closed
          order.append(index)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let callee = calls[next].callee
        switch visits[callee] {
        case .new:
          visits[callee] = .open
          path.append((callee, 0))
        case .open: reportRing(path, to: callee)
        case .closed: break
        }
      }
    }
    return order
  }

  private func reportRing(_ path: [(index: Int, next: Int)], to callee: Int) {
    guard let start = path.firstIndex(where: { $0.index == callee }) else { return }
    let ring = path[start...]
    let calls = ring.map { bodies[$0.index].checker.calls[$0.next - 1].span }
    let names = ring.map { program.tables[$0.index].name } + [program.tables[callee].name]
    guard let first = calls.first else { return }
    report(CallCycle.finding(names, calls: calls, at: first))
  }

  // MARK: Reads

  /// Sets what a function reads itself and through its calls; reports a table that reads more than its inputs.
  private func addReads(_ index: Int, _ roots: inout [Int: (label: String, span: Span)]) {
    let checker = bodies[index].checker
    let through = checker.calls.filter { program.tables[$0.callee].readsContext }
    guard program.tables[index].isFunction else {
      for call in through {
        let callee = program.tables[call.callee].name
        report(TableReadsContext.finding(callee, caller: "the table", read: roots[call.callee], at: call.span))
      }
      return
    }
    guard let value = bodies[index].value else { return }
    if let root = checker.contextReads.first ?? through.first.flatMap({ roots[$0.callee] }) {
      roots[index] = root
      program.tables[index].readsContext = true
      let reads = DependencyReads(of: value, checker.letFacts, program.tables, isPositive: true)
      program.tables[index].contextReads = ContextReads(
        positive: Set(reads.positive.keys), negative: Set(reads.negative.keys))
    }
    var collector = ReadCollector(tables, trigger: checker.trigger, lets: checker.letFacts, fuel)
    collector.read(value, FlowState())
    program.tables[index].lacks = collector.reads.map(\.prerequisite)
  }

  /// Whether a table may have no value although all its inputs have one. Missing values in a table's cells are reported in the
  /// table; those in a function are reported where it is called.
  private func mayBeMissing(_ index: Int) -> Bool {
    let table = program.tables[index]
    if table.isFunction { return !table.lacks.isEmpty }
    switch table.hit {
    case .first, .unique, .any: return table.rows.contains { $0.value == nil }
    case .collect(.min), .collect(.max): return !table.rows.contains { $0.isAlways && $0.value != nil }
    case .collect: return false
    }
  }
}
