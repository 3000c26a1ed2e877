import TruthsText

/// What the formulas of a set of clauses speak of: cells, variables, atoms, facts. Clauses that are decided together are
/// translated into one world.
final class World {
  let tables: CheckTables
  private(set) var cells: [Cell] = []
  private(set) var variables: [Variable] = []
  private(set) var atoms: [AtomMeaning] = []
  private(set) var spots: [Spot] = []
  /// The atom that says whether there is a fact, by spot.
  private(set) var spotAtoms: [Int] = []
  private var cellIndex = FewMap<Cell.Source, Int>()
  private var spotIndex = FewMap<Spot, Int>()
  private(set) var berths: [Berth] = []
  private var berthIndex = FewMap<Berth, Int>()
  private var textConstants = FewMap<Text, Int>()
  /// The cell of each variable that stands for one.
  private(set) var variableCells = NumberMap<Int>()
  /// Types that could not be read to their end, so that nothing is said of their values.
  let unread: Set<ValueType>

  var program: Program { _read { yield tables.program } }

  /// The fact types that truths on facts make, by their places in the program.
  var derived: Set<Int> { tables.derived }

  init(_ tables: CheckTables, unread: Set<ValueType> = []) {
    self.tables = tables
    self.unread = unread
    cells.reserveCapacity(8)
    variables.reserveCapacity(8)
    atoms.reserveCapacity(12)
  }

  /// The cell of a source, made when it is first asked for.
  ///
  /// - Parameters:
  ///   - surroundings: what must hold for there to be a value.
  ///   - mayBeMissing: whether there may be none even then.
  func cell(_ source: Cell.Source, _ type: ValueType, surroundings: Formula = .yes, mayBeMissing: Bool) -> Int {
    if let known = cellIndex[source] { return known }
    let index = cells.count
    cellIndex.set(index, for: source)
    var cell = Cell(source: source, type: type, isThere: surroundings)
    if mayBeMissing { cell.isThere = .and(surroundings, .atom(newAtom(.exists(index)))) }
    if type == .boolean { cell.atom = newAtom(.isTrue(index)) }
    if !unread.contains(type), var variable = Variable(type, { program.enums[$0].values.count }) {
      if case .policy(let policy) = source, let usual = program.policies[policy].initial.place { variable.usual = usual }
      cell.variable = newVariable(variable)
      variableCells[variables.count - 1] = index
    }
    cells.append(cell)
    return index
  }

  /// The place of a fact with given keys.
  func spot(_ spot: Spot) -> Int {
    if let known = spotIndex[spot] { return known }
    let index = spots.count
    spotIndex.set(index, for: spot)
    spots.append(spot)
    spotAtoms.append(newAtom(.present(index)))
    return index
  }

  /// The place of an instance of a lifecycle.
  func berth(_ berth: Berth) -> Int {
    if let known = berthIndex[berth] { return known }
    berthIndex.set(berths.count, for: berth)
    berths.append(berth)
    return berths.count - 1
  }

  /// The variable that stands for a text written down.
  func constant(_ text: Text) -> Int {
    if let known = textConstants[text] { return known }
    let variable = newVariable(Variable(kind: .textConstant(text), lower: .zero))
    textConstants.set(variable, for: text)
    return variable
  }

  private func newAtom(_ meaning: AtomMeaning) -> Int {
    atoms.append(meaning)
    return atoms.count - 1
  }

  private func newVariable(_ variable: Variable) -> Int {
    variables.append(variable)
    return variables.count - 1
  }
}

extension Variable {
  /// The greatest number that 15 digits can write (language.md §2, "Decimals").
  private static let largest = Rational(999_999_999_999_999)

  /// The variable for values of a type; `nil` for types whose values are not compared by order or place.
  ///
  /// - Parameter valueCount: how many values an enum has.
  init?(_ type: ValueType, _ valueCount: (Int) -> Int) {
    switch type {
    case .decimal: self.init(kind: .number, lower: Rational(-999_999_999_999_999), upper: Self.largest)
    case .integer: self.init(kind: .whole, lower: Rational(-999_999_999_999_999), upper: Self.largest)
    case .date: self.init(kind: .whole, lower: .firstDay, upper: .lastDay, usual: Rational(19_723))
    case .timestamp:
      self.init(kind: .whole, lower: .firstMoment, upper: .lastMoment, usual: Rational(1_704_067_200_000))
    case .duration:
      self.init(kind: .whole, lower: Rational(Int128(Int64.min)), upper: Rational(Int128(Int64.max)), usual: Rational(3_600_000))
    case .enumeration(let index):
      self.init(kind: .whole, lower: .zero, upper: Rational(Int128(valueCount(index) - 1)), usual: .zero)
    case .list: self.init(kind: .whole, lower: .zero, upper: nil)
    case .text: self.init(kind: .text, lower: .zero, upper: nil)
    case .boolean, .json, .record, .fact, .unknown: return nil
    }
  }
}

extension Value {
  /// The number that stands for a value in constraints; `nil` for texts, whose places depend on the others, and what has none.
  var place: Rational? {
    switch self {
    case .number(let number): try? Rational(number)
    case .date(let date): Rational(Int128(date.days))
    case .timestamp(let moment): Rational(Int128(moment.milliseconds))
    case .duration(let span): Rational(Int128(span.milliseconds))
    case .enumeration(let value): Rational(Int128(value.ordinal))
    default: nil
    }
  }
}

extension Rational {
  /// 0001-01-01 and 9999-12-31, in days since 1970 (language.md §2, "Time").
  static let firstDay = Rational(-719_162)
  static let lastDay = Rational(2_932_896)
  static let millisecondsPerDay = Rational(86_400_000)
  /// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999Z, in milliseconds since 1970.
  static let firstMoment = Rational(-719_162 * 86_400_000)
  static let lastMoment = Rational(2_932_897 * 86_400_000 - 1)
}
