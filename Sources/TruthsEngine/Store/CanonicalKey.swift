import TruthsCheck
import TruthsJSON
import TruthsText

/// JCS of the object of a fact's key fields, or of all its fields where it has no key: what sources are sorted by.
func canonicalKey(of values: [Value], key: [Int], fields: [Field], program: Program) -> [UInt8] {
  let indices = key.isEmpty ? Array(fields.indices) : key
  let members = indices.compactMap { index -> JSONObject.Member? in
    guard !values[index].isMissing else { return nil }
    return JSONObject.Member(name: Text(fields[index].name), value: program.json(of: values[index]))
  }
  return JSONValue.object(JSONObject(members)).canonical()
}
