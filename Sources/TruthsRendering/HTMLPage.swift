import CFiles
import TruthsDiagnostics
import TruthsLedger

/// What pages of HTML have in common: they are one file each, and well-formed XML but for their first line.
package enum HTMLPage {
  /// How a page looks: quiet, in light and dark, on a telephone and on paper too.
  package static let style = text(of: page_style())

  /// What a proof has besides: no contents beside the page, and folded parts are printed.
  package static let proofStyle = text(of: proof_style())

  /// Searches the handbook, folds its menu on a telephone, and unfolds what a link leads to. It holds no `<` and no `&`, so that
  /// the page stays well-formed; what it shows it makes of text, never of markup.
  package static let handbookScript = text(of: handbook_script(), isClosed: false)

  /// Unfolds and folds everything, and unfolds what a link leads to. It holds no `<` and no `&`: the page stays well-formed.
  package static let proofScript = text(of: proof_script(), isClosed: false)

  /// - Parameter isClosed: whether the last line ends with a line break.
  private static func text(of file: embedded_file, isClosed: Bool = true) -> String {
    let bytes = UnsafeBufferPointer(start: file.bytes, count: file.size)
    return String(decoding: isClosed ? bytes[...] : bytes.dropLast(), as: UTF8.self)
  }

  /// The content security policy of a page with a script: it runs that script and loads nothing.
  package static func policy(for script: String) -> String {
    """
    default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(Base64.text(Digest(of: script).bytes))'; \
    base-uri 'none'; form-action 'none'
    """
  }

  /// A text as it stands between tags or in an attribute; characters that are not seen are written out.
  package static func escaped(_ text: String, keepingLines: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n" where keepingLines: result += "\n"
      default: result += visible(String(scalar))
      }
    }
    return result
  }
}

/// Bytes as RFC 4648 writes them.
private enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  static func text(_ bytes: [UInt8]) -> String {
    var result = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let number = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
      for place in 0..<4 {
        result.append(place <= group.count ? letters[number >> (18 - 6 * place) & 63] : "=")
      }
    }
    return result
  }
}
