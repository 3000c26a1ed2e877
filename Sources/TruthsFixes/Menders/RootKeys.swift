import TruthsCheck
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Moves keys to the right column: a member of a declaration that is not indented, and a declaration that is
/// indented.
struct RootKeys {
  private let loaded: LoadedSet

  init(_ loaded: LoadedSet) { self.loaded = loaded }

  func applied(to found: [Diagnostic]) -> [Diagnostic] {
    var lacking: [Span] = []
    let result = found.map { finding -> Diagnostic in
      guard let file = loaded.sources.file(finding.span.file) else { return finding }
      switch finding.code {
      case YAMLSyntax.code where !finding.fixes.isEmpty: return finding
      case UnknownKind.code, YAMLSyntax.code:
        if let (mended, head) = member(finding, in: file) {
          lacking.append(head)
          return mended
        }
        return finding.code == YAMLSyntax.code ? declaration(finding, in: file) ?? finding : finding
      case UnknownKey.code: return declaration(finding, in: file) ?? finding
      default: return finding
      }
    }
    // The declaration above may lack only what was moved.
    return result.filter { finding in
      let isAboutParts = finding.code == MissingPart.code || finding.code == WrongShape.code
      return !isAboutParts || !lacking.contains { $0.file == finding.span.file && $0.start == finding.span.start }
    }
  }

  /// Returns the finding with a fix that indents a key in the first column, and the beginning of the declaration above; `nil` if
  /// that declaration has no such member.
  private func member(_ finding: Diagnostic, in file: SourceFile) -> (Diagnostic, head: Span)? {
    let lines = Lines(around: finding, in: file)
    guard let key = lines.key(at: lines.root), !key.contains(" "), let above = lines.head(before: lines.root),
      let kind = lines.key(at: above).flatMap({ DeclarationKind(rawValue: String($0.prefix { $0 != " " })) }),
      kind.members[key] != nil
    else { return nil }
    // Lines below that stand where members of a declaration stand are moved with their key, up to one that is a member too.
    let block = lines.block(below: lines.root)
    let isNear = block.first.map { lines.indentation(of: $0) <= 2 } ?? false
    let content = isNear ? block : []
    let next = content.first { index in
      lines.indentation(of: index) <= 2 && lines.key(at: index).map { kind.members[$0] != nil } ?? false
    }
    let lengths = [next.map { $0 - lines.root - 1 } ?? content.count, content.count, 0].uniqued()
    let counts = lengths.map { (length: $0, errors: lines.errors(moving: $0, of: block, below: above)) }
    let moved = content.prefix(counts.min { $0.errors < $1.errors }?.length ?? 0)
    let edits = ([lines.root] + moved).map { Diagnostic.Edit(lines.start(of: $0), "  ") }
    let help = "indent it by 2 spaces: `\(key)` belongs to the declaration above"
    return (lines.mended(finding, at: lines.root, help, edits), lines.start(of: above))
  }

  /// Returns the finding with a fix that moves an indented declaration to the first column; `nil` if the line begins no
  /// declaration.
  private func declaration(_ finding: Diagnostic, in file: SourceFile) -> Diagnostic? {
    let lines = Lines(around: finding, in: file)
    let words = lines.key(at: lines.own)?.split(separator: " ") ?? []
    let indentation = lines.indentation(of: lines.own)
    guard indentation > 0, words.count == 2, DeclarationKind(rawValue: String(words[0])) != nil, !lines.hasValue(at: lines.own)
    else { return nil }
    var edits = [lines.removal(of: indentation, at: lines.own)]
    let block = lines.block(below: lines.own)
    if let first = block.first, lines.indentation(of: first) > 2 { edits += block.map { lines.removal(of: indentation, at: $0) } }
    return lines.mended(finding, at: lines.own, "a declaration begins its line: remove the spaces before it", edits)
  }
}

/// The lines of a file around a finding.
private struct Lines {
  private let file: SourceFile
  /// The offsets at which lines begin.
  private let starts: [Int]
  /// The index of the finding's line.
  let own: Int
  /// The index of the last line, up to the finding's, that begins at the root.
  let root: Int

  init(around finding: Diagnostic, in file: SourceFile) {
    self.file = file
    let bytes = file.bytes
    let offset = min(Int(finding.span.start), max(0, bytes.count - 1))
    // Declarations are short, so what is far away is not looked at.
    let from = max(0, offset - 8_000)
    let to = min(bytes.count, offset + 8_000)
    starts = [from] + bytes[from..<to].indices.filter { bytes[$0] == 0x0A && $0 + 1 < to }.map { $0 + 1 }
    own = starts.lastIndex { $0 <= offset } ?? 0
    var line = own
    while line > 0, !Self.isLetter(bytes[starts[line]]) { line -= 1 }
    root = line
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private func text(of line: Int) -> ArraySlice<UInt8> {
    let end = file.bytes[starts[line]...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? file.bytes.count
    return file.bytes[starts[line]..<end]
  }

  func indentation(of line: Int) -> Int { text(of: line).prefix { $0 == 0x20 }.count }

  /// Returns the words before the colon of a line; `nil` for a line without them.
  func key(at line: Int) -> String? {
    let words = text(of: line).drop { $0 == 0x20 }.prefix { byte in
      Self.isLetter(byte) || (0x30...0x39).contains(byte) || [0x20, 0x2E, 0x5F].contains(byte)
    }
    let isKey = words.endIndex < file.bytes.count && file.bytes[words.endIndex] == 0x3A
    guard isKey, words.first.map(Self.isLetter) ?? false else { return nil }
    return String(decoding: words, as: UTF8.self)
  }

  /// Whether a value follows the colon of a line's key.
  func hasValue(at line: Int) -> Bool {
    text(of: line).drop { $0 != 0x3A }.dropFirst().contains { $0 != 0x20 }
  }

  /// Returns the number of errors of a declaration whose block is indented anew. The declaration consists of its first line and
  /// of what is below the root; that line and the first lines of the block get two more spaces.
  func errors(moving count: Int, of block: [Int], below head: Int) -> Int {
    let moved = Set([root] + block.prefix(count))
    var bytes = Array(text(of: head)) + [0x0A]
    for line in [root] + block {
      if moved.contains(line) { bytes += [0x20, 0x20] }
      bytes += text(of: line)
      bytes.append(0x0A)
    }
    let trial = SourceFile(id: file.id, path: file.path, bytes: bytes)
    return Parser.parse(trial, relativePath: "trial.truths").diagnostics.count { $0.severity == .error }
  }

  /// Returns the last line before another one that begins a declaration.
  func head(before line: Int) -> Int? {
    (0..<line).last { index in
      text(of: index).first.map(Self.isLetter) ?? false && key(at: index)?.contains(" ") ?? false
    }
  }

  /// Returns the lines directly below a line that are indented at least as far as that line.
  func block(below line: Int) -> [Int] {
    let own = indentation(of: line)
    var result: [Int] = []
    for index in starts.indices.dropFirst(line + 1) {
      if text(of: index).allSatisfy({ $0 == 0x20 }) { break }
      guard indentation(of: index) >= max(own, 1) else { break }
      result.append(index)
    }
    return result
  }

  func start(of line: Int) -> Span { Span(file: file.id, start: starts[line], end: starts[line]) }

  func removal(of spaces: Int, at line: Int) -> Diagnostic.Edit {
    Diagnostic.Edit(Span(file: file.id, start: starts[line], end: starts[line] + spaces), "")
  }

  func mended(_ finding: Diagnostic, at line: Int, _ help: String, _ edits: [Diagnostic.Edit]) -> Diagnostic {
    var result = finding
    let content = starts[line] + indentation(of: line)
    result.span = Span(file: file.id, start: content, end: content + (key(at: line)?.utf8.count ?? 0))
    result.help = help
    result.fixes = [Diagnostic.Fix(help, edits, isSafe: false)]
    return result
  }
}
