package import TruthsJSON
package import TruthsText

/// A change of a fixture's file, after which it expects what came (`eval --update`).
package struct FixtureEdit: Hashable, Sendable {
  /// The way to the expectation in its fixture: `expected.violations[0].reason`.
  package var path: String
  /// The characters that go; those of a separator beside them where an element of a list goes.
  package var span: Span
  /// What stood there.
  package var old: JSONValue
  /// What stands there instead; `nil` where an element of a list goes.
  package var new: JSONValue?

  package init(path: String, span: Span, old: JSONValue, new: JSONValue?) {
    self.path = path
    self.span = span
    self.old = old
    self.new = new
  }
}

extension FixtureEdit {
  /// The change in one line: `expected.decision: "rejected" → "accepted"`.
  package var text: String { "\(path): \(old.display) " + (new.map { "→ \($0.display)" } ?? "removed") }

  /// The bytes of a file after some edits of it, which must not overlap. All other bytes stay.
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
