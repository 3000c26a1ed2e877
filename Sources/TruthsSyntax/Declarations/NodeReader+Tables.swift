import TruthsDiagnostics
import TruthsText

/// Reads the members of tables and functions (declarations §8, §10).
extension NodeReader {
  /// Reads a table.
  ///
  /// - Parameter key: the root key, such as `table urgency_of`.
  mutating func table(_ fields: Fields, _ key: Name) -> Declaration.Body? {
    let outputs = outputs(fields)
    if fields["grid"] != nil, let rows = fields["rows"] { report(GridFault.besideRows(at: rows.key.span)) }
    guard fields["inputs"] != nil, fields["rows"] != nil || fields["grid"] != nil, let outputs else { return nil }
    let hit = fields["hit"].flatMap { choice($0, among: HitPolicy.all.map(\.written)) }.flatMap(HitPolicy.init(written:))
    var table = TableDeclaration(
      inputs: fieldDeclarations(fields["inputs"], isOfTrigger: false), outputs: outputs, hit: hit ?? .first,
      lets: lets(fields["let"]), rows: rows(fields["grid"] == nil ? fields["rows"] : nil))
    if let grid = fields["grid"] {
      var hasOneOutput = false
      if case .one = outputs { hasOneOutput = true }
      guard let read = self.grid(grid, of: key, hasOneOutput: hasOneOutput) else { return nil }
      (table.grid, table.rows) = read
    }
    return .table(table)
  }

  mutating func function(_ fields: Fields) -> Declaration.Body? {
    let outputs = outputs(fields)
    guard let outputs, let field = fields["value"], let value = value(field.value, at: field.key) else { return nil }
    return .table(
      TableDeclaration(
        inputs: fieldDeclarations(fields["inputs"], isOfTrigger: false), outputs: outputs, lets: lets(fields["let"]),
        value: value))
  }

  /// Reads `output: type`, or `outputs:` with names and types.
  private mutating func outputs(_ fields: Fields) -> TableOutputs? {
    if let several = fields["outputs"] {
      if let one = fields["output"] { report(WrongShape.bothOutputs(at: one.key.span, several: several.key.span)) }
      return .several(fieldDeclarations(several, isOfTrigger: false))
    }
    guard let output = fields["output"] else { return nil }
    guard let scalar = output.value.scalar, !scalar.isNothing else {
      wrongShape(
        output.value, at: output.key, wants: "a type",
        help: "for several values, write names and types below `outputs:`")
      return nil
    }
    return .one(read(scalar, Grammar.type))
  }

  private mutating func rows(_ field: (key: Name, value: YAMLNode)?) -> [TableRow] {
    guard let field, let elements = sequence(field.value, at: field.key, wants: "a list of rows") else { return [] }
    return elements.compactMap { element in
      if let text = colonTrap(element, place: "row") { return read(text, Grammar.row) }
      guard let scalar = element.scalar else {
        if case .mapping(_, isFlow: false) = element.kind, let item = item(at: Int(element.span.start)),
          let unquoted = LineTraps.unquotedText(chunk, item)
        {
          report(unquoted)
          return nil
        }
        reportIndicator(element, at: field.key)
        return nil
      }
      return read(scalar, Grammar.row)
    }
  }

  /// Reads the lines of a grid; `nil` if its heading cannot be read, which has been reported.
  private mutating func grid(
    _ field: (key: Name, value: YAMLNode), of key: Name, hasOneOutput: Bool
  ) -> (GridHeading, [TableRow])? {
    guard let scalar = field.value.scalar, scalar.style == .literal else {
      if !field.value.isBroken { report(GridFault.notLiteral(at: field.key.span)) }
      return nil
    }
    let name = key.text.split(separator: " ").last.map(String.init) ?? key.text
    let reader = GridReader(scalar.text, table: name, hasOneOutput: hasOneOutput)
    diagnostics += reader.diagnostics
    return reader.heading.map { ($0, reader.rows) }
  }
}
