import Synchronization
import TruthsJSON
import TruthsProgram
import TruthsText

/// The JSON forms of a program's objects: the names of their members, in declared order and in RFC 8785's order.
///
/// Each form is computed on first use.
final class FactForms: Sendable {
  private let program: Program
  private let facts: Mutex<[ObjectForm?]>
  private let records: Mutex<[ObjectForm?]>

  init(_ program: Program) {
    self.program = program
    facts = Mutex([ObjectForm?](repeating: nil, count: program.facts.count))
    records = Mutex([ObjectForm?](repeating: nil, count: program.records.count))
  }

  /// Returns the form of the payload of facts of a type.
  func fact(_ type: Int) -> ObjectForm {
    facts.withLock { known in
      if let form = known[type] { return form }
      let form = ObjectForm(program.facts[type].fields, type: program.facts[type].name)
      known[type] = form
      return form
    }
  }

  func record(_ type: Int) -> ObjectForm {
    records.withLock { known in
      if let form = known[type] { return form }
      let form = ObjectForm(program.records[type].fields, type: nil)
      known[type] = form
      return form
    }
  }

  /// Appends a value as JSON; `null` where it is missing (``TruthsProgram/Program/json(of:)``).
  ///
  /// - Parameter isCanonical: whether to write by RFC 8785; otherwise in declared order without white space.
  func write(_ cell: Cell, _ symbols: some SymbolReading, to buffer: inout ByteBuffer, isCanonical: Bool) {
    switch cell.kind {
    case .missing: buffer.append("null" as StaticString)
    case .boolean: buffer.append(cell.bits == 1 ? "true" : "false" as StaticString)
    case .number: buffer.append(Decimal(small: cell.bits, scale: cell.small))
    case .text: buffer.write(symbols.text(Int(cell.bits)))
    case .boxed where cell.small == BoxShape.list.rawValue:
      writeList(cell, symbols, to: &buffer, isCanonical: isCanonical)
    case .boxed where cell.small == BoxShape.record.rawValue:
      let box = Int(cell.bits)
      write(record(Int(cell.extra)), to: &buffer, symbols, isCanonical: isCanonical) { symbols.element($0, ofBox: box) }
    case .boxed where cell.small == BoxShape.map.rawValue && !isCanonical:
      writeMap(Int(cell.bits), symbols, to: &buffer)
    default:
      let json = program.json(of: symbols.value(of: cell))
      if isCanonical { buffer.writeCanonical(json) } else { buffer.writeCompact(json) }
    }
  }

  private func writeList(_ list: Cell, _ symbols: some SymbolReading, to buffer: inout ByteBuffer, isCanonical: Bool) {
    let box = Int(list.bits)
    buffer.append(UInt8(ascii: "["))
    for place in 0..<symbols.count(ofBox: box) {
      if place > 0 { buffer.append(UInt8(ascii: ",")) }
      write(symbols.element(place, ofBox: box), symbols, to: &buffer, isCanonical: isCanonical)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// Appends a map with its names in their order. Canonical JSON sorts them differently and is written from the value instead.
  private func writeMap(_ box: Int, _ symbols: some SymbolReading, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "{"))
    for place in stride(from: 0, to: symbols.count(ofBox: box), by: 2) {
      if place > 0 { buffer.append(UInt8(ascii: ",")) }
      write(symbols.element(place, ofBox: box), symbols, to: &buffer, isCanonical: false)
      buffer.append(UInt8(ascii: ":"))
      write(symbols.element(place + 1, ofBox: box), symbols, to: &buffer, isCanonical: false)
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// Appends an object; missing members are left out.
  ///
  /// - Parameter field: returns the cell of a field by its place.
  func write(
    _ form: ObjectForm, to buffer: inout ByteBuffer, _ symbols: some SymbolReading, isCanonical: Bool, field: (Int) -> Cell
  ) {
    buffer.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in isCanonical ? form.sorted : form.declared {
      let cell = member.field < 0 ? Cell.absent : field(member.field)
      if member.field >= 0, cell.isMissing { continue }
      if !isFirst { buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      form.append(member, to: &buffer)
      if member.field >= 0 { write(cell, symbols, to: &buffer, isCanonical: isCanonical) }
    }
    buffer.append(UInt8(ascii: "}"))
  }
}

/// The members of an object, with their names as JSON bytes.
final class ObjectForm: Sendable {
  let declared: [Member]
  let sorted: [Member]
  /// The names, concatenated.
  private let names: ByteBuffer

  struct Member: BitwiseCopyable, Sendable {
    /// The place of the field; below 0 for the type of a fact.
    let field: Int
    /// The range of `"period_id":` in the names; for the type it includes the value: `"type":"period.closed"`.
    fileprivate let start: Int
    fileprivate let end: Int
  }

  /// Creates the form of an object.
  ///
  /// - Parameter type: the name of the fact type, written before the fields; `nil` for a record.
  init(_ fields: [Field], type: String?) {
    var names = ByteBuffer()
    var members: [Member] = []
    if let type {
      names.append(#""type":"# as StaticString)
      names.write(type)
      members.append(Member(field: -1, start: 0, end: names.count))
    }
    for (place, field) in fields.enumerated() {
      let start = names.count
      names.write(field.jsonName)
      names.append(UInt8(ascii: ":"))
      members.append(Member(field: place, start: start, end: names.count))
    }
    let name = { (member: Member) in Text(member.field < 0 ? "type" : fields[member.field].jsonName) }
    declared = members
    sorted = members.sorted { name($0).precedesInUTF16(name($1)) }
    self.names = names
  }

  func append(_ member: Member, to buffer: inout ByteBuffer) { buffer.append(names, member.start..<member.end) }
}

/// The size limits of the data that a proposal brings (limits §2).
package enum EntrySize {
  /// The largest size of one text of a proposal or fact, in bytes: 256 KiB.
  package static let ofText = 256 << 10
  /// The largest size of one text of a document, in bytes: 16 MiB.
  package static let ofDocumentText = 16 << 20
  /// The largest size of a run's entries, in bytes, without derived facts: 64 MiB.
  package static let ofRun = 64 << 20

  /// Returns the message for a text that is too long; otherwise `nil`.
  ///
  /// - Parameters:
  ///   - what: the name of the text: `note`.
  ///   - whole: the object that contains it: `proposal`, `fact`.
  package static func fault(of text: String, _ what: String, in whole: String) -> String? {
    let size = text.utf8.count
    guard size > ofText else { return nil }
    let most = "one of a \(whole) has at most \(ofText.grouped) (256 KiB)"
    return "`\(Quotation.of(what))` has a text of \(size.grouped) bytes, and \(most)"
  }
}
