import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// A text of the grammar as a file of its own.
func source(_ text: String) -> SourceFile { SourceFile(id: FileID(0), path: "text", bytes: Array(text.utf8)) }

/// An expression that must be readable, without spans; otherwise its findings, as an `.error` would hide them.
func parsed(_ text: String) throws -> Expr {
  let (tree, diagnostics) = Parser.expression(source(text))
  guard diagnostics.isEmpty else { throw Unreadable(text: text, messages: diagnostics.map(\.message)) }
  return Bare.expr(tree)
}

struct Unreadable: Error, CustomStringConvertible {
  let text: String
  let messages: [String]

  var description: String { "`\(text)`: \(messages.joined(separator: "; "))" }
}

/// A source in which `«…»` shows where something is.
struct MarkedText {
  let text: String
  /// The marked places, in order, as byte offsets.
  let ranges: [Range<Int>]

  init(_ marked: String) {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    var ranges: [Range<Int>] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "«": starts.append(bytes.count)
      case "»": ranges.append((starts.popLast() ?? 0)..<bytes.count)
      default: bytes += Array(String(scalar).utf8)
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
    self.ranges = ranges
  }
}
