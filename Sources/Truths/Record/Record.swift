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
    let whole = JSONReader.read(file, limits: .ledger)
    if let runs = Self.runs(in: file, whole) {
      kind = .runs(runs)
      return
    }
    let read = Self.entries(in: file, whole)
    guard !read.diagnostics.hasErrors else { throw Findings(read.diagnostics, in: sources) }
    kind = .ledger(read.entries)
  }

  /// Whether a text is a head as it is printed: `sha256:` and 64 lower-case hexadecimal digits.
  public static func isHead(_ text: String) -> Bool { Hashes.isHash(text) }

  /// Whether it is a ledger without entries, of which nothing can be shown.
  public var isEmpty: Bool {
    if case .ledger(let entries) = kind { return entries.isEmpty }
    return false
  }

  /// The runs of a file; `nil` for a file that holds something else.
  private static func runs(in file: SourceFile, _ whole: Result<LocatedJSON, Diagnostic>) -> [JSONObject]? {
    if case .success(let whole) = whole { return run(whole.value).map { [$0] } }
    var runs: [JSONObject] = []
    for line in JSONLines(file, limits: .ledger) {
      guard case .success(let json) = line, let run = run(json.value) else { return nil }
      runs.append(run)
    }
    return runs.isEmpty ? nil : runs
  }

  /// The entries of a file. What is wrong with one object over several lines, as what a run printed is, is told of it as a whole.
  private static func entries(in file: SourceFile, _ whole: Result<LocatedJSON, Diagnostic>) -> LedgerReading {
    guard LedgerReader.isSpread(DataBytes(file.bytes)) else { return LedgerReader.read(file) }
    switch whole {
    case .success(let object): return LedgerReader.read([object])
    case .failure(let fault):
      var reading = LedgerReading()
      reading.diagnostics = [fault]
      return reading
    }
  }

  private static func run(_ value: JSONValue) -> JSONObject? {
    let isRun = value["entry_type"] == nil && value["type"] == nil && (value["entries"] != nil || value["input_hash"] != nil)
    return isRun ? value.objectValue : nil
  }
}
