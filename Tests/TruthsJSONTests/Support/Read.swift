import Testing
import TruthsDiagnostics
import TruthsJSON
import TruthsText

func source(_ text: String) -> SourceFile { SourceFile(id: FileID(0), path: "data.json", bytes: Array(text.utf8)) }

/// The value of a document; a fault fails the test.
func value(_ text: String) throws -> JSONValue { try JSONReader.read(source(text)).get().value }

/// Returns the fault of a document, as `code line:column-line:column`, or the value of a valid one.
func fault(_ bytes: [UInt8], limits: JSONLimits = .document) -> String {
  let file = SourceFile(id: FileID(0), path: "data.json", bytes: bytes)
  switch JSONReader.read(file, limits: limits) {
  case .success(let value): return "read " + String(decoding: value.value.canonical(), as: UTF8.self)
  case .failure(let diagnostic): return told(diagnostic, in: file)
  }
}

func fault(_ text: String) -> String { fault(Array(text.utf8)) }

func told(_ diagnostic: Diagnostic, in file: SourceFile) -> String {
  let start = file.position(at: Int(diagnostic.span.start))
  let end = file.position(at: Int(diagnostic.span.end))
  return "\(diagnostic.code) \(start.line):\(start.column)-\(end.line):\(end.column)"
}
