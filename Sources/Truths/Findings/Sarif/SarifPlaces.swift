import TruthsJSON
import TruthsText

/// Places in files as SARIF writes them.
struct SarifPlaces {
  /// The name of the directory that relative paths begin at (§3.4.4).
  static let base = "%SRCROOT%"

  private let sources: SourceMap

  init(_ sources: SourceMap) { self.sources = sources }

  /// A location (§3.28).
  func location(_ span: Span) -> JSONObject {
    ["physicalLocation": .object(["artifactLocation": .object(artifact(span)), "region": .object(region(span))])]
  }

  /// The file of a span (§3.4): relative to the base, or a whole `file:` address where the path is absolute.
  func artifact(_ span: Span) -> JSONObject {
    let path = sources.file(span.file)?.path ?? ""
    guard path.utf8.first != UInt8(ascii: "/") else { return ["uri": .text("file://" + Self.encoded(path))] }
    return ["uri": .text(Self.encoded(path)), "uriBaseId": .text(Self.base)]
  }

  /// Lines and columns from 1, the end behind the last character (§3.30.2).
  func region(_ span: Span) -> JSONObject {
    let start = sources.start(of: span)
    let end = sources.end(of: span)
    return [
      "startLine": .number(Decimal(start.line)), "startColumn": .number(Decimal(start.column)),
      "endLine": .number(Decimal(end.line)), "endColumn": .number(Decimal(end.column)),
    ]
  }

  /// A path as part of an address (RFC 3986): what is not unreserved is percent-encoded, slashes apart, so that no name reads as
  /// a scheme, a query or a fragment.
  static func encoded(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      if isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~/".utf8.contains(byte)
    }
  }
}
