import TruthsText

/// A description of the JSON objects that are written for values of a type. It lists the members in order, each with its shape
/// and a function that gives its value. It writes the objects and provides their schema (RFC 8259 §4).
package struct JSONRecord<Root>: Sendable {
  /// The members in order, each with the function that gives its value.
  package let fields: [Field]
  /// The name of the shape in schemas; `nil` if the shape is written in the place where it is used.
  private let name: String?

  /// - Parameter parts: the fields in order. They may include fields of other records.
  /// - Precondition: no two fields have the same name.
  package init(named name: String? = nil, _ parts: [Field]...) {
    self.name = name
    fields = parts.flatMap(\.self)
    assert(Set(fields.map(\.member.name)).count == fields.count, "two fields have one name")
  }

  /// A member with the function that gives its value.
  package struct Field: Sendable {
    /// The name, shape and summary of the member.
    package let member: JSONMember
    /// Returns the value of the member; `nil` if an optional member is omitted. It is never `nil` for a required member,
    /// because the initializers of required members take functions with a non-optional result.
    fileprivate let value: @Sendable (Root) -> JSONValue?
  }

  /// The members in the form in which a schema lists them.
  package var members: [JSONMember] { fields.map(\.member) }

  /// The shape of the objects, which have exactly these members.
  package var shape: JSONShape {
    let members = members
    return name.map { .named($0) { .members(members) } } ?? .members(members)
  }

  /// Returns the object for a value. Optional members without a value are omitted.
  package func object(of root: Root) -> JSONObject {
    JSONObject(
      fields.compactMap { field in field.value(root).map { JSONObject.Member(name: Text(field.member.name), value: $0) } })
  }

  /// Returns the object for each of several values.
  package func objects(of roots: [Root]) -> [JSONObject] { roots.map(object) }

  /// Converts the fields for the record of a larger type that contains a value of this type.
  ///
  /// - Parameter part: returns the contained value.
  package func fields<Whole>(of part: @escaping @Sendable (Whole) -> Root) -> [JSONRecord<Whole>.Field] {
    fields.map { field in .init(member: field.member) { field.value(part($0)) } }
  }
}

extension JSONRecord.Field {
  /// Creates a member that every object has.
  package static func required<Value: JSONWritable>(
    _ name: String, _ shape: JSONShape, _ summary: String, _ value: @escaping @Sendable (Root) -> Value
  ) -> Self {
    Self(member: .required(name, shape, summary)) { value($0).jsonValue }
  }

  /// Creates a member that is omitted if it has no value.
  package static func optional<Value: JSONWritable>(
    _ name: String, _ shape: JSONShape, _ summary: String, _ value: @escaping @Sendable (Root) -> Value?
  ) -> Self {
    Self(member: .optional(name, shape, summary)) { value($0)?.jsonValue }
  }

  /// Creates a member whose value is an object of another record.
  package static func required<Part>(
    _ name: String, of record: JSONRecord<Part>, _ summary: String, _ value: @escaping @Sendable (Root) -> Part
  ) -> Self {
    required(name, record.shape, summary) { record.object(of: value($0)) }
  }

  /// Creates a member whose value is an object of another record. It is omitted if it has no value.
  package static func optional<Part>(
    _ name: String, of record: JSONRecord<Part>, _ summary: String, _ value: @escaping @Sendable (Root) -> Part?
  ) -> Self {
    optional(name, record.shape, summary) { value($0).map(record.object) }
  }

  /// Creates a member whose value is a list of objects of another record.
  package static func required<Part>(
    _ name: String, listOf record: JSONRecord<Part>, _ summary: String, _ value: @escaping @Sendable (Root) -> [Part]
  ) -> Self {
    required(name, .list(record.shape), summary) { record.objects(of: value($0)) }
  }

  /// Creates a member whose value is a list of objects of another record. It is omitted if it has no value.
  package static func optional<Part>(
    _ name: String, listOf record: JSONRecord<Part>, least: Int = 0, _ summary: String,
    _ value: @escaping @Sendable (Root) -> [Part]?
  ) -> Self {
    optional(name, .list(record.shape, least: least), summary) { value($0).map(record.objects) }
  }
}

extension Collection {
  /// The collection itself; `nil` if it is empty. With `nil`, an optional member is omitted.
  package var nonEmpty: Self? { isEmpty ? nil : self }
}
