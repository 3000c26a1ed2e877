/// The role of a piece of a report, which selects its colour on a colour terminal.
package enum Style: Sendable {
  case error, warning, note, help, gutter, emphasis, added, removed

  /// The ANSI select-graphic-rendition parameters of the style.
  private var parameters: String {
    switch self {
    case .error, .removed: "1;31"
    case .warning: "1;33"
    case .note: "1;36"
    case .help, .added: "1;32"
    case .gutter: "1;34"
    case .emphasis: "1"
    }
  }

  package func paint(_ text: String, _ isColored: Bool) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(parameters)m\(text)\u{1B}[0m" : text
  }
}
