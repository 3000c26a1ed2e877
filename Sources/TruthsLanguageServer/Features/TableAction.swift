import Truths
import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The code action that turns conditions into a table.
extension LanguageServer {
  /// Returns an action that makes a table of the `if … else if … else` of a `let`. It is `nil` where the position is not in such
  /// a `let`, or where a table cannot express its conditions.
  func tabulation(_ offset: Int, _ file: SourceFile, _ place: DocumentPlace) -> JSONValue? {
    guard let table = ConditionTable(offset, file, place.project), !place.project.breaks(table.edits, in: file) else {
      return nil
    }
    return .object([
      "title": .text("make a table of the conditions: \(table.name)"), "kind": .text("refactor.extract"),
      "edit": WorkspaceEdits(self, place.project).json([place.path: table.edits]),
    ])
  }
}

/// A new table for the conditions of a `let`. It means the same as the conditions: its rows are tried from the top, and an
/// unknown row leaves the table without a value.
struct ConditionTable {
  let name: String
  let edits: [TextEdit]

  init?(_ offset: Int, _ file: SourceFile, _ project: ServedProject) {
    guard let unit = project.unit(file), unit.diagnostics.isEmpty,
      let declaration = unit.declaration(around: offset), case .truth(let truth) = declaration.body,
      let binding = truth.lets.first(where: { Int($0.name.span.start) <= offset && offset <= Int($0.value.span.end) }),
      case .expression(let value) = binding.value.kind, let branches = Branches(value),
      let type = project.symbols.localTypes(in: file.id)[binding.name.span], type != .unknown,
      let inputs = Self.inputs(in: value.span, file, project, from: unit.pack)
    else { return nil }
    name = Self.newName("\(binding.name.text)_of", project, unit.pack)
    let rows =
      branches.rows.map { "    - \(file.line(of: $0.condition.span)) → \(file.line(of: $0.value.span))\n" }
      + ["    - otherwise → \(file.line(of: branches.last.span))\n"]
    let table =
      "table \(name):\n  inputs:\n"
      + inputs.map { "    \($0.name): \($0.type)\n" }.joined()
      + "  output: \(project.program.name(of: type, from: unit.pack))\n  rows:\n" + rows.joined() + "\n"
    let start = Self.start(of: declaration, file)
    edits = [
      TextEdit(
        span: Span(file: file.id, start: start, end: start), text: table.replacing("\n", with: file.lineBreak)),
      TextEdit(span: value.span, text: "\(name)(\(inputs.map(\.name).joined(separator: ", ")))"),
    ]
  }

  /// The branches of at least two conditions, each in the `else` of the one before.
  private struct Branches {
    var rows: [(condition: Expr, value: Expr)] = []
    var last: Expr

    init?(_ whole: Expr) {
      last = whole
      while case .conditional(let next) = last.kind {
        guard let consequence = next.consequence, let alternative = next.alternative else { return nil }
        rows.append((next.condition, consequence))
        last = alternative
      }
      if rows.count < 2 { return nil }
    }
  }

  /// Returns the proposal's fields and the `let`s that an expression reads, in order; `nil` where it reads something that a
  /// table cannot.
  static func inputs(
    in value: Span, _ file: SourceFile, _ project: ServedProject, from pack: String
  ) -> [(name: String, type: String)]? {
    var inputs: [(name: String, type: String)] = []
    for use in project.symbols.uses(in: file.id) where value.start <= use.span.start && use.span.end <= value.end {
      let type: String
      switch use.symbol {
      case .field(.intent(let intent), let field) where use.role == .use:
        type = project.program.name(of: project.program.intents[intent].fields[field], from: pack)
      case .local(let declared) where declared.file != value.file || declared.start < value.start || declared.end > value.end:
        guard let known = project.symbols.type(ofLocal: declared), known != .unknown else { return nil }
        type = project.program.name(of: known, from: pack)
      case .local, .policy, .enumeration, .value, .table, .record, .field(.record, _): continue
      default: return nil
      }
      let name = file.text(use.span)
      if !inputs.contains(where: { $0.name == name }) { inputs.append((name, type)) }
    }
    return inputs.isEmpty ? nil : inputs
  }

  /// Returns a name, with a number appended where it is taken in the pack.
  static func newName(_ base: String, _ project: ServedProject, _ pack: String) -> String {
    let taken = Set(project.program.tables.filter { $0.pack == pack }.map(\.name))
    var name = base
    var number = 2
    while taken.contains(name) {
      name = "\(base)_\(number)"
      number += 1
    }
    return name
  }

  /// Returns the start of a declaration, including the comments directly above it.
  static func start(of declaration: Declaration, _ file: SourceFile) -> Int {
    var line = file.line(at: Int(declaration.keySpan.start))
    while line > 0, file.bytes[Int(file.lineStarts[line - 1])] == 0x23 { line -= 1 }
    return Int(file.lineStarts[line])
  }
}
