/// A record that an expression creates (types §6). It is made from written values, from another record or fact with some
/// fields changed, or by conversion to another type.
package struct MadeRecord: Hashable, Sendable {
  /// The record or fact that it is created from; `nil` where all fields are written. If it is missing, the result is missing.
  package var base: Node?
  package var shape: RecordShape
  /// The written values.
  package var values: [Node]

  package init(base: Node?, shape: RecordShape, values: [Node]) {
    self.base = base
    self.shape = shape
    self.values = values
  }
}

/// The way in which a value of one type becomes a value of a record type.
package indirect enum RecordShape: Hashable, Sendable {
  /// The value is unchanged.
  case same
  /// The value is a list, and each element is converted.
  case list(RecordShape)
  /// A record, by its index in `Program.records`, with the source of each field.
  case record(type: Int, fields: [Part])

  package struct Part: Hashable, Sendable {
    package var source: Source
    /// Whether the record is missing if this field is.
    package var isRequired: Bool

    package init(_ source: Source, isRequired: Bool) {
      self.source = source
      self.isRequired = isRequired
    }
  }

  package enum Source: Hashable, Sendable {
    /// A field of the base record, with its conversion.
    case field(Int, RecordShape)
    /// One of the written values, by its index.
    case value(Int)
    case constant(Value)
  }
}

extension RecordShape {
  /// The indices of the written values without which the record is missing.
  package var requiredValues: Set<Int> {
    guard case .record(_, let fields) = self else { return [] }
    return Set(fields.compactMap { if case .value(let place) = $0.source, $0.isRequired { place } else { nil } })
  }
}
