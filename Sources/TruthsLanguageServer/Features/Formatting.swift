import Truths
import TruthsJSON
import TruthsText

/// Formatting of a whole file, a range, or the line before a new one.
extension LanguageServer {
  /// Answers `textDocument/formatting` with the layout of `truths fmt`.
  func formatting(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    try formatted(parameters, "textDocument/formatting", within: nil)
  }

  /// Answers `textDocument/rangeFormatting` with the changes of the layout that touch the range.
  func rangeFormatting(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let range = parameters["range"].flatMap({ ProtocolRange($0) }) else {
      throw ResponseError.parameters(of: "textDocument/rangeFormatting", lack: "range")
    }
    return try formatted(
      parameters, "textDocument/rangeFormatting", within: range.start.line...max(range.start.line, range.end.line))
  }

  /// Answers `textDocument/onTypeFormatting` with the changes that touch the line before the new line. The new line stays as it
  /// is.
  func onTypeFormatting(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let method = "textDocument/onTypeFormatting"
    guard let position = parameters["position"].flatMap({ LinePosition($0) }) else {
      throw ResponseError.parameters(of: method, lack: "position")
    }
    guard position.line > 0 else { return .array([]) }
    return try formatted(parameters, method, within: (position.line - 1)...(position.line - 1))
  }

  /// Returns the edits that format a document.
  ///
  /// - Parameter lines: the lines that may change, from 0; `nil` for all.
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
  /// Returns a copy that ends at the end of the file where the range reaches beyond it.
  fileprivate func clamped(to file: SourceFile, _ encoding: PositionEncoding) -> ProtocolRange {
    func clamped(_ position: LinePosition) -> LinePosition {
      file.linePosition(at: file.offset(of: position, encoding), encoding)
    }
    return ProtocolRange(clamped(start), clamped(end))
  }
}

/// The changes that turn one text into another, by whole lines.
struct LineEdits {
  struct Change {
    /// The old lines, from 0, that are removed.
    var old: Range<Int>
    /// The text that replaces the old lines.
    var text: String
  }

  let changes: [Change]

  init(from old: [UInt8], to new: [UInt8]) {
    let (before, after) = (Self.lines(old), Self.lines(new))
    changes = LineDifference(before, after).changes.map { change in
      Change(old: change.old, text: after[change.new].map { String(decoding: $0, as: UTF8.self) }.joined())
    }
  }

  /// Returns the lines with their line breaks, as the protocol counts them.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let file = SourceFile(id: FileID(0), path: "", bytes: bytes)
    let starts = file.lineStarts.map { Int($0) }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { bytes[$0..<$1] }.filter { !$0.isEmpty }
  }
}
