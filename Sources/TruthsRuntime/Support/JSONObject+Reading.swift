import TruthsJSON
import TruthsText

extension JSONObject {
  /// The text of a member; `nil` where it is absent or not a text.
  func text(_ name: String) -> String? { self[name]?.stringValue }

  /// A member that is a whole number.
  func integer(_ name: String) -> Int? { self[name]?.integerValue }

  /// A member that is an object.
  func object(_ name: String) -> JSONObject? { self[name]?.objectValue }

  /// The texts of a member that is a list; what is not a text is left out.
  func texts(_ name: String) -> [String] { self[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  /// Whether a member is `true`.
  func isTrue(_ name: String) -> Bool { self[name] == .boolean(true) }

  /// The same object with a member at its end, or in its old place where it was there already.
  func with(_ name: String, _ value: JSONValue) -> JSONObject {
    var copy = self
    copy[name] = value
    return copy
  }
}

extension JSONValue {
  /// A whole number.
  static func integer(_ number: Int) -> JSONValue { .number(Decimal(number)) }

  /// The value of a number that is whole and fits.
  var integerValue: Int? {
    guard case .number(let decimal) = self, decimal.scale == 0 else { return nil }
    return Int(exactly: decimal.coefficient)
  }

  /// A list of texts.
  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .text($0) }) }
}
