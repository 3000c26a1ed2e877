import TruthsDiagnostics
import TruthsText

extension CheckSession {
  /// The members that a source reads of its elements, each with its type; what has members of its own becomes a record of the
  /// program.
  func members(of shape: Shape, pack: String, source: String) -> [Field] {
    shape.members.map { member in
      Field(
        name: member.name.text, type: type(of: member, pack: pack, source: source), isOptional: true, initial: nil,
        span: member.name.span)
    }
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
      documentRecords.insert(program.records.count - 1)
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
