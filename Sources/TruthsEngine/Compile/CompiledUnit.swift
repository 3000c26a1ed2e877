/// The final code of one truth, invariant, table or explanation, at fixed addresses.
final class CompiledUnit: @unchecked Sendable {
  let instructions: UnsafePointer<Instruction>
  let probes: UnsafePointer<Probe>
  let probeCount: Int
  let slow: [SlowOperation]
  let constants: CellRow
  /// Constants that are not in the symbols of the program; they are filled in when the code runs.
  private let unknown: [CodeUnit.BoxedConstant]
  let instructionCount: Int
  /// The number of slots and temporaries.
  let registerCount: Int

  /// Creates the unit and adds its constants to the symbols of the program, which every store has.
  convenience init(_ unit: CodeUnit, _ symbols: inout Symbols) {
    var cells = unit.constants
    for box in unit.boxes { cells[box.index] = symbols.cell(of: box.value) }
    self.init(unit, cells, unknown: [])
  }

  /// Creates the unit over the finished symbols of the program; constants not among them stay open.
  convenience init(_ unit: CodeUnit, knowing symbols: Symbols) {
    var cells = unit.constants
    var unknown: [CodeUnit.BoxedConstant] = []
    for box in unit.boxes {
      if let cell = symbols.findCell(of: box.value) { cells[box.index] = cell } else { unknown.append(box) }
    }
    self.init(unit, cells, unknown: unknown)
  }

  private init(_ unit: CodeUnit, _ cells: [Cell], unknown: [CodeUnit.BoxedConstant]) {
    instructions = UnsafePointer(plain(unit.instructions))
    probes = UnsafePointer(plain(unit.probes))
    probeCount = unit.probes.count
    instructionCount = unit.instructions.count
    slow = unit.slow
    constants = CellRow(cells)
    self.unknown = unknown
    registerCount = unit.registerCount
  }

  deinit {
    instructions.deallocate()
    probes.deallocate()
  }

  /// Returns the constants as cells of these symbols.
  func constants(_ symbols: inout SymbolOverlay) -> CellRow {
    if unknown.isEmpty { return constants }
    var cells = (0..<constants.count).map { constants[$0] }
    for box in unknown { cells[box.index] = symbols.cell(of: box.value) }
    return CellRow(cells)
  }
}

extension CompiledUnit {
  /// The numbers of the probes that ask for facts; the other probes ask for states.
  var factProbes: Set<Int> {
    let asking = (0..<instructionCount).filter { instructions[$0].opcode.probesFacts }
    return Set(asking.map { instructions[$0].first.index })
  }
}

extension Opcode {
  /// Whether the instruction asks for a fact by its key.
  fileprivate var probesFacts: Bool {
    switch self {
    case .present, .lookUp, .lookUpExists: true
    default: false
    }
  }
}

/// Copies elements into memory that the caller deallocates.
func plain<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
  let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
  for (place, element) in elements.enumerated() { (memory + place).initialize(to: element) }
  return memory
}
