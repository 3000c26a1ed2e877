import TruthsProgram
import TruthsText

/// The names and labels under which reasons and `values` show sensitive values; used by ``Masking``.
struct SensitiveTerms: Sendable {
  /// Names whose values are masked: the fields themselves, and bindings and tables that are made of them.
  private var names: Set<Text>
  /// Names whose values have records with sensitive fields.
  private var holders: Set<Text>
  /// Names with characters that only JSON names may have, and names in clauses may not. They are searched for as bytes.
  private let jsonNames: [String]
  private var labels = SensitiveLabels()
  /// Labels of the masked values of clauses, by the text of the clause.
  private var clauses: [Text: Set<Text>] = [:]

  /// - Complexity: O(nodes of the program) if it has sensitive fields.
  init(_ program: Program, _ fields: SensitiveFields) {
    (names, holders) = (fields.names, fields.holders)
    jsonNames = names.union(holders).map(\.string).filter { !$0.utf8.allSatisfy(Self.isPartOfName) }
    if names.isEmpty { return }
    var flow = SensitiveFlow(program)
    for table in program.tables where Self.mayTell(table, program, fields) { names.insert(Text(table.name)) }
    for truth in program.truths {
      let frame = flow.frame(of: truth)
      // A binding reads only bindings before it.
      for binding in truth.lets {
        labels.add(binding.name, frame[binding.slot])
        if frame[binding.slot] == .entire || binding.terms.contains(where: { isNamed(in: $0.label) }) {
          names.insert(Text(binding.name))
        } else if frame[binding.slot] != nil {
          holders.insert(Text(binding.name))
        }
      }
      for clause in truth.clauses { add(clause, frame, &flow) }
      add(truth.lets.flatMap(\.terms) + (truth.condition?.terms ?? []), frame, &flow)
      for output in truth.outputs {
        var inner = frame
        if let loop = output.loop { _ = flow.bind(loop, in: &inner) }
        add(output.terms, inner, &flow)
      }
    }
    for invariant in program.invariants { add(invariant.clause, flow.frame(of: invariant), &flow) }
    labels.add(flow.labels)
  }

  /// Whether the value of a table or function may be made of a sensitive field that the arguments of a call do not name.
  private static func mayTell(_ table: CheckedTable, _ program: Program, _ fields: SensitiveFields) -> Bool {
    if table.inputs.contains(where: { program.holdsSensitive($0.type) }) { return true }
    guard table.readsContext else { return false }
    var reads = NodeReads(program)
    reads.add(table.nodes)
    return reads.types.contains { fields.factNames[$0] != nil }
  }

  private mutating func add(_ terms: [Term], _ frame: SensitiveFlow.Frame, _ flow: inout SensitiveFlow) {
    for term in terms { labels.add(term.label, flow.maskedPart(of: term, in: frame)) }
  }

  private mutating func add(_ clause: CheckedClause, _ frame: SensitiveFlow.Frame, _ flow: inout SensitiveFlow) {
    add(clause.people.flatMap(\.terms), frame, &flow)
    for term in clause.terms {
      var part = flow.maskedPart(of: term, in: frame)
      // The element for which a quantifier over sensitive values fails tells its condition.
      if part == nil, term.isFirstFailingElement, isNamed(in: clause.text) { part = .entire }
      labels.add(term.label, part)
      if part != nil { clauses[Text(clause.text), default: []].insert(Text(term.label)) }
    }
  }

  // MARK: Reasons

  /// Returns the index at which a generated text must be cut: after the first sensitive name, or before the key of a look-up,
  /// because a key is shown without the names of its fields.
  ///
  /// - Parameter clause: the text of the clause whose terms the text shows, as far as it is known.
  func endOfMaskedText(_ text: Substring, of clause: String?) -> String.Index? {
    var ends = [endOfFirstName(in: text)]
    if let clause {
      for label in clauses[Text(clause)] ?? [] {
        guard let shown = text.utf8.firstRange(of: "\(label.string) is ".utf8) else { continue }
        ends.append(text.utf8.index(shown.lowerBound, offsetBy: label.string.utf8.count))
      }
    } else {
      ends.append(endOfFirstHolder(in: text))
    }
    // Bytes are compared: a key that begins with a combining mark is one character with the space before it.
    if let lookUp = text.utf8.firstRange(of: "there is no ".utf8),
      let key = text.utf8[lookUp.upperBound...].firstRange(of: " for ".utf8)
    {
      ends.append(text.utf8.index(before: key.upperBound))
    }
    return ends.compactMap(\.self).min()
  }

  // MARK: Values

  /// The masked part of a value that is shown under a label.
  enum LabelPart {
    case masked(SensitiveFields.MaskedPart)
    /// The program shows a value under this label, and none of its parts is sensitive.
    case clean
    /// The program shows no value under this label, so other rules produced the value.
    case unknown
  }

  func maskedPart(of label: String) -> LabelPart {
    if isNamed(in: label) { return .masked(.entire) }
    if let part = labels.maskedPart(of: label) { return .masked(part) }
    return labels.has(label) ? .clean : .unknown
  }

  /// Whether a text may contain a sensitive value: it names a sensitive field, or was shortened.
  func mayTell(_ text: String) -> Bool {
    endOfFirstName(in: text[...]) != nil || endOfFirstHolder(in: text[...]) != nil
      || text.contains("… (") && text.contains(" characters, sha256:")
  }

  // MARK: Names

  /// Whether the label of a term contains the name of a sensitive field, or of a value made of one.
  private func isNamed(in label: String) -> Bool { endOfFirstName(in: label[...]) != nil }

  /// Returns the index after the first sensitive name in a text; `nil` if the text has no such name.
  private func endOfFirstName(in text: Substring) -> String.Index? {
    let name = text.utf8.split { !Self.isPartOfName($0) }.first { names.contains(Text(String($0) ?? "")) }?.endIndex
    let inJSON = jsonNames.compactMap { text.utf8.firstRange(of: $0.utf8)?.upperBound }.min()
    return [name, inJSON].compactMap(\.self).min()
  }

  /// Returns the index after the first name of a value that holds sensitive fields. In `account.bank` the last name counts.
  private func endOfFirstHolder(in text: Substring) -> String.Index? {
    text.utf8.split { !Self.isPartOfName($0) }.first { name in
      guard holders.contains(Text(String(name) ?? "")) else { return false }
      let rest = text.utf8[name.endIndex...]
      return !(rest.first == UInt8(ascii: ".") && rest.dropFirst().first.map(Self.isPartOfName) ?? false)
    }?.endIndex
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
