import TruthsJSON

extension JSONValue {
  /// The value on one line, as a difference shows it; members keep their order.
  var display: String { String(decoding: compact(), as: UTF8.self) }
}

extension JSONValue? {
  /// The value on one line, or `nothing`.
  var displayOrNothing: String { self?.display ?? "nothing" }
}
