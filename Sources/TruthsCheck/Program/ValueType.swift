/// The type of a place, resolved: names are indices into the program's tables.
package indirect enum ValueType: Hashable, Sendable {
  case text
  /// A whole number with its unit; a subtype of `decimal` with the same unit.
  case integer(unit: String?)
  case decimal(unit: String?)
  case boolean
  case date
  case timestamp
  case duration
  case json
  /// Index in ``Program/enums``.
  case enumeration(Int)
  /// Index in ``Program/records``.
  case record(Int)
  case list(ValueType)
  /// A bound fact; index in ``Program/facts``.
  case fact(Int)
  /// Of an expression at fault, or of `[]`: fits everything, so that one mistake yields one finding.
  case unknown
}
