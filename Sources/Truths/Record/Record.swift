import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// What was decided before, as it was kept: what `truths run` printed as JSON, one run or a batch of them, or a ledger.
public struct Record: Sendable {
  enum Kind: Sendable {
    case runs([JSONObject])
    case ledger([ReadEntry])
  }

  let kind: Kind
  let sources: SourceMap

  /// Reads a record.
  ///
  /// - Throws: what is wrong with the file.
  public init(_ text: SourceText) throws(Findings) {
    var sources = SourceMap()
    let file = sources.add(path: text.path, bytes: text.bytes)
    self.sources = sources
    if let runs = Self.runs(in: file) {
      kind = .runs(runs)
      return
    }
    let read = LedgerReader.read(file)
    guard !read.diagnostics.hasErrors else { throw Findings(read.diagnostics, in: sources) }
    kind = .ledger(read.entries)
  }

  /// Whether it is a ledger without entries, of which nothing can be shown.
  public var isEmpty: Bool {
    if case .ledger(let entries) = kind { return entries.isEmpty }
    return false
  }

  /// The runs of a file; `nil` for a file that holds something else.
  private static func runs(in file: SourceFile) -> [JSONObject]? {
    if case .success(let whole) = JSONReader.read(file) { return run(whole.value).map { [$0] } }
    var runs: [JSONObject] = []
    for line in JSONLines(file) {
      guard case .success(let json) = line, let run = run(json.value) else { return nil }
      runs.append(run)
    }
    return runs.isEmpty ? nil : runs
  }

  private static func run(_ value: JSONValue) -> JSONObject? {
    value["decision"] != nil && value["entries"]?.arrayValue != nil ? value.objectValue : nil
  }
}
