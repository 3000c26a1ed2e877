import TruthsCheck
import TruthsJSON
import TruthsText

/// How a field is read, worked out once.
final class FieldForm {
  let kind: Kind
  /// Of a record its fields, of a list its elements as the only one.
  let parts: FieldForms
  /// Of what is written as a text, its type.
  let type: ValueType
  /// The elements or fields that are being read; kept for its memory.
  @exclusivity(unchecked) var cells: [Cell] = []

  enum Kind {
    case text, boolean, decimal, integer, written, list, record
    /// What wants a closer look.
    case other
  }

  init(_ type: ValueType, _ program: Program, _ symbols: inout SymbolOverlay) {
    self.type = type
    var parts = FieldForms([], [])
    switch type {
    case .text: kind = .text
    case .boolean: kind = .boolean
    case .decimal: kind = .decimal
    case .integer: kind = .integer
    case .enumeration, .date, .timestamp, .duration: kind = .written
    case .list(let inner):
      kind = .list
      parts = FieldForms([FieldForm(inner, program, &symbols)], [])
    case .record(let index):
      kind = .record
      parts = FieldForms(program.records[index].fields, record: index, program, &symbols)
    case .json, .fact, .unknown: kind = .other
    }
    self.parts = parts
  }
}

/// The fields of an intent or record, found by their names.
final class FieldForms {
  private let forms: [FieldForm]
  /// The same, for reading without counting references.
  let unowned: [Unmanaged<FieldForm>]
  /// Place in ``Program/records``; below 0 for what is no record.
  let record: Int
  let areOptional: [Bool]
  /// What each is where it is left out.
  let initials: CellRow
  /// The names one behind the other, and where each ends.
  private let names: UnsafeMutablePointer<UInt8>
  private let ends: [Int]
  /// Which field came next when they were read last: it will be so again.
  @exclusivity(unchecked) private var next: [Int]

  convenience init(_ fields: [Field], record: Int = -1, _ program: Program, _ symbols: inout SymbolOverlay) {
    let forms = fields.map { FieldForm($0.type, program, &symbols) }
    let initials = fields.map { field in field.initial.map { symbols.cell(of: $0) } ?? .absent }
    self.init(forms, fields, record: record, initials)
  }

  /// - Parameter fields: none for the elements of a list, which have no name.
  init(_ forms: [FieldForm], _ fields: [Field], record: Int = -1, _ initials: [Cell] = []) {
    self.forms = forms
    unowned = forms.map { .passUnretained($0) }
    self.record = record
    areOptional = fields.map(\.isOptional)
    self.initials = CellRow(initials)
    let bytes = fields.flatMap { Array($0.name.utf8) }
    names = .allocate(capacity: max(1, bytes.count))
    for (place, byte) in bytes.enumerated() { (names + place).initialize(to: byte) }
    var end = 0
    ends = fields.map { field in
      end += field.name.utf8.count
      return end
    }
    next = Array(fields.indices) + [0]
  }

  deinit { names.deallocate() }

  /// The place of the field that a name stands for; below 0 where there is none.
  ///
  /// - Parameter turn: how many names were looked up before in the same object.
  func place(of name: Int, _ tape: borrowing JSONTape, turn: Int) -> Int {
    let turn = min(turn, next.count - 1)
    let guess = next[turn]
    if guess < forms.count, isNamed(guess, name, tape) { return guess }
    for place in forms.indices where isNamed(place, name, tape) {
      next[turn] = place
      return place
    }
    return -1
  }

  private func isNamed(_ place: Int, _ name: Int, _ tape: borrowing JSONTape) -> Bool {
    let start = place == 0 ? 0 : ends[place - 1]
    return tape.text(at: name, is: UnsafeBufferPointer(start: names + start, count: ends[place] - start))
  }
}
