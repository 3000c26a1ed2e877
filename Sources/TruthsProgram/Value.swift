package import TruthsJSON
package import TruthsText

/// A value at run time. Its case always matches the `ValueType` that the checker assigned to its place.
package enum Value: Hashable, Sendable {
  /// A missing value, with the cause (clauses §13).
  case missing(MissingCause)
  case boolean(Bool)
  case number(Decimal)
  /// A number in a unit that is data; `unit` is the number that the engine gives the unit.
  case amount(Decimal, unit: UInt32)
  case text(Text)
  case date(CivilDate)
  case timestamp(Timestamp)
  case duration(TimeSpan)
  case period(Period)
  case time(TimeOfDay)
  case enumeration(EnumValue)
  case record(RecordValue)
  case list([Value])
  /// A map, in order of the names by scalar value, each once (types §10).
  case map([MapEntry])
  /// A JSON value, which is stored, hashed and tested with `exists`, but never read.
  case json(JSONValue)
  /// A fact bound by a quantifier, aggregate or loop.
  case fact(FactRecord)

  package var isMissing: Bool {
    if case .missing = self { return true }
    return false
  }
}

/// The cause of a missing value, which reasons name.
package enum MissingCause: Hashable, Sendable {
  /// The value was not given, or a value that it depends on was not.
  case absent
  /// A number of 10^6145 or more inside an expression.
  case overflow
  /// A result with more than 15 significant digits or 12 places, or of 10^15 or more.
  case limits
  case divisionByZero
  /// A date or time outside the calendar, or a text that is no value of its type.
  case range
  /// A moment before 1970, for which time zones have no rules.
  case before1970
  /// Amounts in two different units that are data; the numbers are the engine's numbers of the units.
  case units(UInt32, UInt32)
  /// A computed text, list or record that exceeds the size limit of a value.
  case size
  /// The computed values of the run exceed the total limit.
  case total
}

/// A value of an enum: its index in the declared order, and its name.
package struct EnumValue: Hashable, Sendable {
  /// Index in ``Program/enums``.
  package var type: Int
  package var ordinal: Int
  package var name: Text

  package init(type: Int, ordinal: Int, name: Text) {
    self.type = type
    self.ordinal = ordinal
    self.name = name
  }
}

/// A value of a record: one value for each field, in declared order.
package struct RecordValue: Hashable, Sendable {
  /// Index in ``Program/records``.
  package var type: Int
  package var fields: [Value]

  package init(type: Int, fields: [Value]) {
    self.type = type
    self.fields = fields
  }
}

/// A member of a map.
package struct MapEntry: Hashable, Sendable {
  package var name: Text
  package var value: Value

  package init(name: Text, value: Value) {
    self.name = name
    self.value = value
  }
}

/// A fact of the context: one value for each field in declared order, and its entry.
package final class FactRecord: Hashable, Sendable {
  /// Index in ``Program/facts``.
  package let type: Int
  package let fields: [Value]
  package let entry: EntryReference

  package init(type: Int, fields: [Value], entry: EntryReference) {
    self.type = type
    self.fields = fields
    self.entry = entry
  }

  package static func == (left: FactRecord, right: FactRecord) -> Bool {
    left.type == right.type && left.entry.sequence == right.entry.sequence && left.fields == right.fields
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(entry.sequence)
  }
}

/// The parts of a bound fact's entry that clauses may read as `p.entry.…`, and its identity in the ledger.
package struct EntryReference: Hashable, Sendable {
  package var id: String
  /// The sequence in the ledger, from 1; 0 for a provisional fact that has none yet.
  package var sequence: Int
  package var timestamp: Timestamp
  package var truthID: String?
  package var actor: JSONObject
  /// Whether the entry is a new version of an existing fact.
  package var isCorrection: Bool

  package init(
    id: String, sequence: Int, timestamp: Timestamp, truthID: String?, actor: JSONObject, isCorrection: Bool = false
  ) {
    self.id = id
    self.sequence = sequence
    self.timestamp = timestamp
    self.truthID = truthID
    self.actor = actor
    self.isCorrection = isCorrection
  }
}

/// The unit of a number.
package enum NumberUnit: Hashable, Sendable {
  /// A unit that the type names: `decimal in eur`.
  case named(String)
  /// A unit that is data (types §4.2): the value of the enum field in `Field.currency`, which each amount carries with it.
  case data
}

/// The resolved type of a value; named types are indices into the program's tables.
package indirect enum ValueType: Hashable, Sendable {
  case text
  /// A whole number with its unit; a subtype of `decimal` with the same unit.
  case integer(unit: NumberUnit?)
  case decimal(unit: NumberUnit?)
  case boolean
  case date
  case timestamp
  case duration
  /// Years and months (dates §4).
  case period
  /// A time of day.
  case time
  case json
  /// Index in ``Program/enums``.
  case enumeration(Int)
  /// Index in ``Program/records``.
  case record(Int)
  case list(ValueType)
  /// A JSON object with any names.
  case map(ValueType)
  /// A bound fact; index in ``Program/facts``.
  case fact(Int)
  /// The type of an expression with an error, or of `[]`. It is compatible with every type, so that one mistake causes one
  /// finding.
  case unknown
}
