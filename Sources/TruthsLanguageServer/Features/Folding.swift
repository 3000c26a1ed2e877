import TruthsJSON
import TruthsText

/// The ranges that an editor can fold.
extension LanguageServer {
  /// Answers `textDocument/foldingRange`: the lines indented below a line, and comments of several lines.
  func foldingRanges(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let place = try document(parameters, "textDocument/foldingRange")
    guard let file = text(of: place) else { return .null }
    if !ServedProject.isTruths(place.path) { return .array(jsonFolds(file)) }
    let outline = LineOutline(file)
    var folds: [(start: Int, end: Int, kind: String?)] = []
    var comment: Int?
    for line in outline.lines {
      if line.isComment {
        comment = comment ?? line.number
        continue
      }
      if let start = comment, line.number - 1 > start { folds.append((start, line.number - 1, "comment")) }
      comment = nil
      if line.isBlank || line.isContinued { continue }
      let end = file.line(at: Int(outline.block(line.number).end))
      if end > line.number { folds.append((line.number, end, nil)) }
    }
    return .array(folds.map { fold($0.start, $0.end, $0.kind) })
  }

  private func fold(_ start: Int, _ end: Int, _ kind: String?) -> JSONValue {
    var object: JSONObject = ["startLine": .int(start), "endLine": .int(end)]
    if let kind { object["kind"] = .text(kind) }
    return .object(object)
  }

  private func jsonFolds(_ file: SourceFile) -> [JSONValue] {
    guard case .success(let json) = JSONReader.read(file) else { return [] }
    var folds: [(start: Int, end: Int)] = []
    func visit(_ json: LocatedJSON) {
      let (start, end) = (file.line(at: Int(json.span.start)), file.line(at: max(0, Int(json.span.end) - 1)))
      switch json.kind {
      case .array(let elements):
        if end > start + 1 { folds.append((start, end - 1)) }
        elements.forEach(visit)
      case .object(let members):
        if end > start + 1 { folds.append((start, end - 1)) }
        members.forEach { visit($0.value) }
      default: break
      }
    }
    visit(json)
    return folds.sorted { ($0.start, -$0.end) < ($1.start, -$1.end) }.map { fold($0.start, $0.end, nil) }
  }
}
