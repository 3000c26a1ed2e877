import TruthsJSON
import TruthsProgram
import TruthsText

/// Signatures of the call that is being written.
extension LanguageServer {
  /// Answers `textDocument/signatureHelp`: the parameters of the call around the position, which are those of a function or
  /// table, the keys of a fact or lifecycle, or the fields of a record.
  func signatureHelp(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let cursor = try cursor(parameters, "textDocument/signatureHelp"), cursor.isTruths, let call = cursor.call else {
      return .null
    }
    let signatures = CallSignatures(cursor.project, from: cursor.pack).signatures(of: call.name)
    guard !signatures.isEmpty else { return .null }
    let fitting = signatures.firstIndex { $0.parameters.count > call.argument } ?? signatures.count - 1
    return .object([
      "signatures": .array(
        signatures.map { signature in
          .object([
            "label": .text(signature.label), "documentation": client.signatureFormat.json(signature.text),
            "parameters": .array(signature.parameters.map { .object(["label": .text($0)]) }),
          ])
        }),
      "activeSignature": .int(fitting), "activeParameter": .int(call.argument),
    ])
  }
}

extension CursorPlace {
  /// The call around the position: its name, and the number of arguments before the position.
  var call: (name: String, argument: Int)? {
    let line = file.line(at: offset)
    // A clause may continue over a few lines.
    let start = file.start(ofLine: max(0, line - 8))
    var tokens = ClauseScan(file.bytes, in: start..<offset).tokens
    if let text = tokens.last, text.isOpen,
      let brace = file.bytes[text.range].lastIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }),
      file.bytes[brace] == UInt8(ascii: "{")
    {
      tokens = ClauseScan(file.bytes, in: (brace + 1)..<offset).tokens
    }
    var depth = 0
    var commas = 0
    for place in tokens.indices.reversed() where tokens[place].kind == .sign {
      switch file.bytes[tokens[place].range.lowerBound] {
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth += 1
      case UInt8(ascii: "["): depth = max(0, depth - 1)
      case UInt8(ascii: "(") where depth > 0: depth -= 1
      case UInt8(ascii: ","): if depth == 0 { commas += 1 }
      case UInt8(ascii: "("):
        guard place > 0, tokens[place - 1].range.upperBound == tokens[place].range.lowerBound else { return nil }
        var first = place - 1
        // The whole path is the name: `stock.counted(`.
        while first > 1, tokens[first - 1].range.count == 1, file.bytes[tokens[first - 1].range.lowerBound] == UInt8(ascii: "."),
          tokens[first - 1].range.upperBound == tokens[first].range.lowerBound
        {
          first -= 2
        }
        let range = tokens[first].range.lowerBound..<tokens[place - 1].range.upperBound
        return (String(decoding: file.bytes[range], as: UTF8.self), commas)
      default: break
      }
    }
    return nil
  }
}

/// The signatures of the functions, tables, facts, lifecycles and records that a name can mean.
struct CallSignatures {
  struct Signature {
    var label: String
    var parameters: [String]
    var text: String
  }

  private let program: Program
  private let pack: String

  init(_ project: ServedProject, from pack: String) {
    program = project.program
    self.pack = pack
  }

  func signatures(of name: String) -> [Signature] {
    func isNamed(_ own: String, _ ownPack: String) -> Bool { name == own || name == "\(ownPack).\(own)" }
    func signature(_ fields: [Field], _ text: String, gives: String = "", separator: String = ": ") -> Signature {
      let parameters = fields.map { "\($0.name)\(separator)\(program.name(of: $0, from: pack))" }
      return Signature(label: "\(name)(\(parameters.joined(separator: ", ")))\(gives)", parameters: parameters, text: text)
    }
    if let table = program.tables.first(where: { isNamed($0.name, $0.pack) }) {
      let gives = " → \(program.name(of: table.output, from: pack))"
      return [signature(table.inputs, "A \(table.kind) of pack `\(table.pack)`", gives: gives)]
    }
    if let fact = program.facts.first(where: { isNamed($0.name, $0.pack) }) {
      return [signature(fact.key.map { fact.fields[$0] }, "The keys of fact `\(fact.name)`", separator: " = ")]
    }
    if let lifecycle = program.lifecycles.first(where: { isNamed($0.name, $0.pack) || isNamed("\($0.name).state", $0.pack) }) {
      return [signature(lifecycle.key, "The keys of lifecycle `\(lifecycle.name)`", separator: " = ")]
    }
    if let record = program.records.first(where: { isNamed($0.name, $0.pack) }) {
      return [signature(record.fields, "The fields of record `\(record.name)`", separator: " = ")]
    }
    return (FunctionRows.rows[name] ?? []).flatMap { row in
      row.calls.map { call in
        let inside = call.drop { $0 != "(" }.dropFirst().dropLast()
        let parameters = inside.split(separator: ",").map { String($0.trimming { $0 == " " }) }
        return Signature(label: call, parameters: parameters, text: row.gives)
      }
    }
  }
}
