import TruthsProgram
import TruthsText

extension Interpreter {
  /// Calls a function of a list (functions §1, §5); no argument may be missing.
  mutating func listCall(_ function: Function, _ arguments: UnsafeMutablePointer<Cell>, _ count: Int) -> Cell {
    spend(WorkMeter.stepsPerCall)
    switch function {
    case .length: return .integer(arguments[0].length)
    case .element: return element(of: arguments[0], at: position(arguments[1]))
    default:
      let elements = elements(of: arguments[0])
      spend(elements.count / 4)
      if hasNoRoom { return .missing(.total) }
      guard function.comparesElements else { return listCall(function, elements, arguments) }
      switch united(elements) {
      case .success(let united): return listCall(function, united, arguments)
      case .failure(let clash): return clash.cell
      }
    }
  }

  /// Returns the element at a position, counted from the end where it is negative.
  private func element(of list: Cell, at position: Int?) -> Cell {
    guard let position else { return .missing(.range) }
    let count = list.length
    guard position != 0, position.magnitude <= count else { return .absent }
    return symbols.pointee.element(position > 0 ? position - 1 : count + position, ofBox: Int(list.bits))
  }

  private mutating func listCall(_ function: Function, _ elements: [Cell], _ arguments: UnsafeMutablePointer<Cell>) -> Cell {
    switch function {
    case .isSorted:
      spend(elements.count * WorkMeter.stepsPerComparison)
      return .truth(zip(elements, elements.dropFirst()).allSatisfy { !isBeforeSlowly($1, $0) })
    case .distinct:
      spend(2 * elements.count)
      var seen = Set<Cell>()
      return box(list: elements.filter { seen.insert(withoutCauses($0)).inserted })
    case .first, .last:
      guard let count = position(arguments[1]).map({ max(0, $0) }) else { return .missing(.range) }
      return box(list: Array(function == .first ? elements.prefix(count) : elements.suffix(count)))
    case .slice:
      guard let first = position(arguments[1]), let last = position(arguments[2]) else { return .missing(.range) }
      return box(list: Self.slice(elements, from: first, through: last))
    case .flatten: return flattened(elements)
    case .indexOf:
      let wanted = arguments[1]
      for (position, element) in elements.enumerated() {
        if element == wanted { return .integer(position + 1) }
        guard wanted.isA(.boxed) || wanted.extra != element.extra else { continue }
        let answer = equalSlowly(wanted, element, is: true)
        if answer.isTrue { return .integer(position + 1) }
        if answer.isMissing { return answer }
      }
      return .absent
    case .reverse: return box(list: elements.reversed())
    case .sort: return box(list: sorted(elements))
    case .join: return joined(elements, arguments[1])
    default: return .absent
    }
  }

  private func position(_ cell: Cell) -> Int? { value(of: cell).wholeNumber }

  /// Returns a value in which missing parts have no causes, since causes do not count for equality.
  private mutating func withoutCauses(_ cell: Cell) -> Cell {
    if cell.isMissing { return .absent }
    guard cell.isA(.boxed), cell.small != BoxShape.opaque.rawValue else { return cell }
    let parts = parts(of: cell)
    spend(parts.count / 2 + 1)
    var cleared = parts
    // An amount with a missing currency is missing.
    if cell.small == BoxShape.record.rawValue {
      for pair in execution.code.currencies.records[Int(cell.extra)] where cleared[pair.currency].isMissing {
        cleared[pair.amount] = .absent
      }
    }
    for position in cleared.indices { cleared[position] = withoutCauses(cleared[position]) }
    if cleared == parts { return cell }
    if cell.isMap { return box(map: cleared) }
    return cell.isList ? box(list: cleared) : box(cleared, record: cell.extra)
  }

  /// Returns the existing elements from one position through another; negative positions count from the end.
  private static func slice(_ elements: [Cell], from first: Int, through last: Int) -> [Cell] {
    let count = elements.count
    func position(_ given: Int) -> Int { given >= 0 ? given : given < -count ? 0 : count + given + 1 }
    let (lower, upper) = (max(1, position(first)), min(count, position(last)))
    return lower <= upper ? Array(elements[(lower - 1)..<upper]) : []
  }

  private mutating func flattened(_ lists: [Cell]) -> Cell {
    var all: [Cell] = []
    for list in lists {
      all += elements(of: list)
      if all.count > AllocationLimits.ofValue { return .missing(.size) }
    }
    return box(list: all)
  }

  /// Returns the elements in ascending order; equal elements keep their order.
  private mutating func sorted(_ elements: [Cell]) -> [Cell] {
    // Merge sort makes at most so many comparisons.
    spend(elements.count * (Int.bitWidth - elements.count.leadingZeroBitCount) * WorkMeter.stepsPerComparison)
    guard memory.workLeft >= 0 else { return [] }
    let interpreter = self
    return elements.sorted { interpreter.isBeforeSlowly($0, $1) }
  }

  private mutating func joined(_ elements: [Cell], _ separator: Cell) -> Cell {
    let texts = elements.map { symbols.pointee.text(Int($0.bits)).string }
    let separator = symbols.pointee.text(Int(separator.bits))
    spend((texts.reduce(0) { $0 + $1.utf8.count } + texts.count * separator.string.utf8.count) / WorkMeter.bytesPerStep)
    return box(ValueFunctions.joined(texts, separator))
  }
}

extension Function {
  /// Whether the function compares elements of a list with each other, so that amounts in it must have one unit.
  fileprivate var comparesElements: Bool {
    switch self {
    case .distinct, .isSorted, .sort: true
    default: false
    }
  }
}
