import TruthsText

extension SourceMap {
  /// `Fixtures/core/a.json:12:7`
  func place(of span: Span) -> String {
    let position = start(of: span)
    return "\(path(of: span)):\(position.line):\(position.column)"
  }

  /// The path of the file that a span lies in.
  func path(of span: Span) -> String { file(span.file)?.path ?? "" }
}
