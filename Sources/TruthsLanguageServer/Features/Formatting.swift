import Truths
import TruthsJSON
import TruthsText

extension LanguageServer {
  /// `textDocument/formatting`: the layout of `truths fmt`.
  func formatting(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    try formatted(parameters, "textDocument/formatting", within: nil)
  }

  /// `textDocument/rangeFormatting`: of that, the changes that touch the range.
  func rangeFormatting(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let range = parameters["range"].flatMap({ ProtocolRange($0) }) else {
      throw ResponseError.parameters(of: "textDocument/rangeFormatting", lack: "range")
    }
    return try formatted(
      parameters, "textDocument/rangeFormatting", within: range.start.line...max(range.start.line, range.end.line))
  }

  /// `textDocument/onTypeFormatting`: the declaration before the line that was begun; the line itself is left to its author.
  func onTypeFormatting(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let method = "textDocument/onTypeFormatting"
    guard let position = parameters["position"].flatMap({ LinePosition($0) }) else {
      throw ResponseError.parameters(of: method, lack: "position")
    }
    guard position.line > 0 else { return .array([]) }
    return try formatted(parameters, method, within: (position.line - 1)...(position.line - 1))
  }

  /// - Parameter lines: those that may change, from 0; `nil` for all.
  private func formatted(
    _ parameters: JSONValue, _ method: String, within lines: ClosedRange<Int>?
  ) throws(ResponseError) -> JSONValue {
    let place = try document(parameters, method)
    guard ServedProject.isTruths(place.path), let file = text(of: place) else { return .null }
    let formatted = FormattedSource(SourceText(path: place.path, bytes: file.bytes))
    let edits = LineEdits(from: file.bytes, to: formatted.bytes).changes.filter { change in
      guard let lines else { return true }
      return change.old.isEmpty
        ? lines.contains(change.old.lowerBound)
        : change.old.lowerBound <= lines.upperBound && change.old.upperBound > lines.lowerBound
    }
    return .array(
      edits.map { change in
        .object([
          "range": ProtocolRange(
            LinePosition(line: change.old.lowerBound, character: 0), LinePosition(line: change.old.upperBound, character: 0)
          ).clamped(to: file, client.encoding).json,
          "newText": .text(change.text),
        ])
      })
  }
}

extension ProtocolRange {
  /// The same, where it reaches behind the last line, up to the end of the file.
  fileprivate func clamped(to file: SourceFile, _ encoding: PositionEncoding) -> ProtocolRange {
    func clamped(_ position: LinePosition) -> LinePosition {
      file.linePosition(at: file.offset(of: position, encoding), encoding)
    }
    return ProtocolRange(clamped(start), clamped(end))
  }
}

/// What makes one text of another, by whole lines.
struct LineEdits {
  struct Change {
    /// The lines from 0 that go.
    var old: Range<Int>
    /// What takes their place.
    var text: String
  }

  let changes: [Change]

  init(from old: [UInt8], to new: [UInt8]) {
    let (before, after) = (Self.lines(old), Self.lines(new))
    changes = LineDifference(before, after).changes.map { change in
      Change(old: change.old, text: after[change.new].map { String(decoding: $0, as: UTF8.self) }.joined())
    }
  }

  /// The lines with their breaks, as the protocol counts them.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let file = SourceFile(id: FileID(0), path: "", bytes: bytes)
    let starts = file.lineStarts.map { Int($0) }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { bytes[$0..<$1] }.filter { !$0.isEmpty }
  }
}
