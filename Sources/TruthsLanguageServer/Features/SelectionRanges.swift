import TruthsJSON
import TruthsText

/// The ranges by which an editor widens a selection: the parts of a clause by its grammar, then lines and blocks. In fixtures and
/// proposals they are the values of JSON.
extension LanguageServer {
  /// Answers `textDocument/selectionRange`: the word, the expressions and the clause around it, the value,
  /// the line, the blocks around it, and the file.
  func selectionRanges(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let place = try document(parameters, "textDocument/selectionRange")
    guard let file = text(of: place) else { return .null }
    let outline = LineOutline(file)
    let positions = (parameters["positions"]?.arrayValue ?? []).compactMap { LinePosition($0) }
    return .array(
      positions.map { position in
        guard let cursor = cursor(place, position) else { return .object(["range": ProtocolRange(position, position).json]) }
        let data = ServedProject.isTruths(place.path) ? nil : file.dataSpans(around: cursor.offset)
        var spans = data ?? outline.spans(around: cursor.offset)
        if let declaration = place.project.unit(file)?.declaration(around: cursor.offset) {
          spans = GrammarSteps(around: cursor.offset, in: declaration).spans + spans
        }
        if let word = cursor.word { spans.insert(word.span, at: 0) }
        spans.append(file.span)
        return nested(spans, in: file, at: cursor.offset)
      })
  }

  /// Returns nested ranges. A span that is not wider than the one before is left out.
  private func nested(_ spans: [Span], in file: SourceFile, at offset: Int) -> JSONValue {
    var kept: [Span] = []
    var current = Span(file: file.id, start: offset, end: offset)
    for span in spans where span.start <= current.start && span.end >= current.end && span != kept.last {
      kept.append(span)
      current = span
    }
    var parent: JSONValue?
    for span in kept.reversed() {
      var object: JSONObject = ["range": range(of: span, in: file).json]
      if let parent { object["parent"] = parent }
      parent = .object(object)
    }
    return parent ?? .object(["range": range(of: current, in: file).json])
  }
}

extension SourceFile {
  /// Returns the spans of JSON around an offset, the narrowest first; `nil` where there is no value.
  fileprivate func dataSpans(around offset: Int) -> [Span]? {
    if path.hasSuffix(".jsonl") {
      for case .success(let line) in JSONLines(self) {
        let spans = line.spans(around: offset)
        if !spans.isEmpty { return spans }
      }
      return nil
    }
    guard case .success(let json) = JSONReader.read(self) else { return nil }
    let spans = json.spans(around: offset)
    return spans.isEmpty ? nil : spans
  }
}

extension Span {
  fileprivate func reaches(_ offset: Int) -> Bool { Int(start) <= offset && offset <= Int(end) }

  /// The text between quotes.
  fileprivate var unquoted: Span { Span(file: file, start: Int(start) + 1, end: Int(end) - 1) }
}

extension LocatedJSON {
  /// Returns the spans around an offset: a text without its quotes, the value or name, the member, then the values and members
  /// around it. There are none where the offset is outside of the value.
  fileprivate func spans(around offset: Int) -> [Span] {
    guard span.reaches(offset) else { return [] }
    var inner: [Span] = []
    if case .string = kind, span.unquoted.reaches(offset) { inner = [span.unquoted] }
    if let element = elements?.first(where: { $0.span.reaches(offset) }) { inner = element.spans(around: offset) }
    for member in members ?? [] where inner.isEmpty {
      let both = Span(file: span.file, start: Int(member.nameSpan.start), end: Int(member.value.span.end))
      guard both.reaches(offset) else { continue }
      if member.nameSpan.unquoted.reaches(offset) { inner = [member.nameSpan.unquoted] }
      inner += member.nameSpan.reaches(offset) ? [member.nameSpan] : member.value.spans(around: offset)
      inner.append(both)
    }
    return inner + [span]
  }
}

extension LineOutline {
  /// Returns the value, the line and the blocks of lines around an offset, the narrowest first.
  func spans(around offset: Int) -> [Span] {
    let line = line(at: offset)
    guard !line.isBlank else { return [] }
    func span(_ start: Int, _ end: Int) -> Span { Span(file: file.id, start: start, end: end) }
    var spans = [span(line.valueStart, line.end), span(line.start, line.end)]
    var number: Int? = line.number
    while let current = number {
      spans.append(block(current))
      number = lines[..<current].lastIndex { other in
        !other.isBlank && !other.isComment && !other.isContinued
          && (other.indentation < lines[current].indentation
            || lines[current].isEntry && !other.isEntry && other.indentation == lines[current].indentation)
      }
    }
    return spans
  }

  /// Returns a line with all lines indented below it.
  func block(_ number: Int) -> Span {
    let head = lines[number]
    var end = head.end
    for line in lines[(number + 1)...] where !line.isBlank {
      let isBelow = line.indentation > head.indentation || !head.isEntry && line.isEntry && line.indentation == head.indentation
      if !isBelow { break }
      end = line.end
    }
    return Span(file: file.id, start: head.start, end: end)
  }
}
