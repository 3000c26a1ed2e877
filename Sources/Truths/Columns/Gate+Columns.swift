import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsRuntime
import TruthsText

extension Gate {
  /// Decides the rows of a batch, each on the same context: what ``records(_:)`` decides for them as lines of JSON.
  ///
  /// - Parameters:
  ///   - intent: what each row proposes, bare or with its pack.
  ///   - want: what is told of each row besides its outcome.
  /// - Throws: an intent that is not declared; columns that are no fields of it, or of other types; bytes that are no UTF-8.
  /// - Complexity: O(rows · clauses that apply to the intent); with a reason or record, O(the records).
  public func decide(_ batch: ColumnBatch, of intent: String, want: ColumnWant = .outcome) throws(Findings) -> DecidedColumns {
    let procedure = self.batch.setup.procedure
    guard let index = procedure.intent(named: intent) else {
      let nearest = nearestName(to: intent, among: procedure.program.intents.map(\.name))
      let help = nearest.map { "did you mean `\($0)`?" } ?? "name an intent that the rules declare"
      throw [ColumnFault(message: "unknown intent `\(intent)`", help: help)].findings(in: batch.record)
    }
    var binder = ColumnBinder(procedure.program)
    let bound = binder.bind(batch.columns, to: index)
    guard binder.faults.isEmpty else { throw binder.faults.findings(in: batch.record) }
    var decider = ColumnDecider(self, bound, of: intent, at: index, batch, want)
    do {
      try decider.decide(from: batch.record.offset)
    } catch {
      throw [error].findings(in: batch.record)
    }
    return decider.decided
  }
}

/// Decides the rows of a batch one after the other.
struct ColumnDecider: ~Copyable {
  private let gate: Gate
  private let bound: BoundColumns
  private let rows: Int
  private let intent: String
  private let index: Int
  /// The JSON of a proposal before its first member.
  private let head: [UInt8]
  private let words = QuickDecision.Outcome.words
  private let clauses: [DecisiveClause]
  private let clauseNames: [[UInt8]]
  private let outcomes: TextColumn
  private let clauseColumn: TextColumn
  private let reasons: TextColumn?
  private let records: TextColumn?
  private var line = ByteBuffer()
  private var work = ColumnWork()

  init(_ gate: Gate, _ bound: BoundColumns, of intent: String, at index: Int, _ batch: ColumnBatch, _ want: ColumnWant) {
    self.gate = gate
    self.bound = bound
    rows = batch.rows
    self.intent = intent
    self.index = index
    clauses = gate.quick.clauses(of: index)
    clauseNames = clauses.map { Array("\($0.declaredBy) \($0.name)".utf8) }
    var head = ByteBuffer()
    head.append(#"{"action":"# as StaticString)
    head.write(intent)
    self.head = head.bytes
    outcomes = TextColumn("outcome", rows: rows)
    clauseColumn = TextColumn("clause", rows: rows)
    reasons = want == .reason ? TextColumn("reason", rows: rows) : nil
    records = want == .record ? TextColumn("record", rows: rows) : nil
  }

  /// What was decided so far.
  var decided: DecidedColumns {
    DecidedColumns(rows: rows, columns: [outcomes, clauseColumn, reasons, records].compactMap(\.self))
  }

  /// - Parameter first: the place of the first row in the columns.
  mutating func decide(from first: Int) throws(ColumnFault) {
    guard reasons == nil, records == nil, let ready = gate.quick.rows(like: common), let cells = cells(ready) else {
      for row in 0..<rows { try decideLine(row, at: row + first) }
      return
    }
    try cells.begin(rows: rows)
    for start in stride(from: 0, to: rows, by: ColumnCells.most) {
      let count = min(ColumnCells.most, rows - start)
      try cells.read(start + first..<start + first + count)
      for row in 0..<count {
        if let fields = cells.fields(row), let decided = gate.quick.decide(ready, fields) {
          note(QuickDecision(decided))
        } else {
          try decideLine(start + row, at: start + row + first)
        }
      }
    }
  }

  /// What all rows say: the intent.
  private var common: LocatedJSON {
    let action = LocatedJSON(.string(Text(intent)), at: Span(file: FileID(0), start: 0, end: 0))
    return LocatedJSON(.object([LocatedJSON.Member(name: "action", nameSpan: action.span, value: action)]), at: action.span)
  }

  private func cells(_ ready: ReadyRows) -> ColumnCells? {
    let program = gate.batch.setup.procedure.program
    return ColumnCells(bound, ready, program.intents[index], program, hasMoment: gate.quick.hasMoment)
  }

  /// - Parameter place: in the columns.
  private mutating func decideLine(_ row: Int, at place: Int) throws(ColumnFault) {
    line.truncate()
    try bound.write(place, head: head, to: &line)
    try work.note(line.count)
    decideLine(number: row + 1)
  }

  /// Decides the proposal of a row as a line of a batch.
  private func decideLine(number: Int) {
    let read = gate.batch.read(line: line)
    if reasons == nil, records == nil, case .success(let proposal) = read {
      if let quick = try? gate.quick.decide(gate.quick.ready(proposal)) {
        note(QuickDecision(quick))
      } else {
        noteNothing()
      }
      return
    }
    let answer = gate.batch.answer(read)
    switch answer {
    case .decided(let outcome):
      note(QuickDecision(DecisionGate.Outcome(outcome, clauses)))
      reasons?.append(Array(outcome.reason.utf8))
    case .undecided(let why, _):
      noteNothing()
      reasons?.append(Array(why.utf8))
    }
    // A column is no line: the break behind a record is left out.
    records?.write { buffer in
      gate.batch.write(answer, ofLine: number, to: &buffer)
      buffer.truncate(to: buffer.count - 1)
    }
  }

  private func note(_ decision: QuickDecision) {
    outcomes.append(words[decision.outcome.place])
    if let clause = decision.clause, clauseNames.indices.contains(clause) {
      clauseColumn.append(clauseNames[clause])
    } else {
      clauseColumn.appendNull()
    }
  }

  private func noteNothing() {
    outcomes.appendNull()
    clauseColumn.appendNull()
  }
}

extension QuickDecision.Outcome {
  /// As other languages know them, in the order of ``place``.
  fileprivate static let words = ["accepted", "rejected", "halted", "waiting"].map { Array($0.utf8) }

  fileprivate var place: Int {
    switch self {
    case .accepted: 0
    case .rejected: 1
    case .halted: 2
    case .waiting: 3
    }
  }
}
