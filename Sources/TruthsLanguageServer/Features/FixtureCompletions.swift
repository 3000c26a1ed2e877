import TruthsCheck
import TruthsProgram
import TruthsText

/// The completion items in a fixture: names of the rule set, chosen by the member that is being written.
struct FixtureCompletions {
  private let cursor: CursorPlace
  private let program: Program

  init(_ cursor: CursorPlace) {
    self.cursor = cursor
    program = cursor.project.program
  }

  var items: [CompletionItem] {
    let bytes = cursor.file.bytes
    var start = cursor.offset
    while start > 0, bytes[start - 1] != 0x22, bytes[start - 1] != 0x0A { start -= 1 }
    guard start > 0, bytes[start - 1] == 0x22 else { return [] }
    let before = bytes[..<(start - 1)].trimmingSuffix(while: isBlank)
    switch before.last {
    case UInt8(ascii: ":"): return values(of: Self.text(endingAt: before.dropLast()))
    case UInt8(ascii: "["): return values(of: Self.text(endingAt: before.dropLast().trimmingSuffix(while: isBlank).dropLast()))
    case UInt8(ascii: ","), UInt8(ascii: "{"): return members(before: start - 1)
    default: return []
    }
  }

  private func values(of member: String?) -> [CompletionItem] {
    switch member {
    case "action":
      return program.intents.enumerated().filter { !$0.element.isBuiltIn }.map {
        CompletionItem(
          label: $0.element.jsonName, kind: .event, detail: "intent of \($0.element.pack)", symbol: .intent($0.offset))
      }
    case "type":
      return program.facts.enumerated().map {
        CompletionItem(
          label: $0.element.name, kind: .classKind, detail: "fact of \($0.element.pack)", symbol: .fact($0.offset),
          rank: $0.element.isBuiltIn ? 7 : 5)
      }
    case "truth_id", "truth", "truths":
      let ids = program.truths.filter { !$0.isBuiltIn }.map(\.id) + program.invariants.map(\.id)
      return ids.map { CompletionItem(label: $0, kind: .function, symbol: .rule($0)) }
    case "packs": return program.packs.map { CompletionItem(label: $0.name, kind: .module, symbol: .pack($0.name)) }
    case "decision": return ["accepted", "rejected", "halted", "waiting"].map { CompletionItem(label: $0, kind: .enumMember) }
    case let name?:
      guard case .enumeration(let index)? = field(name)?.type else { return [] }
      return program.enums[index].jsonNames.enumerated().map {
        CompletionItem(
          label: $0.element.string, kind: .enumMember, symbol: .value(enumeration: index, ordinal: $0.offset))
      }
    case nil: return []
    }
  }

  /// Returns the fields of the intent or fact type that the surrounding object names.
  private func members(before offset: Int) -> [CompletionItem] {
    guard let owner = owner(around: offset) else {
      return ["id", "context", "proposal", "expected", "scenario", "packs", "tags", "now"].map {
        CompletionItem(label: $0, kind: .property)
      }
    }
    return SymbolText(cursor.project).fields(of: owner).enumerated().map { place, field in
      CompletionItem(
        label: field.jsonName, kind: .field, detail: program.name(of: field, from: ""), symbol: .field(owner, place), rank: 3)
    }
  }

  private func field(_ name: String) -> Field? {
    owner(around: cursor.offset).flatMap { owner in
      SymbolText(cursor.project).fields(of: owner).first { $0.jsonName == name }
    }
  }

  /// Returns the intent or fact type of the object around an offset, by its member `action` or `type`.
  private func owner(around offset: Int) -> Symbol.FieldOwner? {
    let bytes = cursor.file.bytes
    var depth = 0
    var start = offset
    while start > 0 {
      start -= 1
      if bytes[start] == UInt8(ascii: "}") { depth += 1 }
      if bytes[start] == UInt8(ascii: "{") {
        if depth == 0 { break }
        depth -= 1
      }
    }
    guard bytes[start] == UInt8(ascii: "{") else { return nil }
    let object = String(decoding: bytes[start..<min(bytes.count, offset + 2000)], as: UTF8.self)
    if let name = Self.value(of: "action", in: object), let index = program.intents.firstIndex(where: { $0.isProposed(by: name) })
    {
      return .intent(index)
    }
    if let name = Self.value(of: "type", in: object), let index = program.facts.firstIndex(where: { $0.name == name }) {
      return .fact(index)
    }
    return nil
  }

  /// Returns the text of a member of the object itself, not of an object inside of it.
  private static func value(of member: String, in object: String) -> String? {
    var depth = 0
    let parts = object.split(separator: "\"", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      if place % 2 == 0 {
        for character in part {
          if character == "{" || character == "[" { depth += 1 }
          if character == "}" || character == "]" { depth -= 1 }
        }
        if depth < 1 { return nil }
      } else if depth == 1, part == member, place + 2 < parts.count, parts[place + 1].contains(":") {
        return String(parts[place + 2])
      }
    }
    return nil
  }

  /// Returns the quoted text at the end of some bytes.
  private static func text(endingAt bytes: ArraySlice<UInt8>) -> String? {
    let bytes = bytes.trimmingSuffix(while: isBlank)
    guard bytes.last == 0x22, let open = bytes.dropLast().lastIndex(of: 0x22) else { return nil }
    return String(decoding: bytes[(open + 1)..<(bytes.endIndex - 1)], as: UTF8.self)
  }
}
