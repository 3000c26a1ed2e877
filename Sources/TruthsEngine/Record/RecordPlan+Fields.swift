import TruthsCheck
package import TruthsJSON

extension RecordPlan {
  /// Takes in the fields of a proposal.
  ///
  /// - Parameter names: where their names stand in the tape.
  /// - Returns: whether each is one of the intent's and of its type; where not, a closer look says what is wrong.
  package func take(_ names: UnsafeBufferPointer<Int32>, of tape: borrowing JSONTape) -> Bool {
    fields.update(from: forms.initials.cells, count: forms.initials.count)
    for turn in names.indices {
      let name = Int(names[turn])
      let place = forms.place(of: name, tape, turn: turn)
      guard place >= 0, let cell = cell(tape, name + 1, as: forms.forms[place]) else { return false }
      fields[place] = cell
    }
    return true
  }

  /// The cell of a value read as a type; `nil` where it does not fit.
  private func cell(_ tape: borrowing JSONTape, _ place: Int, as form: FieldForm) -> Cell? {
    switch (form.kind, tape.nodes[place].kind) {
    case (.text, .string): return .text(symbols.pointee.intern(tape.text(at: place)))
    case (.boolean, .yes): return .boolean(true)
    case (.boolean, .no): return .boolean(false)
    case (.decimal, .number): return number(tape, place)
    case (.integer, .number):
      let cell = number(tape, place)
      return cell.small == 0 ? cell : nil
    case (.written, .string):
      return program.value(written: tape.text(at: place), as: form.type).map { symbols.pointee.cell(of: $0) }
    case (.list, .array): return form.element.flatMap { list(tape, place, of: $0) }
    case (.record, .object): return form.fields.flatMap { record(tape, place, $0) }
    default: return nil
    }
  }

  private func number(_ tape: borrowing JSONTape, _ place: Int) -> Cell {
    let (coefficient, scale) = tape.number(at: place)
    return Cell(.number, small: scale, bits: coefficient)
  }

  private func list(_ tape: borrowing JSONTape, _ place: Int, of form: FieldForm) -> Cell? {
    var cells: [Cell] = []
    cells.reserveCapacity(Int(tape.nodes[place].count))
    var element = place + 1
    while element < Int(tape.nodes[place].next) {
      guard let cell = cell(tape, element, as: form) else { return nil }
      cells.append(cell)
      element = Int(tape.nodes[element].next)
    }
    return symbols.pointee.box(of: cells, .list)
  }

  private func record(_ tape: borrowing JSONTape, _ place: Int, _ forms: FieldForms) -> Cell? {
    var cells = Array(UnsafeBufferPointer(start: forms.initials.cells, count: forms.initials.count))
    var (name, turn) = (place + 1, 0)
    while name < Int(tape.nodes[place].next) {
      let field = forms.place(of: name, tape, turn: turn)
      guard field >= 0, let cell = cell(tape, name + 1, as: forms.forms[field]) else { return nil }
      cells[field] = cell
      name = Int(tape.nodes[name + 1].next)
      turn += 1
    }
    for field in cells.indices where cells[field].isMissing && !forms.areOptional[field] { return nil }
    return symbols.pointee.box(of: cells, .record, type: UInt32(truncatingIfNeeded: forms.record))
  }
}
