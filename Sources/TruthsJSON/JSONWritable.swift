package import TruthsText

/// A value with a JSON form.
package protocol JSONWritable: SendableMetatype {
  var jsonValue: JSONValue { get }
}

extension JSONValue: JSONWritable {
  package var jsonValue: JSONValue { self }
}

extension JSONObject: JSONWritable {
  package var jsonValue: JSONValue { .object(self) }
}

extension String: JSONWritable {
  package var jsonValue: JSONValue { .text(self) }
}

extension Bool: JSONWritable {
  package var jsonValue: JSONValue { .boolean(self) }
}

extension Int: JSONWritable {
  package var jsonValue: JSONValue { .number(Decimal(self)) }
}

extension Decimal: JSONWritable {
  package var jsonValue: JSONValue { .number(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
  package var jsonValue: JSONValue { .array(map(\.jsonValue)) }
}
