import Testing

@testable import TruthsLanguageServer

@Suite("Paths and their URIs")
struct FileURITests {
  /// Pieces of names: characters of one to four bytes, separate combining marks, and characters that URIs escape.
  private static let pieces = [
    "a", "ü", "e\u{301}", "\u{E9}", "\u{301}", "名", "😀", "\u{200D}", " ", "%20", "%", "#", "?", "+", ".", "\\",
  ]

  /// Every path of a root with two pieces in its name, and a name below it.
  private static var paths: [(root: String, name: String)] {
    pieces.flatMap { first in pieces.map { second in ("/x/\(first)\(second)", "\(second)\(first)x/y.truths") } }
  }

  @Test("a path comes back from its URI, byte for byte")
  func roundTrip() {
    for (root, name) in Self.paths {
      let path = root + "/" + name
      let uri = FileURI.uri(of: path)
      #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      #expect(FileURI.path(of: uri).map { Array($0.utf8) } == Array(path.utf8), "\(path)")
    }
  }

  @Test("a path stands below a root by its bytes")
  func below() {
    for (root, name) in Self.paths {
      #expect(FileURI.path(root + "/" + name, below: root).map { Array($0.utf8) } == Array(name.utf8), "\(root), \(name)")
      #expect(FileURI.path(root + name, below: root) == nil)
    }
    #expect(FileURI.path("/e\u{301}/a", below: "/\u{E9}") == nil)
    #expect(FileURI.path("/a", below: "/a") == nil)
  }

  @Test("what is no path of this machine is none")
  func refused() {
    for uri in ["http://a/b", "file://other/a", "file:/a", "file://", "file:///%4", "file:///%+1", "file:///%zz", "file:///%FF"] {
      #expect(FileURI.path(of: uri) == nil, "\(uri)")
    }
    #expect(FileURI.path(of: "FILE://localhost/a%2fb?c#d") == "/a/b")
  }
}
