import Truths
import TruthsEngine
import TruthsProgram
import TruthsRuntime

/// Columns that tell what became of rows, as they are written one row after the other.
struct DecidedRows {
  private let rows: Int
  private let clauses: [DecisiveClause]
  private let clauseNames: [[UInt8]]
  private let outcomes: TextColumn
  private let clauseColumn: TextColumn
  /// Why, where that is wanted.
  let reasons: TextColumn?
  /// The whole records, where they are wanted.
  let records: TextColumn?

  /// - Parameter clauses: of the intent, by number.
  init(rows: Int, of clauses: [DecisiveClause], _ want: ColumnWant) {
    self.rows = rows
    self.clauses = clauses
    clauseNames = clauses.map { Array("\($0.declaredBy) \($0.name)".utf8) }
    outcomes = TextColumn("outcome", rows: rows)
    clauseColumn = TextColumn("clause", rows: rows)
    reasons = want == .reason ? TextColumn("reason", rows: rows) : nil
    records = want == .record ? TextColumn("record", rows: rows) : nil
  }

  /// What was written so far.
  var decided: DecidedColumns {
    DecidedColumns(rows: rows, columns: [outcomes, clauseColumn, reasons, records].compactMap(\.self))
  }

  /// Writes what a run came to, but for its record.
  func note(_ outcome: RunOutcome) {
    note(QuickDecision(DecisionGate.Outcome(outcome, clauses)))
    reasons?.append(Array(outcome.reason.utf8))
  }

  /// Writes a decision, but for its reason and its record.
  func note(_ decision: QuickDecision) {
    outcomes.append(Self.words[decision.outcome.place])
    if let clause = decision.clause, clauseNames.indices.contains(clause) {
      clauseColumn.append(clauseNames[clause])
    } else {
      clauseColumn.appendNull()
    }
  }

  /// Writes that there is no decision, but for why.
  func noteNothing() {
    outcomes.appendNull()
    clauseColumn.appendNull()
  }

  /// As other languages know them, in the order of ``QuickDecision/Outcome/place``.
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
