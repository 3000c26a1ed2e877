import TruthsDiagnostics
import TruthsText

/// Reads clauses, and recovers those that YAML cut or took for mappings (files §2.4).
extension NodeReader {
  /// Reads the entries of `requires`, `invariants` or `ensures`.
  mutating func clauses(_ field: (key: Name, value: YAMLNode)?) -> [ClauseEntry] {
    guard let field else { return [] }
    if case .sequence(let elements, isFlow: true) = field.value.kind, !elements.isEmpty {
      report(FlowClauses.finding(field.key.text, at: field.value.span))
      return []
    }
    guard let elements = sequence(field.value, at: field.key, wants: "a list of clauses") else { return [] }
    let allowsEffects = field.key.text != "requires"
    return elements.compactMapReservingCapacity { clauseEntry($0, at: field.key, allowsEffects) }
  }

  /// Reads a clause, or a mapping of `id` and `rule`.
  private mutating func clauseEntry(_ node: YAMLNode, at key: Name, _ allowsEffects: Bool) -> ClauseEntry? {
    switch node.kind {
    case .scalar(let scalar):
      return ClauseEntry(id: nil, clause: clause(scalar, allowsEffects), at: node.span)
    case .sequence:
      reportIndicator(node, at: key)
      return nil
    case .mapping(let entries, let isFlow):
      return clauseMapping(node, entries, isFlow, allowsEffects)
    case .broken:
      return nil
    }
  }

  private mutating func clauseMapping(
    _ node: YAMLNode, _ entries: [YAMLEntry], _ isFlow: Bool, _ allowsEffects: Bool
  ) -> ClauseEntry? {
    let keys = entries.compactMap { $0.key.scalar?.string }
    if isFlow, keys.contains("rule"), keys.contains(where: { $0 != "id" && $0 != "rule" }),
      let range = LineTraps.flowRule(chunk, Int(node.span.start)..<Int(node.span.end))
    {
      return cutFlowClause(node, entries, range, allowsEffects)
    }
    let known = MemberTable.clause.names
    if !keys.contains(where: { known.contains($0) || nearestName(to: $0, among: known) != nil }) {
      return unintended(node, entries, isFlow, allowsEffects)
    }
    let fields = fields(entries, of: "a clause", known: known)
    let id = fields["id"].flatMap { text($0.value, at: $0.key) }
    guard let rule = fields["rule"] else {
      _ = require(nil, "rule", in: "the clause", at: node.span.atStart.union(entries[0].key.span))
      return nil
    }
    guard let scalar = rule.value.scalar else {
      reportIndicator(rule.value, at: rule.key)
      return nil
    }
    return ClauseEntry(id: id, clause: clause(scalar, allowsEffects), at: node.span)
  }

  /// Reads a clause that YAML took for a mapping.
  private mutating func unintended(
    _ node: YAMLNode, _ entries: [YAMLEntry], _ isFlow: Bool, _ allowsEffects: Bool
  ) -> ClauseEntry? {
    guard !isFlow, let first = entries.first else {
      if isFlow { reportIndicator(node, at: Name("rule", at: node.span)) }
      return nil
    }
    guard entries.count == 1, first.value.scalar != nil else {
      if let item = item(at: Int(node.span.start)), let unquoted = LineTraps.unquotedText(chunk, item) {
        report(unquoted)
        let clause = Clause(condition: Expr(.error, at: node.span), consequence: nil, otherwise: nil, at: node.span)
        return ClauseEntry(id: nil, clause: clause, at: node.span)
      }
      let colon = Int(first.key.span.end)
      report(ColonInClause.unmendable(at: chunk.span(colon, colon + 1), place: "clause"))
      return nil
    }
    let text = cutAtColon(node, first, "clause")
    return ClauseEntry(id: nil, clause: clause(text, allowsEffects), at: node.span)
  }

  /// Reads an entry such as `{id: a, rule: A → reject("b, c")}`, where YAML took parts of the clause for further keys.
  private mutating func cutFlowClause(
    _ node: YAMLNode, _ entries: [YAMLEntry], _ range: Range<Int>, _ allowsEffects: Bool
  ) -> ClauseEntry {
    report(LineTraps.flowClause(chunk, range))
    let id = entries.first { $0.key.scalar?.string == "id" }?.value
    let text = YAMLScalar(text: LineTraps.source(chunk, range), isMended: true)
    return ClauseEntry(
      id: id.flatMap { node in node.scalar.map { Name($0.string, at: node.span) } }, clause: clause(text, allowsEffects),
      at: node.span)
  }

  /// Returns a clause in which YAML took `: ` for the end of a key, as intended. Reports it if it cannot be read as it is
  /// written.
  ///
  /// - Returns: `nil` if the key ends outside a text, so that the mapping may be intended.
  mutating func colonTrap(_ node: YAMLNode, place: String = "clause") -> YAMLScalar? {
    guard case .mapping(let entries, isFlow: false) = node.kind, entries.count == 1, let key = entries[0].key.scalar,
      key.style == .plain, entries[0].value.scalar != nil,
      LineTraps.endsInsideText(key.text.bytes[key.text.range])
    else { return nil }
    return cutAtColon(node, entries[0], place)
  }

  /// Returns a clause that YAML cut at `: `, as intended. Reports it if it cannot be read as it is written.
  private mutating func cutAtColon(_ node: YAMLNode, _ entry: YAMLEntry, _ noun: String) -> YAMLScalar {
    let start = Int(node.span.start)
    let range = start..<chunk.clauseEnd(start, chunk.lineEnd(Int(entry.value.span.end)))
    let text = LineTraps.source(chunk, range)
    let forms: [Grammar.UnreadForm] = noun == "row" ? [.row] : noun == "value" ? [.expression] : [.clause, .output]
    if LineTraps.holdsColonsInTexts(chunk.bytes[range]) || forms.contains(where: { Grammar.reads(text, as: $0) }) {
      return YAMLScalar(text: text)
    }
    let colon = Int(entry.key.span.end)
    let content = chunk.span(range.lowerBound, range.upperBound)
    if noun == "clause", let item = item(at: start), let unquoted = LineTraps.unquotedText(chunk, item) {
      report(unquoted)
      return YAMLScalar(text: text, isMended: true)
    }
    var found = ColonInClause.finding(
      at: chunk.span(colon, colon + 1), place: noun, content: content, quoted: LineTraps.quoted(text), isSafe: false)
    found.explainBraces(in: text)
    if noun != "row" { found.unread = Diagnostic.UnreadText(noun == "clause" ? .clause : .expression, at: content) }
    report(found)
    return YAMLScalar(text: text, isMended: true)
  }

  // MARK: Texts of the grammar

  mutating func clause(_ scalar: YAMLScalar, _ allowsEffects: Bool) -> Clause {
    read(scalar) { Grammar.clause($0, allowsEffects: allowsEffects) }
  }

  /// Reads an expression in a clause place such as `if`.
  mutating func expression(_ node: YAMLNode, at key: Name) -> Expr {
    guard let scalar = node.scalar else {
      wrongShape(node, at: key, wants: "an expression")
      return Expr(.error, at: node.span)
    }
    return read(scalar, Grammar.expression)
  }

  /// Reads a scalar with a part of the grammar. A clause that YAML cut at ` #` is reported as such and read to the line's end.
  /// If a YAML trap was reported already, no other finding is.
  mutating func read<Tree>(_ scalar: YAMLScalar, _ grammar: (ClauseText) -> Grammar.Result<Tree>) -> Tree {
    let (tree, found) = grammar(scalar.text)
    if scalar.isMended { return tree }
    if !found.isEmpty, let mended = commentTrap(scalar, grammar) { return mended }
    if !found.isEmpty { diagnostics += holdsListSign(scalar) ? found.map(explainingIndentation) : found }
    return tree
  }

  /// Whether a later line of a plain scalar begins with `- `: it was certainly intended as an entry of its own.
  private func holdsListSign(_ scalar: YAMLScalar) -> Bool {
    guard scalar.style == .plain else { return false }
    let span = scalar.text.span(scalar.text.range.lowerBound, scalar.text.range.upperBound)
    let bytes = chunk.bytes[Int(span.start)..<Int(span.end)]
    guard bytes.contains(0x0A) else { return false }
    let lines = bytes.split(separator: 0x0A).dropFirst()
    return lines.contains { $0.drop { $0 == 0x20 }.starts(with: [0x2D, 0x20]) }
  }

  /// Replaces the help of a finding by one about indentation; a fix that ignores the indentation would make things worse.
  private func explainingIndentation(_ finding: Diagnostic) -> Diagnostic {
    var finding = finding
    finding.help = "a line that begins with `- ` is indented deeper than the entry above it, and so belongs to that entry"
    finding.guidance = .general
    finding.unread = nil
    finding.fixes = []
    return finding
  }

  private mutating func commentTrap<Tree>(
    _ scalar: YAMLScalar, _ grammar: (ClauseText) -> Grammar.Result<Tree>
  ) -> Tree? {
    let clause = scalar.text.span(scalar.text.range.lowerBound, scalar.text.range.upperBound)
    guard scalar.style == .plain, !LineTraps.isBalanced(scalar.text.bytes[scalar.text.range]),
      let sign = comment(behind: Int(clause.end))
    else { return nil }
    let end = chunk.trimmedEnd(sign, chunk.lineEnd(sign))
    let text = LineTraps.source(chunk, Int(clause.start)..<end)
    let (tree, found) = grammar(text)
    report(
      CommentInClause.finding(
        at: chunk.span(sign, sign + 1), place: "clause", content: chunk.span(Int(clause.start), end),
        quoted: LineTraps.quoted(text), isSafe: found.isEmpty))
    return tree
  }

  /// Returns the `#` that begins a comment after an offset of the same line.
  private func comment(behind offset: Int) -> Int? {
    var index = offset
    while index < chunk.range.upperBound, chunk.bytes[index] == 0x20 || chunk.bytes[index] == 0x09 { index += 1 }
    return index > offset && index < chunk.range.upperBound && chunk.bytes[index] == 0x23 ? index : nil
  }
}

extension Diagnostic {
  /// Explains how a record is written, if a text that YAML cut contains one in braces: quotes alone would not fix it.
  mutating func explainBraces(in text: ClauseText) {
    guard let fault = Grammar.clause(text, allowsEffects: true).diagnostics.first, fault.code == UnexpectedCharacter.code,
      fault.help == UnexpectedCharacter.bracesHelp
    else { return }
    help = UnexpectedCharacter.bracesHelp
  }
}
