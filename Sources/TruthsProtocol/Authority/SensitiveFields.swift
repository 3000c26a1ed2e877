import TruthsProgram
import TruthsText

/// The sensitive fields of a program, grouped by their declarations; used by ``Masking``.
struct SensitiveFields: Sendable {
  /// The part of a member's value that is masked.
  enum Part: Hashable, Sendable {
    case whole
    /// The sensitive fields of the records in the value.
    case inner(ValueType)
  }

  /// Masked members by their JSON names.
  typealias Members = [Text: Part]

  /// Sensitive members by fact type.
  let facts: [Text: Members]
  /// Sensitive members by the bare and the qualified JSON name of the intent. Intents without such members are included.
  let intents: [Text: Members]
  /// Members that are sensitive in any intent, for a proposal of an unknown intent.
  let ofAnyIntent: Members
  /// Sensitive members by index in ``Program/records``.
  let records: [Int: Members]
  /// The fields' JSON names and their names in clauses.
  let names: Set<Text>

  var isEmpty: Bool { names.isEmpty }

  /// Whether values of a type contain a record with a sensitive field.
  func areIn(_ type: ValueType, _ program: Program) -> Bool { program.holdsSensitive(type) }

  /// - Complexity: O(fields), with those of the record types that they contain.
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
      for name in [intent.jsonName, intent.qualifiedJSONName] { intents[Text(name)] = found }
    }
    self.intents = intents
    // If intents differ in a member, its whole value is masked.
    ofAnyIntent = program.intents.map { members($0.fields) }.reduce(into: [:]) { all, found in
      all.merge(found) { $0 == $1 ? $0 : .whole }
    }
    let fields = (program.facts.map(\.fields) + program.intents.map(\.fields) + program.records.map(\.fields)).joined()
    names = Set(fields.filter(\.isSensitive).flatMap { [Text($0.name), Text($0.jsonName)] })
  }
}

extension Program {
  /// Whether values of a type contain a record with a sensitive field.
  fileprivate func holdsSensitive(_ type: ValueType) -> Bool {
    hasPart(type) { if case .record(let index) = $0 { records[index].fields.contains(where: \.isSensitive) } else { false } }
  }
}

/// Names of clause values that reveal a sensitive field: the fields themselves, bindings made of them, and quantifier variables.
struct SensitiveTerms: Sendable {
  private var names: Set<Text>

  /// - Complexity: O(terms) if the program has sensitive fields.
  init(_ program: Program, _ fields: SensitiveFields) {
    names = fields.names
    if names.isEmpty { return }
    for table in program.tables where Self.mayTell(table, program, fields) { names.insert(Text(table.name)) }
    for truth in program.truths {
      // A binding reads only bindings before it.
      for binding in truth.lets where binding.terms.contains(where: { isNamed(in: $0.label) }) {
        names.insert(Text(binding.name))
      }
      for clause in truth.clauses { addElements(of: clause) }
    }
    for invariant in program.invariants { addElements(of: invariant.clause) }
  }

  /// Whether the value of a table or function may be made of a sensitive field that its arguments do not name.
  private static func mayTell(_ table: CheckedTable, _ program: Program, _ fields: SensitiveFields) -> Bool {
    if table.inputs.contains(where: { fields.areIn($0.type, program) }) { return true }
    guard table.readsContext else { return false }
    var reads = NodeReads(program)
    reads.add(table.nodes)
    return reads.types.contains { fields.facts[Text(program.facts[$0].name)] != nil }
  }

  /// Adds the variables of quantifiers over sensitive values: the element that makes one fail is shown under the variable's name.
  private mutating func addElements(of clause: CheckedClause) {
    let elements = clause.terms.filter(\.isFirstFailingElement)
    guard !elements.isEmpty, isNamed(in: clause.text) else { return }
    names.formUnion(elements.map { Text($0.label) })
  }

  /// Returns the index at which a made text has to end: behind the first sensitive name, or before the key of a look-up, which
  /// is shown without the names of its fields.
  func endOfMaskedText(_ text: Substring) -> String.Index? {
    let name = endOfFirstName(in: text)
    // Bytes are compared: a key that begins with a combining mark is one character with the space before it.
    guard let lookUp = text.utf8.firstRange(of: "there is no ".utf8),
      let key = text.utf8[lookUp.upperBound...].firstRange(of: " for ".utf8)
    else { return name }
    let end = text.utf8.index(before: key.upperBound)
    return name.map { min($0, end) } ?? end
  }

  /// Whether the label of a term contains the name of a sensitive field, or of a value made of one.
  func isNamed(in label: String) -> Bool { endOfFirstName(in: label[...]) != nil }

  /// Returns the index after the first sensitive name in a text; `nil` if the text has no such name.
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
