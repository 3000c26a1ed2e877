/// Draws graphs with Graphviz, where it is installed.
enum Graphviz {
  /// Returns the graphs as SVG for embedding in a page, one each; `nil` where `dot` is not installed or fails.
  static func drawn(_ graphs: [String]) -> [String]? {
    guard !graphs.isEmpty else { return [] }
    let text = Array(graphs.joined(separator: "\n").utf8)
    guard let drawing = ChildProcess.run("dot", ["-Tsvg"], input: text), drawing.status == 0 else { return nil }
    let pieces = pictures(in: String(decoding: drawing.output, as: UTF8.self))
    return pieces.count == graphs.count ? pieces : nil
  }

  // MARK: Cleaning the output

  /// Returns each `<svg>…</svg>` without parts that differ between versions or do not belong in a page. These are comments,
  /// namespaces, and ids that are the same in every graph.
  static func pictures(in output: String) -> [String] {
    output.components("<svg", "</svg>").map { picture in
      var text = without(picture, from: "<!--", to: "-->")
      text = without(text, from: " id=\"", to: "\"")
      text = without(text, from: " xmlns=\"", to: "\"")
      text = without(text, from: " xmlns:xlink=\"", to: "\"")
      text = without(text, from: " xlink:title=\"", to: "\"")
      text = text.replacing("xlink:href=", with: "href=")
      text = without(text, from: "<title>", to: "</title>\n")
      return text.split(separator: "\n").joined(separator: "\n")
    }
  }

  private static func without(_ text: String, from opening: String, to closing: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstRange(of: opening) {
      guard let end = rest[start.upperBound...].firstRange(of: closing) else { break }
      result += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}

extension String {
  /// Returns the ranges from each opening to the next closing text, both included.
  fileprivate func components(_ opening: String, _ closing: String) -> [String] {
    var components: [String] = []
    var rest = Substring(self)
    while let start = rest.firstRange(of: opening), let end = rest[start.upperBound...].firstRange(of: closing) {
      components.append(String(rest[start.lowerBound..<end.upperBound]))
      rest = rest[end.upperBound...]
    }
    return components
  }
}
