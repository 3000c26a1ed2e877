import CServerPage
import Crypto
import Foundation

/// The files of the page at `/`, which are part of the executable.
struct ServedPage: Sendable {
  /// A file with what its response says about it.
  struct File: Sendable {
    let bytes: [UInt8]
    /// The strong tag: a hash of the bytes.
    let tag: String
    let type: String
  }

  /// Path below `/page/` of the page itself, which is served at `/`.
  static let root = "index.html"

  /// The content security policy: the page loads and runs files of this server, and nothing that is written into the page.
  /// Without trusted types no script can turn a text into markup.
  static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'
    """

  /// Returns the strong `ETag` of bytes: a hash of them.
  static func strongTag(of bytes: [UInt8]) -> String {
    "\"\(SHA256.hash(data: bytes).prefix(16).map { String(format: "%02x", $0) }.joined())\""
  }

  /// The files by their paths below `/page/`.
  let files: [String: File]

  init() {
    let table = page_files()
    let rows = UnsafeBufferPointer(start: table.first, count: table.count)
    files = Dictionary(rows.map { (String(cString: $0.path), File($0)) }) { first, _ in first }
  }
}

extension ServedPage.File {
  fileprivate init(_ file: page_file) {
    let ending = String(cString: file.path).split(separator: ".").last ?? ""
    let whole = UnsafeBufferPointer(start: file.bytes, count: file.size)
    let bytes = ["js", "css"].contains(ending) ? Self.compacted(whole) : Array(whole)
    self.init(bytes: bytes, tag: ServedPage.strongTag(of: bytes), type: Self.types[String(ending)] ?? "text/plain; charset=utf-8")
  }

  init(json bytes: [UInt8]) {
    self.init(bytes: bytes, tag: ServedPage.strongTag(of: bytes), type: "application/json")
  }

  /// Returns a script or a style sheet without comments of whole lines, which are half of the client, and without indentation. No
  /// text of the page's scripts has several lines.
  private static func compacted(_ script: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var (lines, isInside): ([String], Bool) = ([], false)
    for line in String(decoding: script, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.trimmingCharacters(in: .whitespaces)
      if isInside {
        isInside = !text.hasSuffix("*/")
      } else if text.hasPrefix("/**"), !text.contains("*/") || text.hasSuffix("*/") {
        isInside = !text.hasSuffix("*/")
      } else if !text.isEmpty, !text.hasPrefix("//") {
        lines.append(text)
      }
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]
}
