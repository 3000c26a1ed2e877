import TruthsCheck
import TruthsJSON
import TruthsText

/// What a truth produces: how the fields of the fact are worked out, and how its payload is written.
final class RecordOutput {
  let code: CompiledOutput
  /// Place in ``Program/facts``.
  let type: Int
  let areOptional: [Bool]
  /// `"type":"period.closed"`
  let typeMember: [UInt8]
  /// `"period_id":` of each field.
  let names: [[UInt8]]
  /// Fields as they are declared and as RFC 8785 sorts them; the type is -1.
  let declaredOrder: [Int]
  let sortedOrder: [Int]

  init(_ code: CompiledOutput, type: Int, _ fact: FactType) {
    self.code = code
    self.type = type
    areOptional = fact.fields.map(\.isOptional)
    var buffer = ByteBuffer()
    buffer.append(#""type":"# as StaticString)
    buffer.write(fact.name)
    typeMember = buffer.bytes
    names = fact.fields.map { field in
      buffer.truncate()
      buffer.write(field.name)
      buffer.append(UInt8(ascii: ":"))
      return buffer.bytes
    }
    let name = { (place: Int) in Text(place < 0 ? "type" : fact.fields[place].name) }
    declaredOrder = [-1] + fact.fields.indices
    sortedOrder = declaredOrder.sorted { name($0).precedesInUTF16(name($1)) }
  }
}
