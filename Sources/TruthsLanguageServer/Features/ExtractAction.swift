import Truths
import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The code action that extracts an expression into a `let`.
extension LanguageServer {
  /// Returns an action that makes a `let` of the selected expression, in a clause or another `let` of a truth. It is `nil` where
  /// the selection is not an expression, or where it has no meaning outside of its place.
  func extraction(_ selection: Range<Int>, _ file: SourceFile, _ place: DocumentPlace) -> JSONValue? {
    let project = place.project
    guard let text = ExtractedLet(selection, file, project),
      let edits = project.tried(text.edits, in: file, showing: text.words)
    else { return nil }
    return .object([
      "title": .text("make a `let` of it: \(text.name)"), "kind": .text("refactor.extract"),
      "edit": WorkspaceEdits(self, project).json(edits),
    ])
  }
}

extension SourceFile {
  /// The line break of the file's first line.
  var lineBreak: String { String(decoding: LineEnd(of: bytes).ending("\n"), as: UTF8.self) }
}

/// A new `let` for an expression of a truth, and the replacement of the expression by its name.
struct ExtractedLet {
  let name: String
  /// The insertion of the `let`, and the replacement of the expression.
  let edits: [TextEdit]
  /// The words of the expression.
  let words: [String]
  /// Whether the brackets around the expression are replaced too.
  let isBracketed: Bool

  init?(_ selection: Range<Int>, _ file: SourceFile, _ project: ServedProject) {
    let outline = LineOutline(file)
    let selected = Self.withBrackets(Self.trimmed(selection, file), file)
    guard !selected.isEmpty, outline.line(at: selected.lowerBound).number == outline.line(at: selected.upperBound).number,
      let unit = project.unit(file), unit.diagnostics.isEmpty
    else { return nil }
    let line = outline.head(of: outline.line(at: selected.lowerBound).number)
    let path = outline.path(to: line.number)
    guard path.count == 2, path[0].hasPrefix("truth "), ["requires", "invariants", "let"].contains(path[1]),
      selected.lowerBound >= line.valueStart, Self.standsAlone(selected, file, unit)
    else { return nil }
    let block = outline.block(line.number)
    guard path[1] == "let" || !Self.isWhole(selected, of: line.valueStart..<Int(block.end), file) else { return nil }
    let uses = project.symbols.uses(in: file.id)
    let isBound = uses.contains { use in
      guard case .local(let declared) = use.symbol, selected.contains(Int(use.span.start)) else { return false }
      // A variable of a quantifier, an aggregate or a filter has a value only inside of it.
      let isHere = declared.file == file.id && declared.start >= line.valueStart && declared.end <= block.end
      return isHere && !selected.contains(Int(declared.start))
    }
    guard !isBound else { return nil }
    let truth = outline.block(Self.truth(above: line, outline).number)
    let fields = project.program.intents.flatMap(\.fields).map(\.name)
    let shared = unit.declaration(around: selected.lowerBound).map { project.sharedLets.lets(of: $0, in: unit.pack) } ?? []
    name = Self.newName(
      fields + shared.map(\.name.text)
        + uses.filter { $0.span.start >= truth.start && $0.span.end <= truth.end }.map { file.text($0.span) })
    isBracketed = file.bytes[selected.lowerBound] == 0x28
    let inner = isBracketed ? selected.lowerBound + 1..<selected.upperBound - 1 : selected
    let value = String(decoding: file.bytes[inner], as: UTF8.self)
    words = value.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init).uniqued()
    let binding = "\(name): \(value)\(file.lineBreak)"
    guard let (offset, head) = Self.place(in: outline, file, below: line, isLet: path[1] == "let") else { return nil }
    let made = [
      TextEdit(span: Span(file: file.id, start: offset, end: offset), text: head + binding),
      TextEdit(span: Span(file: file.id, start: selected.lowerBound, end: selected.upperBound), text: name),
    ]
    let changed = SourceFile(id: file.id, path: file.path, bytes: TextEdit.applied(made, to: file.bytes))
    guard Parser.parse(changed, relativePath: Loader.relativePath(of: file.path)).diagnostics.isEmpty else { return nil }
    edits = made
  }

  private static func trimmed(_ range: Range<Int>, _ file: SourceFile) -> Range<Int> {
    var (start, end) = (range.lowerBound, min(range.upperBound, file.bytes.count))
    while start < end, file.bytes[start] <= 0x20 { start += 1 }
    while end > start, file.bytes[end - 1] <= 0x20 { end -= 1 }
    return start..<max(start, end)
  }

  /// Returns the selection with the brackets directly around it, which the name makes unnecessary. The brackets of a call are
  /// not added.
  private static func withBrackets(_ selected: Range<Int>, _ file: SourceFile) -> Range<Int> {
    guard selected.lowerBound > 0, selected.upperBound < file.bytes.count, file.bytes[selected.lowerBound - 1] == 0x28,
      file.bytes[selected.upperBound] == 0x29, !isCalled(selected.lowerBound - 1, file)
    else { return selected }
    return selected.lowerBound - 1..<selected.upperBound + 1
  }

  /// Returns whether a bracket opens the arguments of a call.
  private static func isCalled(_ bracket: Int, _ file: SourceFile) -> Bool { bracket > 0 && isOfName(file.bytes[bracket - 1]) }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Returns whether the selection is a whole clause. If it became a `let`, a generated reason could show only the name of the
  /// `let`.
  private static func isWhole(_ selected: Range<Int>, of entry: Range<Int>, _ file: SourceFile) -> Bool {
    var whole = trimmed(entry, file)
    if let first = whole.first, [0x22, 0x27].contains(file.bytes[first]) { whole = whole.lowerBound + 1..<whole.upperBound - 1 }
    return selected == whole
  }

  /// Returns whether the formatter removes brackets around the selection as unnecessary. Then the selection is one expression,
  /// whatever is next to it.
  private static func standsAlone(_ selected: Range<Int>, _ file: SourceFile, _ unit: SourceUnit) -> Bool {
    let value = file.bytes[selected]
    // A `let` of a name or a number is not shorter.
    if value.allSatisfy({ isOfName($0) }) || value.first == 0x28 && isCalled(selected.lowerBound, file) { return false }
    var bytes = file.bytes
    bytes.insert(0x29, at: selected.upperBound)
    bytes.insert(0x28, at: selected.lowerBound)
    let bracketed = FormattedSource(SourceText(path: file.path, bytes: bytes))
    return bracketed.bytes != bytes && bracketed.bytes == FormattedSource(SourceText(path: file.path, bytes: file.bytes)).bytes
  }

  private static func truth(above line: LineOutline.Line, _ outline: LineOutline) -> LineOutline.Line {
    outline.lines[..<line.number].last { !$0.isBlank && !$0.isComment && $0.indentation == 0 } ?? line
  }

  /// Returns `extracted`, with a number appended where that name is taken.
  private static func newName(_ taken: [String]) -> String {
    let taken = Set(taken)
    var name = "extracted"
    var number = 2
    while taken.contains(name) {
      name = "extracted_\(number)"
      number += 1
    }
    return name
  }

  /// Returns the offset for the new `let`, and the text before it: before the `let` that the expression comes from, otherwise
  /// after the last `let`. A truth without `let`s gets a `let` section before `requires` or `invariants`.
  private static func place(
    in outline: LineOutline, _ file: SourceFile, below line: LineOutline.Line, isLet: Bool
  ) -> (offset: Int, head: String)? {
    func start(_ line: LineOutline.Line) -> Int { Int(file.lineStarts[line.number]) }
    func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
    if isLet { return (start(line), blanks(line.indentation)) }
    let truth = truth(above: line, outline)
    let sections = outline.lines[(truth.number + 1)...].prefix { $0.number <= line.number }
      .filter { !$0.isBlank && !$0.isComment && !$0.isContinued && !$0.isEntry && $0.key != nil }
    guard let own = sections.last(where: { $0.indentation <= line.indentation && $0.number < line.number }) else { return nil }
    let places = sections.filter { $0.indentation == own.indentation }
    if let lets = places.first(where: { $0.key == "let" }) {
      let block = outline.block(lets.number)
      let inner = outline.lines[(lets.number + 1)...].first { !$0.isBlank && !$0.isComment }
      guard let inner, inner.indentation > lets.indentation else { return nil }
      let end = file.line(at: Int(block.end)) + 1
      guard end < file.lineStarts.count else { return nil }
      return (Int(file.lineStarts[end]), blanks(inner.indentation))
    }
    guard let first = places.first(where: { ["requires", "invariants"].contains($0.key) }) else { return nil }
    return (start(first), "\(blanks(own.indentation))let:\(file.lineBreak)\(blanks(own.indentation * 2))")
  }
}
