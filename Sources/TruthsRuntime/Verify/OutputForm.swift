import TruthsJSON
import TruthsLedger
import TruthsText

/// Checks the form of every member of a run's output (runs §10.5), even of members that cannot be recomputed.
///
/// A member is a fault if it is unknown, misspelt, missing or of a wrong kind.
struct OutputForm {
  /// The first fault: the path of the member, the expected form, and the value found. `nil` if the output has no fault.
  private(set) var fault: (path: String, wanted: String, found: String)?

  /// Checks an output.
  ///
  /// - Complexity: O(size of the output).
  init(_ output: JSONObject) { members(of: output, "", Self.members) }

  /// The members of the output. Members that are printed beside the record may contain anything, because they cannot be
  /// recomputed.
  private static let members =
    RunOutcome.members + [
      .optional("ways", .list(.map()), ""), .optional("unmendable", .list(.text), ""), .optional("exhausted", .boolean, ""),
      .optional("answers", .list(.map()), ""),
    ]

  /// The names of the members with advice about changes, which are not a part of the record.
  static let advice = ["ways", "unmendable", "exhausted", "answers"]

  private mutating func members(of object: JSONObject, _ path: String, _ shapes: [JSONMember]) {
    for member in object.members where fault == nil {
      let name = member.name.string
      guard let shape = shapes.first(where: { $0.name == name })?.shape else {
        let nearest = nearestName(to: name, among: shapes.names)
        fault = (path + name, nearest.map { "no such member; perhaps `\($0)`" } ?? "no such member", text(member.value))
        return
      }
      check(member.value, path + name, shape)
    }
    for member in shapes where fault == nil && member.isRequired && object[member.name] == nil {
      fault = (path + member.name, wanted(member.shape), "nothing")
    }
  }

  /// Checks a value. Facts, traces and entries may be any object here. Their forms are checked by the code that reads them.
  private mutating func check(_ value: JSONValue, _ path: String, _ shape: JSONShape) {
    switch (shape, value) {
    case (.text, .string), (.boolean, .boolean): return
    case (.named("violation", let shape), _): check(value, path, shape())
    case (.named, .object): return
    case (.hash, .string(let text)) where Hashes.isHash(text.string): return
    case (.words(let words), .string(let text)) where words.contains(text.string): return
    case (.count, .number(let number)) where number.intValue.map { $0 >= 0 } ?? false: return
    case (.list(let element, _), .array(let elements)):
      for (place, value) in elements.enumerated() where fault == nil { check(value, "\(path)[\(place)]", element) }
    case (.object(let shape), .object(let object)):
      if shape.others == nil { members(of: object, path + ".", shape.members) }
    default: fault = (path, wanted(shape), text(value))
    }
  }

  private func wanted(_ shape: JSONShape) -> String {
    switch shape {
    case .text: "a text"
    case .count: "a whole number from 0"
    case .hash: "`sha256:` and 64 hexadecimal digits"
    case .boolean: "true or false"
    case .words(let words): "one of " + words.joined(separator: ", ")
    case .list: "a list"
    default: "an object"
    }
  }

  private func text(_ value: JSONValue) -> String { String(decoding: value.canonical(), as: UTF8.self) }
}
