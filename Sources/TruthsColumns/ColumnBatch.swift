public import Truths

/// Proposals as columns, such as Arrow's record batches. Each row is a proposal of one intent, and each column gives a field.
///
///     let batch = try ColumnBatch(record)
///     let decided = try gate.decide(batch, of: "place_order", want: .reason)
///
/// A column has the name of a field, in JSON or in clauses. The members of a proposal's envelope, such as `proposal_id`,
/// `timestamp` and `actor`, may be columns too. If a value is null, the member is omitted.
///
/// A batch borrows the memory of its arrays until the batch is decided.
public struct ColumnBatch {
  let record: ColumnArray
  let columns: [ColumnVector]

  /// The number of rows.
  public var rows: Int { record.length }

  /// The greatest number of rows that are decided at once.
  public static let mostRows = 1 << 24

  /// Checks a record batch against the columnar format.
  ///
  /// - Parameter record: a struct (`+s`) whose members are the columns.
  /// - Throws: findings about the batch. A column type that no proposal can have, such as binary floating point, is a finding
  ///   as well.
  /// - Complexity: O(columns + offsets).
  public init(_ record: ColumnArray) throws(Findings) {
    guard record.format == "+s", record.dictionary == nil else {
      throw [Self.fault("the batch is not a struct of columns", "give a record batch")].findings(in: record)
    }
    guard record.length <= Self.mostRows else {
      let message = "the batch has \(record.length) rows, and at most \(Self.mostRows) are decided at once"
      throw [Self.fault(message, "give it in slices")].findings(in: record)
    }
    self.record = record
    var (faults, columns, columnsLeft) = ([ColumnFault](), [ColumnVector](), ColumnVector.mostColumns)
    do throws(ColumnFault) {
      let whole = try ColumnVector(
        ColumnArray(name: "", format: "+s", length: record.length, offset: record.offset, buffers: record.buffers), at: "",
        needed: 0,
        columnsLeft: &columnsLeft)
      if let null = (0..<record.length).first(where: { whole.isNull($0) }) {
        faults.append(Self.fault("row \(null) of the batch is null", "leave the row out"))
      }
    } catch {
      faults.append(Self.fault("the batch is not a record batch: \(error.message)", error.help))
    }
    if !faults.isEmpty { throw faults.findings(in: record) }
    for (index, child) in record.children.enumerated() {
      do throws(ColumnFault) {
        columns.append(
          try ColumnVector(child, at: child.name, needed: record.offset + record.length, depth: 1, columnsLeft: &columnsLeft))
      } catch {
        faults.append(ColumnFault(message: error.message, help: error.help, column: index))
        // Arrays nested without end would give as many faults.
        if columnsLeft < 0 { break }
      }
    }
    if !faults.isEmpty { throw faults.findings(in: record) }
    self.columns = columns
  }

  private static func fault(_ message: String, _ help: String) -> ColumnFault { ColumnFault(message: message, help: help) }
}

/// The details of each row that are returned besides the outcome and the clause that decided.
public enum ColumnWant: Hashable, Sendable, CaseIterable {
  /// No details; this is the fastest choice.
  case outcome
  /// The reason of the decision, in words.
  case reason
  /// The record, which has the same bytes as the output of `truths run --batch --format json`.
  case record
}

/// The results of the rows of a batch, as columns.
public struct DecidedColumns: Sendable {
  /// The number of rows.
  public let rows: Int
  /// The columns `outcome` and `clause`, then `reason` or `record` if requested.
  ///
  /// An outcome is `accepted`, `rejected`, `halted` or `waiting`. It is null if there is no decision, because JSON cannot
  /// express the row or the decision exceeds its work limit. Then `reason` says why, and `record` has an `error`.
  ///
  /// A clause is the id of the truth or invariant that declares it, and its position there: `shop.placing requires[1]`. It is
  /// null if all clauses hold, or if a built-in check decided.
  public let columns: [TextColumn]
}
