import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// One part of a source's document, as the source's clauses use it: the facts it goes into, and how it is read. Its type
/// follows from that, because a document has no declaration (declarations §14).
final class Shape {
  /// The member, at the first place that names it.
  let name: PlacedMember
  /// Names of members from the element down to this one. Paths inside a list's elements continue the list's path.
  let path: [String]
  /// The type of the field or table input that receives the part.
  private(set) var reached: ValueType?
  /// The name of the currency field for the first field that receives the part; `nil` if that field has a fixed currency or none.
  private(set) var currency: String?
  /// The type that follows from the use of the part in clauses, if no field receives the part.
  private(set) var used: ValueType?
  /// Members in the order in which they are first named.
  private(set) var members: [Shape] = []
  private(set) var element: Shape?
  /// The JSON names of the fields that receive the part, in the order in which they are first named.
  private(set) var jsonNames: [String] = []
  /// Whether the value is read; a part that is only tested with `exists` needs no type.
  var isRead = false
  /// For a list's elements: JSON names of members that the element may take from the element around the list.
  var inherited: Set<String> = []

  struct PlacedMember {
    var text: String
    var span: Span
  }

  init(_ text: String, at span: Span, path: [String]) {
    name = PlacedMember(text: text, span: span)
    self.path = path
  }

  /// Returns the member with a name; creates it if needed.
  func member(_ text: String, at span: Span) -> Shape {
    if let known = knownMember(text) { return known }
    let made = Shape(text, at: span, path: path + [text])
    members.append(made)
    return made
  }

  func member(of field: Field, at span: Span) -> Shape {
    let member = member(field.name, at: span)
    if !member.jsonNames.contains(field.jsonName) { member.jsonNames.append(field.jsonName) }
    return member
  }

  func knownMember(_ text: String) -> Shape? { members.first { $0.name.text == text } }

  /// Returns the elements of a list; creates them if needed.
  func elements() -> Shape {
    if let element { return element }
    let made = Shape(name.text, at: name.span, path: path)
    element = made
    return made
  }

  /// Records that a field receives the part of the document.
  func reach(_ field: Field) {
    if currency == nil { currency = field.currency }
    reach(field.type)
  }

  /// Records the type of a place that the part is written to. If two types are compatible, the narrower one stays. If not, the
  /// first stays, and the second place gets an error later.
  func reach(_ type: ValueType) {
    isRead = true
    guard let known = reached else {
      reached = type
      return
    }
    if known == .json || known.isUnknown || (type.fits(known) && type != .json && !type.isUnknown) { reached = type }
  }

  func use(_ type: ValueType?) {
    isRead = true
    if used == nil { used = type }
  }

  var knownType: ValueType? { reached ?? used }
}

/// Derives the types of the members that a source reads.
struct ShapeTyping: CheckPass {
  let session: CheckSession

  /// Returns the members that a source reads of its elements, each with its type. A member with members becomes a record of the
  /// program.
  func members(of shape: Shape, pack: String, source: String) -> [Field] {
    var fields = shape.members.map { member in
      if member.jsonNames.count > 1 {
        report(JSONName.twoMeanings(member.name.text, member.jsonNames, at: member.name.span))
      }
      return Field(
        name: member.name.text, jsonName: member.jsonNames.first, type: type(of: member, pack: pack, source: source),
        isOptional: true, initial: nil,
        span: member.name.span)
    }
    // An amount has the currency of the member next to it. Without such a member it is a number, and takes the currency of the
    // fact that it goes into.
    let currencies = Set(fields.filter { $0.type.isEnumeration }.map(\.name))
    for (place, member) in shape.members.enumerated() where fields[place].type.numberUnit == .data {
      if let currency = member.currency, currencies.contains(currency) { fields[place].currency = currency }
    }
    return fields
  }

  private func type(of shape: Shape, pack: String, source: String) -> ValueType {
    if let type = shape.reached ?? shape.used { return type }
    if let element = shape.element {
      let isUntold = element.knownType == nil && element.element == nil && element.members.isEmpty
      return .list(isUntold && !element.isRead ? .json : type(of: element, pack: pack, source: source))
    }
    guard shape.members.isEmpty else {
      let fields = members(of: shape, pack: pack, source: source)
      program.records.append(
        RecordType(name: "\(source).\(shape.path.joined(separator: "."))", pack: pack, fields: fields, span: shape.name.span))
      tables.documentRecords.insert(program.records.count - 1)
      return .record(program.records.count - 1)
    }
    if !shape.isRead { return .json }
    report(UntypedMember.finding(shape.name.text, at: shape.name.span))
    return .unknown
  }

  /// Returns the members that elements of inner lists take from the element around them.
  func inheritedMembers(_ shape: Shape) -> [InheritedMembers] {
    shape.members.flatMap { member -> [InheritedMembers] in
      let inner = inheritedMembers(member)
      guard let element = member.element, !element.inherited.isEmpty, member.knownType == nil else { return inner }
      return inner + [InheritedMembers(list: member.path, names: element.inherited.sorted())]
    }
  }
}
