import TruthsText

/// The one description of the JSON objects that are written for values of a type: their members in order, each with its form and
/// where its value comes from. It writes the objects, and gives their form for a schema (RFC 8259 §4).
package struct JSONRecord<Root>: Sendable {
  /// The members in order, each with where its value comes from.
  package let fields: [Field]
  /// What schemas call the form; `nil` where it is described in its place.
  private let name: String?

  /// - Parameter parts: fields in order, those of other records among them.
  /// - Precondition: no two fields have one name.
  package init(named name: String? = nil, _ parts: [Field]...) {
    self.name = name
    fields = parts.flatMap(\.self)
    assert(Set(fields.map(\.member.name)).count == fields.count, "two fields have one name")
  }

  /// A member, and where its value comes from.
  package struct Field: Sendable {
    /// The name, form and summary.
    package let member: JSONMember
    /// Never `nil` of a required member: those are made from functions that always have a value.
    fileprivate let value: @Sendable (Root) -> JSONValue?
  }

  /// The members as a schema lists them.
  package var members: [JSONMember] { fields.map(\.member) }

  /// The form of an object: these members and no others.
  package var shape: JSONShape {
    let members = members
    return name.map { .named($0) { .members(members) } } ?? .members(members)
  }

  /// The object of a value, without the optional members that have none.
  package func object(of root: Root) -> JSONObject {
    JSONObject(
      fields.compactMap { field in field.value(root).map { JSONObject.Member(name: Text(field.member.name), value: $0) } })
  }

  /// The object of each of several values.
  package func objects(of roots: [Root]) -> [JSONObject] { roots.map(object) }

  /// The fields as those of a record whose values hold a value of this one.
  package func fields<Whole>(of part: @escaping @Sendable (Whole) -> Root) -> [JSONRecord<Whole>.Field] {
    fields.map { field in .init(member: field.member) { field.value(part($0)) } }
  }
}

extension JSONRecord.Field {
  /// A member that is always there.
  package static func required<Value: JSONWritable>(
    _ name: String, _ shape: JSONShape, _ summary: String, _ value: @escaping @Sendable (Root) -> Value
  ) -> Self {
    Self(member: .required(name, shape, summary)) { value($0).jsonValue }
  }

  /// A member that is left out where it has no value.
  package static func optional<Value: JSONWritable>(
    _ name: String, _ shape: JSONShape, _ summary: String, _ value: @escaping @Sendable (Root) -> Value?
  ) -> Self {
    Self(member: .optional(name, shape, summary)) { value($0)?.jsonValue }
  }

  /// An object that another record describes.
  package static func required<Part>(
    _ name: String, of record: JSONRecord<Part>, _ summary: String, _ value: @escaping @Sendable (Root) -> Part
  ) -> Self {
    required(name, record.shape, summary) { record.object(of: value($0)) }
  }

  /// An object that another record describes; left out where there is no value.
  package static func optional<Part>(
    _ name: String, of record: JSONRecord<Part>, _ summary: String, _ value: @escaping @Sendable (Root) -> Part?
  ) -> Self {
    optional(name, record.shape, summary) { value($0).map(record.object) }
  }

  /// A list of objects that another record describes.
  package static func required<Part>(
    _ name: String, listOf record: JSONRecord<Part>, _ summary: String, _ value: @escaping @Sendable (Root) -> [Part]
  ) -> Self {
    required(name, .list(record.shape), summary) { record.objects(of: value($0)) }
  }

  /// A list of objects that another record describes; left out where there is no value.
  package static func optional<Part>(
    _ name: String, listOf record: JSONRecord<Part>, least: Int = 0, _ summary: String,
    _ value: @escaping @Sendable (Root) -> [Part]?
  ) -> Self {
    optional(name, .list(record.shape, least: least), summary) { value($0).map(record.objects) }
  }
}

extension Collection {
  /// Itself, or `nil` where it is empty: an optional member is left out then.
  package var nonEmpty: Self? { isEmpty ? nil : self }
}
