import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The inputs for which two tables are compared.
///
/// The points of an input are the values that rows name, and a missing value. Further points are a value between each two named
/// values, one below all of them, and one above.
///
/// Suppose that rows only compare single inputs with constants, and only give constants. All inputs between two points then have
/// the same result. In this case, a comparison at the points proves equality for all inputs.
struct TableGrid {
  /// The points of each input, as JSON; `nil` is a missing value. The index is that of the input.
  private(set) var points: [[JSONValue?]] = []
  /// Whether equality at the points proves equality for all inputs.
  private(set) var isExact = true

  init(_ old: CheckedTable, _ oldProgram: Program, _ new: CheckedTable, _ newProgram: Program) {
    var named = [[Value]](repeating: [], count: new.inputs.count)
    var ordered = Set<Int>()
    for (table, program) in [(old, oldProgram), (new, newProgram)] {
      var reader = TableConstants(table, program)
      reader.read()
      if !reader.isPlain { isExact = false }
      ordered.formUnion(reader.ordered)
      for (input, values) in reader.values { if named.indices.contains(input) { named[input] += values } }
      for index in named.indices { named[index] += reader.others }
    }
    for (place, input) in new.inputs.enumerated() {
      let (values, isWhole) = Self.points(of: input.type, named[place], newProgram)
      points.append(values)
      if !isWhole || ordered.contains(place) && input.type == .text { isExact = false }
    }
  }

  /// The number of combinations of points; the largest integer if there are more.
  var count: Int {
    points.reduce(1) { product, values in
      let (result, overflow) = product.multipliedReportingOverflow(by: max(1, values.count))
      return overflow ? .max : result
    }
  }

  /// Returns the combination of points with a number, counted from 0.
  func inputs(at number: Int) -> [JSONValue?] {
    var rest = number
    return points.map { values in
      guard !values.isEmpty else { return nil }
      defer { rest /= values.count }
      return values[rest % values.count]
    }
  }

  // MARK: Points

  private static func points(of type: ValueType, _ values: [Value], _ program: Program) -> ([JSONValue?], Bool) {
    switch type {
    case .boolean: return ([.boolean(true), .boolean(false), nil], true)
    case .enumeration(let index): return (program.enums[index].jsonNames.map { .string($0) } + [nil], true)
    case .text:
      let texts = values.compactMap { if case .text(let text) = $0 { JSONValue.string(text) } else { nil } }.uniqued()
      // A text that no row names represents all others.
      var other = "another text"
      while texts.contains(.text(other)) { other += "!" }
      return (texts + [.text(other), nil], true)
    case .integer:
      guard let found = wholeNumbers(around: values.compactMap(\.number)) else { return ([nil], false) }
      return (found.map { .number($0) } + [nil], true)
    case .decimal:
      guard let found = between(Set(values.compactMap(\.number)).sorted()) else { return ([nil], false) }
      return (found.map { .number($0) } + [nil], true)
    case .date:
      let days = Set(values.compactMap { if case .date(let date) = $0 { Int(date.days) } else { nil } }).sorted()
      return (between(days).compactMap { CivilDate(days: $0).map { .text($0.text) } } + [nil], true)
    case .timestamp:
      let moments = Set(values.compactMap { if case .timestamp(let moment) = $0 { Int(moment.milliseconds) } else { nil } })
      return (
        between(moments.sorted()).compactMap { Timestamp(milliseconds: Int64($0)).map { .text($0.text) } } + [nil], true
      )
    case .duration, .period, .time, .list, .record, .map, .json, .fact, .unknown:
      let named = values.filter { $0.isOf(type) }.map { program.json(of: $0) }.uniqued()
      return (named + [nil], false)
    }
  }

  private static func between(_ numbers: [Int]) -> [Int] {
    guard let first = numbers.first, let last = numbers.last else { return [0] }
    let middles = zip(numbers, numbers.dropFirst()).filter { $1 - $0 > 1 }.map { $0 + ($1 - $0) / 2 }
    return ([first - 1] + numbers + middles + [last + 1]).sorted()
  }

  /// Returns the whole numbers around each border. A border itself need not be a whole number.
  ///
  /// If a whole number lies between two borders, the result contains one between them. `nil` after an arithmetic error.
  private static func wholeNumbers(around borders: [Decimal]) -> [Decimal]? {
    var numbers: Set<Decimal> = borders.isEmpty ? [.zero] : []
    for border in borders {
      guard case .success(let rest) = border.remainder(dividingBy: .one), case .success(let near) = border.subtracting(rest)
      else { return nil }
      for step in -1...1 {
        guard case .success(let number) = near.adding(Decimal(step)) else { return nil }
        numbers.insert(number)
      }
    }
    return numbers.sorted()
  }

  /// Returns the borders, a number between each two of them, one number below and one above. `nil` after an arithmetic error.
  private static func between(_ borders: [Decimal]) -> [Decimal]? {
    guard let first = borders.first, let last = borders.last else { return [.zero] }
    guard case .success(let below) = first.subtracting(.one), case .success(let above) = last.adding(.one), below < first,
      last < above
    else { return nil }
    var numbers = [below] + borders + [above]
    for (low, high) in zip(borders, borders.dropFirst()) {
      guard case .success(let sum) = low.adding(high), case .success(let middle) = sum.divided(by: Decimal(2)), low < middle,
        middle < high
      else { return nil }
      numbers.append(middle)
    }
    return numbers
  }
}

extension Value {
  fileprivate var number: Decimal? {
    switch self {
    case .number(let number), .amount(let number, _): number
    default: nil
    }
  }

  fileprivate func isOf(_ type: ValueType) -> Bool {
    switch (self, type) {
    case (.duration, .duration), (.period, .period), (.time, .time), (.list, .list): true
    case (.record(let record), .record(let index)): record.type == index
    default: false
    }
  }
}

/// Collects the constants with which a table's rows compare its inputs.
private struct TableConstants {
  let table: CheckedTable
  let program: Program
  /// The constants, keyed by the index of the input with which they are compared.
  private(set) var values: [Int: [Value]] = [:]
  /// The indices of inputs that are compared by order, such as with `<`.
  private(set) var ordered: Set<Int> = []
  /// The constants whose input is not known.
  private(set) var others: [Value] = []
  /// Whether all conditions compare single inputs with constants, and all results are constants.
  private(set) var isPlain = true
  private let lets: [Int: Node]
  /// The slots of the `let`s whose conditions are already read. Each condition is read once.
  private var seen: Set<Int> = []

  init(_ table: CheckedTable, _ program: Program) {
    (self.table, self.program) = (table, program)
    lets = Dictionary(first: table.lets.map { ($0.slot, $0.node) })
  }

  mutating func read() {
    if table.currency != nil { isPlain = false }
    for row in table.rows {
      if let condition = row.condition { self.condition(condition) }
      if let value = row.value { self.value(value) }
    }
    if !isPlain { for node in table.lets.map(\.node) { gather(node) } }
  }

  private mutating func condition(_ node: Node) {
    switch node {
    case .constant: break
    case .not(let inner): condition(inner)
    case .and(let left, let right), .or(let left, let right), .implies(let left, let right):
      condition(left)
      condition(right)
    case .compare(let comparison, let left, let right):
      if let input = input(left) ?? input(right), let value = constant(right) ?? constant(left) {
        values[input, default: []].append(value)
        if comparison != .equal, comparison != .notEqual { ordered.insert(input) }
      } else {
        gather(node)
        isPlain = false
      }
    case .isIn(let element, let list):
      guard let input = input(element), case .list(let elements)? = constant(list) else {
        gather(node)
        isPlain = false
        return
      }
      values[input, default: []] += elements
    case .exists(let inner) where input(inner) != nil: break
    case .slot where input(node) != nil: break
    case .slot(let slot) where lets[slot] != nil:
      if seen.insert(slot).inserted { condition(lets[slot] ?? node) }
    default:
      gather(node)
      isPlain = false
    }
  }

  private mutating func value(_ node: Node) {
    switch node {
    case .constant: break
    case .record(_, let fields): fields.forEach { value($0) }
    default:
      gather(node)
      isPlain = false
    }
  }

  private mutating func gather(_ node: Node) {
    var open = [node]
    while let node = open.popLast() {
      if case .constant(let value) = node, !value.isMissing, others.count < 64 { others.append(value) }
      open += node.children
    }
  }

  private func input(_ node: Node) -> Int? {
    guard case .slot(let slot) = node, slot < table.inputs.count else { return nil }
    return slot
  }

  private func constant(_ node: Node) -> Value? {
    switch node {
    case .constant(let value): return value
    case .list(let nodes):
      let values = nodes.compactMap { constant($0) }
      return values.count == nodes.count ? .list(values) : nil
    default: return nil
    }
  }
}
