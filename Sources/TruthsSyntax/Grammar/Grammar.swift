import TruthsDiagnostics
import TruthsText

/// Entry points to the grammar of clauses §2: each turns a text into a tree and findings, and never fails.
enum Grammar {
  /// The tree that could be read of a text, and the findings about it.
  typealias Result<Tree> = (tree: Tree, diagnostics: [Diagnostic])

  typealias UnreadForm = Diagnostic.UnreadText.Form

  /// Whether a text can be read as a form without a finding.
  static func reads(_ text: ClauseText, as form: UnreadForm) -> Bool {
    switch form {
    case .clause, .requirement: clause(text, allowsEffects: form == .clause).diagnostics.isEmpty
    case .expression: expression(text).diagnostics.isEmpty
    case .output: output(text).diagnostics.isEmpty
    case .row: row(text).diagnostics.isEmpty
    case .type: type(text).diagnostics.isEmpty
    case .field: fieldType(text).diagnostics.isEmpty
    case .states: stateChain(text).diagnostics.isEmpty
    case .move: move(text).diagnostics.isEmpty
    case .fact: match(text).diagnostics.isEmpty
    case .artifact: artifact(text).diagnostics.isEmpty
    }
  }

  /// Reads a clause. An empty or unreadable one has an `.error` as its condition.
  static func clause(_ text: ClauseText, allowsEffects: Bool) -> Result<Clause> {
    let form = allowsEffects ? UnreadForm.clause : .requirement
    return read(text, form, { (parser) throws(ClauseParser.Abort) in try parser.clause(allowsEffects: allowsEffects) }) {
      Clause(condition: Expr(.error, at: $0), consequence: nil, otherwise: nil, at: $0)
    }
  }

  /// Reads an expression that takes the whole text.
  static func expression(_ text: ClauseText) -> Result<Expr> {
    read(
      text, .expression,
      { (parser) throws(ClauseParser.Abort) in
        let result = try parser.expression()
        guard parser.kind == .end else { throw parser.unexpected("the end of the expression") }
        return result
      }
    ) { Expr(.error, at: $0) }
  }

  /// Reads a value place: a double-quoted scalar is a text, any other an expression (files §5).
  ///
  /// A date, timestamp, time, duration or period alone in its place is the text that it looks like, and not arithmetic.
  ///
  /// - Parameter allowsMissing: whether the word `missing`, which removes a field, is allowed.
  static func value(_ text: ClauseText, scalar span: Span, allowsMissing: Bool = false) -> Result<ValueSyntax> {
    if allowsMissing, text.style != .doubleQuoted, text.string(text.trimmed) == "missing" {
      return (ValueSyntax(.missing, at: text.span(text.trimmed.lowerBound, text.trimmed.upperBound)), [])
    }
    let isTime = text.style != .bare && looksLikeTime(text.bytes[text.trimmed])
    guard text.style == .doubleQuoted || isTime else {
      let (tree, diagnostics) = expression(text)
      return (ValueSyntax(.expression(tree), at: tree.span), diagnostics)
    }
    let range = isTime ? text.trimmed : text.range
    var parser = ClauseParser(empty: text)
    let literal = try? parser.textLiteral(range, escapes: false, at: span).0
    let kind: ValueSyntax.Kind = literal.map { .text($0) } ?? .expression(Expr(.error, at: span))
    return (ValueSyntax(kind, at: span), parser.diagnostics)
  }

  /// Reads an entry of `produces`, without the fields under it.
  static func output(_ text: ClauseText) -> Result<OutputEntry?> {
    read(text, .output, { (parser) throws(ClauseParser.Abort) in try parser.output() }) { _ in nil }
  }

  /// Reads a new name that takes the whole text.
  static func name(_ text: ClauseText) -> Result<Name?> {
    read(
      text, nil,
      { (parser) throws(ClauseParser.Abort) in
        let name = try parser.newName("a name")
        guard parser.kind == .end else { throw parser.unexpected("the end of the name") }
        return name
      }
    ) { _ in nil }
  }

  /// Reads a role in double quotes that takes the whole text.
  static func role(_ text: ClauseText) -> Result<Name?> {
    read(text, nil, { (parser) throws(ClauseParser.Abort) in try parser.wholeRole() }) { _ in nil }
  }

  static func row(_ text: ClauseText) -> Result<TableRow?> {
    read(text, .row, { (parser) throws(ClauseParser.Abort) in try parser.row() }) { _ in nil }
  }

  /// Reads an output cell of a grid; `missing` gives no value.
  static func gridOutput(_ text: ClauseText) -> Result<Expr?> {
    read(text, nil, { (parser) throws(ClauseParser.Abort) in try parser.gridOutput() }) { Expr(.error, at: $0) }
  }

  /// Reads a cell of a grid, with its condition on the column's name.
  static func cell(_ text: ClauseText, of column: String) -> Result<(cell: GridCell, condition: Expr?)> {
    read(text, nil, { (parser) throws(ClauseParser.Abort) in try parser.cell(column) }) { (.any, Expr(.error, at: $0)) }
  }

  /// Reads a transition: states with arrows between.
  static func stateChain(_ text: ClauseText) -> Result<StateChain?> {
    read(text, .states, { (parser) throws(ClauseParser.Abort) in try parser.stateChain() }) { _ in nil }
  }

  /// Reads the states of a move, with the reason after `else`.
  static func move(_ text: ClauseText) -> Result<(chain: StateChain, reason: TextLiteral?)?> {
    read(text, .move, { (parser) throws(ClauseParser.Abort) in try parser.move() }) { _ in nil }
  }

  /// Reads the lifecycle of a move with its key in brackets.
  static func instance(_ text: ClauseText) -> Result<(lifecycle: Name, keys: [KeyArgument])?> {
    read(text, nil, { (parser) throws(ClauseParser.Abort) in try parser.instance() }) { _ in nil }
  }

  /// Reads a fact under `when`.
  static func match(_ text: ClauseText) -> Result<FactMatch?> {
    read(text, .fact, { (parser) throws(ClauseParser.Abort) in try parser.match() }) { _ in nil }
  }

  /// Reads an artifact of a job, with its neighbours.
  static func artifact(_ text: ClauseText) -> Result<[Name]?> {
    read(text, .artifact, { (parser) throws(ClauseParser.Abort) in try parser.artifact() }) { _ in nil }
  }

  /// Reads a type with the range, the name in JSON and the default of a field.
  static func fieldType(_ text: ClauseText) -> Result<ClauseParser.FieldText> {
    read(text, .field, { (parser) throws(ClauseParser.Abort) in try parser.fieldType() }) {
      (TypeSyntax(.error, isOptional: false, at: $0), nil, nil, nil)
    }
  }

  static func type(_ text: ClauseText) -> Result<TypeSyntax> {
    read(text, .type, { (parser) throws(ClauseParser.Abort) in try parser.wholeType() }) {
      TypeSyntax(.error, isOptional: false, at: $0)
    }
  }

  /// Runs the parser.
  ///
  /// - Parameter form: the form for reading the text again after a fix; `nil` if it is never read again.
  private static func read<Tree>(
    _ text: ClauseText, _ form: UnreadForm?, _ parse: (inout ClauseParser) throws(ClauseParser.Abort) -> Tree,
    orElse: (Span) -> Tree
  ) -> Result<Tree> {
    let whole = text.trimmed
    let span = text.span(whole.lowerBound, whole.upperBound)
    guard !whole.isEmpty else { return (orElse(span), [EmptyClause.finding(at: span)]) }
    var parser = ClauseParser(text)
    do {
      let tree = try parse(&parser)
      return (tree, parser.diagnostics)
    } catch {
      // In `1,000` the comma is the fault. The malformed number `000` after it only follows from it, and is not reported.
      if let last = parser.diagnostics.last {
        parser.diagnostics.removeAll { $0.code == MalformedNumber.code && last.span.start < $0.span.start }
      }
      if let form, let place = parser.diagnostics.lastIndex(where: { $0.fixes.isEmpty && $0.guidance != .exact }) {
        parser.diagnostics[place].unread = Diagnostic.UnreadText(form, at: span)
      }
      return (orElse(span), parser.diagnostics)
    }
  }

  /// Whether the bytes are exactly a form such as `2027-01-31`, `2027-01-31T10:00:00Z`, `12:30`, `P30D`, `P1Y6M` or `-PT1H`.
  private static func looksLikeTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    if let length = DateShape.length(in: bytes) ?? TimeShape.length(in: bytes) { return length == bytes.count }
    let positive = bytes.first == 0x2D ? bytes.dropFirst() : bytes
    guard positive.first == 0x50, positive.contains(where: isDigit) else { return false }
    return positive.dropFirst().allSatisfy { isDigit($0) || "YDTHMS.".utf8.contains($0) }
  }
}
