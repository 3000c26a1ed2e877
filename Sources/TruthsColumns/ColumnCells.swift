import Truths
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// Reads rows of columns as the cells that an intent's clauses evaluate. A row with values of other types than its fields is
/// left to be read as a line, which reports its faults.
final class ColumnCells {
  private let rows: ReadyRows
  private let columns: [(reader: CellReader, role: CellRole)]
  /// Number of cells in a row: those of the fields, then those of the envelope.
  private let width: Int
  private let cells: UnsafeMutablePointer<Cell>
  private let isOdd: UnsafeMutablePointer<Bool>
  /// The envelope members that clauses read, in the order of their cells after the fields.
  private let builtins: [Builtin]
  private let initial: [Cell]

  /// Number of rows that are read at a time.
  static let most = 512

  /// The use of a column in the cells of a row.
  enum CellRole {
    /// The value goes to the cell with this index.
    case cell(Int)
    /// The value is only checked.
    case checked
    /// Only a complete proposal can express the value, so that a row with it is read as a line.
    case whole
  }

  /// - Parameter hasMoment: whether all rows have a given time, so that `timestamp` decides nothing.
  /// - Returns: `nil` where rows must be read as lines.
  init?(_ bound: BoundColumns, _ rows: ReadyRows, _ intent: IntentType, _ program: Program, hasMoment: Bool) {
    let names = bound.members.reduce(0) { $0 + $1.member.key.count }
    guard bound.members.count <= 10_000, names <= 1 << 20 else { return nil }
    let limits = CellLimits(columns: bound.members.count)
    var (columns, builtins, initial) = ([(CellReader, CellRole)](), [Builtin](), rows.initial)
    for (member, role) in bound.members {
      let type: ValueType
      let place: CellRole
      switch role {
      case .field(let field): (type, place) = (intent.fields[field].type, .cell(field))
      case .readPast: (type, place) = (.json, .checked)
      case .envelope:
        let said = Self.said(by: member.name, hasMoment: hasMoment)
        type = said.type
        if let builtin = said.builtin {
          builtins.append(builtin)
          place = .cell(initial.count)
          initial.append(builtin == .now ? Self.epoch : .absent)
        } else {
          place = said.isChecked ? .checked : .whole
        }
      }
      columns.append((CellReader(member, as: type, rows, program, limits), place))
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

  /// Returns the type of an envelope member, the value that clauses read from it, and whether nothing else depends on it.
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

  /// Reads all dictionaries.
  func begin(rows count: Int) throws(ColumnFault) {
    for column in columns { try column.reader.readDictionary(rows: count) }
    rows.keepSymbols()
  }

  /// Reads rows.
  ///
  /// - Parameter range: positions in the columns, at most ``most``.
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

  /// Returns the cells of a row; `nil` for one that must be read as a line.
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

/// Size limits of values that are read as cells. Rows with larger values are read as lines, so that their limits apply (limits
/// §2).
struct CellLimits {
  /// Maximum size of a text in bytes.
  let text: Int
  /// Limits of a list or record.
  let nested: JSONLimits

  init(columns: Int) {
    let share = (1 << 20) / max(1, columns)
    text = min(share, 1 << 18)
    nested = JSONLimits(depth: JSONLimits.document.depth - 2, bytes: text, nodes: JSONLimits.document.nodes)
  }
}
