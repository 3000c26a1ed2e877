import TruthsSyntax
import TruthsText

/// The parts of the declaration around a position, found by lines. A declaration that is not valid has them too.
struct WrittenDeclaration {
  private(set) var kind: DeclarationKind?
  private(set) var name = ""
  /// The fields of a fact, an intent or a record.
  private(set) var fields: [String] = []
  /// The inputs and outputs of a table; `output` for an output without a name.
  private(set) var columns: [String] = []
  /// The states of a lifecycle, in the order in which they are first named.
  private(set) var states: [String] = []

  /// - Complexity: O(lines of the declaration × their depth).
  init(_ outline: LineOutline, around offset: Int) {
    let number = outline.line(at: offset).number
    guard let head = outline.lines[...number].lastIndex(where: { $0.indentation == 0 && $0.key != nil && !$0.isEntry }) else {
      return
    }
    let words = (outline.lines[head].key ?? "").split(separator: " ", maxSplits: 1).map(String.init)
    kind = words.first.flatMap { DeclarationKind(rawValue: $0) }
    name = words.count > 1 ? words[1] : ""
    var states: [String] = []
    for line in outline.lines[(head + 1)...].prefix(while: { $0.indentation > 0 || $0.isBlank || $0.isComment }) {
      if line.isBlank || line.isComment { continue }
      let path = outline.path(to: line.number)
      guard let member = path.count > 1 ? path[1] : line.key else { continue }
      switch member {
      case "fields":
        if path.count == 2, let key = line.key { fields.append(key) }
        if path.count == 1 { fields += Self.keys(outline.file.bytes, in: line.valueStart..<line.end) }
      case "inputs", "outputs":
        if path.count == 2, let key = line.key { columns.append(key) }
        if path.count == 1 { columns += Self.keys(outline.file.bytes, in: line.valueStart..<line.end) }
      // An output without a name has a column all the same.
      case "output" where path.count == 1: columns.append(member)
      case "initial", "transitions", "terminal":
        states += ClauseScan(outline.file.bytes, in: outline.value(of: line)).tokens.filter { $0.kind == .word }
          .map { String(decoding: outline.file.bytes[$0.range], as: UTF8.self) }
      default: break
      }
    }
    self.states = states.uniqued().filter { $0 != "any" }
  }

  /// Returns the keys of a flow mapping, without those of mappings inside of it.
  private static func keys(_ bytes: [UInt8], in range: Range<Int>) -> [String] {
    let tokens = ClauseScan(bytes, in: range).tokens
    var (keys, depth) = ([String](), 0)
    for (place, token) in tokens.enumerated() {
      switch bytes[token.range.lowerBound] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ":") where depth == 1 && place > 0:
        keys.append(String(decoding: bytes[tokens[place - 1].range], as: UTF8.self))
      default: break
      }
    }
    return keys
  }
}
