import TruthsCheck
import TruthsJSON

/// Reads fields from a tape. What is not of its type is told by nothing being read: a closer look says what is wrong.
extension FieldForms {
  /// Reads the fields of a proposal.
  ///
  /// - Parameters:
  ///   - names: where their names stand in the tape.
  ///   - fields: room for a cell of each field; those that are left out have what they are then.
  /// - Returns: whether each is one of the intent's and of its type.
  func read(
    _ names: UnsafeBufferPointer<Int32>, of tape: borrowing JSONTape, into fields: UnsafeMutablePointer<Cell>,
    _ program: Program, _ symbols: inout SymbolOverlay
  ) -> Bool {
    fields.update(from: initials.cells, count: initials.count)
    for turn in names.indices {
      let name = Int(names[turn])
      let place = place(of: name, tape, turn: turn)
      guard place >= 0, let cell = cell(of: place, tape, name + 1, program, &symbols) else { return false }
      fields[place] = cell
    }
    return true
  }

  /// The cell of a field's value; `nil` where it does not fit. Forms live as long as this does, so that none is counted.
  @inline(__always)
  fileprivate func cell(
    of field: Int, _ tape: borrowing JSONTape, _ place: Int, _ program: Program, _ symbols: inout SymbolOverlay
  ) -> Cell? {
    unowned[field]._withUnsafeGuaranteedRef { $0.cell(tape, place, program, &symbols) }
  }
}

extension FieldForm {
  /// The cell of a value; `nil` where it does not fit.
  fileprivate func cell(
    _ tape: borrowing JSONTape, _ place: Int, _ program: Program, _ symbols: inout SymbolOverlay
  ) -> Cell? {
    switch (kind, tape.nodes[place].kind) {
    case (.text, .string): return .text(symbols.intern(tape.text(at: place)))
    case (.boolean, .yes): return .boolean(true)
    case (.boolean, .no): return .boolean(false)
    case (.decimal, .number): return number(tape, place)
    case (.integer, .number):
      let cell = number(tape, place)
      return cell.small == 0 ? cell : nil
    default: return compound(tape, place, program, &symbols)
    }
  }

  /// The cell of a value with a type of its own or with parts; apart from the rest, which then counts no references.
  @inline(never)
  private func compound(
    _ tape: borrowing JSONTape, _ place: Int, _ program: Program, _ symbols: inout SymbolOverlay
  ) -> Cell? {
    switch (kind, tape.nodes[place].kind) {
    case (.written, .string):
      return program.value(written: tape.text(at: place), as: type).map { symbols.cell(of: $0) }
    case (.list, .array): return list(tape, place, program, &symbols)
    case (.record, .object): return record(tape, place, program, &symbols)
    default: return nil
    }
  }

  private func number(_ tape: borrowing JSONTape, _ place: Int) -> Cell {
    let (coefficient, scale) = tape.number(at: place)
    return Cell(.number, small: scale, bits: coefficient)
  }

  /// A list of such values.
  private func list(
    _ tape: borrowing JSONTape, _ place: Int, _ program: Program, _ symbols: inout SymbolOverlay
  ) -> Cell? {
    cells.removeAll(keepingCapacity: true)
    var element = place + 1
    while element < Int(tape.nodes[place].next) {
      guard let cell = parts.cell(of: 0, tape, element, program, &symbols) else { return nil }
      cells.append(cell)
      element = Int(tape.nodes[element].next)
    }
    return symbols.box(of: cells, .list)
  }

  private func record(
    _ tape: borrowing JSONTape, _ place: Int, _ program: Program, _ symbols: inout SymbolOverlay
  ) -> Cell? {
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: UnsafeBufferPointer(start: parts.initials.cells, count: parts.initials.count))
    var (name, turn) = (place + 1, 0)
    while name < Int(tape.nodes[place].next) {
      let field = parts.place(of: name, tape, turn: turn)
      guard field >= 0, let cell = parts.cell(of: field, tape, name + 1, program, &symbols) else { return nil }
      cells[field] = cell
      name = Int(tape.nodes[name + 1].next)
      turn += 1
    }
    for field in cells.indices where cells[field].isMissing && !parts.areOptional[field] { return nil }
    return symbols.box(of: cells, .record, type: UInt32(truncatingIfNeeded: parts.record))
  }
}
