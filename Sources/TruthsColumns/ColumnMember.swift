import Truths
import TruthsJSON
import TruthsText

/// A column as a member of a proposal or record, with its name in JSON.
final class ColumnMember {
  let vector: ColumnVector
  let name: String
  /// The name in JSON with quotes and a colon: `"amount":`.
  let key: [UInt8]
  /// The elements of a list, the members of a struct, or the key and value of a map; empty for other types.
  let parts: [ColumnMember]
  /// The values of a dictionary-encoded column; `nil` for any other column.
  let dictionary: ColumnMember?

  init(_ vector: ColumnVector, name: String, parts: [ColumnMember], dictionary: ColumnMember?) {
    self.vector = vector
    self.name = name
    self.parts = parts
    self.dictionary = dictionary
    var buffer = ByteBuffer(capacity: name.utf8.count + 4)
    buffer.write(name)
    buffer.append(UInt8(ascii: ":"))
    key = buffer.bytes
  }

  /// Whether a row has no value, so that the member is omitted.
  func isNull(_ row: Int) throws(ColumnFault) -> Bool {
    if vector.isNull(row) { return true }
    guard let dictionary else { return false }
    return try dictionary.isNull(try vector.indexInDictionary(row, in: dictionary.vector))
  }

  /// Appends the value of a row as JSON.
  func write(_ row: Int, to buffer: inout ByteBuffer) throws(ColumnFault) {
    if vector.isNull(row) { return buffer.append("null") }
    if let dictionary { return try dictionary.write(try vector.indexInDictionary(row, in: dictionary.vector), to: &buffer) }
    switch vector.type {
    case .null: buffer.append("null")
    case .boolean: buffer.append(vector.boolean(row) ? "true" : "false")
    case .integer: buffer.append("\(vector.integer(row))")
    case .decimal(let bytes, let places): vector.decimal(row, bytes: bytes).write(places: places, to: &buffer)
    case .text: buffer.write(try vector.text(row))
    case .list, .fixedList: try writeList(row, to: &buffer)
    case .structure: try writeMembers(parts, row + vector.offset, to: &buffer)
    case .map: try writeMap(row, to: &buffer)
    default: vector.time(row).write(to: &buffer)
    }
  }

  private func writeList(_ row: Int, to buffer: inout ByteBuffer) throws(ColumnFault) {
    buffer.append(UInt8(ascii: "["))
    let places = vector.elements(row)
    for place in places {
      // A longer line is refused anyway.
      if buffer.count > JSONLimits.document.bytes { break }
      if place > places.lowerBound { buffer.append(UInt8(ascii: ",")) }
      try parts[0].write(place, to: &buffer)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  private func writeMembers(_ members: [ColumnMember], _ row: Int, to buffer: inout ByteBuffer) throws(ColumnFault) {
    buffer.append(UInt8(ascii: "{"))
    let start = buffer.count
    for member in members { try member.writeMember(row, isFirst: buffer.count == start, to: &buffer) }
    buffer.append(UInt8(ascii: "}"))
  }

  /// Appends the member with its name, unless the row has no value.
  ///
  /// - Parameter isFirst: whether no comma is needed before the member.
  func writeMember(_ row: Int, isFirst: Bool, to buffer: inout ByteBuffer) throws(ColumnFault) {
    if try isNull(row) { return }
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    buffer.append(key)
    try write(row, to: &buffer)
  }

  /// Appends a map as a JSON object. An entry without a value is omitted, as in JSON (types §10).
  private func writeMap(_ row: Int, to buffer: inout ByteBuffer) throws(ColumnFault) {
    let (entries, key, value) = (parts[0].vector, parts[0].parts[0], parts[0].parts[1])
    buffer.append(UInt8(ascii: "{"))
    let start = buffer.count
    for place in vector.elements(row) {
      if buffer.count > JSONLimits.document.bytes { break }
      let entry = place + entries.offset
      if try value.isNull(entry) { continue }
      if try key.isNull(entry) { throw key.vector.fault("is the key of an entry, and null", at: entry, "give each entry a key") }
      if buffer.count > start { buffer.append(UInt8(ascii: ",")) }
      try key.write(entry, to: &buffer)
      buffer.append(UInt8(ascii: ":"))
      try value.write(entry, to: &buffer)
    }
    buffer.append(UInt8(ascii: "}"))
  }
}
