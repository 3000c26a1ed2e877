import Truths
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// A reader of rows of columns into the cells that an intent's clauses evaluate. If a row has a value of a different type than
/// its field, the row is read as JSON. Reading it as JSON reports its faults.
final class ColumnCells {
  private let rows: ReadyRows
  private let columns: [(reader: CellReader, role: CellRole)]
  /// The number of cells in a row. The cells of the fields come first, then those of the envelope.
  private let width: Int
  private let cells: UnsafeMutablePointer<Cell>
  private let isOdd: UnsafeMutablePointer<Bool>
  /// The envelope members that clauses read, in the order of their cells.
  private let builtins: [Builtin]
  private let initial: [Cell]

  /// The greatest number of rows that are read at a time.
  static let most = 512

  /// The use of a column in the cells of a row.
  enum CellRole {
    /// The value goes to the cell with an index.
    case cell(Int)
    /// The value is only checked, and gives no cell.
    case checked
    /// The value can only be expressed in a complete proposal. So a row with a value is read as JSON.
    case whole
  }

  /// - Parameter hasMoment: whether one given time applies to all rows, so that `timestamp` does not affect decisions.
  /// - Returns: `nil` if all rows must be read as JSON.
  init?(_ bound: BoundColumns, _ rows: ReadyRows, _ intent: IntentType, _ program: Program, hasMoment: Bool) {
    let names = bound.members.reduce(0) { $0 + $1.member.key.count }
    guard bound.members.count <= 10_000, names <= 1 << 20 else { return nil }
    let limits = CellLimits(columns: bound.members.count)
    var (columns, builtins, initial) = ([(CellReader, CellRole)](), [Builtin](), rows.initial)
    for (member, role) in bound.members {
      let type: ValueType
      let cellRole: CellRole
      var range: NumberRange?
      switch role {
      case .field(let field): (type, cellRole, range) = (intent.fields[field].type, .cell(field), intent.fields[field].range)
      case .readPast: (type, cellRole) = (.json, .checked)
      case .envelope:
        let said = Self.said(by: member.name, hasMoment: hasMoment)
        type = said.type
        if let builtin = said.builtin {
          builtins.append(builtin)
          cellRole = .cell(initial.count)
          initial.append(builtin == .now ? Self.epoch : .absent)
        } else {
          cellRole = said.isChecked ? .checked : .whole
        }
      }
      columns.append((CellReader(member, as: type, within: range, rows, program, limits), cellRole))
    }
    // A proposal without an id is identified by a hash of all its members.
    if rows.readsIdentity, !builtins.contains(.proposalID) { return nil }
    self.rows = rows
    self.columns = columns
    self.builtins = builtins
    self.initial = initial
    width = max(1, initial.count)
    cells = .allocate(capacity: width * Self.most)
    isOdd = .allocate(capacity: Self.most)
  }

  deinit {
    cells.deallocate()
    isOdd.deallocate()
  }

  private static let epoch = Cell(.timestamp, bits: 0)

  /// Returns the type of an envelope member and the value that clauses read from it, or `nil`. `isChecked` is true if it is
  /// enough to check the member, because no other part of the decision depends on it.
  private static func said(by name: String, hasMoment: Bool) -> (type: ValueType, builtin: Builtin?, isChecked: Bool) {
    switch name {
    case "timestamp": (.timestamp, hasMoment ? nil : .now, true)
    case "proposal_id": (.text, .proposalID, true)
    case "on_behalf_of": (.text, .proposalOnBehalfOf, true)
    case "truth_id": (.text, .proposalTruthID, true)
    case "confidence": (.decimal(unit: nil), .proposalConfidence, true)
    case "consent": (.boolean, .proposalConsent, true)
    case "correlation_id", "trace_id", "reason": (.text, nil, true)
    default: (.json, nil, false)
    }
  }

  /// Reads the dictionaries of all columns.
  func begin(rows count: Int) throws(ColumnFault) {
    for column in columns { try column.reader.readDictionary(rows: count) }
    rows.keepSymbols()
  }

  /// Reads rows into the cells.
  ///
  /// - Parameter range: the indices of the rows in the columns, at most ``most`` rows.
  func read(_ range: Range<Int>) throws(ColumnFault) {
    rows.forgetSymbols()
    for row in 0..<range.count {
      for place in 0..<initial.count { (cells + row * width + place).initialize(to: initial[place]) }
      (isOdd + row).initialize(to: false)
    }
    for (reader, role) in columns {
      switch role {
      case .cell(let place): try reader.read(range, into: cells + place, stride: width, isOdd)
      case .checked: try reader.check(range, isOdd)
      case .whole: try reader.findWhole(range, isOdd)
      }
    }
  }

  /// Returns the cells of a row; `nil` if the row must be read as JSON.
  ///
  /// - Parameter row: the index of the row among the rows read last.
  @inline(__always)
  func fields(_ row: Int) -> UnsafePointer<Cell>? {
    if isOdd[row] { return nil }
    let fields = cells + row * width
    for (place, builtin) in builtins.enumerated() {
      let cell = fields[initial.count - builtins.count + place]
      // A proposal without an id is identified by a hash of all its members.
      if builtin == .proposalID, cell.isMissing, rows.readsIdentity { return nil }
      rows.set(builtin, to: cell)
      if builtin == .now { rows.set(.proposalAt, to: cell) }
    }
    return UnsafePointer(fields)
  }
}

/// The size limits of values that are read as cells. Rows with larger values are read as JSON, so that the limits of JSON apply
/// (limits §2).
struct CellLimits {
  /// The greatest size of a text in bytes.
  let text: Int
  /// The limits of a list or record.
  let nested: JSONLimits

  init(columns: Int) {
    let share = (1 << 20) / max(1, columns)
    text = min(share, 1 << 18)
    nested = JSONLimits(depth: JSONLimits.document.depth - 2, bytes: text, nodes: JSONLimits.document.nodes)
  }
}
