import TruthsCheck

/// The compiled code of one truth, invariant or table, or of one expression that is worked out only to be told.
///
/// Sendable although it holds pointers: nothing is written behind them once it is made.
final class CompiledUnit: @unchecked Sendable {
  let instructions: UnsafePointer<Instruction>
  let instructionCount: Int
  let probes: UnsafePointer<Probe>
  let probeCount: Int
  let slow: [SlowOperation]
  /// Cells of the constants; those of `boxes` stand in them once the code is bound to a store.
  let constants: [Cell]
  let boxes: [CodeUnit.BoxedConstant]
  /// Slots and what is worked out on the way.
  let registerCount: Int

  init(_ unit: CodeUnit) {
    instructions = UnsafePointer(Self.copy(unit.instructions))
    probes = UnsafePointer(Self.copy(unit.probes))
    probeCount = unit.probes.count
    instructionCount = unit.instructions.count
    slow = unit.slow
    constants = unit.constants
    boxes = unit.boxes
    registerCount = unit.registerCount
  }

  deinit {
    instructions.deallocate()
    probes.deallocate()
  }

  private static func copy<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    for (place, element) in elements.enumerated() { (copy + place).initialize(to: element) }
    return copy
  }

  /// The constants with those in their places that depend on the symbols of a store.
  func constants(bind: (Value) -> Cell) -> [Cell] {
    if boxes.isEmpty { return constants }
    var bound = constants
    for box in boxes { bound[box.index] = bind(box.value) }
    return bound
  }
}

extension CompiledUnit {
  /// The probes, by number, that ask for facts; the others ask for states.
  var factProbes: Set<Int> {
    let asking = (0..<instructionCount).filter { instructions[$0].opcode.probesFacts }
    return Set(asking.map { instructions[$0].first.index })
  }

  /// The probes, by number, that ask for a fact by one key, and the slot whose value that is. Some of them may be no slots but
  /// registers, and code that jumps may take the key from another: good for reading ahead, not for deciding.
  var probesBySlot: [(probe: Int, slot: Int)] {
    var slots: [UInt32: Int] = [:]
    var found: [(probe: Int, slot: Int)] = []
    for place in 0..<instructionCount {
      let step = instructions[place]
      if step.opcode == .move || step.opcode == .outside { slots[step.target] = step.first.space == 0 ? step.first.index : nil }
      guard step.opcode.probesFacts, probes[step.first.index].count == 1 else { continue }
      found.append((step.first.index, slots[UInt32(step.second.index)] ?? step.second.index))
    }
    return found
  }
}

extension Opcode {
  /// Whether it asks for a fact by its key.
  fileprivate var probesFacts: Bool {
    switch self {
    case .present, .lookUp, .lookUpExists, .absent: true
    default: false
    }
  }
}
