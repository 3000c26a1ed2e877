import TruthsSyntax

/// Snippets for new declarations. `$1` and similar marks are the parts that the author fills in.
enum DeclarationSnippets {
  static func text(of kind: DeclarationKind) -> String {
    switch kind {
    case .pack: "pack ${1:name}:\n  version: 1.0.0\n  summary: ${2:What it is about}\n"
    case .role: "role ${1:name}:\n  summary: ${2:Who holds it}\n"
    case .enum: "enum ${1:name}: [${2:first, second}]\n"
    case .record: "record ${1:name}:\n  fields:\n    ${2:field}: ${3:text}\n"
    case .fact: "fact ${1:thing.happened}:\n  key: [${2:thing_id}]\n  fields:\n    ${2:thing_id}: text\n"
    case .intent: "intent ${1:do_something}:\n  fields:\n    ${2:thing_id}: text\n"
    case .policy: "policy ${1:name}:\n  type: ${2:decimal}\n  default: ${3:100}\n"
    case .calendar: "calendar ${1:office}:\n  weekend: [saturday, sunday]\n  holidays: [${2:01-01, 12-25}]\n"
    case .table:
      "table ${1:name}:\n  inputs:\n    ${2:amount}: ${3:decimal}\n  output: ${4:text}\n  rows:\n"
        + "    - ${2:amount} < ${5:100} → ${6:\"small\"}\n    - otherwise → ${7:\"large\"}\n"
    case .function:
      "function ${1:name}:\n  inputs:\n    ${2:amount}: ${3:decimal}\n  output: ${4:decimal}\n  value: ${2:amount} * ${5:2}\n"
    case .lifecycle:
      "lifecycle ${1:name}:\n  key: [${2:name_id}]\n  initial: ${3:open}\n  transitions:\n    - ${3:open} → ${4:closed}\n"
        + "  terminal: [${4:closed}]\n"
    case .invariant: "invariant ${1:name}:\n  applies_to: ${2:all}\n  rule: ${3:condition} → reject(\"${4:why}\")\n"
    case .truth:
      "truth ${1:name}:\n  when:\n    - intent: ${2:do_something}\n  requires:\n    - ${3:thing_id} exists\n  produces:\n"
        + "    - fact.${4:thing.happened}\n    - trace.${1:name}\n"
    case .blueprint: "blueprint ${1:name}:\n  outcome: ${2:What is better afterwards}\n  steps: [${3:do_something}]\n"
    case .source:
      "source ${1:name}:\n  document: ${2:document}\n  each: ${3:items[]}\n  produces:\n    - fact.${4:thing.happened}\n"
    case .jtbd:
      "jtbd ${1:name}:\n  verb: ${2:Send}\n  object: ${3:Invoice}\n  outcome: ${4:What is better afterwards}\n"
        + "  triggers: [${5:work_completed}]\n  artifacts: [${6:invoice_sent}]\n  guardrails:\n"
        + "    - must_not: ${7:What must not happen}\n      enforced_by: ${8:the.id}\n"
    }
  }

  /// Returns the snippet for a member of a declaration, with its key.
  static func member(_ member: DeclarationMember) -> String {
    let key = "\(member.name):"
    return switch member.form {
    case .declared: "\(key)\n  ${1:name}: $0"
    case .jsonNames: "\(key)\n  ${1:name}: \"$0\""
    case .list(.mapping(let table), _): "\(key)\n  - \(entry(of: table))"
    case .list(.clauseEntry, _), .list(.row, _), .list(.move, _), .list(.states, _), .list(.output, _): "\(key)\n  - $0"
    case .list: "\(key) [$0]"
    case .flag, .external: "\(key) true"
    case .mapping(let table): "\(key)\n  \(lines(of: table))"
    default: "\(key) $0"
    }
  }

  /// Returns the required members of a mapping.
  private static func lines(of table: MemberTable) -> String {
    table.members.filter(\.isRequired).enumerated().map { "\($1.name): ${\($0 + 1):\($1.name)}" }.joined(separator: "\n  ")
  }

  /// Returns the start of a list entry: its first required and its first optional member, or a choice of its members where it
  /// lacks either kind.
  private static func entry(of table: MemberTable) -> String {
    guard let first = table.members.first(where: \.isRequired), let other = table.members.first(where: { !$0.isRequired }) else {
      return "${1|\(table.names.joined(separator: ","))|}: $0"
    }
    return "\(first.name): ${1:\(first.summary.dropLast())}\n    \(other.name): $0"
  }

  /// Returns a snippet without the marks of its parts, for clients that do not support them.
  static func plain(_ snippet: String) -> String {
    var text: [UInt8] = []
    var isOpen = false
    var rest = Array(snippet.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x5C, let escaped = rest.popFirst() {
        text.append(escaped)
        continue
      }
      guard byte == UInt8(ascii: "$") else {
        if byte != UInt8(ascii: "}") || !isOpen { text.append(byte) } else { isOpen = false }
        continue
      }
      if rest.first == UInt8(ascii: "{") {
        rest = rest.dropFirst().drop { ClauseScan.isDigit($0) }
        let isChoice = rest.first == UInt8(ascii: "|")
        rest = rest.dropFirst()
        if isChoice {
          text += rest.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "|") }
          rest = rest.drop { $0 != UInt8(ascii: "}") }.dropFirst()
        } else {
          isOpen = true
        }
      } else {
        rest = rest.drop { ClauseScan.isDigit($0) }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
