public import Truths

/// Rows as columns, such as Arrow's record batches: each row is a proposal of one intent, and each column a field of it.
///
///     let batch = try ColumnBatch(record)
///     let decided = try gate.decide(batch, of: "place_order", want: .reason)
///
/// A column has the name that the field has in JSON, or its own. `proposal_id`, `timestamp`, `actor` and the other members of a
/// proposal's envelope may be columns too. A value that is null is a member that is left out.
///
/// A batch borrows the memory of its arrays until it was decided.
public struct ColumnBatch {
  let record: ColumnArray
  let columns: [ColumnVector]

  /// How many rows it has.
  public var rows: Int { record.length }

  /// The most rows that are decided at once.
  public static let mostRows = 1 << 24

  /// Holds a record batch against the columnar format.
  ///
  /// - Parameter record: a struct (`+s`), whose members are the columns.
  /// - Throws: what is wrong with it, also that a column is of a type that no proposal can have, such as binary floating point.
  /// - Complexity: O(columns + offsets).
  public init(_ record: ColumnArray) throws(Findings) {
    guard record.format == "+s", record.dictionary == nil else {
      throw [Self.fault("the batch is no struct of columns", "give a record batch")].findings(in: record)
    }
    guard record.length <= Self.mostRows else {
      let message = "the batch has \(record.length) rows, and at most \(Self.mostRows) are decided at once"
      throw [Self.fault(message, "give it in slices")].findings(in: record)
    }
    self.record = record
    var (faults, columns, left) = ([ColumnFault](), [ColumnVector](), ColumnVector.mostColumns)
    do throws(ColumnFault) {
      let whole = try ColumnVector(
        ColumnArray(name: "", format: "+s", length: record.length, offset: record.offset, buffers: record.buffers), at: "",
        needed: 0,
        left: &left)
      if let null = (0..<record.length).first(where: { whole.isNull($0) }) {
        faults.append(Self.fault("row \(null) of the batch is null", "leave the row out"))
      }
    } catch {
      faults.append(Self.fault("the batch is no record batch: \(error.message)", error.help))
    }
    if !faults.isEmpty { throw faults.findings(in: record) }
    for (place, child) in record.children.enumerated() {
      do throws(ColumnFault) {
        columns.append(try ColumnVector(child, at: child.name, needed: record.offset + record.length, depth: 1, left: &left))
      } catch {
        faults.append(ColumnFault(message: error.message, help: error.help, column: place))
        // What is nested without end has as many faults.
        if left < 0 { break }
      }
    }
    if !faults.isEmpty { throw faults.findings(in: record) }
    self.columns = columns
  }

  private static func fault(_ message: String, _ help: String) -> ColumnFault { ColumnFault(message: message, help: help) }
}

/// What is told of each row besides its outcome and the clause that decided.
public enum ColumnWant: Hashable, Sendable, CaseIterable {
  /// Nothing: the quickest answer.
  case outcome
  /// The reason in words.
  case reason
  /// The record, the bytes of `truths run --batch --format json`.
  case record
}

/// What became of the rows of a batch, as columns.
public struct DecidedColumns: Sendable {
  /// How many rows there are.
  public let rows: Int
  /// `outcome` and `clause`, then `reason` or `record`.
  ///
  /// An outcome is `accepted`, `rejected`, `halted` or `waiting`; null where there is no decision, for a row that no JSON says or
  /// that takes more work than it may: `reason` says why, and `record` has its `error`. A clause is the id of the truth or
  /// invariant that declares it and where it stands there, `shop.placing requires[1]`; null where all hold, or something that is
  /// built in decided.
  public let columns: [TextColumn]
}
