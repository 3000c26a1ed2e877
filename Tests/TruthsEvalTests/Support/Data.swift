import Testing
import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// JSON with places, from a test's own text.
func located(_ text: String) -> LocatedJSON {
  let file = SourceFile(id: FileID(0), path: "test.json", bytes: Array(text.utf8))
  switch JSONReader.read(file) {
  case .success(let value): return value
  case .failure(let fault):
    Issue.record("the test's own JSON is wrong: \(fault.message)")
    return LocatedJSON(.null, at: file.span)
  }
}

/// JSON without places.
func json(_ text: String) -> JSONValue { located(text).value }
