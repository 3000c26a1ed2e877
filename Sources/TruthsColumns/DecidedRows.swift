import Truths
import TruthsEngine
import TruthsProgram
import TruthsRuntime

/// A builder of the result columns of a batch, row by row.
struct DecidedRows {
  private let rows: Int
  private let clauses: [DecisiveClause]
  private let clauseNames: [[UInt8]]
  private let outcomes: TextColumn
  private let clauseColumn: TextColumn
  /// The column of reasons; `nil` if they are not requested.
  let reasons: TextColumn?
  /// The column of records; `nil` if they are not requested.
  let records: TextColumn?

  /// - Parameter clauses: the clauses of the intent. A decision gives the index of a clause in this list.
  init(rows: Int, of clauses: [DecisiveClause], _ want: ColumnWant) {
    self.rows = rows
    self.clauses = clauses
    clauseNames = clauses.map { Array("\($0.declaredBy) \($0.name)".utf8) }
    outcomes = TextColumn("outcome", rows: rows)
    clauseColumn = TextColumn("clause", rows: rows)
    reasons = want == .reason ? TextColumn("reason", rows: rows) : nil
    records = want == .record ? TextColumn("record", rows: rows) : nil
  }

  /// The columns that were written so far.
  var decided: DecidedColumns {
    DecidedColumns(rows: rows, columns: [outcomes, clauseColumn, reasons, records].compactMap(\.self))
  }

  /// Appends the outcome, the deciding clause and the reason of a run, but not its record.
  func note(_ outcome: RunOutcome) {
    note(QuickDecision(DecisionGate.Outcome(outcome, clauses)))
    reasons?.append(Array(outcome.reason.utf8))
  }

  /// Appends the outcome and the deciding clause of a decision, but neither reason nor record.
  func note(_ decision: QuickDecision) {
    outcomes.append(Self.words[decision.outcome.index])
    if let clause = decision.clause, clauseNames.indices.contains(clause) {
      clauseColumn.append(clauseNames[clause])
    } else {
      clauseColumn.appendNull()
    }
  }

  /// Appends a row that has no decision. The caller then appends the reason or record.
  func noteNothing() {
    outcomes.appendNull()
    clauseColumn.appendNull()
  }

  /// The names of the outcomes in the output. The index is that of ``QuickDecision/Outcome/index``.
  private static let words = ["accepted", "rejected", "halted", "waiting"].map { Array($0.utf8) }
}

extension QuickDecision.Outcome {
  fileprivate var index: Int {
    switch self {
    case .accepted: 0
    case .rejected: 1
    case .halted: 2
    case .waiting: 3
    }
  }
}
