public import Truths
import TruthsEngine
import TruthsJSON
import TruthsProgram
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
    let (index, bound) = try bind(batch, to: intent)
    var decider = ColumnDecider(self, bound, of: intent, at: index, batch, want)
    do {
      try decider.decide(from: batch.record.offset)
    } catch {
      throw [error].findings(in: batch.record)
    }
    return decider.decided
  }

  /// The rows of a batch as proposals in JSON Lines, a line each. Nothing is decided: what no proposal may say is found by
  /// whoever decides them.
  ///
  /// - Parameter intent: what each row proposes, bare or with its pack.
  /// - Throws: what ``decide(_:of:want:)`` throws.
  public func lines(of batch: ColumnBatch, as intent: String) throws(Findings) -> [UInt8] {
    let bound = try bind(batch, to: intent).columns
    var lines = ByteBuffer()
    var work = ColumnWork()
    let head = proposalHead(of: intent)
    do {
      for row in 0..<batch.rows {
        let start = lines.count
        try bound.write(batch.record.offset + row, head: head, to: &lines)
        try work.note(lines.count - start)
      }
    } catch {
      throw [error].findings(in: batch.record)
    }
    return lines.bytes
  }

  /// The columns of a batch as members of proposals of an intent, and its place among the intents.
  private func bind(_ batch: ColumnBatch, to intent: String) throws(Findings) -> (intent: Int, columns: BoundColumns) {
    let procedure = self.batch.setup.procedure
    guard let index = procedure.intent(named: intent) else {
      let nearest = nearestName(to: intent, among: procedure.program.intents.map(\.name))
      let help = nearest.map { "did you mean `\($0)`?" } ?? "name an intent that the rules declare"
      throw [ColumnFault(message: "unknown intent `\(intent)`", help: help)].findings(in: batch.record)
    }
    var binder = ColumnBinder(procedure.program)
    let bound = binder.bind(batch.columns, to: index)
    guard binder.faults.isEmpty else { throw binder.faults.findings(in: batch.record) }
    return (index, bound)
  }
}

/// The JSON of a proposal before its first member but the intent.
private func proposalHead(of intent: String) -> [UInt8] {
  var head = ByteBuffer()
  head.append(#"{"action":"# as StaticString)
  head.write(intent)
  return head.bytes
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
  private let written: DecidedRows
  private var line = ByteBuffer()
  private var work = ColumnWork()

  init(_ gate: Gate, _ bound: BoundColumns, of intent: String, at index: Int, _ batch: ColumnBatch, _ want: ColumnWant) {
    self.gate = gate
    self.bound = bound
    rows = batch.rows
    self.intent = intent
    self.index = index
    head = proposalHead(of: intent)
    written = DecidedRows(rows: rows, of: gate.quick.clauses(of: index), want)
  }

  /// What was decided so far.
  var decided: DecidedColumns { written.decided }

  /// Whether the outcomes are all that is wanted.
  private var wantsOutcomes: Bool { written.reasons == nil && written.records == nil }

  /// - Parameter first: the place of the first row in the columns.
  mutating func decide(from first: Int) throws(ColumnFault) {
    guard wantsOutcomes, let ready = gate.quick.rows(like: common), let cells = cells(ready) else {
      for row in 0..<rows { try decideLine(row, at: row + first) }
      return
    }
    try cells.begin(rows: rows)
    for start in stride(from: 0, to: rows, by: ColumnCells.most) {
      let count = min(ColumnCells.most, rows - start)
      try cells.read(start + first..<start + first + count)
      for row in 0..<count {
        if let fields = cells.fields(row), let decided = gate.quick.decide(ready, fields) {
          written.note(QuickDecision(decided))
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
    if wantsOutcomes, case .success(let proposal) = read {
      if let quick = try? gate.quick.decide(gate.quick.ready(proposal)) {
        written.note(QuickDecision(quick))
      } else {
        written.noteNothing()
      }
      return
    }
    let answer = gate.batch.answer(read)
    switch answer {
    case .decided(let outcome): written.note(outcome)
    case .undecided(let why, _):
      written.noteNothing()
      written.reasons?.append(Array(why.utf8))
    }
    // A column is no line: the break behind a record is left out.
    written.records?.write { buffer in
      gate.batch.write(answer, ofLine: number, to: &buffer)
      buffer.truncate(to: buffer.count - 1)
    }
  }
}
