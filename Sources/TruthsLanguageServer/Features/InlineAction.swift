import Truths
import TruthsCheck
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The edits that remove a `let` and put its expression into the places that read it.
struct InlinedLet {
  let name: String
  /// The number of places that read it.
  let count: Int
  let edits: [TextEdit]

  /// Creates the edits; `nil` if neither a `let` nor a use of one is at the position, if truths share the `let`, or if a key or
  /// field gets its value from the `let` only by its name.
  ///
  /// - Complexity: O(uses × size of the file), because the file is formatted for each use.
  init?(_ offset: Int, _ file: SourceFile, _ project: ServedProject) {
    guard let unit = project.unit(file), unit.diagnostics.isEmpty, let declaration = unit.declaration(around: offset) else {
      return nil
    }
    let names = project.symbols.uses(in: file.id).filter {
      declaration.span.start <= $0.span.start && $0.span.end <= declaration.span.end
    }
    let here = names.first { use in
      if case .local = use.symbol { Int(use.span.start) <= offset && offset <= Int(use.span.end) } else { false }
    }
    if case .intent = declaration.body { return nil }
    guard case .local(let bound)? = here?.symbol, let binding = declaration.lets.first(where: { $0.name.span == bound }),
      case .expression(let value) = binding.value.kind
    else { return nil }
    let uses = names.filter { $0.symbol == .local(bound) && $0.role != .declaration }
    // A key or field that takes the `let` by its name would lose it.
    guard !uses.isEmpty, uses.allSatisfy({ $0.role == .use && file.text($0.span) == binding.name.text }),
      let removed = Self.entry(of: binding, file)
    else { return nil }
    name = binding.name.text
    count = uses.count
    let text = file.line(of: value.span)
    func edits(without plain: Set<Int>) -> [TextEdit] {
      [TextEdit(span: removed, text: "")]
        + uses.enumerated().map { TextEdit(span: $0.element.span, text: plain.contains($0.offset) ? text : "(\(text))") }
    }
    func formatted(_ edits: [TextEdit]) -> [UInt8] {
      FormattedSource(SourceText(path: file.path, bytes: TextEdit.applied(edits, to: file.bytes))).bytes
    }
    // The formatter takes brackets away where they are not needed.
    let bracketed = formatted(edits(without: []))
    let plain = Set(uses.indices.filter { formatted(edits(without: [$0])) == bracketed })
    let made = edits(without: plain)
    let changed = SourceFile(id: file.id, path: file.path, bytes: TextEdit.applied(made, to: file.bytes))
    guard Parser.parse(changed, relativePath: Loader.relativePath(of: file.path)).diagnostics.isEmpty else { return nil }
    self.edits = made
  }

  /// Returns the lines of a `let`; if it is the only one, also the line of the member `let` around it.
  private static func entry(of binding: LetBinding, _ file: SourceFile) -> Span? {
    let outline = LineOutline(file)
    let line = outline.line(at: Int(binding.name.span.start))
    guard line.key == binding.name.text, !line.isEntry,
      let head = outline.lines[..<line.number].last(where: { !$0.isBlank && !$0.isComment && $0.indentation < line.indentation }),
      head.key == "let"
    else { return nil }
    let block = outline.block(line.number)
    let whole = outline.block(head.number)
    let isOnly = whole.end == block.end && !outline.lines[(head.number + 1)..<line.number].contains { $0.key != nil }
    let first = isOnly ? head.number : line.number
    return Span(file: file.id, start: file.start(ofLine: first), end: file.start(ofLine: file.line(at: Int(block.end)) + 1))
  }
}

extension SourceFile {
  /// Returns the text of a span on one line.
  func line(of span: Span) -> String {
    text(span).replacing("\r\n", with: "\n").split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}
