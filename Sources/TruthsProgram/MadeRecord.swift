/// A record that an expression makes (types §6): of values that are written, of another record or fact in which some
/// fields differ, or of one as another type wants it.
package struct MadeRecord: Hashable, Sendable {
  /// What it is made of; `nil` where all of it is written. Where it is missing, so is what is made.
  package var base: Node?
  package var shape: RecordShape
  /// What is written.
  package var values: [Node]

  package init(base: Node?, shape: RecordShape, values: [Node]) {
    self.base = base
    self.shape = shape
    self.values = values
  }
}

/// How a record is made of another.
package indirect enum RecordShape: Hashable, Sendable {
  /// As it is.
  case same
  /// A list, each element so.
  case list(RecordShape)
  /// Index in ``Program/records``, with where its fields come from.
  case record(type: Int, fields: [Part])

  package struct Part: Hashable, Sendable {
    package var source: Source
    /// Whether the record is missing where the field is.
    package var isRequired: Bool

    package init(_ source: Source, isRequired: Bool) {
      self.source = source
      self.isRequired = isRequired
    }
  }

  package enum Source: Hashable, Sendable {
    /// A field of what it is made of.
    case field(Int, RecordShape)
    /// One of the values that are written.
    case value(Int)
    case constant(Value)
  }
}

extension RecordShape {
  /// The places of the values without which the record is missing.
  package var requiredValues: Set<Int> {
    guard case .record(_, let fields) = self else { return [] }
    return Set(fields.compactMap { if case .value(let place) = $0.source, $0.isRequired { place } else { nil } })
  }
}
