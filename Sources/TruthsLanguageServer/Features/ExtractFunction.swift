import TruthsCheck
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A new function for an expression of a truth, and a call of it in the expression's place.
struct ExtractedFunction {
  let name: String
  /// The names that the expression reads.
  let inputs: [String]
  let edits: [TextEdit]

  /// Creates the edits; `nil` where the selection is no expression, reads what a function cannot see, or has no type.
  ///
  /// - Complexity: two incremental checks, because the expression is first made a `let` to find its type.
  init?(_ selection: Range<Int>, _ file: SourceFile, _ project: ServedProject) {
    guard let binding = ExtractedLet(selection, file, project), let replaced = binding.edits.last?.span,
      let unit = project.unit(file), let declaration = unit.declaration(around: Int(replaced.start)),
      let inputs = ConditionTable.inputs(in: replaced, file, project, from: unit.pack),
      let type = project.type(ofLet: binding.name, madeBy: binding.edits, in: file)
    else { return nil }
    name = ConditionTable.newName("extracted", project, unit.pack)
    self.inputs = inputs.map(\.name)
    var value = file.line(of: replaced)
    if binding.isBracketed { value = String(value.dropFirst().dropLast()) }
    let text =
      "function \(name):\n  inputs:\n" + inputs.map { "    \($0.name): \($0.type)\n" }.joined()
      + "  output: \(type)\n  value: \(value)\n\n"
    let start = ConditionTable.start(of: declaration, file)
    edits = [
      TextEdit(span: Span(file: file.id, start: start, end: start), text: text.replacing("\n", with: file.lineBreak)),
      TextEdit(span: replaced, text: "\(name)(\(inputs.map(\.name).joined(separator: ", ")))"),
    ]
    let changed = SourceFile(id: file.id, path: file.path, bytes: TextEdit.applied(edits, to: file.bytes))
    guard Parser.parse(changed, relativePath: Loader.relativePath(of: file.path)).diagnostics.isEmpty else { return nil }
  }
}
