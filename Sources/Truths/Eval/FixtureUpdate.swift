import TruthsEval
import TruthsText

/// A fixture file rewritten so that it expects what came.
public struct FixtureUpdate: Sendable {
  /// The path of the file, as it is shown.
  public let path: String
  /// What the file held when the fixtures were evaluated.
  public let old: [UInt8]
  /// What it holds now: the same but for the expectations that were changed.
  public let new: [UInt8]
  /// What was changed, an expectation a line: `Fixtures/a.json:9:17: expected.decision: "rejected" → "accepted"`.
  public let changes: [String]
}

extension EvalReport {
  /// The files in which a fixture that failed would expect what came, in order of path.
  ///
  /// Only members that the fixture names already are changed. Fixtures that did not load, or whose truth never fired, are left
  /// alone; so is what says what must not come.
  public var updates: [FixtureUpdate] {
    let edits = results.results.filter { $0.outcome == .failed }.flatMap(\.edits)
    let files = Dictionary(grouping: edits, by: \.span.file).sorted { $0.key < $1.key }
    return files.compactMap { id, edits in
      guard let file = sources.file(id) else { return nil }
      let changes = edits.sorted { $0.span < $1.span }.map { edit in
        let position = sources.start(of: edit.span)
        return "\(file.path):\(position.line):\(position.column): \(edit.text)"
      }
      return FixtureUpdate(path: file.path, old: file.bytes, new: FixtureEdit.apply(edits, to: file), changes: changes)
    }
  }
}
