import TruthsSyntax
import TruthsText

extension ShapeReader {
  /// The part of the document that a path means; `nil` where it means something else: a value of an enum that is expected, a
  /// policy, something built in, or what no source reads.
  func shape(of expr: Expr, expecting type: ValueType?, _ variables: Variables) -> Shape? {
    guard let words = expr.words, let first = words.first else { return nil }
    if words.count == 1, isConstant(first.text, type) { return nil }
    guard let (base, taken) = base(words, variables) else { return nil }
    return words.dropFirst(taken).reduce(base) { $0.member($1.text, at: $1.span) }
  }

  /// What the first words mean, and how many they are.
  private func base(_ words: [Name], _ variables: Variables) -> (Shape, Int)? {
    let first = words[0]
    if let variable = variables[first.text] { return variable.map { ($0, 1) } }
    if let binding = lets[first.text] {
      guard case .expression(let expr) = binding.value.kind, aliases.insert(first.text).inserted else { return nil }
      defer { aliases.remove(first.text) }
      return shape(of: expr, expecting: nil, [:]).map { ($0, 1) }
    }
    switch first.text {
    case "actor", "proposal", "now": return nil
    case "trigger" where words.count > 1: return (root.member(words[1].text, at: words[1].span), 2)
    case "fact" where words.count > 2: return nil
    default: break
    }
    if words.count == 1, policy(first.text) != nil { return nil }
    if words.count > 1, namesDeclaration(words) { return nil }
    return (root.member(first.text, at: first.span), 1)
  }

  private func isConstant(_ name: String, _ type: ValueType?) -> Bool {
    guard case .enumeration(let index) = type else { return false }
    return session.enumConstant(Text(name), of: index) != nil
  }

  /// Whether a dotted path begins with a fact type, or with a pack and one of its policies.
  private func namesDeclaration(_ words: [Name]) -> Bool {
    let facts = words.indices.dropFirst().contains { end in
      session.names.facts[words[...end].map(\.text).joined(separator: ".")] != nil
    }
    guard !facts, session.names.isPack(words[0].text), root.knownMember(words[0].text) == nil else { return facts }
    return session.names.policies[words[1].text]?.contains { program.policies[$0].pack == words[0].text } ?? false
  }

  /// The type of the policy that a bare name means.
  func policy(_ name: String) -> ValueType? {
    guard let all = session.names.policies[name] else { return nil }
    let found = all.first { program.policies[$0].pack == scope.name } ?? all.first { scope.sees(program.policies[$0].pack) }
    return found.map { program.policies[$0].type }
  }

  /// The type of an expression, as far as it can be told before anything is lowered.
  func knownType(_ expr: Expr, _ variables: Variables) -> ValueType? {
    switch expr.kind {
    case .number: return .decimal(unit: nil)
    case .text: return .text
    case .boolean, .not, .and, .or, .test, .quantified: return .boolean
    case .list(let elements): return elements.lazy.compactMap { self.knownType($0, variables) }.first.map { .list($0) }
    case .name(let name):
      if let type = type(of: expr, variables) { return type }
      return variables[name] == nil && lets[name] == nil ? policy(name) : letType(name, variables)
    case .member: return type(of: expr, variables)
    case .negate(let operand): return knownType(operand, variables)
    case .binary(let operation, let left, let right):
      guard operation.isArithmetic else { return .boolean }
      return knownType(left, variables) ?? knownType(right, variables)
    case .aggregate(let aggregate): return aggregate.function == .count ? .integer(unit: nil) : nil
    case .call(let name, _): return table(name.text)?.output ?? Function(rawValue: name.text)?.knownResult
    case .keyed, .error: return nil
    }
  }

  private func letType(_ name: String, _ variables: Variables) -> ValueType? {
    guard variables[name] == nil, let binding = lets[name], aliases.insert(name).inserted else { return nil }
    defer { aliases.remove(name) }
    switch binding.value.kind {
    case .expression(let expr): return knownType(expr, [:])
    case .text: return .text
    case .list, .missing: return nil
    }
  }

  /// The type of a part of the document: its own, or that of a field of the record around it.
  private func type(of expr: Expr, _ variables: Variables) -> ValueType? {
    if case .member(let base, let word) = expr.kind, case .record(let index)? = type(of: base, variables) {
      return program.records[index].fields.first { $0.name == word.text }?.type
    }
    return shape(of: expr, expecting: nil, variables)?.knownType
  }

  /// The table that a call means.
  func table(_ name: String) -> CheckedTable? {
    let parts = name.headAndRest
    let candidates = session.names.tables[parts.last ?? name] ?? []
    let wanted = parts.count == 2 ? parts[0] : scope.name
    let found = candidates.first { program.tables[$0].pack == wanted } ?? (parts.count == 1 ? candidates.first : nil)
    return found.map { program.tables[$0] }
  }
}

extension Function {
  /// The type of its result where it does not depend on the arguments.
  fileprivate var knownResult: ValueType? {
    switch self {
    case .lower, .upper, .trim: .text
    case .length: .integer(unit: nil)
    case .startsWith, .endsWith, .isEmail, .isSorted: .boolean
    case .date: .date
    case .days, .hours, .minutes, .seconds: .duration
    case .abs, .round, .floor, .ceil, .distinct, .first: nil
    }
  }
}
