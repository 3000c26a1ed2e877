import CFiles
import TruthsDiagnostics
import TruthsLedger

/// The common parts of HTML pages. Each page is one file, and well-formed XML except for its first line.
package enum HTMLPage {
  /// The style sheet of a page, for light and dark, phones and print.
  package static let style = text(of: page_style())

  /// The additional style sheet of a proof, which has no contents at the side and prints folded parts.
  package static let proofStyle = text(of: proof_style())

  /// The script of the handbook. It searches, folds the menu on a phone, and unfolds the targets of links. It contains no `<`
  /// and no `&`, so that the page stays well-formed; it inserts text only, never markup.
  package static let handbookScript = text(of: handbook_script(), isClosed: false)

  /// The script of a proof, which folds and unfolds everything and unfolds the targets of links. It contains no `<` and no
  /// `&`, so that the page stays well-formed.
  package static let proofScript = text(of: proof_script(), isClosed: false)

  /// Returns the text of an embedded file.
  ///
  /// - Parameter isClosed: whether the last line keeps its line break.
  private static func text(of file: embedded_file, isClosed: Bool = true) -> String {
    let bytes = UnsafeBufferPointer(start: file.bytes, count: file.size)
    return String(decoding: isClosed ? bytes[...] : bytes.dropLast(), as: UTF8.self)
  }

  /// Returns the content security policy of a page with a script: only that script runs, and nothing is loaded.
  package static func policy(for script: String) -> String {
    """
    default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(Base64.text(Digest(of: script).bytes))'; \
    base-uri 'none'; form-action 'none'
    """
  }

  /// Escapes a text for use between tags or in an attribute; invisible characters are made visible.
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

/// Base64 encoding of RFC 4648.
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
