package import TruthsJSON
package import TruthsText

/// A formatter of values for a fixture's file. It writes one line with a space after each comma and colon.
///
/// If the line would be too long, each element of a list of objects gets its own line.
struct FixtureText {
  let file: SourceFile
  let span: Span

  /// - Parameters:
  ///   - file: the file that the text is for.
  ///   - span: the location of the text that is replaced.
  init(file: SourceFile, at span: Span) {
    self.file = file
    self.span = span
  }

  private static let width = 100

  func bytes(of value: JSONValue) -> [UInt8] {
    let line = Self.line(value)
    guard case .array(let elements) = value, elements.contains(where: { $0.objectValue != nil }), column + line.count > Self.width
    else { return line }
    let lineBreak = (isWithCarriageReturns ? "\r\n" : "\n") + indentation
    let lines = elements.map { Array((lineBreak + "  ").utf8) + Self.line($0) }
    return Array("[".utf8) + lines.joined(separator: ",".utf8) + Array((lineBreak + "]").utf8)
  }

  private var column: Int { file.position(at: Int(span.start)).column - 1 }

  /// The white space at the beginning of the line that contains the span.
  private var indentation: String {
    String(file.line(file.position(at: Int(span.start)).line).prefix { $0 == " " || $0 == "\t" })
  }

  private var isWithCarriageReturns: Bool {
    guard let feed = file.bytes.firstIndex(of: 0x0A), feed > 0 else { return false }
    return file.bytes[feed - 1] == 0x0D
  }

  private static func line(_ value: JSONValue) -> [UInt8] {
    switch value {
    case .array(let elements): enclosed("[", elements.map { line($0) }, "]")
    case .object(let object):
      enclosed("{", object.members.map { JSONValue.string($0.name).compact() + Array(": ".utf8) + line($0.value) }, "}")
    case .null, .boolean, .number, .string: value.compact()
    }
  }

  private static func enclosed(_ open: String, _ parts: [[UInt8]], _ close: String) -> [UInt8] {
    Array(open.utf8) + parts.joined(separator: ", ".utf8) + Array(close.utf8)
  }
}

/// An edit of a fixture's file after which the fixture expects the actual result (`eval --update`).
package struct FixtureEdit: Hashable, Sendable {
  /// The path of the expectation in its fixture: `expected.violations[0].reason`.
  package var path: String
  /// The location of the replaced text. For a removed element of a list, it includes the comma before or after the element.
  package var span: Span
  package var old: JSONValue
  /// The new value; `nil` for the removal of an element from a list.
  package var new: JSONValue?

  package init(path: String, span: Span, old: JSONValue, new: JSONValue?) {
    self.path = path
    self.span = span
    self.old = old
    self.new = new
  }
}

extension FixtureEdit {
  /// The edit on one line: `expected.decision: "rejected" → "accepted"`.
  package var text: String { "\(path): \(old.display) " + (new.map { "→ \($0.display)" } ?? "removed") }

  /// Returns the bytes of a file after edits, which must not overlap. All other bytes are unchanged.
  package static func apply(_ edits: [FixtureEdit], to file: SourceFile) -> [UInt8] {
    var result: [UInt8] = []
    var offset = 0
    for edit in edits.sorted(by: { $0.span < $1.span }) where Int(edit.span.start) >= offset {
      result += file.bytes[offset..<Int(edit.span.start)]
      result += edit.new.map { FixtureText(file: file, at: edit.span).bytes(of: $0) } ?? []
      offset = Int(edit.span.end)
    }
    return result + file.bytes[offset...]
  }
}
