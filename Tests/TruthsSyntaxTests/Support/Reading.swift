import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// A file with the syntax tree that was read from it.
struct Reading {
  let file: SourceFile
  let unit: SourceUnit

  init(_ text: String, path: String = "demo/demo.truths") {
    self.init(bytes: Array(text.utf8), path: path)
  }

  init(bytes: [UInt8], path: String = "demo/demo.truths") {
    file = SourceFile(id: FileID(0), path: "truths/" + path, bytes: bytes)
    unit = Parser.parse(file, relativePath: path)
  }

  var diagnostics: [Diagnostic] { unit.diagnostics }

  /// `T0001 message «source under the span»` for every finding.
  var findings: [String] { diagnostics.map { "\($0.code) \($0.message) «\(file.text($0.span))»" } }

  /// The file after the first fix of each finding.
  var mended: String {
    var bytes = file.bytes
    let edits = diagnostics.flatMap { $0.fixes.first?.edits ?? [] }.sorted { $1.span < $0.span }
    for edit in edits { bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.replacement.utf8)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
