public import Truths
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Decisions about rows given as columns.
extension Gate {
  /// Decides the rows of a batch, each on the same context. The decisions equal those of ``records(_:)`` for the rows as JSON
  /// lines.
  ///
  /// - Parameters:
  ///   - intent: the intent of all rows, with or without its pack.
  ///   - want: the details of each row that are returned besides the outcome.
  /// - Throws: findings if the intent is not declared, or if text is not UTF-8. A column that is not a field, or has an
  ///   unsuitable type, is a finding as well.
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

  /// Returns the rows of a batch as proposals in JSON Lines, without deciding or validating them.
  ///
  /// - Parameter intent: the intent of all rows, with or without its pack.
  /// - Throws: the same findings as ``decide(_:of:want:)``.
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

  /// Returns the columns of a batch as members of an intent's proposals, and the index of the intent in the program.
  private func bind(_ batch: ColumnBatch, to intent: String) throws(Findings) -> (intent: Int, columns: BoundColumns) {
    let procedure = self.batch.setup.procedure
    guard let index = procedure.intent(named: intent) else {
      let nearest = nearestName(to: intent, among: procedure.program.intents.map(\.jsonName))
      let help = nearest.map { "did you mean `\($0)`?" } ?? "name an intent that the rules declare"
      throw [ColumnFault(message: "unknown intent `\(intent)`", help: help)].findings(in: batch.record)
    }
    var binder = ColumnBinder(procedure.program)
    let bound = binder.bind(batch.columns, to: index)
    guard binder.faults.isEmpty else { throw binder.faults.findings(in: batch.record) }
    return (index, bound)
  }
}

/// Returns the first part of a proposal's JSON, up to and including the intent.
private func proposalHead(of intent: String) -> [UInt8] {
  var head = ByteBuffer()
  head.append(#"{"action":"# as StaticString)
  head.write(intent)
  return head.bytes
}

/// A decider of the rows of a batch, one after the other.
struct ColumnDecider: ~Copyable {
  private let gate: Gate
  private let bound: BoundColumns
  private let rows: Int
  private let intent: String
  private let index: Int
  /// The first part of a proposal's JSON, up to and including the intent.
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

  /// The results so far.
  var decided: DecidedColumns { written.decided }

  /// Whether only the outcomes are requested, without reasons or records.
  private var wantsOutcomes: Bool { written.reasons == nil && written.records == nil }

  /// Decides all rows.
  ///
  /// - Parameter first: the index of the first row in the columns.
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

  /// The part of the proposals that all rows share, which is the intent.
  private var common: LocatedJSON {
    let action = LocatedJSON(.string(Text(intent)), at: Span(file: FileID(0), start: 0, end: 0))
    return LocatedJSON(.object([LocatedJSON.Member(name: "action", nameSpan: action.span, value: action)]), at: action.span)
  }

  private func cells(_ ready: ReadyRows) -> ColumnCells? {
    let program = gate.batch.setup.procedure.program
    return ColumnCells(bound, ready, program.intents[index], program, hasMoment: gate.quick.hasMoment)
  }

  /// Decides a row by reading it as JSON.
  ///
  /// - Parameters:
  ///   - row: the index of the row in the batch.
  ///   - place: the index of the row in the columns.
  private mutating func decideLine(_ row: Int, at place: Int) throws(ColumnFault) {
    line.truncate()
    try bound.write(place, head: head, to: &line)
    try work.note(line.count)
    decideLine(number: row + 1)
  }

  /// Decides the proposal in `line` as a line of a batch.
  ///
  /// - Parameter number: the number of the line in messages, from 1.
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
    // In a column, the record has no line break.
    written.records?.write { buffer in
      gate.batch.write(answer, ofLine: number, to: &buffer)
      buffer.truncate(to: buffer.count - 1)
    }
  }
}
