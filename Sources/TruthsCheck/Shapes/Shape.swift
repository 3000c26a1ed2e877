import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// What a source says of one part of its elements: which facts it reaches, and how clauses read it. Its type follows from that,
/// since nobody declares what a document holds (declarations §14).
final class Shape {
  /// The member, at the place that speaks of it first.
  let name: PlacedMember
  /// Names of members from the element down to this one; those of a list's elements begin anew behind the list's.
  let path: [String]
  /// The type of what it reaches: a field of a fact, the input of a table.
  private(set) var reached: ValueType?
  /// What the field that it reaches first has its currency in, where that is data.
  private(set) var currency: String?
  /// The type that follows from how clauses read it, where it reaches nothing.
  private(set) var used: ValueType?
  /// In the order in which they are spoken of.
  private(set) var members: [Shape] = []
  private(set) var element: Shape?
  /// What the fields that it reaches are called in JSON, in the order in which they are spoken of.
  private(set) var jsonNames: [String] = []
  /// Whether its value is read; what is only tested with `exists` needs no type.
  var isRead = false
  /// Of a list's elements: names in JSON of members that the element around the list may have instead.
  var inherited: Set<String> = []

  struct PlacedMember {
    var text: String
    var span: Span
  }

  init(_ text: String, at span: Span, path: [String]) {
    name = PlacedMember(text: text, span: span)
    self.path = path
  }

  /// The member of a name.
  func member(_ text: String, at span: Span) -> Shape {
    if let known = knownMember(text) { return known }
    let made = Shape(text, at: span, path: path + [text])
    members.append(made)
    return made
  }

  /// The member that goes into a field.
  func member(of field: Field, at span: Span) -> Shape {
    let member = member(field.name, at: span)
    if !member.jsonNames.contains(field.jsonName) { member.jsonNames.append(field.jsonName) }
    return member
  }

  func knownMember(_ text: String) -> Shape? { members.first { $0.name.text == text } }

  /// The elements of a list.
  func elements() -> Shape {
    if let element { return element }
    let made = Shape(name.text, at: name.span, path: path)
    element = made
    return made
  }

  /// Notes a field that it reaches.
  func reach(_ field: Field) {
    if currency == nil { currency = field.currency }
    reach(field.type)
  }

  /// Notes what it reaches. The narrower of two types that go together stays; where two do not, the first does, and the second
  /// place is at fault.
  func reach(_ type: ValueType) {
    isRead = true
    guard let known = reached else {
      reached = type
      return
    }
    if known == .json || known.isUnknown || (type.fits(known) && type != .json && !type.isUnknown) { reached = type }
  }

  /// Notes how a clause reads it.
  func use(_ type: ValueType?) {
    isRead = true
    if used == nil { used = type }
  }

  /// The type as far as it is known.
  var knownType: ValueType? { reached ?? used }
}

/// Derives the types of what a source reads.
struct ShapeTyping: CheckPass {
  let session: CheckSession

  /// The members that a source reads of its elements, each with its type. A member with members becomes a record of the program.
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
    // An amount is in the currency beside it; where there is none, it is a number that takes that of the fact it goes into.
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
    report(UntypedMember.found(shape.name.text, at: shape.name.span))
    return .unknown
  }

  /// What elements of inner lists take from the element around them.
  func inheritedMembers(_ shape: Shape) -> [InheritedMembers] {
    shape.members.flatMap { member -> [InheritedMembers] in
      let inner = inheritedMembers(member)
      guard let element = member.element, !element.inherited.isEmpty, member.knownType == nil else { return inner }
      return inner + [InheritedMembers(list: member.path, names: element.inherited.sorted())]
    }
  }
}
