import TruthsCheck
import TruthsJSON
import TruthsText

/// What a truth produces: how the fields of the fact are worked out, and how its payload is written.
final class RecordOutput {
  let code: CompiledOutput
  /// The facts of that type that are there.
  let table: FactTable
  let areOptional: [Bool]
  /// The names of members, one behind the other.
  let bytes: ByteBuffer
  /// Members as they are declared and as RFC 8785 sorts them.
  let declaredOrder: [Member]
  let sortedOrder: [Member]

  /// A member of the payload.
  struct Member: BitwiseCopyable {
    /// Place of the field; below 0 for the type.
    let field: Int
    /// Where `"period_id":` stands, and of the type all of it: `"type":"period.closed"`.
    let words: RecordRange
  }

  init(_ code: CompiledOutput, _ table: FactTable, _ fact: FactType) {
    self.code = code
    self.table = table
    areOptional = fact.fields.map(\.isOptional)
    var bytes = ByteBuffer()
    bytes.append(#""type":"# as StaticString)
    bytes.write(fact.name)
    var members = [Member(field: -1, words: RecordRange(0, bytes.count))]
    for (place, field) in fact.fields.enumerated() {
      let start = bytes.count
      bytes.write(field.name)
      bytes.append(UInt8(ascii: ":"))
      members.append(Member(field: place, words: RecordRange(start, bytes.count)))
    }
    self.bytes = bytes
    let name = { (member: Member) in Text(member.field < 0 ? "type" : fact.fields[member.field].name) }
    declaredOrder = members
    sortedOrder = members.sorted { name($0).precedesInUTF16(name($1)) }
  }
}
