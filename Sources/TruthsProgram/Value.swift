package import TruthsJSON
package import TruthsText

/// A value at run time. Its kind always fits the ``ValueType`` that the checker gave to its place.
package enum Value: Hashable, Sendable {
  /// No value, and why (clauses §13).
  case missing(MissingCause)
  case boolean(Bool)
  case number(Decimal)
  /// A number in a unit that is data; the unit is a number that the engine knows it by.
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
  /// In order of the names by scalar value, each once (types §10).
  case map([MapEntry])
  /// Carried, hashed and tested with `exists`, never read.
  case json(JSONValue)
  /// A fact bound by a quantifier, aggregate or loop.
  case fact(FactRecord)

  /// Whether there is no value.
  package var isMissing: Bool {
    if case .missing = self { return true }
    return false
  }
}

/// Why a value is missing; reasons name it.
package enum MissingCause: Hashable, Sendable {
  /// It was not given, or what it depends on was not.
  case absent
  /// 10^6145 or more inside an expression.
  case overflow
  /// Past 15 significant digits, 12 places or 10^15 where the value leaves its expression.
  case limits
  case divisionByZero
  /// A date or time outside the calendar, or what is no value of its type.
  case range
  /// The rules of a time zone begin with 1970.
  case before1970
  /// Amounts of two units that are data do not go together; the numbers that the engine knows them by.
  case units(UInt32, UInt32)
  /// A text, list or record that is made of others and larger than a value may be.
  case size
  /// So much was made on the way that there is no room for more.
  case total
}

/// A value of an enum: its place in the declared order, and its name.
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

/// A value of a record: one value per field, in declared order.
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

/// A fact of the context: one value per field in declared order, and the entry that it stands in.
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

/// What a clause may read of the entry of a bound fact, `p.entry.…`, and what the ledger knows it by.
package struct EntryReference: Hashable, Sendable {
  package var id: String
  /// Place in the ledger, from 1; 0 for a provisional fact that has none yet.
  package var sequence: Int
  package var timestamp: Timestamp
  package var truthID: String?
  package var actor: JSONObject
  /// Whether it is a new version of a fact that was there before.
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
  /// One that its type names: `decimal in eur`.
  case named(String)
  /// One that is data (types §4.2): the value of the enum that ``Field/currency`` says, which values carry with them.
  case data
}

/// The type of a place, resolved: names are indices into the program's tables.
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
  /// Of an expression at fault, or of `[]`: fits everything, so that one mistake yields one finding.
  case unknown
}
