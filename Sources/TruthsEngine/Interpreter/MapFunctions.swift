import TruthsProgram
import TruthsText

extension Interpreter {
  /// Calls a function of a map (types §10); no argument may be missing.
  ///
  /// The cells of a map are names and values in turns, sorted by name.
  mutating func mapCall(_ function: Function, _ arguments: UnsafeMutablePointer<Cell>) -> Cell {
    spend(WorkMeter.stepsPerCall)
    switch function {
    case .member: return member(symbols.pointee.text(Int(arguments[1].bits)), of: arguments[0])
    case .keys: return everySecond(of: arguments[0], from: 0)
    case .values: return everySecond(of: arguments[0], from: 1)
    default: return .absent
    }
  }

  private func member(_ name: Text, of map: Cell) -> Cell {
    let box = Int(map.bits)
    var (low, high) = (0, symbols.pointee.count(ofBox: box) / 2)
    while low < high {
      let middle = (low + high) / 2
      let found = symbols.pointee.text(Int(symbols.pointee.element(2 * middle, ofBox: box).bits))
      spend(min(found.string.utf8.count, name.string.utf8.count) / WorkMeter.bytesPerStep + 1)
      if found == name { return symbols.pointee.element(2 * middle + 1, ofBox: box) }
      if found < name { low = middle + 1 } else { high = middle }
    }
    return .absent
  }

  private mutating func everySecond(of map: Cell, from first: Int) -> Cell {
    let count = symbols.pointee.count(ofBox: Int(map.bits))
    spend(count / 4)
    return box(
      list: stride(from: first, to: count, by: 2).map { symbols.pointee.element($0, ofBox: Int(map.bits)) })
  }
}
