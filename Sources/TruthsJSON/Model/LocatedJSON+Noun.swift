extension LocatedJSON {
  /// What the value is, in words for a message: `a text`, `an object`.
  package var noun: String {
    switch kind {
    case .null: "`null`"
    case .boolean(let boolean): boolean ? "`true`" : "`false`"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
