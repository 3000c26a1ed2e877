/// How a piece of source was written in its file; decides how a fix must write a replacement.
package enum ScalarStyle: UInt8, Hashable, Sendable {
  /// Text that stands outside YAML: an expression given on the command line, a rule of a bundle, a test.
  case bare
  case plain
  case singleQuoted
  case doubleQuoted
  case literal
  case folded

  /// A replacement as it must be written inside a scalar of this style.
  package func written(_ text: String) -> String {
    switch self {
    case .bare, .plain, .literal, .folded: return text
    case .singleQuoted: return escaped(text) { $0 == "'" ? "''" : nil }
    case .doubleQuoted: return escaped(text) { $0 == "\"" ? "\\\"" : $0 == "\\" ? "\\\\" : nil }
    }
  }

  private func escaped(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let other = replacement(scalar) { result.append(contentsOf: other.unicodeScalars) } else { result.append(scalar) }
    }
    return String(result)
  }
}
