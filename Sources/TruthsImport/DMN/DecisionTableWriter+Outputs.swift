/// Translation of hit policies, and the types of outputs.
extension DecisionTableWriter {
  struct Policy {
    var hit: String
    var isByPriority = false
    /// Whether the table collects the outputs of all rules that match.
    var isCollecting: Bool { hit.hasPrefix("collect") }
    /// Whether the value of the table is the list of the outputs of rules that match.
    var isListing: Bool { hit == "collect" }
  }

  func hitPolicy() throws -> Policy {
    switch element.attributes["hitPolicy"] ?? "UNIQUE" {
    case "UNIQUE", "U": return Policy(hit: "unique")
    case "ANY", "A": return Policy(hit: "any")
    case "FIRST", "F": return Policy(hit: "first")
    case "PRIORITY", "P": return Policy(hit: "first", isByPriority: true)
    case "RULE ORDER", "R": return Policy(hit: "collect")
    case "OUTPUT ORDER", "O": return Policy(hit: "collect", isByPriority: true)
    case "COLLECT", "C":
      guard let aggregation = element.attributes["aggregation"] else { return Policy(hit: "collect") }
      guard ["SUM", "MIN", "MAX", "COUNT"].contains(aggregation) else {
        throw unsaid("the aggregation `\(aggregation)` is unknown", element)
      }
      return Policy(hit: "collect \(aggregation.lowercased())")
    case let other: throw unsaid("the hit policy `\(other)` is unknown", element)
    }
  }

  /// Returns the rules in the order of the priority of their outputs, the highest first.
  ///
  /// - Throws: an error if outputs are not literals with a priority.
  func byPriority(_ rules: [Rule]) throws -> [Rule] {
    let orders = try element.children("output").map { output -> [String: Int]? in
      var tests = model.allowedValues(of: output.attributes["typeRef"] ?? reference)
      if let values = output.children("outputValues").first, case .anyOf(let found) = try model.tests(values) { tests = found }
      let texts = try tests?.map { test in try model.located(output) { _ in try translator.value(test).text } }
      return texts.map { Dictionary($0.enumerated().map { ($0.element, $0.offset) }) { first, _ in first } }
    }
    guard orders.contains(where: { $0 != nil }) else {
      throw unsaid("priorities need a list of output values: give the output an `outputValues`", element)
    }
    let ranked = try rules.enumerated().map { index, rule in
      let ranks = try zip(orders, rule.values).compactMap { order, value -> Int? in
        guard let order else { return nil }
        guard let rank = order[value.text] else {
          throw unsaid("an output that is not among the output values has no priority", rule.element)
        }
        return rank
      }
      return (ranks: ranks + [index], rule: rule)
    }
    return ranked.sorted { $0.ranks.lexicographicallyPrecedes($1.ranks) }.map(\.rule)
  }

  mutating func makeOutputs(_ policy: Policy, _ results: [[Code]]) throws {
    let declaredRecord = members(of: policy)
    for (index, output) in element.children("output").enumerated() {
      let written = output.attributes["name"] ?? output.attributes["label"] ?? "output \(index + 1)"
      var declared = model.type(output.attributes["typeRef"])
      let isAlone = element.children("output").count == 1
      if declared == .unknown, isAlone {
        let whole = model.type(reference)
        declared = policy.isListing ? whole.element ?? whole : policy.hit == "collect count" ? .unknown : whole
      }
      if let member = declaredRecord.first(where: { $0.written == written }), declared.fits(member.type) {
        declared = member.type
      }
      let found = results.map { $0[index].type }.filter { $0 != .null }
      if declared == .unknown { declared = found.first ?? .text }
      if declared.isText, case .enumeration = found.first(where: { $0 != .text }) ?? .text, declared == .text, isAlone {
        declared = found.allSatisfy { $0 == found[0] } ? found[0] : .text
      }
      if let values = output.children("outputValues").first {
        if declared == .text, let texts = model.allowedTexts(values) {
          let name = "\(isAlone ? words : "\(words) \(written)") values"
          declared = model.enumeration(of: texts, name, at: output.offset) ?? declared
        }
        if model.options.isWithEnums, !declared.isEnumeration, !policy.isByPriority {
          model.note("the values that the output `\(written)` allows are not read", at: output.offset)
        }
      }
      let own =
        declaredRecord.first { $0.written == written }?.own
        ?? ImportName.unique(written, or: "output", among: Set(outputs.map(\.own)))
      if !isAlone { model.tell(own, for: written) }
      outputs.append(Output(written: written, own: own, type: declared))
    }
  }

  /// Returns the members of the declared record type of the table's value; empty if that type is not a record.
  private func members(of policy: Policy) -> [RecordMember] {
    let whole = model.type(reference)
    guard case .record(let name) = policy.isListing ? whole.element ?? whole : whole else { return [] }
    return model.members(of: name)
  }

  /// Returns the type of the table's value. Several outputs become a record, which is the declared one or a new one.
  func valueType(_ policy: Policy) throws -> FeelType {
    if policy.hit == "collect count" { return .number }
    guard outputs.count > 1 else { return policy.isListing ? .list(outputs[0].type) : outputs[0].type }
    let whole = model.type(reference)
    if case .record(let record) = policy.isListing ? whole.element ?? whole : whole {
      let wanted = model.members(of: record)
      let hasAll = outputs.allSatisfy { output in wanted.contains { $0.own == output.own && $0.type == output.type } }
      if hasAll { return policy.isListing ? .list(.record(record)) : .record(record) }
    }
    let record = FeelType.record(try model.record("\(words) row", outputs.map { ($0.written, $0.type) }, at: element.offset))
    return policy.isListing ? .list(record) : record
  }
}
