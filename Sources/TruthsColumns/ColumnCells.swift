import Truths
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// Reads rows of columns as the cells that the clauses of an intent work on. A row that has something else to it than values of
/// the types of its fields is left to whoever reads it as a line: what is wrong with it is told there.
final class ColumnCells {
  private let rows: ReadyRows
  private let columns: [(reader: CellReader, role: CellRole)]
  /// Cells of a row: those of the fields, then what the envelope says.
  private let width: Int
  private let cells: UnsafeMutablePointer<Cell>
  private let isOdd: UnsafeMutablePointer<Bool>
  /// What the envelope says that decides something, each at its place behind the fields.
  private let builtins: [Builtin]
  private let initial: [Cell]

  /// Rows that are read at a time.
  static let most = 512

  /// What a column is for the cells of a row.
  enum CellRole {
    /// The place of its cell.
    case cell(Int)
    /// Read only to see that nothing is wrong with it.
    case checked
    /// What only a whole proposal says: a row that has it is left.
    case whole
  }

  /// - Parameter hasMoment: whether `timestamp` decides nothing.
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
    // Without a name of its own a proposal is called by a hash of all of it.
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

  /// What a member of the envelope is read as, what of it clauses read, and whether nothing else depends on it.
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

  /// Reads dictionaries, each once.
  func begin(rows count: Int) throws(ColumnFault) {
    for column in columns { try column.reader.readDictionary(rows: count) }
    rows.keepSymbols()
  }

  /// Reads rows.
  ///
  /// - Parameter range: places in the columns, at most ``most``.
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

  /// The cells of a row that was read; `nil` for one that is left.
  @inline(__always)
  func fields(_ row: Int) -> UnsafePointer<Cell>? {
    if isOdd[row] { return nil }
    let fields = cells + row * width
    for (place, builtin) in builtins.enumerated() {
      let cell = fields[initial.count - builtins.count + place]
      // A proposal without a name is called by a hash of all of it.
      if builtin == .proposalID, cell.isMissing, rows.readsIdentity { return nil }
      rows.set(builtin, to: cell)
      if builtin == .now { rows.set(.proposalAt, to: cell) }
    }
    return UnsafePointer(fields)
  }
}

/// How large values may be that are read as cells: beyond, a row is read as a line, so that the limits of lines hold (limits §2).
struct CellLimits {
  /// Bytes of a text.
  let text: Int
  /// Of a list or record.
  let nested: JSONLimits

  init(columns: Int) {
    let share = (1 << 20) / max(1, columns)
    text = min(share, 1 << 18)
    nested = JSONLimits(depth: JSONLimits.document.depth - 2, bytes: text, nodes: JSONLimits.document.nodes)
  }
}
