import Truths
import TruthsEngine
import TruthsProgram
import TruthsRuntime

/// Builds the result columns of a batch, row by row.
struct DecidedRows {
  private let rows: Int
  private let clauses: [DecisiveClause]
  private let clauseNames: [[UInt8]]
  private let outcomes: TextColumn
  private let clauseColumn: TextColumn
  /// The reasons, where they are requested.
  let reasons: TextColumn?
  /// The records, where they are requested.
  let records: TextColumn?

  /// - Parameter clauses: the intent's clauses, by index.
  init(rows: Int, of clauses: [DecisiveClause], _ want: ColumnWant) {
    self.rows = rows
    self.clauses = clauses
    clauseNames = clauses.map { Array("\($0.declaredBy) \($0.name)".utf8) }
    outcomes = TextColumn("outcome", rows: rows)
    clauseColumn = TextColumn("clause", rows: rows)
    reasons = want == .reason ? TextColumn("reason", rows: rows) : nil
    records = want == .record ? TextColumn("record", rows: rows) : nil
  }

  /// The columns written so far.
  var decided: DecidedColumns {
    DecidedColumns(rows: rows, columns: [outcomes, clauseColumn, reasons, records].compactMap(\.self))
  }

  /// Appends the result of a run with its reason, but without its record.
  func note(_ outcome: RunOutcome) {
    note(QuickDecision(DecisionGate.Outcome(outcome, clauses)))
    reasons?.append(Array(outcome.reason.utf8))
  }

  /// Appends a decision without its reason and its record.
  func note(_ decision: QuickDecision) {
    outcomes.append(Self.words[decision.outcome.place])
    if let clause = decision.clause, clauseNames.indices.contains(clause) {
      clauseColumn.append(clauseNames[clause])
    } else {
      clauseColumn.appendNull()
    }
  }

  /// Appends a row without a decision. The caller appends the reason or record.
  func noteNothing() {
    outcomes.appendNull()
    clauseColumn.appendNull()
  }

  /// The outcomes' names in the output, in the order of ``QuickDecision/Outcome/place``.
  private static let words = ["accepted", "rejected", "halted", "waiting"].map { Array($0.utf8) }
}

extension QuickDecision.Outcome {
  fileprivate var place: Int {
    switch self {
    case .accepted: 0
    case .rejected: 1
    case .halted: 2
    case .waiting: 3
    }
  }
}
