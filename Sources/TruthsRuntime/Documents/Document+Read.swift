import TruthsDiagnostics
import TruthsJSON
package import TruthsText

extension Document.Content {
  /// What a file of JSON or JSON Lines holds: it is JSON Lines by its name (`.jsonl`, `.ndjson`), or because its first line alone
  /// is a value and more follows.
  ///
  /// - Throws: everything that is wrong with it.
  /// - Complexity: O(size of the file).
  package static func read(_ file: SourceFile) throws(BadData) -> Document.Content {
    if !file.path.hasSuffix(".jsonl"), !file.path.hasSuffix(".ndjson") {
      switch JSONReader.read(file) {
      case .success(let value): return .value(value)
      case .failure(let fault):
        var lines = JSONLines(file).makeIterator()
        guard case .success? = lines.next() else { throw BadData([fault]) }
      }
    }
    var values: [LocatedJSON] = []
    var faults: [Diagnostic] = []
    for line in JSONLines(file) {
      switch line {
      case .success(let value): values.append(value)
      case .failure(let fault): faults.append(fault)
      }
    }
    guard faults.isEmpty else { throw BadData(faults) }
    return .lines(values)
  }
}
