import TruthsProgram
import TruthsText

/// The sensitive fields of a program, by what declares them.
struct SensitiveFields: Sendable {
  /// What of a member's value is masked.
  enum Part: Hashable, Sendable {
    case whole
    /// Sensitive fields of the records in it.
    case inner(ValueType)
  }

  /// By the names of members in JSON.
  typealias Members = [Text: Part]

  /// By fact type.
  let facts: [Text: Members]
  /// By the bare and the qualified name of an intent; one without sensitive fields is there too.
  let intents: [Text: Members]
  /// Those of all intents, for a proposal of an intent that is not known.
  let ofAnyIntent: Members
  /// By place in ``Program/records``.
  let records: [Int: Members]
  /// Names in JSON, and names that clauses have for them.
  let names: Set<Text>

  var isEmpty: Bool { names.isEmpty }

  /// - Complexity: O(fields), and the record types that they are made of.
  init(_ program: Program) {
    func members(_ fields: [Field]) -> Members {
      var found: Members = [:]
      for field in fields {
        if field.isSensitive {
          found[Text(field.jsonName)] = .whole
        } else if program.holdsSensitive(field.type) {
          found[Text(field.jsonName)] = .inner(field.type)
        }
      }
      return found
    }
    facts = Dictionary(first: program.facts.map { (Text($0.name), members($0.fields)) }.filter { !$0.1.isEmpty })
    records = Dictionary(first: program.records.enumerated().map { ($0, members($1.fields)) }.filter { !$0.1.isEmpty })
    var intents: [Text: Members] = [:]
    for intent in program.intents {
      let found = members(intent.fields)
      for name in [intent.name, "\(intent.pack).\(intent.name)"] { intents[Text(name)] = found }
    }
    self.intents = intents
    // Where intents differ in a member, the whole of it is masked.
    ofAnyIntent = program.intents.map { members($0.fields) }.reduce(into: [:]) { all, found in
      all.merge(found) { $0 == $1 ? $0 : .whole }
    }
    let fields = (program.facts.map(\.fields) + program.intents.map(\.fields) + program.records.map(\.fields)).joined()
    names = Set(fields.filter(\.isSensitive).flatMap { [Text($0.name), Text($0.jsonName)] })
  }
}

extension Program {
  /// Whether a record that values of a type hold has a sensitive field.
  fileprivate func holdsSensitive(_ type: ValueType) -> Bool {
    hasPart(type) { if case .record(let index) = $0 { records[index].fields.contains(where: \.isSensitive) } else { false } }
  }
}

/// The names of the values of clauses that tell something of a sensitive field.
struct SensitiveTerms: Sendable {
  private var names: Set<Text>

  /// - Complexity: O(terms), where there are sensitive fields.
  init(_ program: Program, _ fields: SensitiveFields) {
    names = fields.names
    if names.isEmpty { return }
    for truth in program.truths {
      // Each reads only those before it.
      for binding in truth.lets where binding.terms.contains(where: { isNamed(in: $0.label) }) {
        names.insert(Text(binding.name))
      }
      for clause in truth.clauses { addElements(of: clause) }
    }
    for invariant in program.invariants { addElements(of: invariant.clause) }
  }

  /// An element that makes a quantifier fail is told under the name of its variable.
  private mutating func addElements(of clause: CheckedClause) {
    let elements = clause.terms.filter(\.isFirstFailingElement)
    guard !elements.isEmpty, isNamed(in: clause.text) else { return }
    names.formUnion(elements.map { Text($0.label) })
  }

  /// Whether a term names a sensitive field, or a value that is made of one.
  func isNamed(in label: String) -> Bool { endOfFirstName(in: label[...]) != nil }

  /// Behind the first of these names in a text; `nil` where there is none.
  func endOfFirstName(in text: Substring) -> String.Index? {
    text.utf8.split { !Self.isPartOfName($0) }.first { names.contains(Text(String($0) ?? "")) }?.endIndex
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
